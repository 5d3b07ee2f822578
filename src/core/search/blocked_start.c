#include "blocked_start.h"

#include <string.h>

#include "../base/builtin.h"
#include "any_angle.h"
#include "any_cell.h"
#include "goal.h"
#include "heuristic.h"
#include "nearest_cell.h"

/* ---- to where -------------------------------------------------------------------------------- */

static bool may_lead_to(const void *user, Cell cell) {
  const astar_search *search = user;
  const Grid *grid = &search->map->grid;
  return grid_same_level(grid, search->query_start, grid_position(grid, cell)) &&
         !view_taken(&search->view, cell) && !goal_is_kept(search, cell);
}

static bool is_open_block(const void *user, int32_t level, int32_t x, int32_t y) {
  const astar_search *search = user;
  return regions_open(search->view.plane->regions, level, x, y);
}

/* What is connected with a cell. */
typedef struct Connected {
  const Regions *regions;
  Cell with;
} Connected;

static bool connected_has(void *user, Cell cell) {
  const Connected *connected = user;
  return regions_connected(connected->regions, connected->with, cell);
}

static bool connected_meets(void *user, int32_t level, int32_t x, int32_t y) {
  const Connected *connected = user;
  return regions_reach(connected->regions, connected->with, level, x, y);
}

/* Is the cell connected with one of those that the query accepts? Links are left out: some lead one
** way. */
static bool is_beside_goal(const void *user, Cell cell) {
  const astar_search *search = user;
  const Plane *plane = search->view.plane;
  GoalArea area = search_goal_area(search);
  Connected connected = { plane->regions, cell };
  AnyCell any = { plane, &area, &connected, connected_has, connected_meets };
  return may_lead_to(user, cell) && any_cell_exists(&any);
}

/* The nearest free cell; of several the first that is connected with the goal, if one is. */
static NearestCell find_way_out(const astar_search *search) {
  astar_cell query_start = search->query_start;
  NearestCell nearest = { .grid = &search->map->grid, .to = { query_start.x, query_start.y, 1, 1 },
                          .start = query_start, .kind = search->view.kind, .user = search,
                          .accepts = may_lead_to, .meets = is_open_block, .x = -1, .y = -1 };
  nearest_cell_find(&nearest);
  if (nearest.x < 0) return nearest;
  NearestCell beside = nearest;
  beside.accepts = is_beside_goal;
  beside.most = nearest.distance;
  beside.x = beside.y = -1;
  nearest_cell_find(&beside);
  return beside.x >= 0 ? beside : nearest;
}

static void begin_at(astar_search *search, int32_t x, int32_t y) {
  search->start = grid_cell(&search->map->grid, x, y);
  search->start_x = x;
  search->start_y = y;
}

void blocked_start_forget(astar_search *search) {
  begin_at(search, search->query_start.x, search->query_start.y);
}

astar_status blocked_start_begin(astar_search *search) {
  if (!search->query.partial) return ASTAR_START_BLOCKED;
  if (plane_regions(search->view.plane) == NULL) return ASTAR_NO_MEMORY;
  NearestCell out = find_way_out(search);
  if (out.x < 0) return ASTAR_START_BLOCKED;
  begin_at(search, out.x, out.y);
  return ASTAR_OK;
}

/* ---- the line -------------------------------------------------------------------------------- */

/* The step after which it is least far to the start. */
static int direction_out(const astar_search *search, astar_cell at) {
  const Grid *grid = &search->map->grid;
  astar_rect start = { search->start_x, search->start_y, 1, 1 };
  uint64_t least = UINT64_MAX;
  int best = 0;
  for (uint32_t left = hex_steps(grid, hex_is_shifted(grid, at.x, at.y)); left; left &= left - 1) {
    int direction = low_zeros_32(left);
    int32_t x = at.x + DIRECTION_X[direction], y = at.y + DIRECTION_Y[direction];
    uint64_t far = search_distance(grid, start, x, y);
    if (far < least) best = direction;
    if (far < least) least = far;
  }
  return best;
}

/* The next step of the line from a cell on; false: that is the start. */
static bool step_out(const astar_search *search, astar_cell *at, ViewStep *step) {
  const Grid *grid = &search->map->grid;
  if (at->x == search->start_x && at->y == search->start_y) return false;
  int direction = direction_out(search, *at);
  Cell from = grid_cell(grid, at->x, at->y);
  *step = (ViewStep){ from, from + (Cell)direction_offset(grid, direction), direction };
  at->x += DIRECTION_X[direction];
  at->y += DIRECTION_Y[direction];
  return true;
}

/* Into what cannot be entered it costs what it does over open ground. */
static int32_t cost_past(const astar_search *search, const ViewStep *step) {
  const Grid *grid = &search->map->grid;
  bool diagonal = step->direction >= FIRST_DIAGONAL && !grid_is_hex(grid);
  return diagonal ? grid->diagonal : grid->straight;
}

static uint32_t cost_out(astar_search *search, const ViewStep *step) {
  View *view = &search->view;
  if (view->kind[step->to] == 0) return (uint32_t)cost_past(search, step);
  int32_t penalty = view->bare ? 0 : view_compose(view, step->to);
  if (penalty == VIEW_BLOCKED) penalty = 0;
  return view_step(view, view->kind[step->to], step->direction >= FIRST_DIAGONAL,
                   penalty + view_slope(view, *step));
}

static void explain_out(astar_search *search, const ViewStep *step, astar_step_cost *record) {
  View *view = &search->view;
  int32_t *influences = (int32_t *)(record + 1);
  astar_step_cost cost = view_explain(view, *step, influences);
  if (view->kind[step->to] == 0) {
    cost = (astar_step_cost){ .known = cost.known, .terrain = cost_past(search, step) };
    memset(influences, 0, (size_t)view->influence_total * sizeof *influences);
  }
  int32_t sum = cost.terrain + cost.height + cost.current + cost.claims + cost.extra + cost.floor;
  for (int32_t i = 0; i < view->influence_total; i++) sum += influences[i];
  cost.changed = (int32_t)cost_out(search, step) - sum;
  *record = cost;
}

/* ---- the path -------------------------------------------------------------------------------- */

/* The waypoints of the line stand behind the `count` of the way: puts them before these. Where the
** way goes on straight ahead, there is none at the start. */
static void join_waypoints(astar_search *search, size_t count, int32_t steps, int last) {
  Waypoint *list = search->way.points;
  size_t added = search->way.count - count;
  bool straight = count > 1 && list[0].link == 0 &&
                  direction_of(list[1].x - list[0].x, list[1].y - list[0].y) == last;
  for (size_t i = 0; i < count; i++) list[i].index += steps;
  for (size_t i = 0; i < added; i++) {                   /* the last one of the line comes first */
    Waypoint one = list[search->way.count - 1];
    memmove(list + 1, list, (search->way.count - 1) * sizeof *list);
    list[0] = one;
  }
  if (!straight) return;
  memmove(list + added, list + added + 1, (count - 1) * sizeof *list);
  search->way.count--;
}

/* The lines of an any-angle path begin with that one, or those. False: no memory. */
static bool join_turns(astar_search *search, size_t added, int32_t steps) {
  size_t count = search->way.turn_count;
  if (count == 0) return true;
  if (!any_angle_reserve(search, count + added)) return false;
  for (size_t i = 0; i < count; i++) search->way.turns[i].index += steps;
  memmove(search->way.turns + added, search->way.turns, count * sizeof *search->way.turns);
  memcpy(search->way.turns, search->way.points, added * sizeof *search->way.turns);
  search->way.turn_count = count + added;
  return true;
}

/* Puts the records of the line before those of the way. False: no memory. */
static bool join_explanation(astar_search *search, int32_t steps) {
  Explanation *before = &search->way.explanation, joined;
  Memory *memory = &search->map->memory;
  astar_cell at = search->query_start;
  ViewStep step;
  if (!explanation_new(&joined, memory, before->length + steps, before->influences)) return false;
  for (int32_t i = 1; step_out(search, &at, &step); i++)
    explain_out(search, &step, explanation_record(&joined, i));
  memcpy(explanation_record(&joined, steps + 1), before->block, explanation_bytes(before));
  explanation_free(before, memory);
  *before = joined;
  return true;
}

astar_status blocked_start_build_path(astar_search *search) {
  size_t count = search->way.count;
  int32_t steps = 0;
  int last = -1;
  uint64_t cost = search->way.cost;
  ViewStep step;
  for (astar_cell at = search->query_start, from = at; step_out(search, &at, &step); from = at) {
    Waypoint here = { from.x, from.y, steps, 0 };
    if (step.direction != last && !search_add_waypoint(search, here)) return ASTAR_NO_MEMORY;
    cost += cost_out(search, &step);
    last = step.direction;
    steps++;
  }
  if (cost >= UINT32_MAX) return ASTAR_LIMIT;
  size_t added = search->way.count - count;
  join_waypoints(search, count, steps, last);
  if (!join_turns(search, added, steps)) return ASTAR_NO_MEMORY;
  if (search->way.explanation.block != NULL && !join_explanation(search, steps))
    return ASTAR_NO_MEMORY;
  search->way.cost = (uint32_t)cost;
  search->way.length += steps;
  return ASTAR_OK;
}
