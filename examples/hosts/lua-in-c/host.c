/*
** A program in C with Lua inside: astar's module is linked in, nothing is loaded as a library. The
** rules of the game are in game.lua, what units do is in a mod; the loop is here.
*/
#include <stdio.h>
#include <stdlib.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

int luaopen_astar_core(lua_State *L);   /* the C part of astar's module */

/* `require "astar.core"` finds the function in the program. */
static void preload(lua_State *L) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_astar_core);
  lua_setfield(L, -2, "astar.core");
  lua_pop(L, 1);
}

/* The Lua part of the module is a folder beside the program, as are game.lua and the mods. */
static void set_path(lua_State *L, const char *folder) {
  lua_getglobal(L, "package");
  lua_pushfstring(L, "%s/?.lua;%s/?/init.lua", folder, folder);
  lua_setfield(L, -2, "path");
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "cpath");
  lua_pop(L, 1);
}

static int traceback(lua_State *L) {
  luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
  return 1;
}

/* Everything that may raise an error is called from here. */
static int play(lua_State *L) {
  const int ticks = (int)lua_tointeger(L, 1);
  luaL_openlibs(L);
  preload(L);
  set_path(L, lua_tostring(L, 2));
  lua_getglobal(L, "require");
  lua_pushliteral(L, "game");
  lua_call(L, 1, 1);                                    /* a function: one tick of the game */
  int game = lua_gettop(L);
  for (int i = 0; i < ticks; i++) {
    lua_pushvalue(L, game);
    lua_call(L, 0, 1);
    if (!lua_isnil(L, -1)) printf("%s\n", lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  return 0;
}

int main(int argc, char **argv) {
  lua_State *L = luaL_newstate();
  if (L == NULL) return EXIT_FAILURE;
  lua_pushcfunction(L, traceback);
  lua_pushcfunction(L, play);
  lua_pushinteger(L, 100);
  lua_pushstring(L, argc > 1 ? argv[1] : ".");
  int status = lua_pcall(L, 2, 0, 1);
  if (status != LUA_OK) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  return status == LUA_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
