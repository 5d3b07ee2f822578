#include "goal.h"

void goal_set(astar_search *search) {
  Goal *goal = &search->goal;
  goal->accepted = goal_area(&search->map->grid, &search->query, goal->asked).around;
  goal->cells = goal->accepted;
  goal->aim = AIM_ACCEPTED;
}

/* ---- units at the goal ----------------------------------------------------------------------- */

/* Goals of a search for the nearest are told apart when they are reached. */
bool goal_take_places(astar_search *search) {
  const astar_query *query = &search->query;
  if (query->unit == NULL || !query->occupancy || search->targets.wish.wanted > 0) return true;
  GoalArea area = search_goal_area(search);
  return taken_add_goals(&search->kit->scratch.taken, &area);
}

bool goal_is_kept(const astar_search *search, Cell cell) {
  const astar_query *query = &search->query;
  if (query->unit == NULL || !query->occupancy) return false;
  astar_cell at = grid_position(&search->map->grid, cell);
  return taken_is_kept(query, at.x, at.y);
}

static bool may_stand(const astar_search *search, Cell cell) {
  return !view_taken(&search->view, cell) && !goal_is_kept(search, cell);
}

/* ---- is there a way? ------------------------------------------------------------------------- */

bool goal_find_reach(astar_search *search) {
  Plane *plane = search->view.plane;
  return plane_regions(plane) != NULL && plane_exits(plane) != NULL &&
         reach_find(&search->kit->reach, plane, search->start);
}

astar_status goal_find_way(const Plane *plane, const astar_search *search, const Reach *reach,
                           const GoalArea *area) {
  const Grid *grid = &plane->cls->map->grid;
  astar_rect rect = area->around;
  bool some_vacant = false, some_near = false;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      Cell cell = grid_cell(grid, x, y);
      if (plane->kind[cell] == 0 || !goal_area_has(grid, area, x, y)) continue;
      bool is_vacant = search == NULL || may_stand(search, cell);
      bool is_near = reach_has(reach, cell);
      if (is_vacant && is_near) return ASTAR_OK;
      some_vacant |= is_vacant;
      some_near |= is_near;
    }
  if (!some_vacant) return ASTAR_GOAL_BLOCKED;
  return some_near ? ASTAR_CROWDED : ASTAR_UNREACHABLE;
}

/* ---- the cell nearest to the goal ------------------------------------------------------------ */

/*
** The nearest cell that is eligible; among equally near ones the one nearer to the start, then the
** first in reading order. The start itself is a candidate. Cells of one level are near each other;
** those of others are as far from the goal as the start is, or as far from the start as all others.
**
** The map is divided into blocks, as the regions are, and these into smaller ones, the nearest
** first. A block is passed over where it is farther than what was found, or none of the region's
** cells is in it. So of the blocks that are looked at, all but those at the edge of what comes into
** question have brought something nearer.
*/
typedef struct GoalCandidate {
  const astar_search *search;
  const Reach *reach;               /* eligible: what is in it; NULL: what the search reached */
  int32_t x, y;
  uint64_t to_goal, to_start;
} GoalCandidate;

/* Is it worth a closer look? */
static bool may_be_eligible(const GoalCandidate *best, Cell cell) {
  const astar_search *search = best->search;
  if (best->reach == NULL) return node_in_epoch(search->nodes.words[cell], search->nodes.epoch);
  return search->view.kind[cell] != 0;
}

static bool is_eligible(const GoalCandidate *best, Cell cell) {
  const astar_search *search = best->search;
  if (cell != search->start && !may_stand(search, cell)) return false;
  return best->reach == NULL ||
         (search->view.kind[cell] != 0 && reach_has(best->reach, cell));
}

/* Distances from all cells of it differ from those to the goal by the same, at the most. */
static astar_rect goal_measured(const astar_search *search) {
  bool is_round = search->query.cls->hex && search->query.within > 0;
  return is_round ? search->goal.asked : search->goal.accepted;
}

#define OTHER_LEVEL UINT64_MAX

static uint64_t distance_to_goal(const astar_search *search, int32_t x, int32_t y) {
  astar_rect goal = goal_measured(search);
  bool near = grid_same_level(&search->map->grid, (astar_cell){ goal.x, goal.y },
                              (astar_cell){ x, y });
  return near ? search_distance(&search->map->grid, goal, x, y) : OTHER_LEVEL;
}

static uint64_t distance_to_start(const astar_search *search, int32_t x, int32_t y) {
  astar_rect start = { search->start_x, search->start_y, 1, 1 };
  bool near = grid_same_level(&search->map->grid, (astar_cell){ start.x, start.y },
                              (astar_cell){ x, y });
  return near ? search_distance(&search->map->grid, start, x, y) : OTHER_LEVEL;
}

static void goal_consider(GoalCandidate *best, Cell cell, int32_t x, int32_t y) {
  const astar_search *search = best->search;
  uint64_t to_goal = distance_to_goal(search, x, y);
  if (to_goal > best->to_goal) return;
  uint64_t to_start = distance_to_start(search, x, y);
  bool first = y < best->y || (y == best->y && x < best->x);
  bool better = to_goal < best->to_goal || to_start < best->to_start ||
                (to_start == best->to_start && first);
  if (!better || !is_eligible(best, cell)) return;
  best->x = x;
  best->y = y;
  best->to_goal = to_goal;
  best->to_start = to_start;
}

typedef struct GoalBlock {
  int32_t level, x, y;
  uint64_t to_goal;                 /* of its nearest cell */
} GoalBlock;

static astar_rect block_rect(const Grid *grid, const GoalBlock *block) {
  int32_t side = REGION_LEAF << block->level;
  return grid_clip(grid, (astar_rect){ block->x * side, block->y * side, side, side });
}

/* The number of an interval that is nearest to those of another. */
static int32_t nearest_to(int32_t first, int32_t length, int32_t to, int32_t to_length) {
  if (to + to_length - 1 < first) return first;
  return to < first + length ? (to > first ? to : first) : first + length - 1;
}

static void goal_measure(const astar_search *search, GoalBlock *block) {
  const Grid *grid = &search->map->grid;
  astar_rect goal = goal_measured(search);
  if (grid_is_hex(grid)) {                           /* at most what it is */
    block->to_goal = (uint64_t)grid->straight * hex_rects_apart(grid, block_rect(grid, block),
                                                                goal);
    return;
  }
  astar_rect rect = grid_clip_near(grid, goal.x, goal.y, block_rect(grid, block));
  block->to_goal = OTHER_LEVEL;
  if (rect.width == 0) return;
  int32_t x = nearest_to(rect.x, rect.width, goal.x, goal.width);
  int32_t y = nearest_to(rect.y, rect.height, goal.y, goal.height);
  block->to_goal = search_distance(grid, goal, x, y);
}

static void consider_cells(GoalCandidate *best, astar_rect rect) {
  for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
    Cell row = grid_cell(&best->search->map->grid, rect.x, y);
    for (int32_t i = 0; i < rect.width; i++)
      if (may_be_eligible(best, row + (Cell)i)) goal_consider(best, row + (Cell)i, rect.x + i, y);
  }
}

/* The parts of a block that lie on the map, the nearest first; returns how many. */
static int goal_divide(const astar_search *search, const GoalBlock *block, GoalBlock parts[4]) {
  int count = 0;
  for (int i = 0; i < 4; i++) {
    GoalBlock part = { block->level - 1, 2 * block->x + (i & 1), 2 * block->y + (i >> 1), 0 };
    astar_rect rect = block_rect(&search->map->grid, &part);
    if (rect.width <= 0 || rect.height <= 0) continue;
    goal_measure(search, &part);
    int at = count++;
    for (; at > 0 && parts[at - 1].to_goal > part.to_goal; at--) parts[at] = parts[at - 1];
    parts[at] = part;
  }
  return count;
}

static void consider_block(GoalCandidate *best, const GoalBlock *block) {
  const astar_search *search = best->search;
  GoalBlock parts[4];
  if (block->to_goal > best->to_goal || block->to_goal == OTHER_LEVEL) return;
  if (best->reach != NULL && !reach_meets(best->reach, block->level, block->x, block->y)) return;
  if (block->level == 0) {
    consider_cells(best, block_rect(&search->map->grid, block));
    return;
  }
  int count = goal_divide(search, block, parts);
  for (int i = 0; i < count; i++) consider_block(best, &parts[i]);
}

static GoalCandidate find_nearest(const astar_search *search, const Reach *reach) {
  const Grid *grid = &search->map->grid;
  GoalCandidate best = { search, reach, search->start_x, search->start_y, 0, 0 };
  best.to_goal = distance_to_goal(search, best.x, best.y);
  GoalBlock all = { 0 };
  while (REGION_LEAF << all.level < grid->width || REGION_LEAF << all.level < grid->height)
    all.level++;
  consider_block(&best, &all);
  return best;
}

void goal_retarget(astar_search *search) {
  GoalCandidate nearest = find_nearest(search, &search->kit->reach);
  search->goal.cells = (astar_rect){ nearest.x, nearest.y, 1, 1 };
  search->goal.aim = AIM_REACHABLE;
}

void goal_fall_back(astar_search *search) {
  GoalCandidate nearest = find_nearest(search, NULL);
  Cell cell = grid_cell(&search->map->grid, nearest.x, nearest.y);
  search->arrival = (Arrival){ .node = cell };
  search->bound = node_g(search->nodes.words[cell]);
  search->goal.aim = AIM_REACHED;
}
