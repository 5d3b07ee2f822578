/*
** A game in C: a map, two classes, three units of a player, orders, and a loop with a fixed step.
** Whatever the time of a frame, the game goes on by whole ticks, so it plays the same everywhere.
*/
#include <stdio.h>
#include <stdlib.h>

#include "astar_units.h"

#define ROWS 8

/* '.' plain, ',' swamp, '#' wall: the numbers of the terrains, in the order of definition. */
static const char *const rows[ROWS] = {
  "....................",
  "....,,,,....#.......",
  "....,,,,....#..###..",
  "....,,,,....#..#.#..",
  "....,,,,....#..###..",
  "............#.......",
  "............#.......",
  "....................",
};
enum { PLAIN = 1, SWAMP, WALL };

/* The game's own record of a unit; the unit points to it. */
typedef struct Soldier {
  const char *name;
  int32_t trips;                    /* how often it has arrived */
} Soldier;

static void fail(const char *what, astar_status why) {
  fprintf(stderr, "%s: %s\n", what, astar_status_name(why));
  exit(EXIT_FAILURE);
}

static astar_map *new_map(void) {
  astar_map_desc desc = astar_map_default();
  desc.width = 20;
  desc.height = ROWS;
  desc.cell_width = desc.cell_height = 32;              /* pixels */
  astar_status why;
  astar_map *map = astar_map_new(&desc, &why);
  if (map == NULL) fail("map", why);
  astar_terrain_define(map, "plain", 10, false, NULL);  /* the first one fills the map */
  astar_terrain_define(map, "swamp", 40, false, NULL);
  astar_terrain_define(map, "wall", 0, true, NULL);     /* cannot be entered, hides what is behind */
  for (int32_t y = 0; y < desc.height; y++)
    for (int32_t x = 0; x < desc.width; x++) {
      char letter = rows[y][x];
      astar_map_set(map, x, y, letter == '#' ? WALL : letter == ',' ? SWAMP : PLAIN);
    }
  return map;
}

/* A class for which swamp is as good as plain. */
static astar_class *new_frogs(astar_map *map) {
  static const int32_t costs[] = { 0, ASTAR_TERRAIN_DEFAULT, 10 };      /* by terrain */
  astar_class_desc desc = astar_class_default();
  desc.costs = costs;
  desc.cost_count = 3;
  astar_status why;
  astar_class *frogs = astar_class_new(map, &desc, &why);
  if (frogs == NULL) fail("class", why);
  return frogs;
}

static astar_unit *new_unit(astar_player *player, astar_class *cls, int32_t x, int32_t y,
                            Soldier *soldier) {
  astar_unit_desc desc = astar_unit_default();
  desc.x = x;
  desc.y = y;
  desc.cls = cls;
  desc.sight = 6;
  desc.avoidance = ASTAR_AVOIDANCE_YIELD;
  astar_status why;
  astar_unit *unit = astar_unit_new(player, &desc, &why);
  if (unit == NULL) fail(soldier->name, why);
  astar_set_user_data(unit, soldier);
  return unit;
}

/* Sends a unit to a cell. That there is no path is nothing unusual: the game is told why. */
static void send(astar_map *map, astar_unit *unit, int32_t x, int32_t y) {
  const Soldier *soldier = astar_user_data(unit);
  astar_query query = astar_query_default();
  query.unit = unit;                                    /* its class, and what its player knows */
  astar_cell at = astar_unit_cell(unit);
  astar_status status;
  astar_path *path = astar_path_find(map, at.x, at.y, (astar_rect){ x, y, 1, 1 }, &query, &status);
  if (path != NULL) {
    printf("%s goes to %d, %d: %d cells, cost %u\n", soldier->name, (int)x, (int)y,
           (int)astar_path_length(path), (unsigned)astar_path_cost(path));
    status = astar_unit_follow_path(unit, path, NULL);  /* copies the path */
    astar_path_free(map, path);
  }
  if (status != ASTAR_OK)
    printf("%s cannot go to %d, %d: %s\n", soldier->name, (int)x, (int)y,
           astar_status_name(status));
}

/* One tick, and what has happened in it. Returns how many units have arrived. */
static int tick(astar_map *map) {
  const astar_unit_event *events;
  int32_t count;
  int arrived = 0;
  astar_status status = astar_map_tick(map, &events, &count);
  if (status != ASTAR_OK) fail("tick", status);         /* NO_MEMORY: nothing has moved */
  for (int32_t i = 0; i < count; i++) {
    if (events[i].kind != ASTAR_EVENT_ARRIVED) continue;
    Soldier *soldier = astar_user_data(events[i].unit);
    soldier->trips++;
    arrived++;
    printf("tick %u: %s has arrived\n", (unsigned)astar_map_ticks(map), soldier->name);
  }
  return arrived;
}

/* Where a game draws: the picture lies between two ticks, and so does each unit. */
static void draw(const astar_map *map) {
  for (astar_unit *one = astar_unit_next(map, NULL); one; one = astar_unit_next(map, one)) {
    double x, y;
    astar_unit_position(one, &x, &y);
    printf("%s at %.0f, %.0f\n", ((Soldier *)astar_user_data(one))->name, x, y);
  }
}

/* The seconds since the last frame: a game measures them. */
static double frame_time(void) {
  return 1.0 / 60;
}

int main(void) {
  Soldier soldiers[] = { { "Ann", 0 }, { "Bob", 0 }, { "Frog", 0 } };
  astar_map *map = new_map();
  astar_class *frogs = new_frogs(map);
  astar_status why;
  astar_player *red = astar_player_new(map, "red", &why);
  if (red == NULL) fail("player", why);
  astar_unit *ann = new_unit(red, NULL, 0, 2, &soldiers[0]);
  astar_unit *bob = new_unit(red, NULL, 0, 3, &soldiers[1]);
  astar_unit *frog = new_unit(red, frogs, 0, 4, &soldiers[2]);
  astar_player_reveal(red);                             /* a map that everybody knows */

  send(map, ann, 18, 1);
  send(map, bob, 16, 3);                                /* walled in */
  send(map, bob, 10, 3);
  send(map, frog, 10, 2);

  const double step = 1.0 / 20;                         /* seconds of a tick */
  double behind = 0;
  int on_the_way = 3;
  while (on_the_way > 0 && astar_map_ticks(map) < 1000) {
    behind += frame_time();
    for (; behind >= step; behind -= step) on_the_way -= tick(map);
  }
  draw(map);
  astar_map_free(map);                                  /* with all that belongs to it */
  return on_the_way == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
