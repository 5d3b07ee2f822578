/*
** Comparing nodes. A node that is open now is opened, or improved where it was reached before. One
** that was open, and is not, with the same rank, is closed: it was expanded. Any other that has
** changed is passed: the engine went through it, or marked it, without a place in the open list.
**
** Engines that look ahead find the goal before its turn comes, so it never was open. The last event
** of a search that has found its goal closes it all the same.
**
** Invariant: `seen` holds the nodes as the events so far tell them.
*/
#include "trace.h"

#include <string.h>

#include "crossing.h"
#include "estimate.h"
#include "estimator.h"

#define TRACE_BLOCK 64              /* nodes that are compared at once */

bool trace_add(astar_search *search, astar_trace_event event) {
  Trace *trace = &search->trace;
  void *events = trace->events;
  if (!memory_grow(&search->map->memory, &events, sizeof event, trace->count, &trace->capacity))
    return false;
  trace->events = events;
  trace->events[trace->count++] = event;
  return true;
}

/* ---- events from nodes ----------------------------------------------------------------------- */

static Cell cell_as_is(uint32_t state) {
  return state;
}

/* A node of an engine that keeps runs tells how many steps ago the way last turned. */
static Cell trace_parent(const astar_search *search, uint32_t state) {
  Node node = search->nodes.words[state];
  int direction = node_direction(node);
  if (state == search->start) return state;
  if (direction == NO_DIRECTION) return crossing_into(search, state)->from;
  uint32_t steps = search->engine->keeps_runs ? node_run(node) : 1;
  return state - steps * (Cell)direction_offset(&search->map->grid, direction);
}

/* As the engine estimates: those that stop at each state know no landmarks. */
static uint64_t trace_estimate(const astar_search *search, const TraceStates *states, Cell cell,
                               astar_cell at) {
  if (states->nodes != &search->nodes) return search_estimate(search, at.x, at.y);
  Estimator estimator = estimator_best(search);
  return estimator_estimate(&estimator, cell, at);
}

static uint32_t trace_fit(uint64_t sum) {
  return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
}

static uint64_t trace_weighted(const astar_search *search, uint64_t estimate) {
  return estimate * (uint64_t)search->query.heuristic_weight / ASTAR_ONE;
}

static bool add_node(astar_search *search, const TraceStates *states, uint32_t state,
                     astar_event_kind kind) {
  const Grid *grid = &search->map->grid;
  Cell cell = states->cell(state);
  astar_cell at = grid_position(grid, cell);
  uint32_t g = node_g(states->nodes->words[state]);
  uint64_t h = trace_estimate(search, states, cell, at);
  astar_trace_event event = { kind, at, grid_position(grid, states->parent(search, state)),
                              trace_fit(g + trace_weighted(search, h)), g, trace_fit(h) };
  return trace_add(search, event);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static astar_event_kind kind_of_change(Node before, Node now, uint32_t epoch) {
  if (now & NODE_OPEN) return node_in_epoch(before, epoch) ? ASTAR_IMPROVED : ASTAR_OPENED;
  bool expanded = before & NODE_OPEN && node_rank(before) == node_rank(now);
  return expanded && node_in_epoch(before, epoch) ? ASTAR_CLOSED : ASTAR_PASSED;
}

/* The node that was expanded comes before what was found from it; and a parent before what was
** reached from it, as its G is less. */
static bool event_comes_before(const astar_trace_event *a, const astar_trace_event *b) {
  bool closes = a->kind == ASTAR_CLOSED, other = b->kind == ASTAR_CLOSED;
  return closes != other ? closes : a->g < b->g;
}

static void put_in_order(Trace *trace) {
  size_t at = trace->count - 1;
  astar_trace_event last = trace->events[at];
  for (; at > trace->batch && event_comes_before(&last, &trace->events[at - 1]); at--)
    trace->events[at] = trace->events[at - 1];
  trace->events[at] = last;
}

static bool trace_block(astar_search *search, const TraceStates *states, size_t from, size_t end) {
  Trace *trace = &search->trace;
  Node ignored = search->engine->keeps_runs ? 0 : NODE_LOW;
  for (size_t i = from; i < end; i++) {
    Node before = trace->seen[i], now = states->nodes->words[i];
    bool same = (before & ~ignored) == (now & ~ignored);
    bool reached = node_in_epoch(now, states->nodes->epoch);
    trace->seen[i] = now;
    if (same || !reached) continue;
    astar_event_kind kind = kind_of_change(before, now, states->nodes->epoch);
    if (!add_node(search, states, (uint32_t)i, kind)) return false;
    put_in_order(trace);
  }
  return true;
}

/* Records what has changed since the last time. False: no memory. */
static bool trace_changes(astar_search *search, const TraceStates *states) {
  Trace *trace = &search->trace;
  trace->batch = trace->count;
  for (size_t from = 0; from < trace->seen_count; from += TRACE_BLOCK) {
    size_t rest = trace->seen_count - from, count = rest < TRACE_BLOCK ? rest : TRACE_BLOCK;
    const Node *now = states->nodes->words + from;
    if (memcmp(trace->seen + from, now, count * sizeof *now) == 0) continue;
    if (!trace_block(search, states, from, from + count)) return false;
  }
  return true;
}

/* ---- the end --------------------------------------------------------------------------------- */

static bool trace_closes(const Trace *trace, astar_cell at) {
  for (size_t i = trace->count; i > 0; i--)
    if (grid_same_cell(trace->events[i - 1].cell, at))
      return trace->events[i - 1].kind == ASTAR_CLOSED;
  return false;
}

bool trace_runs(astar_search *search, uint32_t g) {
  const View *view = &search->view;
  const Arrival *arrival = &search->arrival;
  astar_cell at = grid_position(&search->map->grid, arrival->node);
  for (int i = arrival->run_count - 1; i >= 0; i--) {
    Run run = arrival->runs[i];
    int32_t steps = (int32_t)run.steps;
    astar_cell to = { at.x + steps * DIRECTION_X[run.direction],
                      at.y + steps * DIRECTION_Y[run.direction] };
    bool diagonal = run.direction >= FIRST_DIAGONAL;
    g += run.steps * (diagonal ? view->least_diagonal : view->least_straight);
    astar_event_kind kind = i == 0 ? ASTAR_CLOSED : ASTAR_PASSED;
    if (!trace_add(search, (astar_trace_event){ kind, to, at, search->bound, g,
                                                search->bound - g }))
      return false;
    at = to;
  }
  return true;
}

static bool trace_arrival(astar_search *search, const TraceStates *states) {
  Cell cell = search->arrival.node;
  astar_cell at = grid_position(&search->map->grid, cell);
  if (search->targets.wish.wanted > 0) return true;
  if (search->arrival.run_count > 0) return trace_runs(search, node_g(search->nodes.words[cell]));
  return trace_closes(&search->trace, at) || add_node(search, states, cell, ASTAR_CLOSED);
}

bool trace_glance(astar_search *search, uint32_t cost) {
  astar_cell start = { search->start_x, search->start_y };
  astar_trace_event event = { ASTAR_OPENED, start, start, cost, 0, cost };
  if (!trace_add(search, event)) return false;
  event.kind = ASTAR_CLOSED;
  return trace_add(search, event);
}

/* ---- running --------------------------------------------------------------------------------- */

/* No node was ever written as `seen` says then. False: no memory. */
static bool trace_begin(astar_search *search, const TraceStates *states) {
  Trace *trace = &search->trace;
  if (trace->seen != NULL) return true;
  size_t count = states->nodes->count;
  trace->seen = memory_raw(&search->map->memory, count * sizeof *trace->seen);
  if (trace->seen == NULL) return false;
  trace->seen_count = count;
  memset(trace->seen, 0xff, count * sizeof *trace->seen);
  return trace_changes(search, states);
}

astar_status trace_states(astar_search *search, uint32_t until, const TraceStates *states) {
  astar_status status;
  if (!trace_begin(search, states)) return ASTAR_NO_MEMORY;
  do {
    uint32_t next = search->expanded < until ? search->expanded + 1 : until;
    status = search->engine->run(search, next);
    if (status == ASTAR_NO_MEMORY || !trace_changes(search, states)) return ASTAR_NO_MEMORY;
  } while (status == ASTAR_RUNNING && search->expanded < until);
  if (status == ASTAR_OK && !trace_arrival(search, states)) return ASTAR_NO_MEMORY;
  return status;
}

astar_status trace_run(astar_search *search, uint32_t until) {
  if (search->engine->run_traced != NULL) return search->engine->run_traced(search, until);
  TraceStates states = { &search->nodes, cell_as_is, trace_parent };
  return trace_states(search, until, &states);
}
