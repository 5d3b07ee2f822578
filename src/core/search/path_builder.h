/* Building the path: from the nodes that a search leaves behind to what the caller gets. */
#ifndef ASTAR_PATH_BUILDER_H
#define ASTAR_PATH_BUILDER_H

#include "search.h"

static inline bool has_path(astar_status status) {
  return status == ASTAR_OK || status == ASTAR_PARTIAL;
}
/* Finds the waypoints of the way to the arrival. False: no memory. */
bool path_builder_collect(astar_search *search);
/* What the way costs, step by step. A search that stopped early, or whose estimate is not exact,
** may have found a cheaper way to a node than the one that its successors count on. */
uint32_t path_builder_cost(astar_search *search);
/* The cells of the way that can be walked there and back at a cost of no more than `most`, without
** costs of turning and traffic; the last one is a place where the unit may stay. */
int32_t path_builder_reach(astar_search *search, uint64_t most);
/* Makes the cell with that index the arrival. */
void path_builder_arrive_at(astar_search *search, int32_t index);
/* Finds again where units are in the way; *same: where they were when that was last found. OK, or
** NO_MEMORY. */
astar_status path_builder_find_units(astar_search *search, bool *same);
/* Is a way free of them, its corners and its end? */
bool path_builder_is_open(const astar_search *search, const Way *way);
/* How many cells of the way are reached before the first step that a layer disturbs. */
int32_t path_builder_undisturbed(astar_search *search);
/* Cuts the way off behind so many cells. */
void path_builder_cut(astar_search *search, int32_t length);
/* Records what each layer contributes to a way. False: no memory. */
bool path_builder_explain(astar_search *search, Way *way);

#endif
