/*
** What is in the way: the cheapest breach, what it costs to remove it, and where it is too narrow.
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
  bool wants_narrow;
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

static void breach_read_options(Breach *breach, int arg) {
  static const la_option options[] = {
    { "terrains", .read = read_terrain_prices },
    { "terrain", LA_INT_OR_FALSE(Breach, prices.terrain, 0, ASTAR_MAX_PRICE, ASTAR_NEVER) },
    { "unseen", LA_INT_OR_FALSE(Breach, prices.unseen, 0, ASTAR_MAX_PRICE, ASTAR_NEVER) },
    { "unit", LA_INT_OR_FALSE(Breach, prices.unit, 0, ASTAR_MAX_PRICE, ASTAR_NEVER) },
    { "link", LA_INT_OR_FALSE(Breach, prices.link, 0, ASTAR_MAX_PRICE, ASTAR_NEVER) },
    { "narrow", LA_BOOL(Breach, wants_narrow) },
    { .name = NULL }
  };
  lua_State *L = breach->call.L;
  const astar_map *map = breach->call.map->map;
  breach->prices = astar_prices_default(map);
  breach->prices.terrains = breach->terrains;
  breach->prices.terrain_count = astar_terrain_count(map) + 1;
  for (int32_t i = 0; i < breach->prices.terrain_count; i++)
    breach->terrains[i] = ASTAR_PRICE_DEFAULT;
  breach->wants_narrow = false;
  if (!lua_isnoneornil(L, arg)) la_options(la_arg(L, arg, "options"), options, breach);
}

/* Reads start, goal, query and options from the BREACH_ARGS arguments. The map's place is needed to
** name terrains. */
static void breach_read(Breach *breach) {
  la_query_call *call = &breach->call;
  lua_State *L = call->L;
  int arg = la_query_call_read(call, &breach->space);   /* first: it checks what the first one is */
  if (lua_gettop(L) < arg) lua_settop(L, arg);
  la_push_slot(L, 1, STORE_MAP);
  breach->owner = lua_gettop(L);
  la_squares_only(L, call->map->map, "a breach");
  breach_read_options(breach, arg);
  call->core.partial = call->core.explain = call->core.trace = call->core.any_angle = false;
  call->core.engine = ASTAR_ENGINE_AUTO;
  call->core.turn_cost = 0;
  call->trace = 0;
}

/* ---- searching ----------------------------------------------------------------------------- */

/* Searches at these prices; the map holds the search. */
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
  if (!breach_copy(breach) || !la_path_push(L, map, breach->call.epoch, map->held, 0)) return false;
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

/* Is there no way over the terrain for a unit so large? */
static bool is_too_large(la_query_call *call) {
  astar_cell at = call->start;
  if (astar_class_size(la_query_call_class(call)) == 1) return false;
  astar_status status = astar_map_reachable(call->map->map, at.x, at.y, call->goal, &call->core);
  la_query_call_check(call, status);
  return status != ASTAR_OK;
}

/* Sets `narrow` of the table on top: { size =, x =, y =, path = }, where the first place is that is
** too narrow. */
static bool set_narrow(Breach *breach) {
  lua_State *L = breach->call.L;
  la_map *map = breach->call.map;
  int result = lua_gettop(L);
  if (map->epoch != breach->call.epoch) return false;
  int32_t size = is_too_large(&breach->call) ? find_passing_size(breach) : 0;
  if (size > 0) {
    if (!breach_copy(breach) || !la_path_push(L, map, breach->call.epoch, map->held, 0))
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

static bool try_breach(la_query_call *call, astar_status *status) {
  Breach *breach = (Breach *)call;
  breach_read(breach);
  *status = breach_run(breach, &breach->prices);
  if (*status != ASTAR_OK) return true;
  return breach_push(breach) && (!breach->wants_narrow || set_narrow(breach));
}

/* breach(start, goal [, query [, options]]) -> { path =, cost =, price =, obstacles =, narrow = },
** or nil and a code */
static int asker_breach(lua_State *L) {
  Breach breach = { .call = { .L = L } };
  return la_query_call_answer(&breach.call, BREACH_ARGS, try_breach);
}

const luaL_Reg la_breach_asker_methods[] = { { "breach", asker_breach }, { NULL, NULL } };
