/*
** Collisions: what a unit does about another in its way, by the rule that is set for it.
**
** The rule REPATH follows P. Lester, "A* Pathfinding for Beginners": if the other moves and they do
** not meet head-on, wait for it; if they do, or if it stands, find a new path. KEEP_RIGHT is the
** same, but units that meet head-on step to their right. With YIELD units make way for each other
** (push.h), and take turns in narrow places (lane.h).
*/
#ifndef ASTAR_COLLISION_H
#define ASTAR_COLLISION_H

#include "push.h"
#include "reroute.h"

/* Does it wait for somebody who will not be gone soon? */
bool collision_wants_path(const astar_unit *unit);
/* Begins the unit's step to `to`, which is legal; or another one, or somebody else's. False: it has
** to wait. */
bool collision_step(astar_unit *unit, astar_cell to);

#endif
