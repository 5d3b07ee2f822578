/* core.new: making a map. */
#ifndef ASTAR_BINDING_CREATE_H
#define ASTAR_BINDING_CREATE_H

#include "compat.h"

/* core.new; its upvalue counts callbacks */
int la_map_new(lua_State *L);

#endif
