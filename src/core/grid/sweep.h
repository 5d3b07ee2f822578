/*
** Sweeps: the cells that a unit as large as its cell covers, wholly or in part, while its centre
** moves in a straight line from the centre of one cell to that of another.
**
** A line is *clear* if all of them are open. Between two columns (or rows, where the line is
** steep) these are the cells of both columns in the rows from which the centre is less than one
** away. A straight step sweeps two cells, a diagonal one four: so a step that cuts no corner is a
** clear line. A unit of several cells is in its upper left cell, and what is open for it tells the
** rest.
**
** The unit walks along a clear line from cell to cell, always in the cell nearest to the line. Each
** of these steps is legal, and together they cost no more than any other way over equal cells.
*/
#ifndef ASTAR_SWEEP_H
#define ASTAR_SWEEP_H

#include "../base/integer.h"
#include "direction.h"

typedef struct Sweep {
  astar_cell from;
  bool steep;                       /* more rows are crossed than columns */
  int32_t along, aside;             /* which way: 1 or -1 */
  int64_t length, breadth;          /* how far in all, along the longer axis and the other one */
} Sweep;

static inline Sweep sweep_between(astar_cell from, astar_cell to) {
  int32_t dx = to.x - from.x, dy = to.y - from.y;
  int64_t width = integer_absolute(dx), height = integer_absolute(dy);
  bool steep = height > width;
  return (Sweep){ .from = from, .steep = steep,
                  .along = (steep ? dy : dx) < 0 ? -1 : 1, .aside = (steep ? dx : dy) < 0 ? -1 : 1,
                  .length = steep ? height : width, .breadth = steep ? width : height };
}

/* The cell so far along the line, and so far aside from its beginning. */
static inline astar_cell sweep_cell(const Sweep *sweep, int64_t along, int64_t aside) {
  int32_t a = (int32_t)(sweep->along * along), b = (int32_t)(sweep->aside * aside);
  return (astar_cell){ sweep->from.x + (sweep->steep ? b : a),
                       sweep->from.y + (sweep->steep ? a : b) };
}

/* The cell nearest to the line so many steps along it; of two, the one nearer to its beginning. */
static inline astar_cell sweep_step(const Sweep *sweep, int64_t step) {
  int64_t twice = 2 * sweep->length;
  int64_t aside = sweep->length == 0 ? 0 : (2 * step * sweep->breadth + sweep->length - 1) / twice;
  return sweep_cell(sweep, step, aside);
}

/* How far aside the cells lie that are covered between step `step` and the next one. */
static inline int64_t sweep_least(const Sweep *sweep, int64_t step) {
  return step * sweep->breadth / sweep->length;
}
static inline int64_t sweep_most(const Sweep *sweep, int64_t step) {
  return ((step + 1) * sweep->breadth + sweep->length - 1) / sweep->length;
}

typedef bool (*SweepOpen)(void *user, astar_cell cell);

/* Is the line clear? */
static inline bool sweep_is_clear(astar_cell from, astar_cell to, SweepOpen open, void *user) {
  Sweep sweep = sweep_between(from, to);
  for (int64_t step = 0; step < sweep.length; step++)
    for (int64_t aside = sweep_least(&sweep, step); aside <= sweep_most(&sweep, step); aside++)
      if (!open(user, sweep_cell(&sweep, step, aside)) ||
          !open(user, sweep_cell(&sweep, step + 1, aside)))
        return false;
  return true;
}

#endif
