/*
** Direct queries: those that are answered from the view, or from the plane alone, without a search.
*/
#ifndef ASTAR_DIRECT_H
#define ASTAR_DIRECT_H

#include "goal.h"

/* A query with its view, which may be asked for penalties. */
typedef struct DirectQuery {
  astar_query query;                /* resolved */
  View view;
  SearchScratch *scratch;
} DirectQuery;

/* OK: direct_close must follow, and the struct stays where it is until then. INVALID, NO_MEMORY,
** LIMIT: there is nothing to close. */
astar_status direct_open(DirectQuery *direct, astar_map *map, const astar_query *query);
/* OK; CANCELLED: the caller's function has said so. */
astar_status direct_close(DirectQuery *direct);

#endif
