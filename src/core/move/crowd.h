/*
** Crowds: where all units with the rule YIELD that are ready for a step go, decided for all of them
** together.
**
** Priority inheritance with backtracking: the units choose one after the other, those whose goal
** is the oldest first. A unit that chooses a cell in which another one is has that one choose next,
** before all others; if that one finds no cell, the unit tries its next best. Then all move at
** once. Units may go round in a circle. Where two meet in a narrow place, one of them backs out and
** the other follows it, until there is room to pass (swap.h). Source: K. Okumura, M. Machida,
** X. Defago, Y. Tamura, "Priority inheritance with backtracking for iterative multi-agent path
** finding", Artificial Intelligence 310 (2022); for swaps: K. Okumura, "Improving LaCAM for
** scalable eventually optimal multi-agent pathfinding" (2023).
**
** A unit that is on its way between two cells does not take part: it covers the cell to which it
** goes, and all wait for it. A unit that waits is ready in each tick. So in time all that a unit
** has to move are ready at once, and the argument for units that move in step holds: on a map on
** which each pair of neighbouring cells lies on a circle of three or more cells, the unit that
** chooses first comes a step nearer to its goal, and what it has gained on its path is not lost.
**
** Four rules are no part of that argument, and can move two or three units to and fro for ever:
** swaps, the right of way of columns, priorities, and units that keep their places around a goal.
** So a unit that does not get on does without them, in phases. Each phase lasts
** as long as all before it: the phases of several such units, which have begun in different ticks,
** overlap in the end, also where one waits for others that are much slower. The argument is for
** units of one cell. spec/core/move/standstill_spec.lua searches for scenes that contradict it.
**
** A round of choices is over before anything moves. Invariant: between rounds no unit is choosing.
*/
#ifndef ASTAR_CROWD_H
#define ASTAR_CROWD_H

#include "guide.h"
#include "reservations.h"

typedef struct Crowd {
  uint64_t *lists;                  /* the block of these three, for `capacity` units each: */
  uint64_t *ready, *spare;          /* those that choose in this round, see crowd_add; room for
                                    ** sorting them */
  astar_unit **decided;             /* those that have chosen, or were asked to */
  size_t count, decided_count, capacity;
  Reservations reservations;        /* cells that they enter */
  uint64_t round;
  astar_unit *first;                /* the one on whose behalf units are choosing */
  int depth;                        /* units that are choosing, one on behalf of the other */
  int backing;                      /* of them, how many back out of a narrow place */
  int several;                      /* of them, how many have several units before them */
} Crowd;

/* Makes room for all units of the map. False: no memory. */
bool crowd_reserve(astar_map *map);
/* A new round, in which nobody has chosen. */
void crowd_begin(astar_map *map);
/* The unit is ready for its next step. */
void crowd_add(astar_map *map, astar_unit *unit);
/* All that were added choose, and those that move begin their steps. What became of them is in
** `decided`: a unit that stays is where it was. */
void crowd_move(astar_map *map);
void crowd_free(astar_map *map);

#endif
