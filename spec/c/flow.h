/*
** The oracle of fields: what a field has to say, found in the simplest way. Costs are lowered, cell
** by cell and round after round, until none can be lowered any more: nothing here knows of an order
** in which to look at cells, or of what a change may have touched.
*/
#ifndef FLOW_H
#define FLOW_H

#include "cases.h"

typedef enum FlowKind { TO_GOALS, FROM_START, FROM_THREATS } FlowKind;

enum { ENDS = 128 };                /* also for all around a goal of 3 x 3, within 3, for size 3 */

#define NOWHERE INT64_MAX           /* the cost of a cell that has none */
#define UNTHREATENED (-((int64_t)1 << 40))   /* the danger where threats cannot come */

typedef struct Flow {
  const Ground *ground;             /* with all layers */
  const Ground *plain;              /* by terrain: a unit in a wall goes nowhere */
  FlowKind kind;
  int32_t ends[ENDS], end_count;    /* the goals, the start or the threats, as cells */
  int64_t most;                     /* the largest cost */
  int64_t *rest;                    /* of staying; NOWHERE: nobody does */
  int64_t *costs;
} Flow;

static inline bool is_end(const Flow *flow, int32_t cell) {
  for (int32_t i = 0; i < flow->end_count; i++)
    if (flow->ends[i] == cell) return true;
  return false;
}

/* The cost of a cell by another one: to which a step or link leads, or from which it comes. */
static inline int64_t cost_through(const Flow *flow, int32_t near, uint64_t step) {
  if (flow->costs[near] == NOWHERE) return NOWHERE;
  if (flow->kind == FROM_THREATS && is_end(flow, near)) return NOWHERE;
  int64_t cost = flow->costs[near] + (int64_t)step;
  return cost <= flow->most ? cost : NOWHERE;
}

static inline int32_t neighbour_by(const Flow *flow, int32_t cell, int way) {
  int32_t back = flow->kind == FROM_START ? -1 : 1, width = flow->ground->width;
  int32_t x = cell % width + back * WAY_X[way], y = cell / width + back * WAY_Y[way];
  return ground_has(flow->ground, x, y) ? y * width + x : -1;
}

static inline int64_t cost_by_way(const Flow *flow, int32_t cell, int way) {
  const Ground *ground = flow->ground;
  int32_t near = neighbour_by(flow, cell, way);
  if (near < 0) return NOWHERE;
  int32_t from = flow->kind == FROM_START ? near : cell, to = from == cell ? near : cell;
  if (!ground_legal(ground, from % ground->width, from / ground->width, way)) return NOWHERE;
  return cost_through(flow, near, ground_cost(ground, from, to, way));
}

static inline int32_t other_end(const Flow *flow, const GroundLink *link, int32_t cell) {
  if (flow->kind == FROM_START) return link->to == cell ? link->from : -1;
  return link->from == cell ? link->to : -1;
}

static inline int64_t cost_by_link(const Flow *flow, int32_t cell, const GroundLink *link) {
  int32_t near = other_end(flow, link, cell);
  return near < 0 ? NOWHERE : cost_through(flow, near, link->cost);
}

static inline bool lower(Flow *flow, int32_t cell, int64_t cost) {
  if (cost >= flow->costs[cell]) return false;
  flow->costs[cell] = cost;
  return true;
}

/* Lowers costs until nothing changes. */
static inline void flow_settle(Flow *flow) {
  const Ground *ground = flow->ground;
  bool changed = true;
  memcpy(flow->costs, flow->rest,
         (size_t)(ground->width * ground->height) * sizeof *flow->costs);
  while (changed) {
    changed = false;
    for (int32_t cell = 0; cell < ground->width * ground->height; cell++) {
      if (flow->kind != FROM_START && !flow->plain->places[cell].open) continue;
      for (int way = 0; way < WAYS; way++)
        changed |= lower(flow, cell, cost_by_way(flow, cell, way));
      for (int32_t i = 0; i < ground->link_count; i++)
        changed |= lower(flow, cell, cost_by_link(flow, cell, &ground->links[i]));
    }
  }
}

static inline int64_t weighted(int64_t distance) { return distance + distance / 5; }

/* Danger is 1.2 times as much as threats have less to go to a cell than to the farthest one; none
** where they cannot come, and nobody stays where he could not go. */
static inline void flow_endanger(Flow *flow) {
  int32_t cells = flow->ground->width * flow->ground->height;
  int64_t farthest = 0;
  flow->kind = FROM_START;
  flow_settle(flow);
  flow->kind = FROM_THREATS;
  for (int32_t i = 0; i < cells; i++)
    if (flow->costs[i] != NOWHERE && flow->costs[i] > farthest) farthest = flow->costs[i];
  for (int32_t i = 0; i < cells; i++) {
    int64_t far = flow->costs[i];
    flow->rest[i] = !flow->ground->places[i].open ? NOWHERE
                    : far == NOWHERE ? UNTHREATENED : weighted(farthest) - weighted(far);
  }
}

/* The costs of all cells. A goal in which the class cannot stand is none. */
static inline Flow flow_new(const Ground *ground, const Ground *plain, FlowKind kind,
                            const int32_t *ends, int32_t end_count, int64_t most) {
  size_t cells = (size_t)(ground->width * ground->height);
  Flow flow = { .ground = ground, .plain = plain, .kind = kind, .end_count = end_count,
                .most = most };
  flow.rest = malloc(cells * sizeof *flow.rest);
  flow.costs = malloc(cells * sizeof *flow.costs);
  for (size_t i = 0; i < cells; i++) flow.rest[i] = NOWHERE;
  for (int32_t i = 0; i < end_count; i++) {
    flow.ends[i] = ends[i];
    if (kind != TO_GOALS || plain->places[ends[i]].open) flow.rest[ends[i]] = 0;
  }
  if (kind == FROM_THREATS) flow_endanger(&flow);
  flow_settle(&flow);
  return flow;
}

static inline void flow_free(Flow *flow) {
  free(flow->rest);
  free(flow->costs);
}

/* The cell to go to, or from which one comes, by the rule; the cell itself: one stays. */
static inline int32_t flow_step(const Flow *flow, int32_t cell) {
  const Ground *ground = flow->ground;
  int64_t cost = flow->costs[cell];
  if (flow->rest[cell] == cost) return cell;
  for (int way = 0; way < WAYS; way++)
    if (cost_by_way(flow, cell, way) == cost) return neighbour_by(flow, cell, way);
  for (int32_t i = 0; i < ground->link_count; i++)
    if (cost_by_link(flow, cell, &ground->links[i]) == cost)
      return other_end(flow, &ground->links[i], cell);
  return -1;
}

/* What a field tells of a cell's cost. */
static inline int64_t flow_told(const Flow *flow, int32_t cell) {
  int64_t cost = flow->costs[cell];
  return cost < UNTHREATENED / 2 ? cost - UNTHREATENED : cost;
}

#endif
