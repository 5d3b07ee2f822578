#include "detour.h"

#include <string.h>

#include "../base/assert.h"
#include "../base/builtin.h"
#include "../base/integer.h"

#define UNREACHED UINT32_MAX

/* ---- places ---------------------------------------------------------------------------------- */

static int detour_place(const Detour *detour, astar_cell cell) {
  uint32_t x = (uint32_t)(cell.x - detour->corner.x), y = (uint32_t)(cell.y - detour->corner.y);
  return x < DETOUR_SIDE && y < DETOUR_SIDE ? (int)(y * DETOUR_SIDE + x) : -1;
}

static astar_cell detour_cell(const Detour *detour, int place) {
  return (astar_cell){ detour->corner.x + place % DETOUR_SIDE,
                       detour->corner.y + place / DETOUR_SIDE };
}

static int32_t detour_penalty(View *view, Cell cell) {
  return view->bare ? 0 : view_penalty(view, cell);
}

bool detour_is_open(View *view, astar_cell cell) {
  Cell at = grid_cell(&view->map->grid, cell.x, cell.y);
  return view->kind[at] != 0 && detour_penalty(view, at) != VIEW_BLOCKED;
}

/* ---- the heap -------------------------------------------------------------------------------- */

/* The least sum of cost and estimate first; then what is nearer to the end. */
static bool goes_before(const Detour *detour, int a, int b) {
  uint32_t sum_a = detour->cost[a] + detour->estimate[a];
  uint32_t sum_b = detour->cost[b] + detour->estimate[b];
  if (sum_a != sum_b) return sum_a < sum_b;
  if (detour->estimate[a] != detour->estimate[b]) return detour->estimate[a] < detour->estimate[b];
  return a < b;
}

static void heap_put(Detour *detour, int32_t index, int place) {
  detour->heap[index] = (uint16_t)place;
  detour->at[place] = (uint16_t)index;
}

static void heap_rise(Detour *detour, int32_t index, int place) {
  while (index > 0 && goes_before(detour, place, detour->heap[(index - 1) / 2])) {
    heap_put(detour, index, detour->heap[(index - 1) / 2]);
    index = (index - 1) / 2;
  }
  heap_put(detour, index, place);
}

static void heap_sink(Detour *detour, int32_t index, int place) {
  for (;;) {
    int32_t child = 2 * index + 1;
    if (child >= detour->count) break;
    if (child + 1 < detour->count &&
        goes_before(detour, detour->heap[child + 1], detour->heap[child]))
      child++;
    if (!goes_before(detour, detour->heap[child], place)) break;
    heap_put(detour, index, detour->heap[child]);
    index = child;
  }
  heap_put(detour, index, place);
}

static int heap_take(Detour *detour) {
  int first = detour->heap[0];
  int last = detour->heap[--detour->count];
  if (detour->count > 0) heap_sink(detour, 0, last);
  return first;
}

/* ---- the search ------------------------------------------------------------------------------ */

/* Octile distance at the least costs of the view. */
static uint32_t detour_estimate(const View *view, astar_cell from, astar_cell to) {
  const Grid *grid = &view->map->grid;
  if (grid_is_hex(grid)) return view->least_straight * (uint32_t)hex_distance(grid, from, to);
  uint32_t dx = (uint32_t)integer_absolute((int64_t)to.x - from.x);
  uint32_t dy = (uint32_t)integer_absolute((int64_t)to.y - from.y);
  uint32_t straight = view->least_straight, diagonal = view->least_diagonal;
  if (diagonal > 2 * straight) diagonal = 2 * straight;
  return dx < dy ? dx * diagonal + (dy - dx) * straight : dy * diagonal + (dx - dy) * straight;
}

/* A way to the place is known. Is it the cheapest so far? */
static void detour_reach(Detour *detour, int place, uint32_t cost, int direction) {
  if (cost >= detour->cost[place]) return;
  int32_t index = detour->at[place];
  if (detour->cost[place] == UNREACHED) index = detour->count++;
  detour->cost[place] = cost;
  detour->direction[place] = (uint8_t)direction;
  heap_rise(detour, index, place);
}

static void detour_expand(Detour *detour, int place, astar_cell to) {
  View *view = detour->view;
  const Grid *grid = &view->map->grid;
  astar_cell from = detour_cell(detour, place);
  Cell cell = grid_cell(grid, from.x, from.y);
  detour->expanded++;
  for (uint32_t steps = view_steps(view, cell); steps != 0; steps &= steps - 1) {
    int direction = low_zeros_32(steps);
    astar_cell at = { from.x + DIRECTION_X[direction], from.y + DIRECTION_Y[direction] };
    int next = detour_place(detour, at);
    if (next < 0) continue;
    Cell entered = cell + (Cell)direction_offset(grid, direction);
    int32_t penalty = detour_penalty(view, entered);
    penalty += view_slope(view, (ViewStep){ cell, entered, direction });
    uint32_t step = view_step(view, view->kind[entered], direction >= FIRST_DIAGONAL, penalty);
    if (detour->cost[next] == UNREACHED) detour->estimate[next] = detour_estimate(view, at, to);
    detour_reach(detour, next, detour->cost[place] + step, direction);
  }
}

/* The place from which the best way comes to this one. */
static int detour_before(const Detour *detour, int place) {
  int direction = detour->direction[place];
  return place - DIRECTION_Y[direction] * DETOUR_SIDE - DIRECTION_X[direction];
}

static void detour_trace(Detour *detour, int start, int end) {
  int32_t length = 1;
  for (int place = end; place != start; place = detour_before(detour, place)) length++;
  detour->length = length;
  for (int place = end; length-- > 0; place = detour_before(detour, place))
    detour->cells[length] = detour_cell(detour, place);
}

bool detour_find(Detour *detour, View *view, astar_cell middle, const astar_cell ends[2],
                 uint32_t limit) {
  detour->view = view;
  detour->corner = (astar_cell){ middle.x - DETOUR_SIDE / 2, middle.y - DETOUR_SIDE / 2 };
  detour->expanded = 0;
  detour->count = 0;
  memset(detour->cost, 0xff, sizeof detour->cost);
  int start = detour_place(detour, ends[0]), end = detour_place(detour, ends[1]);
  ASTAR_ASSERT(start >= 0 && end >= 0);
  detour->estimate[start] = detour_estimate(view, ends[0], ends[1]);
  detour_reach(detour, start, 0, 0);
  while (detour->count > 0) {
    int place = heap_take(detour);
    if (detour->cost[place] + detour->estimate[place] > limit) return false;
    if (place == end) break;
    detour_expand(detour, place, ends[1]);
  }
  if (detour->cost[end] == UNREACHED) return false;
  detour_trace(detour, start, end);
  return true;
}
