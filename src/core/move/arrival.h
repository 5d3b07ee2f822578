/*
** Arrivals where there is no room left. A unit whose goal another one has taken, and that has come
** to those who stand around it, does not push them away: it stands as near as it can. So units that
** are all sent to one place stand around it in the order of their arrival.
*/
#ifndef ASTAR_ARRIVAL_H
#define ASTAR_ARRIVAL_H

#include "step.h"

#define OWNER_NEAR 2                /* cells: so far from its place one is that has made way */

/* Does the unit stay where it has arrived, and make no way for `by`, whose path ends there, or that
** has no place of its own? It was there first. */
bool arrival_keeps(const astar_unit *unit, const astar_unit *by);
/* Is the way to the end of its path full of units that stand? */
bool arrival_is_full(const astar_unit *unit);
/* It is full: is the one at its end there to stay, or only between two orders? */
bool arrival_is_final(const astar_unit *unit);
/* The free neighbour that is nearest to the end of its path, and nearer than the unit's own cell.
** False: there is none. */
bool arrival_nearer(const astar_unit *unit, astar_cell *to);
/* Stands where it is, as one of those around a goal. It has no place of its own: when it has made
** way it stays where that brought it. So its `retry` is never: no way back is searched for. */
void arrival_join(astar_unit *unit);
/* Is it such a unit, and was moved? */
bool arrival_drifts(const astar_unit *unit);

#endif
