/*
** Traffic: what a map keeps of its moving units from tick to tick: memory for choosing their steps,
** and the search for new paths.
*/
#ifndef ASTAR_TRAFFIC_H
#define ASTAR_TRAFFIC_H

#include "crowd.h"
#include "reroute.h"

typedef struct Traffic {
  Crowd crowd;
  Rerouting rerouting;
} Traffic;

/* Of a new map. False: no memory. */
bool traffic_init(astar_map *map);
void traffic_free(astar_map *map);

#endif
