/*
** A scout in fog: it sees a wall on its way and searches again, and no frame expands more than 20
** nodes.
*/
#include <stdio.h>
#include <stdlib.h>

#include "astar_units.h"

/* Begins a search from where the unit is. The query brings its class and its player along. */
static astar_search *ask(astar_map *map, astar_unit *unit, astar_rect goal) {
  astar_query query = astar_query_default();
  query.unit = unit;
  query.partial = true;                    /* the way to the nearest cell, if need be */
  astar_cell at = astar_unit_cell(unit);
  astar_status why;
  return astar_search_new(map, at.x, at.y, goal, &query, &why);
}

/* Works on a search for one frame; true when it is over. The unit then has its orders. */
static bool think(astar_search *search, astar_unit *unit) {
  astar_status status = astar_search_step(search, 20);          /* 20 nodes a frame */
  if (status == ASTAR_RUNNING) return false;
  size_t size = astar_search_path_size(search, 0);              /* 0: there is no path */
  void *memory = size > 0 ? malloc(size) : NULL;
  if (memory != NULL)                                           /* the unit copies its path */
    astar_unit_follow_path(unit, astar_search_path(search, 0, memory), NULL);
  free(memory);
  return true;
}

static bool is_there(const astar_unit *unit, astar_rect goal) {
  astar_cell at = astar_unit_cell(unit);
  return astar_unit_state_of(unit) == ASTAR_STANDING && at.x == goal.x && at.y == goal.y;
}

int main(void) {
  astar_map_desc desc = astar_map_default();
  desc.width = 30;
  desc.height = 12;
  astar_status why;
  astar_map *map = astar_map_new(&desc, &why);
  if (map == NULL) return 1;
  int32_t wall;
  astar_terrain_define(map, "plain", 10, false, NULL);
  astar_terrain_define(map, "wall", 0, true, &wall);
  astar_map_fill(map, (astar_rect){ 15, 0, 1, 11 }, wall);          /* nobody has seen it yet */

  astar_player *red = astar_player_new(map, "red", &why);
  if (red == NULL) return 1;
  astar_unit_desc scout = astar_unit_default();
  scout.x = 2;
  scout.y = 2;
  scout.sight = 5;
  scout.speed = ASTAR_ONE / 2;                                  /* half a cell a tick */
  astar_unit *unit = astar_unit_new(red, &scout, &why);
  if (unit == NULL) return 1;

  astar_rect goal = { 27, 2, 1, 1 };
  astar_search *search = NULL;
  int searches = 0;
  while (!is_there(unit, goal) && astar_map_ticks(map) < 1000) {
    bool blocked = astar_unit_blocked(unit) >= 0;               /* by what was seen since */
    if (search == NULL && (blocked || astar_unit_state_of(unit) == ASTAR_STANDING)) {
      astar_unit_stop(unit);
      search = ask(map, unit, goal);
      if (search == NULL) return 1;
      searches++;
    }
    if (search != NULL && think(search, unit)) {
      astar_search_free(search);
      search = NULL;
    }
    if (astar_map_tick(map, NULL, NULL) != ASTAR_OK) return 1;      /* moves, then sees */
  }
  printf("at %d, %d after %u ticks and %d searches\n", (int)astar_unit_cell(unit).x,
         (int)astar_unit_cell(unit).y, (unsigned)astar_map_ticks(map), searches);
  if (search != NULL) astar_search_free(search);
  astar_map_free(map);
  return 0;
}
