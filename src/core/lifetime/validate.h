/* Checks all invariants of a map between two calls. It takes long, and is meant for specs. */
#ifndef ASTAR_VALIDATE_H
#define ASTAR_VALIDATE_H

#include "../map/map.h"

/* NULL, or in words what does not hold. */
const char *map_validate(astar_map *map);

#endif
