/*
** New paths for units that wait, found within a tick before anything moves. There is a budget of
** nodes for all of them; units are served in the order of their ids, beginning after the last one
** served. A search that does not end continues in the next tick if the unit still waits in its
** cell.
*/
#ifndef ASTAR_REROUTE_H
#define ASTAR_REROUTE_H

#include "../units/unit_query.h"
#include "../search/direct.h"
#include "step.h"

#define REROUTING_NODES 4096

/* The search for a new path that did not come to its end in the last tick. */
typedef struct Rerouting {
  uint32_t nodes;                   /* that may be expanded in a tick */
  astar_search *search;             /* NULL: none is under way */
  uint32_t unit;                    /* the unit served; between ticks, the last one */
  uint32_t lost;                    /* nodes that a search had expanded which a tick without memory
                                    ** has ended: the next tick makes it again, as far; 0: none */
  UnitQuery *query;                 /* the search's own, for the unit's may go */
} Rerouting;

/* Finds new paths for those that `wants` names: each becomes the unit's `rerouted` one. Nothing
** else has changed. False: no memory, nothing has changed. */
bool reroute_search(astar_map *map, bool (*wants)(const astar_unit *unit));
/* Follows the path that was found. */
void reroute_follow(astar_unit *unit);
/* Ends the search that is under way, if there is one. */
void reroute_drop(astar_map *map);
uint64_t reroute_hash(const astar_map *map, uint64_t hash);

#endif
