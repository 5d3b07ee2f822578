/* Making maps with all that belongs to them. */
#ifndef ASTAR_BINDING_CREATE_H
#define ASTAR_BINDING_CREATE_H

#include "map.h"

/* core.new, core.load, core.resize, core.fork: their upvalue counts the callbacks that run in a
** state, see la_map_make */
int la_map_new(lua_State *L);
int la_map_load(lua_State *L);
int la_map_resize(lua_State *L);
int la_map_fork(lua_State *L);
/* core.checksum */
int la_checksum(lua_State *L);

/* Makes the userdata of all that belongs to a map that the core has made, and that nobody knows
** yet. */
void la_map_adopt(lua_State *L, int index);
/* The units of the map at `to` get the data that those of the map at `from` have. */
void la_map_keep_data(lua_State *L, int from, int to);

#endif
