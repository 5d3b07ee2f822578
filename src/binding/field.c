/*
** Fields: the cost of the path from every cell to some goals, or from a start to every cell.
**
** Reading a field first brings it up to date, and may run its callback.
*/
#include "field.h"

#include <string.h>

#include "cell_array.h"
#include "cells.h"
#include "path.h"
#include "result.h"

typedef struct la_cost_field {
  la_tracked base;
  bool running;                     /* being read: its callback may be running */
  la_query_call call;
  la_query query;                   /* what call.query points to */
} la_cost_field;

/* ---- making -------------------------------------------------------------------------------- */

void la_field_check_query(const la_query_call *call, int arg, const char *to) {
  const astar_query *query = &call->core;
  const char *named = query->within != 0 ? "within" : query->turn_cost != 0 ? "turn_cost"
                      : query->any_angle ? "any_angle" : query->traffic_cost != 0 ? "traffic_cost"
                      : query->partial ? "partial" : query->explain ? "explain"
                      : query->trace ? "trace" : query->heuristic != ASTAR_OCTILE ? "heuristic"
                      : query->heuristic_weight != ASTAR_ONE ? "heuristic_weight"
                      : query->engine != ASTAR_ENGINE_AUTO ? "engine"
                      : query->budget != 0 ? "budget" : NULL;
  if (named != NULL) la_fail(call->L, arg, "query: '%s' means nothing to %s", named, to);
}

/* Pushes an object that is not open yet, with the query of argument `arg` read. */
static la_cost_field *field_prepare(lua_State *L, int arg) {
  const astar_map *map = la_map_check(L, 1)->map;
  size_t cells = (size_t)astar_map_width(map) * (size_t)astar_map_height(map);
  la_tell_collector(L, cells * sizeof(uint32_t));
  la_cost_field *box = la_object_new(L, &la_field_type, sizeof *box);
  int self = lua_gettop(L);
  lua_createtable(L, KEEP_FIRST + 3, 0);
  box->call = (la_query_call){ .L = L, .map = la_map_check(L, 1), .spelled = true };
  la_query_call_read_query(&box->call, arg, &box->query);
  la_field_check_query(&box->call, arg, "a field");
  la_query_call_adopt(&box->call, &box->query, self, &la_field_type);
  la_unlocked(L, box->call.map);
  lua_pushvalue(L, self);
  return box;
}

/* What was made, which is on top, or the code in its place. */
static int field_finish(lua_State *L, la_cost_field *box, astar_field *field, astar_status why) {
  box->base.object = field;
  if (field != NULL) return 1;
  la_query_call_check(&box->call, why);
  return la_push_outcome(L, why);
}

/* A table without a metatable that has a cost is a goal as other libraries have them. */
static void refuse_goal_costs(la_value list) {
  lua_State *L = list.L;
  size_t count = lua_istable(L, list.index) ? la_rawlen(L, list.index) : 0;
  int top = lua_gettop(L);
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(L, list.index, (int)i);
    bool is_plain = lua_istable(L, -1) && !lua_getmetatable(L, -1);
    if (is_plain) lua_getfield(L, -1, "cost");
    if (is_plain && !lua_isnil(L, -1))
      la_fail(L, list.arg, "to[%d].cost: all goals of a field cost nothing", (int)i);
    lua_settop(L, top);
  }
}

/* Where a field begins: the options of map:field. */
typedef struct FieldEnds {
  la_extent extent;
  const char *given;                /* "to", "from" or "flee"; NULL: none of them yet */
  astar_cell start;                 /* of "from" */
  uint32_t max_cost, nodes;
} FieldEnds;

/* The lists are read later: options leave nothing on the stack. */
static void ends_read(la_value value, void *target) {
  FieldEnds *ends = target;
  if (ends->given != NULL)
    la_fail(value.L, value.arg, "options: '%s' together with '%s'", ends->given, value.name);
  ends->given = value.name;
}

static void ends_read_from(la_value value, void *target) {
  FieldEnds *ends = target;
  ends_read(value, target);
  ends->start = la_cell_in(value, 0, ends->extent);
}

static FieldEnds field_read_ends(lua_State *L) {
  static const la_option options[] = {
    { "to", .read = ends_read }, { "from", .read = ends_read_from }, { "flee", .read = ends_read },
    { "max_cost", LA_INT(FieldEnds, max_cost, 0, UINT32_MAX - 1) },
    { "nodes", LA_INT(FieldEnds, nodes, 1, UINT32_MAX) }, { .name = NULL }
  };
  FieldEnds ends = { la_extent_of(la_map_check(L, 1)->map), .max_cost = UINT32_MAX };
  la_options(la_arg(L, 2, "options"), options, &ends);
  if (ends.given == NULL) la_fail(L, 2, "options: 'to', 'from' or 'flee' is missing");
  if (ends.max_cost != UINT32_MAX && strcmp(ends.given, "from") != 0)
    la_fail(L, 2, "options: 'max_cost' without 'from'");
  if (ends.nodes != 0 && strcmp(ends.given, "flee") != 0)
    la_fail(L, 2, "options: 'nodes' without 'flee'");
  return ends;
}

/* map:field(options [, query]) */
static int map_field(lua_State *L) {
  int32_t count = 0;
  astar_status why;
  lua_settop(L, 3);
  FieldEnds ends = field_read_ends(L);
  bool is_to = strcmp(ends.given, "to") == 0, is_from = strcmp(ends.given, "from") == 0;
  lua_pushstring(L, ends.given);
  lua_rawget(L, 2);
  la_value list = { L, 2, 4, ends.given };
  if (is_to) refuse_goal_costs(list);
  const astar_cell *cells = is_from ? NULL : la_cells(list, la_map_check(L, 1)->map, &count);
  la_cost_field *box = field_prepare(L, 3);
  astar_map *map = box->call.map->map;
  const astar_query *query = &box->call.core;
  astar_field *field =
    is_to ? astar_field_new(map, cells, count, query, &why) :
    is_from ? astar_field_reach(map, ends.start.x, ends.start.y, ends.max_cost, query, &why) :
    astar_field_flee(map, cells, count, ends.nodes, query, &why);
  return field_finish(L, box, field, why);
}

const luaL_Reg la_field_map_methods[] = { { "field", map_field }, { NULL, NULL } };

/* ---- reading ------------------------------------------------------------------------------- */

/* The open field at index 1, its callback ready to run; after the call of the core comes
** `answered`. */
static la_cost_field *field_check(lua_State *L) {
  la_cost_field *box = la_tracked_check(L, &la_field_type);
  if (box->running) la_fail(L, 1, "field is read by its own callback");
  la_query_alive(la_arg(L, 1, "field"), &box->query);
  la_query_call_resume(&box->call, L);
  return box;
}

/* The cell in arguments 2 and 3; from now on the core may call the callback. */
static astar_cell field_begin(lua_State *L, la_cost_field *box) {
  astar_cell at = la_cell(L, 2, box->base.map->map);
  box->running = true;
  return at;
}

/* After a call of the core. True: OK; else what to return is pushed. */
static bool field_answered(lua_State *L, la_cost_field *box, astar_status status) {
  box->running = false;
  if (status == ASTAR_OK) return true;
  la_query_call_check(&box->call, status);
  la_push_outcome(L, status);
  return false;
}

static int field_cost(lua_State *L) {
  uint32_t cost;
  la_cost_field *box = field_check(L);
  astar_cell at = field_begin(L, box);
  if (!field_answered(L, box, astar_field_cost(box->base.object, at.x, at.y, &cost))) return 2;
  lua_pushinteger(L, (lua_Integer)cost);
  return 1;
}

static int field_step(lua_State *L) {
  astar_cell next;
  la_cost_field *box = field_check(L);
  astar_cell at = field_begin(L, box);
  if (!field_answered(L, box, astar_field_step(box->base.object, at.x, at.y, &next))) return 2;
  return la_push_cell(L, next);
}

static int field_path(lua_State *L) {
  for (;;) {
    size_t size;
    lua_settop(L, 3);
    la_cost_field *box = field_check(L);
    astar_cell at = field_begin(L, box);
    astar_status status = astar_field_path_size(box->base.object, at.x, at.y, &size);
    if (!field_answered(L, box, status)) return 2;
    void *memory = la_path_new(L, box->base.map, box->base.map->epoch, size);
    if (memory == NULL) continue;
    astar_field_path(box->base.object, at.x, at.y, memory);
    return 1;
  }
}

/* field:cost_bytes([x, y, width, height] [, into]). The caller's memory may not be aligned, so the
** costs come by way of some that is. */
static int field_cost_bytes(lua_State *L) {
  lua_settop(L, 6);
  la_cell_array array = la_cell_array_begin(L, 2, field_check(L)->base.map->map, sizeof(uint32_t));
  uint32_t *costs = array.is_callers ? la_newuserdata(L, array.size) : array.room;
  la_cost_field *box = field_check(L);
  box->running = true;
  astar_status why = astar_field_costs(box->base.object, array.rect, costs);
  box->running = false;
  la_query_call_check(&box->call, why);
  if (why != ASTAR_OK) memset(costs, 0xff, array.size);
  if (array.is_callers) memcpy(array.room, costs, array.size);
  return la_cell_array_end(L, &array);
}

/* Upvalues: the field, and the number of the cell to look on from. Returns x, y, cost. */
static int field_next_cell(lua_State *L) {
  uint32_t cost;
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  la_cost_field *box = field_check(L);
  int64_t width = astar_map_width(box->base.map->map);
  int64_t number = lua_tointeger(L, lua_upvalueindex(2));
  astar_cell at = { (int32_t)(number % width), (int32_t)(number / width) };
  box->running = true;
  astar_status status = astar_field_seek(box->base.object, &at, &cost);
  if (!field_answered(L, box, status)) return status == ASTAR_UNREACHABLE ? la_push_nil(L) : 2;
  lua_pushinteger(L, (lua_Integer)(at.y * width + at.x + 1));
  lua_replace(L, lua_upvalueindex(2));
  la_push_cell(L, at);
  lua_pushinteger(L, (lua_Integer)cost);
  return 3;
}

static int field_cells(lua_State *L) {
  field_check(L);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, field_next_cell, 2);
  return 1;
}

/* field:_work(): cells looked at so far to find its costs */
LA_GETTER(field_work, lua_pushnumber, (lua_Number)astar_field_work(field_check(L)->base.object))

static int field_update(lua_State *L) {
  la_cost_field *box = field_check(L);
  box->running = true;
  if (!field_answered(L, box, astar_field_update(box->base.object))) return 2;
  lua_settop(L, 1);
  return 1;
}

/* ---- the object ---------------------------------------------------------------------------- */

static void field_free(void *tracked) {
  astar_field_free(((la_tracked *)tracked)->object);
}

const luaL_Reg la_field_methods[] = {
  { "cost", field_cost }, { "cost_bytes", field_cost_bytes }, { "step", field_step },
  { "path", field_path }, { "cells", field_cells }, { "update", field_update },
  { "_work", field_work }, { "close", la_tracked_close },
  { "__gc", la_tracked_gc }, { "__tostring", la_tracked_tostring },
#if LA_HAS_CLOSE
  { "__close", la_tracked_close },
#endif
  { NULL, NULL }
};

const la_type la_field_type = { .name = "field", .free = field_free };
