/*
** The nearest cell of some to a rectangle, as if all ground were open; among equally near ones the
** one nearer to a start, then the first in reading order. Between two levels there is no distance:
** every cell of the rectangle's level is nearer to it than all cells of others, and likewise of the
** start's level and the start.
**
** The map is divided into blocks, as the regions are, and these into smaller ones, the nearest
** first. A block is passed over where it is farther than what was found, or has none of the cells.
** So of the blocks that are looked at, all but those at the edge of what comes into question have
** brought something nearer.
*/
#ifndef ASTAR_NEAREST_CELL_H
#define ASTAR_NEAREST_CELL_H

#include "search.h"

typedef struct NearestCell {
  const Grid *grid;
  astar_rect to;
  astar_cell start;
  const uint8_t *kind;              /* of cells in which it is not 0; NULL: of those in `nodes` */
  const Nodes *nodes;
  const void *user;
  bool (*accepts)(const void *user, Cell cell);     /* asked of what may be the nearest */
  /* NULL, or whether any may be in a block of REGION_LEAF << level cells a side. */
  bool (*meets)(const void *user, int32_t level, int32_t x, int32_t y);
  uint64_t most;                    /* it is no farther than that; 0: however far it is */
  int32_t x, y;                     /* a candidate, or -1, -1; afterwards the nearest one */
  uint64_t distance, from_start;    /* of that */
} NearestCell;

void nearest_cell_find(NearestCell *nearest);

#endif
