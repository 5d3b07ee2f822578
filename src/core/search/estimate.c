/*
** Every estimate but Manhattan's is consistent: no step lowers it by more than the step costs,
** since none costs less than the view's least straight and least diagonal step.
*/
#include "estimate.h"

#include "../base/integer.h"
#include "estimator.h"

/* How far a coordinate lies outside an interval. */
static uint64_t estimate_outside(int32_t value, int32_t first, int32_t length) {
  if (value < first) return (uint64_t)(first - value);
  int32_t last = first + length - 1;
  return value > last ? (uint64_t)(value - last) : 0;
}

static uint64_t estimate_octile(uint64_t dx, uint64_t dy, uint64_t straight, uint64_t diagonal) {
  uint64_t both = dx < dy ? dx : dy;
  return straight * (dx + dy) - (2 * straight - diagonal) * both;
}

/* The root of min(straight², diagonal² / 2) * distance²: never more than octile. Where half of the
** product does not fit into 64 bits its root does not fit into 32. */
static uint64_t estimate_euclidean(uint64_t dx, uint64_t dy, uint64_t straight, uint64_t diagonal) {
  uint64_t twice = 2 * straight * straight;
  if (diagonal * diagonal < twice) twice = diagonal * diagonal;
  uint64_t distance = dx * dx + dy * dy, odd = twice % 2 * (distance / 2);
  if (distance != 0 && twice / 2 > (UINT64_MAX - odd) / distance) return UINT32_MAX;
  return integer_root(twice / 2 * distance + odd);
}

uint32_t search_estimate(const astar_search *search, int32_t x, int32_t y) {
  uint64_t straight = search->view.least_straight, diagonal = search->view.least_diagonal;
  uint64_t dx = estimate_outside(x, search->goal.cells.x, search->goal.cells.width);
  uint64_t dy = estimate_outside(y, search->goal.cells.y, search->goal.cells.height);
  uint64_t estimate = 0;
  if (grid_is_hex(&search->map->grid)) {             /* all steps are straight ones */
    dx = hex_distance_to(&search->map->grid, search->goal.cells, x, y);
    dy = 0;
  }
  if (diagonal > 2 * straight) diagonal = 2 * straight;
  switch (search->query.heuristic) {
    case ASTAR_OCTILE: estimate = estimate_octile(dx, dy, straight, diagonal); break;
    case ASTAR_MANHATTAN: estimate = straight * (dx + dy); break;
    case ASTAR_EUCLIDEAN: estimate = estimate_euclidean(dx, dy, straight, diagonal); break;
    case ASTAR_CHEBYSHEV: estimate = straight * (dx > dy ? dx : dy); break;
    case ASTAR_NO_HEURISTIC: break;
  }
  if (search->crossings.way_count > 0 && estimate > 0) {
    Estimator estimator = estimator_over_ground(search);
    uint64_t past = estimator_bypassed(&estimator, (astar_cell){ x, y }, search->crossings.ways,
                                       search->crossings.way_count);
    if (past < estimate) estimate = past;
  }
  return estimate < UINT32_MAX ? (uint32_t)estimate : UINT32_MAX;
}

uint32_t search_f(astar_search *search, uint32_t g, int32_t x, int32_t y) {
  uint64_t h = search_estimate(search, x, y);
  uint32_t weight = (uint32_t)search->query.heuristic_weight;
  if (weight != ASTAR_ONE) h = h * weight / ASTAR_ONE;
  if (g + h < UINT32_MAX) return (uint32_t)(g + h);
  if (!search->exact && g < UINT32_MAX) return UINT32_MAX - 1;
  search->overflowed = true;
  return UINT32_MAX;
}

bool search_is_exact(const astar_search *search) {
  const View *view = &search->view;
  bool consistent = search->query.heuristic != ASTAR_MANHATTAN ||
                    search->query.cls->diagonal == ASTAR_DIAGONAL_NEVER ||
                    view->least_diagonal >= 2 * view->least_straight;
  return consistent && search->query.heuristic_weight == ASTAR_ONE;
}

uint64_t search_distance(const Grid *grid, astar_rect rect, int32_t x, int32_t y) {
  if (grid_is_hex(grid)) return (uint64_t)grid->straight * hex_distance_to(grid, rect, x, y);
  uint64_t dx = estimate_outside(x, rect.x, rect.width);
  uint64_t dy = estimate_outside(y, rect.y, rect.height);
  return estimate_octile(dx, dy, (uint64_t)grid->straight, (uint64_t)grid->diagonal);
}
