/*
** The query with which a unit searches for another path to its goal when others are in its way. It
** belongs to the path that the unit follows, and goes with it.
**
** Invariant: the unit, class and player of a kept query are NULL, and all influence maps that it
** names are on the map: one that is removed is dropped from it.
*/
#ifndef ASTAR_UNIT_QUERY_H
#define ASTAR_UNIT_QUERY_H

#include "../map/query.h"

typedef struct UnitQuery {
  astar_query query;
  astar_weighted *weighted;         /* a block for the influence maps that it named at first */
  size_t bytes;                     /* of that block */
} UnitQuery;

/* For the unit, to the very end of its path, and for any engine. */
astar_query unit_query(astar_unit *unit);
/* A copy for a unit; NULL of NULL. OK, INVALID or NO_MEMORY. */
astar_status unit_query_make(astar_map *map, const astar_query *query, UnitQuery **made);
void unit_query_free(astar_map *map, UnitQuery *query);
/* The influence map is about to be removed: of one query, and of those of all units. */
void unit_query_forget(UnitQuery *query, const astar_influence *influence);
void unit_queries_forget(astar_map *map, const astar_influence *influence);

#endif
