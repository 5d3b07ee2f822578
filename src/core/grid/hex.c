#include "hex.h"

/* How many steps lead so many halves along a line, and so many lines aside: of a pair that no two
** cells have, not too many. */
static uint64_t hex_steps_for(uint64_t halves, uint64_t lines) {
  return halves > lines ? lines + (halves - lines + 1) / 2 : lines;
}

/* How far a number lies outside an interval. */
static int32_t hex_outside(int32_t value, int32_t first, int32_t last) {
  return value < first ? first - value : value > last ? value - last : 0;
}

uint64_t hex_distance_to(const Grid *grid, astar_rect rect, int32_t x, int32_t y) {
  if (grid->shape == ASTAR_GRID_FLAT_HEX) {
    rect = (astar_rect){ rect.y, rect.x, rect.height, rect.width };
    int32_t swapped = x;
    x = y;
    y = swapped;
  }
  int32_t lines = hex_outside(y, rect.y, rect.y + rect.height - 1);
  int32_t nearest = (y < rect.y ? y + lines : y - lines) & 1;
  int32_t halves = hex_outside(2 * x + (y & 1), 2 * rect.x + nearest,
                               2 * (rect.x + rect.width - 1) + nearest);
  return hex_steps_for((uint64_t)halves, (uint64_t)lines);
}

uint64_t hex_rects_apart(const Grid *grid, astar_rect a, astar_rect b) {
  if (grid->shape == ASTAR_GRID_FLAT_HEX) {
    a = (astar_rect){ a.y, a.x, a.height, a.width };
    b = (astar_rect){ b.y, b.x, b.height, b.width };
  }
  int32_t left = 2 * b.x - (2 * (a.x + a.width) - 1), right = 2 * a.x - (2 * (b.x + b.width) - 1);
  int32_t below = b.y - (a.y + a.height - 1), above = a.y - (b.y + b.height - 1);
  int32_t halves = left > right ? left : right, lines = below > above ? below : above;
  return hex_steps_for((uint64_t)(halves > 0 ? halves : 0), (uint64_t)(lines > 0 ? lines : 0));
}

uint64_t hex_rects_distance(const Grid *grid, astar_rect a, astar_rect b) {
  uint64_t least = UINT64_MAX;
  for (int32_t y = a.y; y < a.y + a.height; y++)
    for (int32_t x = a.x; x < a.x + a.width; x++) {
      uint64_t distance = hex_distance_to(grid, b, x, y);
      if (distance < least) least = distance;
    }
  return least;
}

int64_t hex_square(const Grid *grid, astar_cell a, astar_cell b) {
  bool flat = grid->shape == ASTAR_GRID_FLAT_HEX;
  int64_t lines = flat ? (int64_t)a.x - b.x : (int64_t)a.y - b.y;
  int64_t halves = flat ? 2 * ((int64_t)a.y - b.y) + (a.x & 1) - (b.x & 1)
                        : 2 * ((int64_t)a.x - b.x) + (a.y & 1) - (b.y & 1);
  return halves * halves + 3 * lines * lines;
}

int32_t hex_reach(const Grid *grid, astar_cell from, int32_t radius, int32_t row, int32_t side) {
  int32_t reach = radius;
  for (; reach >= 0; reach--) {
    astar_cell to = { from.x + side * reach, row };
    if (hex_distance(grid, from, to) <= radius) break;
  }
  return reach;
}

astar_cell hex_around(const Grid *grid, astar_cell from, int part, int32_t ring, int32_t across) {
  /* Halves and lines of a step to each side. */
  static const int8_t halves[HEX_SIDES] = { 2, 1, -1, -2, -1, 1 };
  static const int8_t lines[HEX_SIDES] = { 0, 1, 1, 0, -1, -1 };
  bool flat = grid->shape == ASTAR_GRID_FLAT_HEX;
  int other = (part + 2) % HEX_SIDES;
  int32_t line = flat ? from.x : from.y;
  int32_t half = 2 * (flat ? from.y : from.x) + (line & 1);
  half += halves[part] * ring + halves[other] * across;
  line += lines[part] * ring + lines[other] * across;
  int32_t place = (half - (line & 1)) / 2;
  return flat ? (astar_cell){ line, place } : (astar_cell){ place, line };
}
