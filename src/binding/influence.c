/*
** Influence maps: their values, and their relief: peaks, slopes, the greatest value near a cell.
*/
#include "child.h"
#include "hex.h"
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
  astar_falloff falloff = ASTAR_FALLOFF_LINEAR;
  astar_influence *influence = influence_edit(L);
  astar_cell cell = la_ground_cell(L, 2, influence_map_of(L));
  int32_t value = influence_amount(L, "amount");
  int32_t radius = (int32_t)la_integer_or(la_arg(L, 5, "radius"), 0, 0, ASTAR_MAX_RADIUS);
  if (!lua_isnoneornil(L, 6))
    falloff = (astar_falloff)la_choice(la_arg(L, 6, "falloff"), falloffs);
  return la_done(L, astar_influence_add(influence, cell.x, cell.y, value, radius, falloff));
}

typedef struct FloodOptions {
  const la_map *map;
  const astar_class *cls;
  const astar_player *player;
} FloodOptions;

LA_CHILD_READER(flood_read_class, class, FloodOptions, cls)
LA_CHILD_READER(flood_read_player, player, FloodOptions, player)

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

/* ---- the relief ----------------------------------------------------------------------------- */

enum { MOST_PEAKS = 65535 };

typedef struct PeakOptions {
  int32_t least, apart;
} PeakOptions;

/* Pushes x, y and value. */
static int push_spot(lua_State *L, astar_spot spot) {
  la_push_cell(L, (astar_cell){ spot.x, spot.y });
  lua_pushinteger(L, spot.value);
  return 3;
}

static PeakOptions peak_options(lua_State *L) {
  static const la_option options[] = {
    { "min", LA_INT(PeakOptions, least, 1, ASTAR_MAX_COST) },
    { "apart", LA_INT(PeakOptions, apart, 0, ASTAR_MAX_RADIUS) }, { .name = NULL }
  };
  PeakOptions given = { 1, 1 };
  if (!lua_isnoneornil(L, 3)) la_options(la_arg(L, 3, "peaks"), options, &given);
  return given;
}

static void add_peak(lua_State *L, astar_spot spot, int32_t number) {
  lua_createtable(L, 0, 3);
  la_set_cell(L, "x", "y", (astar_cell){ spot.x, spot.y });
  la_set_integer(L, "value", spot.value);
  lua_rawseti(L, -2, number);
}

/* influence:peaks(n [, { min = 1, apart = 1 }]) */
static int influence_peaks(lua_State *L) {
  lua_settop(L, 3);
  influence_check(L);
  int32_t most = (int32_t)la_integer(la_arg(L, 2, "n"), 1, MOST_PEAKS);
  PeakOptions given = peak_options(L);
  astar_spot *spots = lua_newuserdata(L, (size_t)most * sizeof *spots);
  int32_t count = astar_influence_peaks(influence_check(L), given.least, given.apart, spots, most);
  lua_createtable(L, count, 0);
  for (int32_t i = 0; i < count; i++) add_peak(L, spots[i], i + 1);
  return 1;
}

static int influence_max_near(lua_State *L) {
  astar_spot spot;
  astar_influence *influence = influence_check(L);
  astar_cell cell = la_cell(L, 2, influence_map_of(L));
  int32_t radius = (int32_t)la_integer(la_arg(L, 4, "radius"), 0, ASTAR_MAX_RADIUS);
  astar_influence_max_near(influence, cell.x, cell.y, radius, &spot);
  return push_spot(L, spot);
}

typedef bool (*relief_fn)(astar_influence *influence, int32_t x, int32_t y, astar_spot *spot);

static int push_neighbour(lua_State *L, relief_fn find) {
  astar_spot spot;
  astar_influence *influence = influence_check(L);
  astar_cell cell = la_cell(L, 2, influence_map_of(L));
  if (find(influence, cell.x, cell.y, &spot)) return push_spot(L, spot);
  return la_push_nil(L);
}

static int influence_downhill(lua_State *L) {
  return push_neighbour(L, astar_influence_downhill);
}

static int influence_uphill(lua_State *L) {
  return push_neighbour(L, astar_influence_uphill);
}

static int influence_gradient(lua_State *L) {
  astar_influence *influence = influence_check(L);
  la_squares_only(L, influence_map_of(L), "a gradient");
  astar_cell cell = la_cell(L, 2, influence_map_of(L));
  astar_cell rise = astar_influence_gradient(influence, cell.x, cell.y);
  lua_pushinteger(L, rise.x);
  lua_pushinteger(L, rise.y);
  return 2;
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
  { "remove", influence_remove }, { "peaks", influence_peaks }, { "max_near", influence_max_near },
  { "downhill", influence_downhill }, { "uphill", influence_uphill },
  { "gradient", influence_gradient },
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
