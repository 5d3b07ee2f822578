/*
** The Lua that this module was compiled for, and the one that loads it.
*/
#ifndef ASTAR_BINDING_WHICH_LUA_H
#define ASTAR_BINDING_WHICH_LUA_H

#include "compat.h"

/* Raises an error where the Lua that loads the module is another one. Uses what every Lua has. */
void la_which_lua_check(lua_State *L);

#endif
