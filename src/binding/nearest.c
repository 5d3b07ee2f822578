/*
** The nearest of many goals: a list of cells, the name of a terrain, unseen cells, cells that are
** hidden from eyes, or a function that accepts cells.
*/
#include "ask.h"
#include "cells.h"
#include "path.h"
#include "result.h"
#include "sight.h"
#include "terrain.h"

/* The arguments after those for the unit or the map and the start. */
enum { GOALS, QUERY, COUNT, ALL_ARGS };

typedef struct la_wish {
  la_ask ask;
  la_query space;
  astar_target target;
  size_t room;                      /* bytes that the paths of a list may take up */
  int first;                        /* the argument GOALS */
  const astar_sight *hidden_from;   /* its cells are the goals, or NULL */
} la_wish;

/* ---- what is a goal ------------------------------------------------------------------------ */

static int32_t call_goals(void *user, int32_t x, int32_t y, int32_t terrain) {
  la_wish *wish = user;
  lua_State *L = wish->ask.L;
  if (wish->ask.failure != 0) return ASTAR_EXTRA_ABORT;
  if (!la_ask_call(&wish->ask, wish->first + GOALS, x, y, terrain)) return ASTAR_EXTRA_ABORT;
  int32_t answer = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return answer;
}

/* Is a place of the unit, or a cell, hidden from all eyes? */
static int32_t accept_hidden(void *user, int32_t x, int32_t y, int32_t terrain) {
  const la_wish *wish = user;
  const astar_query *query = &wish->ask.core;
  const astar_class *cls = query->cls;
  (void)terrain;
  if (query->unit != NULL) cls = astar_unit_class(query->unit);
  int32_t size = cls == NULL || query->within > 0 ? 1 : astar_class_size(cls);
  return astar_sight_hides(wish->hidden_from, x, y, size);
}

/* Pushes field `key` of the goals: { unseen = true }, { hidden_from = sight }. Is there one? */
static bool goals_have(lua_State *L, int goals, const char *key) {
  if (!lua_istable(L, goals)) return lua_pushnil(L), false;
  lua_pushstring(L, key);
  lua_rawget(L, goals);
  return lua_toboolean(L, -1);
}

/* The sight stays on the stack: a callback may take it out of the goals. */
static bool read_hidden(la_wish *wish, int goals) {
  lua_State *L = wish->ask.L;
  if (!goals_have(L, goals, "hidden_from")) return false;
  wish->hidden_from = la_sight_at(L, lua_gettop(L), goals, wish->ask.map);
  wish->target.accepts = accept_hidden;
  wish->target.user = wish;
  return true;
}

static void read_goals(la_wish *wish) {
  lua_State *L = wish->ask.L;
  int goals = wish->first + GOALS;
  la_value value = la_arg(L, goals, "goals");
  wish->target.unseen = goals_have(L, goals, "unseen");
  la_ask_start(&wish->ask);
  if (wish->target.unseen || read_hidden(wish, goals)) return;
  /* Reading keys may have run a finalizer that has closed the map. */
  if (wish->ask.map->map == NULL) la_fail(L, goals, "map is closed");
  if (lua_istable(L, goals)) {
    wish->target.cells = la_cells(L, goals, wish->ask.map->map, "goals", &wish->target.cell_count);
  } else if (lua_type(L, goals) == LUA_TSTRING) {
    la_push_slot(L, 1, STORE_MAP);
    wish->target.terrain = la_terrain(value, lua_gettop(L));
  } else if (lua_isfunction(L, goals)) {
    wish->target.accepts = call_goals;
    wish->target.user = wish;
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

/* The list is read first, for that may run the collector. */
static void nearest_read(la_wish *wish) {
  la_ask *ask = &wish->ask;
  lua_State *L = ask->L;
  wish->first = la_ask_start(ask);
  wish->target = (astar_target){ .wanted = 1 };
  la_value count = la_arg(L, wish->first + COUNT, "count");
  if (!lua_isnil(L, count.index)) wish->target.wanted = (int32_t)la_integer(count, 1, INT32_MAX);
  read_goals(wish);
  la_ask_start(ask);
  la_ask_query(ask, wish->first + QUERY, &wish->space);
  if (lua_isnoneornil(L, wish->first + QUERY) && has_unit(L, wish->first + GOALS))
    ask->core.within = 1;
  if (wish->ask.core.partial)
    la_fail(L, wish->first + QUERY, "query: 'partial' means nothing to nearest");
  if (wish->ask.core.any_angle)
    la_fail(L, wish->first + QUERY, "query: 'any_angle' means nothing to nearest");
  if (wish->ask.core.turn_cost != 0)
    la_fail(L, wish->first + QUERY, "query: 'turn_cost' means nothing to nearest");
  if (wish->target.accepts == call_goals) la_ask_callable(ask);
}

/* ---- what was found ------------------------------------------------------------------------ */

static void nearest_set_number(lua_State *L, const char *key, int32_t value) {
  lua_pushinteger(L, value);
  lua_setfield(L, -2, key);
}

/* Sets `index`, the place in the list, and `goal`, what stands there, of the table on top. */
static void set_goal(const la_wish *wish, int32_t index) {
  lua_State *L = wish->ask.L;
  if (index < 0) return;
  nearest_set_number(L, "index", index + 1);
  lua_rawgeti(L, wish->first + GOALS, index + 1);
  lua_setfield(L, -2, "goal");
}

/* Pushes { path =, x =, y =, index =, goal = } for the search's choice. False: interrupted, here as
** below. */
static bool push_found(const la_wish *wish, astar_search *search, int32_t number) {
  lua_State *L = wish->ask.L;
  lua_createtable(L, 0, wish->target.cell_count > 0 ? 5 : 3);
  if (wish->ask.map->epoch != wish->ask.epoch) return false;
  int32_t index;
  astar_cell goal = astar_search_choose(search, number, &index);
  if (!la_path_push(L, wish->ask.map, wish->ask.epoch, search)) return false;
  lua_setfield(L, -2, "path");
  nearest_set_number(L, "x", goal.x + 1);
  nearest_set_number(L, "y", goal.y + 1);
  set_goal(wish, index);
  return true;
}

/* Adds the size of a path to `bytes`. Is there no more room for it? */
static bool is_full(const la_wish *wish, astar_search *search, int32_t number, size_t *bytes) {
  int32_t index;
  astar_search_choose(search, number, &index);
  *bytes += astar_search_path_size(search);
  return number > 0 && *bytes > wish->room;
}

/* Pushes a list of such, as far as there is room; of one at least. */
static bool push_list(const la_wish *wish, astar_search *search) {
  lua_State *L = wish->ask.L;
  int32_t count = astar_search_found(search);
  size_t bytes = 0;
  lua_createtable(L, wish->room < SIZE_MAX ? 0 : count, 0);
  for (int32_t i = 0; i < count; i++) {
    if (wish->ask.map->epoch != wish->ask.epoch) return false;
    if (wish->room < SIZE_MAX && is_full(wish, search, i, &bytes)) return true;
    if (!push_found(wish, search, i)) return false;
    lua_rawseti(L, -2, i + 1);
  }
  return true;
}

static astar_status nearest_run(astar_search *search) {
  astar_status status;
  do status = astar_search_step(search, UINT32_MAX);
  while (status == ASTAR_RUNNING);
  return status;
}

/* False: interrupted. */
static bool try_nearest(la_wish *wish, astar_status *status) {
  la_ask *ask = &wish->ask;
  nearest_read(wish);
  bool several = !lua_isnil(ask->L, wish->first + COUNT);
  la_map *map = ask->map;
  *status = ASTAR_OK;
  la_hold(map, astar_nearest_new(map->map, ask->start.x, ask->start.y, &wish->target, &ask->core,
                                 status));
  if (map->held != NULL) *status = nearest_run(map->held);
  la_ask_check(ask, *status);
  la_ask_suits(ask, astar_search_objection(map->held));
  ask->epoch = map->epoch;
  size_t traced = 0;
  if (!la_ask_trace(ask, map->held, &traced)) return false;
  if (*status != ASTAR_OK) return true;
  return several ? push_list(wish, map->held) : push_found(wish, map->held, 0);
}

static int nearest_nearest(lua_State *L, bool by_unit, size_t room) {
  la_wish wish = { .ask = { .L = L, .by_unit = by_unit }, .room = room };
  int arguments = (by_unit ? 1 : 3) + ALL_ARGS;
  astar_status status;
  do lua_settop(L, arguments);
  while (!try_nearest(&wish, &status));
  la_let_go(wish.ask.map);
  if (status != ASTAR_OK) return la_push_outcome(L, status);
  return 1;
}

/* map:nearest(x, y, goals [, query [, count]]) */
static int map_nearest(lua_State *L) {
  return nearest_nearest(L, false, SIZE_MAX);
}

/* unit:nearest(goals [, query [, count]]) */
static int unit_nearest(lua_State *L) {
  return nearest_nearest(L, true, SIZE_MAX);
}

/* unit:_nearest(goals, query, count, room): a list whose paths take up so many bytes at most */
static int unit_nearest_within(lua_State *L) {
  size_t room = (size_t)la_integer(la_arg(L, 2 + ALL_ARGS, "room"), 0, INT64_MAX);
  return nearest_nearest(L, true, room);
}

const luaL_Reg la_nearest_map_methods[] = { { "nearest", map_nearest }, { NULL, NULL } };

const luaL_Reg la_nearest_unit_methods[] = {
  { "nearest", unit_nearest }, { "_nearest", unit_nearest_within }, { NULL, NULL }
};
