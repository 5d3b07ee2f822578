/*
** map:prepare: what is computed before the first query, for loading screens.
*/
#include "query_call.h"
#include "result.h"

enum { OPTIONS = 2, PROGRESS };     /* where they stand on the stack */
enum { MOST_THREADS = 64 };

typedef struct PreparationOptions {
  la_query query;                   /* the first: queries read their options themselves */
  astar_preparation what;
  bool has_progress;
} PreparationOptions;

static const la_option option_list[] = {
  { "class", .read = la_query_read_class },
  { "player", .read = la_query_read_player },
  { "tables", LA_BOOL(PreparationOptions, what.tables) },
  { "layers", LA_BOOL(PreparationOptions, what.layers) },
  { "landmarks", LA_BOOL(PreparationOptions, what.landmarks) },
  { "dead_ends", LA_BOOL(PreparationOptions, what.dead_ends) },
  { "saved", LA_BOOL(PreparationOptions, what.saved) },
  { "threads", LA_INT(PreparationOptions, what.threads, 1, MOST_THREADS) },
  { "progress", LA_FUNCTION(PreparationOptions, has_progress) },
  { .name = NULL }
};

static bool call_progress(void *user, int32_t done) {
  la_query_call *call = user;
  lua_State *L = call->L;
  lua_pushvalue(L, PROGRESS);
  lua_pushnumber(L, (lua_Number)done / ASTAR_ONE);
  if (!la_query_call_protected(call, 1)) return false;
  bool enough = lua_isboolean(L, -1) && !lua_toboolean(L, -1);
  lua_pop(L, 1);
  return !enough;
}

static void preparation_options_read(lua_State *L, la_map *map, PreparationOptions *options) {
  la_query_init(&options->query, map);
  options->what = astar_preparation_default();
  options->has_progress = false;
  if (!lua_isnil(L, OPTIONS)) la_options(la_arg(L, OPTIONS, "options"), option_list, options);
  options->what.query = &options->query.query;
}

/* map:prepare([options]) -> map | nil, code */
static int map_prepare(lua_State *L) {
  PreparationOptions options;
  lua_settop(L, OPTIONS);
  if (lua_istable(L, OPTIONS)) lua_getfield(L, OPTIONS, "progress");   /* first: it allocates */
  lua_settop(L, PROGRESS);
  la_query_call call = { .L = L, .map = la_map_edit(L, 1) };
  preparation_options_read(L, call.map, &options);
  if (options.has_progress) {
    la_query_call_prepare(&call);
    options.what.progress = call_progress;
    options.what.user = &call;
  }
  astar_status status = astar_map_prepare(call.map->map, &options.what);
  la_query_call_check(&call, status);
  if (status != ASTAR_OK) return la_push_outcome(L, status);
  lua_settop(L, 1);
  return 1;
}

const luaL_Reg la_preparation_map_methods[] = { { "prepare", map_prepare }, { NULL, NULL } };
