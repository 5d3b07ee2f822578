#include "cells.h"

#include <stdio.h>

enum { COORDINATE_NAME = 40 };      /* "goals[2147483647].x" */

/* Is the value on top an object of the library without field `key`? Reading it would raise an error
** about that field; this one is to be about the cell. */
static bool cells_lacks(lua_State *L, const char *key) {
  if (!lua_isuserdata(L, -1) || !luaL_getmetafield(L, -1, "fields")) return false;
  bool ours = lua_istable(L, -1);
  if (ours) lua_getfield(L, -1, key);
  bool none = ours && lua_isnil(L, -1);
  lua_pop(L, ours ? 2 : 1);
  return none;
}

void la_push_coordinate(lua_State *L, const char *key, int index) {
  if (lua_istable(L, -1)) {
    lua_rawgeti(L, -1, index);
    if (lua_isnumber(L, -1)) return;
    lua_pop(L, 1);
  }
  if (cells_lacks(L, key)) lua_pushnil(L);
  else lua_getfield(L, -1, key);
}

/* "goals[3].x" */
static void cell_name(char *text, la_value value, int number, const char *key) {
  const char *dot = key[0] != 0 ? "." : "";
  if (number > 0) snprintf(text, COORDINATE_NAME, "%.9s[%d]%s%s", value.name, number, dot, key);
  else snprintf(text, COORDINATE_NAME, "%.20s%s%s", value.name, dot, key);
}

/* Coordinate `key`, or number `index`, of the cell on top. Its name is made for an error alone:
** that takes longer than all the rest. */
static int32_t read_coordinate(la_value value, int number, const char *key, int index,
                               int32_t count) {
  lua_State *L = value.L;
  la_push_coordinate(L, key, index);
  lua_Number read = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
  bool fits = read >= 1 && read <= count && read == (lua_Number)(int32_t)read;
  int32_t coordinate;
  if (fits) coordinate = (int32_t)read - 1;
  else {
    char name[COORDINATE_NAME];
    cell_name(name, value, number, key);
    coordinate = la_coordinate((la_value){ L, value.arg, lua_gettop(L), name }, count);
  }
  lua_pop(L, 1);
  return coordinate;
}

/* Is the width or height of the value on top more than one cell? */
static bool cells_extends(lua_State *L, const char *key) {
  lua_getfield(L, -1, key);
  bool one = lua_isnil(L, -1) || (lua_type(L, -1) == LUA_TNUMBER && lua_tonumber(L, -1) == 1);
  lua_pop(L, 1);
  return !one;
}

/* Is the value on top a plain table for a rectangle? An object, such as a unit, has a metatable; it
** stands for its upper left cell. */
static bool is_rectangle(lua_State *L) {
  if (!lua_istable(L, -1)) return false;
  if (lua_getmetatable(L, -1)) {
    lua_pop(L, 1);
    return false;
  }
  return cells_extends(L, "width") || cells_extends(L, "height");
}

la_extent la_extent_of(const astar_map *map) {
  return (la_extent){ astar_map_width(map), astar_map_height(map) };
}

astar_cell la_cell_in(la_value value, int number, la_extent extent) {
  lua_State *L = value.L;
  char name[COORDINATE_NAME];
  astar_cell cell;
  lua_pushvalue(L, value.index);
  if (!lua_istable(L, -1) && !lua_isuserdata(L, -1)) {
    cell_name(name, value, number, "");
    la_reject((la_value){ L, value.arg, lua_gettop(L), name }, "is not a cell { x, y }");
  }
  if (is_rectangle(L)) {
    cell_name(name, value, number, "");
    la_fail(L, value.arg, "%s is a rectangle, not a cell { x, y }", name);
  }
  cell.x = read_coordinate(value, number, "x", 1, extent.width);
  cell.y = read_coordinate(value, number, "y", 2, extent.height);
  lua_pop(L, 1);
  return cell;
}

const astar_cell *la_cells(la_value list, const astar_map *map, int32_t *count) {
  lua_State *L = list.L;
  la_extent extent = la_extent_of(map);
  if (!lua_istable(L, list.index)) la_reject(list, "is not a list of cells");
  size_t length = la_rawlen(L, list.index);
  if (length == 0) la_fail(L, list.arg, "%s: the list is empty", list.name);
  if (length > ASTAR_MAX_CELLS) la_fail(L, list.arg, "%s: the list is too long", list.name);
  astar_cell *cells = lua_newuserdata(L, length * sizeof *cells);
  la_value entry = { L, list.arg, lua_gettop(L) + 1, list.name };
  for (size_t i = 0; i < length; i++) {
    lua_rawgeti(L, list.index, (int)i + 1);
    cells[i] = la_cell_in(entry, (int)i + 1, extent);
    lua_pop(L, 1);
  }
  *count = (int32_t)length;
  return cells;
}
