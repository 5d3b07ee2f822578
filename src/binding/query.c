#include "query.h"

#include <string.h>

#include "hex.h"
#include "influences.h"
#include "keys.h"

/* ---- options that need code ---------------------------------------------------------------- */

static void read_trace(la_value value, void *target) {
  if (!lua_istable(value.L, value.index)) la_reject(value, "is not a table");
  ((la_query *)target)->trace = ((la_query *)target)->query.trace = true;
}

void la_query_read_class(la_value value, void *target) {
  la_query *query = target;
  query->cls = la_child_of(value, &la_class_type, query->map);
  query->query.cls = query->cls->object;
}

void la_query_read_player(la_value value, void *target) {
  la_query *query = target;
  query->player = la_child_of(value, &la_player_type, query->map);
  query->query.player = query->player->object;
}

static void read_unit(la_value value, void *target) {
  la_query *query = target;
  query->unit = la_child_of(value, &la_unit_type, query->map);
  query->query.unit = query->unit->object;
}

static void add_influence(la_value value, la_query *query, la_child *child, int32_t weight) {
  int count = query->query.influence_count;
  if (count == QUERY_INFLUENCES)
    la_fail(value.L, value.arg, "a query counts at most %d influence maps", QUERY_INFLUENCES);
  for (int i = 0; i < count; i++)
    if (query->influences[i] == child)
      la_fail(value.L, value.arg, "an influence map is named twice, by name and as an object");
  query->influences[count] = child;
  query->weighted[count].influence = child->object;
  query->weighted[count].weight = weight;
  query->query.influence_count++;
}

/* Key and value of an entry at -2 and -1. */
static void read_influence_entry(la_value table, void *target) {
  lua_State *L = table.L;
  la_query *query = target;
  la_value key = { L, table.arg, lua_gettop(L) - 1, "influence" };
  bool named = lua_type(L, key.index) == LUA_TSTRING;
  la_child *child = named ? la_influence_named(key, query->map)
                          : la_child_of(key, &la_influence_type, query->map);
  la_value weight = { L, table.arg, lua_gettop(L), named ? lua_tostring(L, -2) : "weight" };
  add_influence(table, query, child, la_ratio(weight, -64, 64));
}

/* A table from names or objects to weights; false: none. */
static void read_influence(la_value value, void *target) {
  lua_State *L = value.L;
  la_query *query = target;
  query->query.influence_count = 0;
  if (lua_isboolean(L, value.index) && !lua_toboolean(L, value.index)) return;
  if (!lua_istable(L, value.index)) la_reject(value, "is not a table or false");
  la_keys_each(value, read_influence_entry, query);
}

/* ---- the whole ----------------------------------------------------------------------------- */

static const char *const heuristics[] = {
  "octile", "manhattan", "euclidean", "chebyshev", "none", NULL
};
static const char *const engines[] = {
  "auto", "astar", "jps", "jps_layers", "jpsw", "turn", "dijkstra", "anya", NULL
};

static const la_option options[] = {
  { "class", .read = la_query_read_class }, { "player", .read = la_query_read_player },
  { "unit", .read = read_unit }, { "influence", .read = read_influence },
  { "claims", LA_BOOL(la_query, query.claims) },
  { "occupancy", LA_BOOL(la_query, query.occupancy) },
  { "claim_radius", LA_INT(la_query, query.claim_radius, 0, ASTAR_MAX_RADIUS) },
  { "claim_ahead", LA_INT(la_query, query.claim_ahead, 0, ASTAR_MAX_CELLS) },
  { "claim_penalty", LA_INT(la_query, query.claim_penalty, 0, ASTAR_MAX_COST) },
  { "heuristic", LA_WORD(la_query, query.heuristic, heuristics) },
  { "heuristic_weight", LA_RATIO(la_query, query.heuristic_weight, 1, 64) },
  { "engine", LA_WORD(la_query, query.engine, engines) },
  { "turn_cost", LA_INT(la_query, query.turn_cost, 0, ASTAR_MAX_COST) },
  { "traffic_cost", LA_INT(la_query, query.traffic_cost, 0, ASTAR_MAX_COST) },
  { "within", LA_INT(la_query, query.within, 0, ASTAR_MAX_CELLS) },
  { "partial", LA_BOOL(la_query, query.partial) },
  { "any_angle", LA_BOOL(la_query, query.any_angle) },
  { "explain", LA_BOOL(la_query, query.explain) },
  { "budget", LA_INT(la_query, query.budget, 1, UINT32_MAX) },
  { "extra_cost", LA_FUNCTION(la_query, extra_cost) }, { "trace", .read = read_trace },
  { .name = NULL }
};

void la_query_init(la_query *query, la_map *map) {
  query->map = map;
  query->query = astar_query_default();
  query->query.influences = query->weighted;
  query->cls = query->player = query->unit = NULL;
  query->extra_cost = query->trace = false;
}

static void query_check_hexagons(la_value table, const astar_query *query) {
  const char *what = query->turn_cost > 0 ? "turn_cost" : query->any_angle ? "any_angle" : NULL;
  if (query->heuristic != ASTAR_OCTILE && query->heuristic != ASTAR_NO_HEURISTIC)
    what = "a heuristic other than 'octile' and 'none'";
  if (what != NULL) la_fail(table.L, table.arg, "query: %s is for square grids", what);
}

void la_query_read(la_value table, la_query *query) {
  la_options(table, options, query);
  if (query->unit != NULL && query->cls != NULL)
    la_fail(table.L, table.arg, "query: 'unit' together with 'class'");
  if (query->unit != NULL && query->player != NULL)
    la_fail(table.L, table.arg, "query: 'unit' together with 'player'");
  if (query->query.any_angle && query->query.turn_cost > 0)
    la_fail(table.L, table.arg, "query: 'any_angle' together with 'turn_cost'");
  if (query->query.any_angle && query->query.traffic_cost > 0)
    la_fail(table.L, table.arg, "query: 'any_angle' together with 'traffic_cost'");
  if (la_has_hexagons(query->map->map)) query_check_hexagons(table, &query->query);
}

void la_query_spell_out(la_value value, la_query *query) {
  if (query->query.influence_count >= 0) return;
  query->query.influence_count = 0;
  for (la_child *child = query->map->first; child != NULL; child = child->next)
    if (child->type == &la_influence_type)
      add_influence(value, query, child, astar_influence_weight(child->object));
}

void la_query_copy(la_query *copy, const la_query *query) {
  *copy = *query;
  copy->query.influences = copy->weighted;
}

static void child_alive(la_value value, const la_child *child) {
  if (child == NULL || child->object != NULL) return;
  la_blame_error(value.L, "the %s of the %s was removed", child->type->name, value.name);
}

void la_query_alive(la_value value, const la_query *query) {
  child_alive(value, query->player);
  child_alive(value, query->unit);
  for (int32_t i = 0; i < query->query.influence_count; i++)
    child_alive(value, query->influences[i]);
}

/* ---- the object ---------------------------------------------------------------------------- */

static int keep_child(lua_State *L, int owner, const la_child *child, int slot) {
  if (child == NULL) return slot;
  la_child_push(L, owner, child);
  lua_rawseti(L, -2, slot);
  return slot + 1;
}

void la_query_keep(lua_State *L, int owner, const la_query *query) {
  int slot = KEEP_FIRST;
  la_push_slot(L, owner, STORE_MAP);
  lua_rawseti(L, -2, KEEP_MAP);
  slot = keep_child(L, owner, query->cls, slot);
  slot = keep_child(L, owner, query->player, slot);
  slot = keep_child(L, owner, query->unit, slot);
  for (int32_t i = 0; i < query->query.influence_count; i++)
    slot = keep_child(L, owner, query->influences[i], slot);
}

/* Takes a value of the options at index 2 over into the table on top. */
static void query_keep_value(lua_State *L, int key, int slot) {
  la_push_slot(L, 1, key);
  lua_rawget(L, 2);
  lua_rawseti(L, -2, slot);
}

/* map:query{…}: the object and its keep come first, for reading must not be interrupted */
static int map_query(lua_State *L) {
  la_map_check(L, 1);
  lua_settop(L, 2);
  la_query *query = la_object_new(L, &la_query_type, sizeof *query);
  lua_createtable(L, KEEP_FIRST + 3, 0);
  la_query_init(query, la_map_check(L, 1));
  la_query_read(la_arg(L, 2, "query"), query);
  la_query_keep(L, 1, query);
  if (query->extra_cost) query_keep_value(L, STORE_KEY_EXTRA, KEEP_EXTRA);
  if (query->trace) query_keep_value(L, STORE_KEY_TRACE, KEEP_TRACE);
  la_setkeep(L, 3);
  return 1;
}

static int query_tostring(lua_State *L) {
  la_object_check(L, 1, &la_query_type);
  lua_pushliteral(L, "query");
  return 1;
}

const luaL_Reg la_query_map_methods[] = { { "query", map_query }, { NULL, NULL } };

const luaL_Reg la_query_methods[] = { { "__tostring", query_tostring }, { NULL, NULL } };

const la_type la_query_type = { .name = "query" };
