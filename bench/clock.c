/*
** bench_clock, a Lua module: the programs' stopwatch, and the size of a path object.
*/
#include <lauxlib.h>

#include "scenario.h"

static stopwatch watch;

static int start(lua_State *L) {
  (void)L;
  watch = stopwatch_start();
  return 0;
}

static int stop(lua_State *L) {
  lua_pushnumber(L, stopwatch_us(&watch));
  return 1;
}

/* The bytes of a userdata without Lua's own header. */
static int size(lua_State *L) {
  luaL_checktype(L, 1, LUA_TUSERDATA);
#if LUA_VERSION_NUM > 501
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
#else
  lua_pushinteger(L, (lua_Integer)lua_objlen(L, 1));
#endif
  return 1;
}

__attribute__((visibility("default"))) int luaopen_bench_clock(lua_State *L);

int luaopen_bench_clock(lua_State *L) {
  lua_createtable(L, 0, 3);
  lua_pushcfunction(L, start);
  lua_setfield(L, -2, "start");
  lua_pushcfunction(L, stop);
  lua_setfield(L, -2, "stop");
  lua_pushcfunction(L, size);
  lua_setfield(L, -2, "size");
  return 1;
}
