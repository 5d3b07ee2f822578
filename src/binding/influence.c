/*
** Influence maps.
*/
#include "child.h"
#include "level.h"
#include "recipe.h"
#include "result.h"

static astar_influence *influence_check(lua_State *L) {
  return la_child_check(L, 1, &la_influence_type)->object;
}

static astar_influence *influence_edit(lua_State *L) {
  astar_influence *influence = la_child_edit(L, 1, &la_influence_type)->object;
  la_recipe_refuse_change(L, influence);
  return influence;
}

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
  astar_cell cell = la_ground_cell(L, 2, influence_map_of(L));
  int32_t value = influence_amount(L, "value");
  return la_done(L, astar_influence_set(influence, cell.x, cell.y, value));
}

/* influence:add(x, y, amount [, radius [, falloff]]) */
static int influence_add(lua_State *L) {
  static const char *const falloffs[] = { "linear", "none", NULL };
  int32_t radius = 0;
  astar_falloff falloff = ASTAR_FALLOFF_LINEAR;
  astar_influence *influence = influence_edit(L);
  astar_cell cell = la_ground_cell(L, 2, influence_map_of(L));
  int32_t value = influence_amount(L, "amount");
  if (!lua_isnoneornil(L, 5))
    radius = (int32_t)la_integer(la_arg(L, 5, "radius"), 0, ASTAR_MAX_RADIUS);
  if (!lua_isnoneornil(L, 6))
    falloff = (astar_falloff)la_choice(la_arg(L, 6, "falloff"), falloffs);
  return la_done(L, astar_influence_add(influence, cell.x, cell.y, value, radius, falloff));
}

typedef struct FloodOptions {
  const la_map *map;
  const astar_class *cls;
  const astar_player *player;
} FloodOptions;

static void flood_read_class(la_value value, void *target) {
  FloodOptions *given = target;
  given->cls = la_child_of(value, &la_class_type, given->map)->object;
}

static void flood_read_player(la_value value, void *target) {
  FloodOptions *given = target;
  given->player = la_child_of(value, &la_player_type, given->map)->object;
}

/* influence:flood(x, y, amount, radius [, { class =, player = }]) */
static int influence_flood(lua_State *L) {
  static const la_option options[] = {
    { "class", .read = flood_read_class }, { "player", .read = flood_read_player },
    { .name = NULL }
  };
  astar_influence *influence = influence_edit(L);
  FloodOptions given = { ((la_child *)lua_touserdata(L, 1))->map, NULL, NULL };
  astar_cell cell = la_ground_cell(L, 2, influence_map_of(L));
  int32_t amount = influence_amount(L, "amount");
  int32_t radius = (int32_t)la_integer(la_arg(L, 5, "radius"), 0, ASTAR_MAX_RADIUS);
  if (!lua_isnoneornil(L, 6)) la_options(la_arg(L, 6, "flood"), options, &given);
  return la_done(L, astar_influence_flood(influence, cell.x, cell.y, amount, radius,
                                                 given.cls, given.player));
}

static int influence_decay(lua_State *L) {
  astar_influence *influence = influence_edit(L);
  int32_t factor = la_ratio(la_arg(L, 2, "factor"), 0, 1);
  return la_done(L, astar_influence_decay(influence, factor));
}

static int influence_spread(lua_State *L) {
  astar_influence *influence = influence_edit(L);
  int32_t share = la_ratio(la_arg(L, 2, "share"), 0, 1);
  return la_done(L, astar_influence_spread(influence, share));
}

static int influence_clear(lua_State *L) {
  return la_done(L, astar_influence_clear(influence_edit(L)));
}

static int influence_remove(lua_State *L) {
  la_child *child = la_child_edit(L, 1, &la_influence_type);
  la_recipe_refuse_removal(L, child->object);
  astar_influence_remove(child->object);
  la_child_forget(L, 1, child);
  return 0;
}

/* ---- fields -------------------------------------------------------------------------------- */

LA_GETTER(influence_name, la_push_name, astar_influence_name(influence_check(L)))
LA_GETTER(influence_weight, lua_pushnumber,
          (lua_Number)astar_influence_weight(influence_check(L)) / ASTAR_ONE)
LA_GETTER(influence_recipe, la_recipe_push, astar_influence_recipe(influence_check(L)))

static const char *influence_name_of(const void *object) {
  return astar_influence_name(object);
}

const luaL_Reg la_influence_methods[] = {
  { "get", influence_get }, { "set", influence_set }, { "add", influence_add },
  { "flood", influence_flood },
  { "decay", influence_decay }, { "spread", influence_spread }, { "clear", influence_clear },
  { "remove", influence_remove },
  { "__tostring", la_child_tostring },
  { NULL, NULL }
};

const la_field la_influence_fields[] = {
  { "name", influence_name, NULL }, { "weight", influence_weight, NULL },
  { "recipe", influence_recipe, NULL }, { NULL, NULL, NULL }
};

const la_type la_influence_type = {
  .name = "influence", .name_of = influence_name_of
};
