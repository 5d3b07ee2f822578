#include "path_cost_now.h"

/* The direction of the last step up to a waypoint. Links leave it as it is; -1: there was none. */
static int path_cost_now_direction_into(const astar_path *path, const Waypoint *at) {
  for (; at > path->waypoints; at--)
    if (at[-1].link == 0) return direction_of(at->x - at[-1].x, at->y - at[-1].y);
  return -1;
}

PathCostNow path_cost_now_from(View *view, const astar_path *path, int32_t index) {
  const Waypoint *from = path->waypoints, *last = from + path->waypoint_count - 1;
  while (from < last && from[1].index <= index) from++;
  astar_cell at = astar_path_cell(path, index);
  const Waypoint *into = from->index < index ? from + 1 : from;
  return (PathCostNow){ view, path, from, index, grid_cell(&view->map->grid, at.x, at.y),
                       path_cost_now_direction_into(path, into) };
}

/* The penalty of a cell, or VIEW_BLOCKED. */
static int32_t path_cost_now_penalty(View *view, Cell cell) {
  if (view->kind[cell] == 0) return VIEW_BLOCKED;
  return view->bare ? 0 : view_penalty(view, cell);
}

static uint32_t path_cost_now_link(PathCostNow *walk) {
  View *view = walk->view;
  const Exit *exit;
  bool stands = view->exits != NULL && view->kind[walk->at] != 0;
  size_t count = stands ? exits_at(view->exits, walk->at, &exit) : 0;
  for (; count > 0; count--, exit++) {
    if (exit->link != walk->from->link) continue;
    int32_t penalty = path_cost_now_penalty(view, exit->to);
    if (penalty == VIEW_BLOCKED) return 0;
    return view_exit_cost(view, exit, view_step(view, view->kind[exit->to], false, penalty));
  }
  return 0;
}

/* Where nothing but the terrain forbids steps, that is all that is looked at. The first cell may
** have been built over: one can still leave it. */
static uint32_t path_cost_now_steps(View *view, Cell cell) {
  bool by_terrain = view->bare ||
                    (view->scratch->taken.count == 0 && view->query->extra_cost == NULL);
  bool suffices = by_terrain && view->kind[cell] != 0;
  return suffices ? plane_steps(view->plane, cell) : view_steps(view, cell);
}

static uint32_t path_cost_now_step(PathCostNow *walk, int direction) {
  View *view = walk->view;
  Cell to = walk->at + (Cell)direction_offset(&view->map->grid, direction);
  uint32_t turn = (uint32_t)view->query->turn_cost;
  if (!(path_cost_now_steps(view, walk->at) >> direction & 1)) return 0;
  bool diagonal = direction >= FIRST_DIAGONAL;
  int32_t penalty = path_cost_now_penalty(view, to);
  penalty += view_slope(view, (ViewStep){ walk->at, to, direction });
  uint32_t cost = view_step(view, view->kind[to], diagonal, penalty);
  cost += view_traffic_cost(view, view_traffic(view, walk->at), direction);
  return walk->direction < 0 ? cost : cost + turn * direction_turn(walk->direction, direction);
}

bool path_cost_now_next(PathCostNow *walk, uint32_t *cost) {
  const Grid *grid = &walk->view->map->grid;
  if (walk->index == walk->path->length - 1) return false;
  if (walk->from[1].index == walk->index) walk->from++;
  const Waypoint *to = walk->from + 1;
  if (walk->from->link != 0) {
    *cost = path_cost_now_link(walk);
    walk->at = grid_cell(grid, to->x, to->y);
  } else {
    int direction = direction_of(to->x - walk->from->x, to->y - walk->from->y);
    *cost = path_cost_now_step(walk, direction);
    walk->at += (Cell)direction_offset(grid, direction);
    walk->direction = direction;
  }
  walk->index++;
  return true;
}

astar_status astar_path_cost_now(astar_map *map, const astar_path *path, int32_t from,
                                 const astar_query *query, uint32_t *cost) {
  DirectQuery direct;
  uint64_t sum = 0;
  uint32_t step = 1;
  bool any_angle = path->turn_count > 0 || (query != NULL && query->any_angle);
  bool fits = map_accepts_between(map, from, 0, path->length - 1, "from: not on the path") &&
              map_has_path(map, path) &&
              map_accepts(map, !any_angle, "path: an any-angle path has no cost by steps");
  astar_status status = fits ? direct_open(&direct, map, query) : ASTAR_INVALID;
  *cost = 0;
  if (status != ASTAR_OK) return status;
  PathCostNow walk = path_cost_now_from(&direct.view, path, from);
  while (step > 0 && !direct.view.aborted && path_cost_now_next(&walk, &step)) sum += step;
  status = direct_close(&direct);
  if (status == ASTAR_OK && step == 0) status = ASTAR_UNREACHABLE;
  else if (status == ASTAR_OK && sum >= UINT32_MAX) status = ASTAR_LIMIT;
  if (status == ASTAR_OK) *cost = (uint32_t)sum;
  return status;
}

astar_status astar_path_blocked(astar_map *map, const astar_path *path, int32_t first,
                                const astar_query *query, int32_t *index) {
  DirectQuery direct;
  bool fits = map_accepts(map, first >= 0, "first: below 0") && map_has_path(map, path);
  astar_status status = fits ? direct_open(&direct, map, query) : ASTAR_INVALID;
  *index = -1;
  if (status != ASTAR_OK) return status;
  int32_t before = first < path->length ? first - 1 : path->length - 1;
  PathCostNow walk = path_cost_now_from(&direct.view, path, before < 0 ? 0 : before);
  uint32_t cost = before >= 0 || direct.view.kind[walk.at] != 0;
  while (cost > 0 && !direct.view.aborted && path_cost_now_next(&walk, &cost)) {}
  status = direct_close(&direct);
  if (status == ASTAR_OK && cost == 0) *index = walk.index;
  return status;
}
