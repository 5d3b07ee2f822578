/*
** Alternatives: paths to a goal that differ from one another.
*/
#include "query_call.h"
#include "path.h"
#include "result.h"

enum { ALTERNATIVES_ARGS = QUERY_CALL_ARGS + 1 };

/* ---- reading ------------------------------------------------------------------------------- */

/* Options of a query that say nothing of fields. */
static void refuse_options(const la_query_call *call, int arg) {
  const astar_query *core = &call->core;
  const char *named = core->partial ? "partial" : core->any_angle ? "any_angle"
                    : core->turn_cost > 0 ? "turn_cost" : core->traffic_cost > 0 ? "traffic_cost"
                    : core->trace ? "trace" : NULL;
  if (named != NULL) la_fail(call->L, arg, "query: '%s' means nothing to alternatives", named);
}

static astar_alternatives_desc alternatives_read(la_query_call *call, la_query *space) {
  static const la_option options[] = {
    { "count", LA_INT(astar_alternatives_desc, wanted, 1, INT32_MAX) },
    { "stretch", LA_RATIO(astar_alternatives_desc, stretch, 1, 64) },
    { "share", LA_RATIO(astar_alternatives_desc, share, 0, 1) },
    { "apart", LA_INT(astar_alternatives_desc, apart, 0, ASTAR_MAX_APART) },
    { "plateau", LA_RATIO(astar_alternatives_desc, plateau, 0, 1) }, { .name = NULL }
  };
  astar_alternatives_desc desc = astar_alternatives_default();
  int arg = la_query_call_read(call, space);
  refuse_options(call, arg - 1);
  if (!lua_isnoneornil(call->L, arg))
    la_options(la_arg(call->L, arg, "options"), options, &desc);
  la_unlocked(call->L, call->map);
  call->core.explain = true;
  return desc;
}

/* ---- asking -------------------------------------------------------------------------------- */

/* Pushes the list of paths. False: interrupted. */
static bool push_paths(const la_query_call *call) {
  lua_State *L = call->L;
  la_map *map = call->map;
  int32_t count = astar_search_found(map->held);
  lua_createtable(L, count, 0);
  for (int32_t i = 0; i < count; i++) {
    if (map->epoch != call->epoch) return false;
    if (!la_path_push(L, map, call->epoch, map->held, i)) return false;
    lua_rawseti(L, -2, i + 1);
  }
  return map->epoch == call->epoch;
}

static bool try_alternatives(la_query_call *call, astar_status *status) {
  la_query space;
  astar_alternatives_desc desc = alternatives_read(call, &space);
  astar_cell at = call->start;
  la_query_call_run(call,
                    astar_alternatives_new(call->map->map, at.x, at.y, call->goal, &desc,
                                           &call->core, status), status);
  return *status != ASTAR_OK || push_paths(call);
}

/* alternatives(start, goal [, query [, options]]) -> { path, … } | nil, code */
static int asker_alternatives(lua_State *L) {
  la_query_call call = { .L = L };
  return la_query_call_answer(&call, ALTERNATIVES_ARGS, try_alternatives);
}

const luaL_Reg la_alternatives_asker_methods[] = {
  { "alternatives", asker_alternatives }, { NULL, NULL }
};
