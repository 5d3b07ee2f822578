/*
** Collisions: what a unit does about another in its way, by the rule that is set for it.
**
** The rule REPATH follows P. Lester, "A* Pathfinding for Beginners": if the other moves and they do
** not meet head-on, wait for it; if they do, or if it stands, find a new path. KEEP_RIGHT is the
** same, but units that meet head-on step to their right. Units with YIELD move together: crowd.h.
*/
#ifndef ASTAR_COLLISION_H
#define ASTAR_COLLISION_H

#include "guide.h"

/* Has it waited long enough to want a new path? */
bool collision_may_want_path(const astar_unit *unit);
/* Does it want one, because it does not get on with this one, or does not find home? */
bool collision_wants_path(const astar_unit *unit);
/* The cell to which a unit with one of the simple rules goes next: the next one of its path, or a
** free one nearer to it. False: there is none. */
bool collision_next(astar_unit *unit, astar_cell *to);
/* Begins its step to `to`, which is legal; or another one. False: it has to wait. */
bool collision_step(astar_unit *unit, astar_cell to);

/* Does the unit make way for another? They must see each other. */
bool collision_makes_way(const astar_unit *unit, const astar_unit *by);
/* Do all that are in its way make way for it, so that a path may lead through units? */
bool collision_may_pass(const astar_unit *unit);

#endif
