#include "any_angle.h"

#include "../grid/sweep.h"

bool any_angle_reserve(astar_search *search, size_t count) {
  Way *way = &search->way;
  if (count <= way->turn_capacity) return true;
  size_t room = 2 * count, bytes = sizeof *way->turns;
  void *turns = memory_resize(&search->map->memory, way->turns, way->turn_capacity * bytes,
                              room * bytes);
  if (turns == NULL) return false;
  search->way.turns = turns;
  search->way.turn_capacity = room;
  return true;
}

/* Does b lie on the line from a to c? */
static bool any_angle_is_straight(Waypoint a, Waypoint b, Waypoint c) {
  int64_t bx = (int64_t)b.x - a.x, by = (int64_t)b.y - a.y;
  int64_t cx = (int64_t)c.x - b.x, cy = (int64_t)c.y - b.y;
  return bx * cy == by * cx && bx * cx + by * cy > 0;
}

void any_angle_add_turn(astar_search *search, astar_cell turn) {
  Waypoint *turns = search->way.turns, last = { turn.x, turn.y, 0, 0 };
  size_t count = search->way.turn_count;
  bool linked = count > 1 && (turns[count - 1].link != 0 || turns[count - 2].link != 0);
  if (count > 1 && !linked && any_angle_is_straight(turns[count - 2], turns[count - 1], last))
    count--;
  turns[count] = last;
  search->way.turn_count = count + 1;
}

static astar_cell turn_cell(const astar_search *search, size_t number) {
  return (astar_cell){ search->way.turns[number].x, search->way.turns[number].y };
}

/* ---- lines over the plane -------------------------------------------------------------------- */

static bool any_angle_enter(void *user, astar_cell cell) {
  const astar_search *search = user;
  return search->view.kind[grid_cell(&search->map->grid, cell.x, cell.y)] != 0;
}

bool any_angle_line_is_open(astar_search *search, astar_cell from, astar_cell to) {
  return sweep_is_clear(from, to, any_angle_enter, search);
}

bool any_angle_fits(const astar_search *search) {
  uint64_t cost = 0;
  for (size_t i = 1; i < search->way.turn_count; i++) {
    Sweep sweep = sweep_between(turn_cell(search, i - 1), turn_cell(search, i));
    cost += (uint64_t)(sweep.length - sweep.breadth) * search->view.least_straight +
            (uint64_t)sweep.breadth * search->view.least_diagonal;
  }
  return cost < UINT32_MAX;
}

static bool any_angle_keep(void *user, astar_cell cell) {
  astar_search *search = user;
  return view_compose(&search->view, grid_cell(&search->map->grid, cell.x, cell.y)) == 0;
}

bool any_angle_is_undisturbed(astar_search *search) {
  for (size_t i = 1; i < search->way.turn_count; i++)
    if (!sweep_is_clear(turn_cell(search, i - 1), turn_cell(search, i), any_angle_keep, search))
      return false;
  return true;
}

/* ---- from lines to steps --------------------------------------------------------------------- */

/* The way goes on to a neighbour. False: no memory. */
static bool any_angle_step(astar_search *search, int *direction, astar_cell from, astar_cell to) {
  int next = direction_of(to.x - from.x, to.y - from.y);
  if (next == *direction) search->way.count--;
  *direction = next;
  return search_add_waypoint(search, (Waypoint){ to.x, to.y, search->way.length++, 0 });
}

/* The way goes on by a link. False: no memory. */
static bool any_angle_cross(astar_search *search, int *direction, uint32_t link, astar_cell to) {
  search->way.points[search->way.count - 1].link = link;
  *direction = -1;
  return search_add_waypoint(search, (Waypoint){ to.x, to.y, search->way.length++, 0 });
}

bool any_angle_to_steps(astar_search *search) {
  astar_cell at = turn_cell(search, 0);
  int direction = -1;
  search->way.count = 0;
  search->way.length = 1;
  if (!search_add_waypoint(search, (Waypoint){ at.x, at.y, 0, 0 })) return false;
  for (size_t i = 1; i < search->way.turn_count; i++) {
    Sweep sweep = sweep_between(turn_cell(search, i - 1), turn_cell(search, i));
    uint32_t link = search->way.turns[i - 1].link;
    if (link != 0) {
      at = turn_cell(search, i);
      if (!any_angle_cross(search, &direction, link, at)) return false;
    }
    for (int64_t step = 1; step <= sweep.length && link == 0; step++) {
      astar_cell next = sweep_step(&sweep, step);
      if (!any_angle_step(search, &direction, at, next)) return false;
      at = next;
    }
    search->way.turns[i].index = search->way.length - 1;
  }
  return true;
}

/* ---- from steps to lines --------------------------------------------------------------------- */

/* What a step costs a search that has ended; 0: it cannot be made. */
static uint32_t pull_cost(astar_search *search, ViewStep step) {
  View *view = &search->view;
  uint8_t kind = view->kind[step.to];
  bool diagonal = step.direction >= FIRST_DIAGONAL && step.direction < DIRECTIONS;
  if (kind == 0) return 0;
  if (view->bare) return view_step(view, kind, diagonal, view_slope(view, step));
  if (search->cost_cache != NULL) {
    uint32_t cost = cost_cache_step(search->cost_cache, view, step);
    return cost < NEIGHBOURHOOD_BLOCKED ? cost : 0;
  }
  bool kept = search->bare_attempt != BARE_ATTEMPT_ACTIVE;
  int32_t penalty = kept ? view_penalty(view, step.to) : view_compose(view, step.to);
  if (penalty == VIEW_BLOCKED) return 0;
  return view_step(view, kind, diagonal, penalty + view_slope(view, step));
}

static bool pull_enters(void *user, astar_cell at) {
  astar_search *search = user;
  bool starts = at.x == search->start_x && at.y == search->start_y;
  Cell cell = grid_cell(&search->map->grid, at.x, at.y);
  return starts || pull_cost(search, (ViewStep){ cell, cell, NO_DIRECTION }) != 0;
}

static uint64_t pull_step(astar_search *search, astar_cell from, astar_cell to) {
  const Grid *grid = &search->map->grid;
  ViewStep step = { grid_cell(grid, from.x, from.y), grid_cell(grid, to.x, to.y),
                    direction_of(to.x - from.x, to.y - from.y) };
  return pull_cost(search, step);
}

/* What a clear line costs, step by step. */
static uint64_t line_cost(astar_search *search, astar_cell from, astar_cell to) {
  Sweep sweep = sweep_between(from, to);
  uint64_t cost = 0;
  for (int64_t step = 0; step < sweep.length; step++)
    cost += pull_step(search, sweep_step(&sweep, step), sweep_step(&sweep, step + 1));
  return cost;
}

/* A part of the way, from a turn on. */
typedef struct PullPart {
  astar_cell from, to;
  int32_t last;                     /* the index of `to` */
  uint64_t cost;
} PullPart;

/* By some steps towards a waypoint. */
static PullPart pull_lengthen(astar_search *search, PullPart part, const Waypoint *to,
                              int32_t last) {
  for (; part.last < last; part.last++) {
    astar_cell next = waypoint_step(to - 1, part.to);
    part.cost += pull_step(search, part.to, next);
    part.to = next;
  }
  return part;
}

static bool pull_replaces(astar_search *search, const PullPart *part) {
  return search->query.cls->diagonal != ASTAR_DIAGONAL_NEVER &&
         sweep_is_clear(part->from, part->to, pull_enters, search) &&
         line_cost(search, part->from, part->to) <= part->cost;
}

/* The longest part from a cell on that a line can replace, or a step; no links. `to`: the first
** waypoint after that cell. */
static PullPart pull_part(astar_search *search, PullPart at, const Waypoint *to) {
  PullPart best = pull_lengthen(search, at, to, at.last + 1), whole = best;
  for (;; to++) {
    whole = pull_lengthen(search, whole, to, to->index);
    if (whole.last > best.last && !pull_replaces(search, &whole)) break;
    best = whole;
    if (whole.last == search->way.length - 1 || to->link != 0) return best;
  }
  for (int32_t beyond = whole.last; beyond - best.last > 1;) {
    PullPart half = pull_lengthen(search, best, to, best.last + (beyond - best.last) / 2);
    if (pull_replaces(search, &half)) best = half;
    else beyond = half.last;
  }
  return best;
}

bool any_angle_straighten(astar_search *search) {
  const Waypoint *to = search->way.points;
  PullPart at = { .to = { to->x, to->y } };
  search->way.turn_count = 0;
  if (!any_angle_reserve(search, (size_t)search->way.length)) return false;
  any_angle_add_turn(search, at.to);
  while (at.last < search->way.length - 1) {
    while (to->index <= at.last) to++;
    if (to[-1].link != 0) {
      search->way.turns[search->way.turn_count - 1].link = to[-1].link;
      at = (PullPart){ .to = { to->x, to->y }, .last = to->index };
      any_angle_add_turn(search, at.to);
      continue;
    }
    at.from = at.to;
    at.cost = 0;
    at = pull_part(search, at, to);
    any_angle_add_turn(search, at.to);
  }
  return any_angle_to_steps(search);
}
