#include "../base/assert.h"
#include "any_angle.h"
#include "crossing.h"
#include "path_builder.h"
#include "goal.h"

#include <string.h>

/* ---- the way back ---------------------------------------------------------------------------- */

static Cell arrival_cell(const astar_search *search) {
  int32_t offset = 0;
  for (int i = 0; i < search->arrival.run_count; i++) {
    Run run = search->arrival.runs[i];
    offset += direction_offset(&search->map->grid, run.direction) * (int32_t)run.steps;
  }
  return search->arrival.node + (Cell)offset;
}

/* The run by which a cell was reached, as its node says. */
static Run run_into(const astar_search *search, Cell cell) {
  Node node = search->nodes.words[cell];
  return (Run){ node_direction(node), search->engine->keeps_runs ? node_run(node) : 1 };
}

static bool led_by_link(const astar_search *search, const Run *run) {
  return run->direction == NO_DIRECTION && search->view.exits != NULL;
}

/* Follows the directions back from the goal; a waypoint is wherever they turn, and at both ends of
** a link. */
bool path_builder_collect(astar_search *search) {
  search->way.cost = search->bound;
  if (search->way.turn_count > 0) return any_angle_to_steps(search);
  const Grid *grid = &search->map->grid;
  const Arrival *arrival = &search->arrival;
  Cell cell = arrival_cell(search);
  astar_cell at = grid_position(grid, cell);
  int32_t steps = 0, previous = -1, offsets[DIRECTIONS];
  uint32_t link = 0;                /* by which the path goes on from `cell` */
  for (int i = 0; i < DIRECTIONS; i++) offsets[i] = direction_offset(grid, i);
  search->way.count = 0;
  for (int i = 0; cell != search->start; i++) {
    Run run = i < arrival->run_count ? arrival->runs[i] : run_into(search, cell);
    int32_t length = (int32_t)run.steps;
    bool turned = run.direction != previous;
    Waypoint here = { at.x, at.y, steps, link };
    if (turned && !search_add_waypoint(search, here)) return false;
    link = 0;
    if (led_by_link(search, &run)) {
      const Exit *exit = crossing_into(search, cell);
      ASTAR_ASSERT(nodes_fall(&search->nodes, exit->from, cell));
      link = exit->link;
      cell = exit->from;
      at = grid_position(grid, cell);
      previous = -1;
      steps++;
      continue;
    }
    Cell before = cell - (Cell)(offsets[run.direction] * length);
    ASTAR_ASSERT(i < arrival->run_count || nodes_fall(&search->nodes, before, cell));
    cell = before;
    previous = run.direction;
    steps += length;
    at.x -= DIRECTION_X[run.direction] * length;
    at.y -= DIRECTION_Y[run.direction] * length;
  }
  if (!search_add_waypoint(search, (Waypoint){ at.x, at.y, steps, link })) return false;
  search->way.length = steps + 1;
  waypoints_reverse(search->way.points, search->way.count, search->way.length);
  return true;
}

/* The steps of a way, one after the other. */
typedef struct Walk {
  const astar_search *search;
  const Way *way;
  const Waypoint *waypoint;         /* the last one before `to` */
  int32_t index;                    /* of `to` on the way */
  astar_cell at;                    /* the same as `to` */
  Cell from, to;
  uint32_t link;                    /* by which it goes there; 0: by a step */
  int last, direction;              /* of the step before, and of this one; -1: there was none */
} Walk;

static Walk walk_begin(const astar_search *search, const Way *way) {
  astar_cell at = { search->start_x, search->start_y };
  return (Walk){ search, way, way->points, 0, at, search->start, search->start, 0, -1, -1 };
}

/* False: there is no other step. */
static bool walk_on(Walk *walk) {
  if (++walk->index >= walk->way->length) return false;
  if (walk->index > walk->waypoint[1].index) walk->waypoint++;
  const Waypoint *from = walk->waypoint;
  walk->last = walk->direction;
  walk->link = from->link;
  if (walk->link == 0) walk->direction = direction_of(from[1].x - from->x, from[1].y - from->y);
  walk->from = walk->to;
  walk->at = waypoint_step(from, walk->at);
  walk->to = grid_cell(&walk->search->map->grid, walk->at.x, walk->at.y);
  return true;
}

static ViewStep walk_step(const Walk *walk) {
  return (ViewStep){ walk->from, walk->to, walk->link == 0 ? walk->direction : NO_DIRECTION };
}

/* What the search paid for a step. One that jumps over cells that are not rough has not met these,
** nor has one that has gone as if there were no layers. */
static uint32_t steps_cost(astar_search *search, const Walk *walk) {
  View *view = &search->view;
  CostCache *cache = search->cost_cache;
  ViewStep step = walk_step(walk);
  uint8_t kind = view->kind[walk->to];
  bool diagonal = walk->link == 0 && walk->direction >= FIRST_DIAGONAL;
  bool undisturbed = view->bare || search->bare_attempt == BARE_ATTEMPT_ACTIVE ||
                     (cache != NULL && search->engine->keeps_runs &&
                      !rough_has(cache->rough, walk->to));
  if (undisturbed) return view_step(view, kind, diagonal, view_slope(view, step));
  if (cache != NULL) return cost_cache_step(cache, view, step);
  int32_t penalty = view_known_penalty(view, walk->to);
  return view_step(view, kind, diagonal, penalty + view_slope(view, step));
}

/* Over a link, that stands for a straight step into its end. */
static uint32_t layers_step_cost(astar_search *search, const Walk *walk) {
  uint32_t cost = steps_cost(search, walk);
  if (walk->link == 0) return cost;
  const Exit *exit = crossing_from(search, walk->from, walk->link);
  return view_exit_cost(&search->view, exit, cost);
}

/* What the change of direction before the step costs. Links leave the direction as it is. */
static uint32_t turn_cost(const Walk *walk) {
  const astar_query *query = &walk->search->query;
  if (query->turn_cost == 0 || walk->link != 0 || walk->last < 0) return 0;
  return (uint32_t)query->turn_cost * direction_turn(walk->last, walk->direction);
}

static uint32_t path_builder_traffic(const astar_search *search, const Walk *walk) {
  const View *view = &search->view;
  if (walk->link != 0) return 0;
  TrafficAt at = view_traffic(view, walk->from);
  return view_traffic_cost(view, at, walk->direction);
}

/* Traffic changes while a search is suspended; but those that read it have a node with its cost for
** each cell. If they are not exact, a node may be older than a better way to the cell before it. */
static uint32_t path_builder_step_cost(astar_search *search, const Walk *walk) {
  if (search->view.traffic == NULL) return layers_step_cost(search, walk);
  if (!search->exact) return layers_step_cost(search, walk) + path_builder_traffic(search, walk);
  const Node *nodes = search->nodes.words;
  return node_g(nodes[walk->to]) - node_g(nodes[walk->from]) - turn_cost(walk);
}

uint32_t path_builder_cost(astar_search *search) {
  uint32_t cost = 0;
  for (Walk walk = walk_begin(search, &search->way); walk_on(&walk);)
    cost += path_builder_step_cost(search, &walk) + turn_cost(&walk);
  return cost;
}

/* Can the start be entered? What a search paid for the cells that it reached does not cover its
** start, which is entered only on the way back. */
static bool start_is_open(astar_search *search) {
  bool composes = !search->view.bare && search->cost_cache == NULL;
  return !composes || view_penalty(&search->view, search->start) != VIEW_BLOCKED;
}

int32_t path_builder_reach(astar_search *search, uint64_t most) {
  uint64_t cost = 0;
  int32_t length = 1;
  Walk walk = walk_begin(search, &search->way);
  if (!start_is_open(search)) return 1;
  while (walk_on(&walk) && walk.link == 0) {
    Walk back = walk;
    back.from = walk.to;
    back.to = walk.from;
    back.direction = direction_opposite(walk.direction);
    cost += (uint64_t)layers_step_cost(search, &walk) + layers_step_cost(search, &back);
    if (cost > most) break;
    if (!goal_is_kept(search, walk.to)) length = walk.index + 1;
  }
  return length;
}

void path_builder_arrive_at(astar_search *search, int32_t index) {
  const Waypoint *from = search->way.points;
  while (from[1].index < index) from++;
  Run run = { direction_of(from[1].x - from->x, from[1].y - from->y),
              (uint32_t)(index - from->index) };
  Cell node = grid_cell(&search->map->grid, from->x, from->y);
  search->arrival = (Arrival){ .runs = { run }, .run_count = 1, .node = node };
}

static uint32_t enters_towards(const astar_search *search, Cell from, int direction) {
  Cell cell = from + (Cell)direction_offset(&search->map->grid, direction);
  bool enters = search->view.kind[cell] != 0 && !view_taken(&search->view, cell);
  return (uint32_t)enters << direction;
}

/* Do the units that stand about let a step be made, corners included? */
static bool step_is_open(const astar_search *search, const Walk *walk) {
  Cell from = walk->from, to = walk->to;
  int direction = walk->direction;
  if (walk->link != 0) return search->view.kind[to] != 0 && !view_taken(&search->view, to);
  uint32_t open = enters_towards(search, from, direction);
  if (direction >= FIRST_DIAGONAL)
    open |= enters_towards(search, from, direction_across(direction)) |
            enters_towards(search, from, direction_down(direction));
  return class_legal(search->query.cls, from, open) >> direction & 1;
}

astar_status path_builder_find_units(astar_search *search, bool *same) {
  Taken *taken = &search->view.scratch->taken;
  *same = unit_hooks->taken_is_new(search->query.unit, taken);
  if (*same) return ASTAR_OK;
  bool found = unit_hooks->taken_find(&search->query, taken) && goal_take_places(search);
  return found ? ASTAR_OK : ASTAR_NO_MEMORY;
}

bool path_builder_is_open(const astar_search *search, const Way *way) {
  const Waypoint *last = &way->points[way->count - 1];
  Cell end = grid_cell(&search->map->grid, last->x, last->y);
  if (end != search->start && goal_is_kept(search, end)) return false;
  for (Walk walk = walk_begin(search, way); walk_on(&walk);)
    if (!step_is_open(search, &walk)) return false;
  return true;
}

int32_t path_builder_undisturbed(astar_search *search) {
  for (Walk walk = walk_begin(search, &search->way); walk_on(&walk);)
    if (view_compose(&search->view, walk.to) != 0 || !step_is_open(search, &walk))
      return walk.index;
  return search->way.length;
}

void path_builder_cut(astar_search *search, int32_t length) {
  size_t last = 0;
  while (last + 1 < search->way.count && search->way.points[last + 1].index < length) last++;
  const Waypoint *from = &search->way.points[last];
  astar_cell at = { from->x, from->y };
  for (int32_t index = from->index; index < length - 1; index++) at = waypoint_step(from, at);
  if (from->index < length - 1) last++;
  search->way.points[last] = (Waypoint){ at.x, at.y, length - 1, 0 };
  search->way.count = last + 1;
  search->way.length = length;
}

/* ---- explaining ------------------------------------------------------------------------------ */

/* The link's cost instead of the terrain's; what raised the sum to 1 may be more or less then. */
static void explain_link(const astar_search *search, const Walk *walk, astar_step_cost *step) {
  const Exit *exit = crossing_from(search, walk->from, walk->link);
  step->link = exit->cost;
  step->terrain = 0;
}

/*
** Records what each layer contributes to a step. The search saw costs when it looked at the cell;
** layers that have changed since it was suspended show in `changed`, so that the sum is what the
** path cost.
*/
static void explain_step(astar_search *search, const Walk *walk, astar_step_cost *record) {
  const View *view = &search->view;
  int32_t *influences = (int32_t *)(record + 1);
  astar_step_cost step = view_explain(view, walk_step(walk), influences);
  if (walk->link != 0) explain_link(search, walk, &step);
  step.traffic = (int32_t)path_builder_traffic(search, walk);
  int32_t sum = step.terrain + step.height + step.current + step.link + step.claims + step.extra +
                step.traffic + step.floor;
  for (int32_t i = 0; i < view->influence_total; i++) sum += influences[i];
  if (walk->link != 0 && sum < 1) {
    step.floor += 1 - sum;
    sum = 1;
  }
  step.changed = (int32_t)path_builder_step_cost(search, walk) - sum;
  step.turn = (int32_t)turn_cost(walk);
  *record = step;
}

bool path_builder_explain(astar_search *search, Way *way) {
  const View *view = &search->view;
  Memory *memory = &search->map->memory;
  Explanation *explanation = &way->explanation;
  explanation_free(explanation, memory);    /* of a search that had no memory after it */
  if (!explanation_new(explanation, memory, way->length, view->influence_total)) return false;
  for (Walk walk = walk_begin(search, way); walk_on(&walk);)
    explain_step(search, &walk, explanation_record(explanation, walk.index));
  for (int32_t i = 0; i < view->influence_total; i++) {
    char *name = explanation_name(explanation, i);
    memset(name, 0, PATH_NAME_BYTES);
    strcpy(name, view_counted(view, i)->name);
  }
  return true;
}

/* ---- reading --------------------------------------------------------------------------------- */

int32_t astar_search_found(const astar_search *search) {
  if (!has_path(search->status)) return 0;
  return search->targets.request.wanted > 0 ? (int32_t)search->targets.count : 1;
}

/* NULL: there is no path of that number. */
static const Way *path_builder_way(const astar_search *search, int32_t number) {
  const Targets *targets = &search->targets;
  if (!has_path(search->status) || number < 0) return NULL;
  if (targets->request.wanted == 0) return number == 0 ? &search->way : NULL;
  return (size_t)number < targets->count ? &targets->found[number].way : NULL;
}

astar_cell astar_search_goal(const astar_search *search, int32_t number, int32_t *index) {
  const Way *way = path_builder_way(search, number);
  if (index != NULL) *index = -1;
  if (way == NULL) return (astar_cell){ -1, -1 };
  if (search->targets.request.wanted == 0) return goal_of_way(search, way);
  const FoundGoal *found = &search->targets.found[number];
  if (index != NULL) *index = found->index;
  return grid_position(&search->map->grid, found->goal);
}

static size_t way_bytes(const Way *way) {
  size_t bytes = path_bytes((int32_t)way->count);
  if (way->explanation.block != NULL) bytes += explanation_bytes(&way->explanation);
  return bytes + way->turn_count * sizeof(Waypoint);
}

size_t astar_search_path_size(const astar_search *search, int32_t number) {
  const Way *way = path_builder_way(search, number);
  return way != NULL ? way_bytes(way) : 0;
}

astar_path *astar_search_path(const astar_search *search, int32_t number, void *memory) {
  const Way *way = path_builder_way(search, number);
  if (way == NULL) return NULL;
  const Explanation *explanation = &way->explanation;
  bool explained = explanation->block != NULL;
  astar_path *path = memory;
  *path = (astar_path){
    .bytes = way_bytes(way),
    .status = search->status,
    .cost = way->cost,
    .expanded = search->expanded,
    .length = way->length,
    .waypoint_count = (int32_t)way->count,
    .influence_count = explained ? explanation->influences : 0,
    .explained = explained,
    .turn_count = (int32_t)way->turn_count,
  };
  Waypoint *behind = path->waypoints + path->waypoint_count;
  memcpy(path->waypoints, way->points, way->count * sizeof *way->points);
  if (explained) memcpy(behind, explanation->block, explanation_bytes(explanation));
  if (way->turn_count > 0)
    memcpy(path_turns(path), way->turns, way->turn_count * sizeof(Waypoint));
  return path;
}
