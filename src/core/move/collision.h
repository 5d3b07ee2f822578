/*
** Collisions: what a unit does that finds another in its way, by its rule.
**
** The rule of P. Lester, "A* Pathfinding for Beginners": if the other is moving and they do not
** meet head-on, wait for it; if they do, or it stands, find a new path. An alternative: each keeps
** to its right. Another: units make way for each other, see push.h, and take turns where it is
** narrow, see lane.h.
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
