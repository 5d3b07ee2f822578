/*
** The goal's side of a search among units. If units enclose the goal, a search from the start would
** visit every cell it can reach before it fails. So a second search, from the goal, runs in step
** with it. If the second one runs out of cells first, the goal is cut off.
**
** It considers terrain and units only; whatever else might block a path is left to the search.
*/
#ifndef ASTAR_GOAL_SIDE_H
#define ASTAR_GOAL_SIDE_H

#include "../map/cell_set.h"

typedef struct GoalSide {
  bool watches;
  uint32_t stride, turn;            /* looks at so many cells when so many nodes are expanded */
  int32_t rows;                     /* of the goal that have been added */
  CellSet seen;
  Cell *cells;                      /* those seen, in that order; so many are `done` */
  size_t count, done, capacity;
} GoalSide;

/* Begins at the goal, where units are in the way of the view at all. False: no memory. */
bool goal_side_begin(astar_search *search);
/* Terrain has changed where the search has not looked yet: starts again, if it still watches.
** False: no memory. */
bool goal_side_renew(astar_search *search);
/* It has seen nothing, and does not watch. */
void goal_side_clear(GoalSide *side);
void goal_side_free(GoalSide *side, astar_map *map);
/* Its turn: looks at some more cells. CROWDED: the goal is cut off; RUNNING, or NO_MEMORY. */
astar_status goal_side_advance(astar_search *search);

#endif
