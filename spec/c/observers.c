/* What many eyes see together: how many of them see each cell, and which. */
#include "sight.h"

enum { WIDTH = 40, HEIGHT = 36, EYES = 12 };

static astar_sight *new_sight(astar_map *map, const astar_observer *eyes, int32_t count,
                              const astar_player *player) {
  astar_status why;
  astar_sight *sight = astar_sight_new(map, eyes, count, player, &why);
  CHECK(sight != NULL && why == ASTAR_OK);
  return sight;
}

static void random_eyes(astar_observer *eyes, int32_t width, int32_t height, int32_t reach) {
  for (int i = 0; i < EYES; i++)
    eyes[i] = (astar_observer){ random_below(width), random_below(height),
                                random_below(reach + 2) - 1 };
}

/* Does the sight say of each cell what `sees` says of each of the eyes? */
static void compare(const astar_map *map, const astar_sight *sight, const astar_observer *eyes,
                    bool (*sees)(const astar_map *map, const astar_observer *eye,
                                 astar_cell cell)) {
  astar_cell seek = { 0, 0 };
  for (int32_t y = 0; y < astar_map_height(map); y++)
    for (int32_t x = 0; x < astar_map_width(map); x++) {
      int32_t expected[EYES], found[EYES], count = 0;
      for (int32_t i = 0; i < EYES; i++)
        if (sees(map, &eyes[i], (astar_cell){ x, y })) expected[count++] = i;
      CHECK(astar_sight_count(sight, x, y) == count);
      CHECK(astar_sight_seen_by(sight, x, y, found, EYES) == count);
      CHECK(memcmp(found, expected, (size_t)count * sizeof *found) == 0);
      if (count == 0) continue;
      CHECK(astar_sight_seek(sight, &seek) == count && seek.x == x && seek.y == y);
      seek = x + 1 < astar_map_width(map) ? (astar_cell){ x + 1, y } : (astar_cell){ 0, y + 1 };
    }
  CHECK(astar_sight_seek(sight, &seek) == 0);
}

/* ---- against definitions --------------------------------------------------------------------- */

static bool defined_to_see(const astar_map *map, const astar_observer *eye, astar_cell cell) {
  return eye->radius >= 0 && defined(map, (astar_cell){ eye->x, eye->y }, cell.x, cell.y,
                                     eye->radius);
}

TEST(eyes_see_what_is_defined) {
  for (EACH_CASE(seed, 20)) {
    int i = (int)seed - 1;
    astar_observer eyes[EYES];
    astar_map *map = random_map(14, 12, 5 + 2 * i);
    random_eyes(eyes, 14, 12, 9);
    astar_sight *sight = new_sight(map, eyes, EYES, NULL);
    compare(map, sight, eyes, defined_to_see);
    astar_sight_free(sight);
    astar_map_free(map);
  }
}

static bool sees_on_a_line(const astar_map *map, const astar_observer *eye, astar_cell cell) {
  astar_sight_line line = { .from = { eye->x, eye->y }, .to = cell, .range = eye->radius };
  if (eye->radius < 1) return eye->radius == 0 && cell.x == eye->x && cell.y == eye->y;
  return astar_map_line_of_sight(map, &line, NULL) == ASTAR_SIGHT_CLEAR;
}

/* Over several blocks of counts, and with rows of more than a word. */
TEST(eyes_see_where_lines_are_clear) {
  const int32_t reaches[] = { 8, 31, 32, 70, 255 };
  for (EACH_CASE(seed, 20)) {
    int i = (int)seed - 1;
    astar_observer eyes[EYES];
    astar_map *map = random_map(150, 75, 1 + i);
    random_eyes(eyes, 150, 75, reaches[i % 5]);
    astar_sight *sight = new_sight(map, eyes, EYES, NULL);
    compare(map, sight, eyes, sees_on_a_line);
    astar_sight_free(sight);
    astar_map_free(map);
  }
}

/* Of a player: as on a map that is as the player remembers it, open where it has seen nothing. */
TEST(a_players_eyes_go_by_what_it_knows) {
  const int32_t reaches[] = { 8, 31, 40, 90 };
  for (EACH_CASE(seed, 24)) {
    int i = (int)seed - 1;
    astar_observer eyes[EYES];
    astar_map *map = random_map(100, 75, 20), *mirror = open_map(100, 75);
    astar_player *red = new_player(map, "red");
    for (int look = 0; look < 9; look++)
      astar_player_see(red, random_below(100), random_below(75), 30, NULL, NULL);
    astar_player_end_sight(red);
    for (int32_t c = 0; c < 100 * 75; c++) {
      int32_t known = astar_player_terrain(red, c % 100, c / 100);
      if (known != 0) astar_map_set(mirror, c % 100, c / 100, known);
      astar_map_set(map, c % 100, c / 100, random_terrain(20));
    }
    random_eyes(eyes, 100, 75, reaches[i % 4]);
    uint64_t before = astar_map_hash(map);
    astar_sight *sight = new_sight(map, eyes, EYES, red);
    compare(mirror, sight, eyes, sees_on_a_line);
    CHECK(astar_map_hash(map) == before);
    astar_sight_free(sight);
    astar_map_free(map);
    astar_map_free(mirror);
  }
}

static bool hidden(const astar_sight *sight, int32_t x, int32_t y, int32_t size) {
  bool is_hidden = size > 0 && x >= 0 && y >= 0 && x + size <= WIDTH && y + size <= HEIGHT;
  for (int32_t i = 0; i < size * size && is_hidden; i++)
    is_hidden = astar_sight_count(sight, x + i % size, y + i / size) == 0;
  return is_hidden;
}

TEST(places_are_hidden_as_a_whole) {
  for (EACH_CASE(seed, 20)) {
    astar_observer eyes[EYES];
    astar_map *map = random_map(WIDTH, HEIGHT, 15);
    random_eyes(eyes, WIDTH, HEIGHT, 14);
    astar_sight *sight = new_sight(map, eyes, EYES, NULL);
    for (int32_t size = 0; size < 5; size++)
      for (int32_t y = -1; y <= HEIGHT; y++)
        for (int32_t x = -1; x <= WIDTH; x++)
          CHECK(astar_sight_hides(sight, x, y, size) == hidden(sight, x, y, size));
    CHECK(!astar_sight_hides(sight, 0, 0, INT32_MAX) && !astar_sight_hides(sight, 0, 0, -1));
    astar_sight_free(sight);
    astar_map_free(map);
  }
}

/* ---- what it is ------------------------------------------------------------------------------ */

TEST(a_sight_stays_as_it_was) {
  random_seed(300);
  astar_observer eyes[EYES];
  astar_map *map = random_map(WIDTH, HEIGHT, 20), *then;
  random_eyes(eyes, WIDTH, HEIGHT, 12);
  astar_sight *sight = new_sight(map, eyes, EYES, NULL);
  random_seed(300);
  then = random_map(WIDTH, HEIGHT, 20);
  CHECK(astar_map_fill(map, (astar_rect){ 0, 0, WIDTH, HEIGHT }, WALL) == ASTAR_OK);
  compare(then, sight, eyes, sees_on_a_line);
  astar_sight_free(sight);
  astar_map_free(map);
  astar_map_free(then);
}

TEST(a_glimpse_shows_the_same) {
  astar_map *map = open_map(20, 9);
  astar_player *red = new_player(map, "red");
  astar_class_desc desc = astar_class_default();
  astar_unit_desc made = astar_unit_default();
  astar_status why;
  desc.size = 4;
  made.cls = astar_class_new(map, &desc, &why);
  made.x = 3;
  made.y = 2;
  made.sight = 6;
  CHECK(astar_map_fill(map, (astar_rect){ 8, 0, 1, 4 }, WALL) == ASTAR_OK);
  astar_unit *unit = astar_unit_new(red, &made, &why);
  astar_observer eye = astar_unit_observer(unit);
  CHECK(eye.x == 4 && eye.y == 3 && eye.radius == 6);
  astar_sight *sight = new_sight(map, &eye, 1, NULL);
  for (int32_t y = 0; y < 9; y++)
    for (int32_t x = 0; x < 20; x++)
      CHECK(astar_sight_count(sight, x, y) == (astar_player_knows(red, x, y) == ASTAR_VISIBLE));
  CHECK(astar_unit_set_sight(unit, -1) == ASTAR_OK && astar_unit_observer(unit).radius == -1);
  astar_sight_free(sight);
  astar_map_free(map);
}

TEST(as_many_eyes_as_there_may_be) {
  astar_map *map = open_map(70, 3);
  astar_observer *eyes = malloc((ASTAR_MAX_OBSERVERS + 1) * sizeof *eyes);
  astar_status why;
  int32_t first[2] = { -1, -1 };
  for (int32_t i = 0; i <= ASTAR_MAX_OBSERVERS; i++) eyes[i] = (astar_observer){ 1 + i % 2, 1, 1 };
  CHECK(astar_sight_new(map, eyes, ASTAR_MAX_OBSERVERS + 1, NULL, &why) == NULL);
  CHECK(why == ASTAR_INVALID);
  astar_sight *sight = new_sight(map, eyes, ASTAR_MAX_OBSERVERS, NULL);
  CHECK(astar_sight_count(sight, 1, 1) == ASTAR_MAX_OBSERVERS);
  CHECK(astar_sight_count(sight, 0, 1) == ASTAR_MAX_OBSERVERS / 2 + 1);
  CHECK(astar_sight_seen_by(sight, 3, 1, first, 2) == ASTAR_MAX_OBSERVERS / 2);
  CHECK(first[0] == 1 && first[1] == 3);
  CHECK(astar_sight_seen_by(sight, 3, 1, NULL, 0) == ASTAR_MAX_OBSERVERS / 2);
  free(eyes);
  astar_map_free(map);
}

TEST(nobody_looks) {
  astar_map *map = open_map(5, 4);
  astar_observer blind = { 2, 2, -1 };
  for (int32_t count = 0; count < 2; count++) {
    astar_cell at = { 0, 0 };
    astar_sight *sight = new_sight(map, &blind, count, NULL);
    CHECK(astar_sight_count(sight, 2, 2) == 0 && astar_sight_seek(sight, &at) == 0);
    CHECK(astar_sight_seen_by(sight, 2, 2, NULL, 0) == 0);
    astar_sight_free(sight);
  }
  astar_map_free(map);
}

TEST(sights_are_freed_in_any_order) {
  astar_map *map = open_map(30, 30);
  astar_observer eye = { 9, 9, 5 };
  size_t before = 0;
  for (int first = 0; first < 4; first++) {
    astar_sight *sights[4];
    for (int i = 0; i < 4; i++) sights[i] = new_sight(map, &eye, 1, NULL);
    for (int i = 0; i < 4; i++) astar_sight_free(sights[(i * 3 + first) % 4]);
    if (first == 0) before = astar_map_memory(map);
    CHECK(astar_map_memory(map) == before);
  }
  new_sight(map, &eye, 1, NULL);
  new_sight(map, &eye, 1, NULL);
  astar_sight_free(NULL);
  astar_map_free(map);
}

static void refused(astar_map *map, astar_observer eye, const astar_player *player) {
  astar_status why = ASTAR_OK;
  CHECK(astar_sight_new(map, &eye, 1, player, &why) == NULL && why == ASTAR_INVALID);
}

TEST(bad_eyes_are_refused) {
  astar_map *map = open_map(5, 4), *other = open_map(5, 4);
  astar_status why;
  astar_cell outside = { 5, 0 };
  size_t memory = astar_map_memory(map);
  refused(map, (astar_observer){ -1, 0, 1 }, NULL);
  refused(map, (astar_observer){ 0, 4, 1 }, NULL);
  refused(map, (astar_observer){ 0, 0, -2 }, NULL);
  refused(map, (astar_observer){ 0, 0, ASTAR_MAX_RADIUS + 1 }, NULL);
  refused(map, (astar_observer){ 0, 0, 1 }, new_player(other, "red"));
  CHECK(astar_sight_new(map, NULL, -1, NULL, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_map_memory(map) == memory);
  astar_observer eye = { 0, 0, ASTAR_MAX_RADIUS };
  astar_sight *sight = new_sight(map, &eye, 1, NULL);
  CHECK(astar_sight_count(sight, -1, 0) == 0 && astar_sight_count(sight, 0, 4) == 0);
  CHECK(astar_sight_seek(sight, &outside) == 0);
  CHECK(astar_sight_seen_by(sight, 5, 0, NULL, 0) == 0);
  astar_map_free(map);
  astar_map_free(other);
}

int main(void) { return run_tests(); }
