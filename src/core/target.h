/*
** Targets: what a search for the nearest of many goals looks for. Without an estimate cells are
** closed in the order of their costs, so the first goals that come within reach are the nearest.
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
/*
** Engines that close cells of about the same cost in no order put those from which goals may be in
** reach aside, and come back to them when no other has less cost.
*/
bool targets_put_aside(astar_search *search, Cell cell, uint32_t cost, uint32_t turn);
/* targets_meet for each, by cost, then in reading order. */
astar_status targets_meet_aside(astar_search *search);
/* Has a list of goals, begun anew, more or less of them within reach? True also without memory. */
bool targets_outdated(astar_search *search);
/* Collects the ways to all that were found; the first one's is the search's. False: no memory. */
bool targets_deliver(astar_search *search);
/* delivery_check_units and delivery_explain, for all the ways. */
astar_status targets_check_units(astar_search *search);
bool targets_explain(astar_search *search);

/* Have cells been put aside in a turn before this one? */
static inline bool targets_aside_before(const astar_search *search, uint32_t turn) {
  return search->targets.aside_count > 0 && search->targets.aside_turn != turn;
}

static inline bool targets_has(const astar_search *search, Cell cell) {
  const Targets *targets = &search->targets;
  if (targets->wish.terrain != 0 || targets->wish.unseen)
    return plane_terrain(search->view.plane, cell) == targets->wish.terrain;
  return cellset_has(&targets->goals, cell);
}

bool targets_around(const astar_search *search, Cell cell);

/* May a goal count as reached from the cell? */
static inline bool targets_in_reach(const astar_search *search, Cell cell) {
  return search->query.within > 0 ? targets_around(search, cell) : targets_has(search, cell);
}

#endif
