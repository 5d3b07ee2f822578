/*
** bench_clock, a Lua module: the stopwatch of the programs, and the memory of a path object alone.
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

/* For what several threads do at once. */
static int wall(lua_State *L) {
  lua_pushnumber(L, stopwatch_start().wall);
  return 1;
}

#if LUA_VERSION_NUM >= 504

static void push_like(lua_State *L) {
  int values = 0;
  while (lua_getiuservalue(L, 1, values + 1) != LUA_TNONE) values++;
  lua_newuserdatauv(L, lua_rawlen(L, 1), values);
}

#else

static void push_like(lua_State *L) { lua_newuserdata(L, lua_objlen(L, 1)); }

#endif

/* A bare userdata that takes as much memory as the one given. */
static int like(lua_State *L) {
  luaL_checktype(L, 1, LUA_TUSERDATA);
  push_like(L);
  return 1;
}

__attribute__((visibility("default"))) int luaopen_bench_clock(lua_State *L);

int luaopen_bench_clock(lua_State *L) {
  lua_createtable(L, 0, 4);
  lua_pushcfunction(L, start);
  lua_setfield(L, -2, "start");
  lua_pushcfunction(L, stop);
  lua_setfield(L, -2, "stop");
  lua_pushcfunction(L, wall);
  lua_setfield(L, -2, "wall");
  lua_pushcfunction(L, like);
  lua_setfield(L, -2, "like");
  return 1;
}
