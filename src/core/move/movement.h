/*
** Movement: what a map keeps of its moving units from tick to tick: memory for choosing their
** steps, the search for new paths, and watched paths.
*/
#ifndef ASTAR_MOVEMENT_H
#define ASTAR_MOVEMENT_H

#include "crowd.h"
#include "path_watch.h"
#include "reroute.h"

typedef struct Movement {
  Crowd crowd;
  Guides guides;
  Rerouting rerouting;
  PathWatches watches;
  uint32_t checked_kinds;           /* the versions of terrains and links for which paths are, or */
  uint64_t checked_links;           /* will be, checked: see repair.c */
} Movement;

/* Of a new map. False: no memory. */
bool movement_init(astar_map *map);
/* Before the searches of the map are freed: it ends one of them. */
void movement_free(astar_map *map);

#endif
