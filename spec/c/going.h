/* What many tests do with units and maps: send units on their way, save and load, and see whether two
** maps go on alike. */
#ifndef GOING_H
#define GOING_H

#include "check.h"

/* Along the cheapest path by the query, whose unit it is; if there is one. */
static inline void send_by(astar_map *map, astar_query query, astar_cell to) {
  astar_path *path = NULL;
  astar_cell at = astar_unit_cell(query.unit);
  astar_status why;
  path = astar_path_find(map, at.x, at.y, (astar_rect){ to.x, to.y, 1, 1 }, &query, &why);
  if (path != NULL) CHECK(astar_unit_follow_path(query.unit, path, NULL) == ASTAR_OK);
  astar_path_free(map, path);
}

static inline void send_to(astar_map *map, astar_unit *unit, astar_cell to) {
  astar_query query = astar_query_default();
  query.unit = unit;
  send_by(map, query, to);
}

/* What is loaded of the map as it is saved. */
static inline astar_map *reloaded(astar_map *map, astar_allocator allocator) {
  astar_status why;
  size_t size;
  void *bytes = saved_map(map, &size);
  astar_map *loaded = astar_map_load(bytes, size, allocator, 0, &why);
  CHECK(loaded != NULL && why == ASTAR_OK);
  free(bytes);
  if (loaded == NULL) exit(2);
  return loaded;
}

static inline astar_map *copy_of(astar_map *map) {
  return reloaded(map, (astar_allocator){ NULL, NULL });
}

/* The loaded map goes on as the other one does. */
static inline void goes_on_alike(astar_map *map) {
  astar_map *loaded = copy_of(map);
  CHECK(astar_map_hash(loaded) == astar_map_hash(map));
  for (int i = 0; i < 3; i++) {
    astar_map_tick(map, NULL, NULL);
    astar_map_tick(loaded, NULL, NULL);
    CHECK(astar_map_hash(loaded) == astar_map_hash(map));
  }
  astar_map_free(loaded);
}

#endif
