/*
** Traffic: what a map keeps of its moving units from tick to tick: the records of lanes, and the
** search for new paths.
*/
#ifndef ASTAR_TRAFFIC_H
#define ASTAR_TRAFFIC_H

#include "lane.h"
#include "reroute.h"

typedef struct Traffic {
  Lane lanes[LANES];
  Rerouting rerouting;
  uint64_t pushes;                  /* units that asked others to make way, so far; see push.h */
} Traffic;

/* Of a new map. False: no memory. */
bool traffic_init(astar_map *map);
void traffic_free(astar_map *map);

#endif
