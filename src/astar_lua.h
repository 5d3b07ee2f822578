/*
** astar_lua.h: the Lua module, compiled into a program. All of `require "astar"` is in astar_lua.c,
** or in the static library libastar-LUA.a: the part in C, and the files in Lua as text. Nothing is
** read from the disk.
**
**   luaL_openlibs(L);
**   luaL_requiref(L, "astar", luaopen_astar, 0);       in Lua 5.2 and later
**   lua_pop(L, 1);
**
** or, for scripts that may do without it, and in LuaJIT:
**
**   lua_getglobal(L, "package");
**   lua_getfield(L, -1, "preload");
**   lua_pushcfunction(L, luaopen_astar);
**   lua_setfield(L, -2, "astar");
**   lua_pop(L, 2);
*/
#ifndef ASTAR_LUA_H
#define ASTAR_LUA_H

#ifdef __cplusplus
extern "C" {
#endif

struct lua_State;

/*
** A lua_CFunction: pushes the module, and lets `require` find its parts ("astar.think", …) in this
** program from then on, before it searches for files. Each part is compiled when it is first
** required. Raises an error if the library `package` was not opened. Any number of Lua states may
** have it.
*/
int luaopen_astar(struct lua_State *L);

#ifdef __cplusplus
}
#endif

#endif
