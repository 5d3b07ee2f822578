/* The beginning and the end of a map, and its hash. */
#ifndef ASTAR_LIFETIME_H
#define ASTAR_LIFETIME_H

#include "../search/direct.h"

/* astar_map_new with a limit for the memory of the map, or NULL. */
astar_map *map_new_within(const astar_map_desc *desc, MemoryLimit *limit, astar_status *why);

#endif
