/*
** Terrain analysis: clearance.
*/
#include "ask.h"

#include <math.h>

#include "result.h"

/* A distance of which the square is given; an integer where it is one. */
static int push_distance(lua_State *L, uint32_t square) {
  double distance = sqrt(square);
  if (distance == floor(distance)) lua_pushinteger(L, (lua_Integer)distance);
  else lua_pushnumber(L, distance);
  return 1;
}

/* map:clearance(x, y [, query]) -> distance in cells, 0 where the class cannot stand */
static int map_clearance(lua_State *L) {
  la_query space;
  uint32_t clearance = 0;
  la_ask ask = { .L = L, .map = la_map_check(L, 1) };
  astar_cell at = la_cell(L, 2, ask.map->map);
  lua_settop(L, ASK_ARGS);
  la_ask_query(&ask, 4, &space);
  la_ask_check(&ask, astar_map_clearance(ask.map->map, at.x, at.y, &ask.core, &clearance));
  return push_distance(L, clearance);
}

const luaL_Reg la_areas_map_methods[] = { { "clearance", map_clearance }, { NULL, NULL } };
