/*
** Beelines: the path to the goal over open ground, first diagonally, then straight. If its cells
** are open no path is cheaper, and among equally cheap ones the rule of directions chooses it.
*/
#ifndef ASTAR_BEELINE_H
#define ASTAR_BEELINE_H

#include "../base/builtin.h"
#include "search.h"

typedef struct Beeline {
  int32_t dx, dy;
  int32_t diagonal, straight;       /* steps */
  bool level;                       /* the straight steps go east or west */
} Beeline;

ALWAYS_INLINE Beeline beeline_from(const astar_search *search, int32_t x, int32_t y) {
  int32_t dx = search->goal.cells.x - x, dy = search->goal.cells.y - y;
  int32_t across = dx < 0 ? -dx : dx, down = dy < 0 ? -dy : dy;
  bool level = across >= down;
  int32_t diagonal = level ? down : across;
  return (Beeline){ dx, dy, diagonal, across + down - 2 * diagonal, level };
}

/* The direction of the straight part. */
static inline int beeline_last(Beeline way) {
  return way.level ? direction_of(way.dx, 0) : direction_of(0, way.dy);
}

/* The directions in which a step does not lengthen the way to the goal over open ground. */
static inline uint32_t beeline_directions(Beeline way) {
  uint32_t first = 1u << direction_of(way.dx, way.dy);
  return way.straight > 0 ? first | 1u << beeline_last(way) : first;
}

/* Is the straight part of the way on one of the free lines through the goal, of which `lines` tells
** for each straight direction from how many cells it leads to the goal? */
ALWAYS_INLINE bool beeline_ends_open(const int32_t lines[4], Beeline way) {
  bool backwards = (way.level ? way.dx : way.dy) < 0;
  return way.straight <= lines[2 * !way.level + backwards];
}

/* Can the diagonal part of the way be gone from x, y? */
static inline bool beeline_begins_open(const Jumps *jumps, int32_t x, int32_t y, Beeline way) {
  int direction = direction_of(way.dx, way.dy);
  return way.diagonal == 0 || jumps_diagonal_open(jumps, direction, x, y, way.diagonal);
}

/* How the goal is reached from a cell by that way. */
static inline Arrival beeline_arrival(Cell cell, Beeline way) {
  Arrival arrival = { .node = cell };
  if (way.straight > 0)
    arrival.runs[arrival.run_count++] = (Run){ beeline_last(way), (uint32_t)way.straight };
  if (way.diagonal > 0) {
    int direction = direction_of(way.dx, way.dy);
    arrival.runs[arrival.run_count++] = (Run){ direction, (uint32_t)way.diagonal };
  }
  return arrival;
}

#endif
