/* core.fork; snapshots are methods of maps. */
#ifndef ASTAR_BINDING_REWIND_H
#define ASTAR_BINDING_REWIND_H

#include "compat.h"

/* core.fork, which has the same upvalue as core.new */
int la_map_fork(lua_State *L);

#endif
