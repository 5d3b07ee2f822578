/*
** Resizing: a map that is made larger or smaller is the map that would have been built at that
** size by the same calls, whatever was going on on it; and the old map stays as it was.
**
** The oracle: a valley with walls all around, on a map that ends with the valley, and on one with
** land around it. What happens in the valley is the same on both, but that searches expand more or
** fewer nodes, and that units which meet near the end of the map may make way differently.
*/
#include "going.h"

#include "core/lifetime/validate.h"
#include "core/move/path_watch.h"
#include "core/search/queue.h"
#include "core/search/table_budget.h"
#include "core/lifetime/validate.h"

enum { WIDTH = 26, HEIGHT = 18 };   /* of the valley, its walls included */

typedef struct Valley {
  astar_map *map;
  int32_t x, y;                     /* where it begins on the map */
} Valley;

static astar_map *resized(astar_map *map, astar_resize resize) {
  astar_status why;
  astar_map *other = astar_map_resize(map, &resize, &why);
  CHECK(other != NULL && why == ASTAR_OK);
  if (other == NULL) exit(2);
  const char *wrong = map_validate(other);
  if (wrong != NULL) printf("%s\n", wrong);
  CHECK(wrong == NULL);
  return other;
}

/* What saving changes, resizing changes in the old map. */
static uint64_t settled_hash(astar_map *map) {
  size_t size;
  CHECK(astar_map_save(map, NULL, 0, &size) == ASTAR_OK && size > 0);
  return astar_map_hash(map);
}

static void forget_expanded(astar_map *map) {
  for (EACH_UNIT(unit, &map->units->list))
    if (unit->path != NULL) unit->path->expanded = 0;
  for (astar_watch *one = path_watches(map)->first; one != NULL; one = one->next)
    if (one->path != NULL) one->path->expanded = 0;
}

static bool are_equal(astar_map *map, astar_map *other) {
  forget_expanded(map);
  forget_expanded(other);
  return settled_hash(map) == settled_hash(other) &&
         astar_queue_hash(map) == astar_queue_hash(other) &&
         astar_queue_waiting(map) == astar_queue_waiting(other);
}

/* ---- the valley ------------------------------------------------------------------------------ */

static astar_cell in_valley(const Valley *valley, int32_t margin) {
  int32_t x = margin + random_below(WIDTH - 2 * margin);
  int32_t y = margin + random_below(HEIGHT - 2 * margin);
  return (astar_cell){ valley->x + x, valley->y + y };
}

static void build_walls(const Valley *valley) {
  for (int32_t y = 0; y < HEIGHT; y++)
    for (int32_t x = 0; x < WIDTH; x++) {
      bool outer = x == 0 || y == 0 || x == WIDTH - 1 || y == HEIGHT - 1;
      int32_t inner = random_terrain(12);
      astar_map_set(valley->map, valley->x + x, valley->y + y, outer ? WALL : inner);
    }
}

static astar_class *valley_class(astar_map *map, int32_t size) {
  astar_class_desc desc = astar_class_default();
  astar_status why;
  desc.size = size;
  desc.unknown = -1;                /* else paths would lead through walls that are unseen */
  return astar_class_new(map, &desc, &why);
}

static void add_influences(astar_map *map) {
  astar_status why;
  astar_influence *danger = astar_influence_new(map, "danger", ASTAR_ONE / 2, &why);
  astar_influence_new(map, "smell", 0, &why);
  astar_weighted term = { danger, ASTAR_ONE };
  astar_recipe recipe = astar_recipe_default(ASTAR_RECIPE_HISTORY);
  recipe.terms = &term;
  recipe.term_count = 1;
  recipe.half_life = 20;
  CHECK(astar_influence_derive(map, "past", ASTAR_ONE, &recipe, &why) != NULL);
  recipe = astar_recipe_default(ASTAR_RECIPE_SLOPE);
  recipe.terms = &term;
  recipe.term_count = 1;
  CHECK(astar_influence_derive(map, "slope", 0, &recipe, &why) != NULL);
}

/* Seen from all over, so that players know the walls. */
static void explore(const Valley *valley, astar_player *player) {
  for (int i = 0; i < 12; i++) {
    astar_cell from = in_valley(valley, 1);
    astar_player_see(player, from.x, from.y, 30, NULL, NULL);
  }
  astar_player_end_sight(player);
}

static void add_units(const Valley *valley, astar_player *const *players,
                      astar_class *const *classes) {
  for (int i = 0; i < 24; i++) {
    astar_unit_desc desc = astar_unit_default();
    astar_status why;
    astar_cell at = in_valley(valley, 2);
    desc.x = at.x;
    desc.y = at.y;
    desc.cls = classes[random_below(2)];
    desc.speed = 100 + random_below(1500);
    desc.sight = random_below(9) - 1;
    desc.avoidance = (astar_avoidance)random_below(4);
    astar_unit_new(players[random_below(3)], &desc, &why);
  }
}

static void add_links(const Valley *valley) {
  for (int i = 0; i < 4; i++) {
    astar_link_desc desc = astar_link_default();
    astar_status why;
    desc.from = in_valley(valley, 1);
    desc.to = in_valley(valley, 1);
    desc.cost = 15;
    astar_link_new(valley->map, &desc, &why);
  }
}

static astar_map *bare_map(int32_t width, int32_t height, const Valley *valley) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = width;
  desc.height = height;
  desc.cell_width = 16;
  desc.cell_height = 8;
  desc.origin_x = 100 - 16 * valley->x;
  desc.origin_y = 7 - 8 * valley->y;
  astar_map *map = astar_map_new(&desc, &why);
  if (map == NULL) exit(2);
  define_terrains(map);
  return map;
}

static Valley build(uint64_t seed, int32_t width, int32_t height, int32_t x, int32_t y) {
  Valley valley = { .x = x, .y = y };
  random_seed(seed);
  valley.map = bare_map(width, height, &valley);
  build_walls(&valley);
  astar_player *players[] = { new_player(valley.map, "red"), new_player(valley.map, "blue"),
                              new_player(valley.map, "green") };
  astar_class *classes[] = { valley_class(valley.map, 1), valley_class(valley.map, 2) };
  add_influences(valley.map);
  for (int i = 0; i < 2; i++) explore(&valley, players[i]);
  astar_player_set_fog(players[1], random_below(2));
  astar_player_share(players[2], players[0], true);
  astar_player_set_traffic(players[0], ASTAR_MAX_TRAFFIC);   /* rows fade at other times */
  astar_map_set_reroute_budget(valley.map, 1000000);
  add_links(&valley);
  add_units(&valley, players, classes);
  return valley;
}

/* ---- what happens there ---------------------------------------------------------------------- */

static astar_unit *some_unit(const astar_map *map) {
  astar_unit *unit = NULL;
  for (int32_t left = random_below(20); left >= 0; left--) unit = astar_unit_next(map, unit);
  return unit;
}

static void send(astar_map *map, astar_unit *unit, astar_cell to) {
  astar_query query = astar_query_default();
  astar_path *path = NULL;
  query.unit = unit;
  astar_cell from = astar_unit_cell(unit);
  astar_status why;
  path = astar_path_find(map, from.x, from.y, (astar_rect){ to.x, to.y, 1, 1 }, &query, &why);
  if (path != NULL) astar_unit_follow_path(unit, path, &query);
  astar_path_free(map, path);
}

static void watch(astar_map *map, astar_unit *unit) {
  astar_watch_desc desc = astar_watch_default();
  astar_status why;
  desc.unit = unit;
  desc.better = -1;
  if (random_below(2)) desc.path = astar_unit_path(unit, NULL);
  if (desc.path != NULL) desc.unit = NULL;
  if (desc.unit == NULL || astar_unit_watch(unit) == NULL) astar_watch_new(map, &desc, &why);
}

static void change_link(astar_map *map) {
  astar_link *link = astar_link_next(map, NULL);
  if (link == NULL) return;
  if (random_below(8) == 0) astar_link_remove(link);
  else astar_link_set_open(link, random_below(2));
}

static void do_something(const Valley *valley) {
  astar_map *map = valley->map;
  astar_unit *unit = some_unit(map);
  astar_cell at = in_valley(valley, 1), far = in_valley(valley, 5);
  astar_influence *danger = astar_influence_next(map, NULL);
  astar_query query = astar_query_default();
  query.unit = unit;
  astar_status why;
  switch (random_below(11)) {
    case 0: case 1: case 2: if (unit != NULL) send(map, unit, at); return;
    case 3:
      if (unit != NULL)
        astar_queue_request(map, ASTAR_AT_UNIT, 0, (astar_rect){ far.x, far.y, 2, 2 }, &query,
                            random_below(3), &why);
      return;
    case 4: astar_influence_add(danger, far.x, far.y, random_below(90), 4, 0); return;
    case 5: astar_influence_decay(danger, 900); return;
    case 6: astar_map_set(map, at.x, at.y, random_terrain(30)); return;
    case 7: astar_player_see(astar_player_next(map, NULL), at.x, at.y, 5, NULL, NULL); return;
    case 8: if (unit != NULL) watch(map, unit); return;
    case 9: change_link(map); return;
    default: if (random_below(6) == 0 && unit != NULL) astar_unit_remove(unit); return;
  }
}

/* Inner walls come and go, but not the outer ones. What is asked for last waits. */
static void live(const Valley *valley) {
  CHECK(astar_queue_work(valley->map, 100000, 1, NULL) == ASTAR_OK);
  astar_ticket *done;
  while ((done = astar_ticket_next(valley->map)) != NULL) astar_ticket_free(done);
  CHECK(astar_map_tick(valley->map, NULL, NULL) == ASTAR_OK);
  for (int32_t left = random_below(6); left > 0; left--) do_something(valley);
}

static void live_alike(const Valley *one, const Valley *other) {
  uint64_t random = random_state;
  live(one);
  random_state = random;
  live(other);
}

/* ---- equal to one that was built ------------------------------------------------------------- */

typedef struct Land { int32_t width, height, x, y; } Land;

/* Cells of blocks and rows come to other places; sides do not, or on one side only. */
static const Land lands[] = {
  { WIDTH + 30, HEIGHT + 23, 13, 9 }, { WIDTH, HEIGHT, 0, 0 }, { WIDTH + 5, HEIGHT, 0, 0 },
  { WIDTH + 1, HEIGHT + 40, 1, 39 },
};

/* Maps of the same size continue in the same way. */
static void go_on(const Valley *one, const Valley *other) {
  for (int tick = 0; tick < 20; tick++) {
    live_alike(one, other);
    CHECK(astar_map_hash(one->map) == astar_map_hash(other->map));
  }
}

static void grow_and_shrink(const Valley *small, const Valley *large, Land land) {
  astar_resize grow = { land.width, land.height, land.x, land.y, 0 };
  astar_resize shrink = { WIDTH, HEIGHT, -land.x, -land.y, OPEN };
  Valley grown = { resized(small->map, grow), land.x, land.y };
  Valley shrunk = { resized(large->map, shrink), 0, 0 };
  CHECK(are_equal(grown.map, large->map));
  CHECK(are_equal(shrunk.map, small->map));
  astar_map *back = resized(grown.map, shrink);
  CHECK(are_equal(back, small->map));
  astar_map_free(back);
  go_on(&grown, large);
  go_on(&shrunk, small);
  astar_map_free(grown.map);
  astar_map_free(shrunk.map);
}

static uint32_t cost_of_way(const astar_unit *unit) {
  return unit->path != NULL ? unit->path->cost : 0;
}

static bool know_alike(const Valley *one, const Valley *other) {
  const astar_player *player = one->map->players, *twin = other->map->players;
  for (; player != NULL; player = player->next, twin = twin->next)
    for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
      int32_t x = i % WIDTH, y = i / WIDTH;
      if (astar_player_terrain(player, one->x + x, one->y + y) !=
          astar_player_terrain(twin, other->x + x, other->y + y))
        return false;
    }
  return true;
}

/* Have the units done the same on both? */
static bool have_lived_alike(const Valley *one, const Valley *other) {
  const astar_unit *unit = astar_unit_next(one->map, NULL);
  const astar_unit *twin = astar_unit_next(other->map, NULL);
  for (; unit != NULL && twin != NULL;
       unit = astar_unit_next(one->map, unit), twin = astar_unit_next(other->map, twin))
    if (unit->x - one->x != twin->x - other->x || unit->y - one->y != twin->y - other->y ||
        cost_of_way(unit) != cost_of_way(twin))
      return false;
  return unit == twin && one->map->units->waits == other->map->units->waits &&
         know_alike(one, other);
}

TEST(it_is_as_if_it_had_been_built_so) {
  uint64_t compared = 0;
  for (EACH_CASE(seed, 20)) {
    Land land = lands[seed % 4];
    Valley small = build(seed, WIDTH, HEIGHT, 0, 0);
    uint64_t random = random_state;
    Valley large = build(seed, land.width, land.height, land.x, land.y);
    CHECK(random_state == random);
    for (int32_t tick = random_below(50); tick > 0; tick--) live_alike(&small, &large);
    bool alike = have_lived_alike(&small, &large);
    if (alike) grow_and_shrink(&small, &large, land);
    compared += alike;
    astar_map_free(small.map);
    astar_map_free(large.map);
  }
  CHECK(compared >= 10);
}

/* ---- new cells ------------------------------------------------------------------------------- */

TEST(new_cells_are_filled_and_unseen_but_by_those_who_see_them) {
  static const char *const rows[] = { "....", ".#..", "...." };
  astar_map *map = drawn_map(3, rows);
  astar_player *red = new_player(map, "red"), *blue = new_player(map, "blue");
  astar_player_set_fog(blue, false);
  astar_player_reveal(red);
  CHECK(new_unit(red, 3, 1, 2) != NULL);
  astar_map *wide = resized(map, (astar_resize){ 10, 5, 1, 2, BUSH });
  red = astar_player_next(wide, NULL);
  blue = astar_player_next(wide, red);
  CHECK(astar_map_width(wide) == 10 && astar_map_height(wide) == 5);
  CHECK(astar_map_get(wide, 2, 3) == WALL && astar_map_get(wide, 1, 2) == OPEN);
  CHECK(astar_map_get(wide, 0, 0) == BUSH && astar_map_get(wide, 5, 3) == BUSH);
  CHECK(astar_player_knows(red, 0, 0) == ASTAR_UNSEEN && astar_player_terrain(red, 0, 0) == 0);
  CHECK(astar_player_knows(red, 1, 2) == ASTAR_SEEN);
  CHECK(astar_player_knows(red, 5, 3) == ASTAR_VISIBLE && astar_player_terrain(red, 5, 3) == BUSH);
  CHECK(astar_player_knows(red, 9, 4) == ASTAR_UNSEEN);
  CHECK(astar_player_knows(blue, 9, 4) == ASTAR_VISIBLE);
  astar_map_free(wide);
  wide = resized(map, (astar_resize){ 5, 3, 0, 0, 0 });
  CHECK(astar_map_get(wide, 4, 0) == OPEN);
  astar_map_free(wide);
  astar_map_free(map);
}

TEST(a_map_without_terrain_has_none_afterwards) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = desc.height = 3;
  astar_map *map = astar_map_new(&desc, &why);
  desc.width = 5;
  astar_map *built = astar_map_new(&desc, &why);
  astar_map *wide = resized(map, (astar_resize){ 5, 3, 0, 0, 0 });
  CHECK(are_equal(wide, built));
  astar_map_free(wide);
  astar_map_free(built);
  astar_map_free(map);
}

static astar_map *placed_map(astar_projection projection, astar_grid grid) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = 7;
  desc.height = 6;
  desc.projection = projection;
  desc.grid = grid;
  if (grid != ASTAR_GRID_SQUARE) desc.diagonal = desc.straight;
  desc.origin_x = -31.5;
  desc.origin_y = 12.25;
  desc.cell_width = 16;
  desc.cell_height = 12;
  astar_map *map = astar_map_new(&desc, &why);
  if (map == NULL) exit(2);
  define_terrains(map);
  return map;
}

TEST(what_has_moved_stays_where_it_is_in_the_game) {
  static const struct { astar_projection projection; astar_grid grid; int32_t dx, dy; } cases[] = {
    { ASTAR_SQUARE, ASTAR_GRID_SQUARE, 3, -1 }, { ASTAR_ISOMETRIC, ASTAR_GRID_SQUARE, -2, 5 },
    { ASTAR_SQUARE, ASTAR_GRID_HEX, 3, 4 }, { ASTAR_SQUARE, ASTAR_GRID_FLAT_HEX, -2, 3 },
  };
  for (int i = 0; i < 4; i++) {
    int32_t dx = cases[i].dx, dy = cases[i].dy;
    astar_map *map = placed_map(cases[i].projection, cases[i].grid);
    astar_map *moved = resized(map, (astar_resize){ 12, 11, dx, dy, 0 });
    for (int32_t y = 1; y < 6; y++)
      for (int32_t x = 2; x < 7; x++) {
        double wx, wy;
        astar_cell cell = { -1, -1 };
        astar_map_center(map, x, y, &wx, &wy);
        CHECK(astar_map_cell_at(moved, wx, wy, &cell) && cell.x == x + dx && cell.y == y + dy);
      }
    astar_map *back = resized(moved, (astar_resize){ 7, 6, -dx, -dy, 0 });
    CHECK(are_equal(back, map));
    astar_map_free(back);
    astar_map_free(moved);
    astar_map_free(map);
  }
}

/* ---- what is lost ---------------------------------------------------------------------------- */

TEST(a_unit_whose_path_leads_out_stops) {
  astar_map *map = open_map(12, 4);
  astar_player *red = new_player(map, "red");
  astar_unit *out = new_unit(red, 1, 1, -1), *in = new_unit(red, 1, 3, -1);
  astar_watch_desc desc = astar_watch_default();
  astar_status why;
  send(map, out, (astar_cell){ 11, 1 });
  send(map, in, (astar_cell){ 6, 3 });
  desc.unit = out;
  desc.costlier = -1;
  astar_watch *watch = astar_watch_new(map, &desc, &why);
  for (int tick = 0; tick < 7; tick++) CHECK(astar_map_tick(map, NULL, NULL) == ASTAR_OK);
  astar_map_set(map, 10, 1, BUSH);
  astar_player_reveal(red);                      /* it costs more than has been told of */
  watch->seeks = true;
  out->waited = 5;
  out->retry = 9;
  astar_map *less = resized(map, (astar_resize){ 8, 4, 0, 0, 0 });
  const astar_unit *stopped = astar_unit_next(less, NULL), *walks = astar_unit_next(less, stopped);
  CHECK(astar_unit_state_of(stopped) == ASTAR_STANDING && astar_unit_path(stopped, NULL) == NULL);
  CHECK(astar_unit_path(walks, NULL) != NULL);
  CHECK(stopped->waited == 0 && stopped->retry == 0 && !astar_unit_watch(stopped)->seeks);
  astar_unit_stop(out);
  astar_map *alike = resized(map, (astar_resize){ 8, 4, 0, 0, 0 });
  CHECK(are_equal(less, alike));
  CHECK(astar_map_tick(less, NULL, NULL) == ASTAR_OK);
  astar_map_free(less);
  astar_map_free(alike);
  astar_map_free(map);
}

TEST(glimpses_and_watches_outside_are_lost) {
  astar_map *map = open_map(12, 4);
  astar_player *red = new_player(map, "red");
  astar_watch_desc desc = astar_watch_default();
  astar_status why;
  astar_path *paths[2] = { NULL, NULL };
  for (int i = 0; i < 2; i++) {
    astar_player_see(red, 1 + 9 * i, 1, 3, NULL, NULL);
    paths[i] = astar_path_find(map, 0, 0, (astar_rect){ 5 + 6 * i, 0, 1, 1 }, NULL, &why);
    desc.path = paths[i];
    CHECK(astar_watch_new(map, &desc, &why) != NULL);
    astar_path_free(map, paths[i]);
  }
  astar_map *less = resized(map, (astar_resize){ 9, 4, 0, 0, 0 });
  red = astar_player_next(less, NULL);
  CHECK(red->glimpse_count == 1);
  CHECK(astar_player_knows(red, 8, 1) == ASTAR_SEEN);
  CHECK(astar_player_knows(red, 1, 1) == ASTAR_VISIBLE);
  const astar_watch *left = astar_watch_next(less, NULL);
  CHECK(left != NULL && astar_watch_number(left) == 1 && astar_watch_next(less, left) == NULL);
  astar_map_free(less);
  astar_map_free(map);
}

static astar_ticket *ask(astar_map *map, int32_t x, astar_rect goal) {
  astar_status why;
  return astar_queue_request(map, x, 0, goal, NULL, 0, &why);
}

TEST(tickets_wait_on_if_they_can_be_answered) {
  astar_map *map = open_map(12, 4);
  CHECK(ask(map, 0, (astar_rect){ 6, 1, 4, 2 }) != NULL);
  CHECK(ask(map, 0, (astar_rect){ 9, 1, 2, 2 }) != NULL);
  CHECK(ask(map, 10, (astar_rect){ 1, 1, 1, 1 }) != NULL);
  astar_map *less = resized(map, (astar_resize){ 8, 5, 0, 1, 0 });
  const astar_ticket *ticket = astar_ticket_waiting(less, NULL);
  CHECK(astar_queue_waiting(less) == 1 && astar_queue_waiting(map) == 3);
  CHECK(ticket->x == 0 && ticket->y == 1);
  CHECK(ticket->goal.x == 6 && ticket->goal.y == 2 && ticket->goal.width == 2 &&
        ticket->goal.height == 2);
  astar_map_free(less);
  astar_map_free(map);
}

/* A player who did not see that a link was removed remembers it as long as there is its land. */
TEST(a_link_that_is_only_remembered_is_lost) {
  astar_map *map = open_map(12, 4);
  astar_player *red = new_player(map, "red");
  astar_link_desc desc = { .from = { 1, 1 }, .to = { 10, 1 }, .cost = 10 };
  astar_status why;
  astar_player_reveal(red);
  astar_link *link = astar_link_new(map, &desc, &why);
  CHECK(link != NULL);
  astar_player_reveal(red);
  const astar_resize cut = { 8, 4, 0, 0, 0 };
  CHECK(astar_resize_link(map, &cut, NULL) == link && astar_resize_link(map, &cut, link) == NULL);
  CHECK(astar_map_resize(map, &cut, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_link_remove(link) == ASTAR_OK && map->links.first != NULL);
  CHECK(astar_resize_link(map, &cut, NULL) == NULL);
  astar_map *less = resized(map, cut);
  CHECK(less->links.first == NULL);
  astar_map_free(less);
  astar_map_free(map);
}

/* A unit that has made way, and would go back to where it stood, stays; so does the cell that one
** has left, where it has not come from a cell that is lost. */
TEST(where_a_unit_came_from_may_be_outside) {
  astar_map *map = open_map(12, 4);
  astar_unit *unit = new_unit(new_player(map, "red"), 8, 1, -1);
  const astar_resize cut = { 8, 4, 0, 0, 0 };
  unit->x = 7;                      /* on its way from cell 8 */
  occupancy_leave(map, 8, 1, 1);
  occupancy_enter(map, unit, 7, 1, 1);
  unit->travelled = 100;
  CHECK(astar_resize_unit(map, &cut, NULL) == unit);
  unit->travelled = unit->stride;
  CHECK(astar_resize_unit(map, &cut, NULL) == NULL);
  astar_map *less = resized(map, cut);
  const astar_unit *first = astar_unit_next(less, NULL);
  CHECK(first->from.x == 7 && first->goal.x == 7);
  astar_map_free(less);
  astar_map_free(map);
}

/* Everything that is on the new map has the pointer that it had. */
TEST(the_game_keeps_its_own_data) {
  int of[8];
  astar_map *map = open_map(12, 4);
  astar_player *red = new_player(map, "red");
  astar_status why;
  astar_link_desc links[] = { { .from = { 9, 1 }, .to = { 10, 1 }, .cost = 9 },
                              { .from = { 1, 1 }, .to = { 3, 3 }, .cost = 9 } };
  astar_unit *unit = new_unit(red, 2, 2, -1);
  astar_link_remove(astar_link_new(map, &links[0], &why));
  astar_link *link = astar_link_new(map, &links[1], &why);
  astar_watch_desc desc = astar_watch_default();
  desc.unit = unit;
  astar_watch *first = astar_watch_new(map, &desc, &why);
  astar_watch_remove(first);
  astar_set_user_data(map, &of[0]);
  astar_set_user_data(astar_map_class(map), &of[1]);
  astar_set_user_data(red, &of[2]);
  astar_set_user_data(astar_influence_new(map, "danger", ASTAR_ONE, &why), &of[3]);
  astar_set_user_data(link, &of[4]);
  astar_set_user_data(unit, &of[5]);
  astar_set_user_data(astar_watch_new(map, &desc, &why), &of[6]);
  astar_set_user_data(ask(map, 0, (astar_rect){ 9, 1, 2, 2 }), &of[0]);
  astar_set_user_data(ask(map, 0, (astar_rect){ 6, 1, 2, 2 }), &of[7]);
  astar_map *less = resized(map, (astar_resize){ 8, 4, 0, 0, 0 });
  CHECK(astar_user_data(less) == &of[0]);
  CHECK(astar_user_data(astar_map_class(less)) == &of[1]);
  CHECK(astar_user_data(astar_player_next(less, NULL)) == &of[2]);
  CHECK(astar_user_data(astar_influence_next(less, NULL)) == &of[3]);
  CHECK(astar_user_data(astar_link_next(less, NULL)) == &of[4]);
  CHECK(astar_user_data(astar_unit_next(less, NULL)) == &of[5]);
  CHECK(astar_user_data(astar_watch_next(less, NULL)) == &of[6]);
  CHECK(astar_user_data(astar_ticket_waiting(less, NULL)) == &of[7]);
  astar_map_free(less);
  astar_map_free(map);
}

/* ---- tables ---------------------------------------------------------------------------------- */

TEST(landmarks_and_dead_ends_are_made_again) {
  astar_map *maps[2];
  for (int i = 0; i < 2; i++) {
    Valley valley = build(5, i ? WIDTH + 9 : WIDTH, i ? HEIGHT + 3 : HEIGHT, 4 * i, 2 * i);
    maps[i] = valley.map;
    astar_map_set(maps[i], valley.x + 4, valley.y + 3, i == 0 ? OPEN : WALL);
    CHECK(find_landmarks(maps[i], NULL) == ASTAR_OK);
    CHECK(find_dead_ends(maps[i], NULL) == ASTAR_OK);
    astar_map_set(maps[i], valley.x + 4, valley.y + 3, WALL);
  }
  astar_map *grown = resized(maps[0], (astar_resize){ WIDTH + 9, HEIGHT + 3, 4, 2, 0 });
  CHECK(are_equal(grown, maps[1]));
  astar_map_free(grown);
  astar_map_free(maps[0]);
  astar_map_free(maps[1]);
}

/* On a large map, tickets wait until tables are paid for. What was paid there is no price here. */
TEST(what_was_paid_for_tables_is_not_handed_on) {
  enum { SIDE = 540 };
  astar_map *map = random_map(SIDE, SIDE, 10);
  astar_map_set(map, 0, 0, OPEN);
  CHECK(ask(map, 0, (astar_rect){ 9, 9, 9, 9 }) != NULL);
  CHECK(astar_queue_work(map, 4000, 1, NULL) == ASTAR_OK);
  CHECK(map->table_budgets != NULL && map->table_budgets->paid > 0);
  astar_map *less = resized(map, (astar_resize){ 40, 40, 0, 0, 0 });
  CHECK(less->table_budgets == NULL || less->table_budgets->paid == 0);
  astar_map_free(less);
  astar_map_free(map);
}

/* ---- hexagons -------------------------------------------------------------------------------- */

/* ---- refusals -------------------------------------------------------------------------------- */

static bool is_refused(astar_map *map, astar_resize resize) {
  astar_status why = ASTAR_OK;
  uint64_t hash = astar_map_hash(map);
  astar_map *other = astar_map_resize(map, &resize, &why);
  CHECK(astar_map_hash(map) == hash);
  astar_map_free(other);
  return other == NULL && why == ASTAR_INVALID;
}

TEST(values_out_of_range_are_refused) {
  const int32_t most = ASTAR_MAX_CELLS;
  astar_map *map = open_map(4, 4);
  CHECK(is_refused(map, (astar_resize){ 0, 4, 0, 0, 0 }));
  CHECK(is_refused(map, (astar_resize){ 4, 0, 0, 0, 0 }));
  CHECK(is_refused(map, (astar_resize){ -1, -1, 0, 0, 0 }));
  CHECK(is_refused(map, (astar_resize){ most, 2, 0, 0, 0 }));
  CHECK(is_refused(map, (astar_resize){ 4, 4, most + 1, 0, 0 }));
  CHECK(is_refused(map, (astar_resize){ 4, 4, 0, -most - 1, 0 }));
  CHECK(is_refused(map, (astar_resize){ 4, 4, INT32_MIN, INT32_MAX, 0 }));
  CHECK(is_refused(map, (astar_resize){ 4, 4, 0, 0, 5 }));
  CHECK(is_refused(map, (astar_resize){ 4, 4, 0, 0, -1 }));
  astar_map *gone = resized(map, (astar_resize){ 4, 4, most, -most, WALL });
  CHECK(astar_map_get(gone, 0, 0) == WALL && astar_map_get(gone, 3, 3) == WALL);
  astar_map_free(gone);
  astar_map_free(map);
}

TEST(a_map_whose_place_has_no_number_is_refused) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = desc.height = 2;
  desc.cell_width = 1e299;
  astar_map *map = astar_map_new(&desc, &why);
  CHECK(is_refused(map, (astar_resize){ 2, 2, 10, 0, 0 }));
  CHECK(!is_refused(map, (astar_resize){ 2, 2, 9, 0, 0 }));
  astar_map_free(map);
}

TEST(an_odd_shift_of_hexagons_is_refused) {
  astar_map *hex = placed_map(ASTAR_SQUARE, ASTAR_GRID_HEX);
  astar_map *flat = placed_map(ASTAR_SQUARE, ASTAR_GRID_FLAT_HEX);
  CHECK(is_refused(hex, (astar_resize){ 9, 9, 0, 1, 0 }));
  CHECK(is_refused(hex, (astar_resize){ 9, 9, 0, -1, 0 }));
  CHECK(!is_refused(hex, (astar_resize){ 9, 9, 1, 2, 0 }));
  CHECK(is_refused(flat, (astar_resize){ 9, 9, -3, 0, 0 }));
  CHECK(!is_refused(flat, (astar_resize){ 9, 9, -2, 1, 0 }));
  astar_map_free(hex);
  astar_map_free(flat);
}

TEST(levels_are_refused) {
  astar_map_desc desc = astar_map_default();
  astar_level level = { "cave", { 0, 0, 3, 3 } };
  astar_status why;
  desc.width = desc.height = 3;
  desc.levels = &level;
  desc.level_count = 1;
  astar_map *map = astar_map_new(&desc, &why);
  define_terrains(map);
  CHECK(is_refused(map, (astar_resize){ 4, 4, 0, 0, 0 }));
  astar_map_free(map);
}

static int32_t asked;

static int32_t resize_within(void *user, int32_t x, int32_t y, int32_t terrain) {
  (void)x, (void)y, (void)terrain;
  CHECK(is_refused(user, (astar_resize){ 9, 9, 0, 0, 0 }));
  asked++;
  return 0;
}

TEST(units_that_would_be_outside_are_named) {
  astar_map *map = open_map(12, 6);
  astar_player *red = new_player(map, "red");
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  const astar_resize cut = { 8, 6, 0, 0, 0 };
  desc.x = 7;
  desc.y = 2;
  desc.cls = valley_class(map, 2);
  astar_unit *large = astar_unit_new(red, &desc, &why);
  CHECK(new_unit(red, 7, 1, -1) != NULL);
  astar_unit *far = new_unit(red, 8, 1, -1);
  CHECK(astar_resize_unit(map, &cut, NULL) == large);
  CHECK(astar_resize_unit(map, &cut, large) == far);
  CHECK(astar_resize_unit(map, &cut, far) == NULL);
  CHECK(is_refused(map, cut));
  CHECK(astar_unit_place(large, 6, 2) == ASTAR_OK);
  astar_unit_remove(far);
  CHECK(!is_refused(map, cut));
  astar_map_free(map);
}

TEST(a_locked_map_is_refused) {
  astar_map *map = open_map(4, 4);
  astar_query query = astar_query_default();
  astar_path *path = NULL;
  query.extra_cost = resize_within;
  query.extra_user = map;
  astar_status why;
  path = astar_path_find(map, 0, 0, (astar_rect){ 3, 3, 1, 1 }, &query, &why);
  CHECK(asked > 0);
  astar_path_free(map, path);
  astar_map_free(map);
}

int main(void) { return run_tests(); }
