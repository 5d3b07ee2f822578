/*
** Alternatives: paths to a goal that differ from one another.
*/
#include "ask.h"
#include "path.h"
#include "result.h"

enum { VARIETY_ARGS = ASK_ARGS + 1 };

/* ---- reading ------------------------------------------------------------------------------- */

/* Options of a query that say nothing of fields. */
static void refuse_options(const la_ask *ask, int arg) {
  const astar_query *core = &ask->core;
  const char *named = core->partial ? "partial" : core->any_angle ? "any_angle"
                    : core->turn_cost > 0 ? "turn_cost" : core->traffic > 0 ? "traffic"
                    : core->trace ? "trace" : NULL;
  if (named != NULL) la_fail(ask->L, arg, "query: '%s' means nothing to alternatives", named);
}

static astar_variety alternatives_read(la_ask *ask, la_query *space) {
  static const la_option options[] = {
    { "count", LA_INT(astar_variety, wanted, 1, INT32_MAX) },
    { "stretch", LA_RATIO(astar_variety, stretch, 1, 64) },
    { "share", LA_RATIO(astar_variety, share, 0, 1) },
    { "apart", LA_INT(astar_variety, apart, 0, ASTAR_MAX_APART) },
    { "plateau", LA_RATIO(astar_variety, plateau, 0, 1) }, { .name = NULL }
  };
  astar_variety variety = astar_variety_default();
  int arg = la_ask_read(ask, space);
  refuse_options(ask, arg - 1);
  if (!lua_isnoneornil(ask->L, arg)) la_options(la_arg(ask->L, arg, "variety"), options, &variety);
  la_unlocked(ask->L, ask->map);
  ask->core.explain = true;
  return variety;
}

/* ---- asking -------------------------------------------------------------------------------- */

/* Pushes the list of paths. False: interrupted. */
static bool push_paths(const la_ask *ask) {
  lua_State *L = ask->L;
  la_map *map = ask->map;
  int32_t index, count = astar_search_found(map->held);
  lua_createtable(L, count, 0);
  for (int32_t i = 0; i < count; i++) {
    if (map->epoch != ask->epoch) return false;
    astar_search_choose(map->held, i, &index);
    if (!la_path_push(L, map, ask->epoch, map->held)) return false;
    lua_rawseti(L, -2, i + 1);
  }
  return map->epoch == ask->epoch;
}

static bool try_alternatives(la_ask *ask, astar_status *status) {
  la_query space;
  astar_variety variety = alternatives_read(ask, &space);
  astar_cell at = ask->start;
  la_ask_run(ask, astar_alternatives_new(ask->map->map, at.x, at.y, ask->goal, &variety, &ask->core,
                                         status), status);
  return *status != ASTAR_OK || push_paths(ask);
}

/* alternatives(start, goal [, query [, variety]]) -> { path, … } | nil, code */
static int asker_alternatives(lua_State *L) {
  la_ask ask = { .L = L };
  return la_ask_answer(&ask, VARIETY_ARGS, try_alternatives);
}

const luaL_Reg la_alternatives_asker_methods[] = {
  { "alternatives", asker_alternatives }, { NULL, NULL }
};
