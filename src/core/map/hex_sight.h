/*
** Sight between hexagons: the same shadowcasting as between squares (sight.h), in six parts instead
** of four, ring by ring.
**
** Precisely: a transparent cell is seen if the line between the two centers, moved to its left or
** right by an arbitrarily small amount, meets only transparent cells, where on each ring between
** the two it meets the cell whose center is nearest. Cells off the map are transparent.
*/
#ifndef ASTAR_HEX_SIGHT_H
#define ASTAR_HEX_SIGHT_H

#include "sight.h"

/* Finds what is seen from the field's x, y within its radius, where opaque is what `opacity` says.
** Its bits are 0. */
void hex_sight_cast(Fov *fov, const Grid *grid, const Opacity *opacity);

#endif
