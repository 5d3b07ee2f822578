/* Finding paths: the public interface to searches. */
#ifndef ASTAR_FIND_H
#define ASTAR_FIND_H

#include "goal.h"
#include "path_builder.h"

/* From where, and to what: a goal; or, with wanted > 0, the nearest of many. */
typedef struct PathRequest {
  int32_t x, y;
  astar_rect goal;
  const astar_target *target;       /* NULL, or as above */
} PathRequest;

/*
** A search that may run beside others on threads of their own: what it rests on must not change
** until they have all stopped. NULL: NO_MEMORY in *why. The query is resolved. When the map is
** given back to the caller, what has not come to its end is to be marked as suspended.
*/
astar_search *find_begin_parallel(astar_map *map, const PathRequest *request,
                                  const astar_query *query, astar_status *why);
/* Are start and goal on the map? */
bool find_valid(const astar_map *map, int32_t x, int32_t y, astar_rect goal);
/* A search that has not begun. NULL: NO_MEMORY in *why. */
astar_search *find_take(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                        const astar_query *resolved, astar_status *why);
/* Resolves a query for the nearest of many. INVALID, or OK. */
astar_status find_resolve_nearest(astar_map *map, const astar_target *target, astar_query *query);
/* Makes what takes longer than many a tick may: the tables that a search of such a query will read,
** and so many more nodes for the pool and, where it counts layers, cost caches. False: no memory.
*/
bool find_reserve(astar_map *map, const astar_query *resolved, int32_t nodes, int32_t caches);
#endif
