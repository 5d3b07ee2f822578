/*
** Targets: what a search for the nearest of many goals looks for. Plain A* without an estimate is
** Dijkstra's search: cells are closed in the order of their costs, so the first goals that it comes
** within reach of are the nearest.
*/
#ifndef ASTAR_TARGET_H
#define ASTAR_TARGET_H

#include "goal.h"

bool targets_valid(const astar_map *map, const astar_target *target);
/* Nothing is found yet. OK, NO_MEMORY, or why none of a list of cells can be reached. */
astar_status targets_begin(astar_search *search);
/* A cell was closed: notes the goals that it is the first to reach. NO_MEMORY; CANCELLED: the
** caller's function said so; OK: no more are wanted; RUNNING. */
astar_status targets_meet(astar_search *search, Cell cell, uint32_t cost);
/* Collects the ways to all that were found; the first one's is the search's. False: no memory. */
bool targets_deliver(astar_search *search);
/* delivery_check_units, for all the ways. */
astar_status targets_check_units(astar_search *search);

#endif
