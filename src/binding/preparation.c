/*
** What is computed before the first query, for loading screens: tables, landmarks.
*/
#include "ask.h"
#include "result.h"

enum { OPTIONS = 2, PROGRESS };     /* where they stand on the stack */
enum { MOST_THREADS = 64 };

typedef struct Wishes {
  la_query query;                   /* the first: queries read their options themselves */
  bool layers;
  int32_t threads;
} Wishes;

static void read_layers(la_value value, void *target) {
  ((Wishes *)target)->layers = la_boolean(value);
}

static void read_threads(la_value value, void *target) {
  ((Wishes *)target)->threads = (int32_t)la_integer(value, 1, MOST_THREADS);
}

static void read_progress(la_value value, void *target) {
  (void)target;
  if (!lua_isfunction(value.L, value.index)) la_reject(value, "is not a function");
}

static void wishes_read(lua_State *L, la_map *map, const la_option *options, Wishes *wishes) {
  la_query_init(&wishes->query, map);
  wishes->layers = false;
  wishes->threads = 1;
  if (!lua_isnil(L, OPTIONS)) la_options(la_arg(L, OPTIONS, "options"), options, wishes);
}

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

typedef astar_status (*prepare_fn)(astar_map *map, const Wishes *wishes, astar_progress_fn progress,
                                   void *user);

/* (map [, options]) -> map | nil, code */
static int prepare_with(lua_State *L, const la_option *options, prepare_fn prepare) {
  Wishes wishes;
  lua_settop(L, OPTIONS);
  if (lua_istable(L, OPTIONS)) lua_getfield(L, OPTIONS, "progress");   /* first: it allocates */
  lua_settop(L, PROGRESS);
  la_ask ask = { .L = L, .map = la_map_edit(L, 1) };
  wishes_read(L, ask.map, options, &wishes);
  bool tells = !lua_isnil(L, PROGRESS);
  if (tells) la_ask_callable(&ask);
  astar_status status = prepare(ask.map->map, &wishes, tells ? call_progress : NULL, &ask);
  la_ask_check(&ask, status);
  if (status != ASTAR_OK) return la_push_outcome(L, status);
  lua_settop(L, 1);
  return 1;
}

static astar_status prepare_landmarks(astar_map *map, const Wishes *wishes,
                                      astar_progress_fn progress, void *user) {
  return astar_map_prepare(map, &wishes->query.query, wishes->threads, progress, user);
}

/* map:prepare([options]) -> map | nil, code */
static int map_prepare(lua_State *L) {
  static const la_option options[] = {
    { "class", la_query_read_class }, { "player", la_query_read_player },
    { "threads", read_threads }, { "progress", read_progress }, { NULL, NULL }
  };
  return prepare_with(L, options, prepare_landmarks);
}

static astar_status prepare_tables(astar_map *map, const Wishes *wishes, astar_progress_fn progress,
                                   void *user) {
  return astar_map_prepare_tables(map, &wishes->query.query, wishes->layers, wishes->threads,
                                  progress, user);
}

/* map:prepare_tables([options]) -> map | nil, code */
static int map_prepare_tables(lua_State *L) {
  static const la_option options[] = {
    { "class", la_query_read_class }, { "player", la_query_read_player },
    { "layers", read_layers }, { "threads", read_threads }, { "progress", read_progress },
    { NULL, NULL }
  };
  return prepare_with(L, options, prepare_tables);
}

static astar_status restore_tables(astar_map *map, const Wishes *wishes, astar_progress_fn progress,
                                   void *user) {
  return astar_map_restore_tables(map, wishes->threads, progress, user);
}

/* map:restore_tables([options]) -> map | nil, code */
static int map_restore_tables(lua_State *L) {
  static const la_option options[] = {
    { "threads", read_threads }, { "progress", read_progress }, { NULL, NULL }
  };
  return prepare_with(L, options, restore_tables);
}

const luaL_Reg la_preparation_map_methods[] = {
  { "prepare", map_prepare }, { "prepare_tables", map_prepare_tables },
  { "restore_tables", map_restore_tables }, { NULL, NULL }
};
