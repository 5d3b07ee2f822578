/*
** The relief of influence maps: peaks, slopes, the greatest value near a cell.
*/
#include "child.h"
#include "hex.h"
#include "result.h"

enum { MOST_PEAKS = 65535 };

typedef struct PeakOptions {
  int32_t least, apart;
} PeakOptions;

static astar_influence *relief_check(lua_State *L) {
  return la_child_check(L, 1, &la_influence_type)->object;
}

static astar_cell relief_cell(lua_State *L) {
  return la_cell(L, 2, ((la_child *)lua_touserdata(L, 1))->map->map);
}

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
  relief_check(L);
  int32_t most = (int32_t)la_integer(la_arg(L, 2, "n"), 1, MOST_PEAKS);
  PeakOptions given = peak_options(L);
  astar_spot *spots = lua_newuserdata(L, (size_t)most * sizeof *spots);
  int32_t count = astar_influence_peaks(relief_check(L), given.least, given.apart, spots, most);
  lua_createtable(L, count, 0);
  for (int32_t i = 0; i < count; i++) add_peak(L, spots[i], i + 1);
  return 1;
}

static int influence_max_near(lua_State *L) {
  astar_spot spot;
  astar_influence *influence = relief_check(L);
  astar_cell cell = relief_cell(L);
  int32_t radius = (int32_t)la_integer(la_arg(L, 4, "radius"), 0, ASTAR_MAX_RADIUS);
  astar_influence_max_near(influence, cell.x, cell.y, radius, &spot);
  return push_spot(L, spot);
}

typedef bool (*relief_fn)(astar_influence *influence, int32_t x, int32_t y, astar_spot *spot);

static int push_neighbour(lua_State *L, relief_fn find) {
  astar_spot spot;
  astar_influence *influence = relief_check(L);
  astar_cell cell = relief_cell(L);
  if (find(influence, cell.x, cell.y, &spot)) return push_spot(L, spot);
  lua_pushnil(L);
  return 1;
}

static int influence_downhill(lua_State *L) {
  return push_neighbour(L, astar_influence_downhill);
}

static int influence_uphill(lua_State *L) {
  return push_neighbour(L, astar_influence_uphill);
}

static int influence_gradient(lua_State *L) {
  astar_influence *influence = relief_check(L);
  la_squares_only(L, la_child_check(L, 1, &la_influence_type)->map->map, "a gradient");
  astar_cell cell = relief_cell(L);
  astar_cell rise = astar_influence_gradient(influence, cell.x, cell.y);
  lua_pushinteger(L, rise.x);
  lua_pushinteger(L, rise.y);
  return 2;
}

const luaL_Reg la_relief_influence_methods[] = {
  { "peaks", influence_peaks }, { "max_near", influence_max_near },
  { "downhill", influence_downhill }, { "uphill", influence_uphill },
  { "gradient", influence_gradient }, { NULL, NULL }
};
