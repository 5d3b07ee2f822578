/*
** Queries: their defaults, what they may hold, and copies that outlive what they were asked with.
** What a query names may be removed from the map while a copy of it is kept.
*/
#ifndef ASTAR_QUERY_H
#define ASTAR_QUERY_H

#include "map.h"

/* Fills in class and player, checks ranges and owners. INVALID, or OK. */
astar_status query_resolve(astar_map *map, astar_query *query);
/* A copy that may outlive the query: its list of influence maps is a block of its own, *weighted,
** for the owner to free; NULL where the list is empty. False: no memory. */
bool query_copy(astar_query *copy, astar_weighted **weighted, const astar_query *query,
                Memory *memory);
/* When a query was asked: what had been removed from the map by then; and the slot of its unit, -1
** without one. */
typedef struct QueryDate {
  uint32_t removals;
  uint32_t unit_id;                 /* 0: it names none */
} QueryDate;

/* Now. All that the query names is there. */
QueryDate query_date(const astar_map *map, const astar_query *query);
/* Is everything still there that a query names, asked at that date? What is gone must not be
** touched. The time hardly grows with the units. */
bool query_is_whole(const astar_map *map, const astar_query *query, QueryDate date);
/* Is the influence map still the one that was there when so much had been removed? */
bool query_has_influence(const astar_map *map, const astar_influence *influence, uint32_t since);
/* All that it names must be there. Without `explain`: what a recorder asks for changes nothing. */
uint64_t query_hash(const astar_map *map, const astar_query *query, uint64_t hash);

/*
** The cells in which a unit has arrived at the rectangle that was asked for, and a rectangle
** around them. A unit has arrived in a cell of what was asked for, and with `within` also where a
** cell that it covers is no further than that from there. On squares those cells fill the rectangle
** around them; on hexagons they leave some of its cells out.
*/
typedef struct GoalArea {
  const astar_query *query;
  astar_rect asked, around;
} GoalArea;

/* What `within`, which is not 0, makes of the rectangle that was asked for. */
astar_rect goal_around(const Grid *grid, const astar_query *query, astar_rect asked);
static inline GoalArea goal_area(const Grid *grid, const astar_query *query, astar_rect asked) {
  return (GoalArea){ query, asked, query->within == 0 ? asked : goal_around(grid, query, asked) };
}
/* With `within` above 0: does a cell of the rectangle count? */
bool goal_is_near(const Grid *grid, const GoalArea *area, int32_t x, int32_t y);
static inline bool goal_area_accepts(const Grid *grid, const GoalArea *area, int32_t x,
                                     int32_t y) {
  return area->query->within == 0 || goal_is_near(grid, area, x, y);
}
static inline bool goal_area_has(const Grid *grid, const GoalArea *area, int32_t x, int32_t y) {
  return rect_has(area->around, x, y) && goal_area_accepts(grid, area, x, y);
}
/* Would a unit of the query's class, at one of these cells, cover one of a rectangle? */
bool goal_area_covers(const Grid *grid, const GoalArea *area, astar_rect rect);

#endif
