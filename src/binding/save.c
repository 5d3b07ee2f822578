/*
** Saving and loading a map as a whole.
*/
#include "create.h"

#include "result.h"
#include "terrain.h"
#include "ticket.h"
#include "unit_hooks.h"

/* map:_save() -> string. While Lua allocates, a finalizer may run and change the map, and with it
** the size that is needed. */
static int map_save(lua_State *L) {
  size_t room = 0, size;
  void *memory = NULL;
  for (;;) {
    la_status_check(L, astar_map_save(la_map_edit(L, 1)->map, memory, room, &size));
    if (size <= room) break;
    lua_settop(L, 1);
    memory = lua_newuserdata(L, size);
    room = size;
  }
  lua_pushlstring(L, memory, size);
  return 1;
}

const luaL_Reg la_save_map_methods[] = { { "_save", map_save }, { NULL, NULL } };

/* ---- loading ------------------------------------------------------------------------------- */

/* The map is the only argument. */
static int adopt_all(lua_State *L) {
  la_map *map = lua_touserdata(L, 1);
  la_terrain_names(L, 1);
  for (astar_class *cls = astar_class_next(map->map, NULL); cls != NULL;
       cls = astar_class_next(map->map, cls))
    la_child_adopt(L, &la_class_type, cls);
  map->default_class = map->first;
  for (astar_player *player = astar_player_next(map->map, NULL); player != NULL;
       player = astar_player_next(map->map, player))
    la_child_adopt(L, &la_player_type, player);
  for (astar_influence *one = astar_influence_next(map->map, NULL); one != NULL;
       one = astar_influence_next(map->map, one))
    la_child_adopt(L, &la_influence_type, one);
  for (astar_link *one = astar_link_next(map->map, NULL); one != NULL;
       one = astar_link_next(map->map, one))
    la_child_adopt(L, &la_link_type, one);
  if (la_units != NULL) la_units->adopt(L, map);
  la_tickets_adopt(L);
  return 0;
}

void la_map_adopt(lua_State *L, int index) {
  lua_pushcfunction(L, adopt_all);
  lua_pushvalue(L, index);
  lua_call(L, 1, 0);
}

/* core.load(string [, memory]) -> map | nil, code */
int la_map_load(lua_State *L) {
  astar_status why;
  size_t size;
  astar_allocator allocator;
  luaL_checktype(L, 1, LUA_TSTRING);
  size_t memory = la_memory_limit(L, 2);
  lua_settop(L, 1);
  la_map *map = la_map_make(L);
  lua_insert(L, 1);
  const char *bytes = lua_tolstring(L, 2, &size);
  la_allocator(L, &allocator.realloc, &allocator.user);
  map->map = astar_map_load(bytes, size, allocator, memory, &why);
  if (map->map == NULL) {
    la_status_check(L, why);
    return la_push_outcome(L, why);
  }
  lua_settop(L, 1);
  la_map_adopt(L, 1);
  la_tell_collector(L, astar_map_memory(map->map));
  return 1;
}

/* core.checksum(string) -> 16 digits */
int la_checksum(lua_State *L) {
  size_t size;
  const char *bytes = luaL_checklstring(L, 1, &size);
  la_push_hash(L, astar_checksum(bytes, size));
  return 1;
}
