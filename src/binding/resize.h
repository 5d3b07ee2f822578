/* core.resize: a map of another size. */
#ifndef ASTAR_BINDING_RESIZE_H
#define ASTAR_BINDING_RESIZE_H

#include "compat.h"

/* core.resize, which has the same upvalue as core.new */
int la_map_resize(lua_State *L);
/* The units of the map at `to` get the data that those of the map at `from` have. */
void la_map_keep_data(lua_State *L, int from, int to);

#endif
