/*
** Rays: the cells that a straight line between the centers of two cells crosses, and the cost of
** moving along it, in any direction.
**
** The cost of a line is the length in each cell times the straight cost of entering the cell.
** Crossing exactly through a corner is a diagonal step and obeys the rule of the class.
*/
#ifndef ASTAR_RAY_H
#define ASTAR_RAY_H

#include "view.h"

/* Costs along lines are in 1/1024. */
#define RAY_ONE 1024

/* No line is longer, so that its cost fits its number. */
#define RAY_CELLS (1 << 21)

bool ray_fits(astar_cell from, astar_cell to);
/*
** False: the line crosses a cell that cannot be entered, or one that is dearer than `dearest`, or a
** corner that must not be cut, or does not fit. Otherwise *cost is what it costs, rounded up.
*/
bool ray_cost(View *view, astar_cell from, astar_cell to, uint32_t dearest, uint64_t *cost);
/* Is it free for a unit as large as its cell, by sweep.h? The start does not matter. */
bool ray_is_clear(View *view, astar_cell from, astar_cell to);
/* The straight cost of entering a cell; 0: it cannot be entered. */
uint32_t ray_cell_cost(View *view, Cell cell);

#endif
