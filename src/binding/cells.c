/*
** Lists of cells: { { x, y }, … }, and anything in them with fields x and y, such as units.
*/
#include "cells.h"

#include <stdio.h>

enum { COORDINATE_NAME = 40 };      /* "goals[2147483647].x" */

/* Is the value on top an object of the library without field `key`? Reading it would raise an error
** about that field; this one is to be about the list. */
static bool cells_lacks(lua_State *L, const char *key) {
  if (!lua_isuserdata(L, -1) || !luaL_getmetafield(L, -1, "fields")) return false;
  bool ours = lua_istable(L, -1);
  if (ours) lua_getfield(L, -1, key);
  bool none = ours && lua_isnil(L, -1);
  lua_pop(L, ours ? 2 : 1);
  return none;
}

/* Pushes coordinate `key` of the table, or object with x and y, on top. */
static void push_coordinate(lua_State *L, const char *key, int index) {
  if (lua_istable(L, -1)) {
    lua_rawgeti(L, -1, index);
    if (!lua_isnil(L, -1)) return;
    lua_pop(L, 1);
  }
  if (cells_lacks(L, key)) lua_pushnil(L);
  else lua_getfield(L, -1, key);
}

/* A list of cells at an argument, under examination. */
typedef struct CellList {
  lua_State *L;
  int arg;
  const char *name;
  int32_t width, height;            /* of the map */
} CellList;

/* Coordinate `key` of element i, which is on top, with the name that an error would have to say:
** making it takes longer than all the rest. */
static int32_t read_named(const CellList *list, int i, const char *key, int32_t count) {
  char name[COORDINATE_NAME];
  snprintf(name, sizeof name, "%.8s[%d].%s", list->name, i, key);
  return la_coordinate((la_value){ list->L, list->arg, lua_gettop(list->L), name }, count);
}

/* Coordinate `key`, or number `index`, of element i, which is on top. */
static int32_t read_coordinate(const CellList *list, int i, const char *key, int index) {
  lua_State *L = list->L;
  int32_t count = index == 1 ? list->width : list->height;
  push_coordinate(L, key, index);
  lua_Number number = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
  bool fits = number >= 1 && number <= count && number == (lua_Number)(int32_t)number;
  int32_t coordinate = fits ? (int32_t)number - 1 : read_named(list, i, key, count);
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

/* Element i, which is on top. */
static astar_cell read_cell(const CellList *list, int i) {
  lua_State *L = list->L;
  if (!lua_istable(L, -1) && !lua_isuserdata(L, -1))
    la_fail(L, list->arg, "%s[%d] is no cell, { x, y }", list->name, i);
  if (is_rectangle(L))
    la_fail(L, list->arg, "%s[%d] is a rectangle, not a cell, { x, y }", list->name, i);
  astar_cell cell;
  cell.x = read_coordinate(list, i, "x", 1);
  cell.y = read_coordinate(list, i, "y", 2);
  return cell;
}

const astar_cell *la_cells(lua_State *L, int arg, const astar_map *map, const char *name,
                           int32_t *count) {
  CellList list = { L, arg, name, astar_map_width(map), astar_map_height(map) };
  if (!lua_istable(L, arg)) la_reject(la_arg(L, arg, name), "is not a list of cells");
  size_t length = la_rawlen(L, arg);
  if (length == 0) la_fail(L, arg, "%s: the list is empty", name);
  if (length > ASTAR_MAX_CELLS) la_fail(L, arg, "%s: the list is too long", name);
  astar_cell *cells = lua_newuserdata(L, length * sizeof *cells);
  for (size_t i = 0; i < length; i++) {
    lua_rawgeti(L, arg, (int)i + 1);
    cells[i] = read_cell(&list, (int)i + 1);
    lua_pop(L, 1);
  }
  *count = (int32_t)length;
  return cells;
}
