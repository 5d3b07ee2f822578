/*
** Questions about a path for which a query is read: what blocks it, and which of its points it
** needs.
*/
#include "query_call.h"
#include "hex.h"
#include "path.h"
#include "result.h"

/* Reads ([query [, from]]) of a path's method; `from` is 1 where it is not given. */
static const astar_path *path_asked(la_query_call *call, la_query *space, int32_t *from) {
  lua_State *L = call->L;
  const astar_path *path = la_path_self(L);
  call->map = la_path_map(L);
  *from = (int32_t)la_integer_or(la_arg(L, 3, "from"), 1, 1, astar_path_length(path));
  la_query_call_read_query(call, 2, space);
  return path;
}

/* From the cell of that index on; -1: nothing is in the way. */
static int32_t blocked_from(la_query_call *call, const astar_path *path, int32_t from) {
  int32_t index;
  la_query_call_check(call, astar_path_blocked(call->map->map, path, from, &call->core, &index));
  return index;
}

/* path:blocked([query [, from]]) -> index | nil */
static int path_blocked(lua_State *L) {
  la_query space;
  int32_t from;
  la_query_call call = { .L = L };
  const astar_path *path = path_asked(&call, &space, &from);
  int32_t index = blocked_from(&call, path, from - 1);
  if (index < 0) return la_push_nil(L);
  lua_pushinteger(L, index + 1);
  return 1;
}

/* path:cost_now([query [, from]]) -> cost | nil, code */
static int path_cost_now(lua_State *L) {
  la_query space;
  int32_t from;
  uint32_t cost;
  la_query_call call = { .L = L };
  const astar_path *path = path_asked(&call, &space, &from);
  astar_status status = astar_path_cost_now(call.map->map, path, from - 1, &call.core, &cost);
  if (status == ASTAR_INVALID) la_fail(L, 1, "an any-angle path has no cost by its cells");
  la_query_call_check(&call, status);
  if (status == ASTAR_UNREACHABLE) {
    lua_pushnil(L);
    lua_pushliteral(L, "blocked");
    return 2;
  }
  if (status != ASTAR_OK) return la_push_outcome(L, status);
  lua_pushinteger(L, (lua_Integer)cost);
  return 1;
}

/* Upvalues: the points, how many, and the number of the last one. Returns x, y, number. */
static int next_point(lua_State *L) {
  const astar_cell *points = lua_touserdata(L, lua_upvalueindex(1));
  lua_Integer count = lua_tointeger(L, lua_upvalueindex(2));
  lua_Integer index = lua_tointeger(L, lua_upvalueindex(3));
  if (index == count) return la_push_nil(L);
  la_push_cell(L, points[index]);
  lua_pushinteger(L, index + 1);
  lua_pushvalue(L, -1);
  lua_replace(L, lua_upvalueindex(3));
  return 3;
}

/* path:smooth([query]) -> iterator */
static int path_smooth(lua_State *L) {
  la_query space;
  int32_t count;
  const astar_path *path = la_path_self(L);
  la_query_call call = { .L = L, .map = la_path_map(L) };
  la_squares_only(L, call.map->map, "smoothing");
  lua_settop(L, 2);
  astar_cell *points = lua_newuserdata(L, (size_t)astar_path_length(path) * sizeof *points);
  call.map = la_path_map(L);
  la_query_call_read_query(&call, 2, &space);
  astar_status status = astar_path_smooth(call.map->map, path, &call.core, points, &count);
  la_query_call_check(&call, status);
  if (status != ASTAR_OK) return la_push_outcome(L, status);
  lua_pushvalue(L, 3);
  lua_pushinteger(L, count);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_point, 3);
  return 1;
}

/* ---- paths as strings ------------------------------------------------------------------------ */

/* The ground under the query at `arg`, and, in *call, that query without units. */
static uint64_t read_ground(la_query_call *call, int arg, la_query *space) {
  uint64_t ground = 0;
  la_query_call_read_query(call, arg, space);
  if (call->extra != 0) la_fail(call->L, arg, "query: 'extra_cost' leaves no ground to compare");
  call->core.claims = call->core.occupancy = false;
  call->core.trace = false;
  astar_status why = astar_map_ground(call->map->map, &call->core, &ground);
  la_query_call_check(call, why);
  if (why != ASTAR_OK) la_blame_error(call->L, "the map's costs are beyond their limits");
  return ground;
}

/* Ends a method of a path: pushes its bytes. The query is at index 2, or nothing is said of the
** ground. */
static int push_bytes(lua_State *L, bool has_ground) {
  la_query space;
  const astar_path *path = la_path_self(L);
  la_query_call call = { .L = L, .map = la_path_map(L) };
  lua_settop(L, 2);
  size_t size = astar_path_save(call.map->map, path, 0, NULL, 0);
  void *memory = lua_newuserdata(L, size);
  call.map = la_path_map(L);
  uint64_t ground = has_ground ? read_ground(&call, 2, &space) : 0;
  astar_path_save(call.map->map, path, ground, memory, size);
  lua_pushlstring(L, memory, size);
  return 1;
}

/* path:save([query]) -> string */
static int path_save(lua_State *L) {
  return push_bytes(L, true);
}

/* path:_save() -> string, on no ground */
static int path_save_alone(lua_State *L) {
  return push_bytes(L, false);
}

/* The path of the string at index 2, which it pushes to index 4; or nil and a code. */
static const astar_path *load_path(lua_State *L, uint64_t *ground) {
  size_t length, size;
  const la_map *map = la_map_check(L, 1);
  la_check_type(L, 2, LUA_TSTRING);
  const char *text = lua_tolstring(L, 2, &length);
  lua_settop(L, 3);
  astar_status status = astar_path_load_size(map->map, text, length, &size);
  if (status != ASTAR_OK) {
    la_push_outcome(L, status);
    return NULL;
  }
  void *memory = la_object_new(L, &la_path_type, size);
  const astar_path *path = astar_path_load(la_map_check(L, 1)->map, text, length, memory, ground);
  if (path == NULL) la_push_outcome(L, ASTAR_DAMAGED);
  if (path == NULL) return NULL;
  la_getkeep(L, 1);
  la_setkeep(L, 4);
  return path;
}

/* map:_load_path(text) -> path | nil, code */
static int map_load_path(lua_State *L) {
  uint64_t ground;
  return load_path(L, &ground) != NULL ? 1 : 2;
}

/* map:read_path(text [, query]) -> path [, "changed"] | nil, code */
static int map_read_path(lua_State *L) {
  la_query space;
  uint64_t saved;
  const astar_path *path = load_path(L, &saved);
  if (path == NULL) return 2;
  la_query_call call = { .L = L, .map = la_map_check(L, 1) };
  uint64_t ground = read_ground(&call, 3, &space);
  bool is_blocked = blocked_from(&call, path, 0) >= 0;
  if (is_blocked) lua_pushnil(L);
  else lua_pushvalue(L, 4);
  if (!is_blocked && ground == saved) return 1;
  lua_pushstring(L, is_blocked ? "blocked" : "changed");
  return 2;
}

/* map:_ground([query]) -> 16 digits */
static int map_ground(lua_State *L) {
  la_query space;
  la_query_call call = { .L = L, .map = la_map_check(L, 1) };
  la_push_hash(L, read_ground(&call, 2, &space));
  return 1;
}

const luaL_Reg la_path_queries_map_methods[] = {
  { "read_path", map_read_path }, { "_load_path", map_load_path },
  { "_ground", map_ground }, { NULL, NULL }
};

const luaL_Reg la_path_queries_methods[] = {
  { "blocked", path_blocked }, { "cost_now", path_cost_now }, { "save", path_save },
  { "_save", path_save_alone },
  { "smooth", path_smooth }, { NULL, NULL }
};
