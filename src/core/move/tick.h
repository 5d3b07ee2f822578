/* What units do in a tick: they move along their paths, and players see. */
#ifndef ASTAR_TICK_H
#define ASTAR_TICK_H

#include "collision.h"

/* Searches for what units will follow from this tick on. False: no memory, nothing has changed. */
bool tick_prepare(astar_map *map);
/* In the tick that has begun: the events of all units, so many. */
const astar_unit_event *tick_units(astar_map *map, int32_t *count);

#endif
