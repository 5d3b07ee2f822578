/*
** Fills in, for the query of one unit, which cells other units claim or have taken. What these sets
** are for: view/obstacles.h.
*/
#ifndef ASTAR_CLAIMS_H
#define ASTAR_CLAIMS_H

#include "../map/query.h"
#include "../view/obstacles.h"
#include "unit.h"

/*
** Marks every cell that is claimed for the query's unit. The claiming units are those of its
** player, and of players that share with it, that follow a path within `claim_radius` of the unit
** (Chebyshev), never the unit itself. Each claims the cells that it covers now, and those that it
** will cover on the next `claim_ahead` cells of its path: farther ahead it will not be yet when the
** unit comes by. Source: P. Lester, "A* Pathfinding for Beginners", its notes. If the same units
** claim the same cells as before, all is marked already.
** False: no memory, and none is marked.
*/
bool claims_mark(const astar_query *query, Claims *claims);
/* False: no memory, and none is taken. */
bool taken_find(const astar_query *query, Taken *taken);
/* Takes also the places of those that make way and stand where a unit of the query's class would be
** in a cell of its goal. False: as above. */
bool taken_add_goals(const GoalArea *goals, Taken *taken);
/* Takes the places of all that make way. */
bool taken_add_all(const astar_unit *unit, Taken *taken);
/* Does one that makes way stand where a unit of the query's class would be at x, y? It would not
** leave that place to it. */
bool taken_is_kept(const astar_query *query, int32_t x, int32_t y);
/* Is the same taken as when it was found? */
bool taken_is_new(const astar_unit *unit, const Taken *taken);

#endif
