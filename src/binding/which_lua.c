#include "which_lua.h"

#include <string.h>

/* lua/astar/init.lua finds these words in the file of a module that cannot be loaded. */
static const char made_for[] = "this core.so is for " LA_LUA ", and this is ";

/* LuaJIT alone compiles the number 1LL. Globals do not tell: hosts take `jit` away, or make one. */
static bool runs_in_luajit(lua_State *L) {
  bool is_jit = luaL_loadstring(L, "return 1LL") == 0;
  lua_pop(L, 1);
  return is_jit;
}

/* "Lua 5.4"; where a host has changed _VERSION, what this is compiled for. */
static const char *running_version(lua_State *L) {
  lua_getglobal(L, "_VERSION");
  const char *version = lua_tostring(L, -1);
  bool is_known = version != NULL && strncmp(version, "Lua 5.", 6) == 0;
  return is_known ? version : LUA_VERSION;
}

void la_which_lua_check(lua_State *L) {
  bool is_jit = runs_in_luajit(L);
  const char *version = running_version(L);
  if (is_jit == (LA_IS_JIT != 0) && strcmp(version, LUA_VERSION) == 0) {
    lua_pop(L, 1);
    return;
  }
  luaL_error(L, "%s%s", made_for, is_jit ? "LuaJIT" : version);
}
