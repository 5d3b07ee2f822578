/*
** Places: a cell that jump point search has come to, and how it came there; and the directions that
** it follows from there.
*/
#ifndef ASTAR_JPS_PLACE_H
#define ASTAR_JPS_PLACE_H

#include "../base/builtin.h"
#include "../open_list/node.h"
#include "../tables/jump.h"

/* The directions to follow after arriving straight, by the two bits of forced sides. */
static const uint8_t jps_follow[4][4] = {
#define TO(direction) (1 << (direction))
#define SIDE(straight, diagonal) (TO(straight) | TO(diagonal))
#define JPS_FOLLOW_ROW(ahead, first, second) \
  { TO(ahead), TO(ahead) | (first), TO(ahead) | (second), TO(ahead) | (first) | (second) }
  JPS_FOLLOW_ROW(EAST, SIDE(SOUTH, SOUTH_EAST), SIDE(NORTH, NORTH_EAST)),
  JPS_FOLLOW_ROW(WEST, SIDE(SOUTH, SOUTH_WEST), SIDE(NORTH, NORTH_WEST)),
  JPS_FOLLOW_ROW(SOUTH, SIDE(EAST, SOUTH_EAST), SIDE(WEST, SOUTH_WEST)),
  JPS_FOLLOW_ROW(NORTH, SIDE(EAST, NORTH_EAST), SIDE(WEST, NORTH_WEST)),
#undef JPS_FOLLOW_ROW
#undef SIDE
#undef TO
};

/*
** A cell and the run that leads into it, as its node says it. Adding a place that holds the
** differences that one step makes goes that step: to the next cell, G costlier, the run longer.
*/
typedef struct JpsPlace {
  Node node;                        /* G beyond 32 bits: it is greater than any of this search */
  uint64_t spot;                    /* from the top: cell, y, x */
} JpsPlace;

static inline uint64_t spot_of(const Grid *grid, int32_t x, int32_t y) {
  return (uint64_t)grid_cell(grid, x, y) << 32 | (uint32_t)y << 16 | (uint32_t)x;
}
/* What a step in a direction adds to a spot: the sum of what it adds to the three parts. */
static inline uint64_t spot_step(const Grid *grid, int direction) {
  int64_t offset = direction_offset(grid, direction);
  return (uint64_t)(offset * ((int64_t)1 << 32) + DIRECTION_Y[direction] * 65536 +
                    DIRECTION_X[direction]);
}
static inline Cell spot_cell(uint64_t spot) {
  return (Cell)(spot >> 32);
}
static inline int32_t spot_x(uint64_t spot) {
  return (int32_t)(spot & 0xffff);
}
static inline int32_t spot_y(uint64_t spot) {
  return (int32_t)(spot >> 16 & 0xffff);
}

ALWAYS_INLINE JpsPlace jps_place_go(JpsPlace from, JpsPlace step, int64_t steps) {
  return (JpsPlace){ from.node + step.node * (uint64_t)steps,
                  from.spot + step.spot * (uint64_t)steps };
}

/* Two runs into a cell in the same direction at the same cost: keeps the canonical one. `step` is
** what one step makes a difference, by direction. */
static inline void jps_place_break_tie(Node *nodes, const JpsPlace *step, JpsPlace place) {
  Node *known = &nodes[spot_cell(place.spot)];
  uint32_t old = node_run(*known), new = node_run(place.node);
  if (old == new) return;
  int direction = node_direction(place.node);
  uint32_t near = old < new ? old : new, far = old < new ? new : old;
  JpsPlace back = jps_place_go(place, step[direction], -(int64_t)near);
  Node origin = nodes[spot_cell(back.spot)];
  uint32_t run = node_direction(origin) < direction ? near : far;
  *known = (*known & ~(Node)0xffff) | run;
}

#endif
