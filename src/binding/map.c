/*
** The map: its life, its fields, its own methods.
*/
#include "map.h"

#include "args.h"
#include "result.h"

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

void la_push_slot(lua_State *L, int index, int slot) {
  la_getkeep(L, index);
  lua_rawgeti(L, -1, slot);
  lua_remove(L, -2);
}

void la_push_weak(lua_State *L, const char *mode) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, mode);
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
}

void la_track(lua_State *L, int owner, int index, const la_type *type) {
  la_tracked *tracked = lua_touserdata(L, index);
  index = la_absindex(L, index);
  la_setkeep(L, index);
  la_push_slot(L, owner, STORE_MAP);
  la_map *map = lua_touserdata(L, -1);
  la_push_slot(L, owner, STORE_TRACKED);
  lua_pushvalue(L, index);
  la_rawsetp(L, -2, tracked);
  lua_pop(L, 2);
  tracked->next = map->tracked;
  tracked->at = &map->tracked;
  tracked->type = type;
  tracked->map = map;
  if (tracked->next != NULL) tracked->next->at = &tracked->next;
  map->tracked = tracked;
}

void *la_tracked_check(lua_State *L, const la_type *type) {
  la_tracked *tracked = la_object_check(L, 1, type);
  if (tracked->object == NULL) la_fail(L, 1, "%s is closed", type->name);
  if (tracked->map->map == NULL) la_fail(L, 1, "map is closed");
  return tracked;
}

void la_tracked_forget(la_tracked *tracked, bool is_gone) {
  bool is_there = tracked->object != NULL && tracked->map->map != NULL && !is_gone;
  if (is_there) tracked->type->free(tracked);
  tracked->object = NULL;
  tracked->is_closed = true;
}

int la_tracked_close(lua_State *L) {
  la_tracked *tracked = la_object_check(L, 1, la_type_of_method(L));
  if (tracked->object != NULL) la_unlocked(L, tracked->map);
  la_tracked_forget(tracked, false);
  return 0;
}

int la_tracked_gc(lua_State *L) {
  la_tracked *tracked = la_object_test(L, 1, la_type_of_method(L));
  if (tracked == NULL) return 0;
  if (tracked->at != NULL) {
    *tracked->at = tracked->next;
    if (tracked->next != NULL) tracked->next->at = tracked->at;
    tracked->at = NULL;
  }
  la_tracked_forget(tracked, false);
  return 0;
}

int la_tracked_tostring(lua_State *L) {
  const la_tracked *tracked = la_object_check(L, 1, la_type_of_method(L));
  bool is_open = tracked->object != NULL && tracked->map->map != NULL;
  lua_pushfstring(L, is_open ? "%s" : "%s (closed)", la_type_of_method(L)->name);
  return 1;
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
LA_GETTER(map_spent, lua_pushnumber, (lua_Number)la_map_check(L, 1)->spent)

/* map:_removals() -> how often something of the map has been removed: another number than before
** says that units may be gone */
LA_GETTER(map_removals, lua_pushnumber, (lua_Number)la_map_check(L, 1)->removals)

/* ---- life ---------------------------------------------------------------------------------- */

/* The store of the map on top, with its tables. */
static void make_store(lua_State *L) {
  int self = lua_gettop(L);
  lua_createtable(L, STORE_SLOTS, 0);
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
  la_push_weak(L, "v");
  lua_rawseti(L, -2, STORE_TRACKED);
  la_setkeep(L, self);
}

la_map *la_map_make(lua_State *L) {
  la_map *map = la_object_new(L, &la_map_type, sizeof *map);
  map->depth = lua_touserdata(L, lua_upvalueindex(1));
  make_store(L);
  return map;
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

LA_GETTER(map_width, lua_pushinteger, astar_map_width(la_map_check(L, 1)->map))
LA_GETTER(map_height, lua_pushinteger, astar_map_height(la_map_check(L, 1)->map))
LA_GETTER(map_straight, lua_pushinteger, astar_map_straight(la_map_check(L, 1)->map))

static int map_grid(lua_State *L) {
  static const char *const grids[] = { "square", "hex", "flat_hex" };
  lua_pushstring(L, grids[astar_map_description(la_map_check(L, 1)->map).grid]);
  return 1;
}

LA_GETTER(map_diagonal, lua_pushinteger, astar_map_diagonal(la_map_check(L, 1)->map))
LA_GETTER(map_ticks, lua_pushinteger, (lua_Integer)astar_map_ticks(la_map_check(L, 1)->map))
LA_GETTER(map_waiting, lua_pushinteger, astar_queue_waiting(la_map_check(L, 1)->map))

/* ---- methods ------------------------------------------------------------------------------- */

LA_GETTER(map_hash, la_push_hash, astar_map_hash(la_map_check(L, 1)->map))
LA_GETTER(map_queue_hash, la_push_hash, astar_queue_hash(la_map_check(L, 1)->map))

/* map:_tick() -> how many events there are, for a world whose map it is */
static int map_tick_of_world(lua_State *L) {
  const astar_unit_event *events = NULL;
  int32_t count = 0;
  la_map *map = la_map_edit(L, 1);
  la_status_check(L, astar_map_tick(map->map, &events, &count));
  map->events = events;
  map->event_count = count;
  map->events_kept = false;
  lua_pushinteger(L, count);
  return 1;
}

static int map_tick(lua_State *L) {
  if (la_map_check(L, 1)->is_worlds)
    la_blame_error(L, "map:tick: the map is a world's; world:tick() ticks it, too");
  return map_tick_of_world(L);
}

/* map:_give_to_world(): false, it is one's already */
static int map_give_to_world(lua_State *L) {
  la_map *map = la_map_check(L, 1);
  lua_pushboolean(L, !map->is_worlds);
  map->is_worlds = true;
  return 1;
}

LA_GETTER(map_memory, lua_pushinteger, (lua_Integer)astar_map_memory(la_map_check(L, 1)->map))

/* map:_place() -> projection, origin x, y, cell width, height: how it lies in the game */
static int map_place(lua_State *L) {
  astar_map_desc desc = astar_map_description(la_map_check(L, 1)->map);
  lua_pushstring(L, desc.projection == ASTAR_ISOMETRIC ? "isometric" : "square");
  lua_pushnumber(L, desc.origin_x);
  lua_pushnumber(L, desc.origin_y);
  lua_pushnumber(L, desc.cell_width);
  lua_pushnumber(L, desc.cell_height);
  return 5;
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

const luaL_Reg la_map_methods[] = {
  { "close", map_close }, { "hash", map_hash }, { "memory", map_memory },
  { "tick", map_tick }, { "_tick", map_tick_of_world }, { "_give_to_world", map_give_to_world },
  { "_queue_hash", map_queue_hash }, { "_spent", map_spent },
  { "_removals", map_removals }, { "_place", map_place },
  { "cell_at", map_cell_at }, { "center", map_center },
  { "__gc", map_gc }, { "__tostring", map_tostring },
#if LA_HAS_CLOSE
  { "__close", map_close },
#endif
  { NULL, NULL }
};

const la_field la_map_fields[] = {
  { "width", map_width, NULL }, { "height", map_height, NULL },
  { "straight", map_straight, NULL }, { "diagonal", map_diagonal, NULL },
  { "grid", map_grid, NULL },
  { "pending_requests", map_waiting, NULL }, { "ticks", map_ticks, NULL },
  { NULL, NULL, NULL }
};

const la_type la_map_type = { .name = "map" };
