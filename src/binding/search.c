/*
** Searches that continue over several calls. An ended search has given its memory back to the core
** and keeps its outcome; what it refers to must live until then.
*/
#include "query_call.h"
#include "path.h"
#include "result.h"

typedef struct la_search {
  la_tracked base;                  /* without an object: finished, closed, or not begun yet */
  astar_status status;              /* RUNNING until it is finished */
  uint32_t expanded;                /* when it was finished, and by which engine */
  astar_engine engine;
  size_t traced;                    /* events written into the trace */
  bool running;                     /* a step is under way */
  la_query_call call;
  la_query query;                   /* what call.query points to */
} la_search;

enum { AT_BOX = QUERY_CALL_ARGS + 1 };     /* where the userdata stands when a search begins */

/* ---- beginning ----------------------------------------------------------------------------- */

/* One that runs is left: then the state is being closed in a callback of its. */
static void search_free(void *tracked) {
  la_search *box = tracked;
  if (box->running) return;
  box->expanded = astar_search_expanded(box->base.object);
  box->engine = astar_search_engine(box->base.object);
  astar_search_free(box->base.object);
}

/* Lets the core's search go, which has come to its end. */
static void search_release(la_search *box) {
  if (box->base.object == NULL) return;
  search_free(box);
  box->base.object = NULL;
  box->base.map->epoch++;
}

/* After a call into the core: raises what went wrong in it. */
static void check_outcome(la_search *box, astar_status status) {
  box->running = false;
  if (box->call.failure != 0) {
    box->status = ASTAR_CANCELLED;
    search_release(box);
  }
  la_query_call_check(&box->call, status);
}

/* The object and its keep are made first, for what is read must not be gone when it is used. */
static int asker_search(lua_State *L) {
  astar_status why = ASTAR_OK;
  lua_settop(L, QUERY_CALL_ARGS);
  la_search *box = la_object_new(L, &la_search_type, sizeof *box);
  lua_createtable(L, KEEP_FIRST + 3, 0);
  la_query_call *call = &box->call;
  call->L = L;
  call->spelled = true;
  la_query_call_read(call, &box->query);
  la_query_call_adopt(call, &box->query, AT_BOX, &la_search_type);
  box->status = ASTAR_RUNNING;
  box->engine = ASTAR_ENGINE_NONE;
  box->running = true;
  box->base.object = astar_search_new(call->map->map, call->start.x, call->start.y, call->goal,
                                      &call->core, &why);
  check_outcome(box, why);
  lua_pushvalue(L, AT_BOX);
  return 1;
}

const luaL_Reg la_search_asker_methods[] = { { "search", asker_search }, { NULL, NULL } };

/* ---- steps --------------------------------------------------------------------------------- */

static la_search *search_check(lua_State *L) {
  la_search *box = la_object_check(L, 1, &la_search_type);
  if (box->base.is_closed) la_fail(L, 1, "search is closed");
  if (box->base.map->map == NULL) la_fail(L, 1, "map is closed");
  if (box->running) la_fail(L, 1, "search is running");
  return box;
}

/* The outcome of a finished search; a path is the same object each time. */
static int push_result(lua_State *L, const la_search *box) {
  if (box->status != ASTAR_OK && box->status != ASTAR_PARTIAL)
    return la_push_outcome(L, box->status);
  la_push_slot(L, 1, KEEP_PATH);
  return 1;
}

/* The core has come to an end. False: interrupted; then another step finds the same end. */
static bool search_finish(lua_State *L, la_search *box, astar_status status) {
  if (status == ASTAR_OK || status == ASTAR_PARTIAL) {
    la_getkeep(L, 1);
    if (!la_path_push(L, box->base.map, box->call.epoch, box->base.object, 0)) return false;
    lua_rawseti(L, -2, KEEP_PATH);
  }
  box->status = status;
  search_release(box);
  return true;
}

/* The engine that the query names objects. */
static void give_up(la_search *box) {
  const char *objection = astar_search_objection(box->base.object);
  box->status = ASTAR_UNSUITED;
  search_release(box);
  la_query_call_suits(&box->call, objection);
}

/* What a call asks of a search: to expand so many nodes, or to end early with that bound. */
typedef struct la_advance { uint32_t nodes; int32_t bound; } la_advance;

static astar_status search_advance(la_search *box, la_advance advance) {
  return advance.nodes > 0 ? astar_search_step(box->base.object, advance.nodes)
                           : astar_search_end_early(box->base.object, advance.bound);
}

/* True: there is a result to push. What of the trace an interruption left out comes next time. */
static bool search_try(lua_State *L, la_search *box, la_advance advance) {
  if (box->status != ASTAR_RUNNING) return true;
  la_query_alive(la_arg(L, 1, "search"), &box->query);
  la_query_call_resume(&box->call, L);
  box->running = true;
  astar_status status = search_advance(box, advance);
  check_outcome(box, status);
  if (status == ASTAR_UNSUITED) give_up(box);
  box->call.epoch = box->base.map->epoch;
  bool traced = la_query_call_trace(&box->call, box->base.object, &box->traced);
  if (status == ASTAR_RUNNING) return true;
  return traced && search_finish(L, box, status);
}

/* search:step([nodes]) -> path | nil, "running" | nil, code */
static int search_step(lua_State *L) {
  la_search *box = search_check(L);
  lua_settop(L, 2);
  uint32_t nodes = (uint32_t)la_integer_or(la_arg(L, 2, "nodes"), UINT32_MAX, 1, UINT32_MAX);
  while (!search_try(L, search_check(L), (la_advance){ .nodes = nodes })) lua_settop(L, 2);
  return push_result(L, box);
}

/* Queries with these have no cost back that is known. */
static void check_ends_early(lua_State *L, const la_search *box) {
  const astar_query *core = &box->call.core;
  if (core->turn_cost > 0) la_fail(L, 1, "a search with 'turn_cost' cannot end early");
  if (core->traffic_cost > 0) la_fail(L, 1, "a search with 'traffic_cost' cannot end early");
  if (box->query.extra_cost) la_fail(L, 1, "a search with 'extra_cost' cannot end early");
}

/* search:end_early(bound) -> path | nil, "running" | nil, code */
static int search_cut_short(lua_State *L) {
  la_search *box = search_check(L);
  la_advance advance = { .bound = la_ratio(la_arg(L, 2, "bound"), 1, 64) };
  lua_settop(L, 2);
  check_ends_early(L, box);
  while (!search_try(L, search_check(L), advance)) lua_settop(L, 2);
  return push_result(L, box);
}

/* ---- the object ---------------------------------------------------------------------------- */

static int search_expanded(lua_State *L) {
  la_search *box = la_object_check(L, 1, &la_search_type);
  bool live = box->base.object != NULL && box->base.map->map != NULL;
  lua_pushinteger(L, (lua_Integer)(live ? astar_search_expanded(box->base.object) : box->expanded));
  return 1;
}

/* The engine at work, or that came to the end; "none": there was nothing to search. */
static int search_engine(lua_State *L) {
  la_search *box = la_object_check(L, 1, &la_search_type);
  bool live = box->base.object != NULL && box->base.map->map != NULL;
  astar_engine engine = live ? astar_search_engine(box->base.object) : box->engine;
  lua_pushstring(L, astar_engine_name(engine));
  return 1;
}

static int search_close(lua_State *L) {
  la_search *box = la_object_check(L, 1, &la_search_type);
  if (box->running) la_fail(L, 1, "search is running");
  if (box->base.object != NULL) box->base.map->epoch++;
  la_tracked_forget(&box->base, false);
  return 0;
}

static int search_tostring(lua_State *L) {
  la_search *box = la_object_check(L, 1, &la_search_type);
  const char *state = box->base.is_closed ? "closed" : astar_status_name(box->status);
  lua_pushfstring(L, "search (%s)", state);
  return 1;
}

const luaL_Reg la_search_methods[] = {
  { "step", search_step }, { "end_early", search_cut_short }, { "close", search_close },
  { "__gc", la_tracked_gc }, { "__tostring", search_tostring },
#if LA_HAS_CLOSE
  { "__close", search_close },
#endif
  { NULL, NULL }
};

const la_field la_search_fields[] = {
  { "expanded", search_expanded, NULL }, { "engine", search_engine, NULL },
  { NULL, NULL, NULL }
};

const la_type la_search_type = { .name = "search", .free = search_free };
