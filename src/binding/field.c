/*
** Fields: what the way costs from every cell to some goals, or from a start to every cell.
**
** Reading a field brings it up to date first, in which its callback may run.
*/
#include "ask.h"
#include "cells.h"

typedef struct la_costs {
  la_map *map;
  astar_field *field;               /* NULL: closed, or not made yet */
  la_ask ask;
  la_query query;                   /* what ask.query points to */
} la_costs;

/* ---- making -------------------------------------------------------------------------------- */

static void refuse(const la_ask *ask, int arg, bool said, const char *name) {
  if (said) la_fail(ask->L, arg, "query: '%s' means nothing to a field", name);
}

static void check_query(const la_ask *ask, int arg) {
  const astar_query *query = &ask->core;
  refuse(ask, arg, query->within != 0, "within");
  refuse(ask, arg, query->partial, "partial");
  refuse(ask, arg, query->explain, "explain");
  refuse(ask, arg, query->trace, "trace");
  refuse(ask, arg, query->heuristic != ASTAR_OCTILE, "heuristic");
  refuse(ask, arg, query->weight != ASTAR_ONE, "weight");
  refuse(ask, arg, query->engine != ASTAR_ENGINE_AUTO, "search");
  refuse(ask, arg, query->budget != 0, "budget");
}

/* Reads the query at `arg` into the box on top and fills its keep. */
static void adopt(lua_State *L, la_costs *box, la_map *map, int arg) {
  la_ask *ask = &box->ask;
  int self = lua_gettop(L);
  lua_createtable(L, KEEP_FIRST + 3, 0);
  *ask = (la_ask){ .L = L, .map = map, .spelled = true };
  la_ask_query(ask, arg, &box->query);
  check_query(ask, arg);
  if (ask->query != &box->query) la_query_copy(&box->query, ask->query);
  ask->query = &box->query;
  ask->core.influences = box->query.weighted;
  lua_pushvalue(L, self + 1);
  if (ask->extra != 0) {
    lua_pushvalue(L, ask->extra);
    lua_rawseti(L, -2, KEEP_EXTRA);
  }
  la_query_keep(L, 1, &box->query);
  la_setkeep(L, self);
}

/* What was made, or the code in its place. */
static int finish(lua_State *L, la_costs *box, int self, astar_field *field, astar_status why) {
  box->map = box->ask.map;
  box->field = field;
  if (field == NULL) la_ask_check(&box->ask, why);
  lua_pushvalue(L, self);
  return field != NULL ? 1 : la_push_outcome(L, why);
}

typedef astar_field *(*from_cells)(astar_map *map, const astar_cell *cells, int32_t count,
                                   const astar_query *query, astar_status *why);

static int make(lua_State *L, const char *list, from_cells core) {
  int32_t count;
  astar_status why;
  lua_settop(L, 3);
  const astar_cell *cells = la_cells(L, 2, la_map_check(L, 1)->map, list, &count);
  la_costs *box = la_object_new(L, &la_field_type, sizeof *box);
  int self = lua_gettop(L);
  adopt(L, box, la_map_check(L, 1), 3);
  la_unlocked(L, box->ask.map);
  astar_field *field = core(box->ask.map->map, cells, count, &box->ask.core, &why);
  return finish(L, box, self, field, why);
}

/* map:field(goals [, query]) */
int la_map_field(lua_State *L) {
  return make(L, "goals", astar_field_new);
}

/* map:flee(threats [, query]) */
int la_map_flee(lua_State *L) {
  return make(L, "threats", astar_field_flee);
}

/* map:reach(x, y, cost [, query]) */
int la_map_reach(lua_State *L) {
  astar_status why;
  lua_settop(L, 5);
  astar_cell at = la_cell(L, 2, la_map_check(L, 1)->map);
  uint32_t limit = (uint32_t)la_integer(la_arg(L, 4, "cost"), 0, UINT32_MAX - 1);
  la_costs *box = la_object_new(L, &la_field_type, sizeof *box);
  int self = lua_gettop(L);
  adopt(L, box, la_map_check(L, 1), 5);
  la_unlocked(L, box->ask.map);
  astar_field *field = astar_field_reach(box->ask.map->map, at.x, at.y, limit, &box->ask.core, &why);
  return finish(L, box, self, field, why);
}

/* ---- reading ------------------------------------------------------------------------------- */

/* The open field at index 1, its callback ready to run. */
static la_costs *check(lua_State *L) {
  la_costs *box = la_object_check(L, 1, &la_field_type);
  if (box->field == NULL) la_fail(L, 1, "field is closed");
  if (box->map->map == NULL) la_fail(L, 1, "map is closed");
  la_query_alive(la_arg(L, 1, "field"), &box->query);
  box->ask.L = L;
  int extra = 0;
  if (box->query.extra) {
    la_push_slot(L, 1, KEEP_EXTRA);
    extra = lua_gettop(L);
  }
  la_ask_bind(&box->ask, extra, 0);
  return box;
}

/* After a call of the core. True: OK; else what to return is pushed. */
static bool answered(lua_State *L, la_costs *box, astar_status status) {
  if (status == ASTAR_OK) return true;
  if (status == ASTAR_INVALID) luaL_error(L, "a field cannot be read by its own callback");
  la_ask_check(&box->ask, status);
  la_push_outcome(L, status);
  return false;
}

static int field_cost(lua_State *L) {
  uint32_t cost;
  la_costs *box = check(L);
  astar_cell at = la_cell(L, 2, box->map->map);
  if (!answered(L, box, astar_field_cost(box->field, at.x, at.y, &cost))) return 2;
  lua_pushinteger(L, (lua_Integer)cost);
  return 1;
}

static int field_step(lua_State *L) {
  astar_cell next;
  la_costs *box = check(L);
  astar_cell at = la_cell(L, 2, box->map->map);
  if (!answered(L, box, astar_field_step(box->field, at.x, at.y, &next))) return 2;
  return la_push_cell(L, next);
}

/* False: interrupted. */
static bool push_path(lua_State *L, la_costs *box, astar_cell at, size_t size) {
  unsigned epoch = box->map->epoch;
  la_push_slot(L, 1, STORE_MAP);
  la_getkeep(L, -1);
  void *memory = la_object_new(L, &la_path_type, size);
  if (box->map->epoch != epoch) return false;
  astar_field_path(box->field, at.x, at.y, memory);
  lua_insert(L, -2);
  la_setkeep(L, -2);
  return true;
}

static int field_path(lua_State *L) {
  for (;;) {
    astar_status why;
    lua_settop(L, 3);
    la_costs *box = check(L);
    astar_cell at = la_cell(L, 2, box->map->map);
    size_t size = astar_field_path_size(box->field, at.x, at.y, &why);
    if (!answered(L, box, why)) return 2;
    if (push_path(L, box, at, size)) return 1;
  }
}

/* The next cell after number upvalue 2, row by row, that has a cost: x, y, cost. */
static int next_cell(lua_State *L) {
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  la_costs *box = check(L);
  int32_t width = astar_map_width(box->map->map);
  lua_Integer cells = (lua_Integer)width * astar_map_height(box->map->map);
  for (lua_Integer i = lua_tointeger(L, lua_upvalueindex(2)); i < cells; i++) {
    uint32_t cost;
    astar_cell at = { (int32_t)(i % width), (int32_t)(i / width) };
    astar_status status = astar_field_cost(box->field, at.x, at.y, &cost);
    bool broken = status == ASTAR_NO_MEMORY || status == ASTAR_CANCELLED || status == ASTAR_INVALID;
    if (broken && !answered(L, box, status)) return 2;
    if (status != ASTAR_OK) continue;
    lua_pushinteger(L, i + 1);
    lua_replace(L, lua_upvalueindex(2));
    la_push_cell(L, at);
    lua_pushinteger(L, (lua_Integer)cost);
    return 3;
  }
  return la_push_nil(L);
}

static int field_cells(lua_State *L) {
  check(L);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_cell, 2);
  return 1;
}

static int field_update(lua_State *L) {
  la_costs *box = check(L);
  if (!answered(L, box, astar_field_update(box->field))) return 2;
  lua_settop(L, 1);
  return 1;
}

/* ---- the object ---------------------------------------------------------------------------- */

static void release(la_costs *box) {
  if (box->field != NULL && box->map->map != NULL) {
    astar_field_free(box->field);
    box->map->epoch++;
  }
  box->field = NULL;
}

static int field_close(lua_State *L) {
  la_costs *box = la_object_check(L, 1, &la_field_type);
  if (box->field != NULL) la_unlocked(L, box->map);
  release(box);
  return 0;
}

static int field_gc(lua_State *L) {
  la_costs *box = la_object_test(L, 1, &la_field_type);
  if (box != NULL) release(box);
  return 0;
}

static int field_tostring(lua_State *L) {
  la_costs *box = la_object_check(L, 1, &la_field_type);
  bool open = box->field != NULL && box->map->map != NULL;
  lua_pushstring(L, open ? "field" : "field (closed)");
  return 1;
}

static const luaL_Reg methods[] = {
  { "cost", field_cost }, { "step", field_step }, { "path", field_path },
  { "cells", field_cells }, { "update", field_update }, { "close", field_close },
  { NULL, NULL }
};

static const luaL_Reg meta[] = {
  { "__gc", field_gc }, { "__tostring", field_tostring },
#if LA_HAS_CLOSE
  { "__close", field_close },
#endif
  { NULL, NULL }
};

const la_type la_field_type = { "field", methods, meta, NULL };
