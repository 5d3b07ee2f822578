/*
** Detours: the cheapest way between two cells that are near each other, within a window around
** them. A* over the view of a query: what it costs does not grow with the map.
**
** Invariant: `heap` holds the places whose steps are still to be looked at, each once, and
** `at[place]` is its index there. A place whose cost is finite and that is not in the heap has its
** final cost.
*/
#ifndef ASTAR_DETOUR_H
#define ASTAR_DETOUR_H

#include "../view/view.h"

#define DETOUR_SIDE 32              /* of the window, in cells */
#define DETOUR_CELLS (DETOUR_SIDE * DETOUR_SIDE)

typedef struct Detour {
  View *view;                       /* penalties have begun, unless it is bare */
  astar_cell corner;                /* the upper left cell of the window; may lie off the map */
  uint32_t expanded;
  /* the answer */
  int32_t length;                   /* cells, both ends included */
  astar_cell cells[DETOUR_CELLS];
  /* by place, which is the index of a cell in the window, row by row */
  uint32_t cost[DETOUR_CELLS];
  uint32_t estimate[DETOUR_CELLS];  /* of the cost from there on */
  uint8_t direction[DETOUR_CELLS];  /* of the step that leads there */
  uint16_t at[DETOUR_CELLS];
  uint16_t heap[DETOUR_CELLS];
  int32_t count;                    /* places in the heap */
} Detour;

/* May a unit stand in the cell, for the view's query? */
bool detour_is_open(View *view, astar_cell cell);
/* The window lies around `middle`, and both cells lie in it; the last one is open. False: no way in
** the window costs `limit` at most. */
bool detour_find(Detour *detour, View *view, astar_cell middle, const astar_cell ends[2],
                 uint32_t limit);

#endif
