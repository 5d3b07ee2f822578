/*
** A program with Lua and the module in it, for machines that load no libraries: it runs the script
** that is its first argument, as `lua` does. `make test-arch` and `make wasm` build it.
*/
#include <stdio.h>
#include <stdlib.h>

#include <lauxlib.h>
#include <lualib.h>

int luaopen_astar_core(lua_State *L);

static int traceback(lua_State *L) {
  luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
  return 1;
}

static void set_arguments(lua_State *L, int count, char **words) {
  lua_createtable(L, count, 1);
  for (int i = 0; i < count; i++) {
    lua_pushstring(L, words[i]);
    lua_rawseti(L, -2, i - 1);
  }
  lua_setglobal(L, "arg");
}

static int run(lua_State *L) {
  int count = (int)lua_tointeger(L, 1);
  char **words = lua_touserdata(L, 2);
  luaL_openlibs(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_astar_core);
  lua_setfield(L, -2, "astar.core");
  set_arguments(L, count, words);
  if (luaL_loadfile(L, words[1]) != LUA_OK) return lua_error(L);
  for (int i = 2; i < count; i++) lua_pushstring(L, words[i]);
  lua_call(L, count - 2, 0);
  return 0;
}

int main(int count, char **words) {
  lua_State *L = count > 1 ? luaL_newstate() : NULL;
  if (L == NULL) {
    fprintf(stderr, "usage: %s SCRIPT ARGUMENT...\n", words[0]);
    return EXIT_FAILURE;
  }
  lua_pushcfunction(L, traceback);
  lua_pushcfunction(L, run);
  lua_pushinteger(L, count);
  lua_pushlightuserdata(L, words);
  int status = lua_pcall(L, 2, 0, 1);
  if (status != LUA_OK) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  return status == LUA_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
