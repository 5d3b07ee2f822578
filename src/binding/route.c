/*
** Sending a unit along a path, with the query for other paths to the same goal.
*/
#include "../astar_units.h"
#include "query_call.h"
#include "path.h"
#include "result.h"

/* Swaps the path on top for the route that the unit had. */
static void swap_route(lua_State *L, const la_child *child) {
  la_push_slot(L, 1, STORE_ROUTES);
  lua_rawgeti(L, -1, (int)child->id);
  lua_pushvalue(L, -3);
  lua_rawseti(L, -3, (int)child->id);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

/* A query that is asked while units move, by the core alone. */
static void route_refuse(lua_State *L, const la_query_call *call) {
  if (call->extra != 0) la_fail(L, 3, "query: 'extra_cost' cannot be asked while units move");
  if (call->core.trace) la_fail(L, 3, "query: 'trace' means nothing while units move");
}

static void read_query(la_query_call *call, la_query *space) {
  lua_settop(call->L, QUERY_CALL_ARGS);
  la_query_call_read_query(call, 3, space);
  route_refuse(call->L, call);
}

/* unit:follow_path(path [, query]) -> unit. The query is read before anything has changed; and
** again after the last moment at which a finalizer may have removed what it names. */
static int unit_follow_path(lua_State *L) {
  la_query space;
  la_child *child = la_child_edit(L, 1, &la_unit_type);
  la_query_call call = { .L = L, .map = child->map, .unit = child };
  const astar_path *path = la_path_check(la_arg(L, 2, "path"), child->map);
  bool has_query = !lua_isnoneornil(L, 3);
  read_query(&call, &space);
  lua_pushvalue(L, 2);
  swap_route(L, child);
  int route = lua_gettop(L);
  if (has_query) la_query_call_read_query(&call, 3, &space);
  lua_settop(L, route);
  astar_status status = astar_unit_follow_path(child->object, path, has_query ? &call.core : NULL);
  if (status != ASTAR_OK) swap_route(L, child);
  if (status == ASTAR_INVALID) {
    astar_cell at = astar_unit_cell(child->object);
    la_fail(L, 2, "the unit's cell (%d, %d) is not on the path", (int)at.x + 1, (int)at.y + 1);
  }
  la_status_check(L, status);
  lua_settop(L, 1);
  return 1;
}

const luaL_Reg la_route_unit_methods[] = { { "follow_path", unit_follow_path }, { NULL, NULL } };
