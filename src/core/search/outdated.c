#include "outdated.h"

#include "goal.h"

/* Has the search looked at the cell? It looks at the neighbours of what it closes. */
static bool was_read(const astar_search *search, Cell cell) {
  for (int direction = -1; direction < DIRECTIONS; direction++) {
    int32_t offset = direction < 0 ? 0 : direction_offset(&search->map->grid, direction);
    Node node = search->nodes.words[cell + (Cell)offset];
    if (node_in_epoch(node, search->nodes.epoch) && !(node & NODE_OPEN)) return true;
  }
  return false;
}

static bool rect_was_read(const astar_search *search, astar_rect rect) {
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++)
      if (was_read(search, grid_cell(&search->map->grid, x, y))) return true;
  return false;
}

/* Has terrain that makes a goal changed within reach of what was closed? Its cost need not have. */
static bool goals_outdated(astar_search *search) {
  const astar_target *wish = &search->targets.wish;
  Changes *changes = plane_source(search->view.plane);
  uint64_t from = search->targets.terrain_seen;
  if (wish->wanted == 0 || wish->cell_count > 0 || changes->written == from) return false;
  bool kept = changes_begin(changes, from);
  search->targets.terrain_seen = changes_position(changes);
  for (uint64_t at = from; at < changes->written && kept; at++) {
    astar_rect rect = changes_at(changes, at);
    kept = !rect_was_read(search, goal_accepted(&search->map->grid, &search->query, rect));
  }
  return !kept;
}

/* Might what was passed over lead somewhere by now? */
static bool passage_outdated(const astar_search *search) {
  const DeadEnds *dead_ends = search->view.plane->dead_ends;
  const Passage *passage = &search->passage;
  return passage->area_of != NULL &&
         (dead_ends == NULL || passage->version != dead_ends->version);
}

/* Would the search, begun now, be for another goal, or for none? NULL regions: no memory, which the
** beginning will find too. */
static bool goal_outdated(astar_search *search) {
  if (search->targets.wish.wanted > 0) return targets_outdated(search);
  const Regions *regions = plane_regions(search->view.plane);
  if (regions == NULL) return true;
  bool reachable = goal_find_way(search->view.plane, search, search->start,
                                 search->goal.accepted) == ASTAR_OK;
  bool aims_elsewhere = search->goal.aim == AIM_REACHABLE;
  if (reachable || !aims_elsewhere) return reachable == aims_elsewhere;
  astar_rect goal = search->goal.cells;
  goal_retarget(search, regions);
  return search->goal.cells.x != goal.x || search->goal.cells.y != goal.y;
}

/* Did anything change that the search has built upon? The plane is up to date. */
bool search_outdated(astar_search *search) {
  Plane *plane = search->view.plane;
  uint64_t from = search->plane_seen;
  if (goals_outdated(search) || passage_outdated(search)) return true;
  if (plane->changes.written == from) return false;
  bool kept = changes_begin(&plane->changes, from);
  search->plane_seen = changes_position(&plane->changes);
  if (!kept || !search->engine->reads_each_cell) return true;
  if (search->view.straight_cost[plane->cheapest] < search->view.cheapest_cost) return true;
  for (uint64_t at = from; at < plane->changes.written; at++)
    if (rect_was_read(search, changes_at(&plane->changes, at))) return true;
  return goal_outdated(search) || !goal_side_renew(search);
}
