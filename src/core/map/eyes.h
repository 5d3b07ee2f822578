/*
** Many eyes: their fields of view at one moment, and how many of them see each cell.
**
** Counts are kept for square blocks of EYES_BLOCK by EYES_BLOCK cells; only those are there that a
** field of view may reach. What happens on the map later changes nothing of it.
*/
#ifndef ASTAR_EYES_H
#define ASTAR_EYES_H

#include "sight.h"

#define EYES_BLOCK 32

struct astar_sight {
  astar_sight *next, **at;          /* among the map's, and what points to it there */
  astar_map *map;
  Fov *eyes;                        /* radius -1: sees nothing */
  int32_t eye_count;
  uint64_t *bits;                   /* of all eyes, one after the other */
  size_t words;
  astar_rect blocks;                /* the blocks that have numbers, in blocks */
  int32_t *numbers;                 /* -1: not there, nobody sees its cells */
  uint16_t *counts;                 /* block by block, row by row */
  int32_t block_count;
  void *user_data;                  /* the game's; see user_data.c */
};

/* The counts of a block, in rows of EYES_BLOCK; NULL: no cell of it is seen. */
const uint16_t *sight_block(const astar_sight *sight, int32_t block_x, int32_t block_y);
/* The same as astar_sight_count, for a cell of the map. */
static inline int32_t sight_count_at(const astar_sight *sight, int32_t x, int32_t y) {
  const uint16_t *block = sight_block(sight, x / EYES_BLOCK, y / EYES_BLOCK);
  return block == NULL ? 0 : block[y % EYES_BLOCK * EYES_BLOCK + x % EYES_BLOCK];
}

void sights_free(astar_map *map);

#endif
