#include "ask.h"

#include <math.h>

#include "result.h"
#include "unit_hooks.h"

/* ---- the callback -------------------------------------------------------------------------- */

enum { MAX_DEPTH = 100 };           /* of callbacks: LuaJIT does not look after the C stack */

static int32_t ask_refuse(la_ask *ask, int32_t x, int32_t y, bool raised) {
  ask->failure = lua_gettop(ask->L);
  ask->raised = raised;
  ask->failed_at.x = x;
  ask->failed_at.y = y;
  return ASTAR_EXTRA_ABORT;
}

/* What the function returned, on top, as a penalty. */
static int32_t ask_penalty(la_ask *ask, int32_t x, int32_t y) {
  lua_State *L = ask->L;
  int32_t result = 0;
  if (lua_isboolean(L, -1) && !lua_toboolean(L, -1)) {
    result = ASTAR_EXTRA_BLOCKED;
  } else if (!lua_isnil(L, -1)) {
    double number = lua_type(L, -1) == LUA_TNUMBER ? (double)lua_tonumber(L, -1) : -1;
    if (!(number >= 0 && number <= ASTAR_MAX_COST && number == floor(number)))
      return ask_refuse(ask, x, y, false);
    result = (int32_t)number;
  }
  lua_pop(L, 1);
  return result;
}

static bool ask_run(la_ask *ask, int arguments) {
  la_map *map = ask->map;
  astar_search *held = map->held;
  map->held = NULL;
  map->locked++;
  ++*map->depth;
  int failed = lua_pcall(ask->L, arguments, 1, 0);
  --*map->depth;
  map->locked--;
  la_hold(map, held);
  return !failed;
}

bool la_ask_protected(la_ask *ask, int arguments) {
  if (ask_run(ask, arguments)) return true;
  ask_refuse(ask, 0, 0, true);
  return false;
}

bool la_ask_call(la_ask *ask, int function, int32_t x, int32_t y, int32_t terrain) {
  lua_State *L = ask->L;
  lua_pushvalue(L, function);
  lua_pushinteger(L, (lua_Integer)x + 1);
  lua_pushinteger(L, (lua_Integer)y + 1);
  if (terrain > 0) lua_rawgeti(L, ask->terrains, terrain);
  else lua_pushnil(L);
  if (ask_run(ask, 3)) return true;
  ask_refuse(ask, x, y, true);
  return false;
}

/* Nothing here but the function itself may raise an error or allocate: the core is waiting. */
static int32_t call_extra(void *user, int32_t x, int32_t y, int32_t terrain) {
  la_ask *ask = user;
  if (ask->failure != 0) return ASTAR_EXTRA_ABORT;
  bool done = la_ask_call(ask, ask->extra, x, y, terrain);
  return done ? ask_penalty(ask, x, y) : ASTAR_EXTRA_ABORT;
}

void la_ask_callable(la_ask *ask) {
  lua_State *L = ask->L;
  if (*ask->map->depth >= MAX_DEPTH) la_blame_error(L, "callbacks are nested too deeply");
  la_push_slot(L, 1, STORE_MAP);
  la_push_slot(L, -1, STORE_TERRAINS);
  ask->terrains = lua_gettop(L);
}

/* Pushes what a callback needs and makes the core's query call it. */
static void ask_bind(la_ask *ask, int extra, int trace) {
  ask->extra = extra;
  ask->trace = trace;
  ask->failure = 0;
  ask->core.extra_cost = NULL;
  if (extra == 0) return;
  la_ask_callable(ask);
  ask->core.extra_cost = call_extra;
  ask->core.extra_user = ask;
}

static void raise_failure(const la_ask *ask) {
  lua_State *L = ask->L;
  lua_pushvalue(L, ask->failure);
  if (ask->raised) lua_error(L);
  la_blame_error(L, "extra_cost returned %s for cell %d, %d: it must be 0 to %d, false or nil",
             la_show(L, -1), (int)ask->failed_at.x + 1, (int)ask->failed_at.y + 1,
             ASTAR_MAX_COST);
}

void la_ask_check(la_ask *ask, astar_status status) {
  bool broken = status == ASTAR_NO_MEMORY || status == ASTAR_INVALID;
  if (ask->failure == 0 && !broken) return;
  la_hold(ask->map, NULL);
  if (ask->failure != 0) raise_failure(ask);
  la_status_check(ask->L, status);
}

void la_ask_suits(const la_ask *ask, const char *objection) {
  if (objection == NULL) return;
  la_hold(ask->map, NULL);
  la_blame_error(ask->L, "query: engine = '%s' does not answer this exactly: %s",
             astar_engine_name(ask->core.engine), objection);
}

/* ---- asking --------------------------------------------------------------------------------- */

void la_ask_run(la_ask *ask, astar_search *search, astar_status *status) {
  la_hold(ask->map, search);
  if (search != NULL)
    do *status = astar_search_step(search, UINT32_MAX);
    while (*status == ASTAR_RUNNING);
  la_ask_check(ask, *status);
  if (search != NULL) la_ask_suits(ask, astar_search_objection(search));
  ask->epoch = ask->map->epoch;
}

int la_ask_answer(la_ask *ask, int arguments, la_attempt *attempt) {
  astar_status status;
  do lua_settop(ask->L, arguments);
  while (!attempt(ask, &status));
  la_let_go(ask->map);
  bool found = status == ASTAR_OK || status == ASTAR_PARTIAL;
  return found ? 1 : la_push_outcome(ask->L, status);
}

/* ---- reading ------------------------------------------------------------------------------- */

static const la_query *take_query(const la_ask *ask, la_value value, la_query *space) {
  lua_State *L = ask->L;
  bool is_said = !lua_isnoneornil(L, value.index);
  la_query *query = is_said ? la_object_test(L, value.index, &la_query_type) : NULL;
  if (query == NULL) {
    la_query_init(space, ask->map);
    if (is_said) la_query_read(value, space);
    return space;
  }
  if (query->map != ask->map) la_fail(L, value.arg, "the query is of another map");
  la_query_alive(value, query);
  return query;
}

/* A unit asks for itself: nobody else may be named. */
static void check_asker(const la_ask *ask, int arg) {
  const la_query *query = ask->query;
  const char *named = query->cls != NULL ? "class" : query->player != NULL ? "player" : NULL;
  if (query->unit != NULL && query->unit != ask->unit) named = "unit";
  if (named != NULL) la_fail(ask->L, arg, "query: '%s' where a unit asks for itself", named);
}

static void spell_out(la_ask *ask, int arg, la_query *space) {
  if (ask->query != space) la_query_copy(space, ask->query);
  la_query_spell_out(la_arg(ask->L, arg, "query"), space);
  ask->query = space;
}

/* Pushes a value that the query's options have; its index. */
static int push_value(const la_ask *ask, int arg, int key, int slot) {
  lua_State *L = ask->L;
  if (lua_istable(L, arg)) {
    la_push_slot(L, 1, STORE_MAP);
    la_push_slot(L, -1, key);
    lua_rawget(L, arg);
  } else {
    la_push_slot(L, arg, slot);
  }
  return lua_gettop(L);
}

static void clear_list(lua_State *L, int list) {
  for (size_t i = la_rawlen(L, list); i > 0; i--) {
    lua_pushnil(L);
    lua_rawseti(L, list, (int)i);
  }
}

const astar_class *la_ask_class(const la_ask *ask) {
  const la_child *unit = ask->unit != NULL ? ask->unit : ask->query->unit;
  const la_child *cls = unit != NULL ? unit->cls : ask->query->cls;
  return (cls != NULL ? cls : ask->map->default_class)->object;
}

void la_ask_query(la_ask *ask, int arg, la_query *space) {
  int extra = 0, trace = 0;
  ask->query = take_query(ask, la_arg(ask->L, arg, "query"), space);
  if (ask->unit != NULL) check_asker(ask, arg);
  bool by_unit = ask->unit != NULL || ask->query->unit != NULL;
  if (by_unit && ask->spelled) spell_out(ask, arg, space);
  ask->core = ask->query->query;
  if (ask->unit != NULL) ask->core.unit = ask->unit->object;
  if (ask->query->extra_cost) extra = push_value(ask, arg, STORE_KEY_EXTRA, KEEP_EXTRA);
  if (ask->query->trace) trace = push_value(ask, arg, STORE_KEY_TRACE, KEEP_TRACE);
  if (trace != 0) clear_list(ask->L, trace);
  ask_bind(ask, extra, trace);
}

static void keep_value(const la_ask *ask, int value, int keep, int slot) {
  if (value == 0) return;
  lua_pushvalue(ask->L, value);
  lua_rawseti(ask->L, keep, slot);
}

void la_ask_adopt(la_ask *ask, la_query *own, int box, const la_type *type) {
  int keep = box + 1;
  if (ask->query != own) la_query_copy(own, ask->query);
  if (ask->unit != NULL) own->unit = ask->unit;
  ask->query = own;
  ask->core.influences = own->weighted;
  keep_value(ask, ask->extra, keep, KEEP_EXTRA);
  keep_value(ask, ask->trace, keep, KEEP_TRACE);
  lua_pushvalue(ask->L, keep);
  la_query_keep(ask->L, 1, own);
  la_track(ask->L, 1, box, type);
}

static int ask_push_kept(lua_State *L, bool wanted, int slot) {
  if (!wanted) return 0;
  la_push_slot(L, 1, slot);
  return lua_gettop(L);
}

void la_ask_resume(la_ask *ask, lua_State *L) {
  ask->L = L;
  int extra = ask_push_kept(L, ask->query->extra_cost, KEEP_EXTRA);
  int trace = ask_push_kept(L, ask->query->trace, KEEP_TRACE);
  ask_bind(ask, extra, trace);
}

int la_ask_check_query(lua_State *L) {
  la_query space;
  int position = (int)luaL_checkinteger(L, 2);
  la_ask ask = { .L = L };
  if (la_child_behind(L, 1, &la_unit_type) != NULL) ask.unit = la_child_check(L, 1, &la_unit_type);
  ask.map = ask.unit != NULL ? ask.unit->map : la_map_check(L, 1);
  ask.query = take_query(&ask, (la_value){ L, -position, 3, "query" }, &space);
  if (ask.unit != NULL) check_asker(&ask, -position);
  return 0;
}

int la_ask_check_cell(lua_State *L) {
  const astar_map *map = la_map_check(L, 1)->map;
  int at_x = (int)luaL_checkinteger(L, 2), at_y = (int)luaL_checkinteger(L, 3);
  la_value x = { L, -at_x, 4, "x" };
  la_cell_check(x);
  la_coordinate(x, astar_map_width(map));
  la_coordinate((la_value){ L, -at_y, 5, "y" }, astar_map_height(map));
  return 0;
}

/* A goal from argument `arg` on: a unit, a rectangle, or x and y. Returns the argument behind. */
static int read_goal(la_ask *ask, int arg) {
  lua_State *L = ask->L;
  ask->to_unit = !lua_isnumber(L, arg) && la_child_behind(L, arg, &la_unit_type) != NULL;
  if (ask->to_unit) {
    ask->goal = la_units->rect(la_child_of(la_arg(L, arg, "goal"), &la_unit_type, ask->map));
    return arg + 1;
  }
  return la_goal(L, arg, ask->map->map, &ask->goal);
}

bool la_ask_by_unit(lua_State *L) {
  return la_type_of_method(L) == &la_unit_type;
}

int la_ask_start(la_ask *ask) {
  lua_State *L = ask->L;
  if (la_ask_by_unit(L)) {
    ask->unit = la_child_check(L, 1, &la_unit_type);
    ask->map = ask->unit->map;
    astar_rect at = la_units->rect(ask->unit);
    ask->start = (astar_cell){ at.x, at.y };
    return 2;
  }
  ask->map = la_map_check(L, 1);
  ask->start = la_cell(L, 2, ask->map->map);
  return 4;
}

int la_ask_read(la_ask *ask, la_query *space) {
  int arg = read_goal(ask, la_ask_start(ask));
  la_ask_query(ask, arg, space);
  if (ask->to_unit && lua_isnoneornil(ask->L, arg)) ask->core.within = 1;
  return arg + 1;
}

/* ---- trace --------------------------------------------------------------------------------- */

static void push_event(lua_State *L, astar_trace_event event) {
  static const char *const kinds[] = { "opened", "improved", "closed", "passed" };
  lua_createtable(L, 0, 8);
  lua_pushstring(L, kinds[event.kind]);
  lua_setfield(L, -2, "kind");
  la_set_cell(L, "x", "y", event.cell);
  la_set_cell(L, "px", "py", event.parent);
  la_set_integer(L, "f", (lua_Integer)event.f);
  la_set_integer(L, "g", (lua_Integer)event.g);
  la_set_integer(L, "h", (lua_Integer)event.h);
}

bool la_ask_trace(const la_ask *ask, const astar_search *search, size_t *from) {
  size_t count;
  lua_State *L = ask->L;
  if (ask->trace == 0) return true;
  const astar_trace_event *events = astar_search_trace(search, &count);
  for (; *from < count; ++*from) {
    push_event(L, events[*from]);
    if (ask->map->epoch != ask->epoch) return false;
    lua_rawseti(L, ask->trace, (int)*from + 1);
  }
  return true;
}
