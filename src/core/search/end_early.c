/*
** Ending a search early, with the beginning of a path that is worth walking before the rest is
** known.
**
** Let the beginning lead to a cell p. Walking there and then taking a cheapest path costs no more
** than walking there and back, and then taking a cheapest path from the start. So the beginning is
** cut off where there and back cost (bound - 1) times what the path costs at least. Then all
** together costs at most `bound` times the least, whatever the search has found so far.
*/
#include "heuristic.h"
#include "path_builder.h"
#include "phase.h"

#define END_EARLY_BOUND_MAX (64 * ASTAR_ONE)

/* Steps whose cost depends on the direction, or on a function of the caller's, have no cost back
** that is known. */
static bool end_early_suits(const astar_search *search) {
  const astar_query *query = &search->query;
  bool several = search->targets.request.wanted > 0;
  return !several && query->turn_cost == 0 && query->traffic_cost == 0 && query->extra_cost == NULL;
}

/* Finds the way to the cell that seems to be the best one so far. False: no memory. */
static bool end_early_collect(astar_search *search) {
  BestNode best = { .nodes = &search->nodes, .least = UINT64_MAX, .cell = search->start };
  search->engine->find_best(search, &best);
  Arrival arrival = search->arrival;
  search->arrival = (Arrival){ .node = best.cell };
  bool collected = path_builder_collect(search);
  search->arrival = arrival;
  return collected;
}

static int32_t end_early_length(astar_search *search, int32_t bound) {
  bool as_if_bare = search->bare_attempt == BARE_ATTEMPT_ACTIVE && !search->view.bare;
  if (as_if_bare || search->way.length < 2) return 1;
  uint64_t most = heuristic_least(search) * (uint64_t)(bound - ASTAR_ONE) / ASTAR_ONE;
  return path_builder_reach(search, most);
}

astar_status astar_search_end_early(astar_search *search, int32_t bound) {
  if (!map_accepts_between(search->map, bound, ASTAR_ONE, END_EARLY_BOUND_MAX,
                           "bound: not from ASTAR_ONE to 64 * ASTAR_ONE"))
    return ASTAR_INVALID;
  if (!end_early_suits(search)) return ASTAR_UNSUITED;
  if (!search_prepare(search) || search->engine->find_best == NULL) return search->status;
  if (!end_early_collect(search)) return ASTAR_NO_MEMORY;
  int32_t length = end_early_length(search, bound);
  if (length < 2) return ASTAR_RUNNING;
  path_builder_arrive_at(search, length - 1);
  search_end_early(search);
  return search->status;
}
