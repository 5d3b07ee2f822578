/*
** Questions about a path for which a query is read: what blocks it, and which of its points it
** needs.
*/
#include "ask.h"
#include "path.h"
#include "result.h"

/* path:blocked([query [, from]]) -> index | nil */
static int path_blocked(lua_State *L) {
  la_query space;
  int32_t first = 1;
  astar_status why = ASTAR_OK;
  const astar_path *path = la_path_self(L);
  la_ask ask = { .L = L, .map = la_path_map(L) };
  if (!lua_isnoneornil(L, 3))
    first = (int32_t)la_integer(la_arg(L, 3, "from"), 1, astar_path_length(path));
  lua_settop(L, ASK_ARGS);
  la_ask_query(&ask, 2, &space);
  int32_t index = astar_path_blocked(ask.map->map, path, first - 1, &ask.core, &why);
  la_ask_check(&ask, why);
  if (index < 0) return la_push_nil(L);
  lua_pushinteger(L, index + 1);
  return 1;
}

/* path:price([query [, from]]) -> cost | nil, code */
static int path_price(lua_State *L) {
  la_query space;
  int32_t from = 1;
  astar_status why = ASTAR_OK;
  const astar_path *path = la_path_self(L);
  la_ask ask = { .L = L, .map = la_path_map(L) };
  if (!lua_isnoneornil(L, 3))
    from = (int32_t)la_integer(la_arg(L, 3, "from"), 1, astar_path_length(path));
  lua_settop(L, ASK_ARGS);
  la_ask_query(&ask, 2, &space);
  uint32_t cost = astar_path_price(ask.map->map, path, from - 1, &ask.core, &why);
  if (why == ASTAR_INVALID) la_fail(L, 1, "an any-angle path has no price by its cells");
  la_ask_check(&ask, why);
  if (why == ASTAR_UNREACHABLE) {
    lua_pushnil(L);
    lua_pushliteral(L, "blocked");
    return 2;
  }
  if (why != ASTAR_OK) return la_push_outcome(L, why);
  lua_pushinteger(L, (lua_Integer)cost);
  return 1;
}

/* Upvalues: the points, how many, and the number of the last one. Returns number, x, y. */
static int next_point(lua_State *L) {
  const astar_cell *points = lua_touserdata(L, lua_upvalueindex(1));
  lua_Integer count = lua_tointeger(L, lua_upvalueindex(2));
  lua_Integer index = lua_tointeger(L, lua_upvalueindex(3));
  if (index == count) return la_push_nil(L);
  lua_pushinteger(L, index + 1);
  lua_pushvalue(L, -1);
  lua_replace(L, lua_upvalueindex(3));
  return 1 + la_push_cell(L, points[index]);
}

/* path:smooth([query]) -> iterator */
static int path_smooth(lua_State *L) {
  la_query space;
  astar_status why;
  const astar_path *path = la_path_self(L);
  la_ask ask = { .L = L, .map = la_path_map(L) };
  lua_settop(L, 2);
  astar_cell *points = lua_newuserdata(L, (size_t)astar_path_length(path) * sizeof *points);
  ask.map = la_path_map(L);
  lua_settop(L, ASK_ARGS);
  la_ask_query(&ask, 2, &space);
  int32_t count = astar_path_smooth(ask.map->map, path, &ask.core, points, &why);
  la_ask_check(&ask, why);
  if (why != ASTAR_OK) return la_push_outcome(L, why);
  lua_pushvalue(L, 3);
  lua_pushinteger(L, count);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_point, 3);
  return 1;
}

const luaL_Reg la_path_question_methods[] = {
  { "blocked", path_blocked }, { "price", path_price }, { "smooth", path_smooth }, { NULL, NULL }
};
