/*
** Kits: the sets and arrays over cells that the view of a search, or of a query without one, works
** with. The map keeps the last few that were given back, the last one first: making them takes
** longer than many a search, and claims that were marked are often the same for the next query.
**
** Invariant: of the kits that the map keeps only claims are marked, and only the first one holds
** arrays over cells of more than a bit each.
*/
#ifndef ASTAR_KIT_H
#define ASTAR_KIT_H

#include "../view/view.h"
#include "goal_side.h"

typedef struct Kit {
  struct Kit *next;                 /* among those that the map keeps */
  ViewScratch scratch;
  GoalSide goal_side;
} Kit;

/* NULL: no memory. */
Kit *kit_take(astar_map *map);
/* NULL does nothing. */
void kit_give(Kit *kit, astar_map *map);
const char *kit_validate(const Kit *kit, const astar_map *map);
void kits_free(astar_map *map);

#endif
