/*
** What is in the way: the cheapest breach, and what it costs to remove it; why there is no path,
** and where it is too narrow.
**
** What was found is copied into memory of Lua's before tables are made of it: making them may run
** finalizers, and these may search or change the map. call.epoch tells whether one has. A function
** that returns a bool returns false where that interrupts it.
*/
#include "query_call.h"
#include "hex.h"
#include "keys.h"
#include "path.h"
#include "result.h"
#include "terrain.h"

enum { BREACH_ARGS = QUERY_CALL_ARGS + 1 };

typedef struct Breach {
  la_query_call call;                       /* the first: see la_query_call_answer */
  la_query space;
  int owner;                        /* where the map stands on the stack */
  astar_prices prices;
  int32_t terrains[ASTAR_MAX_TERRAINS + 1];
  astar_obstacle *list;             /* of the last search, copied */
  size_t count;
} Breach;

/* ---- prices -------------------------------------------------------------------------------- */

static int32_t breach_price(la_value value) {
  if (lua_isboolean(value.L, value.index) && !lua_toboolean(value.L, value.index))
    return ASTAR_NEVER;
  return (int32_t)la_integer(value, 0, ASTAR_MAX_PRICE);
}

/* A terrain's name at index -2, its price at -1. */
static void read_price_entry(la_value table, void *target) {
  lua_State *L = table.L;
  Breach *breach = target;
  la_value name = { L, table.arg, lua_gettop(L) - 1, "terrain" };
  int32_t id = la_terrain(name, breach->owner);
  la_value price = { L, table.arg, lua_gettop(L), lua_tostring(L, -2) };
  breach->terrains[id] = breach_price(price);
}

static void read_terrain_prices(la_value value, void *target) {
  if (!lua_istable(value.L, value.index)) la_reject(value, "is not a table");
  la_keys_each(value, read_price_entry, target);
}

static void breach_read_prices(Breach *breach, int arg) {
  static const la_option options[] = {
    { "terrains", .read = read_terrain_prices },
    { "terrain", LA_INT_OR_FALSE(Breach, prices.terrain, 0, ASTAR_MAX_PRICE, ASTAR_NEVER) },
    { "unseen", LA_INT_OR_FALSE(Breach, prices.unseen, 0, ASTAR_MAX_PRICE, ASTAR_NEVER) },
    { "unit", LA_INT_OR_FALSE(Breach, prices.unit, 0, ASTAR_MAX_PRICE, ASTAR_NEVER) },
    { "link", LA_INT_OR_FALSE(Breach, prices.link, 0, ASTAR_MAX_PRICE, ASTAR_NEVER) },
    { .name = NULL }
  };
  lua_State *L = breach->call.L;
  const astar_map *map = breach->call.map->map;
  breach->prices = astar_prices_default(map);
  breach->prices.terrains = breach->terrains;
  breach->prices.terrain_count = astar_terrain_count(map) + 1;
  for (int32_t i = 0; i < breach->prices.terrain_count; i++)
    breach->terrains[i] = ASTAR_PRICE_DEFAULT;
  if (!lua_isnoneornil(L, arg)) la_options(la_arg(L, arg, "prices"), options, breach);
}

/* Reads start, goal, query and prices from the BREACH_ARGS arguments. The map's place is needed to
** name terrains. */
static void breach_read(Breach *breach) {
  la_query_call *call = &breach->call;
  lua_State *L = call->L;
  int arg = la_query_call_read(call, &breach->space);   /* first: it checks what the first one is */
  if (lua_gettop(L) < arg) lua_settop(L, arg);
  la_push_slot(L, 1, STORE_MAP);
  breach->owner = lua_gettop(L);
  la_squares_only(L, call->map->map, "a breach");
  breach_read_prices(breach, arg);
  call->core.partial = call->core.explain = call->core.trace = call->core.any_angle = false;
  call->core.engine = ASTAR_ENGINE_AUTO;
  call->core.turn_cost = 0;
  call->trace = 0;
}

/* ---- searching ----------------------------------------------------------------------------- */

/* Searches at these prices, or at the default ones; the map holds the search. */
static astar_status breach_run(Breach *breach, const astar_prices *prices) {
  la_query_call *call = &breach->call;
  astar_status status;
  astar_cell at = call->start;
  la_query_call_run(call,
                    astar_breach_new(call->map->map, at.x, at.y, call->goal, prices, &call->core,
                                           &status), &status);
  return status;
}

/* Counts what a search has expanded, and lets it go; unless something has interrupted. */
static void breach_let_go(Breach *breach) {
  if (breach->call.map->epoch != breach->call.epoch) return;
  la_let_go(breach->call.map);
  breach->call.epoch = breach->call.map->epoch;
}

/* Pushes a copy of the obstacles, which becomes the list. */
static bool breach_copy(Breach *breach) {
  la_map *map = breach->call.map;
  size_t count;
  astar_search_obstacles(map->held, &count);
  astar_obstacle *list = lua_newuserdata(breach->call.L, (count + 1) * sizeof *list);
  if (map->epoch != breach->call.epoch) return false;
  const astar_obstacle *obstacles = astar_search_obstacles(map->held, &count);
  for (size_t i = 0; i < count; i++) list[i] = obstacles[i];
  breach->list = list;
  breach->count = count;
  return true;
}

/* ---- obstacles as tables ------------------------------------------------------------------- */

static const char *obstacle_word(const Breach *breach, const astar_obstacle *one) {
  const astar_map *map = breach->call.map->map;
  switch (one->kind) {
    case ASTAR_OBSTACLE_UNSEEN: return "unseen";
    case ASTAR_OBSTACLE_UNIT: return "unit";
    case ASTAR_OBSTACLE_LINK: return "link";
    default: return map != NULL && astar_terrain_cost(map, one->terrain) > 0 ? "class" : "terrain";
  }
}

/* A finalizer may have removed it meanwhile, or closed the map: then it is nil. */
static void push_obstacle_unit(const Breach *breach, const astar_obstacle *one) {
  lua_State *L = breach->call.L;
  if (breach->call.map->map != NULL) la_child_push_unit(L, 1, (uint32_t)one->number);
  else lua_pushnil(L);
}

/* Sets what an obstacle is, in the table on top: `kind`, and `terrain`, `unit` or `link`. */
static void breach_obstacle(const Breach *breach, const astar_obstacle *one) {
  lua_State *L = breach->call.L;
  lua_pushstring(L, obstacle_word(breach, one));
  lua_setfield(L, -2, "kind");
  if (one->kind == ASTAR_OBSTACLE_TERRAIN) {
    la_terrain_push(L, breach->owner, one->terrain);
    lua_setfield(L, -2, "terrain");
  } else if (one->kind == ASTAR_OBSTACLE_UNIT) {
    push_obstacle_unit(breach, one);
    lua_setfield(L, -2, "unit");
  } else if (one->kind == ASTAR_OBSTACLE_LINK) {
    la_child_push_link(L, 1, breach->call.map, one->number);
    lua_setfield(L, -2, "link");
  }
}

/* Pushes { kind =, x =, y =, price =, index =, terrain = or unit = or link = } for each. */
static void push_obstacles(const Breach *breach) {
  lua_State *L = breach->call.L;
  lua_createtable(L, (int)breach->count, 0);
  for (size_t i = 0; i < breach->count; i++) {
    const astar_obstacle *one = &breach->list[i];
    lua_createtable(L, 0, 6);
    la_set_cell(L, "x", "y", one->cell);
    la_set_integer(L, "price", one->price);
    la_set_integer(L, "index", (lua_Integer)one->index + 1);
    breach_obstacle(breach, one);
    lua_rawseti(L, -2, (int)i + 1);
  }
}

/* Pushes { path =, cost =, price =, obstacles = } for the search that is held, below which other
** values stay on the stack, and lets it go. */
static bool breach_push(Breach *breach) {
  lua_State *L = breach->call.L;
  la_map *map = breach->call.map;
  lua_Integer price = 0;
  if (!breach_copy(breach) || !la_path_push(L, map, breach->call.epoch, map->held)) return false;
  breach_let_go(breach);
  const astar_path *path = lua_touserdata(L, -1);
  for (size_t i = 0; i < breach->count; i++) price += breach->list[i].price;
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, "path");
  la_set_integer(L, "price", price);
  la_set_integer(L, "cost", (lua_Integer)astar_path_cost(path) + price);
  push_obstacles(breach);
  lua_setfield(L, -2, "obstacles");
  return true;
}

static bool try_breach(la_query_call *call, astar_status *status) {
  Breach *breach = (Breach *)call;
  breach_read(breach);
  *status = breach_run(breach, &breach->prices);
  return *status != ASTAR_OK || breach_push(breach);
}

/* breach(start, goal [, query [, prices]]) -> { path =, cost =, price =, obstacles = }, or nil and
** a code */
static int asker_breach(lua_State *L) {
  Breach breach = { .call = { .L = L } };
  return la_query_call_answer(&breach.call, BREACH_ARGS, try_breach);
}

/* ---- why there is no path ------------------------------------------------------------------ */

/* What the query's path comes to. */
static astar_status path_outcome(Breach *breach) {
  la_query_call *call = &breach->call;
  astar_status status;
  astar_cell at = call->start;
  la_query_call_run(call,
                    astar_search_new(call->map->map, at.x, at.y, call->goal, &call->core, &status),
                    &status);
  breach_let_go(breach);
  return status;
}

static bool is_reason(astar_status status) {
  return status == ASTAR_UNREACHABLE || status == ASTAR_CROWDED ||
         status == ASTAR_START_BLOCKED || status == ASTAR_GOAL_BLOCKED;
}

/* Sets `breach` of the table on top, if there is one at these prices; what is in the way is listed
** in any case, as far as anything can be removed at all. */
static bool set_breach(Breach *breach) {
  lua_State *L = breach->call.L;
  breach->count = 0;
  if (breach_run(breach, &breach->prices) == ASTAR_OK) {
    int top = lua_gettop(L);
    if (!breach_push(breach)) return false;
    lua_setfield(L, top, "breach");
    return true;
  }
  if (breach_run(breach, NULL) == ASTAR_OK && !breach_copy(breach)) return false;
  breach_let_go(breach);
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
static size_t gather_blockers(const Breach *breach, Blocker *blockers) {
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

/* The costliest first; among equally costly ones the first on the way. */
static void sort_blockers(Blocker *blockers, size_t count) {
  for (size_t i = 1; i < count; i++) {
    Blocker one = blockers[i];
    size_t at = i;
    for (; at > 0 && blockers[at - 1].price < one.price; at--) blockers[at] = blockers[at - 1];
    blockers[at] = one;
  }
}

/* Pushes { { x, y }, … }. */
static void push_blocker_cells(const Breach *breach, const Blocker *blocker) {
  lua_State *L = breach->call.L;
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
static void set_blockers(const Breach *breach) {
  lua_State *L = breach->call.L;
  int result = lua_gettop(L);
  Blocker *blockers = lua_newuserdata(L, (breach->count + 1) * sizeof *blockers);
  size_t count = gather_blockers(breach, blockers);
  sort_blockers(blockers, count);
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_createtable(L, 0, 4);
    breach_obstacle(breach, &breach->list[blockers[i].first]);
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
static int32_t find_passing_size(Breach *breach) {
  int32_t passes = 0, fails = astar_class_size(la_query_call_class(&breach->call));
  astar_prices prices = { .terrain = ASTAR_NEVER, .unseen = ASTAR_NEVER, .unit = ASTAR_NEVER,
                          .link = ASTAR_NEVER };
  while (fails - passes > 1) {
    prices.size = (passes + fails) / 2;
    if (breach_run(breach, &prices) == ASTAR_OK) passes = prices.size;
    else fails = prices.size;
  }
  prices.size = passes;
  if (passes > 0) breach_run(breach, &prices);
  return passes;
}

/* Sets `narrow` of the table on top: { size =, x =, y =, path = }, where the first place is that is
** too narrow. */
static bool set_narrow(Breach *breach) {
  lua_State *L = breach->call.L;
  int result = lua_gettop(L);
  int32_t size = find_passing_size(breach);
  if (size > 0) {
    if (!breach_copy(breach) || !la_path_push(L, breach->call.map, breach->call.epoch,
                                              breach->call.map->held))
      return false;
    lua_createtable(L, 0, 4);
    lua_insert(L, -2);
    lua_setfield(L, -2, "path");
    la_set_integer(L, "size", size);
    if (breach->count > 0) la_set_cell(L, "x", "y", breach->list[0].cell);
    lua_setfield(L, result, "narrow");
  }
  breach_let_go(breach);
  lua_settop(L, result);
  return true;
}

/* ---- the whole ----------------------------------------------------------------------------- */

/* Pushes { code =, blockers =, breach =, narrow = }. A smaller unit is tried where units are not
** what is in the way. */
static bool push_why(Breach *breach, astar_status code) {
  lua_State *L = breach->call.L;
  lua_createtable(L, 0, 4);
  lua_pushstring(L, astar_status_name(code));
  lua_setfield(L, -2, "code");
  int result = lua_gettop(L);
  if (breach->call.map->epoch != breach->call.epoch) return false;
  bool is_large = astar_class_size(la_query_call_class(&breach->call)) > 1;
  if (code != ASTAR_CROWDED && is_large && !set_narrow(breach)) return false;
  if (breach->call.map->epoch != breach->call.epoch || !set_breach(breach)) return false;
  lua_pushvalue(L, result);
  set_blockers(breach);
  return true;
}

static bool try_why(Breach *breach, astar_status *status) {
  breach_read(breach);
  *status = path_outcome(breach);
  return !is_reason(*status) || push_why(breach, *status);
}

/* why(start, goal [, query [, prices]]) -> { code =, blockers =, breach =, narrow = }, or nil and a
** code */
static int asker_why(lua_State *L) {
  Breach breach = { .call = { .L = L } };
  astar_status status;
  do lua_settop(L, BREACH_ARGS);
  while (!try_why(&breach, &status));
  return is_reason(status) ? 1 : la_push_outcome(L, status);
}

const luaL_Reg la_breach_asker_methods[] = {
  { "breach", asker_breach }, { "why", asker_why }, { NULL, NULL }
};
