/*
** Clearance: how far it is from a cell to the nearest one that cannot be entered, as the square of
** the Euclidean distance between their middles: 1 beside a wall, 0 in a blocked cell. What lies
** around the map is blocked.
**
** Source of the computation for all cells: A. Meijster, J. Roerdink and W. Hesselink, "A General
** Algorithm for Computing Distance Transforms in Linear Time", 2000. It takes integers only.
*/
#ifndef ASTAR_CLEARANCE_H
#define ASTAR_CLEARANCE_H

#include "../grid/grid.h"

/* Of all cells, into an array over cells. False: no memory. */
bool clearance_fill(uint32_t *clearance, Memory *memory, const Grid *grid, const uint8_t *kind);

#endif
