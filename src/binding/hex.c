/*
** Distances in steps, and axial coordinates: map:distance, map:to_axial, map:from_axial.
*/
#include "hex.h"

#include <math.h>

#include "args.h"
#include "result.h"

bool la_has_hexagons(const astar_map *map) {
  return astar_map_description(map).grid != ASTAR_GRID_SQUARE;
}

void la_squares_only(lua_State *L, const astar_map *map, const char *what) {
  if (la_has_hexagons(map)) la_blame_error(L, "%s is for square grids", what);
}

/* map:distance(x1, y1, x2, y2) -> steps; from level to level math.huge */
static int map_distance(lua_State *L) {
  const astar_map *map = la_map_check(L, 1)->map;
  astar_cell a = la_cell(L, 2, map), b = la_cell(L, 4, map);
  int32_t steps = astar_map_distance(map, a.x, a.y, b.x, b.y);
  if (steps < 0) lua_pushnumber(L, HUGE_VAL);
  else lua_pushinteger(L, steps);
  return 1;
}

/* map:to_axial(x, y) -> q, r */
static int map_to_axial(lua_State *L) {
  const astar_map *map = la_map_check(L, 1)->map;
  astar_cell cell = la_any_cell(L, 2);
  return la_push_cell(L, astar_map_to_axial(map, cell.x, cell.y));
}

/* map:from_axial(q, r) -> x, y */
static int map_from_axial(lua_State *L) {
  const astar_map *map = la_map_check(L, 1)->map;
  astar_cell axial = la_any_cell(L, 2);
  return la_push_cell(L, astar_map_from_axial(map, axial.x, axial.y));
}

const luaL_Reg la_hex_map_methods[] = {
  { "distance", map_distance }, { "to_axial", map_to_axial }, { "from_axial", map_from_axial },
  { NULL, NULL }
};
