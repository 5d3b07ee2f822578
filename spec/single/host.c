/*
** A game with a Lua of its own and the library compiled in: host SCRIPT ARGUMENTS. There is no
** folder in package.path and package.cpath, so whatever the script requires is in this program.
*/
#include <stdio.h>

#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>

#include "astar_lua.h"

static int preload(lua_State *L) {
  lua_getglobal(L, "package");
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "path");
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "cpath");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_astar);
  lua_setfield(L, -2, "astar");
  return 0;
}

int main(int count, char **words) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  lua_pushcfunction(L, preload);
  lua_call(L, 0, 0);
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    lua_pushstring(L, words[i]);
    lua_rawseti(L, -2, i - 1);
  }
  lua_setglobal(L, "arg");
  int failed = count < 2 || luaL_loadfile(L, words[1]) != 0 || lua_pcall(L, 0, 0, 0) != 0;
  if (failed) printf("%s\n", count < 2 ? "host SCRIPT" : lua_tostring(L, -1));
  lua_close(L);
  return failed;
}
