/*
** Kits: the sets and arrays over cells with which the view of a search works, or that of a query
** without a search. The map keeps the last few that were given back, the most recent first. Making
** one takes longer than many searches, and claims that are marked in it are often the same for the
** next query.
**
** Invariant: in the kits that the map keeps only claims and units that stand are marked, and only
** the first kit holds arrays over cells of more than a bit each.
*/
#ifndef ASTAR_KIT_H
#define ASTAR_KIT_H

#include "../tables/reachability.h"
#include "../view/view.h"

/* What goal_side.h works with. */
typedef struct GoalSide {
  bool watches;
  uint32_t stride, turn;            /* looks at so many cells when so many nodes are expanded */
  int32_t rows;                     /* of the goal that have been added */
  CellSet seen;
  Cell *cells;                      /* those seen, in that order; so many are `done` */
  size_t count, done, capacity;
} GoalSide;

typedef struct Kit {
  struct Kit *next;                 /* among those that the map keeps */
  ViewScratch scratch;
  GoalSide goal_side;
  Reachability reachable;           /* from the start */
  Cell *ties;                       /* of jump point search: from where the goal is in sight */
  size_t tie_capacity;
  uint32_t *paid;                   /* per exit: the least cost at which its end was reached */
  size_t paid_capacity;
} Kit;

/* NULL: no memory. */
Kit *kit_take(astar_map *map);
/* NULL does nothing. */
void kit_give(Kit *kit, astar_map *map);
/* It has seen nothing, and does not watch. */
void kit_clear_goal_side(GoalSide *side);
const char *kit_validate(const Kit *kit, const astar_map *map);
void kits_free(astar_map *map);

#endif
