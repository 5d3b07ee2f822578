/*
** The eight directions, straight ones first.
**
** Their order decides between paths of equal cost: a search returns the path whose directions, read
** backwards from the goal, come first in lexicographic order. So between two ways into a cell the
** one with the smaller direction wins, straight before diagonal.
*/
#ifndef ASTAR_DIRECTION_H
#define ASTAR_DIRECTION_H

#include "../base/builtin.h"
#include "grid.h"

enum { EAST, WEST, SOUTH, NORTH, SOUTH_EAST, SOUTH_WEST, NORTH_EAST, NORTH_WEST, DIRECTIONS };

#define FIRST_DIAGONAL SOUTH_EAST

static const int8_t DIRECTION_X[DIRECTIONS] = { 1, -1, 0, 0, 1, -1, 1, -1 };
static const int8_t DIRECTION_Y[DIRECTIONS] = { 0, 0, 1, -1, 1, 1, -1, -1 };

/* The direction with these signs of dx and dy, which are not both 0. */
static inline int direction_of(int32_t dx, int32_t dy) {
  static const int8_t by_sign[9] = { NORTH_WEST, NORTH, NORTH_EAST, WEST, -1,
                                     EAST, SOUTH_WEST, SOUTH, SOUTH_EAST };
  int sx = (dx > 0) - (dx < 0), sy = (dy > 0) - (dy < 0);
  return by_sign[(sy + 1) * 3 + sx + 1];
}

static inline int direction_opposite(int direction) {
  return direction < FIRST_DIAGONAL ? direction ^ 1 : 11 - direction;
}

/* By how many eighths of a full turn two directions differ: 0 … 4. */
static inline uint32_t direction_turn(int a, int b) {
  static const int8_t clockwise[DIRECTIONS] = { 0, 4, 2, 6, 1, 3, 7, 5 };
  uint32_t eighths = (uint32_t)(clockwise[a] - clockwise[b]) & 7;
  return eighths <= 4 ? eighths : 8 - eighths;
}

/* The two straight components of a diagonal. */
static inline int direction_across(int diagonal) {
  return diagonal & 1 ? WEST : EAST;
}

static inline int direction_down(int diagonal) {
  return diagonal >= NORTH_EAST ? NORTH : SOUTH;
}

/* How far a step in each direction moves in an array over cells. */
static inline int32_t direction_offset(const Grid *grid, int direction) {
  return DIRECTION_Y[direction] * grid->stride + DIRECTION_X[direction];
}

#endif
