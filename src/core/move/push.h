/*
** Pushing: a unit asks the units in its way to make way, and these ask others on behalf of the
** first one. A unit that is asked continues along its own path if it can, else steps aside, else
** steps back; later it returns. Compare K. Okumura, M. Machida, X. Défago, Y. Tamura, "Priority
** Inheritance with Backtracking for Iterative Multi-agent Path Finding", IJCAI 2019. Here, however,
** a step takes several ticks, and a unit that has begun one completes it.
**
** No unit is asked twice on behalf of the same unit, and one push asks at most ASKED_MAX units.
** Nothing here allocates. A push that fails is harmless: some units have made way without need.
*/
#ifndef ASTAR_PUSH_H
#define ASTAR_PUSH_H

#include "rank.h"

/* Begins the unit's step to its next cell `to`, which is legal, if those who stand there make way.
** False: they do not. */
bool push_through(astar_unit *unit, astar_cell to);
/* Does the unit have to leave the cell `to` to a neighbour with the right of way, who is about to
** go there? */
bool push_gives_precedence(const astar_unit *unit, astar_cell to);

#endif
