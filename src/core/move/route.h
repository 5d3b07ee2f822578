/*
** The path ahead of a unit: is it still open, as the unit's player knows the terrain?
**
** A unit remembers the position in its player's log of changes up to which its path was checked,
** and in which blocks of the map the rest of it lies. A player knows in which blocks changes may
** have cut paths. So a tick only compares a number of each unit with those blocks; the changes are
** looked at where they have a block in common, and the path where one of them touches it.
**
** Invariant: a path that is not among UNITS_UNCHECKED is open, as its player knew the terrain when
** the last tick began.
*/
#ifndef ASTAR_ROUTE_H
#define ASTAR_ROUTE_H

#include "../units/unit.h"

/* The index on the unit's path of the first cell ahead that cannot be entered; -1: there is none,
** or no path. */
int32_t route_blocked(astar_unit *unit);
/* The same for any path, from one of its cells on; nothing is remembered. */
int32_t route_blocked_on(const astar_unit *unit, const astar_path *path, int32_t from);
/* There is no such cell on the unit's path, as has been found out for the terrain of now. */
void route_note_open(astar_unit *unit);
/* The blocks of all cells that a path depends on, for units of that size. */
BlockSet route_blocks(const astar_path *path, int32_t size);
/* Paths that something may have blocked since the last tick are to be checked. */
void routes_note_changes(astar_map *map);
/* NULL, or what is wrong. */
const char *route_validate(const astar_unit *unit);

#endif
