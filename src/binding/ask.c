#include "ask.h"

#include <math.h>

/* ---- the callback -------------------------------------------------------------------------- */

enum { MAX_DEPTH = 100 };           /* of callbacks: LuaJIT does not look after the C stack */

static int32_t refuse(la_ask *ask, int32_t x, int32_t y, bool raised) {
  ask->failure = lua_gettop(ask->L);
  ask->raised = raised;
  ask->failed_at.x = x;
  ask->failed_at.y = y;
  return ASTAR_EXTRA_ABORT;
}

/* What the function returned, on top, as a penalty. */
static int32_t penalty(la_ask *ask, int32_t x, int32_t y) {
  lua_State *L = ask->L;
  int32_t result = 0;
  if (lua_isboolean(L, -1) && !lua_toboolean(L, -1)) {
    result = ASTAR_EXTRA_BLOCKED;
  } else if (!lua_isnil(L, -1)) {
    double number = lua_type(L, -1) == LUA_TNUMBER ? (double)lua_tonumber(L, -1) : -1;
    if (!(number >= 0 && number <= ASTAR_MAX_COST && number == floor(number)))
      return refuse(ask, x, y, false);
    result = (int32_t)number;
  }
  lua_pop(L, 1);
  return result;
}

bool la_ask_call(la_ask *ask, int function, int32_t x, int32_t y, int32_t terrain) {
  lua_State *L = ask->L;
  la_map *map = ask->map;
  astar_search *held = map->held;
  map->held = NULL;
  map->locked++;
  ++*map->depth;
  lua_pushvalue(L, function);
  lua_pushinteger(L, (lua_Integer)x + 1);
  lua_pushinteger(L, (lua_Integer)y + 1);
  if (terrain > 0) lua_rawgeti(L, ask->terrains, terrain);
  else lua_pushnil(L);
  int failed = lua_pcall(L, 3, 1, 0);
  --*map->depth;
  map->locked--;
  la_hold(map, held);
  if (failed) refuse(ask, x, y, true);
  return !failed;
}

/* Nothing here but the function itself may raise an error or allocate: the core is waiting. */
static int32_t call_extra(void *user, int32_t x, int32_t y, int32_t terrain) {
  la_ask *ask = user;
  if (ask->failure != 0) return ASTAR_EXTRA_ABORT;
  bool done = la_ask_call(ask, ask->extra, x, y, terrain);
  return done ? penalty(ask, x, y) : ASTAR_EXTRA_ABORT;
}

void la_ask_callable(la_ask *ask) {
  lua_State *L = ask->L;
  if (*ask->map->depth >= MAX_DEPTH) la_blame_error(L, "callbacks are nested too deeply");
  la_push_slot(L, 1, STORE_MAP);
  la_push_slot(L, -1, STORE_TERRAINS);
  ask->terrains = lua_gettop(L);
}

void la_ask_bind(la_ask *ask, int extra, int trace) {
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

/* ---- reading ------------------------------------------------------------------------------- */

static const la_query *take_query(const la_ask *ask, int arg, la_query *space) {
  lua_State *L = ask->L;
  la_value value = la_arg(L, arg, "query");
  la_query *query = la_object_test(L, arg, &la_query_type);
  if (query == NULL) {
    la_query_init(space, ask->map);
    if (!lua_isnoneornil(L, arg)) la_query_read(value, space);
    return space;
  }
  if (query->map != ask->map) la_fail(L, arg, "the query is of another map");
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

void la_ask_query(la_ask *ask, int arg, la_query *space) {
  int extra = 0, trace = 0;
  ask->query = take_query(ask, arg, space);
  if (ask->unit != NULL) check_asker(ask, arg);
  bool by_unit = ask->unit != NULL || ask->query->unit != NULL;
  if (by_unit && ask->spelled) spell_out(ask, arg, space);
  ask->core = ask->query->query;
  if (ask->unit != NULL) ask->core.unit = ask->unit->object;
  if (ask->query->extra_cost) extra = push_value(ask, arg, STORE_KEY_EXTRA, KEEP_EXTRA);
  if (ask->query->trace) trace = push_value(ask, arg, STORE_KEY_TRACE, KEEP_TRACE);
  if (trace != 0) clear_list(ask->L, trace);
  la_ask_bind(ask, extra, trace);
}

/* A goal from argument `arg` on: a rectangle, or x and y. Returns the argument behind it. */
static int read_goal(la_ask *ask, int arg) {
  lua_State *L = ask->L;
  if (lua_istable(L, arg)) {
    ask->goal = la_rect_table(L, arg, ask->map->map);
    return arg + 1;
  }
  astar_cell cell = la_cell(L, arg, ask->map->map);
  astar_rect goal = { cell.x, cell.y, 1, 1 };
  ask->goal = goal;
  return arg + 2;
}

/* Reads the unit or the map, and the start. Returns the index of the next argument. */
int la_ask_start(la_ask *ask) {
  lua_State *L = ask->L;
  if (ask->by_unit) {
    ask->unit = la_child_check(L, 1, &la_unit_type);
    ask->map = ask->unit->map;
    ask->start = astar_unit_cell(ask->unit->object);
    return 2;
  }
  ask->map = la_map_check(L, 1);
  ask->start = la_cell(L, 2, ask->map->map);
  return 4;
}

int la_ask_read(la_ask *ask, la_query *space) {
  int arg = read_goal(ask, la_ask_start(ask));
  la_ask_query(ask, arg, space);
  return arg + 1;
}

/* ---- trace --------------------------------------------------------------------------------- */

static void set_number(lua_State *L, const char *key, lua_Integer value) {
  lua_pushinteger(L, value);
  lua_setfield(L, -2, key);
}

static void push_event(lua_State *L, astar_trace_event event) {
  static const char *const kinds[] = { "opened", "improved", "closed" };
  lua_createtable(L, 0, 8);
  lua_pushstring(L, kinds[event.kind]);
  lua_setfield(L, -2, "kind");
  set_number(L, "x", (lua_Integer)event.cell.x + 1);
  set_number(L, "y", (lua_Integer)event.cell.y + 1);
  set_number(L, "px", (lua_Integer)event.parent.x + 1);
  set_number(L, "py", (lua_Integer)event.parent.y + 1);
  set_number(L, "f", (lua_Integer)event.f);
  set_number(L, "g", (lua_Integer)event.g);
  set_number(L, "h", (lua_Integer)event.h);
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

/* ---- path ---------------------------------------------------------------------------------- */

static astar_status run(astar_search *search) {
  astar_status status;
  do status = astar_search_step(search, UINT32_MAX);
  while (status == ASTAR_RUNNING);
  return status;
}

/* Leaves the path on the stack, if there is one. False: interrupted. */
static bool deliver(la_ask *ask, astar_status status) {
  size_t traced = 0;
  la_map *map = ask->map;
  ask->epoch = map->epoch;
  if (!la_ask_trace(ask, map->held, &traced)) return false;
  bool found = status == ASTAR_OK || status == ASTAR_PARTIAL;
  return !found || la_path_push(ask, map->held);
}

static bool try_path(la_ask *ask, astar_status *status) {
  la_query space;
  la_ask_read(ask, &space);
  la_map *map = ask->map;
  *status = ASTAR_OK;
  astar_cell at = ask->start;
  la_hold(map, astar_search_new(map->map, at.x, at.y, ask->goal, &ask->core, status));
  if (map->held != NULL) *status = run(map->held);
  la_ask_check(ask, *status);
  la_ask_suits(ask, astar_search_objection(map->held));
  return deliver(ask, *status);
}

static int find_path(lua_State *L, bool by_unit) {
  la_ask ask = { .L = L, .by_unit = by_unit };
  astar_status status;
  do lua_settop(L, ASK_ARGS);
  while (!try_path(&ask, &status));
  la_let_go(ask.map);
  bool found = status == ASTAR_OK || status == ASTAR_PARTIAL;
  return found ? 1 : la_push_outcome(L, status);
}

int la_map_path(lua_State *L) {
  return find_path(L, false);
}

int la_unit_path(lua_State *L) {
  return find_path(L, true);
}

/* ---- other questions ----------------------------------------------------------------------- */

static int is_reachable(lua_State *L, bool by_unit) {
  la_query space;
  la_ask ask = { .L = L, .by_unit = by_unit };
  lua_settop(L, ASK_ARGS);
  la_ask_read(&ask, &space);
  astar_status status =
    astar_map_reachable(ask.map->map, ask.start.x, ask.start.y, ask.goal, &ask.core);
  la_ask_check(&ask, status);
  lua_pushboolean(L, status == ASTAR_OK);
  if (status == ASTAR_OK) return 1;
  lua_pushstring(L, astar_status_name(status));
  return 2;
}

int la_map_reachable(lua_State *L) {
  return is_reachable(L, false);
}

int la_unit_reachable(lua_State *L) {
  return is_reachable(L, true);
}

/* map:line(x, y, to_x, to_y [, query]) -> cost | nil, code */
int la_map_line(lua_State *L) {
  la_query space;
  uint32_t cost;
  la_ask ask = { .L = L, .map = la_map_check(L, 1) };
  astar_cell from = la_cell(L, 2, ask.map->map), to = la_cell(L, 4, ask.map->map);
  lua_settop(L, ASK_ARGS);
  la_ask_query(&ask, 6, &space);
  astar_status status =
    astar_map_line(ask.map->map, from.x, from.y, to.x, to.y, &ask.core, &cost);
  la_ask_check(&ask, status);
  if (status != ASTAR_OK) return la_push_outcome(L, status);
  lua_pushinteger(L, (lua_Integer)cost);
  return 1;
}

/* map:region(x, y [, query]) -> id, size | nil */
int la_map_region(lua_State *L) {
  la_query space;
  la_ask ask = { .L = L, .map = la_map_check(L, 1) };
  uint32_t region = 0, size = 0;
  astar_cell at = la_cell(L, 2, ask.map->map);
  lua_settop(L, ASK_ARGS);
  la_ask_query(&ask, 4, &space);
  la_ask_check(&ask, astar_map_region(ask.map->map, at.x, at.y, &ask.core, &region, &size));
  if (region == 0) return la_push_nil(L);
  lua_pushinteger(L, (lua_Integer)region);
  lua_pushinteger(L, (lua_Integer)size);
  return 2;
}

/* map:prepare([query]) */
int la_map_prepare(lua_State *L) {
  la_query space;
  la_ask ask = { .L = L, .map = la_map_edit(L, 1) };
  lua_settop(L, ASK_ARGS);
  la_ask_query(&ask, 2, &space);
  la_ask_check(&ask, astar_map_prepare(ask.map->map, &ask.core));
  lua_settop(L, 1);
  return 1;
}

/* map:find_dead_ends([query]) */
int la_map_find_dead_ends(lua_State *L) {
  la_query space;
  la_ask ask = { .L = L, .map = la_map_edit(L, 1) };
  lua_settop(L, ASK_ARGS);
  la_ask_query(&ask, 2, &space);
  la_ask_check(&ask, astar_map_find_dead_ends(ask.map->map, &ask.core));
  lua_settop(L, 1);
  return 1;
}

/* map:is_dead_end(x, y, width, height [, query]) -> true [, x, y] | false, x, y */
int la_map_is_dead_end(lua_State *L) {
  la_query space;
  bool is_one = false;
  astar_cell cell = { -1, -1 };
  la_ask ask = { .L = L, .map = la_map_check(L, 1) };
  astar_rect rect = la_rect(L, 2, ask.map->map);
  lua_settop(L, ASK_ARGS);
  la_ask_query(&ask, 6, &space);
  la_ask_check(&ask, astar_map_is_dead_end(ask.map->map, rect, &ask.core, &is_one, &cell));
  lua_pushboolean(L, is_one);
  return 1 + (cell.x < 0 ? 0 : la_push_cell(L, cell));
}

static int32_t entering_cost(la_ask *ask, astar_cell at, bool diagonal, astar_status *why) {
  *why = ASTAR_OK;
  int32_t cost = astar_map_cost(ask->map->map, at.x, at.y, diagonal, &ask->core, why);
  la_ask_check(ask, *why);
  return cost;
}

/* map:cost(x, y [, query]) -> straight, diagonal | nil | nil, code */
int la_map_cost(lua_State *L) {
  la_query space;
  astar_status why;
  la_ask ask = { .L = L, .map = la_map_check(L, 1) };
  astar_cell at = la_cell(L, 2, ask.map->map);
  lua_settop(L, ASK_ARGS);
  la_ask_query(&ask, 4, &space);
  int32_t straight = entering_cost(&ask, at, false, &why);
  if (why != ASTAR_OK) return la_push_outcome(L, why);
  if (straight == 0) return la_push_nil(L);
  int32_t diagonal = entering_cost(&ask, at, true, &why);
  lua_pushinteger(L, straight);
  lua_pushinteger(L, diagonal);
  return 2;
}
