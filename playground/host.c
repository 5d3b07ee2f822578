/*
** The playground's Lua: one state, in which /playground/lua/main.lua has returned the function that
** answers calls. Both are texts in JSON.
*/
#include <stdio.h>
#include <stdlib.h>

#include <emscripten.h>
#include <lauxlib.h>
#include <lualib.h>

int luaopen_astar_core(lua_State *L);

static lua_State *L;

static int traceback(lua_State *state) {
  luaL_traceback(state, state, luaL_tolstring(state, 1, NULL), 1);
  return 1;
}

static lua_State *begin(void) {
  lua_State *state = luaL_newstate();
  if (state == NULL) return NULL;
  luaL_openlibs(state);
  luaL_getsubtable(state, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(state, luaopen_astar_core);
  lua_setfield(state, -2, "astar.core");
  lua_settop(state, 0);
  lua_pushcfunction(state, traceback);
  if (luaL_loadfile(state, "/playground/lua/main.lua") == LUA_OK) lua_pcall(state, 0, 1, 1);
  return state;
}

/* Returns a text that is valid until the next call. What fails in main.lua itself is no JSON. */
EMSCRIPTEN_KEEPALIVE const char *playground_call(const char *text) {
  if (L == NULL) L = begin();
  if (L == NULL) return "no memory";
  if (lua_type(L, 2) == LUA_TFUNCTION) {
    lua_settop(L, 2);
    lua_pushvalue(L, 2);
    lua_pushstring(L, text);
    lua_pcall(L, 1, 1, 1);
  }
  return lua_tostring(L, -1);
}
