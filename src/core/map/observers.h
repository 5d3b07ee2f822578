/*
** Many observers: their fields of view at one moment, and how many of them see each cell.
**
** Counts are kept for square blocks of SIGHT_BLOCK by SIGHT_BLOCK cells; only those are there that
** a field of view may reach. What happens on the map later changes nothing of it.
*/
#ifndef ASTAR_OBSERVERS_H
#define ASTAR_OBSERVERS_H

#include "field_of_view.h"

#define SIGHT_BLOCK 32

struct astar_sight {
  void *user_data;                  /* the game's; first: see user_data.h */
  astar_sight *next, **at;          /* among the map's, and what points to it there */
  astar_map *map;
  Fov *observers;                   /* radius -1: sees nothing */
  int32_t observer_count;
  uint64_t *bits;                   /* of all observers, one after the other */
  size_t words;
  astar_rect blocks;                /* the blocks that have numbers, in blocks */
  int32_t *numbers;                 /* -1: not there, nobody sees its cells */
  uint16_t *counts;                 /* block by block, row by row */
  int32_t block_count;
};
HAS_USER_DATA(astar_sight);

/* The counts of a block, in rows of SIGHT_BLOCK; NULL: no cell of it is seen. */
const uint16_t *sight_block(const astar_sight *sight, int32_t block_x, int32_t block_y);
/* The same as astar_sight_count, for a cell of the map. */
static inline int32_t sight_count_at(const astar_sight *sight, int32_t x, int32_t y) {
  const uint16_t *block = sight_block(sight, x / SIGHT_BLOCK, y / SIGHT_BLOCK);
  return block == NULL ? 0 : block[y % SIGHT_BLOCK * SIGHT_BLOCK + x % SIGHT_BLOCK];
}

void sights_free(astar_map *map);

#endif
