/* What many observers see together. */
#ifndef ASTAR_BINDING_SIGHT_H
#define ASTAR_BINDING_SIGHT_H

#include "map.h"

/* The open sight at `index`, of that map, which is part of argument `arg`. */
const astar_sight *la_sight_at(lua_State *L, int index, int arg, const la_map *map);

#endif
