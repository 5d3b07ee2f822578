/*
** A* (Hart, Nilsson, Raphael 1968) as P. Lester's "A* Pathfinding for Beginners" explains it.
**
** The search is over *states*. A state is a cell; or, with a cost of turning, a cell and the
** direction of the last step before it, because the cost of the way on depends on both. Links leave
** the direction as it is. The functions
** are compiled once for each kernel.
**
** A state is unreached, open or closed. Open means that its node is marked open and that an entry
** with its present F is in the open list. The state with the least F is closed. Each neighbour that
** it reaches for the first time, or at a lower cost, gets it as its parent: the node stores the
** direction of the step. (The node of a state with a direction stores the direction of its parent,
** because its own direction is part of its number.) A closed state that is reached at a lower cost
** is opened again; with a consistent heuristic that does not happen.
**
** With a weight w on the estimate it happens so often that a search may expand many times as many
** nodes as there are. So a closed state is then opened again only if its G is more than that of the
** new parent and w times the step between them. Else it gets the new parent, and keeps its G. The
** bound holds as before. On a cheapest path all closed states before the first open one, and that
** one too, have a G of at most w times their least cost. So the F of the open one is at most w
** times the cost of the path, and no goal with a greater cost is closed before it.
**
** The search ends when a goal is closed, not when it is opened, because the last step may be
** expensive. An exact search continues until all states with F up to the goal's cost are closed.
** Then every state on every cheapest path has its final G and, since ties go to the smaller
** direction, its canonical parent. So the path does not depend on the order of the open list. No
** such path enters a cell twice: turning on the spot never costs more than the turns of a loop.
**
** With a cost of turning, the plain nodes hold for each closed cell the best way into it. At the
** end the path to the goal is written over them, for the path builder.
**
** A flood, for the nearest of many goals, has no estimate (it is Dijkstra's search), and an open
** list that only sorts into buckets. No bucket is wider than the least step. So a cell in the
** current bucket has its final cost and its canonical parent: any better way would have come from a
** cell that costs at least a step less, which was in an earlier bucket. Each cell is therefore
** closed once, although the cells of a bucket are closed in no particular order. That order would
** matter only for goals. So cells within reach of goals are put aside, and handled by their cost,
** then in reading order, when their bucket is empty. The flood has its own loop: with the ordered
** list it takes 2.8 times the instructions (40 queries for three goals, 200 x 200 cells, a quarter
** of them blocked).
*/
#include "astar_search.h"

#include "../base/assert.h"
#include "../base/builtin.h"
#include "crossing.h"
#include "heuristic.h"
#include "targets.h"
#include "trace.h"

typedef uint32_t State;

typedef enum Kernel {
  CELLS,
  BARE_CELLS,                       /* over a bare view of squares, with the octile estimate */
  HEX_CELLS,                        /* the same of hexagons */
  TURNS,
  TRACED_TURNS,                     /* the same with a trace */
  FLOOD,
  TRACED_FLOOD,
  BARE_FLOOD,                       /* over a bare view */
} Kernel;

#define floods(kernel) ((kernel) >= FLOOD)
#define turns(kernel) ((kernel) == TURNS || (kernel) == TRACED_TURNS)
#define traces(kernel) \
  ((kernel) == CELLS || (kernel) == TRACED_TURNS || (kernel) == TRACED_FLOOD)
#define estimates(kernel) ((kernel) == BARE_CELLS || (kernel) == HEX_CELLS)
#define bare(kernel) (estimates(kernel) || (kernel) == BARE_FLOOD)

typedef struct AstarState {
  const Heuristic *heuristic;       /* of BARE_CELLS and HEX_CELLS, while they run */
  Nodes turning;                    /* with turns: nine for each cell */
  State arrival;
} AstarState;

_Static_assert(sizeof(AstarState) <= ENGINE_STATE_BYTES, "the state of an engine has its place");

static AstarState *astar_state(astar_search *search) {
  return (AstarState *)&search->engine_state;
}

/* The directions, and none: so far there was no step. */
#define STATES (DIRECTIONS + 1)
#define BY_LINK (NO_DIRECTION + 1)  /* in the node of a state: the direction before was the same */

static State state_of(Cell cell, int direction) {
  return cell * STATES + (State)direction;
}
static int state_direction(State state) {
  return (int)(state % STATES);
}
ALWAYS_INLINE Cell state_cell(State state, const Kernel kernel) {
  return turns(kernel) ? state / STATES : state;
}
ALWAYS_INLINE Nodes *state_nodes(astar_search *search, const Kernel kernel) {
  return turns(kernel) ? &astar_state(search)->turning : &search->nodes;
}

/* ---- where a flood is exact, and pays -------------------------------------------------------- */

/* A ring that is too short has entries sorted in again whenever it has gone round. */
#define ROUNDS_MAX 4

/* No wider than any step is dear. */
static uint32_t flood_width(const astar_search *search) {
  const View *view = &search->view;
  uint32_t least = view->least_straight < view->least_exit ? view->least_straight
                                                           : view->least_exit;
  return 1u << (31 - high_zeros_32(least));
}

const char *flood_search_objection(const astar_search *search) {
  const astar_query *query = &search->query;
  const astar_target *request = &search->targets.request;
  if (request->wanted == 0) return "it finds the nearest of many goals only";
  if (request->accepts != NULL)
    return "goals that a function accepts are asked for in order of cost";
  if (query->extra_cost != NULL) return "it calls no 'extra_cost'";
  if (search->view.traffic != NULL) return "it knows no traffic";
  return NULL;
}

bool flood_search_pays(const astar_search *search) {
  const View *view = &search->view;
  uint64_t reach = (uint64_t)flood_width(search) * BUCKET_QUEUE_RING * ROUNDS_MAX;
  return view_costliest(view) < reach;
}

static bool at_goal(const astar_search *search, astar_cell at) {
  return search->targets.request.wanted == 0 && goal_has(search, at.x, at.y);
}

/* ---- trace ----------------------------------------------------------------------------------- */

/* By which exit a link led to a cell, with that direction: of those that the search may have taken
** the one over which it was reached at the least cost in this view, the first of them in the order
** of links. */
static size_t turning_exit(astar_search *search, Cell cell, int direction) {
  View *view = &search->view;
  const Exits *exits = view->exits;
  const Nodes *turning = &astar_state(search)->turning;
  int32_t penalty = view->bare ? 0 : view_penalty(view, cell);
  uint32_t straight = view_step(view, view->kind[cell], false, penalty);
  uint64_t least = UINT64_MAX;
  size_t best = 0;
  for (size_t i = 0; i < exits->count; i++) {
    const Exit *exit = &exits->list[i];
    Node before = turning->words[state_of(exit->from, direction)];
    if (exit->to != cell || !node_in_epoch(before, turning->epoch)) continue;
    uint64_t g = (uint64_t)node_g(before) + view_exit_cost(view, exit, straight);
    if (g > least || (g == least && exit->link > exits->list[best].link)) continue;
    least = g;
    best = i;
  }
  ASTAR_ASSERT(least <= node_g(turning->words[state_of(cell, direction)]));
  return best;
}

/* From where a state was reached, as its node says. */
static Cell event_parent(astar_search *search, State state, Node node, bool turning) {
  Cell cell = turning ? state / STATES : state;
  int direction = turning ? state_direction(state) : node_direction(node);
  if (cell == search->start) return cell;
  if (turning && node_direction(node) == BY_LINK)
    return search->view.exits->list[turning_exit(search, cell, direction)].from;
  if (direction == NO_DIRECTION) return crossing_into(search, cell)->from;
  return cell - (Cell)direction_offset(&search->map->grid, direction);
}

COLD
static bool add_event(astar_search *search, astar_event_kind kind, State state, Node node,
                      bool turning) {
  const Grid *grid = &search->map->grid;
  astar_cell at = grid_position(grid, turning ? state / STATES : state);
  astar_cell parent = grid_position(grid, event_parent(search, state, node, turning));
  uint32_t g = node_g(node), f = search_f(search, g, at.x, at.y);
  astar_trace_event event = { kind, at, parent, f, g, search_estimate(search, at.x, at.y) };
  return trace_add(search, event);
}

ALWAYS_INLINE bool kernel_trace(astar_search *search, astar_event_kind kind, State state, Node node,
                                const Kernel kernel) {
  return !traces(kernel) || !search->query.trace ||
         add_event(search, kind, state, node, turns(kernel));
}

/* A way into a state: what it costs in all, and its last step alone; the direction that the node
** stores. */
typedef struct WayIn { uint64_t g, step; int direction; } WayIn;

/* ---- opening --------------------------------------------------------------------------------- */

ALWAYS_INLINE uint32_t kernel_f(astar_search *search, uint32_t g, Cell cell, astar_cell at,
                                const Kernel kernel) {
  if (floods(kernel)) return g;
  if (!estimates(kernel)) return search_f(search, g, at.x, at.y);
  uint64_t f = g + heuristic_estimate(astar_state(search)->heuristic, cell, at);
  return f < UINT32_MAX ? (uint32_t)f : search_f(search, g, at.x, at.y);
}

ALWAYS_INLINE bool kernel_open_state(astar_search *search, State state, astar_cell at, Node node,
                                     const Kernel kernel) {
  Nodes *nodes = state_nodes(search, kernel);
  Memory *memory = &search->map->memory;
  uint32_t f = kernel_f(search, node_g(node), state, at, kernel);
  if (!floods(kernel) && f == UINT32_MAX) return true;
  Node *known = &nodes->words[state];
  bool reached = node_in_epoch(*known, nodes->epoch);
  *known = node | NODE_OPEN | (*known & NODE_LOW);
  if (kernel == TRACED_FLOOD &&
      !kernel_trace(search, reached ? ASTAR_IMPROVED : ASTAR_OPENED, state, node, kernel))
    return false;
  if (floods(kernel)) return bucket_queue_push(&search->buckets, memory, open_entry(f, state));
  return open_list_push(&search->open, memory, open_entry(f, state)) &&
         kernel_trace(search, reached ? ASTAR_IMPROVED : ASTAR_OPENED, state, node, kernel);
}

/* Is a state closed that need not be opened again, although the way into it has become cheaper? */
ALWAYS_INLINE bool kernel_suffices(astar_search *search, Node known, WayIn reach,
                                   const Kernel kernel) {
  if (bare(kernel) || floods(kernel) || search->exact || known & NODE_OPEN) return false;
  uint64_t weight = (uint64_t)search->query.heuristic_weight;
  bool closed = node_in_epoch(known, state_nodes(search, kernel)->epoch);
  return closed && node_g(known) <= reach.g + reach.step * (weight - ASTAR_ONE) / ASTAR_ONE;
}

/* A way into a state: takes it if it is cheaper, or as cheap and canonical. False: no memory. */
ALWAYS_INLINE bool kernel_reach(astar_search *search, State state, astar_cell at, WayIn reach,
                                const Kernel kernel) {
  uint64_t g = reach.g;
  if (g > UINT32_MAX - floods(kernel)) {
    search->overflowed = true;
    return true;
  }
  Nodes *nodes = state_nodes(search, kernel);
  Node *known = &nodes->words[state];
  Node node = node_make(nodes->epoch, (uint32_t)g, reach.direction, 0);
  if (node_rank(node) >= node_rank(*known)) return true;
  if (!floods(kernel) &&
      dead_end_filter_skips(&search->dead_end_filter, state_cell(state, kernel)))
    return true;
  if (kernel_suffices(search, *known, reach, kernel)) {
    *known = node_redirect(*known, reach.direction);
    return true;
  }
  bool tied = node >> NODE_G_SHIFT == *known >> NODE_G_SHIFT;
  if (!tied) return kernel_open_state(search, state, at, node, kernel);
  *known = node | (*known & (NODE_OPEN | NODE_LOW));
  return kernel_trace(search, ASTAR_IMPROVED, state, node, kernel);
}

/* Up to what belongs to steps instead of cells. */
ALWAYS_INLINE uint32_t astar_step_to(astar_search *search, Cell cell, bool diagonal,
                                     const Kernel kernel) {
  View *view = &search->view;
  bool bare = bare(kernel) || (kernel != FLOOD && view->bare);
  int32_t penalty = bare ? 0 : view_penalty(view, cell);
  return view_step(view, view->kind[cell], diagonal, penalty);
}

/* Does it matter which way a step leads? */
static bool astar_minds_direction(const astar_search *search) {
  return search->view.traffic != NULL || search->view.slopes != NULL;
}

/* What a step costs where that matters. */
NOINLINE                        /* seldom needed: it would only be in the way */
static uint64_t astar_directed_cost(astar_search *search, ViewStep step, TrafficAt traffic) {
  View *view = &search->view;
  int32_t more = view->bare ? 0 : view_penalty(view, step.to);
  more += view_slope(view, step);
  uint64_t cost = view_step(view, view->kind[step.to], step.direction >= FIRST_DIAGONAL, more);
  if (view->traffic != NULL) cost += view_traffic_cost(view, traffic, step.direction);
  return cost;
}

/* The neighbours that a way through this cell might serve, if no step is costlier than it must be:
** most have a better one, and then no layer need be looked at. */
ALWAYS_INLINE uint32_t worse_around(const astar_search *search, Cell cell, uint32_t g) {
  const View *view = &search->view;
  const Grid *grid = &search->map->grid;
  uint32_t epoch = search->nodes.epoch, worse = 0;
  if (g > UINT32_MAX - VIEW_COST_MAX) return UINT32_MAX;
  Node straight = node_make(epoch, g + view->least_straight, 0, NODE_LOW) | NODE_OPEN;
  Node diagonal = node_make(epoch, g + view->least_diagonal, 0, NODE_LOW) | NODE_OPEN;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    Node way = (direction >= FIRST_DIAGONAL ? diagonal : straight) |
               (Node)direction << NODE_RANK_SHIFT;
    Node known = search->nodes.words[cell + (Cell)direction_offset(grid, direction)];
    worse |= (uint32_t)(way < known) << direction;
  }
  return worse;
}

ALWAYS_INLINE uint32_t bare_steps(const astar_search *search, Cell cell, const Kernel kernel) {
  const View *view = &search->view;
  uint32_t open = 0;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    Cell next = cell + (Cell)direction_offset(&search->map->grid, direction);
    open |= (uint32_t)(view->kind[next] != 0) << direction;
  }
  const astar_class *cls = search->query.cls;
  return kernel == BARE_CELLS ? cls->legal[0][open] : class_legal(cls, cell, open);
}

ALWAYS_INLINE uint32_t astar_steps_from(astar_search *search, Cell cell, uint32_t g,
                                        const Kernel kernel) {
  bool looks_ahead = floods(kernel) || bare(kernel);
  uint32_t worse = looks_ahead ? worse_around(search, cell, g) : UINT32_MAX;
  if (worse == 0) return 0;
  return worse & (bare(kernel) ? bare_steps(search, cell, kernel)
                               : view_steps(&search->view, cell));
}

ALWAYS_INLINE bool kernel_can_enter(astar_search *search, Cell cell, const Kernel kernel) {
  View *view = &search->view;
  bool bare = bare(kernel) || (kernel != FLOOD && view->bare);
  return view->kind[cell] != 0 && (bare || view_penalty(view, cell) != VIEW_BLOCKED);
}

/* Takes the exits of a cell. */
ALWAYS_INLINE bool kernel_cross(astar_search *search, State state, uint32_t g,
                                const Kernel kernel) {
  const Exit *exit;
  size_t count = exits_at(search->view.exits, state_cell(state, kernel), &exit);
  for (; count > 0; count--, exit++) {
    if ((turns(kernel) && exit->to == search->start) ||
        !kernel_can_enter(search, exit->to, kernel))
      continue;
    uint32_t straight = astar_step_to(search, exit->to, false, kernel);
    uint32_t cost = view_exit_cost(&search->view, exit, straight);
    State to = turns(kernel) ? state_of(exit->to, state_direction(state)) : exit->to;
    WayIn reach = { (uint64_t)g + cost, cost, turns(kernel) ? BY_LINK : NO_DIRECTION };
    if (reach.g < UINT32_MAX) crossing_note(search, exit, (uint32_t)reach.g);
    astar_cell at = grid_position(&search->map->grid, exit->to);
    if (!kernel_reach(search, to, at, reach, kernel)) return false;
  }
  return true;
}

/* A state that is expanded. */
typedef struct Expanded {
  State state;
  astar_cell at;
  uint32_t g;
} Expanded;

ALWAYS_INLINE bool kernel_steps(astar_search *search, Expanded expanded, const Kernel kernel,
                                const bool directed) {
  State state = expanded.state;
  astar_cell at = expanded.at;
  uint32_t g = expanded.g;
  const Grid *grid = &search->map->grid;
  Cell cell = state_cell(state, kernel);
  int arrived = turns(kernel) ? state_direction(state) : NO_DIRECTION;
  bool has_turned = arrived != NO_DIRECTION;
  TrafficAt traffic = directed ? view_traffic(&search->view, cell) : (TrafficAt){ 0, 0 };
  for (uint32_t legal = astar_steps_from(search, cell, g, kernel); legal != 0; legal &= legal - 1) {
    int direction = low_zeros_32(legal);
    Cell next = cell + (Cell)direction_offset(grid, direction);
    if (turns(kernel) && next == search->start) continue;
    ViewStep step = { cell, next, direction };
    bool diagonal = direction >= FIRST_DIAGONAL;
    uint64_t cost = g + (directed ? astar_directed_cost(search, step, traffic)
                                  : astar_step_to(search, next, diagonal, kernel));
    if (has_turned) cost += (uint64_t)search->query.turn_cost * direction_turn(arrived, direction);
    State to = turns(kernel) ? state_of(next, direction) : next;
    astar_cell place = { at.x + DIRECTION_X[direction], at.y + DIRECTION_Y[direction] };
    WayIn reach = { cost, cost - g, turns(kernel) ? arrived : direction };
    if (!kernel_reach(search, to, place, reach, kernel)) return false;
  }
  return !crossing_at(search, cell) || kernel_cross(search, state, g, kernel);
}

/* Compiled twice, for it is done at every cell. */
ALWAYS_INLINE bool kernel_expand(astar_search *search, Expanded expanded, const Kernel kernel) {
  return astar_minds_direction(search) ? kernel_steps(search, expanded, kernel, true)
                                       : kernel_steps(search, expanded, kernel, false);
}

/* ---- with turns: from states to plain nodes -------------------------------------------------- */

/* What plain nodes keep in their lowest bits is not this search's. */
static void write_node(astar_search *search, Cell cell, uint32_t g, int direction) {
  Node *node = &search->nodes.words[cell];
  *node = node_make(search->nodes.epoch, g, direction, 0) | (*node & NODE_LOW);
}

/* The first state of a cell that is closed is the best way into it. */
static void write_closed(astar_search *search, State state, uint32_t g) {
  Cell cell = state_cell(state, TURNS);
  if (!node_in_epoch(search->nodes.words[cell], search->nodes.epoch))
    write_node(search, cell, g, state_direction(state));
}

/* From where. That is the exit by which the path builder will say that the cell was reached. */
static Cell turning_origin(astar_search *search, Cell cell, int direction) {
  const Exits *exits = search->view.exits;
  size_t exit = turning_exit(search, cell, direction);
  for (size_t i = 0; i < exits->count; i++)
    if (exits->list[i].to == cell) search->scratch->paid[i] = i == exit ? 0 : UINT32_MAX;
  return exits->list[exit].from;
}

/* G falls from each state to the one before it, so that the way ends at the start. */
static void write_way(astar_search *search) {
  const Nodes *states = &astar_state(search)->turning;
  Cell cell = search->arrival.node;
  int direction = state_direction(astar_state(search)->arrival);
  while (cell != search->start) {
    State state = state_of(cell, direction);
    Node node = states->words[state];
    bool by_link = node_direction(node) == BY_LINK;
    write_node(search, cell, node_g(node), by_link ? NO_DIRECTION : direction);
    if (by_link) {
      cell = turning_origin(search, cell, direction);
    } else {
      cell -= (Cell)direction_offset(&search->map->grid, direction);
      direction = node_direction(node);
    }
    ASTAR_ASSERT(nodes_fall(states, state_of(cell, direction), state));
  }
}

/* The best of the states of the arrival that were closed: the cheapest, then the first. */
static void write_way_to_nearest(astar_search *search) {
  Cell cell = search->arrival.node;
  uint64_t best = UINT64_MAX;
  for (int direction = 0; direction < STATES && cell != search->start; direction++) {
    Node node = astar_state(search)->turning.words[state_of(cell, direction)];
    bool closed = node_in_epoch(node, astar_state(search)->turning.epoch) && !(node & NODE_OPEN);
    if (!closed || node_g(node) >= best) continue;
    best = node_g(node);
    astar_state(search)->arrival = state_of(cell, direction);
  }
  write_way(search);
}

/* ---- the engine ------------------------------------------------------------------------------ */

static bool begin_turning(astar_search *search) {
  astar_map *map = search->map;
  Nodes *turning = &astar_state(search)->turning;
  node_pool_take_states(&map->node_pool, turning);
  return nodes_begin(turning, &map->memory, map->grid.cells * STATES);
}

ALWAYS_INLINE bool take_memory(astar_search *search, uint32_t f, const Kernel kernel) {
  if (!search_begin_nodes(search, NUMBERING_ANY)) return false;
  if (turns(kernel) && !begin_turning(search)) return false;
  if (floods(kernel)) return search_begin_buckets(search, f, flood_width(search));
  return search_begin_open(search, f, search_bucket_width(search));
}

ALWAYS_INLINE astar_status kernel_begin(astar_search *search, uint32_t f, const Kernel kernel) {
  if (!take_memory(search, f, kernel)) return ASTAR_NO_MEMORY;
  State start = turns(kernel) ? state_of(search->start, NO_DIRECTION) : search->start;
  Node node = node_make(state_nodes(search, kernel)->epoch, 0, NO_DIRECTION, 0);
  astar_cell at = { search->start_x, search->start_y };
  return kernel_open_state(search, start, at, node, kernel) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* A goal is closed. Among several at the same cost the first in reading order is taken, and among
** ways into it the smaller direction. */
ALWAYS_INLINE void kernel_arrive(astar_search *search, State state, uint32_t g,
                                 const Kernel kernel) {
  AstarState *own = astar_state(search);
  if (g > search->bound || (g == search->bound && state > own->arrival)) return;
  search->bound = g;
  own->arrival = state;
  search->arrival = (Arrival){ .node = state_cell(state, kernel) };
}

ALWAYS_INLINE astar_status kernel_outcome(astar_search *search, const Kernel kernel) {
  if (search->targets.count > 0) return ASTAR_OK;
  if (turns(kernel) && search->bound != UINT32_MAX) write_way(search);
  return search_outcome(search);
}

ALWAYS_INLINE astar_status kernel_run(astar_search *search, uint32_t until, const Kernel kernel) {
  OpenList *open = &search->open;
  Node *nodes = state_nodes(search, kernel)->words;
  uint64_t first;
  while (open_list_first(open, search->bound, &first)) {
    if (search->bound != UINT32_MAX && !search->exact) break;
    State state = open_cell(first);
    Node node = nodes[state];
    astar_cell at = grid_position(&search->map->grid, state_cell(state, kernel));
    bool is_open = node & NODE_OPEN, is_goal = is_open && at_goal(search, at);
    if (is_open && !is_goal && search->expanded >= until) return ASTAR_RUNNING;
    open_list_pop(open);
    if (!is_open) continue;
    nodes[state] = node & ~NODE_OPEN;
    if (turns(kernel)) write_closed(search, state, node_g(node));
    if (!kernel_trace(search, ASTAR_CLOSED, state, node, kernel)) return ASTAR_NO_MEMORY;
    if (is_goal) {
      kernel_arrive(search, state, node_g(node), kernel);
      continue;
    }
    if (kernel == CELLS && search->targets.request.wanted > 0) {
      astar_status status = targets_meet(search, state, node_g(node));
      if (status != ASTAR_RUNNING) return status;
    }
    search->expanded++;
    Expanded expanded = { state, at, node_g(node) };
    if (!kernel_expand(search, expanded, kernel)) return ASTAR_NO_MEMORY;
    if (search->view.aborted) return ASTAR_CANCELLED;
  }
  return kernel_outcome(search, kernel);
}

/* May a goal count as reached from the cell? */
static inline bool astar_in_reach(const astar_search *search, Cell cell) {
  const Targets *targets = &search->targets;
  return search->query.within > 0 ? targets_around(search, cell)
                                  : targets_has(targets, search->view.plane, cell);
}

ALWAYS_INLINE astar_status kernel_flood(astar_search *search, uint32_t until, const Kernel kernel) {
  BucketQueue *open = &search->buckets;
  Node *nodes = search->nodes.words;
  uint64_t entry;
  while (bucket_queue_take(open, UINT32_MAX, &entry)) {
    Cell cell = open_cell(entry);
    Node node = nodes[cell];
    if (!(node & NODE_OPEN) || node_g(node) != open_f(entry)) continue;
    if (bucket_queue_is_early(open, entry)) {
      if (!search_push(search, entry)) return ASTAR_NO_MEMORY;
      continue;
    }
    if (targets_aside_before(&search->targets, open->turn)) {
      astar_status status = targets_meet_aside(search);
      if (status != ASTAR_RUNNING) return status;
    }
    if (search->expanded >= until) {
      bucket_queue_put_back(open);
      return ASTAR_RUNNING;
    }
    nodes[cell] = node & ~NODE_OPEN;
    search->expanded++;
    if (!kernel_trace(search, ASTAR_CLOSED, cell, node, kernel)) return ASTAR_NO_MEMORY;
    if (astar_in_reach(search, cell) && !targets_put_aside(search, cell, node_g(node), open->turn))
      return ASTAR_NO_MEMORY;
    if (!kernel_expand(search, (Expanded){ cell, { 0, 0 }, node_g(node) }, kernel))
      return ASTAR_NO_MEMORY;
  }
  astar_status status = targets_meet_aside(search);
  return status == ASTAR_RUNNING ? kernel_outcome(search, kernel) : status;
}

/* ---- the kernels ----------------------------------------------------------------------------- */

static astar_status begin_cells(astar_search *search, uint32_t f) {
  return kernel_begin(search, f, CELLS);
}
static bool has_bare_kernel(const astar_search *search) {
  const astar_query *query = &search->query;
  return search->view.bare && query->heuristic == ASTAR_OCTILE &&
         query->heuristic_weight == ASTAR_ONE && !query->trace &&
         search->targets.request.wanted == 0;
}

/* One that was named does without landmarks, so that others can be compared with it. */
static bool astar_takes_landmarks(const astar_search *search) {
  return search->query.engine == ASTAR_ENGINE_AUTO && has_bare_kernel(search);
}

static astar_status run_cells(astar_search *search, uint32_t until) {
  if (!has_bare_kernel(search)) return kernel_run(search, until, CELLS);
  bool takes = astar_takes_landmarks(search);
  Heuristic heuristic = takes ? heuristic_best(search) : heuristic_plain(search);
  astar_state(search)->heuristic = &heuristic;
  astar_status status = search->query.cls->hex ? kernel_run(search, until, HEX_CELLS)
                                               : kernel_run(search, until, BARE_CELLS);
  astar_state(search)->heuristic = NULL;
  return status;
}

/* For the engines that begin without a trace. */
static bool trace_start(astar_search *search, State start, bool turning) {
  Node node = node_make(0, 0, NO_DIRECTION, 0);
  return !search->query.trace || add_event(search, ASTAR_OPENED, start, node, turning);
}

static astar_status begin_turns(astar_search *search, uint32_t f) {
  astar_status status = kernel_begin(search, f, TURNS);
  State start = state_of(search->start, NO_DIRECTION);
  return status == ASTAR_OK && !trace_start(search, start, true) ? ASTAR_NO_MEMORY : status;
}
static astar_status astar_run_turns(astar_search *search, uint32_t until) {
  memory_touch(astar_state(search)->turning.words);
  return kernel_run(search, until, TURNS);
}
static astar_status trace_turns(astar_search *search, uint32_t until) {
  memory_touch(astar_state(search)->turning.words);
  return kernel_run(search, until, TRACED_TURNS);
}
static astar_status begin_flood(astar_search *search, uint32_t f) {
  astar_status status = kernel_begin(search, f, FLOOD);
  bool told = status != ASTAR_OK || trace_start(search, search->start, false);
  return told ? status : ASTAR_NO_MEMORY;
}
static astar_status run_flood(astar_search *search, uint32_t until) {
  return search->view.bare ? kernel_flood(search, until, BARE_FLOOD)
                           : kernel_flood(search, until, FLOOD);
}

static astar_status trace_flood(astar_search *search, uint32_t until) {
  return kernel_flood(search, until, TRACED_FLOOD);
}

static void turn_free_state(astar_search *search) {
  astar_map *map = search->map;
  node_pool_give_states(&map->node_pool, &map->memory, &astar_state(search)->turning);
}

static astar_status resume_cells(astar_search *search) {
  bool same = !astar_takes_landmarks(search) || landmarks_still_are(search);
  return same ? ASTAR_RUNNING : ASTAR_CHANGING;
}

const Engine ASTAR_SEARCH = {
  ASTAR_ENGINE_ASTAR, begin_cells, run_cells,
  .resume = resume_cells,
  .find_best = search_find_best,
  .run_traced = run_cells,
  .reads_each_cell = true
};
const Engine TURN_SEARCH = {
  ASTAR_ENGINE_TURN, begin_turns, astar_run_turns,
  .free_state = turn_free_state,
  .write_way = write_way_to_nearest,
  .run_traced = trace_turns,
  .reads_each_cell = true
};
const Engine FLOOD_SEARCH = {
  ASTAR_ENGINE_DIJKSTRA, begin_flood, run_flood,
  .run_traced = trace_flood,
  .reads_each_cell = true
};
