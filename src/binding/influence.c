/*
** Influence maps.
*/
#include "child.h"
#include "result.h"

enum { MAX_WEIGHT = 64 };           /* and its negative */

static astar_influence *influence_check(lua_State *L) {
  return la_child_check(L, 1, &la_influence_type)->object;
}

static astar_influence *influence_edit(lua_State *L) {
  return la_child_edit(L, 1, &la_influence_type)->object;
}

static int influence_done(lua_State *L, astar_status status) {
  la_status_check(L, status);
  lua_settop(L, 1);
  return 1;
}

/* ---- making -------------------------------------------------------------------------------- */

static void influence_read_weight(la_value value, void *target) {
  *(int32_t *)target = la_ratio(value, -MAX_WEIGHT, MAX_WEIGHT);
}

/* The weight in the options at index 3, or `weight` where they say nothing. */
static int32_t weight_option(lua_State *L, int32_t weight) {
  static const la_option options[] = { { "weight", influence_read_weight }, { NULL, NULL } };
  if (!lua_isnoneornil(L, 3)) la_options(la_arg(L, 3, "influence"), options, &weight);
  return weight;
}

static int influence_push_old(lua_State *L, const la_child *child) {
  int32_t weight = astar_influence_weight(child->object);
  if (weight_option(L, weight) != weight)
    la_fail(L, 3, "the influence '%s' has another weight already", lua_tostring(L, 2));
  la_child_push(L, 1, child);
  return 1;
}

/* map:influence(name [, { weight = 1 }]) */
static int map_influence(lua_State *L) {
  astar_status why = ASTAR_OK;
  lua_settop(L, 3);
  la_map *map = la_map_check(L, 1);
  const char *name = la_name(la_arg(L, 2, "name"));
  la_child *child = la_child_named(map, &la_influence_type, name);
  if (child != NULL) return influence_push_old(L, child);
  la_unlocked(L, map);
  int32_t weight = weight_option(L, ASTAR_ONE);
  child = la_child_new(L, 1, &la_influence_type);
  la_map_edit(L, 1);
  astar_influence *influence = astar_influence_new(map->map, name, weight, &why);
  if (influence == NULL) {
    la_child_forget(L, 1, child);
    lua_settop(L, 3);
    if (la_child_named(map, &la_influence_type, name) != NULL) return map_influence(L);
    la_status_check(L, why);
  }
  la_child_open(child, influence);
  return 1;
}

static int map_influences(lua_State *L) {
  return la_child_iterate(L, &la_influence_type);
}

const luaL_Reg la_influence_map_methods[] = {
  { "influence", map_influence }, { "influences", map_influences }, { NULL, NULL }
};

/* ---- methods ------------------------------------------------------------------------------- */

static const astar_map *influence_map_of(lua_State *L) {
  return ((la_child *)lua_touserdata(L, 1))->map->map;
}

static int influence_get(lua_State *L) {
  astar_influence *influence = influence_check(L);
  astar_cell cell = la_cell(L, 2, influence_map_of(L));
  lua_pushinteger(L, astar_influence_get(influence, cell.x, cell.y));
  return 1;
}

static int32_t influence_amount(lua_State *L, const char *name) {
  return (int32_t)la_integer(la_arg(L, 4, name), -ASTAR_MAX_COST, ASTAR_MAX_COST);
}

static int influence_set(lua_State *L) {
  astar_influence *influence = influence_edit(L);
  astar_cell cell = la_cell(L, 2, influence_map_of(L));
  int32_t value = influence_amount(L, "value");
  return influence_done(L, astar_influence_set(influence, cell.x, cell.y, value));
}

/* influence:add(x, y, amount [, radius [, falloff]]) */
static int influence_add(lua_State *L) {
  static const char *const falloffs[] = { "linear", "none", NULL };
  int32_t radius = 0;
  astar_falloff falloff = ASTAR_FALLOFF_LINEAR;
  astar_influence *influence = influence_edit(L);
  astar_cell cell = la_cell(L, 2, influence_map_of(L));
  int32_t value = influence_amount(L, "amount");
  if (!lua_isnoneornil(L, 5))
    radius = (int32_t)la_integer(la_arg(L, 5, "radius"), 0, ASTAR_MAX_RADIUS);
  if (!lua_isnoneornil(L, 6))
    falloff = (astar_falloff)la_choice(la_arg(L, 6, "falloff"), falloffs);
  return influence_done(L, astar_influence_add(influence, cell.x, cell.y, value, radius, falloff));
}

static int influence_decay(lua_State *L) {
  astar_influence *influence = influence_edit(L);
  int32_t factor = la_ratio(la_arg(L, 2, "factor"), 0, 1);
  return influence_done(L, astar_influence_decay(influence, factor));
}

static int influence_spread(lua_State *L) {
  astar_influence *influence = influence_edit(L);
  int32_t share = la_ratio(la_arg(L, 2, "share"), 0, 1);
  return influence_done(L, astar_influence_spread(influence, share));
}

static int influence_clear(lua_State *L) {
  return influence_done(L, astar_influence_clear(influence_edit(L)));
}

static int influence_remove(lua_State *L) {
  la_child *child = la_child_edit(L, 1, &la_influence_type);
  astar_influence_remove(child->object);
  la_child_forget(L, 1, child);
  return 0;
}

/* ---- fields -------------------------------------------------------------------------------- */

static int influence_name(lua_State *L) {
  la_push_name(L, astar_influence_name(influence_check(L)));
  return 1;
}

static int influence_weight(lua_State *L) {
  lua_pushnumber(L, (lua_Number)astar_influence_weight(influence_check(L)) / ASTAR_ONE);
  return 1;
}

static int influence_tostring(lua_State *L) {
  la_child *child = la_object_check(L, 1, &la_influence_type);
  if (child->map->map == NULL) lua_pushliteral(L, "influence (map closed)");
  else if (child->object == NULL) lua_pushliteral(L, "influence (removed)");
  else {
    la_push_name(L, astar_influence_name(child->object));
    lua_pushfstring(L, "influence (%s)", lua_tostring(L, -1));
  }
  return 1;
}

static const char *influence_name_of(const void *object) {
  return astar_influence_name(object);
}

const luaL_Reg la_influence_methods[] = {
  { "get", influence_get }, { "set", influence_set }, { "add", influence_add },
  { "decay", influence_decay }, { "spread", influence_spread }, { "clear", influence_clear },
  { "remove", influence_remove }, { NULL, NULL }
};

static const luaL_Reg meta[] = { { "__tostring", influence_tostring }, { NULL, NULL } };

static const la_field fields[] = {
  { "name", influence_name, NULL }, { "weight", influence_weight, NULL }, { NULL, NULL, NULL }
};

const la_type la_influence_type = {
  .name = "influence", .meta = meta, .fields = fields, .name_of = influence_name_of
};
