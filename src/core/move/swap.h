/*
** Swaps: two units that meet in a narrow place, each of which wants to go where the other comes
** from, cannot pass each other there. One of them then backs out, and the other follows it to the
** next cell from which more than two ways lead on; there they pass.
**
** Source: K. Okumura, "Improving LaCAM for scalable eventually optimal multi-agent pathfinding"
** (2023), its swap operation for PIBT.
*/
#ifndef ASTAR_SWAP_H
#define ASTAR_SWAP_H

#include "guide.h"

/* The neighbour with which the unit, which wants to go on to `best`, has to change places, because
** neither could push the other out of its way: so that the unit has to back out. NULL: none.
** `may_swap` tells whether a neighbour can be moved in this round; or, where it is not at `best`,
** whether it has asked the unit to leave its cell. */
typedef bool (*SwapFilter)(const astar_unit *unit, const astar_unit *neighbour, bool is_behind);
astar_unit *swap_partner(astar_unit *unit, astar_cell best, SwapFilter may_swap);

/* Is it a dead end? */
bool swap_is_dead_end(const astar_unit *unit, astar_cell at);
/* Is the unit where no other could pass it? */
bool swap_is_narrow(const astar_unit *unit);

#endif
