/* One line of sight: it is what is defined, and what a field of view shows. */
#include "sight.h"

static astar_sight_code shot(const astar_map *map, const astar_player *player, astar_cell from,
                       astar_cell to) {
  astar_sight_line line = { .from = from, .to = to, .player = player };
  return astar_map_line_of_sight(map, &line, NULL);
}

static bool clear_between(const astar_map *map, astar_cell from, astar_cell to) {
  return shot(map, NULL, from, to) == ASTAR_SIGHT_CLEAR;
}

/* ---- against the definition ------------------------------------------------------------------ */

TEST(a_line_is_what_is_defined) {
  enum { WIDTH = 14, HEIGHT = 12 };
  for (EACH_CASE(seed, 60)) {
    int i = (int)seed - 1;
    astar_map *map = random_map(WIDTH, HEIGHT, 5 + i);
    for (int look = 0; look < 20; look++) {
      astar_cell at = { random_below(WIDTH), random_below(HEIGHT) };
      int32_t range = 1 + random_below(20);
      for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++) {
          astar_sight_line line = { .from = at, .to = { x, y }, .range = range };
          bool is_clear = astar_map_line_of_sight(map, &line, NULL) == ASTAR_SIGHT_CLEAR;
          CHECK(is_clear == defined(map, at, x, y, range));
        }
    }
    astar_map_free(map);
  }
}

TEST(a_line_is_what_a_field_of_view_shows) {
  enum { WIDTH = 140, HEIGHT = 90 };
  for (EACH_CASE(seed, 12)) {
    int i = (int)seed - 1;
    astar_map *map = random_map(WIDTH, HEIGHT, 1 + 2 * i);
    astar_player *player = new_player(map, "red");
    for (int look = 0; look < 5; look++) {
      astar_cell at = { random_below(WIDTH), random_below(HEIGHT) };
      astar_player_end_sight(player);
      astar_player_see(player, at.x, at.y, ASTAR_MAX_RADIUS, NULL, NULL);
      for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++)
          CHECK(clear_between(map, at, (astar_cell){ x, y }) ==
                (astar_player_knows(player, x, y) == ASTAR_VISIBLE));
    }
    astar_map_free(map);
  }
}

TEST(lines_are_symmetric) {
  enum { WIDTH = 60, HEIGHT = 50 };
  for (EACH_CASE(seed, 20)) {
    int i = (int)seed - 1;
    astar_map *map = random_map(WIDTH, HEIGHT, 3 + 2 * i);
    for (int look = 0; look < 4000; look++) {
      astar_cell a = { random_below(WIDTH), random_below(HEIGHT) };
      astar_cell b = { random_below(WIDTH), random_below(HEIGHT) };
      if (opaque(map, a.x, a.y) || opaque(map, b.x, b.y)) continue;
      CHECK(clear_between(map, a, b) == clear_between(map, b, a));
    }
    astar_map_free(map);
  }
}

/* ---- what is in the way ---------------------------------------------------------------------- */

static bool is_between(int32_t a, int32_t b, int32_t c) {
  return (a <= b && b <= c) || (c <= b && b <= a);
}

/* The cell named hides: without all that were named, one after the other, there is sight. */
TEST(what_is_named_is_in_the_way) {
  enum { WIDTH = 40, HEIGHT = 30 };
  for (EACH_CASE(seed, 300)) {
    int i = (int)seed - 1;
    astar_map *map = random_map(WIDTH, HEIGHT, 10 + i % 50);
    astar_sight_line line = { .from = { random_below(WIDTH), random_below(HEIGHT) },
                      .to = { random_below(WIDTH), random_below(HEIGHT) } };
    astar_cell where;
    int32_t named = 0;
    while (astar_map_line_of_sight(map, &line, &where) == ASTAR_SIGHT_HIDDEN && named < 200) {
      CHECK(opaque(map, where.x, where.y));
      CHECK(is_between(line.from.x, where.x, line.to.x));
      CHECK(is_between(line.from.y, where.y, line.to.y));
      CHECK(where.x != line.to.x || where.y != line.to.y);
      CHECK(astar_map_set(map, where.x, where.y, OPEN) == ASTAR_OK);
      named++;
    }
    CHECK(named < 100);
    astar_map_free(map);
  }
}

/* ---- ranges ---------------------------------------------------------------------------------- */

TEST(lines_may_be_as_long_as_the_map) {
  enum { WIDTH = 1 << 21 };
  astar_map *map = open_map(WIDTH, 3);
  astar_cell where;
  astar_sight_line line = { .from = { 0, 0 }, .to = { WIDTH - 1, 2 } };
  CHECK(astar_map_line_of_sight(map, &line, NULL) == ASTAR_SIGHT_CLEAR);
  CHECK(astar_map_set(map, WIDTH / 2, 1, WALL) == ASTAR_OK);
  CHECK(astar_map_line_of_sight(map, &line, &where) == ASTAR_SIGHT_HIDDEN);
  CHECK(where.x == WIDTH / 2 && where.y == 1);
  astar_map_free(map);
}

/* ---- what a player knows --------------------------------------------------------------------- */

/* What is known of all cells is the map as it was: on it the same lines are clear. */
TEST(what_is_remembered_is_asked_alike) {
  enum { SIDE = 16 };
  for (EACH_CASE(seed, 30)) {
    astar_map *map = open_map(SIDE, SIDE), *mirror = open_map(SIDE, SIDE);
    astar_player *red = new_player(map, "red");
    for (int32_t c = 0; c < SIDE * SIDE; c++)
      astar_map_set(map, c % SIDE, c / SIDE, random_terrain(30));
    for (int look = 0; look < 3; look++)
      astar_player_see(red, random_below(SIDE), random_below(SIDE), 8, NULL, NULL);
    astar_player_end_sight(red);
    for (int32_t c = 0; c < SIDE * SIDE; c++) {
      int32_t known = astar_player_terrain(red, c % SIDE, c / SIDE);
      if (known != 0) astar_map_set(mirror, c % SIDE, c / SIDE, known);
      astar_map_set(map, c % SIDE, c / SIDE, random_terrain(30));
    }
    for (int look = 0; look < 2000; look++) {
      astar_cell a = { random_below(SIDE), random_below(SIDE) };
      astar_cell b = { random_below(SIDE), random_below(SIDE) };
      CHECK(shot(map, red, a, b) == shot(mirror, NULL, a, b));
    }
    astar_map_free(map);
    astar_map_free(mirror);
  }
}

/* ---- units in the way ------------------------------------------------------------------------ */

/* Units of the own side hide as walls would. */
TEST(units_hide_as_opaque_cells_do) {
  enum { SIDE = 14 };
  for (EACH_CASE(seed, 40)) {
    astar_map *map = random_map(SIDE, SIDE, 8), *mirror = open_map(SIDE, SIDE);
    astar_player *red = new_player(map, "red");
    astar_unit *shooter = NULL;
    for (int k = 0; k < 25; k++) {
      astar_unit *unit = new_unit(red, random_below(SIDE), random_below(SIDE), -1);
      if (unit != NULL) shooter = unit;
    }
    for (int32_t c = 0; c < SIDE * SIDE; c++) {
      int32_t x = c % SIDE, y = c / SIDE;
      bool hides = opaque(map, x, y) || astar_unit_at(map, x, y) != NULL;
      astar_map_set(mirror, x, y, hides ? WALL : OPEN);
    }
    astar_sight_line line = { .from = astar_unit_cell(shooter), .unit = shooter };
    for (int32_t c = 0; c < SIDE * SIDE; c++) {
      line.to = (astar_cell){ c % SIDE, c / SIDE };
      bool was_opaque = opaque(mirror, line.to.x, line.to.y);
      astar_map_set(mirror, line.to.x, line.to.y, opaque(map, line.to.x, line.to.y) ? WALL : OPEN);
      CHECK((astar_map_line_of_sight(map, &line, NULL) == ASTAR_SIGHT_CLEAR) ==
            clear_between(mirror, line.from, line.to));
      if (was_opaque) astar_map_set(mirror, line.to.x, line.to.y, WALL);
    }
    astar_map_free(map);
    astar_map_free(mirror);
  }
}

/* ---- errors ---------------------------------------------------------------------------------- */

#define INVALID(...) \
  CHECK(astar_map_line_of_sight(map, &(astar_sight_line){ __VA_ARGS__ }, NULL) == \
        ASTAR_SIGHT_INVALID)

TEST(bad_aims_are_refused) {
  astar_map *map = open_map(5, 4), *other = open_map(5, 4);
  astar_player *foreign = new_player(other, "red");
  astar_unit *unit = new_unit(foreign, 1, 1, 2);
  uint64_t before = astar_map_hash(map);
  INVALID(.from = { -1, 0 });
  INVALID(.from = { 0, 4 });
  INVALID(.to = { 5, 0 });
  INVALID(.to = { 0, -1 });
  INVALID(.range = -1);
  INVALID(.min_range = -1);
  INVALID(.range = 2, .min_range = 3);
  INVALID(.player = foreign);
  INVALID(.unit = unit);
  CHECK(astar_map_hash(map) == before);
  astar_map_free(map);
  astar_map_free(other);
}

int main(void) { return run_tests(); }
