/*
** Lanes: stretches of a path on which two units cannot pass each other. Who comes near the mouth of
** one waits while anybody comes the other way, a few cells before it, so that these find room; and
** where units wait on both sides, they go in turns of several.
**
** A cell is narrow for a class where the neighbours that one can go to fall apart without it, or
** there is only one of them. A lane is what a path has of narrow cells in a row. It is known by its
** two ends, so that paths there and back mean the same one.
**
** What is remembered of lanes decides who goes first, never whether a step is safe; so the one that
** was not asked about for longest may be forgotten for another.
*/
#ifndef ASTAR_LANE_H
#define ASTAR_LANE_H

#include "step.h"

#define LANES 64

/* A stretch that only one unit at a time can pass, as far as it is remembered. */
typedef struct Lane {
  Cell ends[2];                     /* the lesser one first; NO_CELL: a free slot */
  uint8_t side;                     /* from where units went in last */
  uint32_t entered;                 /* so many from there, one after the other */
  uint32_t entered_at;              /* the tick of the last */
  uint32_t wanted[2];               /* from each side: until which tick one counts as waiting */
  uint32_t used;                    /* the tick in which it was asked about last */
} Lane;

/* Is the cell narrow to the unit, as its player knows the terrain? */
bool lane_narrow(const astar_unit *unit, astar_cell at);
/*
** Must the unit, which is about to step, wait for its turn in a lane a few cells ahead? Then it is
** held, and counts as waiting at that lane. So is who stands behind such a unit and is to pass the
** same lane.
*/
bool lane_holds(astar_unit *unit);
/* The unit steps to `to`, the next cell of its path: does it enter a lane? */
void lane_enter(astar_unit *unit, astar_cell to);

uint64_t lanes_hash(const astar_map *map, uint64_t hash);

#endif
