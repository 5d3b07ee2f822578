#include "cell_array.h"

#include <string.h>

#include "child.h"

/* ---- room ------------------------------------------------------------------------------------ */

/* Of light userdata, an address, nobody knows how much room there is. */
static void *callers_room(lua_State *L, int arg, size_t size) {
  int type = lua_type(L, arg);
  if (type != LUA_TUSERDATA && type != LUA_TLIGHTUSERDATA)
    la_fail(L, arg, "into = %s is not memory, a userdata", la_show(L, arg));
  bool is_object = type == LUA_TUSERDATA && lua_getmetatable(L, arg);
  if (is_object) la_fail(L, arg, "into = %s is not plain memory", la_show(L, arg));
  if (type == LUA_TUSERDATA && la_rawlen(L, arg) < size)
    la_fail(L, arg, "into has %d bytes, and %d are needed", (int)la_rawlen(L, arg), (int)size);
  return lua_touserdata(L, arg);
}

la_cell_array la_cell_array_begin(lua_State *L, int arg, const astar_map *map, size_t width) {
  la_cell_array array = { { 0, 0, astar_map_width(map), astar_map_height(map) }, 0, NULL, false };
  bool is_part = lua_type(L, arg) == LUA_TNUMBER;
  if (is_part) array.rect = la_rect(L, arg, map);
  int into = is_part ? arg + 4 : arg;
  array.size = (size_t)array.rect.width * (size_t)array.rect.height * width;
  array.is_callers = !lua_isnoneornil(L, into);
  array.room = array.is_callers ? callers_room(L, into, array.size) : la_newuserdata(L, array.size);
  return array;
}

int la_cell_array_end(lua_State *L, const la_cell_array *array) {
  if (array->is_callers) lua_pushinteger(L, (lua_Integer)array->size);
  else lua_pushlstring(L, array->room, array->size);
  return 1;
}

/* ---- what is read ---------------------------------------------------------------------------- */

typedef void read_cell(void *entry, const astar_map *map, const void *of, astar_cell at);

static void cell_array_read_terrain(void *entry, const astar_map *map, const void *of,
                                    astar_cell at) {
  (void)of;
  *(uint8_t *)entry = (uint8_t)astar_map_get(map, at.x, at.y);
}

static void read_state(void *entry, const astar_map *map, const void *player, astar_cell at) {
  (void)map;
  *(uint8_t *)entry = (uint8_t)astar_player_knows(player, at.x, at.y);
}

static void read_known(void *entry, const astar_map *map, const void *player, astar_cell at) {
  (void)map;
  *(uint8_t *)entry = (uint8_t)astar_player_terrain(player, at.x, at.y);
}

static void cell_array_read_value(void *entry, const astar_map *map, const void *influence,
                                  astar_cell at) {
  (void)map;
  int32_t value = astar_influence_get(influence, at.x, at.y);
  memcpy(entry, &value, sizeof value);
}

typedef struct ArraySource {
  read_cell *read;
  size_t width;                     /* of an entry in bytes */
} ArraySource;

static int push_cells(lua_State *L, const la_cell_array *array, ArraySource source,
                      const astar_map *map,
                      const void *of) {
  astar_rect rect = array->rect;
  char *entry = array->room;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++, entry += source.width)
      source.read(entry, map, of, (astar_cell){ x, y });
  return la_cell_array_end(L, array);
}

static int push_of(lua_State *L, const la_type *type, ArraySource source) {
  la_cell_array array = la_cell_array_begin(L, 2, la_child_check(L, 1, type)->map->map,
                                            source.width);
  const la_child *child = la_child_check(L, 1, type);
  return push_cells(L, &array, source, child->map->map, child->object);
}

/* map:terrain_bytes([x, y, width, height] [, into]) */
static int map_terrain_bytes(lua_State *L) {
  ArraySource source = { cell_array_read_terrain, 1 };
  la_cell_array array = la_cell_array_begin(L, 2, la_map_check(L, 1)->map, source.width);
  return push_cells(L, &array, source, la_map_check(L, 1)->map, NULL);
}

static int player_state_bytes(lua_State *L) {
  return push_of(L, &la_player_type, (ArraySource){ read_state, 1 });
}

static int player_terrain_bytes(lua_State *L) {
  return push_of(L, &la_player_type, (ArraySource){ read_known, 1 });
}

static int influence_value_bytes(lua_State *L) {
  return push_of(L, &la_influence_type, (ArraySource){ cell_array_read_value, sizeof(int32_t) });
}

/* ---- what has changed ------------------------------------------------------------------------ */

/* The states of all cells at argument 2, or none, where all is unseen. */
static const char *check_before(lua_State *L, const astar_map *map) {
  size_t length, wanted = (size_t)astar_map_width(map) * (size_t)astar_map_height(map);
  if (lua_isnoneornil(L, 2)) return NULL;
  if (lua_type(L, 2) != LUA_TSTRING)
    la_fail(L, 2, "before = %s is not a string of player:state_bytes()", la_show(L, 2));
  const char *before = lua_tolstring(L, 2, &length);
  if (length != wanted)
    la_fail(L, 2, "before has %d bytes, and the map %d cells", (int)length, (int)wanted);
  return before;
}

static void append_changed(lua_State *L, const char *now, const char *before, int32_t width) {
  size_t length = la_rawlen(L, -2);
  int count = 0;
  for (size_t i = 0; i < length; i++) {
    if (now[i] == (before != NULL ? before[i] : 0)) continue;
    lua_pushinteger(L, (lua_Integer)(i % (size_t)width) + 1);
    lua_rawseti(L, -2, ++count);
    lua_pushinteger(L, (lua_Integer)(i / (size_t)width) + 1);
    lua_rawseti(L, -2, ++count);
  }
}

/* player:changed_cells([before]) -> now, cells */
static int player_changed_cells(lua_State *L) {
  lua_settop(L, 2);
  const astar_map *map = la_child_check(L, 1, &la_player_type)->map->map;
  const char *before = check_before(L, map);
  int32_t width = astar_map_width(map);
  lua_pushcfunction(L, player_state_bytes);
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  lua_newtable(L);
  append_changed(L, lua_tostring(L, -2), before, width);
  return 2;
}

const luaL_Reg la_cell_array_map_methods[] = {
  { "terrain_bytes", map_terrain_bytes }, { NULL, NULL }
};
const luaL_Reg la_cell_array_player_methods[] = {
  { "state_bytes", player_state_bytes }, { "terrain_bytes", player_terrain_bytes },
  { "changed_cells", player_changed_cells }, { NULL, NULL }
};
const luaL_Reg la_cell_array_influence_methods[] = {
  { "value_bytes", influence_value_bytes }, { NULL, NULL }
};
