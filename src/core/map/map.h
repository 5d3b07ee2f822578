/*
** The map as a whole: the owner of every layer and of every table made from them.
*/
#ifndef ASTAR_MAP_H
#define ASTAR_MAP_H

#include <string.h>

#include "../base/refusal.h"
#include "../base/user_data.h"
#include "../grid/path.h"
#include "../open_list/node_pool.h"
#include "circle.h"
#include "geometry.h"
#include "opacity.h"

/* See link.h. */
typedef struct Links {
  astar_link *first, *last;         /* in the order of their numbers */
  uint32_t last_number;
  uint64_t version;
  uint64_t *ends;                   /* a bit per cell where a link begins or ends; NULL: none */
  bool ends_stale;                  /* a link has gone since they were marked */
} Links;

struct astar_map {
  Memory memory;                    /* first: it has the user data */
  Refusal refused;
  Refusal *refusal;                 /* the same, also of a map that must not change */
  Grid grid;
  Geometry geometry;
  Opacity opacity;                  /* what hides what lies behind */
  Circle circle;                    /* of the field of view that was cast last */
  astar_class *classes;             /* the default class is the first */
  astar_player *players;            /* in the order of their making, as all lists here */
  astar_influence *influences;
  astar_sight *sights;
  Links links;
  uint64_t recipe_rounds;           /* how often recipes have been brought up to date */
  struct Units *units;              /* see units/units.h; NULL: a library of paths alone */
  uint64_t taken_version;           /* counts what changes which cells are taken for a player's
                                    ** queries: where units stand, which of them make way, and what
                                    ** the player sees */
  struct Plane *planes;
  uint64_t ids;                     /* numbers given so far to what must be told apart */
  NodePool node_pool;
  struct CostCache *cost_caches;    /* see cost_cache.h; the last used first */
  astar_search *searches;           /* those not freed, and the idle one */
  astar_search *idle;               /* one that is used again for the next query, or NULL */
  struct SearchScratch *search_scratches;   /* see search_scratch.h; the last used first */
  int search_scratch_count;
  astar_field *fields;
  astar_areas *areas;               /* see areas.h */
  struct Queue *queue;              /* NULL until something is asked for */
  struct TableBudget *table_budgets;   /* see table_budget.h */
  uint32_t ticks;
  uint32_t removals;                /* of players, influence maps and units, so far */
  int32_t locks;                    /* callbacks under way: the map must not be changed */
};
HAS_USER_DATA_IN(astar_map, memory.user_data);

/* Is an argument right? If not, these words say what is wrong. */
static inline bool map_accepts(const astar_map *map, bool holds, const char *words) {
  return refusal_unless(map->refusal, holds, words);
}
static inline bool map_accepts_between(const astar_map *map, int64_t number, int64_t least,
                                       int64_t most, const char *words) {
  return refusal_unless_between(map->refusal, number, least, most, words);
}
/* May it change? */
static inline bool map_is_open(const astar_map *map) {
  return map_accepts(map, map->locks == 0, "the map is locked: one of its callbacks is running");
}
static inline bool map_has_cell(const astar_map *map, int32_t x, int32_t y) {
  return map_accepts(map, grid_has(&map->grid, x, y), "x, y: the cell is outside the map");
}
static inline bool map_accepts_name(const astar_map *map, const char *name) {
  return map_accepts_between(map, (int64_t)strlen(name), 1, ASTAR_NAME_MAX,
                             "name: not 1 to ASTAR_NAME_MAX bytes");
}
/* Is a terrain one that cells may be given? */
static inline bool map_has_ground(const astar_map *map, int32_t terrain) {
  return map_accepts_between(map, terrain, 1, map->grid.kind_count,
                             "terrain: there is none of that number") &&
         map_accepts(map, map->grid.levels == NULL || terrain != TERRAIN_VOID,
                     "terrain: the void between the levels");
}
static inline bool map_encloses(const astar_map *map, astar_rect rect) {
  return map_accepts(map, grid_encloses(&map->grid, rect),
                     "the rectangle has no cell, or is not on the map");
}
/* Of a goal, or place. */
static inline bool map_holds(const astar_map *map, astar_rect rect) {
  return map_encloses(map, rect) &&
         map_accepts(map, map->grid.levels == NULL || grid_holds(&map->grid, rect),
                     "the rectangle is not on one level");
}
/* For calls that may use several. */
static inline bool map_accepts_threads(const astar_map *map, int32_t threads) {
  return map_is_open(map) && map_accepts(map, threads >= 1, "threads: below 1");
}
static inline bool map_has_path(const astar_map *map, const astar_path *path) {
  return map_accepts(map, path_on_map(path, &map->grid), "path: not on this map");
}
/* Of a list. */
static inline bool map_has_cells(const astar_map *map, const astar_cell *cells, int32_t count) {
  bool has = map_accepts(map, count >= 0, "count: below 0");
  for (int32_t i = 0; i < count && has; i++)
    has = map_accepts(map, grid_has(&map->grid, cells[i].x, cells[i].y),
                      "cells: one of them is outside the map");
  return has;
}

#endif
