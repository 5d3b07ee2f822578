/*
** An influence map: a penalty for each cell, kept in blocks so that what is 0 costs nothing.
** `values` is an array over cells, the border 0.
*/
#ifndef ASTAR_INFLUENCE_H
#define ASTAR_INFLUENCE_H

#include "root.h"

struct astar_influence {
  astar_influence *next;
  astar_map *map;
  char name[ASTAR_NAME_MAX + 1];
  int32_t weight;
  int32_t *values;
  /* to be completed by influence.c's author: active blocks, cached bounds */
};

/* The least and the greatest value on the map. */
void influence_bounds(astar_influence *influence, int32_t *least, int32_t *greatest);
/* The part of a value that a query with that weight pays: value * weight / 1024, rounded to the
** nearest, halves away from 0. */
static inline int32_t influence_weighted(int32_t value, int32_t weight) {
  int64_t product = (int64_t)value * weight;
  return (int32_t)((product + (product < 0 ? -512 : 512)) / 1024);
}

void influences_free(astar_map *map);
uint64_t influences_hash(const astar_map *map, uint64_t hash);

#endif
