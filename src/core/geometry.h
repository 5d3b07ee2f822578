/*
** Cells and the game's world: the one place with floating point, and the core's results do not
** depend on it but for the cells that astar_block_circle covers.
*/
#ifndef ASTAR_GEOMETRY_H
#define ASTAR_GEOMETRY_H

#include "root.h"

#endif
