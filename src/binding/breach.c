/*
** The cheapest breach: what is in the way, and what it costs to remove it.
*/
#include "breach.h"

#include "hex.h"
#include "keys.h"
#include "path.h"
#include "result.h"
#include "terrain.h"

/* ---- prices -------------------------------------------------------------------------------- */

static int32_t breach_price(la_value value) {
  if (lua_isboolean(value.L, value.index) && !lua_toboolean(value.L, value.index))
    return ASTAR_NEVER;
  return (int32_t)la_integer(value, 0, ASTAR_MAX_PRICE);
}

/* A terrain's name at index -2, its price at -1. */
static void read_price_entry(la_value table, void *target) {
  lua_State *L = table.L;
  la_breach *breach = target;
  la_value name = { L, table.arg, lua_gettop(L) - 1, "terrain" };
  int32_t id = la_terrain(name, breach->owner);
  la_value price = { L, table.arg, lua_gettop(L), lua_tostring(L, -2) };
  breach->terrains[id] = breach_price(price);
}

static void read_terrain_prices(la_value value, void *target) {
  if (!lua_istable(value.L, value.index)) la_reject(value, "is not a table");
  la_keys_each(value, read_price_entry, target);
}

static void breach_read_prices(la_breach *breach, int arg) {
  static const la_option options[] = {
    { "terrains", .read = read_terrain_prices },
    { "terrain", LA_INT_OR_FALSE(la_breach, prices.terrain, 0, ASTAR_MAX_PRICE, ASTAR_NEVER) },
    { "unseen", LA_INT_OR_FALSE(la_breach, prices.unseen, 0, ASTAR_MAX_PRICE, ASTAR_NEVER) },
    { "unit", LA_INT_OR_FALSE(la_breach, prices.unit, 0, ASTAR_MAX_PRICE, ASTAR_NEVER) },
    { "link", LA_INT_OR_FALSE(la_breach, prices.link, 0, ASTAR_MAX_PRICE, ASTAR_NEVER) },
    { .name = NULL }
  };
  lua_State *L = breach->ask.L;
  const astar_map *map = breach->ask.map->map;
  breach->prices = astar_prices_default(map);
  breach->prices.terrains = breach->terrains;
  breach->prices.terrain_count = astar_terrain_count(map) + 1;
  for (int32_t i = 0; i < breach->prices.terrain_count; i++)
    breach->terrains[i] = ASTAR_PRICE_DEFAULT;
  if (!lua_isnoneornil(L, arg)) la_options(la_arg(L, arg, "prices"), options, breach);
}

/* The map's place is needed to name terrains. */
void la_breach_read(la_breach *breach) {
  la_ask *ask = &breach->ask;
  lua_State *L = ask->L;
  int arg = la_ask_read(ask, &breach->space);    /* first of all: it checks what the first one is */
  if (lua_gettop(L) < arg) lua_settop(L, arg);
  la_push_slot(L, 1, STORE_MAP);
  breach->owner = lua_gettop(L);
  la_squares_only(L, ask->map->map, "a breach");
  breach_read_prices(breach, arg);
  ask->core.partial = ask->core.explain = ask->core.trace = ask->core.any_angle = false;
  ask->core.engine = ASTAR_ENGINE_AUTO;
  ask->core.turn_cost = 0;
  ask->trace = 0;
}

/* ---- searching ----------------------------------------------------------------------------- */

astar_status la_breach_run(la_breach *breach, const astar_prices *prices) {
  la_ask *ask = &breach->ask;
  astar_status status = ASTAR_OK;
  la_hold(ask->map, astar_breach_new(ask->map->map, ask->start.x, ask->start.y, ask->goal, prices,
                                     &ask->core, &status));
  if (ask->map->held != NULL) status = astar_search_step(ask->map->held, UINT32_MAX);
  la_ask_check(ask, status);
  ask->epoch = ask->map->epoch;
  return status;
}

void la_breach_let_go(la_breach *breach) {
  if (breach->ask.map->epoch != breach->ask.epoch) return;
  la_let_go(breach->ask.map);
  breach->ask.epoch = breach->ask.map->epoch;
}

bool la_breach_copy(la_breach *breach) {
  la_map *map = breach->ask.map;
  size_t count;
  astar_search_obstacles(map->held, &count);
  astar_obstacle *list = lua_newuserdata(breach->ask.L, (count + 1) * sizeof *list);
  if (map->epoch != breach->ask.epoch) return false;
  const astar_obstacle *obstacles = astar_search_obstacles(map->held, &count);
  for (size_t i = 0; i < count; i++) list[i] = obstacles[i];
  breach->list = list;
  breach->count = count;
  return true;
}

/* ---- obstacles as tables ------------------------------------------------------------------- */

static const char *obstacle_word(const la_breach *breach, const astar_obstacle *one) {
  const astar_map *map = breach->ask.map->map;
  switch (one->kind) {
    case ASTAR_OBSTACLE_UNSEEN: return "unseen";
    case ASTAR_OBSTACLE_UNIT: return "unit";
    case ASTAR_OBSTACLE_LINK: return "link";
    default: return map != NULL && astar_terrain_cost(map, one->terrain) > 0 ? "class" : "terrain";
  }
}

/* A finalizer may have removed it meanwhile, or closed the map: then it is nil. */
static void push_obstacle_unit(const la_breach *breach, const astar_obstacle *one) {
  lua_State *L = breach->ask.L;
  if (breach->ask.map->map != NULL) la_child_push_unit(L, 1, (uint32_t)one->number);
  else lua_pushnil(L);
}

void la_breach_obstacle(const la_breach *breach, const astar_obstacle *one) {
  lua_State *L = breach->ask.L;
  lua_pushstring(L, obstacle_word(breach, one));
  lua_setfield(L, -2, "kind");
  if (one->kind == ASTAR_OBSTACLE_TERRAIN) {
    la_terrain_push(L, breach->owner, one->terrain);
    lua_setfield(L, -2, "terrain");
  } else if (one->kind == ASTAR_OBSTACLE_UNIT) {
    push_obstacle_unit(breach, one);
    lua_setfield(L, -2, "unit");
  } else if (one->kind == ASTAR_OBSTACLE_LINK) {
    la_child_push_link(L, 1, breach->ask.map, one->number);
    lua_setfield(L, -2, "link");
  }
}

/* Pushes { kind =, x =, y =, price =, index =, terrain = or unit = or link = } for each. */
static void push_obstacles(const la_breach *breach) {
  lua_State *L = breach->ask.L;
  lua_createtable(L, (int)breach->count, 0);
  for (size_t i = 0; i < breach->count; i++) {
    const astar_obstacle *one = &breach->list[i];
    lua_createtable(L, 0, 6);
    la_set_cell(L, "x", "y", one->cell);
    la_set_integer(L, "price", one->price);
    la_set_integer(L, "index", (lua_Integer)one->index + 1);
    la_breach_obstacle(breach, one);
    lua_rawseti(L, -2, (int)i + 1);
  }
}

bool la_breach_push(la_breach *breach) {
  lua_State *L = breach->ask.L;
  la_map *map = breach->ask.map;
  lua_Integer price = 0;
  if (!la_breach_copy(breach) || !la_path_push(L, map, breach->ask.epoch, map->held)) return false;
  la_breach_let_go(breach);
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

static bool try_breach(la_breach *breach, astar_status *status) {
  la_breach_read(breach);
  *status = la_breach_run(breach, &breach->prices);
  return *status != ASTAR_OK || la_breach_push(breach);
}

/* breach(start, goal [, query [, prices]]) -> { path =, cost =, price =, obstacles = }, or nil and
** a code */
static int asker_breach(lua_State *L) {
  la_breach breach = { .ask = { .L = L } };
  astar_status status;
  do lua_settop(L, BREACH_ARGS);
  while (!try_breach(&breach, &status));
  if (status == ASTAR_OK) return 1;
  la_breach_let_go(&breach);
  return la_push_outcome(L, status);
}

const luaL_Reg la_breach_asker_methods[] = { { "breach", asker_breach }, { NULL, NULL } };
