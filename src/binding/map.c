/*
** The map: its life, its fields, and the table of its methods.
*/
#include "binding.h"

#include <string.h>

#include "ask.h"

/* ---- checks -------------------------------------------------------------------------------- */

la_map *la_map_check(lua_State *L, int arg) {
  la_map *map = la_object_check(L, arg, &la_map_type);
  if (map->map == NULL) la_fail(L, arg, "map is closed");
  return map;
}

void la_unlocked(lua_State *L, la_map *map) {
  if (map->locked > 0) la_blame_error(L, "map is locked while a callback runs");
  map->epoch++;
}

la_map *la_map_edit(lua_State *L, int arg) {
  la_map *map = la_map_check(L, arg);
  la_unlocked(L, map);
  return map;
}

/* Lua's own message; it is interned, so pushing it needs no memory. */
static int no_memory(lua_State *L) {
  lua_pushliteral(L, "not enough memory");
  return lua_error(L);
}

void la_status_check(lua_State *L, astar_status status) {
  if (status == ASTAR_NO_MEMORY) no_memory(L);
  if (status == ASTAR_INVALID) la_blame_error(L, "astar: an argument went unchecked (a bug)");
}

void la_push_hash(lua_State *L, uint64_t hash) {
  static const char digits[] = "0123456789abcdef";
  char text[16];
  for (int i = 15; i >= 0; i--, hash >>= 4) text[i] = digits[hash & 15];
  lua_pushlstring(L, text, sizeof text);
}

int la_push_nil(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

int la_push_outcome(lua_State *L, astar_status status) {
  lua_pushnil(L);
  lua_pushstring(L, astar_status_name(status));
  return 2;
}

void la_push_slot(lua_State *L, int index, int slot) {
  la_getkeep(L, index);
  lua_rawgeti(L, -1, slot);
  lua_remove(L, -2);
}

void la_hold(la_map *map, astar_search *search) {
  astar_search *old = map->held;
  map->held = search;
  map->epoch++;
  if (old != NULL) astar_search_free(old);
}

void la_let_go(la_map *map) {
  if (map->held != NULL) map->spent += astar_search_expanded(map->held);
  la_hold(map, NULL);
}

/* map:_spent() -> how many nodes the calls of path and nearest have expanded so far */
static int map_spent(lua_State *L) {
  lua_pushnumber(L, (lua_Number)la_map_check(L, 1)->spent);
  return 1;
}

/* ---- life ---------------------------------------------------------------------------------- */

/* The store of the map on top, with its tables. */
static void make_store(lua_State *L) {
  int self = lua_gettop(L);
  lua_createtable(L, STORE_DEPTH, 0);
  lua_pushvalue(L, self);
  lua_rawseti(L, -2, STORE_MAP);
  for (int slot = STORE_TERRAINS; slot <= STORE_TICKETS; slot++) {
    lua_newtable(L);
    lua_rawseti(L, -2, slot);
  }
  lua_pushliteral(L, "extra_cost");
  lua_rawseti(L, -2, STORE_KEY_EXTRA);
  lua_pushliteral(L, "trace");
  lua_rawseti(L, -2, STORE_KEY_TRACE);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_rawseti(L, -2, STORE_DEPTH);
  la_setkeep(L, self);
}

void la_tell_collector(lua_State *L, size_t bytes) {
  size_t kilobytes = bytes >> 10;
  if (kilobytes >= 256) lua_gc(L, LUA_GCSTEP, kilobytes < 65536 ? (int)kilobytes : 65536);
}

static astar_map_desc read_desc(lua_State *L) {
  static const char *const projections[] = { "square", "isometric", NULL };
  astar_map_desc desc = astar_map_default();
  desc.width = (int32_t)la_integer(la_arg(L, 1, "width"), 1, ASTAR_MAX_CELLS);
  desc.height = (int32_t)la_integer(la_arg(L, 2, "height"), 1, ASTAR_MAX_CELLS);
  if ((int64_t)desc.width * desc.height > ASTAR_MAX_CELLS)
    la_blame_error(L, "a map of %d x %d has more than 2^28 cells", (int)desc.width,
                   (int)desc.height);
  desc.straight = (int32_t)la_integer(la_arg(L, 3, "straight"), 1, 32767);
  desc.diagonal = (int32_t)la_integer(la_arg(L, 4, "diagonal"), desc.straight, 2 * desc.straight);
  desc.projection = (astar_projection)la_choice(la_arg(L, 5, "projection"), projections);
  desc.origin_x = la_number(la_arg(L, 6, "origin[1]"), -1e299, 1e299);
  desc.origin_y = la_number(la_arg(L, 7, "origin[2]"), -1e299, 1e299);
  desc.cell_width = la_number(la_arg(L, 8, "cell width"), 1e-299, 1e299);
  desc.cell_height = la_number(la_arg(L, 9, "cell height"), 1e-299, 1e299);
  return desc;
}

la_map *la_map_make(lua_State *L) {
  la_map *map = la_object_new(L, &la_map_type, sizeof *map);
  map->depth = lua_touserdata(L, lua_upvalueindex(1));
  make_store(L);
  return map;
}

/* core.new(width, height, straight, diagonal, projection, origin x, y, cell width, height) */
int la_map_new(lua_State *L) {
  astar_status why = ASTAR_OK;
  lua_settop(L, 9);
  astar_map_desc desc = read_desc(L);
  la_allocator(L, &desc.allocator.realloc, &desc.allocator.user);
  la_map *map = la_map_make(L);
  map->map = astar_map_new(&desc, &why);
  if (map->map == NULL) la_status_check(L, why);
  la_class_default(L, 10);
  la_tell_collector(L, astar_map_memory(map->map));
  return 1;
}

/* __gc and __close as well as map:close(). Called for by hand while the core runs: not now. */
static void map_shut(la_map *map) {
  if (map->map == NULL || map->locked > 0) return;
  la_hold(map, NULL);
  astar_map_free(map->map);
  map->map = NULL;
  map->epoch++;
  map->first = map->last = NULL;
  map->events = NULL;
}

static int map_gc(lua_State *L) {
  la_map *map = la_object_test(L, 1, &la_map_type);
  if (map != NULL) map_shut(map);
  return 0;
}

static int map_close(lua_State *L) {
  la_map *map = la_object_check(L, 1, &la_map_type);
  la_unlocked(L, map);
  map_shut(map);
  return 0;
}

static int map_tostring(lua_State *L) {
  la_map *map = la_object_check(L, 1, &la_map_type);
  if (map->map == NULL) lua_pushliteral(L, "map (closed)");
  else lua_pushfstring(L, "map (%d x %d)", (int)astar_map_width(map->map),
                       (int)astar_map_height(map->map));
  return 1;
}

/* ---- fields -------------------------------------------------------------------------------- */

static int map_width(lua_State *L) {
  lua_pushinteger(L, astar_map_width(la_map_check(L, 1)->map));
  return 1;
}

static int map_height(lua_State *L) {
  lua_pushinteger(L, astar_map_height(la_map_check(L, 1)->map));
  return 1;
}

static int map_straight(lua_State *L) {
  lua_pushinteger(L, astar_map_straight(la_map_check(L, 1)->map));
  return 1;
}

static int map_diagonal(lua_State *L) {
  lua_pushinteger(L, astar_map_diagonal(la_map_check(L, 1)->map));
  return 1;
}

static int map_ticks(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)astar_map_ticks(la_map_check(L, 1)->map));
  return 1;
}

static int map_waits(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)astar_map_waits(la_map_check(L, 1)->map));
  return 1;
}

static int map_rerouting(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)astar_map_rerouting(la_map_check(L, 1)->map));
  return 1;
}

static int map_set_rerouting(lua_State *L) {
  la_map *map = la_map_edit(L, 1);
  int64_t nodes = la_integer(la_arg(L, 3, "rerouting"), 1, UINT32_MAX);
  astar_map_set_rerouting(map->map, (uint32_t)nodes);
  return 0;
}

/* ---- methods ------------------------------------------------------------------------------- */

static int map_hash(lua_State *L) {
  la_push_hash(L, astar_map_hash(la_map_check(L, 1)->map));
  return 1;
}

static int map_queue_hash(lua_State *L) {
  la_push_hash(L, astar_queue_hash(la_map_check(L, 1)->map));
  return 1;
}

static int map_memory(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)astar_map_memory(la_map_check(L, 1)->map));
  return 1;
}

static int map_cell_at(lua_State *L) {
  astar_cell cell;
  la_map *map = la_map_check(L, 1);
  double wx = la_number(la_arg(L, 2, "wx"), -1e300, 1e300);
  double wy = la_number(la_arg(L, 3, "wy"), -1e300, 1e300);
  if (!astar_map_cell_at(map->map, wx, wy, &cell)) return la_push_nil(L);
  return la_push_cell(L, cell);
}

static int map_center(lua_State *L) {
  double wx, wy;
  la_map *map = la_map_check(L, 1);
  astar_cell cell = la_any_cell(L, 2);
  astar_map_center(map->map, cell.x, cell.y, &wx, &wy);
  lua_pushnumber(L, wx);
  lua_pushnumber(L, wy);
  return 2;
}

static const luaL_Reg methods[] = {
  { "close", map_close }, { "hash", map_hash }, { "memory", map_memory },
  { "_save", la_map_save }, { "_queue_hash", map_queue_hash },
  { "classes", la_map_classes }, { "players", la_map_players },
  { "influences", la_map_influences }, { "tickets", la_map_tickets },
  { "cell_at", map_cell_at }, { "center", map_center },
  { "class", la_map_class }, { "player", la_map_player }, { "influence", la_map_influence },
  { "units", la_map_units }, { "unit_at", la_map_unit_at }, { "_plane", la_map_plane },
  { "units_near", la_map_units_near },
  { "tick", la_map_tick }, { "events", la_map_events },
  { "query", la_map_query }, { "path", la_map_path }, { "search", la_map_search },
  { "reachable", la_map_reachable }, { "region", la_map_region }, { "cost", la_map_cost },
  { "request_path", la_map_request }, { "_work", la_map_work },
  { "_ended", la_map_ended }, { "_spent", map_spent },
  { "nearest", la_map_nearest }, { "line", la_map_line }, { "prepare", la_map_prepare },
  { "find_dead_ends", la_map_find_dead_ends }, { "is_dead_end", la_map_is_dead_end },
  { "field", la_map_field }, { "reach_field", la_map_reach }, { "flee_field", la_map_flee },
  { NULL, NULL }
};

static const luaL_Reg meta[] = {
  { "__gc", map_gc }, { "__tostring", map_tostring },
#if LA_HAS_CLOSE
  { "__close", map_close },
#endif
  { NULL, NULL }
};

static const la_field fields[] = {
  { "width", map_width, NULL }, { "height", map_height, NULL },
  { "straight", map_straight, NULL }, { "diagonal", map_diagonal, NULL },
  { "waiting", la_map_waiting, NULL }, { "ticks", map_ticks, NULL }, { "waits", map_waits, NULL },
  { "rerouting", map_rerouting, map_set_rerouting },
  { NULL, NULL, NULL }
};

const la_type la_map_type = { "map", methods, meta, fields };
