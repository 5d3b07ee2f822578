/*
** map:prepare: what is computed before the first query, for loading screens.
*/
#include "ask.h"
#include "result.h"

enum { OPTIONS = 2, PROGRESS };     /* where they stand on the stack */
enum { MOST_THREADS = 64 };

typedef struct Wishes {
  la_query query;                   /* the first: queries read their options themselves */
  astar_preparation what;
  bool has_progress;
} Wishes;

static const la_option option_list[] = {
  { "class", .read = la_query_read_class },
  { "player", .read = la_query_read_player },
  { "tables", LA_BOOL(Wishes, what.tables) },
  { "layers", LA_BOOL(Wishes, what.layers) },
  { "landmarks", LA_BOOL(Wishes, what.landmarks) },
  { "dead_ends", LA_BOOL(Wishes, what.dead_ends) },
  { "saved", LA_BOOL(Wishes, what.saved) },
  { "threads", LA_INT(Wishes, what.threads, 1, MOST_THREADS) },
  { "progress", LA_FUNCTION(Wishes, has_progress) },
  { .name = NULL }
};

static bool call_progress(void *user, int32_t done) {
  la_ask *ask = user;
  lua_State *L = ask->L;
  lua_pushvalue(L, PROGRESS);
  lua_pushnumber(L, (lua_Number)done / ASTAR_ONE);
  if (!la_ask_protected(ask, 1)) return false;
  bool enough = lua_isboolean(L, -1) && !lua_toboolean(L, -1);
  lua_pop(L, 1);
  return !enough;
}

static void wishes_read(lua_State *L, la_map *map, Wishes *wishes) {
  la_query_init(&wishes->query, map);
  wishes->what = astar_preparation_default();
  wishes->has_progress = false;
  if (!lua_isnil(L, OPTIONS)) la_options(la_arg(L, OPTIONS, "options"), option_list, wishes);
  wishes->what.query = &wishes->query.query;
}

/* map:prepare([options]) -> map | nil, code */
static int map_prepare(lua_State *L) {
  Wishes wishes;
  lua_settop(L, OPTIONS);
  if (lua_istable(L, OPTIONS)) lua_getfield(L, OPTIONS, "progress");   /* first: it allocates */
  lua_settop(L, PROGRESS);
  la_ask ask = { .L = L, .map = la_map_edit(L, 1) };
  wishes_read(L, ask.map, &wishes);
  if (wishes.has_progress) {
    la_ask_callable(&ask);
    wishes.what.progress = call_progress;
    wishes.what.user = &ask;
  }
  astar_status status = astar_map_prepare(ask.map->map, &wishes.what);
  la_ask_check(&ask, status);
  if (status != ASTAR_OK) return la_push_outcome(L, status);
  lua_settop(L, 1);
  return 1;
}

const luaL_Reg la_preparation_map_methods[] = { { "prepare", map_prepare }, { NULL, NULL } };
