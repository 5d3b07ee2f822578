/*
** The way ahead of a unit: can it still be walked, as the unit's player knows the terrain?
**
** A unit remembers up to where in its player's log of changes its way was found to be free. So
** whoever asks often pays for the changes, and walks along the way only where one of them touches
** it.
*/
#ifndef ASTAR_ROUTE_H
#define ASTAR_ROUTE_H

#include "../map/unit.h"

/* The index on the unit's path of the first cell ahead that cannot be entered; -1: there is none,
** or no path. */
int32_t route_blocked(astar_unit *unit);

#endif
