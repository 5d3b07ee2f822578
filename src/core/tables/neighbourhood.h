/*
** Neighbourhoods: the 3 x 3 cells around a cell, as a search sees them that comes into the middle.
**
** Take a path that came from the parent p to the middle x. A step from x to a neighbour n is not
** worth following if another way from p to n inside the neighbourhood is cheaper, or costs the same
** and its last direction comes first. No step is worth following if such a way leads from p to x
** itself. That never drops the canonical path. Only plausible other ways are tried.
**
** The rule is the neighbour pruning of jump point search applied to entering costs; compare M.
** Carlson, S. Moghadam, D. Harabor et al., "Optimal Pathfinding on Weighted Grid Maps", AAAI 2023.
*/
#ifndef ASTAR_NEIGHBOURHOOD_H
#define ASTAR_NEIGHBOURHOOD_H

#include "../map/class.h"

#define NEIGHBOURHOOD_MIDDLE DIRECTIONS  /* places are named by the direction in which they lie */
#define NEIGHBOURHOOD_BLOCKED ((uint32_t)1 << 28) /* as a cost; costlier than all ways through it */

typedef struct Neighbourhood {
  uint32_t cost[DIRECTIONS + 1][2]; /* of entering each place: straight, diagonally */
  const Slopes *slopes;             /* what steps cost more or less besides; NULL: nothing */
  int32_t zero;                     /* what costs are told from, where there are slopes */
  uint8_t kind[DIRECTIONS + 1];     /* for slopes; else unused */
  uint32_t open;                    /* a bit for each place around that can be entered */
  uint32_t passable;                /* and for each that lets diagonal steps pass between it and the
                                    ** middle */
} Neighbourhood;

/* Sets what follows from the costs. */
static inline void neighbourhood_complete(Neighbourhood *neighbourhood, astar_diagonal_rule rule) {
  neighbourhood->open = 0;
  for (int place = 0; place < DIRECTIONS; place++)
    neighbourhood->open |= (uint32_t)(neighbourhood->cost[place][0] < NEIGHBOURHOOD_BLOCKED)
                           << place;
  neighbourhood->passable = rule == ASTAR_DIAGONAL_NO_OBSTACLES ? neighbourhood->open
                            : rule == ASTAR_DIAGONAL_NEVER      ? 0
                                                                : 0xff;
}

/* Does a way come before another, given their costs and last directions? */
static inline bool neighbourhood_beats(uint32_t cost, int last, uint32_t other, int other_last) {
  return cost < other || (cost == other && last < other_last);
}
/* What the step in a direction into a place costs. */
uint32_t neighbourhood_step(const Neighbourhood *neighbourhood, int from, int to, int direction);
/* Of the steps that are legal from the middle, a bit for each direction, those worth following
** after a step in `arrived`, which must have been legal. */
uint32_t neighbourhood_follow(const Neighbourhood *neighbourhood, uint32_t legal, int arrived);
/* The same for floods, in which of several ways into a cell that cost the same the first to come
** stays, and which know no slopes. `backwards`: a step costs what the cell does that it leaves, not
** the one it enters. */
uint32_t neighbourhood_spread(const Neighbourhood *neighbourhood, uint32_t legal, int arrived,
                              bool backwards);

#endif
