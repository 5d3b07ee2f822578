#include "query.h"

#include <string.h>

#include "hex.h"
#include "influences.h"
#include "keys.h"

/* ---- plain options ------------------------------------------------------------------------- */

static astar_query *core_query(void *target) {
  return &((la_query *)target)->query;
}

static void read_claims(la_value value, void *target) {
  core_query(target)->claims = la_boolean(value);
}

static void read_occupancy(la_value value, void *target) {
  core_query(target)->occupancy = la_boolean(value);
}

static void read_partial(la_value value, void *target) {
  core_query(target)->partial = la_boolean(value);
}

static void read_any_angle(la_value value, void *target) {
  core_query(target)->any_angle = la_boolean(value);
}

static void read_explain(la_value value, void *target) {
  core_query(target)->explain = la_boolean(value);
}

static void read_claim_radius(la_value value, void *target) {
  core_query(target)->claim_radius = (int32_t)la_integer(value, 0, ASTAR_MAX_RADIUS);
}

static void read_claim_ahead(la_value value, void *target) {
  core_query(target)->claim_ahead = (int32_t)la_integer(value, 0, ASTAR_MAX_CELLS);
}

static void read_claim_penalty(la_value value, void *target) {
  core_query(target)->claim_penalty = (int32_t)la_integer(value, 0, ASTAR_MAX_COST);
}

static void read_within(la_value value, void *target) {
  core_query(target)->within = (int32_t)la_integer(value, 0, ASTAR_MAX_CELLS);
}

static void read_turn_cost(la_value value, void *target) {
  core_query(target)->turn_cost = (int32_t)la_integer(value, 0, ASTAR_MAX_COST);
}

static void query_read_traffic(la_value value, void *target) {
  core_query(target)->traffic = (int32_t)la_integer(value, 0, ASTAR_MAX_COST);
}

static void read_budget(la_value value, void *target) {
  core_query(target)->budget = (uint32_t)la_integer(value, 1, UINT32_MAX);
}

static void query_read_weight(la_value value, void *target) {
  core_query(target)->heuristic_weight = la_ratio(value, 1, 64);
}

static void read_heuristic(la_value value, void *target) {
  static const char *const words[] = {
    "octile", "manhattan", "euclidean", "chebyshev", "none", NULL
  };
  core_query(target)->heuristic = (astar_heuristic)la_choice(value, words);
}

static void read_engine(la_value value, void *target) {
  static const char *const words[] = {
    "auto", "astar", "jump", "rough", "pruned", "turn", "flood", "any_angle", NULL
  };
  core_query(target)->engine = (astar_engine)la_choice(value, words);
}

static void read_extra_cost(la_value value, void *target) {
  if (!lua_isfunction(value.L, value.index)) la_reject(value, "is not a function");
  ((la_query *)target)->extra_cost = true;
}

static void read_trace(la_value value, void *target) {
  if (!lua_istable(value.L, value.index)) la_reject(value, "is not a table");
  ((la_query *)target)->trace = true;
  core_query(target)->trace = true;
}

/* ---- objects ------------------------------------------------------------------------------- */

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

static const la_option options[] = {
  { "class", la_query_read_class }, { "player", la_query_read_player }, { "unit", read_unit },
  { "influence", read_influence }, { "claims", read_claims }, { "occupancy", read_occupancy },
  { "claim_radius", read_claim_radius }, { "claim_ahead", read_claim_ahead },
  { "claim_penalty", read_claim_penalty },
  { "heuristic", read_heuristic }, { "heuristic_weight", query_read_weight },
  { "engine", read_engine },
  { "turn_cost", read_turn_cost }, { "traffic", query_read_traffic },
  { "within", read_within }, { "partial", read_partial }, { "any_angle", read_any_angle },
  { "explain", read_explain },
  { "budget", read_budget }, { "extra_cost", read_extra_cost }, { "trace", read_trace },
  { NULL, NULL }
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
  if (query->query.any_angle && query->query.traffic > 0)
    la_fail(table.L, table.arg, "query: 'any_angle' together with 'traffic'");
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

static const luaL_Reg meta[] = { { "__tostring", query_tostring }, { NULL, NULL } };

const la_type la_query_type = { .name = "query", .meta = meta };
