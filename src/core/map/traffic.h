/*
** Traffic: which way a player's own units have lately gone, and where they had to wait. A query
** with a cost for traffic makes steps costlier that lead against the stream, so units that plan
** find streets of one way: the idea is that of guide paths with measured flow (Chen et al.,
** "Traffic Flow Optimisation for Lifelong Multi-Agent Path Finding", AAAI 2024).
**
** What is counted belongs to steps, and is kept at the cell in which a step ends. A search asks for
** the opposite step, which begins there. So for all steps from a cell it reads one word.
**
** Counts fade: in `memory` ticks they fall to 7/16. A unit that takes one step after the other adds
** so much that its cells, if others follow without a gap, come to TRAFFIC_FULL. Each row fades once
** in `memory` ticks, and which rows do in a tick depends on the number of the tick alone.
*/
#ifndef ASTAR_TRAFFIC_H
#define ASTAR_TRAFFIC_H

#include "map.h"

#define TRAFFIC_FULL 128            /* what a stream without gaps adds up to; counts end at 255 */
#define TRAFFIC_WAITS 10            /* so many units that wait cost as much as one that comes */

typedef struct Traffic {
  uint32_t memory;                  /* ticks; 0: nothing is counted */
  uint64_t *came;                   /* over cells: a byte for each direction from which units came;
                                    ** NULL where nothing is counted */
  uint8_t *waits;                   /* over cells */
} Traffic;

/* Begins to count, with nothing counted so far; 0 ends it. False: no memory, nothing changed. */
bool traffic_set(Traffic *traffic, astar_map *map, uint32_t memory);
void traffic_free(Traffic *traffic, astar_map *map);
/* A unit of size x size cells, whose straight steps take `time` ticks, goes to a neighbour; or has
** waited for the time of a step. */
void traffic_step(Traffic *traffic, const Grid *grid, astar_cell from, astar_cell to, int32_t size,
                  uint32_t time);
void traffic_wait(Traffic *traffic, const Grid *grid, astar_cell at, int32_t size, uint32_t time);
/* Lets the rows fade whose turn it is in a tick. */
void traffic_fade(Traffic *traffic, const Grid *grid, uint32_t tick);
uint64_t traffic_hash(const Traffic *traffic, const Grid *grid, uint64_t hash);

/* What was counted against all steps from one place, of something of size x size cells. */
typedef struct TrafficAt {
  uint64_t came;
  uint32_t waits;
} TrafficAt;

/* The most of each over the cells covered. */
TrafficAt traffic_over(const Traffic *traffic, const Grid *grid, Cell cell, int32_t size);

static inline TrafficAt traffic_at(const Traffic *traffic, const Grid *grid, Cell cell,
                                   int32_t size) {
  if (size > 1) return traffic_over(traffic, grid, cell, size);
  return (TrafficAt){ traffic->came[cell], traffic->waits[cell] };
}

static inline uint32_t traffic_came(TrafficAt at, int direction) {
  return (uint32_t)(at.came >> (8 * direction) & 255);
}

/* What a step costs more, if one against a full stream costs `weight` more. */
static inline uint32_t traffic_cost(TrafficAt at, int direction, uint32_t weight) {
  uint32_t count = TRAFFIC_WAITS * traffic_came(at, direction) + at.waits;
  return (uint32_t)((uint64_t)weight * count / (TRAFFIC_WAITS * TRAFFIC_FULL));
}

/* No step costs more than that. */
#define TRAFFIC_COST_MAX(weight) \
  ((int64_t)(weight) * 255 * (TRAFFIC_WAITS + 1) / (TRAFFIC_WAITS * TRAFFIC_FULL))

#endif
