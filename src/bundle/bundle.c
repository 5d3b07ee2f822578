/*
** luaopen_astar: the module with all its parts, none of which is a file. `require` finds them by a
** searcher of ours, which comes right behind package.preload: so a program runs the version that it
** was linked with, whatever lies on the disk.
*/
#include "bundle.h"

#include <string.h>

#include "../astar_lua.h"
#include "../binding/compat.h"

int luaopen_astar_core(lua_State *L);

/* Its address is a key of the registry: true, once the searcher is there. */
static const char SEARCHER_KEY = 0;

static const la_bundled *bundle_find(const char *module) {
  size_t low = 0, high = la_bundle_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    int order = strcmp(la_bundle[middle].module, module);
    if (order == 0) return &la_bundle[middle];
    if (order < 0) low = middle + 1; else high = middle;
  }
  return NULL;
}

static void bundle_load(lua_State *L, const la_bundled *one) {
  if (luaL_loadbuffer(L, one->text, one->length, one->file) != 0) lua_error(L);
}

/* As package.searchers has them: the name of a module -> its loader, and where that comes from. */
static int bundle_search(lua_State *L) {
  const char *module = luaL_checkstring(L, 1);
  const la_bundled *one = bundle_find(module);
  if (one != NULL) bundle_load(L, one);
  else if (strcmp(module, "astar.core") == 0) lua_pushcfunction(L, luaopen_astar_core);
  else return 0;
  lua_pushstring(L, one != NULL ? one->file + 1 : "[astar]");
  return 2;
}

/* Pushes package.searchers, which had another name before Lua 5.2. */
static void push_searchers(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
  lua_getfield(L, -1, "package");
  if (!lua_istable(L, -1)) luaL_error(L, "astar: Lua's library 'package' is not open");
  lua_getfield(L, -1, "searchers");
  if (lua_isnil(L, -1)) lua_getfield(L, -2, "loaders");
  if (!lua_istable(L, -1)) luaL_error(L, "astar: package.searchers is not a table");
}

static void add_searcher(lua_State *L) {
  int top = lua_gettop(L);
  la_rawgetp(L, LUA_REGISTRYINDEX, &SEARCHER_KEY);
  if (lua_isnil(L, -1)) {
    push_searchers(L);
    int searchers = lua_gettop(L);
    for (int i = (int)la_rawlen(L, searchers); i >= 2; i--) {
      lua_rawgeti(L, searchers, i);
      lua_rawseti(L, searchers, i + 1);
    }
    lua_pushcfunction(L, bundle_search);
    lua_rawseti(L, searchers, 2);
    lua_pushboolean(L, 1);
    la_rawsetp(L, LUA_REGISTRYINDEX, &SEARCHER_KEY);
  }
  lua_settop(L, top);
}

int luaopen_astar(lua_State *L) {
  add_searcher(L);
  bundle_load(L, bundle_find("astar"));
  lua_pushliteral(L, "astar");
  lua_call(L, 1, 1);
  return 1;
}
