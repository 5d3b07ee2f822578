#include "targets.h"

#include <stdlib.h>
#include <string.h>

#include "../base/integer.h"
#include "any_cell.h"
#include "goal.h"
#include "path_builder.h"

/* One that was cut off with its part of the map keeps its place in the list. */
static bool is_nowhere(astar_cell cell) {
  return cell.x == -1 && cell.y == -1;
}

bool targets_valid(const astar_map *map, const astar_target *target) {
  bool listed = target->cell_count > 0, named = target->terrain != 0;
  int ways = listed + named + target->unseen + (target->accepts != NULL);
  bool fits = map_accepts(map, ways == 1, "target: not exactly one way to name goals") &&
              map_accepts(map, target->wanted >= 1, "target.wanted: below 1") &&
              map_accepts_between(map, target->terrain, 0, map->grid.kind_count,
                                  "target.terrain: there is none of that number") &&
              map_accepts(map, target->cell_count >= 0, "target.cell_count: below 0");
  for (int32_t i = 0; i < target->cell_count && fits; i++) {
    astar_cell cell = target->cells[i];
    fits = map_accepts(map, is_nowhere(cell) || grid_has(&map->grid, cell.x, cell.y),
                       "target.cells: one of them is outside the map");
  }
  return fits;
}

static CellRun target_single(Cell cell) {
  return (CellRun){ cell, 1, 1 };
}

/* ---- what is a goal -------------------------------------------------------------------------- */

static bool mark_list(astar_search *search) {
  const astar_target *request = &search->targets.request;
  for (int32_t i = 0; i < request->cell_count; i++) {
    if (is_nowhere(request->cells[i])) continue;
    Cell cell = grid_cell(&search->map->grid, request->cells[i].x, request->cells[i].y);
    Cell block = grid_cell(&search->map->grid, request->cells[i].x / REGION_LEAF,
                           request->cells[i].y / REGION_LEAF);
    if (!cellset_add(&search->targets.goals, search->map, target_single(cell)) ||
        !cellset_add(&search->targets.blocks, search->map, target_single(block)))
      return false;
  }
  return true;
}

/* May a cell of the block be a goal? */
static inline bool block_has_goals(const astar_search *search, int32_t x, int32_t y) {
  const Targets *targets = &search->targets;
  if (targets->request.accepts != NULL) return true;
  if (targets->request.cell_count > 0)
    return cellset_has(&targets->blocks, grid_cell(&search->map->grid, x, y));
  return terrain_index_has(&search->view.plane->terrain_index, x, y, targets->request.terrain);
}

bool targets_prepare(const astar_search *search) {
  const astar_target *request = &search->targets.request;
  return (request->terrain == 0 && !request->unseen) || plane_index_terrain(search->view.plane);
}

/* Is there a way to a cell of the list, as far as terrain and, for a search, standing units are
** known? */
static astar_status find_way_to(const astar_search *search, bool past_units, astar_cell cell) {
  astar_rect goal = { cell.x, cell.y, 1, 1 };
  const Grid *grid = &search->map->grid;
  if (is_nowhere(cell)) return ASTAR_GOAL_BLOCKED;
  GoalArea area = goal_area(grid, &search->query, goal);
  if (goal_area_has(grid, &area, search->start_x, search->start_y)) return ASTAR_OK;
  return goal_find_way(search->view.plane, past_units ? NULL : search, &search->scratch->reachable,
                       &area);
}

/* Why no cell of the list can be reached, if nobody were in the way: OK, one could. */
static astar_status find_ways_past_units(const astar_search *search) {
  const astar_target *request = &search->targets.request;
  astar_status why = ASTAR_GOAL_BLOCKED;
  for (int32_t i = 0; i < request->cell_count && why != ASTAR_OK; i++) {
    astar_status one = find_way_to(search, true, request->cells[i]);
    if (one != ASTAR_GOAL_BLOCKED) why = one;
  }
  return why;
}

/* How many cells of the list can be reached, at most as many as are wanted; if none, the reason. A
** cell that is listed twice is counted twice; then the search only continues until it runs out. */
static astar_status find_ways(astar_search *search, int32_t *count) {
  const astar_target *request = &search->targets.request;
  bool all_blocked = true;
  *count = 0;
  for (int32_t i = 0; i < request->cell_count && *count < request->wanted; i++) {
    astar_status one = find_way_to(search, false, request->cells[i]);
    *count += one == ASTAR_OK;
    all_blocked &= one == ASTAR_GOAL_BLOCKED;
  }
  if (*count > 0) return ASTAR_OK;
  astar_status why = find_ways_past_units(search);
  if (why != ASTAR_OK) return why;
  return all_blocked ? ASTAR_GOAL_BLOCKED : ASTAR_CROWDED;
}

/* A rectangle around these cells, as far as the map goes. */
static astar_rect target_widen(const Grid *grid, astar_rect rect, int32_t before, int32_t behind) {
  int32_t most = grid->width + grid->height;
  before = integer_least(before, most);
  behind = integer_least(behind, most);
  return grid_clip(grid, (astar_rect){ rect.x - before, rect.y - before,
                                       rect.width + before + behind,
                                       rect.height + before + behind });
}

/* Is there anything of the kind that is wanted within reach, if nobody is in the way? Where that is
** not known by then it is left to the search, whose nodes are paid for. */
typedef struct ReachCheck {
  const astar_search *search;
  int32_t left;                     /* so many questions may still be asked */
} ReachCheck;

enum { REACH_CHECK_MOST = 8192, REACH_CHECK_FREE = 256, ASKED_FOR_A_NODE = 4 };

/* Is it of the kind? Without `within` there is no other place to come to. */
static bool reach_check_has(void *user, Cell cell) {
  ReachCheck *check = user;
  const astar_search *search = check->search;
  bool near = search->query.within > 0;
  if (!near && !targets_has(&search->targets, search->view.plane, cell)) return false;
  if (check->left == 0) return true;
  check->left--;
  return reachability_has(&search->scratch->reachable, cell);
}

static bool reach_check_meets(void *user, int32_t level, int32_t x, int32_t y) {
  ReachCheck *check = user;
  const astar_search *search = check->search;
  if (level == 0 && search->query.within == 0 && !block_has_goals(search, x, y)) return false;
  if (check->left == 0) return true;
  check->left--;
  return reachability_meets(&search->scratch->reachable, level, x, y);
}

/* Can the unit come near enough to what the area is that of? */
static bool reach_check_comes_to(ReachCheck *check, const GoalArea *area) {
  AnyCell any = { check->search->view.plane, area, check, reach_check_has,
                  reach_check_meets };
  return any_cell_exists(&any);
}

/* Has a rectangle a cell of the kind? It lies in one block, or is made of blocks. */
static bool has_kind(const astar_search *search, astar_rect rect) {
  const Plane *plane = search->view.plane;
  astar_rect blocks = rect_blocks(rect, REGION_LEAF);
  bool whole = blocks.width > 1 || blocks.height > 1;
  astar_rect look = whole ? blocks : rect;
  for (int32_t y = look.y; y < look.y + look.height; y++)
    for (int32_t x = look.x; x < look.x + look.width; x++)
      if (whole ? block_has_goals(search, x, y)
                : targets_has(&search->targets, plane, grid_cell(&search->map->grid, x, y)))
        return true;
  return false;
}

/* Half of a length, in whole blocks where it is longer than one. */
static int32_t target_half(int32_t length) {
  if (length <= REGION_LEAF) return length / 2;
  return (length / 2 + REGION_LEAF - 1) / REGION_LEAF * REGION_LEAF;
}

/* The unit cannot come near what lies in a rectangle if it cannot come near the rectangle. */
static bool has_goal_in(const astar_search *search, ReachCheck *check, astar_rect rect) {
  const Grid *grid = &search->map->grid;
  int32_t within = search->query.within;
  int32_t before = within + search->query.cls->size - 1;
  bool single = within == 0 || (rect.width == 1 && rect.height == 1);
  if (!has_kind(search, rect)) return false;
  GoalArea area = { &search->query, rect, target_widen(grid, rect, before, within) };
  if (single) area = goal_area(grid, &search->query, rect);
  if (!reach_check_comes_to(check, &area)) return false;
  if (single) return true;
  astar_rect one = rect, other = rect;
  if (rect.width >= rect.height) {
    one.width = target_half(rect.width);
    other.x += one.width;
    other.width -= one.width;
  } else {
    one.height = target_half(rect.height);
    other.y += one.height;
    other.height -= one.height;
  }
  return has_goal_in(search, check, one) || has_goal_in(search, check, other);
}

static void charge_reach_check(astar_search *search, int32_t asked) {
  if (asked > REACH_CHECK_FREE)
    search->upfront_nodes += (uint32_t)(asked - REACH_CHECK_FREE) / ASKED_FOR_A_NODE;
}

static astar_status check_reach_of_kind(astar_search *search) {
  ReachCheck check = { search, REACH_CHECK_MOST };
  if (!plane_index_terrain(search->view.plane)) return ASTAR_NO_MEMORY;
  const Grid *grid = &search->map->grid;
  astar_rect all = { 0, 0, grid->width, grid->height };
  bool has = has_goal_in(search, &check, all);
  search->targets.reach_unknown = check.left == 0;
  charge_reach_check(search, REACH_CHECK_MOST - check.left);
  return has ? ASTAR_OK : ASTAR_UNREACHABLE;
}

/* Without a search, as far as terrain and standing units are known: OK, there are so many goals, or
** as many as are wanted; else why there is none. What a function accepts is not known. */
static astar_status targets_check_reach(astar_search *search, int32_t *count) {
  const astar_target *request = &search->targets.request;
  *count = request->wanted;
  if (request->accepts != NULL) return ASTAR_OK;
  if (!goal_find_reach(search)) return ASTAR_NO_MEMORY;
  if (request->cell_count > 0) return find_ways(search, count);
  return check_reach_of_kind(search);
}

static astar_rect block_cells(const Grid *grid, int32_t x, int32_t y) {
  return grid_clip(grid, (astar_rect){ x * REGION_LEAF, y * REGION_LEAF, REGION_LEAF,
                                       REGION_LEAF });
}

/* Have all cells of a block been asked about, by a search that asks? */
static bool was_asked(const astar_search *search, int32_t x, int32_t y) {
  const Grid *grid = &search->map->grid;
  const Targets *targets = &search->targets;
  if (targets->request.accepts == NULL) return true;
  astar_rect rect = block_cells(grid, x, y);
  return sparse_array_at(&targets->asked_of, grid_cell(grid, x, y)) ==
         (uint32_t)(rect.width * rect.height);
}

/* Notes that all goals of a block were found, if they were. False: no memory. */
static bool note_exhausted(astar_search *search, int32_t x, int32_t y) {
  Targets *targets = &search->targets;
  const Grid *grid = &search->map->grid;
  astar_rect rect = block_cells(grid, x, y);
  if (!was_asked(search, x, y)) return true;
  for (int32_t row = rect.y; row < rect.y + rect.height; row++)
    for (int32_t column = rect.x; column < rect.x + rect.width; column++) {
      Cell cell = grid_cell(grid, column, row);
      if (targets_has(targets, search->view.plane, cell) && !cellset_has(&targets->met, cell))
        return true;
    }
  return cellset_add(&targets->exhausted, search->map, target_single(grid_cell(grid, x, y)));
}

/* The caller's function has been asked by a search among units, and is not asked again. */
static bool note_all_exhausted(astar_search *search) {
  const Grid *grid = &search->map->grid;
  bool noted = true;
  for (int32_t y = 0; y * REGION_LEAF < grid->height && noted; y++)
    for (int32_t x = 0; x * REGION_LEAF < grid->width && noted; x++)
      noted = note_exhausted(search, x, y);
  return noted;
}

astar_status targets_begin(astar_search *search) {
  search_forget_found(search);
  Targets *targets = &search->targets;
  targets->met_units = false;
  if (search->progress.without_units && targets->request.accepts != NULL)
    return note_all_exhausted(search) ? ASTAR_OK : ASTAR_NO_MEMORY;
  cellset_clear(&targets->goals);
  cellset_clear(&targets->blocks);
  cellset_clear(&targets->asked);
  sparse_array_clear(&targets->asked_of);
  if (!mark_list(search)) return ASTAR_NO_MEMORY;
  return targets_check_reach(search, &targets->sought);
}

bool targets_outdated(astar_search *search) {
  const Targets *targets = &search->targets;
  int32_t count;
  if (targets->request.cell_count == 0) return false;
  return targets_check_reach(search, &count) != ASTAR_OK || count != targets->sought;
}

astar_status targets_why(astar_search *search) {
  int32_t count;
  astar_status why = targets_check_reach(search, &count);
  return why == ASTAR_OK ? ASTAR_CROWDED : why;
}

/* ---- finding --------------------------------------------------------------------------------- */

/* There is room for one more. False: no memory. */
static bool reserve_found(astar_search *search) {
  Targets *targets = &search->targets;
  return memory_grow(&search->map->memory, targets->found, targets->count, &targets->capacity);
}

static bool targets_note(astar_search *search, Cell goal, Cell arrival, uint32_t cost) {
  Targets *targets = &search->targets;
  if (cellset_has(&targets->met, goal)) return true;
  if (!cellset_add(&targets->met, search->map, target_single(goal))) return false;
  if (!reserve_found(search)) return false;
  targets->found[targets->count++] = (FoundGoal){ .arrival = arrival, .goal = goal, .index = -1,
                                                  .way = { .cost = cost } };
  astar_cell at = grid_position(&search->map->grid, goal);
  return note_exhausted(search, at.x / REGION_LEAF, at.y / REGION_LEAF);
}

/* Another cell of a block was asked about. False: no memory. */
static bool count_asked(astar_search *search, int32_t x, int32_t y) {
  SparseArray *asked = &search->targets.asked_of;
  Cell block = grid_cell(&search->map->grid, x, y);
  uint32_t before = sparse_array_at(asked, block), count = before == SPARSE_NONE ? 1 : before + 1;
  return sparse_array_put(asked, &search->map->memory, block, count) &&
         note_exhausted(search, x, y);
}

/* Asks the caller's function, once for each cell. A block of which it was asked for all cells may
** be exhausted. */
static astar_status targets_call(astar_search *search, Cell cell) {
  Targets *targets = &search->targets;
  astar_map *map = search->map;
  if (targets->request.accepts == NULL || cellset_has(&targets->asked, cell)) return ASTAR_OK;
  astar_cell at = grid_position(&map->grid, cell);
  int32_t known = plane_terrain(search->view.plane, cell);
  map->locks++;
  int32_t answer = targets->request.accepts(targets->request.user, at.x, at.y, known);
  map->locks--;
  if (answer < 0) return ASTAR_CANCELLED;
  bool noted = cellset_add(&targets->asked, map, target_single(cell)) &&
               (answer == 0 || cellset_add(&targets->goals, map, target_single(cell))) &&
               count_asked(search, at.x / REGION_LEAF, at.y / REGION_LEAF);
  return noted ? ASTAR_OK : ASTAR_NO_MEMORY;
}


/* The cells that count as reached from `cell`: with `within`, all that near to what the unit
** covers. */
static astar_rect reached_from(const astar_search *search, Cell cell) {
  astar_cell at = grid_position(&search->map->grid, cell);
  int32_t within = search->query.within;
  if (within == 0) return (astar_rect){ at.x, at.y, 1, 1 };
  const Grid *grid = &search->map->grid;
  if (within > grid->width + grid->height) within = grid->width + grid->height;
  int32_t side = 2 * within + search->query.cls->size;
  astar_rect around = { at.x - within, at.y - within, side, side };
  return grid_clip_near(grid, at.x, at.y, around);
}

/* May there be goals in the block that were not found yet? */
static inline bool block_has_more(const astar_search *search, int32_t x, int32_t y) {
  return block_has_goals(search, x, y) &&
         !cellset_has(&search->targets.exhausted, grid_cell(&search->map->grid, x, y));
}

static bool row_has_more(const astar_search *search, astar_rect rect, int32_t y) {
  for (int32_t x = rect.x / REGION_LEAF; x * REGION_LEAF < rect.x + rect.width; x++)
    if (block_has_more(search, x, y)) return true;
  return false;
}

/* The next cell of a rectangle behind `at`, in reading order, in whose block may be more. False:
** there is none. It begins left of the first one. */
static bool next_near(const astar_search *search, astar_rect rect, astar_cell *at) {
  for (at->x++; at->y < rect.y + rect.height;) {
    int32_t column = at->x / REGION_LEAF, row = at->y / REGION_LEAF;
    bool is_new_row = at->x == rect.x && (at->y == rect.y || at->y % REGION_LEAF == 0);
    bool is_new = at->x == rect.x || at->x % REGION_LEAF == 0;
    if (is_new_row && !row_has_more(search, rect, row)) {
      at->y = (row + 1) * REGION_LEAF;
    } else if (at->x >= rect.x + rect.width) {
      *at = (astar_cell){ rect.x, at->y + 1 };
    } else if (is_new && !block_has_more(search, column, row)) {
      at->x = (column + 1) * REGION_LEAF;
    } else {
      return true;
    }
  }
  return false;
}

/* Is one of these cells, that of a goal at x, y, really that near? */
static bool target_reaches(const astar_search *search, Cell cell, int32_t x, int32_t y) {
  astar_cell at = grid_position(&search->map->grid, cell);
  GoalArea area = { .query = &search->query, .asked = { x, y, 1, 1 } };
  return goal_area_accepts(&search->map->grid, &area, at.x, at.y);
}

astar_status targets_meet(astar_search *search, Cell cell, uint32_t cost) {
  const Targets *targets = &search->targets;
  astar_rect rect = reached_from(search, cell);
  for (astar_cell at = { rect.x - 1, rect.y }; next_near(search, rect, &at);) {
    Cell goal = grid_cell(&search->map->grid, at.x, at.y);
    if (!target_reaches(search, cell, at.x, at.y)) continue;
    astar_status status = targets_call(search, goal);
    if (status != ASTAR_OK) return status;
    if (!targets_has(&search->targets, search->view.plane, goal)) continue;
    if (cell != search->start && goal_is_kept(search, cell)) {
      search->targets.met_units = true;
      return ASTAR_RUNNING;
    }
    if (!targets_note(search, goal, cell, cost)) return ASTAR_NO_MEMORY;
    if (targets->count == (size_t)targets->sought) return ASTAR_OK;
  }
  return ASTAR_RUNNING;
}

bool targets_around(const astar_search *search, Cell cell) {
  const Grid *grid = &search->map->grid;
  astar_rect rect = reached_from(search, cell);
  for (astar_cell at = { rect.x - 1, rect.y }; next_near(search, rect, &at);)
    if (targets_has(&search->targets, search->view.plane, grid_cell(grid, at.x, at.y)) &&
        target_reaches(search, cell, at.x, at.y))
      return true;
  return false;
}

static bool add_aside(astar_search *search, uint64_t entry) {
  Targets *targets = &search->targets;
  if (!memory_grow(&search->map->memory, targets->aside, targets->aside_count,
                   &targets->aside_capacity))
    return false;
  targets->aside[targets->aside_count++] = entry;
  return true;
}

bool targets_put_aside(astar_search *search, Cell cell, uint32_t cost, uint32_t turn) {
  search->targets.aside_turn = turn;
  return add_aside(search, open_entry(cost, cell));
}

static int target_compare(const void *a, const void *b) {
  uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
  return (one > other) - (one < other);
}

static void sort_aside(Targets *targets) {
  if (targets->aside_count > 1)
    qsort(targets->aside, targets->aside_count, sizeof *targets->aside, target_compare);
}

astar_status targets_meet_aside(astar_search *search) {
  Targets *targets = &search->targets;
  size_t count = targets->aside_count;
  astar_status status = ASTAR_RUNNING;
  sort_aside(targets);
  targets->aside_count = 0;
  for (size_t i = 0; i < count && status == ASTAR_RUNNING; i++)
    status = targets_meet(search, open_cell(targets->aside[i]), open_f(targets->aside[i]));
  return status;
}

/* ---- the path -------------------------------------------------------------------------------- */

/* Copies the way that the search has collected, with what explains it. */
static bool keep_way(astar_search *search, FoundGoal *found) {
  Way *way = &search->way;
  size_t bytes = way->count * sizeof *way->points;
  Waypoint *points = memory_raw(&search->map->memory, bytes);
  if (points == NULL) return false;
  memcpy(points, way->points, bytes);
  found->way = (Way){ .points = points, .count = way->count, .capacity = way->count,
                      .length = way->length, .cost = way->cost, .explanation = way->explanation };
  way->explanation = (Explanation){ 0 };
  return true;
}

/* Puts aside what was found, by goal: the cell, and its number among them. */
static bool sort_by_goal(astar_search *search) {
  Targets *targets = &search->targets;
  targets->aside_count = 0;
  for (size_t i = 0; i < targets->count; i++)
    if (!add_aside(search, open_entry(targets->found[i].goal, (Cell)i))) return false;
  sort_aside(targets);
  return true;
}

static FoundGoal *target_find_goal(const Targets *targets, Cell goal) {
  size_t first = 0, end = targets->aside_count;
  while (end - first > 1) {
    size_t middle = first + (end - first) / 2;
    if (open_f(targets->aside[middle]) <= goal) first = middle;
    else end = middle;
  }
  return &targets->found[open_cell(targets->aside[first])];
}

/* Finds where the goals stand in the list: of a cell that is listed twice, the first place. False:
** no memory. */
static bool find_places(astar_search *search) {
  Targets *targets = &search->targets;
  const astar_target *request = &targets->request;
  if (request->cell_count == 0) return true;
  if (!sort_by_goal(search)) return false;
  for (int32_t i = request->cell_count - 1; i >= 0; i--) {
    if (is_nowhere(request->cells[i])) continue;
    Cell goal = grid_cell(&search->map->grid, request->cells[i].x, request->cells[i].y);
    if (cellset_has(&targets->met, goal)) target_find_goal(targets, goal)->index = i;
  }
  targets->aside_count = 0;
  return true;
}

bool targets_build_paths(astar_search *search) {
  Targets *targets = &search->targets;
  if (!find_places(search)) return false;
  for (size_t i = 0; i < targets->count; i++) {
    FoundGoal *found = &targets->found[i];
    search->arrival = (Arrival){ .node = found->arrival };
    search->bound = found->way.cost;
    if (!path_builder_collect(search) || !keep_way(search, found)) return false;
  }
  return true;
}

bool targets_add_way(astar_search *search) {
  Targets *targets = &search->targets;
  if (!reserve_found(search)) return false;
  astar_cell goal = goal_of_way(search, &search->way);
  FoundGoal found = { .goal = grid_cell(&search->map->grid, goal.x, goal.y), .index = -1 };
  if (!keep_way(search, &found)) return false;
  targets->found[targets->count++] = found;
  return true;
}

bool targets_are_open(const astar_search *search) {
  const Targets *targets = &search->targets;
  for (size_t i = 0; i < targets->count; i++)
    if (!path_builder_is_open(search, &targets->found[i].way)) return false;
  return true;
}

bool targets_explain(astar_search *search) {
  Targets *targets = &search->targets;
  for (size_t i = 0; i < targets->count; i++)
    if (!path_builder_explain(search, &targets->found[i].way)) return false;
  return true;
}
