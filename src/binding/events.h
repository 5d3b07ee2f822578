/* What happened to units in the last tick. */
#ifndef ASTAR_BINDING_EVENTS_H
#define ASTAR_BINDING_EVENTS_H

#include "map.h"

/* Takes the events of the last tick from the core before a unit is removed. */
void la_events_keep(lua_State *L, int owner, la_map *map);

#endif
