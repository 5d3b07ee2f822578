/*
** The nearest of many goals: a list of cells, the name of a terrain, unseen cells, cells that are
** hidden from observers, or a function that accepts cells.
*/
#include "nearest.h"

#include "cells.h"
#include "path.h"
#include "result.h"
#include "sight.h"
#include "terrain.h"

/* ---- what is a goal ------------------------------------------------------------------------ */

static int32_t call_goals(void *user, int32_t x, int32_t y, int32_t terrain) {
  la_nearest_query *nearest = user;
  lua_State *L = nearest->call.L;
  if (nearest->call.failure != 0) return ASTAR_EXTRA_ABORT;
  if (!la_query_call_function(&nearest->call, nearest->first + NEAREST_GOALS, x, y, terrain))
    return ASTAR_EXTRA_ABORT;
  int32_t answer = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return answer;
}

/* Is a place of the unit, or a cell, hidden from all observers? */
static int32_t accept_hidden(void *user, int32_t x, int32_t y, int32_t terrain) {
  const la_nearest_query *nearest = user;
  bool is_cell = nearest->call.core.within > 0;
  (void)terrain;
  int32_t size = is_cell ? 1 : astar_class_size(la_query_call_class(&nearest->call));
  return astar_sight_hides(nearest->hidden_from, x, y, size);
}

/* Pushes field `key` of the goals: { unseen = true }, { hidden_from = sight }. Is there one? */
static bool goals_have(lua_State *L, int goals, const char *key) {
  if (!lua_istable(L, goals)) return lua_pushnil(L), false;
  lua_pushstring(L, key);
  lua_rawget(L, goals);
  return lua_toboolean(L, -1);
}

/* The sight stays on the stack: a callback may take it out of the goals. */
static bool read_hidden(la_nearest_query *nearest, int goals) {
  lua_State *L = nearest->call.L;
  if (!goals_have(L, goals, "hidden_from")) return false;
  nearest->hidden_from = la_sight_at(L, lua_gettop(L), goals, nearest->call.map);
  nearest->target.accepts = accept_hidden;
  nearest->target.user = nearest;
  return true;
}

static void read_goals(la_nearest_query *nearest) {
  lua_State *L = nearest->call.L;
  int goals = nearest->first + NEAREST_GOALS;
  la_value value = la_arg(L, goals, "goals");
  nearest->target.unseen = goals_have(L, goals, "unseen");
  if (nearest->target.unseen || read_hidden(nearest, goals)) return;
  /* Reading keys may have run a finalizer that has closed the map. */
  if (nearest->call.map->map == NULL) la_fail(L, goals, "map is closed");
  if (lua_istable(L, goals)) {
    nearest->target.cells = la_cells(la_arg(L, goals, "goals"), nearest->call.map->map,
                                     &nearest->target.cell_count);
  } else if (lua_type(L, goals) == LUA_TSTRING) {
    la_push_slot(L, 1, STORE_MAP);
    nearest->target.terrain = la_terrain(value, lua_gettop(L));
  } else if (lua_isfunction(L, goals)) {
    nearest->target.accepts = call_goals;
    nearest->target.user = nearest;
  } else {
    la_reject(value, "is no list of cells, name of a terrain, or function");
  }
}

/* Is one of the list at argument `arg` a unit? */
static bool has_unit(lua_State *L, int arg) {
  bool found = false;
  size_t length = lua_istable(L, arg) ? la_rawlen(L, arg) : 0;
  for (size_t i = 0; i < length && !found; i++) {
    lua_rawgeti(L, arg, (int)i + 1);
    found = la_child_behind(L, -1, &la_unit_type) != NULL;
    lua_pop(L, 1);
  }
  return found;
}

void la_nearest_read(la_nearest_query *nearest) {
  la_query_call *call = &nearest->call;
  lua_State *L = call->L;
  nearest->first = la_query_call_start(call);
  nearest->target = (astar_target){ .wanted = 1 };
  int query = nearest->first + NEAREST_QUERY;
  read_goals(nearest);
  la_query_call_start(call);
  la_query_call_read_query(call, query, nearest->space);
  if (lua_isnoneornil(L, query) && has_unit(L, nearest->first + NEAREST_GOALS))
    call->core.within = 1;
  const char *named = call->core.partial ? "partial" : call->core.any_angle ? "any_angle"
                      : call->core.turn_cost != 0 ? "turn_cost" : NULL;
  if (named != NULL) la_fail(L, query, "query: '%s' means nothing to nearest", named);
  if (nearest->target.accepts == call_goals) la_query_call_prepare(call);
}

/* ---- what was found ------------------------------------------------------------------------ */

/* Sets `index`, the place in the list, and `goal`, what stands there, of the table on top. */
static void set_goal(const la_found *found, int32_t index) {
  lua_State *L = found->L;
  if (index < 0) return;
  la_set_integer(L, "index", index + 1);
  if (found->goals == 0) return;
  lua_rawgeti(L, found->goals, index + 1);
  lua_setfield(L, -2, "goal");
}

/* Pushes { path =, x =, y =, index =, goal = } for one of them. False: interrupted. */
static bool la_found_push(const la_found *found, int32_t number) {
  lua_State *L = found->L;
  int32_t index;
  lua_createtable(L, 0, found->goals != 0 ? 5 : 3);
  if (found->map->epoch != found->epoch) return false;
  astar_cell goal = astar_search_goal(found->search, number, &index);
  if (!la_path_push(L, found->map, found->epoch, found->search, number)) return false;
  lua_setfield(L, -2, "path");
  la_set_cell(L, "x", "y", goal);
  set_goal(found, index);
  return true;
}

bool la_found_push_list(const la_found *found, size_t room) {
  lua_State *L = found->L;
  int32_t count = astar_search_found(found->search);
  size_t bytes = 0;
  lua_createtable(L, room < SIZE_MAX ? 0 : count, 0);
  for (int32_t i = 0; i < count; i++) {
    if (found->map->epoch != found->epoch) return false;
    bytes += astar_search_path_size(found->search, i);
    if (i > 0 && bytes > room) return true;
    if (!la_found_push(found, i)) return false;
    lua_rawseti(L, -2, i + 1);
  }
  return true;
}

static bool try_nearest(la_query_call *call, astar_status *status) {
  la_nearest_query *nearest = (la_nearest_query *)call;
  la_query space;
  nearest->space = &space;
  la_nearest_read(nearest);
  la_value count = la_arg(call->L, nearest->first + NEAREST_COUNT, "count");
  nearest->target.wanted = (int32_t)la_integer_or(count, 1, 1, INT32_MAX);
  bool several = !lua_isnil(call->L, count.index);
  la_map *map = call->map;
  astar_cell at = call->start;
  la_query_call_run(call,
                    astar_nearest_new(map->map, at.x, at.y, &nearest->target, &call->core, status),
                    status);
  size_t traced = 0;
  if (!la_query_call_trace(call, map->held, &traced)) return false;
  if (*status != ASTAR_OK) return true;
  int goals = nearest->target.cell_count > 0 ? nearest->first + NEAREST_GOALS : 0;
  la_found found = { call->L, map, call->epoch, goals, map->held };
  return several ? la_found_push_list(&found, nearest->room) : la_found_push(&found, 0);
}

/* `room`: bytes that the paths of a list may take up. */
static int nearest_within(lua_State *L, size_t room) {
  la_nearest_query nearest = { .call = { .L = L }, .room = room };
  return la_query_call_answer(&nearest.call, (la_query_call_by_unit(L) ? 1 : 3) + NEAREST_ARGS,
                              try_nearest);
}

/* nearest(start, goals [, query [, count]]) */
static int asker_nearest(lua_State *L) {
  return nearest_within(L, SIZE_MAX);
}

/* unit:_nearest(goals, query, count, room): a list whose paths take up so many bytes at most */
static int unit_nearest_within(lua_State *L) {
  size_t room = (size_t)la_integer(la_arg(L, 2 + NEAREST_ARGS, "room"), 0, INT64_MAX);
  return nearest_within(L, room);
}

const luaL_Reg la_nearest_asker_methods[] = { { "nearest", asker_nearest }, { NULL, NULL } };

const luaL_Reg la_nearest_unit_methods[] = { { "_nearest", unit_nearest_within }, { NULL, NULL } };
