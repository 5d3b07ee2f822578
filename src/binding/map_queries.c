/*
** Questions that are answered at once: the path, what is reachable, what a cell or a line costs.
*/
#include "query_call.h"
#include "path.h"
#include "result.h"

/* ---- path ---------------------------------------------------------------------------------- */

/* Leaves the path on the stack, if there is one. */
static bool map_queries_try_path(la_query_call *call, astar_status *status) {
  la_query space;
  size_t traced = 0;
  la_query_call_read(call, &space);
  la_map *map = call->map;
  astar_cell at = call->start;
  la_query_call_run(call, astar_search_new(map->map, at.x, at.y, call->goal, &call->core, status),
                    status);
  if (!la_query_call_trace(call, map->held, &traced)) return false;
  bool found = *status == ASTAR_OK || *status == ASTAR_PARTIAL;
  return !found || la_path_push(call->L, map, call->epoch, map->held, 0);
}

/* path(start, goal [, query]) -> path | nil, code */
static int asker_path(lua_State *L) {
  la_query_call call = { .L = L };
  return la_query_call_answer(&call, QUERY_CALL_ARGS, map_queries_try_path);
}

/* ---- other questions ----------------------------------------------------------------------- */

/* reachable(start, goal [, query]) -> true | false, code */
static int asker_reachable(lua_State *L) {
  la_query space;
  la_query_call call = { .L = L };
  la_query_call_read(&call, &space);
  astar_status status =
    astar_map_reachable(call.map->map, call.start.x, call.start.y, call.goal, &call.core);
  la_query_call_check(&call, status);
  lua_pushboolean(L, status == ASTAR_OK);
  if (status == ASTAR_OK) return 1;
  lua_pushstring(L, astar_status_name(status));
  return 2;
}

/* unit:_pay_for_tables(query, nodes) -> nodes that are owed then */
static int unit_pay_for_tables(lua_State *L) {
  la_query space;
  uint32_t owed;
  la_query_call call = { .L = L };
  lua_settop(L, 3);
  la_query_call_start(&call);
  uint32_t nodes = (uint32_t)la_integer(la_arg(L, 3, "nodes"), 0, UINT32_MAX);
  lua_settop(L, 2);
  la_query_call_read_query(&call, 2, &space);
  la_query_call_check(&call, astar_map_pay_for_tables(call.map->map, &call.core, nodes, &owed));
  lua_pushnumber(L, (lua_Number)owed);
  return 1;
}

/* map:line(x, y, to_x, to_y [, query]) -> cost | nil, code */
static int map_line(lua_State *L) {
  la_query space;
  uint32_t cost;
  la_query_call call = { .L = L, .map = la_map_check(L, 1) };
  astar_cell from = la_cell(L, 2, call.map->map), to = la_cell(L, 4, call.map->map);
  la_query_call_read_query(&call, 6, &space);
  astar_status status =
    astar_map_line(call.map->map, from.x, from.y, to.x, to.y, &call.core, &cost);
  la_query_call_check(&call, status);
  if (status != ASTAR_OK) return la_push_outcome(L, status);
  lua_pushinteger(L, (lua_Integer)cost);
  return 1;
}

/* map:region(x, y [, query]) -> id, size | nil */
static int map_region(lua_State *L) {
  la_query space;
  la_query_call call = { .L = L, .map = la_map_check(L, 1) };
  uint32_t region = 0, size = 0;
  astar_cell at = la_cell(L, 2, call.map->map);
  la_query_call_read_query(&call, 4, &space);
  la_query_call_check(&call,
                      astar_map_region(call.map->map, at.x, at.y, &call.core, &region, &size));
  if (region == 0) return la_push_nil(L);
  lua_pushinteger(L, (lua_Integer)region);
  lua_pushinteger(L, (lua_Integer)size);
  return 2;
}

/* map:is_dead_end(x, y, width, height [, query]) -> true [, x, y] | false, x, y */
static int map_is_dead_end(lua_State *L) {
  la_query space;
  bool is_one = false;
  astar_cell cell = { -1, -1 };
  la_query_call call = { .L = L, .map = la_map_check(L, 1) };
  astar_rect rect = la_rect(L, 2, call.map->map);
  la_query_call_read_query(&call, 6, &space);
  la_query_call_check(&call,
                      astar_map_is_dead_end(call.map->map, rect, &call.core, &is_one, &cell));
  lua_pushboolean(L, is_one);
  return 1 + (cell.x < 0 ? 0 : la_push_cell(L, cell));
}

static astar_status entering_cost(la_query_call *call, astar_cell at, bool diagonal,
                                  int32_t *cost) {
  astar_status status = astar_map_cost(call->map->map, at.x, at.y, diagonal, &call->core, cost);
  la_query_call_check(call, status);
  return status;
}

/* map:cost(x, y [, query]) -> straight, diagonal | nil | nil, code */
static int map_cost(lua_State *L) {
  la_query space;
  int32_t straight, diagonal;
  la_query_call call = { .L = L, .map = la_map_check(L, 1) };
  astar_cell at = la_cell(L, 2, call.map->map);
  la_query_call_read_query(&call, 4, &space);
  astar_status status = entering_cost(&call, at, false, &straight);
  if (status != ASTAR_OK) return la_push_outcome(L, status);
  if (straight == 0) return la_push_nil(L);
  entering_cost(&call, at, true, &diagonal);
  lua_pushinteger(L, straight);
  lua_pushinteger(L, diagonal);
  return 2;
}

const luaL_Reg la_map_queries_asker_methods[] = {
  { "path", asker_path }, { "reachable", asker_reachable }, { NULL, NULL }
};

const luaL_Reg la_map_queries_map_methods[] = {
  { "line", map_line }, { "region", map_region }, { "cost", map_cost },
  { "is_dead_end", map_is_dead_end }, { NULL, NULL }
};

const luaL_Reg la_map_queries_unit_methods[] = {
  { "_pay_for_tables", unit_pay_for_tables }, { NULL, NULL }
};
