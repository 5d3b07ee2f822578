/*
** Links: units that take them in crowds, and what players know of them. That searches and fields
** find the cheapest ways is tried in paths.c and fields.c.
*/
#include "going.h"

#include "core/lifetime/validate.h"
#include "core/map/link.h"
#include "core/search/crossing.h"

enum { WIDTH = 24, HEIGHT = 18, LINKS = 8, UNITS = 14, TICKS = 120 };

typedef struct Land {
  astar_map *map;
  astar_link *links[LINKS];
  int32_t count;
} Land;

static astar_cell some_place(void) {
  return (astar_cell){ random_below(WIDTH), random_below(HEIGHT) };
}

static void add_link(Land *land, astar_cell from, astar_cell to) {
  astar_link_desc desc = astar_link_default();
  astar_status why;
  desc.from = from;
  desc.to = to;
  desc.cost = 10 + random_below(40);
  desc.one_way = random_below(3) == 0;
  astar_link *link = astar_link_new(land->map, &desc, &why);
  if (link != NULL) land->links[land->count++] = link;
}

/* Rooms that are connected by links only, with some rubble. */
static Land new_land(uint64_t seed) {
  random_seed(seed);
  Land land = { .map = open_map(WIDTH, HEIGHT) };
  if (seed % 2) astar_map_fill(land.map, (astar_rect){ 0, HEIGHT / 2, WIDTH, 1 }, WALL);
  if (seed % 3) astar_map_fill(land.map, (astar_rect){ WIDTH / 2, 0, 1, HEIGHT }, WALL);
  for (int32_t i = 0; i < 30; i++) {
    astar_cell at = some_place();
    astar_map_set(land.map, at.x, at.y, random_terrain(60));
  }
  for (int32_t i = 0; i < LINKS; i++) add_link(&land, some_place(), some_place());
  return land;
}

static void change_link(const Land *land) {
  if (land->count == 0) return;
  astar_link *link = land->links[random_below(land->count)];
  if (random_below(2)) CHECK(astar_link_set_open(link, random_below(3) > 0) == ASTAR_OK);
  else CHECK(astar_link_set_cost(link, 1 + random_below(40)) == ASTAR_OK);
}

static void change_terrain(const Land *land) {
  astar_cell at = some_place();
  astar_map_set(land->map, at.x, at.y, random_terrain(30));
}

/* ---- units ----------------------------------------------------------------------------------- */

static void add_walkers(const Land *land, astar_unit **units) {
  astar_player *red = new_player(land->map, "red");
  CHECK(astar_player_reveal(red) == ASTAR_OK);
  for (int32_t i = 0; i < UNITS; i++) {
    astar_unit_desc desc = astar_unit_default();
    astar_status why;
    astar_cell at = some_place();
    desc.x = at.x;
    desc.y = at.y;
    desc.sight = 4;
    desc.speed = 200 + random_below(1200);
    desc.avoidance = (astar_avoidance)random_below(4);
    units[i] = astar_unit_new(red, &desc, &why);
  }
}

static bool is_near(astar_cell a, astar_cell b) {
  return abs(a.x - b.x) <= 2 && abs(a.y - b.y) <= 2;
}

/* Fast units may take a link and a step in one tick. */
static bool is_link(const Land *land, astar_cell from, astar_cell to) {
  for (int32_t i = 0; i < land->count; i++) {
    astar_link_desc link = astar_link_description(land->links[i]);
    if (is_near(link.from, from) && is_near(link.to, to)) return true;
    if (!link.one_way && is_near(link.to, from) && is_near(link.from, to)) return true;
  }
  return false;
}

/* How many units have taken a link in the tick. No other has leapt. */
static int32_t count_crossings(const Land *land, astar_unit *const *units, astar_cell *before) {
  int32_t count = 0;
  for (int32_t i = 0; i < UNITS; i++) {
    if (units[i] == NULL) continue;
    astar_cell at = astar_unit_cell(units[i]);
    bool near = is_near(at, before[i]);
    bool crossed = is_link(land, before[i], at);
    count += crossed && !near;
    if (!near && !crossed) count += 1000000;
    before[i] = at;
  }
  return count;
}

static int32_t play(uint64_t seed) {
  astar_unit *units[UNITS];
  astar_cell before[UNITS] = { { 0, 0 } };
  int32_t crossings = 0;
  Land land = new_land(seed);
  add_walkers(&land, units);
  for (int32_t i = 0; i < UNITS; i++)
    if (units[i] != NULL) before[i] = astar_unit_cell(units[i]);
  for (int32_t tick = 0; tick < TICKS; tick++) {
    for (int32_t i = 0; i < UNITS; i++)
      if (units[i] != NULL && astar_unit_state_of(units[i]) == ASTAR_STANDING)
        send_to(land.map, units[i], some_place());
    if (random_below(6) == 0) change_link(&land);
    if (random_below(6) == 0) change_terrain(&land);
    CHECK(astar_map_tick(land.map, NULL, NULL) == ASTAR_OK);
    int32_t crossed = count_crossings(&land, units, before);
    CHECK(crossed < 1000000);
    crossings += crossed;
    const char *wrong = map_validate(land.map);
    CHECK(wrong == NULL);
    if (tick % 40 != 20) continue;
    goes_on_alike(land.map);
    for (int32_t i = 0; i < UNITS; i++)
      if (units[i] != NULL) before[i] = astar_unit_cell(units[i]);
  }
  astar_map_free(land.map);
  return crossings;
}

TEST(units_take_links) {
  int32_t crossings = 0;
  for (EACH_CASE(seed, 10)) crossings += play(seed);
  CHECK(crossings >= 150);
}

/* ---- what players know ----------------------------------------------------------------------- */

static astar_status path_of(astar_map *map, astar_player *player) {
  astar_query query = astar_query_default();
  astar_path *path = NULL;
  query.player = player;
  astar_status status;
  path = astar_path_find(map, 0, 0, (astar_rect){ 0, 2, 1, 1 }, &query, &status);
  astar_path_free(map, path);
  return status;
}

TEST(players_know_what_they_saw) {
  static const char *const rows[] = { ".........", "#########", "........." };
  astar_map *map = drawn_map(3, rows);
  astar_player *red = new_player(map, "red"), *blue = new_player(map, "blue");
  astar_link_desc desc = astar_link_default();
  astar_status why;
  desc.from = (astar_cell){ 8, 0 };
  desc.to = (astar_cell){ 8, 2 };
  desc.cost = 10;
  astar_player_reveal(red);
  astar_link *link = astar_link_new(map, &desc, &why);
  CHECK(path_of(map, red) == ASTAR_UNREACHABLE);    /* made where nobody looked */
  CHECK(path_of(map, NULL) == ASTAR_OK);
  astar_unit *scout = new_unit(red, 7, 0, 2);
  CHECK(path_of(map, red) == ASTAR_OK);
  astar_unit_place(scout, 0, 0);
  CHECK(astar_link_set_open(link, false) == ASTAR_OK);
  CHECK(path_of(map, red) == ASTAR_OK && path_of(map, NULL) == ASTAR_UNREACHABLE);
  astar_unit_place(scout, 7, 0);
  CHECK(path_of(map, red) == ASTAR_UNREACHABLE);
  CHECK(astar_link_set_open(link, true) == ASTAR_OK && path_of(map, red) == ASTAR_OK);
  astar_unit_place(scout, 0, 0);
  CHECK(astar_link_remove(link) == ASTAR_OK && astar_link_next(map, NULL) == NULL);
  CHECK(path_of(map, red) == ASTAR_OK);             /* it remembers the link */
  CHECK(map_validate(map) == NULL);
  goes_on_alike(map);
  astar_player_share(red, blue, true);
  astar_unit_place(scout, 7, 2);
  CHECK(path_of(map, red) == ASTAR_UNREACHABLE && map_validate(map) == NULL);
  astar_map_free(map);
}

TEST(wrong_links_are_refused) {
  static const char *const rows[] = { "...", "###", "..." };
  astar_map *map = drawn_map(3, rows);
  const astar_link_desc good = { .from = { 0, 0 }, .to = { 0, 2 }, .cost = 5 };
  const struct { astar_link_desc desc; astar_status why; } wrong[] = {
    { { .from = { 0, 0 }, .to = { 0, 3 }, .cost = 5 }, ASTAR_INVALID },
    { { .from = { -1, 0 }, .to = { 0, 2 }, .cost = 5 }, ASTAR_INVALID },
    { { .from = { 0, 0 }, .to = { 0, 0 }, .cost = 5 }, ASTAR_INVALID },
    { { .from = { 0, 0 }, .to = { 0, 2 }, .cost = 0 }, ASTAR_INVALID },
    { { .from = { 0, 0 }, .to = { 0, 2 }, .cost = 65536 }, ASTAR_INVALID },
    { { .from = { 0, 0 }, .to = { 0, 2 }, .cost = 5, .class_count = 65 }, ASTAR_INVALID },
    { { .from = { 0, 0 }, .to = { 0, 1 }, .cost = 5 }, ASTAR_GOAL_BLOCKED },
  };
  uint64_t hash = astar_map_hash(map);
  astar_status why;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK(astar_link_new(map, &wrong[i].desc, &why) == NULL && why == wrong[i].why);
  CHECK(astar_map_hash(map) == hash);
  astar_link *link = astar_link_new(map, &good, &why);
  CHECK(link != NULL && astar_link_number(link) == 1 && astar_map_hash(map) != hash);
  CHECK(astar_link_set_cost(link, 0) == ASTAR_INVALID);
  CHECK(astar_link_description(link).cost == 5 && !astar_link_description(link).closed);
  CHECK(astar_link_remove(link) == ASTAR_OK);
  link = astar_link_new(map, &good, &why);
  CHECK(link != NULL && astar_link_number(link) == 2);
  astar_map_free(map);
}

/* Not to or from another place, of which one end is the link's. */
/* A search knows of what it has read at the end of a link, though it has read nothing around. */
TEST(ends_of_links_are_read) {
  for (int closed = 0; closed <= 1; closed++) {
    Land land = { .map = open_map(WIDTH, HEIGHT) };
    astar_status why;
    for (int32_t x = 0; x < WIDTH; x += 2)
      astar_map_fill(land.map, (astar_rect){ x, 0, 1, HEIGHT }, BUSH);
    astar_map_fill(land.map, (astar_rect){ 0, 5, WIDTH, 1 }, WALL);
    add_link(&land, (astar_cell){ closed ? 3 : 20, 2 }, (astar_cell){ 5, 12 });
    add_link(&land, (astar_cell){ closed ? 2 : 21, 4 }, (astar_cell){ 9, 9 });
    astar_search *search = astar_search_new(land.map, 2, 2, (astar_rect){ WIDTH - 1, 2, 1, 1 },
                                            NULL, &why);
    CHECK(search != NULL && astar_search_step(search, 8) == ASTAR_RUNNING);
    if (search == NULL) return;
    CHECK(crossing_was_read(search, grid_cell(&land.map->grid, 5, 12)) == closed);
    CHECK(!crossing_was_read(search, grid_cell(&land.map->grid, 6, 12)));
    astar_search_free(search);
    astar_map_free(land.map);
  }
}

TEST(they_lead_from_end_to_end) {
  astar_map *map = open_map(WIDTH, HEIGHT);
  for (int one_way = 0; one_way <= 1; one_way++) {
    astar_link_desc desc = astar_link_default();
    astar_status why;
    desc.from = (astar_cell){ 1, 1 + one_way };
    desc.to = (astar_cell){ 9, 9 + one_way };
    desc.cost = 10;
    desc.one_way = one_way;
    const astar_link *link = astar_link_new(map, &desc, &why);
    const astar_cell places[] = { desc.from, desc.to, { 5, 5 } };
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) {
        bool leads = (a == 0 && b == 1) || (a == 1 && b == 0 && !one_way);
        CHECK(link_leads(link, link->state, NULL, places[a], places[b]) == leads);
      }
  }
  astar_map_free(map);
}

int main(void) { return run_tests(); }
