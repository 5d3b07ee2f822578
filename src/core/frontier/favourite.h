/*
** The favourite: of the open nodes the one that seems to be nearest to the goal on a cheap path.
** That is not the one with the least F, which lies near the start where estimates are too low. So
** an eighth of the estimate is added to F. Among equals the first cell is taken: the order of the
** entries in an open list does not matter.
*/
#ifndef ASTAR_FAVOURITE_H
#define ASTAR_FAVOURITE_H

#include "node.h"

typedef struct Favourite {
  const Nodes *nodes;
  const Grid *grid;                 /* not NULL: entries name a cell by y and x, in 16 bits each */
  uint64_t least;                   /* of the cell; UINT64_MAX: there is none */
  Cell cell;
} Favourite;

/* An entry of an open list. Older entries of a cell have a greater F than the last one. */
static inline void favourite_consider(Favourite *favourite, uint64_t entry) {
  uint64_t f = entry >> 32;
  int32_t x = (int32_t)(entry & 0xffff), y = (int32_t)(entry >> 16 & 0xffff);
  Cell cell = favourite->grid != NULL ? grid_cell(favourite->grid, x, y) : (Cell)entry;
  Node node = favourite->nodes->words[cell];
  if (!node_in_epoch(node, favourite->nodes->epoch) || !(node & NODE_OPEN)) return;
  uint64_t worth = 9 * f - node_g(node);
  if (worth > favourite->least || (worth == favourite->least && cell > favourite->cell)) return;
  favourite->least = worth;
  favourite->cell = cell;
}

#endif
