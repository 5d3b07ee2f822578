/*
** The oracle of any-angle paths: the shortest way of clear lines over a ground where all cells cost
** the same, which turns at corners only. Found in the simplest way, with fractions.
*/
#ifndef LINES_H
#define LINES_H

#include <math.h>

#include "oracle.h"

/* Along which part of the line, from 0 to 1, is one coordinate less than 1 from a centre? */
static inline void narrow(double from, double to, double centre, double *first, double *last) {
  if (from == to) {
    if (fabs(from - centre) >= 1) *last = -1;
    return;
  }
  double a = (centre - 1 - from) / (to - from), b = (centre + 1 - from) / (to - from);
  *first = fmax(*first, fmin(a, b));
  *last = fmin(*last, fmax(a, b));
}

/* A unit whose position is a cell overlaps no closed cell on its way along the line. */
static inline bool line_is_clear(const Ground *ground, astar_cell a, astar_cell b) {
  int32_t left = a.x < b.x ? a.x : b.x, right = a.x < b.x ? b.x : a.x;
  int32_t top = a.y < b.y ? a.y : b.y, bottom = a.y < b.y ? b.y : a.y;
  for (int32_t y = top; y <= bottom; y++)
    for (int32_t x = left; x <= right; x++) {
      double first = 0, last = 1;
      if (ground_open(ground, x, y)) continue;
      narrow(a.x, b.x, x, &first, &last);
      narrow(a.y, b.y, y, &first, &last);
      if (last - first > 1e-9) return false;
    }
  return true;
}

static inline double line_length(astar_cell a, astar_cell b) {
  return hypot((double)b.x - a.x, (double)b.y - a.y);
}

static inline bool is_corner(const Ground *ground, int32_t x, int32_t y) {
  for (int32_t dy = -1; dy <= 1; dy += 2)
    for (int32_t dx = -1; dx <= 1; dx += 2)
      if (ground_open(ground, x, y) && ground_open(ground, x + dx, y) &&
          ground_open(ground, x, y + dy) && !ground_open(ground, x + dx, y + dy)) return true;
  return false;
}

typedef struct Corner { astar_cell at; double far; bool done; } Corner;

/* The corner that is next, by the way to it and the line from it to the goal; -1: none is left. */
static inline int32_t next_corner(const Corner *corners, int32_t count) {
  int32_t best = -1;
  double least = HUGE_VAL;
  for (int32_t i = 0; i < count; i++) {
    double sum = corners[i].far + line_length(corners[i].at, corners[1].at);
    if (corners[i].done || sum >= least) continue;
    least = sum;
    best = i;
  }
  return best;
}

/* From corner 0 to corner 1. */
static inline double shortest_over(const Ground *ground, Corner *corners, int32_t count) {
  for (int32_t best; (best = next_corner(corners, count)) >= 0;) {
    if (best == 1) return corners[1].far;
    corners[best].done = true;
    for (int32_t i = 1; i < count; i++) {
      double length = corners[best].far + line_length(corners[best].at, corners[i].at);
      if (!corners[i].done && length < corners[i].far &&
          line_is_clear(ground, corners[best].at, corners[i].at)) corners[i].far = length;
    }
  }
  return -1;
}

/* The length of the shortest way, in cells; -1: there is none. */
static inline double lines_shortest(const Ground *ground, astar_cell from, astar_cell to) {
  int32_t cells = ground->width * ground->height, count = 2;
  Corner *corners = malloc((size_t)(cells + 2) * sizeof *corners);
  corners[0] = (Corner){ .at = from };
  corners[1] = (Corner){ .at = to, .far = HUGE_VAL };
  for (int32_t i = 0; i < cells; i++) {
    astar_cell at = { i % ground->width, i / ground->width };
    if (is_corner(ground, at.x, at.y)) corners[count++] = (Corner){ .at = at, .far = HUGE_VAL };
  }
  double length = ground_open(ground, to.x, to.y) ? shortest_over(ground, corners, count) : -1;
  free(corners);
  return length;
}

/* The length of a path's lines, all of which are clear; -1: one is not. */
static inline double lines_length(const Ground *ground, const astar_path *path) {
  double length = 0;
  for (int32_t i = 1; i < astar_path_corners(path); i++) {
    astar_cell a = astar_path_corner(path, i - 1), b = astar_path_corner(path, i);
    if (!line_is_clear(ground, a, b)) return -1;
    length += line_length(a, b);
  }
  return length;
}

/* Are the cells of a path those nearest to its lines? Each line may leave its first cell. */
static inline bool cells_lie_along(const astar_path *path) {
  int32_t index = 0;
  for (int32_t i = 1; i < astar_path_corners(path); i++) {
    astar_cell a = astar_path_corner(path, i - 1), b = astar_path_corner(path, i);
    int32_t steps = larger(abs(b.x - a.x), abs(b.y - a.y));
    for (int32_t k = 0; k <= steps; k++) {
      astar_cell at = astar_path_cell(path, index + k);
      double part = (double)k / steps;
      if (fabs(at.x - (a.x + (b.x - a.x) * part)) > 0.5 + 1e-9) return false;
      if (fabs(at.y - (a.y + (b.y - a.y) * part)) > 0.5 + 1e-9) return false;
    }
    index += steps;
  }
  return index == astar_path_length(path) - 1;
}

#endif
