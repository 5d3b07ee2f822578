/*
** Peaks of an influence map, the steps up and down from a cell, the greatest value near one.
** Blocks whose bounds say that nothing of interest lies in them are skipped.
*/
#include "../base/builtin.h"
#include "../base/integer.h"
#include "../grid/hex.h"
#include "recipe.h"

static int32_t spot_value(const astar_influence *influence, int32_t x, int32_t y) {
  return influence->values[grid_cell(&influence->map->grid, x, y)];
}

/* The greatest value of a block; the bounds are exact. */
static int32_t block_greatest(const astar_influence *influence, int32_t block) {
  return influence->active[block] ? influence->blocks[block].greatest : 0;
}

static astar_rect square_around(const Grid *grid, int32_t x, int32_t y, int32_t radius) {
  return grid_clip_near(grid, x, y, rect_around((astar_rect){ x, y, 1, 1 }, radius));
}

/* ---- peaks ----------------------------------------------------------------------------------- */

/* The peaks found so far, a heap: the first is the one that the others are before. */
typedef struct Peaks {
  astar_spot *spots;
  int32_t count, most;
} Peaks;

static bool is_earlier(int32_t x, int32_t y, const astar_spot *spot) {
  return y != spot->y ? y < spot->y : x < spot->x;
}

/* Greater ones first, and equal ones in reading order. */
static bool spot_before(const astar_spot *a, const astar_spot *b) {
  return a->value != b->value ? a->value > b->value : is_earlier(a->x, a->y, b);
}

/* The spot belongs at `at` or below. */
static void peaks_sink(Peaks *peaks, int32_t at, astar_spot spot) {
  for (;;) {
    int32_t child = 2 * at + 1;
    if (child >= peaks->count) break;
    if (child + 1 < peaks->count && spot_before(&peaks->spots[child], &peaks->spots[child + 1]))
      child++;
    if (!spot_before(&spot, &peaks->spots[child])) break;
    peaks->spots[at] = peaks->spots[child];
    at = child;
  }
  peaks->spots[at] = spot;
}

static void peaks_add(Peaks *peaks, astar_spot spot) {
  if (peaks->count == peaks->most) {
    peaks_sink(peaks, 0, spot);
    return;
  }
  int32_t at = peaks->count++;
  for (; at > 0 && spot_before(&peaks->spots[(at - 1) / 2], &spot); at = (at - 1) / 2)
    peaks->spots[at] = peaks->spots[(at - 1) / 2];
  peaks->spots[at] = spot;
}

/* Would the value be among the peaks, at the earliest cell? */
static bool peaks_want(const Peaks *peaks, int32_t value) {
  return peaks->count < peaks->most || value >= peaks->spots[0].value;
}

/* The heap becomes a list in order. */
static void peaks_sort(Peaks *peaks) {
  while (peaks->count > 1) {
    astar_spot last = peaks->spots[0], moved = peaks->spots[--peaks->count];
    peaks_sink(peaks, 0, moved);
    peaks->spots[peaks->count] = last;
  }
}

/* Is the cell that near? Of squares all in a square of that radius are. */
static bool is_near_spot(const Grid *grid, const astar_spot *spot, int32_t x, int32_t y,
                         int32_t apart) {
  return !grid_is_hex(grid) ||
         hex_distance(grid, (astar_cell){ spot->x, spot->y }, (astar_cell){ x, y }) <= apart;
}

/* Does a cell of the rectangle, so near to the spot, have a greater value, or the same and come
** earlier? */
static bool is_topped_in(const astar_influence *influence, const astar_spot *spot,
                         astar_rect rect, int32_t apart) {
  const Grid *grid = &influence->map->grid;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      int32_t value = spot_value(influence, x, y);
      bool tops = value > spot->value || (value == spot->value && is_earlier(x, y, spot));
      if (tops && is_near_spot(grid, spot, x, y, apart)) return true;
    }
  return false;
}

/* Is it no peak? Its neighbours nearly always tell. */
static bool is_topped(const astar_influence *influence, const astar_spot *spot, int32_t apart) {
  const Grid *grid = &influence->map->grid;
  astar_rect near = square_around(grid, spot->x, spot->y, apart > 0);
  if (is_topped_in(influence, spot, near, apart > 0)) return true;
  astar_rect rect = square_around(grid, spot->x, spot->y, apart);
  int32_t last_x = (rect.x + rect.width - 1) / INFLUENCE_BLOCK;
  int32_t last_y = (rect.y + rect.height - 1) / INFLUENCE_BLOCK;
  for (int32_t by = rect.y / INFLUENCE_BLOCK; by <= last_y; by++)
    for (int32_t bx = rect.x / INFLUENCE_BLOCK; bx <= last_x; bx++) {
      int32_t block = by * influence->blocks_across + bx;
      if (block_greatest(influence, block) < spot->value) continue;
      astar_rect shared = rect_common(rect, influence_block_rect(influence, block));
      if (is_topped_in(influence, spot, shared, apart)) return true;
    }
  return false;
}

static void find_peaks_in(const astar_influence *influence, int32_t block, int32_t least,
                          int32_t apart, Peaks *peaks) {
  astar_rect rect = influence_block_rect(influence, block);
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      astar_spot spot = { x, y, spot_value(influence, x, y) };
      if (spot.value < least || !peaks_want(peaks, spot.value)) continue;
      bool full = peaks->count == peaks->most;
      if (full && !spot_before(&spot, &peaks->spots[0])) continue;
      if (!is_topped(influence, &spot, apart)) peaks_add(peaks, spot);
    }
}

int32_t astar_influence_peaks(astar_influence *influence, int32_t least, int32_t apart,
                              astar_spot *spots, int32_t most) {
  Peaks peaks = { spots, 0, most };
  int32_t blocks = influence->blocks_across * influence->blocks_down;
  bool fits = least >= 1 && apart >= 0 && apart <= ASTAR_MAX_RADIUS;
  if (!fits || most < 1) return 0;
  recipe_update(influence);
  influence_find_bounds(influence);
  for (int32_t block = 0; block < blocks; block++) {
    int32_t greatest = block_greatest(influence, block);
    if (greatest >= least && peaks_want(&peaks, greatest))
      find_peaks_in(influence, block, least, apart, &peaks);
  }
  int32_t count = peaks.count;
  peaks_sort(&peaks);
  return count;
}

/* ---- near a cell ----------------------------------------------------------------------------- */

bool astar_influence_max_near(astar_influence *influence, int32_t x, int32_t y, int32_t radius,
                              astar_spot *spot) {
  const Grid *grid = &influence->map->grid;
  bool fits = grid_has(grid, x, y) && radius >= 0 && radius <= ASTAR_MAX_RADIUS;
  if (!fits) return false;
  recipe_update(influence);
  *spot = (astar_spot){ x, y, spot_value(influence, x, y) };
  astar_rect rect = square_around(grid, x, y, radius);
  int64_t nearest = 0;
  for (int32_t row = rect.y; row < rect.y + rect.height; row++)
    for (int32_t column = rect.x; column < rect.x + rect.width; column++) {
      astar_spot one = { column, row, spot_value(influence, column, row) };
      if (one.value < spot->value) continue;
      int64_t distance = grid_range_square(grid, (astar_cell){ x, y }, (astar_cell){ column, row });
      bool better = one.value > spot->value || distance < nearest;
      if (distance > radius * radius || !better) continue;
      *spot = one;
      nearest = distance;
    }
  return true;
}

/* The neighbour that is farthest below, or above where `sign` is 1; false: none is. */
static bool steepest_step(astar_influence *influence, int32_t x, int32_t y, int32_t sign,
                          astar_spot *spot) {
  const Grid *grid = &influence->map->grid;
  if (!grid_has(grid, x, y)) return false;
  recipe_update(influence);
  astar_rect level = grid_level(grid, x, y);
  int32_t most = 0, here = spot_value(influence, x, y);
  uint32_t steps = hex_steps(grid, hex_is_shifted(grid, x, y));
  for (; steps != 0; steps &= steps - 1) {
    int direction = low_zeros_32(steps);
    int32_t to_x = x + DIRECTION_X[direction], to_y = y + DIRECTION_Y[direction];
    if (!rect_has(level, to_x, to_y)) continue;
    int32_t value = spot_value(influence, to_x, to_y);
    if ((value - here) * sign <= most) continue;
    most = (value - here) * sign;
    *spot = (astar_spot){ to_x, to_y, value };
  }
  return most > 0;
}

bool astar_influence_downhill(astar_influence *influence, int32_t x, int32_t y,
                              astar_spot *spot) {
  return steepest_step(influence, x, y, -1, spot);
}

bool astar_influence_uphill(astar_influence *influence, int32_t x, int32_t y, astar_spot *spot) {
  return steepest_step(influence, x, y, 1, spot);
}

/* The value beside a cell. Beyond the edge of its level lies what lies at it. */
static int32_t value_beside(const astar_influence *influence, int32_t x, int32_t y,
                            int direction) {
  astar_rect level = grid_level(&influence->map->grid, x, y);
  int32_t to_x = x + DIRECTION_X[direction], to_y = y + DIRECTION_Y[direction];
  return rect_has(level, to_x, to_y) ? spot_value(influence, to_x, to_y)
                                     : spot_value(influence, x, y);
}

astar_cell astar_influence_gradient(astar_influence *influence, int32_t x, int32_t y) {
  if (!grid_has(&influence->map->grid, x, y) || grid_is_hex(&influence->map->grid))
    return (astar_cell){ 0, 0 };
  recipe_update(influence);
  int32_t across = value_beside(influence, x, y, EAST) - value_beside(influence, x, y, WEST);
  int32_t down = value_beside(influence, x, y, SOUTH) - value_beside(influence, x, y, NORTH);
  return (astar_cell){ across, down };
}
