/*
** Sight: symmetric shadowcasting in integers. A cell is seen from another exactly when that one
** is seen from it, as long as both are transparent; opaque cells that light falls on are seen.
** Source: A. Ford, "Symmetric Shadowcasting", 2018 (public domain description).
*/
#ifndef ASTAR_SIGHT_H
#define ASTAR_SIGHT_H

#include "root.h"

/* The cells that one look shows: a square of (2 * radius + 1)² bits around x, y, row by row. */
typedef struct Look {
  int32_t x, y, radius;             /* radius -1: shows nothing */
  uint64_t *bits;
  size_t words;                     /* allocated */
} Look;

#endif
