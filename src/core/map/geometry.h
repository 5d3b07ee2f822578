/*
** Cells and game coordinates: the only place with floating point. No search depends on it, but
** astar_map_block_circle uses it to decide which cells are covered.
*/
#ifndef ASTAR_GEOMETRY_H
#define ASTAR_GEOMETRY_H

#include "../../astar.h"

typedef struct Geometry {
  astar_projection projection;
  double origin_x, origin_y, cell_width, cell_height;
} Geometry;

/* Is it a number, and small enough to calculate with? */
static inline bool geometry_is_number(double value) {
  return value > -1e300 && value < 1e300;
}

#endif
