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
#include "heuristic.h"

#define TRACE_BLOCK 64              /* nodes that are compared at once */

bool trace_add(astar_search *search, astar_trace_event event) {
  Trace *trace = &search->trace;
  if (!memory_grow(&search->map->memory, trace->events, trace->count, &trace->capacity))
    return false;
  trace->events[trace->count++] = event;
  return true;
}

/* ---- events from nodes ----------------------------------------------------------------------- */

/* A node of an engine that keeps runs tells how many steps ago the way last turned. */
static Cell trace_parent(const astar_search *search, Cell cell) {
  Node node = search->nodes.words[cell];
  int direction = node_direction(node);
  if (cell == search->start) return cell;
  if (direction == NO_DIRECTION) return crossing_into(search, cell)->from;
  uint32_t steps = search->engine->keeps_runs ? node_run(node) : 1;
  return cell - steps * (Cell)direction_offset(&search->map->grid, direction);
}

static uint32_t trace_fit(uint64_t sum) {
  return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
}

static bool add_node(astar_search *search, Cell cell, astar_event_kind kind) {
  const Grid *grid = &search->map->grid;
  Heuristic heuristic = heuristic_best(search);
  astar_cell at = grid_position(grid, cell);
  uint32_t g = node_g(search->nodes.words[cell]);
  uint64_t h = heuristic_estimate(&heuristic, cell, at);
  return trace_add(search, (astar_trace_event){
    kind, at, grid_position(grid, trace_parent(search, cell)), trace_fit(g + h), g, trace_fit(h) });
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

static bool trace_block(astar_search *search, size_t from, size_t end) {
  Trace *trace = &search->trace;
  const Nodes *nodes = &search->nodes;
  Node ignored = search->engine->keeps_runs ? 0 : NODE_LOW;
  for (size_t i = from; i < end; i++) {
    Node before = trace->seen[i], now = nodes->words[i];
    bool same = (before & ~ignored) == (now & ~ignored);
    bool reached = node_in_epoch(now, nodes->epoch);
    trace->seen[i] = now;
    if (same || !reached) continue;
    astar_event_kind kind = kind_of_change(before, now, nodes->epoch);
    if (!add_node(search, (Cell)i, kind)) return false;
    put_in_order(trace);
  }
  return true;
}

/* Records what has changed since the last time. False: no memory. */
static bool trace_changes(astar_search *search) {
  Trace *trace = &search->trace;
  trace->batch = trace->count;
  for (size_t from = 0; from < trace->seen_count; from += TRACE_BLOCK) {
    size_t rest = trace->seen_count - from, count = rest < TRACE_BLOCK ? rest : TRACE_BLOCK;
    const Node *now = search->nodes.words + from;
    if (memcmp(trace->seen + from, now, count * sizeof *now) == 0) continue;
    if (!trace_block(search, from, from + count)) return false;
  }
  return true;
}

/* ---- the end --------------------------------------------------------------------------------- */

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

static bool trace_arrival(astar_search *search) {
  const Arrival *arrival = &search->arrival;
  if (arrival->run_count > 0)
    return trace_runs(search, node_g(search->nodes.words[arrival->node]));
  return add_node(search, arrival->node, ASTAR_CLOSED);
}

bool trace_direct(astar_search *search, uint32_t cost) {
  astar_cell start = { search->start_x, search->start_y };
  astar_trace_event event = { ASTAR_OPENED, start, start, cost, 0, cost };
  if (!trace_add(search, event)) return false;
  event.kind = ASTAR_CLOSED;
  return trace_add(search, event);
}

/* ---- running --------------------------------------------------------------------------------- */

/* No node was ever written as `seen` says then. False: no memory. */
static bool trace_begin(astar_search *search) {
  Trace *trace = &search->trace;
  if (trace->seen != NULL) return true;
  size_t count = search->nodes.count;
  trace->seen = memory_raw(&search->map->memory, count * sizeof *trace->seen);
  if (trace->seen == NULL) return false;
  trace->seen_count = count;
  memset(trace->seen, 0xff, count * sizeof *trace->seen);
  return trace_changes(search);
}

static astar_status trace_nodes(astar_search *search, uint32_t until) {
  astar_status status;
  if (!trace_begin(search)) return ASTAR_NO_MEMORY;
  do {
    uint32_t next = search->expanded < until ? search->expanded + 1 : until;
    status = search->engine->run(search, next);
    if (status == ASTAR_NO_MEMORY || !trace_changes(search)) return ASTAR_NO_MEMORY;
  } while (status == ASTAR_RUNNING && search->expanded < until);
  if (status == ASTAR_OK && !trace_arrival(search)) return ASTAR_NO_MEMORY;
  return status;
}

astar_status trace_run(astar_search *search, uint32_t until) {
  bool itself = search->engine->run_traced != NULL;
  return itself ? search->engine->run_traced(search, until) : trace_nodes(search, until);
}
