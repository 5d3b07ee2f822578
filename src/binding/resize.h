#ifndef ASTAR_BINDING_RESIZE_H
#define ASTAR_BINDING_RESIZE_H

#include "compat.h"

/* core.resize, which has the same upvalue as core.new */
int la_map_resize(lua_State *L);

#endif
