/*
** Why there is no path: what is in the way, the cheapest breach, and where it is too narrow.
*/
#include "breach.h"
#include "path.h"
#include "result.h"

/* ---- searching ----------------------------------------------------------------------------- */

/* What the query's path comes to. */
static astar_status path_outcome(la_breach *breach) {
  la_ask *ask = &breach->ask;
  astar_status status = ASTAR_OK;
  la_hold(ask->map, astar_search_new(ask->map->map, ask->start.x, ask->start.y, ask->goal,
                                     &ask->core, &status));
  if (ask->map->held != NULL)
    do status = astar_search_step(ask->map->held, UINT32_MAX);
    while (status == ASTAR_RUNNING);
  la_ask_check(ask, status);
  la_let_go(ask->map);
  ask->epoch = ask->map->epoch;
  return status;
}

static bool is_reason(astar_status status) {
  return status == ASTAR_UNREACHABLE || status == ASTAR_CROWDED ||
         status == ASTAR_START_BLOCKED || status == ASTAR_GOAL_BLOCKED;
}

/* Sets `breach` of the table on top, if there is one at these prices; what is in the way is listed
** in any case, as far as anything can be removed at all. */
static bool set_breach(la_breach *breach) {
  lua_State *L = breach->ask.L;
  breach->count = 0;
  if (la_breach_run(breach, &breach->prices) == ASTAR_OK) {
    int top = lua_gettop(L);
    if (!la_breach_push(breach)) return false;
    lua_setfield(L, top, "breach");
    return true;
  }
  if (la_breach_run(breach, NULL) == ASTAR_OK && !la_breach_copy(breach)) return false;
  la_breach_let_go(breach);
  return true;
}

/* ---- blockers ------------------------------------------------------------------------------ */

/* Obstacles of one kind: a terrain, a unit, a link, or all unseen cells. */
typedef struct Blocker {
  size_t first;                     /* of the list */
  size_t count;
  lua_Integer price;
} Blocker;

static bool is_alike(const astar_obstacle *a, const astar_obstacle *b) {
  bool named = a->kind == ASTAR_OBSTACLE_TERRAIN;
  return a->kind == b->kind && a->number == b->number && (!named || a->terrain == b->terrain);
}

/* Gathers the obstacles; returns how many blockers they make. */
static size_t gather_blockers(const la_breach *breach, Blocker *blockers) {
  size_t count = 0;
  for (size_t i = 0; i < breach->count; i++) {
    size_t at = 0;
    while (at < count && !is_alike(&breach->list[blockers[at].first], &breach->list[i])) at++;
    if (at == count) blockers[count++] = (Blocker){ i, 0, 0 };
    blockers[at].count++;
    blockers[at].price += breach->list[i].price;
  }
  return count;
}

/* The dearest first; among equally dear ones the first on the way. */
static void sort_blockers(Blocker *blockers, size_t count) {
  for (size_t i = 1; i < count; i++) {
    Blocker one = blockers[i];
    size_t at = i;
    for (; at > 0 && blockers[at - 1].price < one.price; at--) blockers[at] = blockers[at - 1];
    blockers[at] = one;
  }
}

/* Pushes { { x, y }, … }. */
static void push_blocker_cells(const la_breach *breach, const Blocker *blocker) {
  lua_State *L = breach->ask.L;
  int count = 0;
  lua_createtable(L, (int)blocker->count, 0);
  for (size_t i = blocker->first; i < breach->count; i++) {
    if (!is_alike(&breach->list[blocker->first], &breach->list[i])) continue;
    lua_createtable(L, 2, 0);
    la_push_cell(L, breach->list[i].cell);
    lua_rawseti(L, -3, 2);
    lua_rawseti(L, -2, 1);
    lua_rawseti(L, -2, ++count);
  }
}

/* Sets `blockers` of the table on top: { kind =, cells =, price =, terrain = or unit = or link = }
** each. */
static void set_blockers(const la_breach *breach) {
  lua_State *L = breach->ask.L;
  int result = lua_gettop(L);
  Blocker *blockers = lua_newuserdata(L, (breach->count + 1) * sizeof *blockers);
  size_t count = gather_blockers(breach, blockers);
  sort_blockers(blockers, count);
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_createtable(L, 0, 4);
    la_breach_obstacle(breach, &breach->list[blockers[i].first]);
    la_set_integer(L, "price", blockers[i].price);
    push_blocker_cells(breach, &blockers[i]);
    lua_setfield(L, -2, "cells");
    lua_rawseti(L, -2, (int)i + 1);
  }
  lua_setfield(L, result, "blockers");
  lua_settop(L, result);
}

/* ---- narrow places ------------------------------------------------------------------------- */

/* Holds the path of the largest units, smaller than these, for which there is one. Its size; 0:
** there is none. Where larger ones get through, smaller ones do: so half of the sizes are left out
** with each search. */
static int32_t find_passing_size(la_breach *breach) {
  int32_t passes = 0, fails = astar_class_size(la_ask_class(&breach->ask));
  astar_prices prices = { .terrain = ASTAR_NEVER, .unseen = ASTAR_NEVER, .unit = ASTAR_NEVER,
                          .link = ASTAR_NEVER };
  while (fails - passes > 1) {
    prices.size = (passes + fails) / 2;
    if (la_breach_run(breach, &prices) == ASTAR_OK) passes = prices.size;
    else fails = prices.size;
  }
  prices.size = passes;
  if (passes > 0) la_breach_run(breach, &prices);
  return passes;
}

/* Sets `narrow` of the table on top: { size =, x =, y =, path = }, where the first place is that is
** too narrow. */
static bool set_narrow(la_breach *breach) {
  lua_State *L = breach->ask.L;
  int result = lua_gettop(L);
  int32_t size = find_passing_size(breach);
  if (size > 0) {
    if (!la_breach_copy(breach) || !la_path_push(L, breach->ask.map, breach->ask.epoch,
                                              breach->ask.map->held))
      return false;
    lua_createtable(L, 0, 4);
    lua_insert(L, -2);
    lua_setfield(L, -2, "path");
    la_set_integer(L, "size", size);
    if (breach->count > 0) la_set_cell(L, "x", "y", breach->list[0].cell);
    lua_setfield(L, result, "narrow");
  }
  la_breach_let_go(breach);
  lua_settop(L, result);
  return true;
}

/* ---- the whole ----------------------------------------------------------------------------- */

/* Pushes { code =, blockers =, breach =, narrow = }. A smaller unit is tried where units are not
** what is in the way. */
static bool push_why(la_breach *breach, astar_status code) {
  lua_State *L = breach->ask.L;
  lua_createtable(L, 0, 4);
  lua_pushstring(L, astar_status_name(code));
  lua_setfield(L, -2, "code");
  int result = lua_gettop(L);
  if (breach->ask.map->epoch != breach->ask.epoch) return false;
  bool is_large = astar_class_size(la_ask_class(&breach->ask)) > 1;
  if (code != ASTAR_CROWDED && is_large && !set_narrow(breach)) return false;
  if (breach->ask.map->epoch != breach->ask.epoch || !set_breach(breach)) return false;
  lua_pushvalue(L, result);
  set_blockers(breach);
  return true;
}

static bool try_why(la_breach *breach, astar_status *status) {
  la_breach_read(breach);
  *status = path_outcome(breach);
  return !is_reason(*status) || push_why(breach, *status);
}

/* why(start, goal [, query [, prices]]) -> { code =, blockers =, breach =, narrow = }, or nil and a
** code */
static int asker_why(lua_State *L) {
  la_breach breach = { .ask = { .L = L } };
  astar_status status;
  do lua_settop(L, BREACH_ARGS);
  while (!try_why(&breach, &status));
  return is_reason(status) ? 1 : la_push_outcome(L, status);
}

const luaL_Reg la_why_asker_methods[] = { { "why", asker_why }, { NULL, NULL } };
