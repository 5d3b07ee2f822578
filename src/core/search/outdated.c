#include "outdated.h"

#include "backward_search.h"
#include "blocked_start.h"
#include "crossing.h"
#include "goal.h"
#include "targets.h"

/* Has the search looked at the cell? It looks at the neighbours of what it closes. */
static bool was_read(const astar_search *search, Cell cell) {
  for (int direction = -1; direction < DIRECTIONS; direction++) {
    int32_t offset = direction < 0 ? 0 : direction_offset(&search->map->grid, direction);
    Node node = search->nodes.words[cell + (Cell)offset];
    if (node_in_epoch(node, search->nodes.epoch) && !(node & NODE_OPEN)) return true;
  }
  return crossing_was_read(search, cell);
}

static bool rect_was_read(const astar_search *search, astar_rect rect) {
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++)
      if (was_read(search, grid_cell(&search->map->grid, x, y))) return true;
  return false;
}

/* Has an edit gone lost, or has the class been compiled again? Then anything may have changed. */
static bool edits_are_lost(const astar_search *search, uint64_t from) {
  const Plane *plane = search->view.plane;
  return plane->class_version != search->progress.class_version || !edits_are_kept(plane, from);
}

/* Does it matter that a cell's terrain has changed? What was a goal and is none any more matters
** only if some were met; what is none, and was none, not at all. */
static bool may_be_goal(const astar_search *search, Cell cell) {
  const Targets *targets = &search->targets;
  return targets->request.accepts != NULL || targets->count > 0 || targets->aside_count > 0 ||
         targets_has(targets, search->view.plane, cell);
}

/* Has terrain that makes a goal changed within reach of what was closed? Its cost need not have. */
static bool goals_outdated(const astar_search *search, uint64_t from) {
  const astar_target *request = &search->targets.request;
  const Journal *journal = plane_journal(search->view.plane);
  const Grid *grid = &search->map->grid;
  if (request->wanted == 0 || request->cell_count > 0) return false;
  for (uint64_t at = from; at < journal->written; at++) {
    Cell changed = journal_at(journal, at).cell;
    if (!may_be_goal(search, changed)) continue;
    astar_cell cell = grid_position(grid, changed);
    astar_rect rect = { cell.x, cell.y, 1, 1 };
    if (rect_was_read(search, goal_area(grid, &search->query, rect).around)) return true;
  }
  return false;
}

/* Might what was passed over lead somewhere by now? */
static bool dead_ends_outdated(const astar_search *search) {
  const DeadEnds *dead_ends = search->view.plane->dead_ends;
  const DeadEndFilter *filter = &search->dead_end_filter;
  return filter->area_of != NULL &&
         (dead_ends == NULL || filter->version != dead_ends->version ||
          filter->joined != dead_ends->joined);
}

/* Has an edit reached a cell that was read? `any`: there were edits. */
static bool cells_outdated(const astar_search *search, uint64_t from, bool *any) {
  Edits edits = edits_since(search->view.plane, from);
  *any = false;
  for (astar_rect reached; edits_next(&edits, &reached);) {
    *any = true;
    if (!search->engine->reads_each_cell || rect_was_read(search, reached)) return true;
  }
  return false;
}

static bool is_cheaper(const astar_search *search) {
  const Plane *plane = search->view.plane;
  const int32_t *least = search->view.least_step;
  return plane_least_step(plane, false) < least[0] || plane_least_step(plane, true) < least[1];
}

/* Would the search, begun now, be for another goal, or for none? Without memory the
** beginning will find too. */
static bool goal_outdated(astar_search *search) {
  if (search->targets.request.wanted > 0) return targets_outdated(search);
  if (!goal_find_reach(search)) return true;
  GoalArea area = search_goal_area(search);
  bool reachable =
      goal_find_way(search->view.plane, search, &search->scratch->reachable, &area) == ASTAR_OK;
  bool aims_elsewhere = search->goal.aim == AIM_REACHABLE;
  if (reachable || !aims_elsewhere) return reachable == aims_elsewhere;
  astar_rect goal = search->goal.cells;
  goal_retarget(search);
  return search->goal.cells.x != goal.x || search->goal.cells.y != goal.y;
}

bool search_edited(astar_search *search) {
  uint64_t from = search->progress.edits_seen;
  search->progress.edits_seen = edits_position(search->view.plane);
  if (edits_are_lost(search, from)) return true;
  Edits edits = edits_since(search->view.plane, from);
  astar_rect reached;
  return edits_next(&edits, &reached);
}

/*
** Only edits decide, and which cells were read: not what the plane's log holds, nor when the plane
** was brought up to date: that depends on what else is asked.
*/
bool search_outdated(astar_search *search) {
  uint64_t from = search->progress.edits_seen;
  bool any;
  search->progress.edits_seen = edits_position(search->view.plane);
  if (edits_are_lost(search, from) || goals_outdated(search, from) || dead_ends_outdated(search) ||
      cells_outdated(search, from, &any))
    return true;
  return any && (starts_blocked(search) || is_cheaper(search) || goal_outdated(search) ||
                 (search->scratch->backward.active && !backward_search_begin(search)));
}
