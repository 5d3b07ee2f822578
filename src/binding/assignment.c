/*
** Which member of a group takes which place.
*/
#include <math.h>

#include "../astar_units.h"
#include "child.h"
#include "result.h"

/* Number `key` of the table on top, rounded down; within the cells that the core takes. */
static int32_t assign_number(lua_State *L, const char *key) {
  const double most = 1 << 29;
  lua_getfield(L, -1, key);
  double number = floor(lua_tonumber(L, -1));
  lua_pop(L, 1);
  return number > -most && number < most ? (int32_t)number : 0;
}

/* Pushes memory with the x and y of each table of the list at `arg`. */
static astar_cell *assign_cells(lua_State *L, int arg, size_t count) {
  astar_cell *cells = la_newuserdata(L, (count + 1) * sizeof *cells);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, arg, (int)i + 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    cells[i].x = assign_number(L, "x");
    cells[i].y = assign_number(L, "y");
    lua_pop(L, 1);
  }
  return cells;
}

/* map:_assign(points, places) -> the index of each point's place; lists of { x =, y = }, equally
** long */
static int map_assign(lua_State *L) {
  la_map_check(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  luaL_checktype(L, 3, LUA_TTABLE);
  size_t count = la_rawlen(L, 2);
  if (count != la_rawlen(L, 3) || count > ASTAR_MAX_CELLS)
    la_fail(L, 3, "as many places as points expected");
  astar_cell *from = assign_cells(L, 2, count), *to = assign_cells(L, 3, count);
  int32_t *place_of = la_newuserdata(L, (count + 1) * sizeof *place_of);
  la_status_check(L, astar_map_assign(la_map_check(L, 1)->map, from, to, (int32_t)count, place_of));
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_pushinteger(L, place_of[i] + 1);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return 1;
}

const luaL_Reg la_assignment_map_methods[] = { { "_assign", map_assign }, { NULL, NULL } };
