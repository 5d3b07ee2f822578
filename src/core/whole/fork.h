/*
** Forks: a second map with all that belongs to a map.
**
** The map is saved into memory and loaded from there, for its objects point to one another. What
** cannot be saved is restarted in both, so they continue alike.
*/
#ifndef ASTAR_FORK_H
#define ASTAR_FORK_H

#include "load.h"

/* In a frame of another size. NULL: *why says why. */
astar_map *fork_framed(astar_map *map, const Frame *frame, astar_status *why);

#endif
