/*
** Sight: symmetric shadowcasting in integers. A cell is seen from another exactly when that one is
** seen from it, as long as both are transparent; opaque cells that light falls on are seen too.
** Source: A. Ford, "Symmetric Shadowcasting", 2018.
*/
#ifndef ASTAR_SIGHT_H
#define ASTAR_SIGHT_H

#include "root.h"

/*
** A look: the cells that a viewer sees, as a square of (2 * radius + 1)² bits around x, y, row by
** row. Its bits are reserved beforehand, so that it can be cast at any time without allocating.
*/
typedef struct Look {
  struct Look *next;                /* among its player's */
  int32_t x, y;
  int32_t radius;                   /* -1: sees nothing */
  uint64_t *bits;
  size_t words;                     /* reserved */
} Look;

/* Makes room for that radius (at least 0). False: no memory, nothing changed. */
bool look_reserve(Look *look, astar_map *map, int32_t radius);
void look_release(Look *look, astar_map *map);
/* Finds what is seen from x, y within radius (Euclid), for which room was reserved. */
void look_cast(Look *look, const astar_map *map, int32_t x, int32_t y, int32_t radius);

static inline bool look_has(const Look *look, int32_t x, int32_t y) {
  int32_t side = 2 * look->radius + 1;
  size_t bit = (size_t)(y - look->y + look->radius) * (size_t)side +
               (size_t)(x - look->x + look->radius);
  return look->bits[bit / 64] >> (bit % 64) & 1;
}

#endif
