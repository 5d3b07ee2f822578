/*
** Targets: the goals of a search for the nearest of many. Without an estimate cells are closed in
** the order of their costs, so the first goals that come within reach are the nearest.
*/
#ifndef ASTAR_TARGETS_H
#define ASTAR_TARGETS_H

#include "../tables/plane.h"
#include "search.h"

bool targets_valid(const astar_map *map, const astar_target *target);
/* Nothing is found yet. OK, NO_MEMORY, or why no goal can be reached, where that is known without a
** search: not of those that a function accepts. */
astar_status targets_begin(astar_search *search);
/* Units were in the way of a search that has found nothing: CROWDED if that is why. Else as above.
*/
astar_status targets_why(astar_search *search);
/* Before an engine goes on: what it looks up is brought up to the present. False: no memory. */
bool targets_prepare(const astar_search *search);
/* A cell was closed: notes the goals that it is the first to reach. NO_MEMORY; CANCELLED: the
** caller's function said so; OK: no more are wanted; RUNNING. */
astar_status targets_meet(astar_search *search, Cell cell, uint32_t cost);
/*
** Engines that close cells of about the same cost in no order put those from which goals may be in
** reach aside, and come back to them when no other has less cost.
*/
bool targets_put_aside(astar_search *search, Cell cell, uint32_t cost, uint32_t turn);
/* targets_meet for each, by cost, then in reading order. */
astar_status targets_meet_aside(astar_search *search);
/* Would a search for a list of goals find more or less of them within reach, if it started again?
** True also without memory. */
bool targets_outdated(astar_search *search);
/* Collects the ways to all that were found. False: no memory. */
bool targets_build_paths(astar_search *search);
/* path_builder_is_open and path_builder_explain, for all the ways. */
bool targets_are_open(const astar_search *search);
bool targets_explain(astar_search *search);
/* Adds the way that the search has collected, with what explains it, to what was found. False: no
** memory. */
bool targets_add_way(astar_search *search);

/* Have cells been put aside in a turn before this one? */
static inline bool targets_aside_before(const Targets *targets, uint32_t turn) {
  return targets->aside_count > 0 && targets->aside_turn != turn;
}

/* Is the cell itself a goal? */
static inline bool targets_has(const Targets *targets, const Plane *plane, Cell cell) {
  if (targets->request.terrain != 0 || targets->request.unseen)
    return plane_terrain(plane, cell) == targets->request.terrain;
  return cellset_has(&targets->goals, cell);
}

/* Is a goal within as many cells as the query says? */
bool targets_around(const astar_search *search, Cell cell);

#endif
