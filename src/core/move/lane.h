/*
** Lanes: parts of a path on which two units cannot pass each other. A unit that comes near the
** entrance of a lane while others come the other way waits a few cells before it, so that they have
** room to come out. Where units wait on both sides, the sides take turns, several units each.
**
** A cell is narrow for a class if its open neighbours would no longer be connected around it
** without it, or if it has only one. A lane is a run of narrow cells on a path. It is identified by
** its two ends, so that paths in both directions refer to the same lane.
**
** The record of a lane decides which unit goes first, never whether a step is safe. So the record
** that has not been used for longest may be dropped for a new one.
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
** held, and counts as waiting at that lane. The same goes for a unit that stands behind a held one
** and whose path leads through the same lane.
*/
bool lane_holds(astar_unit *unit);
/* The unit steps to `to`, the next cell of its path: does it enter a lane? */
void lane_enter(astar_unit *unit, astar_cell to);

uint64_t lanes_hash(const astar_map *map, uint64_t hash);

#endif
