/*
** Watches: paths that are watched for changes of what they cost.
*/
#include "path_watch.h"

#include <string.h>

#include "query_call.h"
#include "hex.h"
#include "path.h"
#include "result.h"
#include "unit.h"

/* Arguments of map:watch_path: the map, the path, the query, the options. */
enum { WATCH_QUERY = 3, WATCH_OPTIONS = 4 };

static const char *const watch_kinds[] = { "blocked", "cleared", "costlier", "better" };
enum { WATCH_KINDS = sizeof watch_kinds / sizeof *watch_kinds };

/* ---- options --------------------------------------------------------------------------------- */

/* true: a tenth; false: nothing is told of; or a share of the cost. */
static int32_t watch_read_share(la_value value, int most) {
  if (!lua_isboolean(value.L, value.index)) return la_ratio(value, 0, most);
  return lua_toboolean(value.L, value.index) ? ASTAR_ONE / 10 : -1;
}

static void read_costlier(la_value value, void *target) {
  ((astar_watch_desc *)target)->costlier = watch_read_share(value, 64);
}

static void read_better(la_value value, void *target) {
  ((astar_watch_desc *)target)->better = watch_read_share(value, 1);
}

static void read_blocked(la_value value, void *target) {
  astar_watch_desc *desc = target;
  if (desc->unit != NULL) la_reject(value, "is for paths: a unit is told of that anyway");
  desc->blocked = la_boolean(value);
}

static void read_follow(la_value value, void *target) {
  astar_watch_desc *desc = target;
  if (desc->unit == NULL) la_reject(value, "is for the paths of units, see unit:watch_path");
  desc->follow = la_boolean(value);
}

static void watch_read_options(lua_State *L, int arg, astar_watch_desc *desc) {
  static const la_option options[] = {
    { "costlier", .read = read_costlier },
    { "better", .read = read_better },
    { "blocked", .read = read_blocked },
    { "follow", .read = read_follow },
    { .name = NULL }
  };
  if (!lua_isnoneornil(L, arg)) la_options(la_arg(L, arg, "options"), options, desc);
}

/* A query that is asked in ticks, for no unit. */
static void watch_read_query(la_query_call *call, la_query *space) {
  lua_State *L = call->L;
  la_query_call_read_query(call, WATCH_QUERY, space);
  if (call->extra != 0) la_fail(L, WATCH_QUERY, "query: 'extra_cost' cannot be asked in ticks");
  if (call->core.trace) la_fail(L, WATCH_QUERY, "query: 'trace' means nothing in ticks");
  if (call->core.unit != NULL)
    la_fail(L, WATCH_QUERY, "query: 'unit': unit:watch_path watches the path of a unit");
}

/* ---- making and removing --------------------------------------------------------------------- */

/* The core's watch becomes that of the child on top. */
static void watch_open(lua_State *L, la_child *child, const astar_watch_desc *desc) {
  astar_status why = ASTAR_OK;
  astar_watch *watch = astar_watch_new(child->map->map, desc, &why);
  if (watch == NULL) {
    la_child_forget(L, 1, child);
    la_status_check(L, why);
    la_blame_error(L, "the path has no cost: %s", astar_status_name(why));
  }
  la_child_open(child, watch);
}

/* map:watch_path(path [, query [, options]]) -> watch. Whatever is read before the last allocation
** of Lua's is read again. */
static int map_watch_path(lua_State *L) {
  la_query space;
  la_map *map = la_map_edit(L, 1);
  la_query_call call = { .L = L, .map = map };
  la_squares_only(L, map->map, "a watched path");
  lua_settop(L, QUERY_CALL_ARGS);
  astar_watch_desc desc = astar_watch_default();
  desc.path = la_path_check(la_arg(L, 2, "path"), map);
  watch_read_query(&call, &space);
  watch_read_options(L, WATCH_OPTIONS, &desc);
  lua_settop(L, QUERY_CALL_ARGS);
  la_child *child = la_child_new(L, 1, &la_watch_type);
  la_map_edit(L, 1);
  watch_read_query(&call, &space);
  lua_settop(L, QUERY_CALL_ARGS + 1);
  desc.query = &call.core;
  watch_open(L, child, &desc);
  return 1;
}

void la_watch_forget(lua_State *L, const la_map *map, const astar_watch *watch) {
  if (watch != NULL) la_child_forget(L, 1, la_child_for(map, watch));
}

void la_watches_forget(lua_State *L, const la_map *map, const astar_player *player) {
  for (astar_watch *watch = astar_watch_next(map->map, NULL); watch != NULL;
       watch = astar_watch_next(map->map, watch))
    if (astar_watch_player(watch) == player) la_watch_forget(L, map, watch);
}

/* unit:watch_path([options]) -> watch. One that is there gets the options. */
static int unit_watch_path(lua_State *L) {
  la_child *unit = la_child_edit(L, 1, &la_unit_type);
  la_squares_only(L, unit->map->map, "a watched path");
  astar_watch_desc desc = astar_watch_default();
  lua_settop(L, 2);
  desc.unit = unit->object;
  watch_read_options(L, 2, &desc);
  la_child *child = la_child_new(L, 1, &la_watch_type);
  la_child_edit(L, 1, &la_unit_type);
  astar_watch *watch = astar_unit_watch(unit->object);
  if (watch == NULL) {
    watch_open(L, child, &desc);
    return 1;
  }
  la_child_forget(L, 1, child);
  la_status_check(L, astar_watch_set(watch, &desc));
  la_child_push(L, 1, la_child_for(unit->map, watch));
  return 1;
}

static int watch_remove(lua_State *L) {
  la_child *child = la_child_edit(L, 1, &la_watch_type);
  astar_watch *watch = child->object;
  la_child_forget(L, 1, child);
  astar_watch_remove(watch);
  return 0;
}

static int map_watches(lua_State *L) {
  return la_child_iterate(L, &la_watch_type);
}

/* ---- events ---------------------------------------------------------------------------------- */

/* Upvalues: the list of kinds and watches, and the place of the last one. Those that have been
** removed since are left out. */
static int next_watch_event(lua_State *L) {
  int index = (int)lua_tointeger(L, lua_upvalueindex(2));
  const la_child *child;
  do {
    lua_settop(L, 0);
    lua_rawgeti(L, lua_upvalueindex(1), ++index);
    lua_rawgeti(L, lua_upvalueindex(1), ++index);
    child = lua_touserdata(L, 2);
  } while (!lua_isnil(L, 1) && (child == NULL || child->object == NULL));
  lua_pushinteger(L, index);
  lua_replace(L, lua_upvalueindex(2));
  return 2;
}

/* map:watch_events() -> iterator: kind, watch. The strings are there before anything is read. */
static int map_watch_events(lua_State *L) {
  la_map *map = la_map_check(L, 1);
  int count = 0;
  lua_settop(L, 1);
  lua_newtable(L);
  for (int i = 0; i < WATCH_KINDS; i++) lua_pushstring(L, watch_kinds[i]);
  for (const la_child *child = map->first; child != NULL; child = child->next) {
    if (child->type != &la_watch_type) continue;
    uint32_t told = astar_watch_told(child->object);
    for (int kind = 0; kind < WATCH_KINDS; kind++) {
      if (!(told >> kind & 1)) continue;
      lua_pushvalue(L, 3 + kind);
      lua_rawseti(L, 2, ++count);
      la_child_push(L, 1, child);
      lua_rawseti(L, 2, ++count);
    }
  }
  lua_settop(L, 2);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_watch_event, 2);
  return 1;
}

const luaL_Reg la_path_watch_map_methods[] = {
  { "watch_path", map_watch_path }, { "watches", map_watches },
  { "watch_events", map_watch_events }, { NULL, NULL }
};
const luaL_Reg la_path_watch_unit_methods[] = { { "watch_path", unit_watch_path }, { NULL, NULL } };

/* ---- the object ------------------------------------------------------------------------------ */

static astar_watch *path_watch_check(lua_State *L) {
  return la_child_check(L, 1, &la_watch_type)->object;
}

static int watch_unit(lua_State *L) {
  const astar_unit *unit = astar_watch_unit(path_watch_check(L));
  if (unit == NULL) return la_push_nil(L);
  la_unit_push(L, 1, unit);
  return 1;
}

static int push_if(lua_State *L, bool is_known, lua_Integer number) {
  if (!is_known) return la_push_nil(L);
  lua_pushinteger(L, number);
  return 1;
}

static int watch_cost(lua_State *L) {
  uint64_t cost;
  bool is_known = astar_watch_cost(path_watch_check(L), &cost);
  return push_if(L, is_known, (lua_Integer)cost);
}

static int watch_before(lua_State *L) {
  const astar_watch *watch = path_watch_check(L);
  bool is_told = astar_watch_told(watch) >> ASTAR_WATCH_COSTLIER & 1;
  return push_if(L, is_told, (lua_Integer)astar_watch_before(watch));
}

static int watch_blocked(lua_State *L) {
  int32_t index = astar_watch_block(path_watch_check(L));
  return push_if(L, index >= 0, index + 1);
}

/* Pushes a copy of a path of the core's, which may change while Lua allocates. */
static int push_path_of(lua_State *L, const astar_path *(*find)(const astar_watch *watch)) {
  const astar_path *path;
  void *copy;
  size_t bytes;
  do {
    lua_settop(L, 1);
    path = find(path_watch_check(L));
    if (path == NULL) return la_push_nil(L);
    bytes = astar_path_bytes(path);
    copy = la_object_new(L, &la_path_type, bytes);
    path = find(path_watch_check(L));
  } while (path == NULL || astar_path_bytes(path) != bytes);
  memcpy(copy, path, bytes);
  la_getkeep(L, 1);
  la_setkeep(L, -2);
  return 1;
}

static int watch_path_field(lua_State *L) {
  return push_path_of(L, astar_watch_path);
}

static int watch_better(lua_State *L) {
  return push_path_of(L, astar_watch_better);
}

static int watch_tostring(lua_State *L) {
  const la_child *child = la_object_check(L, 1, &la_watch_type);
  if (child->map->map == NULL) lua_pushliteral(L, "watch (map closed)");
  else if (child->object == NULL) lua_pushliteral(L, "watch (removed)");
  else if (astar_watch_unit(child->object) != NULL)
    lua_pushfstring(L, "watch (unit %d)", (int)astar_unit_id(astar_watch_unit(child->object)));
  else
    lua_pushfstring(L, "watch (path of %d cells)",
                    (int)astar_path_length(astar_watch_path(child->object)));
  return 1;
}

const luaL_Reg la_path_watch_methods[] = {
  { "remove", watch_remove }, { "__tostring", watch_tostring }, { NULL, NULL }
};

const la_field la_path_watch_fields[] = {
  { "unit", watch_unit, NULL }, { "path", watch_path_field, NULL }, { "cost", watch_cost, NULL },
  { "before", watch_before, NULL }, { "blocked", watch_blocked, NULL },
  { "better", watch_better, NULL }, { "removed", la_child_removed, NULL }, { NULL, NULL, NULL }
};

const la_type la_watch_type = { .name = "watch" };
