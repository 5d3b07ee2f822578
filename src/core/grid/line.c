#include "line.h"

static int64_t whole_words(int64_t bits) {
  return (bits + 63) / 64 * 64;
}

Line line_straight(const Grid *grid, int direction) {
  bool across = direction == EAST || direction == WEST;
  int64_t length = whole_words((across ? grid->width : grid->height) + 2);
  int64_t step = DIRECTION_X[direction] + DIRECTION_Y[direction];
  int64_t start = step > 0 ? 1 : across ? grid->width : grid->height;
  Line line = { across ? step : length, across ? length : step, start + length };
  return line;
}

/* Both coordinates are shifted by one for the border. */
Line line_diagonal(const Grid *grid, int direction) {
  int64_t width = grid->width + 2, height = grid->height + 2;
  bool by_x = width <= height;
  int64_t length = whole_words(by_x ? width : height);
  int dx = DIRECTION_X[direction], dy = DIRECTION_Y[direction];
  int64_t slope = dx == dy ? -length : length;         /* of x; y always counts `length` */
  int64_t base = dx == dy ? length * (width - 1) : 0;
  int64_t step = by_x ? dx : dy;
  if (step < 0) base += by_x ? width - 1 : height - 1;
  Line line = { slope + (by_x ? dx : 0), length + (by_x ? 0 : dy), base };
  line.base += line.ax + line.ay;
  return line;
}

size_t line_straight_words(const Grid *grid, int direction) {
  bool across = direction == EAST || direction == WEST;
  int64_t length = whole_words((across ? grid->width : grid->height) + 2);
  int64_t lines = (across ? grid->height : grid->width) + 2;
  return (size_t)(length / 64 * lines) + 1;
}

size_t line_diagonal_words(const Grid *grid) {
  int64_t width = grid->width + 2, height = grid->height + 2;
  int64_t length = whole_words(width <= height ? width : height);
  return (size_t)(length / 64 * (width + height)) + 1;
}
