/*
** Hexagons: a map of hexagons has the same rows and columns as one of squares. Every second row is
** shifted by half a cell (hexagons with a point on top), or every second column (with a flat top):
** those with an odd number, counted from 0, to the right or down. These are offset coordinates.
**
** So the six neighbours of a cell are six of the eight cells around it: the four straight ones, and
** two of the diagonal ones, which depends on whether its own row or column is shifted. All steps
** cost the same, no step cuts a corner, and what a search knows of the layout is which steps are
** legal (class.h) and how far it is to the goal.
**
** Distances count steps. For them the axis along which cells are shifted counts in halves: `half`
** is twice the column, and one more in a shifted row; `line` is the row. (With a flat top, twice
** the row, and the column.) Each step to another line moves half by one, each step on a line by
** two.
*/
#ifndef ASTAR_HEX_H
#define ASTAR_HEX_H

#include "../base/integer.h"
#include "direction.h"

enum { HEX_SIDES = 6 };

static inline bool grid_is_hex(const Grid *grid) {
  return grid->shape != ASTAR_GRID_SQUARE;
}

/* Is the cell in a shifted row or column? Of squares none is. */
static inline uint32_t hex_is_shifted(const Grid *grid, int32_t x, int32_t y) {
  if (grid->shape == ASTAR_GRID_HEX) return (uint32_t)y & 1;
  return grid->shape == ASTAR_GRID_FLAT_HEX ? (uint32_t)x & 1 : 0;
}

static inline uint32_t hex_is_shifted_cell(const Grid *grid, Cell cell) {
  if (!grid_is_hex(grid)) return 0;
  astar_cell at = grid_position(grid, cell);
  return hex_is_shifted(grid, at.x, at.y);
}

/* ---- sides ----------------------------------------------------------------------------------- */

/* The sides of a hexagon, clockwise, as directions: from the east one, or from the north one where
** the top is flat. By shape, and whether the cell is shifted. */
static const uint8_t HEX_DIRECTIONS[2][2][HEX_SIDES] = {
  { { EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST, NORTH },
    { EAST, SOUTH_EAST, SOUTH, WEST, NORTH, NORTH_EAST } },
  { { NORTH, NORTH_EAST, EAST, SOUTH, WEST, NORTH_WEST },
    { NORTH, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST } },
};

static inline const uint8_t *hex_directions(const Grid *grid, uint32_t is_shifted) {
  return HEX_DIRECTIONS[grid->shape == ASTAR_GRID_FLAT_HEX][is_shifted];
}

/* Is the neighbour in that direction, which is a legal one, shifted where the cell is not, or the
** contrary? */
static inline bool hex_changes_line(const Grid *grid, int direction) {
  return (grid->shape == ASTAR_GRID_HEX ? DIRECTION_Y : DIRECTION_X)[direction] != 0;
}

/* On which side a direction lies, which is one of the six. */
static inline int hex_side_of(const uint8_t *directions, int direction) {
  int side = 0;
  while (side < HEX_SIDES - 1 && directions[side] != direction) side++;
  return side;
}

/* The directions that lead to neighbours, a bit each: of squares all eight. */
static inline uint32_t hex_steps(const Grid *grid, uint32_t is_shifted) {
  if (!grid_is_hex(grid)) return (1u << DIRECTIONS) - 1;
  const uint8_t *directions = hex_directions(grid, is_shifted);
  uint32_t steps = 0;
  for (int side = 0; side < HEX_SIDES; side++) steps |= 1u << directions[side];
  return steps;
}

/* ---- distances ------------------------------------------------------------------------------- */

/* How many steps it is from a cell to the nearest one of a rectangle, which need not lie on the
** map. */
uint64_t hex_distance_to(const Grid *grid, astar_rect rect, int32_t x, int32_t y);
/* Between the nearest cells of two rectangles; and that, or one step less, without looking at the
** cells. */
uint64_t hex_rects_distance(const Grid *grid, astar_rect a, astar_rect b);
uint64_t hex_rects_apart(const Grid *grid, astar_rect a, astar_rect b);

static inline int32_t hex_distance(const Grid *grid, astar_cell a, astar_cell b) {
  return (int32_t)hex_distance_to(grid, (astar_rect){ a.x, a.y, 1, 1 }, b.x, b.y);
}

/* The square of the distance by which ranges are measured: of squares that between their centers,
** of hexagons the steps. */
static inline int64_t grid_range_square(const Grid *grid, astar_cell a, astar_cell b) {
  int64_t dx = (int64_t)a.x - b.x, dy = (int64_t)a.y - b.y;
  if (!grid_is_hex(grid)) return dx * dx + dy * dy;
  int64_t steps = hex_distance(grid, a, b);
  return steps * steps;
}

/* The square of the distance between the centers of two cells, where neighbours are 2 apart. */
int64_t hex_square(const Grid *grid, astar_cell a, astar_cell b);
/* How far the cells within a radius of a cell reach in a row, from that column on to the right
** (`side` is 1) or left (-1); -1: none is there. */
int32_t hex_reach(const Grid *grid, astar_cell from, int32_t radius, int32_t row, int32_t side);

/*
** The surroundings of a cell in six parts, as a field of view goes through them: `ring` steps
** straight towards a side, from there `across` steps towards the second side after it. These are
** all cells at the distance `ring`, if `across` goes from 0 to `ring`: those at its ends belong to
** two parts.
*/
astar_cell hex_around(const Grid *grid, astar_cell from, int part, int32_t ring, int32_t across);

#endif
