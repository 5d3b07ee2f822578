#include "target.h"

#include <string.h>

#include "delivery.h"

bool targets_valid(const astar_map *map, const astar_target *target) {
  bool listed = target->cell_count > 0, named = target->terrain != 0;
  int ways = listed + named + target->unseen + (target->accepts != NULL);
  if (ways != 1 || target->wanted < 1) return false;
  if (target->terrain < 0 || target->terrain > map->grid.kind_count) return false;
  for (int32_t i = 0; i < target->cell_count; i++)
    if (!grid_has(&map->grid, target->cells[i].x, target->cells[i].y)) return false;
  return target->cell_count >= 0;
}

static CellRun single(Cell cell) {
  return (CellRun){ cell, 1, 1 };
}

/* ---- what is a goal -------------------------------------------------------------------------- */

static bool mark_list(astar_search *search) {
  const astar_target *wish = &search->targets.wish;
  for (int32_t i = 0; i < wish->cell_count; i++) {
    Cell cell = grid_cell(&search->map->grid, wish->cells[i].x, wish->cells[i].y);
    if (!cellset_add(&search->targets.goals, search->map, single(cell))) return false;
  }
  return true;
}

/* Is there a way to one of the list, as far as terrain and standing units are known? */
static astar_status find_way(astar_search *search) {
  const astar_target *wish = &search->targets.wish;
  const Grid *grid = &search->map->grid;
  const Regions *regions = plane_regions(search->view.plane);
  astar_status status = ASTAR_GOAL_BLOCKED;
  if (regions == NULL) return ASTAR_NO_MEMORY;
  for (int32_t i = 0; i < wish->cell_count && status != ASTAR_OK; i++) {
    astar_rect cell = { wish->cells[i].x, wish->cells[i].y, 1, 1 };
    astar_rect accepted = goal_accepted(grid, &search->query, cell);
    if (rect_has(accepted, search->start_x, search->start_y)) return ASTAR_OK;
    astar_status one = goal_find_way(&search->view, regions, search->start, accepted);
    if (one == ASTAR_OK || status == ASTAR_GOAL_BLOCKED) status = one;
  }
  return status;
}

astar_status targets_begin(astar_search *search) {
  search_forget_found(search);
  cellset_clear(&search->targets.goals);
  cellset_clear(&search->targets.asked);
  search->targets.terrain_seen = changes_position(plane_source(search->view.plane));
  if (!mark_list(search)) return ASTAR_NO_MEMORY;
  return search->targets.wish.cell_count > 0 ? find_way(search) : ASTAR_OK;
}

/* Asks the caller's function, once for each cell. */
static astar_status ask(astar_search *search, Cell cell) {
  Targets *targets = &search->targets;
  astar_map *map = search->map;
  if (targets->wish.accepts == NULL || cellset_has(&targets->asked, cell)) return ASTAR_OK;
  astar_cell at = grid_position(&map->grid, cell);
  int32_t known = plane_terrain(search->view.plane, cell);
  map->locks++;
  int32_t answer = targets->wish.accepts(targets->wish.user, at.x, at.y, known);
  map->locks--;
  if (answer < 0) return ASTAR_CANCELLED;
  if (!cellset_add(&targets->asked, map, single(cell))) return ASTAR_NO_MEMORY;
  bool noted = answer == 0 || cellset_add(&targets->goals, map, single(cell));
  return noted ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static bool is_goal(const astar_search *search, Cell cell) {
  const Targets *targets = &search->targets;
  if (targets->wish.terrain != 0 || targets->wish.unseen)
    return plane_terrain(search->view.plane, cell) == targets->wish.terrain;
  return cellset_has(&targets->goals, cell);
}

/* ---- finding --------------------------------------------------------------------------------- */

static int32_t index_of(const astar_target *wish, astar_cell cell) {
  int32_t index = 0;
  while (index < wish->cell_count &&
         (wish->cells[index].x != cell.x || wish->cells[index].y != cell.y))
    index++;
  return index < wish->cell_count ? index : -1;
}

static bool is_found(const Targets *targets, Cell goal) {
  for (size_t i = 0; i < targets->count; i++)
    if (targets->found[i].goal == goal) return true;
  return false;
}

static bool note(astar_search *search, Cell goal, Cell arrival, uint32_t cost) {
  Targets *targets = &search->targets;
  if (is_found(targets, goal)) return true;
  void *found = targets->found;
  if (!memory_grow(&search->map->memory, &found, sizeof *targets->found, targets->count,
                   &targets->capacity))
    return false;
  targets->found = found;
  int32_t index = index_of(&targets->wish, grid_position(&search->map->grid, goal));
  targets->found[targets->count++] = (Found){ .arrival = arrival, .goal = goal, .cost = cost,
                                              .index = index };
  return true;
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
  return grid_clip(grid, (astar_rect){ at.x - within, at.y - within, side, side });
}

astar_status targets_meet(astar_search *search, Cell cell, uint32_t cost) {
  const Targets *targets = &search->targets;
  astar_rect rect = reached_from(search, cell);
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      Cell goal = grid_cell(&search->map->grid, x, y);
      astar_status status = ask(search, goal);
      if (status != ASTAR_OK) return status;
      if (!is_goal(search, goal)) continue;
      if (!note(search, goal, cell, cost)) return ASTAR_NO_MEMORY;
      if (targets->count == (size_t)targets->wish.wanted) return ASTAR_OK;
    }
  return ASTAR_RUNNING;
}

/* ---- delivery -------------------------------------------------------------------------------- */

static void choose(astar_search *search, const Found *found) {
  search->arrival = (Arrival){ .node = found->arrival };
  search->bound = found->cost;
}

static bool keep_way(astar_search *search, Found *found) {
  size_t bytes = search->waypoint_count * sizeof(Waypoint);
  found->waypoints = memory_raw(&search->map->memory, bytes);
  if (found->waypoints == NULL) return false;
  memcpy(found->waypoints, search->waypoints, bytes);
  found->waypoint_count = search->waypoint_count;
  found->length = search->length;
  return true;
}

/* From the last to the first, which is left as the search's. */
bool targets_deliver(astar_search *search) {
  Targets *targets = &search->targets;
  for (size_t i = targets->count; i-- > 0;) {
    choose(search, &targets->found[i]);
    if (!delivery_collect(search) || !keep_way(search, &targets->found[i])) return false;
  }
  return true;
}

/* Makes a way that was kept the search's. There is room: each of them was collected there. */
static void take_way(astar_search *search, const Found *found) {
  choose(search, found);
  search->length = found->length;
  search->waypoint_count = found->waypoint_count;
  memcpy(search->waypoints, found->waypoints, found->waypoint_count * sizeof(Waypoint));
}

/* From the last to the first, likewise. */
astar_status targets_check_units(astar_search *search) {
  astar_status status = ASTAR_OK;
  for (size_t i = search->targets.count; i-- > 0 && status == ASTAR_OK;) {
    take_way(search, &search->targets.found[i]);
    status = delivery_check_units(search);
  }
  return status;
}

int32_t astar_search_found(const astar_search *search) {
  return has_path(search->status) ? (int32_t)search->targets.count : 0;
}

astar_cell astar_search_choose(astar_search *search, int32_t number, int32_t *index) {
  Targets *targets = &search->targets;
  astar_cell nowhere = { -1, -1 };
  *index = -1;
  if (number < 0 || number >= astar_search_found(search)) return nowhere;
  const Found *found = &targets->found[number];
  take_way(search, found);
  *index = found->index;
  return grid_position(&search->map->grid, found->goal);
}
