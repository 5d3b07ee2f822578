/*
** Sight as it is defined: a transparent cell is seen where the line between the centers is clear, a
** little to one side or to the other; an opaque one where any line to its middle line is.
*/
#ifndef SIGHT_H
#define SIGHT_H

#include "check.h"

static inline bool opaque(const astar_map *map, int32_t x, int32_t y) {
  return astar_terrain_opaque(map, astar_map_get(map, x, y));
}

/* ---- the definition of sight ----------------------------------------------------------------- */

/* A cell of a quarter: `row` away from the viewer, `column` across; quarters are numbered 0 … 3. */
static inline astar_cell cell_of(astar_cell viewer, int quarter, int32_t row, int32_t column) {
  switch (quarter) {
    case 0: return (astar_cell){ viewer.x + column, viewer.y + row };
    case 1: return (astar_cell){ viewer.x + column, viewer.y - row };
    case 2: return (astar_cell){ viewer.x + row, viewer.y + column };
    default: return (astar_cell){ viewer.x - row, viewer.y + column };
  }
}

static inline int32_t floor_div(int32_t a, int32_t b) {
  return a / b - (a % b < 0);
}

/*
** Is the way clear along the line of slope over / under, up to but not into row `depth`? Where it
** passes between two cells, `side` -1 takes the one before, +1 the one behind.
*/
static inline bool clear(const astar_map *map, astar_cell viewer, int quarter, int32_t depth,
                  int32_t over, int32_t under, int side) {
  for (int32_t row = 1; row < depth; row++) {
    int32_t twice = 2 * row * over + under;      /* column = floor(twice / (2 * under)) */
    int32_t column = floor_div(twice, 2 * under);
    if (side < 0 && twice % (2 * under) == 0) column--;
    astar_cell cell = cell_of(viewer, quarter, row, column);
    if (astar_map_get(map, cell.x, cell.y) == 0 || opaque(map, cell.x, cell.y)) return false;
  }
  return true;
}

/* A transparent cell: the line between the centers, a little to one side or to the other. */
static inline bool center_seen(const astar_map *map, astar_cell viewer, int quarter, int32_t row,
                        int32_t column) {
  return clear(map, viewer, quarter, row, column, row, 1) ||
         clear(map, viewer, quarter, row, column, row, -1);
}

/* An opaque cell: any line that meets its middle line, tried at a step finer than all edges. */
static inline bool edge_seen(const astar_map *map, astar_cell viewer, int quarter, int32_t row,
                      int32_t column) {
  enum { FINE = 420 };
  for (int32_t i = 1; i < FINE; i += 2) {
    int32_t over = (2 * column - 1) * FINE + 2 * i, under = 2 * row * FINE;
    if (over > -under && over < under && clear(map, viewer, quarter, row, over, under, 1))
      return true;
  }
  return false;
}

static inline bool defined(const astar_map *map, astar_cell viewer, int32_t x, int32_t y,
                    int32_t radius) {
  int32_t dx = x - viewer.x, dy = y - viewer.y;
  if (astar_map_get(map, x, y) == 0 || dx * dx + dy * dy > radius * radius) return false;
  if (dx == 0 && dy == 0) return true;
  for (int quarter = 0; quarter < 4; quarter++) {
    int32_t row = quarter == 0 ? dy : quarter == 1 ? -dy : quarter == 2 ? dx : -dx;
    int32_t column = quarter < 2 ? dx : dy;
    if (row < 1 || abs(column) > row) continue;
    if (opaque(map, x, y) ? edge_seen(map, viewer, quarter, row, column)
                          : center_seen(map, viewer, quarter, row, column))
      return true;
  }
  return false;
}

#endif
