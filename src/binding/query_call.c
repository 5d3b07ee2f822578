#include "query_call.h"

#include <math.h>

#include "result.h"
#include "unit_hooks.h"

/* ---- the callback -------------------------------------------------------------------------- */

enum { MAX_DEPTH = 100 };           /* of callbacks: LuaJIT does not look after the C stack */

static int32_t query_call_refuse(la_query_call *call, int32_t x, int32_t y, bool raised) {
  call->failure = lua_gettop(call->L);
  call->raised = raised;
  call->failed_at.x = x;
  call->failed_at.y = y;
  return ASTAR_EXTRA_ABORT;
}

/* What the function returned, on top, as a penalty. */
static int32_t ask_penalty(la_query_call *call, int32_t x, int32_t y) {
  lua_State *L = call->L;
  int32_t result = 0;
  if (lua_isboolean(L, -1) && !lua_toboolean(L, -1)) {
    result = ASTAR_EXTRA_BLOCKED;
  } else if (!lua_isnil(L, -1)) {
    double number = lua_type(L, -1) == LUA_TNUMBER ? (double)lua_tonumber(L, -1) : -1;
    if (!(number >= 0 && number <= ASTAR_MAX_COST && number == floor(number)))
      return query_call_refuse(call, x, y, false);
    result = (int32_t)number;
  }
  lua_pop(L, 1);
  return result;
}

static bool query_call_run(la_query_call *call, int arguments) {
  la_map *map = call->map;
  astar_search *held = map->held;
  map->held = NULL;
  map->locked++;
  ++*map->depth;
  int failed = lua_pcall(call->L, arguments, 1, 0);
  --*map->depth;
  map->locked--;
  la_hold(map, held);
  return !failed;
}

bool la_query_call_protected(la_query_call *call, int arguments) {
  if (query_call_run(call, arguments)) return true;
  query_call_refuse(call, 0, 0, true);
  return false;
}

bool la_query_call_function(la_query_call *call, int function, int32_t x, int32_t y,
                            int32_t terrain) {
  lua_State *L = call->L;
  lua_pushvalue(L, function);
  lua_pushinteger(L, (lua_Integer)x + 1);
  lua_pushinteger(L, (lua_Integer)y + 1);
  if (terrain > 0) lua_rawgeti(L, call->terrains, terrain);
  else lua_pushnil(L);
  if (query_call_run(call, 3)) return true;
  query_call_refuse(call, x, y, true);
  return false;
}

/* Nothing here but the function itself may raise an error or allocate: the core is waiting. */
static int32_t call_extra(void *user, int32_t x, int32_t y, int32_t terrain) {
  la_query_call *call = user;
  if (call->failure != 0) return ASTAR_EXTRA_ABORT;
  bool done = la_query_call_function(call, call->extra, x, y, terrain);
  return done ? ask_penalty(call, x, y) : ASTAR_EXTRA_ABORT;
}

void la_query_call_prepare(la_query_call *call) {
  lua_State *L = call->L;
  if (*call->map->depth >= MAX_DEPTH) la_blame_error(L, "callbacks are nested too deeply");
  la_push_slot(L, 1, STORE_MAP);
  la_push_slot(L, -1, STORE_TERRAINS);
  call->terrains = lua_gettop(L);
}

/* Pushes what a callback needs and makes the core's query call it. */
static void ask_bind(la_query_call *call, int extra, int trace) {
  call->extra = extra;
  call->trace = trace;
  call->failure = 0;
  call->core.extra_cost = NULL;
  if (extra == 0) return;
  la_query_call_prepare(call);
  call->core.extra_cost = call_extra;
  call->core.extra_user = call;
}

static void raise_failure(const la_query_call *call) {
  lua_State *L = call->L;
  lua_pushvalue(L, call->failure);
  if (call->raised) lua_error(L);
  la_blame_error(L, "extra_cost returned %s for cell %d, %d: it must be 0 to %d, false or nil",
             la_show(L, -1), (int)call->failed_at.x + 1, (int)call->failed_at.y + 1,
             ASTAR_MAX_COST);
}

void la_query_call_check(la_query_call *call, astar_status status) {
  bool broken = status == ASTAR_NO_MEMORY || status == ASTAR_INVALID;
  if (call->failure == 0 && !broken) return;
  la_hold(call->map, NULL);
  if (call->failure != 0) raise_failure(call);
  la_status_check(call->L, status);
}

void la_query_call_suits(const la_query_call *call, const char *objection) {
  if (objection == NULL) return;
  la_hold(call->map, NULL);
  la_blame_error(call->L, "query: engine = '%s' does not answer this exactly: %s",
             astar_engine_name(call->core.engine), objection);
}

/* ---- asking --------------------------------------------------------------------------------- */

void la_query_call_run(la_query_call *call, astar_search *search, astar_status *status) {
  la_hold(call->map, search);
  if (search != NULL)
    do *status = astar_search_step(search, UINT32_MAX);
    while (*status == ASTAR_RUNNING);
  la_query_call_check(call, *status);
  if (search != NULL) la_query_call_suits(call, astar_search_objection(search));
  call->epoch = call->map->epoch;
}

int la_query_call_answer(la_query_call *call, int arguments, la_attempt *attempt) {
  astar_status status;
  do lua_settop(call->L, arguments);
  while (!attempt(call, &status));
  la_let_go(call->map);
  bool found = status == ASTAR_OK || status == ASTAR_PARTIAL;
  return found ? 1 : la_push_outcome(call->L, status);
}

/* ---- reading ------------------------------------------------------------------------------- */

static const la_query *take_query(const la_query_call *call, la_value value, la_query *space) {
  lua_State *L = call->L;
  bool is_said = !lua_isnoneornil(L, value.index);
  la_query *query = is_said ? la_object_test(L, value.index, &la_query_type) : NULL;
  if (query == NULL) {
    la_query_init(space, call->map);
    if (is_said) la_query_read(value, space);
    return space;
  }
  if (query->map != call->map) la_fail(L, value.arg, "the query is of another map");
  la_query_alive(value, query);
  return query;
}

/* A unit asks for itself: nobody else may be named. */
static void check_asker(const la_query_call *call, int arg) {
  const la_query *query = call->query;
  const char *named = query->cls != NULL ? "class" : query->player != NULL ? "player" : NULL;
  if (query->unit != NULL && query->unit != call->unit) named = "unit";
  if (named != NULL) la_fail(call->L, arg, "query: '%s' where a unit asks for itself", named);
}

static void spell_out(la_query_call *call, int arg, la_query *space) {
  if (call->query != space) la_query_copy(space, call->query);
  la_query_spell_out(la_arg(call->L, arg, "query"), space);
  call->query = space;
}

/* Pushes a value that the query's options have; its index. */
static int push_value(const la_query_call *call, int arg, int key, int slot) {
  lua_State *L = call->L;
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

const astar_class *la_query_call_class(const la_query_call *call) {
  const la_child *unit = call->unit != NULL ? call->unit : call->query->unit;
  const la_child *cls = unit != NULL ? unit->cls : call->query->cls;
  return (cls != NULL ? cls : call->map->default_class)->object;
}

void la_query_call_read_query(la_query_call *call, int arg, la_query *space) {
  int extra = 0, trace = 0;
  call->query = take_query(call, la_arg(call->L, arg, "query"), space);
  if (call->unit != NULL) check_asker(call, arg);
  bool by_unit = call->unit != NULL || call->query->unit != NULL;
  if (by_unit && call->spelled) spell_out(call, arg, space);
  call->core = call->query->query;
  if (call->unit != NULL) call->core.unit = call->unit->object;
  if (call->query->extra_cost) extra = push_value(call, arg, STORE_KEY_EXTRA, KEEP_EXTRA);
  if (call->query->trace) trace = push_value(call, arg, STORE_KEY_TRACE, KEEP_TRACE);
  if (trace != 0) clear_list(call->L, trace);
  ask_bind(call, extra, trace);
}

static void keep_value(const la_query_call *call, int value, int keep, int slot) {
  if (value == 0) return;
  lua_pushvalue(call->L, value);
  lua_rawseti(call->L, keep, slot);
}

void la_query_call_adopt(la_query_call *call, la_query *own, int box, const la_type *type) {
  int keep = box + 1;
  if (call->query != own) la_query_copy(own, call->query);
  if (call->unit != NULL) own->unit = call->unit;
  call->query = own;
  call->core.influences = own->weighted;
  keep_value(call, call->extra, keep, KEEP_EXTRA);
  keep_value(call, call->trace, keep, KEEP_TRACE);
  lua_pushvalue(call->L, keep);
  la_query_keep(call->L, 1, own);
  la_track(call->L, 1, box, type);
}

static int query_call_push_kept(lua_State *L, bool wanted, int slot) {
  if (!wanted) return 0;
  la_push_slot(L, 1, slot);
  return lua_gettop(L);
}

void la_query_call_resume(la_query_call *call, lua_State *L) {
  call->L = L;
  int extra = query_call_push_kept(L, call->query->extra_cost, KEEP_EXTRA);
  int trace = query_call_push_kept(L, call->query->trace, KEEP_TRACE);
  ask_bind(call, extra, trace);
}

int la_query_call_check_query(lua_State *L) {
  la_query space;
  int position = (int)luaL_checkinteger(L, 2);
  la_query_call call = { .L = L };
  if (la_child_behind(L, 1, &la_unit_type) != NULL) call.unit = la_child_check(L, 1, &la_unit_type);
  call.map = call.unit != NULL ? call.unit->map : la_map_check(L, 1);
  call.query = take_query(&call, (la_value){ L, -position, 3, "query" }, &space);
  if (call.unit != NULL) check_asker(&call, -position);
  return 0;
}

int la_query_call_check_cell(lua_State *L) {
  const astar_map *map = la_map_check(L, 1)->map;
  int at_x = (int)luaL_checkinteger(L, 2), at_y = (int)luaL_checkinteger(L, 3);
  la_value x = { L, -at_x, 4, "x" };
  la_cell_check(x);
  la_coordinate(x, astar_map_width(map));
  la_coordinate((la_value){ L, -at_y, 5, "y" }, astar_map_height(map));
  return 0;
}

/* A goal from argument `arg` on: a unit, a rectangle, or x and y. Returns the argument behind. */
static int read_goal(la_query_call *call, int arg) {
  lua_State *L = call->L;
  call->to_unit = !lua_isnumber(L, arg) && la_child_behind(L, arg, &la_unit_type) != NULL;
  if (call->to_unit) {
    call->goal = la_units->rect(la_child_of(la_arg(L, arg, "goal"), &la_unit_type, call->map));
    return arg + 1;
  }
  return la_goal(L, arg, call->map->map, &call->goal);
}

bool la_query_call_by_unit(lua_State *L) {
  return la_type_of_method(L) == &la_unit_type;
}

int la_query_call_start(la_query_call *call) {
  lua_State *L = call->L;
  if (la_query_call_by_unit(L)) {
    call->unit = la_child_check(L, 1, &la_unit_type);
    call->map = call->unit->map;
    astar_rect at = la_units->rect(call->unit);
    call->start = (astar_cell){ at.x, at.y };
    return 2;
  }
  call->map = la_map_check(L, 1);
  call->start = la_cell(L, 2, call->map->map);
  return 4;
}

int la_query_call_read(la_query_call *call, la_query *space) {
  int arg = read_goal(call, la_query_call_start(call));
  la_query_call_read_query(call, arg, space);
  if (call->to_unit && lua_isnoneornil(call->L, arg)) call->core.within = 1;
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

bool la_query_call_trace(const la_query_call *call, const astar_search *search, size_t *from) {
  size_t count;
  lua_State *L = call->L;
  if (call->trace == 0) return true;
  const astar_trace_event *events = astar_search_trace(search, &count);
  for (; *from < count; ++*from) {
    push_event(L, events[*from]);
    if (call->map->epoch != call->epoch) return false;
    lua_rawseti(L, call->trace, (int)*from + 1);
  }
  return true;
}
