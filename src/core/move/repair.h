/*
** Repairs: a path that a change of the terrain has cut leads round the cut from now on.
**
** A tick repairs paths before anything moves, as far as the units' players know the terrain. It
** searches for a way from a cell of the path some steps before the cut to one some steps behind it,
** in a window around the cut (detour.h), with the costs of the unit's query: terrain, influence,
** cells that units have taken. Claims and traffic are left to the mover.
**
** A repair adds at most REPAIR_DETOUR straight steps over open ground to what the part of the path
** has cost that it replaces, where a cell that can no longer be entered is taken to have been the
** cheapest there is. So a path that was cheapest before cells were blocked is at most that much
** above the cheapest afterwards, with each repair. Where the way round is costlier, or not in the
** window, the path stays cut, and the game has to search again: `is_cut` of the unit tells. Such a
** repair is not tried again for some steps of the unit.
**
** What is spent on repairs in a tick is bounded, too. Paths that are not served are not cut for
** this tick: their units walk on, and give up where the cut is in their next cell.
*/
#ifndef ASTAR_REPAIR_H
#define ASTAR_REPAIR_H

#include "../units/unit.h"

/* Finds out whose paths are cut, and repairs them: each new path becomes the unit's `repaired` one.
** Nothing else has changed. False: no memory, no unit has one. */
bool repair_search(astar_map *map);
/* Follows the repaired path from now on, as if the unit had never followed another. */
void repair_follow(astar_unit *unit);
/* The new paths are not followed. */
void repair_forget(astar_map *map);

#endif
