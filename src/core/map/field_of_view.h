/*
** Fields of view: symmetric shadowcasting in integers. If two cells are transparent, each is seen
** from the other or neither is. Opaque cells are seen if a visible transparent area touches them.
** Source: A. Ford, "Symmetric Shadowcasting", 2018.
**
** Precisely: a transparent cell is seen if the line between the two centers, moved to its left or
** right by an arbitrarily small amount, meets only transparent cells. Each cell stands here for the
** line through its middle, across the direction of sight.
*/
#ifndef ASTAR_FIELD_OF_VIEW_H
#define ASTAR_FIELD_OF_VIEW_H

#include "map.h"

/*
** A field of view: the cells that a viewer sees, as a square of bits around x, y, its 2 * radius
** + 1 rows in whole words. They are reserved beforehand, so that it can be cast at any time without
** allocating. Invariant: a bit is only set for a cell on the map.
*/
typedef struct Fov {
  struct Fov *next, *before;        /* among its player's in the same block */
  int32_t block;                    /* see player.h */
  int32_t x, y;
  int32_t radius;                   /* -1: sees nothing */
  uint64_t *bits;
  size_t words;                     /* reserved */
} Fov;

/* How many words a row of the square has. */
static inline size_t fov_row_words(int32_t radius) {
  return (2 * (size_t)radius + 1 + 63) / 64;
}

/* And the whole square. */
static inline size_t fov_words(int32_t radius) {
  return (2 * (size_t)radius + 1) * fov_row_words(radius);
}

static inline bool fov_has(const Fov *fov, int32_t dx, int32_t dy) {
  uint32_t column = (uint32_t)(dx + fov->radius);
  const uint64_t *row = fov->bits + (size_t)(dy + fov->radius) * fov_row_words(fov->radius);
  return row[column / 64] >> column % 64 & 1;
}

/* Makes room for that radius (at least 0). False: no memory, nothing changed. */
bool fov_reserve(Fov *fov, astar_map *map, int32_t radius);
/* Gives back its memory; it is not used after that. */
void fov_release(Fov *fov, astar_map *map);
/* Finds what is seen from x, y within radius (Euclid; of hexagons, steps), for which room was
** reserved. */
void fov_cast(Fov *fov, astar_map *map, int32_t x, int32_t y, int32_t radius);
/* The same with its x, y and radius as they are, where opaque is what `opacity` says. */
void fov_cast_in(Fov *fov, astar_map *map, const Opacity *opacity);
/* That for hexagons; its bits are 0. */
void hex_fov_cast(Fov *fov, const Grid *grid, const Opacity *opacity);

#endif
