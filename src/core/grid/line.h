/*
** Lines: one bit per cell, numbered along a direction, so that the next set bit in that direction
** is found by counting trailing zeros, 64 cells at a time.
**
** Each line begins with a whole word and covers the border, x and y = -1 … width or height, too.
*/
#ifndef ASTAR_LINE_H
#define ASTAR_LINE_H

#include "direction.h"

/* Bit number of cell x, y: x * ax + y * ay + base; +1 for each step in the direction. */
typedef struct Line {
  int64_t ax, ay, base;
} Line;

/* Rows or columns, each from the border at its beginning to the border at its end. */
Line line_straight(const Grid *grid, int direction);
size_t line_straight_words(const Grid *grid, int direction);
/* Diagonals, told apart by x + y or y - x, and counted along the shorter side of the map. */
Line line_diagonal(const Grid *grid, int direction);
size_t line_diagonal_words(const Grid *grid);

static inline int64_t line_bit(const Line *line, int32_t x, int32_t y) {
  return line->ax * x + line->ay * y + line->base;
}

#endif
