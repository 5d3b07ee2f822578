/* Goals: which cells count as arrived, and what is known of them without a search. */
#ifndef ASTAR_GOAL_H
#define ASTAR_GOAL_H

#include "estimate.h"

/*
** The cells that count as arrived. With `within` those whose unit is no further than that from the
** goal, measured from the nearest cell that it covers; else only those of the goal itself.
*/
astar_rect goal_accepted(const Grid *grid, const astar_query *query, astar_rect goal);
/* Takes the places of units that stand at the goal: they make way, but not for one that would stay
** there. False: no memory. */
bool goal_take_places(astar_search *search);
/* Does such a unit stand there? */
bool goal_is_kept(const astar_search *search, Cell cell);
/* Finds out, into the search's kit, which regions can be reached from its start. False: no memory.
** */
bool goal_find_reach(astar_search *search);
/*
** OK when some cell of `rect` can be entered and is connected with the start over the terrain;
** else GOAL_BLOCKED; CROWDED where units stand in those of its cells that are; UNREACHABLE. Links
** are part of the terrain here. Units are in the way as they are for `search`, which may be NULL.
*/
astar_status goal_find_way(const Plane *plane, const astar_search *search, const Reach *reach,
                           astar_rect rect);
/*
** Makes the reachable cell nearest to the goal the goal instead; among equally near ones the one
** nearer to the start, then the first in reading order.
*/
void goal_retarget(astar_search *search);

/* After a search that found no goal: makes the nearest cell that it reached the arrival. */
void goal_fall_back(astar_search *search);

#endif
