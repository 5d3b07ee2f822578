#ifndef ASTAR_BINDING_SAVE_H
#define ASTAR_BINDING_SAVE_H

#include "compat.h"

/* core.load, which has the same upvalue as core.new */
int la_map_load(lua_State *L);
/* core.checksum */
int la_checksum(lua_State *L);

#endif
