#include "heuristic.h"

#include "../base/integer.h"

/* ---- ways through shortcuts ------------------------------------------------------------------ */

static astar_rect bypass_rect(const Bypass *bypass) {
  return (astar_rect){ bypass->left, bypass->top, bypass->right - bypass->left + 1,
                       bypass->bottom - bypass->top + 1 };
}

static uint64_t bypass_distance(const Heuristic *heuristic, const Bypass *a, const Bypass *b) {
  if (heuristic->hexagons != NULL)
    return heuristic->straight *
           hex_rects_apart(heuristic->hexagons, bypass_rect(a), bypass_rect(b));
  int32_t right = a->left - b->right, left = b->left - a->right;
  int32_t below = a->top - b->bottom, above = b->top - a->bottom;
  int32_t across = right > left ? right : left, down = below > above ? below : above;
  return heuristic_octile(heuristic, (uint64_t)(across > 0 ? across : 0),
                          (uint64_t)(down > 0 ? down : 0));
}

static Bypass bypass_of_goal(const Heuristic *heuristic) {
  return (Bypass){ heuristic->left, heuristic->top, heuristic->right, heuristic->bottom, 0 };
}

/*
** What a path costs at least from the last cell that it has in the area, if it avoids all shortcuts
** from there on. That cell is no shortcut: around a shortcut there are only cells of its area. It
** can be entered, as all cells of a path can. The goal may lie in the area. Of a large area not
** every cell is looked at, for it is done each time that the search goes on.
*/
#define BYPASS_CELLS 36

static uint64_t rest_from(const Heuristic *heuristic, const Bypass *bypass) {
  const Landmarks *landmarks = heuristic->landmarks;
  const Grid *grid = landmarks->grid;
  Bypass goal = bypass_of_goal(heuristic);
  uint64_t octile = bypass_distance(heuristic, bypass, &goal), least = UINT32_MAX;
  int32_t width = bypass->right - bypass->left + 1, height = bypass->bottom - bypass->top + 1;
  if (octile == 0 || (int64_t)width * height > BYPASS_CELLS) return octile;
  for (int32_t y = bypass->top; y <= bypass->bottom; y++)
    for (int32_t x = bypass->left; x <= bypass->right; x++) {
      Cell cell = grid_cell(grid, x, y);
      if (landmarks->old_kind[cell] == 0 || landmarks->kind[cell] == 0) continue;
      uint64_t bound = landmarks_bound(landmarks, &landmarks->rows[cell], &heuristic->goal);
      if (bound < least) least = bound;
    }
  return least > octile ? least : octile;
}

static void find_bypasses(Heuristic *heuristic) {
  const Grid *grid = heuristic->landmarks->grid;
  const Shortcuts *shortcuts = &heuristic->landmarks->shortcuts;
  Bypass *bypasses = heuristic->bypasses;
  heuristic->bypass_count = shortcuts->area_count;
  for (int i = 0; i < shortcuts->area_count; i++) {
    astar_rect area = grid_clip(grid, shortcuts->areas[i]);
    bypasses[i] = (Bypass){ area.x, area.y, area.x + area.width - 1, area.y + area.height - 1, 0 };
    bypasses[i].rest = rest_from(heuristic, &bypasses[i]);
  }
}

/* The last of the areas that the way leads through may be any of them. */
uint64_t heuristic_past_shortcuts(const Heuristic *heuristic, astar_cell at) {
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < heuristic->bypass_count; i++) {
    const Bypass *bypass = &heuristic->bypasses[i];
    uint64_t past = heuristic_to(heuristic, at, bypass->left, bypass->top, bypass->right,
                                 bypass->bottom) + bypass->rest;
    if (past < least) least = past;
  }
  return least;
}

/* ---- heuristics ------------------------------------------------------------------------------ */

/* Landmarks know the way to one cell, and that no step is cheaper than the terrain makes it. They
** know of no slopes, but do where these only make steps costlier. */
static void heuristic_use_landmarks(Heuristic *heuristic, const astar_search *search) {
  const Landmarks *landmarks = search_landmarks(search);
  bool single = search->goal.cells.width == 1 && search->goal.cells.height == 1;
  const Slopes *slopes = search->view.slopes;
  bool none_cheaper = search->view.least_penalty == 0 && (slopes == NULL || !slopes->cheapens);
  if (landmarks == NULL || !single || !none_cheaper || heuristic->straight == 0) return;
  heuristic->landmarks = landmarks;
  heuristic->refines = true;
  heuristic->goal = landmarks->rows[grid_cell(landmarks->grid, heuristic->left, heuristic->top)];
  find_bypasses(heuristic);
}

Heuristic heuristic_over_ground(const astar_search *search) {
  astar_rect goal = search->goal.cells;
  Heuristic heuristic = { .left = goal.x, .top = goal.y, .right = goal.x + goal.width - 1,
                          .bottom = goal.y + goal.height - 1 };
  if (grid_is_hex(&search->map->grid)) heuristic.hexagons = &search->map->grid;
  heuristic.straight = search->view.least_straight;
  heuristic.diagonal = search->view.least_diagonal;
  if (heuristic.diagonal > 2 * heuristic.straight) heuristic.diagonal = 2 * heuristic.straight;
  return heuristic;
}

Heuristic heuristic_plain(const astar_search *search) {
  Heuristic heuristic = heuristic_over_ground(search);
  if (search->query.heuristic != ASTAR_OCTILE) heuristic.straight = heuristic.diagonal = 0;
  heuristic.ways = search->crossings.ways;
  heuristic.way_count = search->crossings.way_count;
  heuristic.refines = heuristic.way_count > 0 || heuristic.hexagons != NULL;
  return heuristic;
}

uint64_t heuristic_least(const astar_search *search) {
  Heuristic heuristic = heuristic_over_ground(search);
  heuristic.refines = heuristic.hexagons != NULL;
  heuristic_use_landmarks(&heuristic, search);
  astar_cell start = { search->start_x, search->start_y };
  uint64_t least = heuristic_estimate(&heuristic, search->start, start);
  return least < search->crossings.least ? least : search->crossings.least;
}

Heuristic heuristic_best(const astar_search *search) {
  Heuristic heuristic = heuristic_plain(search);
  heuristic_use_landmarks(&heuristic, search);
  return heuristic;
}

LandmarksSeen landmarks_seen(const astar_search *search) {
  const Landmarks *landmarks = search_landmarks(search);
  if (landmarks == NULL) return (LandmarksSeen){ 0, 0 };
  return (LandmarksSeen){ landmarks->number, landmarks->shortcuts.sum };
}

bool landmarks_still_are(const astar_search *search) {
  LandmarksSeen now = landmarks_seen(search), seen = search->landmarks;
  return now.number == seen.number && now.shortcuts == seen.shortcuts;
}

/* ---- without a heuristic --------------------------------------------------------------------- */

/*
** Every estimate but Manhattan's is consistent: no step lowers it by more than the step costs,
** since none costs less than the view's least straight and least diagonal step.
*/
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
  astar_rect goal = search->goal.cells;
  uint64_t dx = heuristic_outside(x, goal.x, goal.x + goal.width - 1);
  uint64_t dy = heuristic_outside(y, goal.y, goal.y + goal.height - 1);
  uint64_t estimate = 0;
  if (grid_is_hex(&search->map->grid)) {             /* all steps are straight ones */
    dx = hex_distance_to(&search->map->grid, goal, x, y);
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
    Heuristic heuristic = heuristic_over_ground(search);
    uint64_t past = heuristic_bypassed(&heuristic, (astar_cell){ x, y }, search->crossings.ways,
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
  uint64_t dx = heuristic_outside(x, rect.x, rect.x + rect.width - 1);
  uint64_t dy = heuristic_outside(y, rect.y, rect.y + rect.height - 1);
  return estimate_octile(dx, dy, (uint64_t)grid->straight, (uint64_t)grid->diagonal);
}
