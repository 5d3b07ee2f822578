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

/* Where a cell begins, which need not be on the map: its corner, or that of the box around it, or
** the top of its diamond. The origin is where cell 0, 0 does. */
void geometry_corner(const astar_map *map, int32_t x, int32_t y, double *wx, double *wy);

typedef struct Disk { double wx, wy, radius; } Disk;

/* Does it overlap the cell, in more than a touch unless it is a point? */
bool geometry_overlaps(const astar_map *map, Disk disk, int32_t x, int32_t y);
/* The part of the map whose cells it may overlap. */
astar_rect geometry_bounds(const astar_map *map, Disk disk);

#endif
