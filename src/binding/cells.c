/*
** Lists of cells: { { x, y }, … }, and anything in them that has x and y, as units do.
*/
#include "cells.h"

#include <stdio.h>

enum { COORDINATE_NAME = 40 };      /* "goals[2147483647].x" */

/* Pushes coordinate `key` of the table, or object with x and y, on top. */
static void push_coordinate(lua_State *L, const char *key, int index) {
  if (lua_istable(L, -1)) {
    lua_rawgeti(L, -1, index);
    if (!lua_isnil(L, -1)) return;
    lua_pop(L, 1);
  }
  lua_getfield(L, -1, key);
}

static int32_t read_coordinate(lua_State *L, int arg, const char *list, int i, const char *key, int index,
                               int32_t count) {
  char name[COORDINATE_NAME];
  snprintf(name, sizeof name, "%.8s[%d].%s", list, i, key);
  push_coordinate(L, key, index);
  la_value value = { L, arg, lua_gettop(L), name };
  int32_t coordinate = la_coordinate(value, count);
  lua_pop(L, 1);
  return coordinate;
}

const astar_cell *la_cells(lua_State *L, int arg, const astar_map *map, const char *list,
                           int32_t *count) {
  if (!lua_istable(L, arg)) la_reject(la_arg(L, arg, list), "is not a list of cells");
  size_t length = la_rawlen(L, arg);
  if (length == 0) la_fail(L, arg, "%s: the list is empty", list);
  if (length > ASTAR_MAX_CELLS) la_fail(L, arg, "%s: the list is too long", list);
  int32_t width = astar_map_width(map), height = astar_map_height(map);
  astar_cell *cells = lua_newuserdata(L, length * sizeof *cells);
  for (size_t i = 0; i < length; i++) {
    lua_rawgeti(L, arg, (int)i + 1);
    if (!lua_istable(L, -1) && !lua_isuserdata(L, -1))
      la_fail(L, arg, "%s[%d] is no cell, { x, y }", list, (int)i + 1);
    cells[i].x = read_coordinate(L, arg, list, (int)i + 1, "x", 1, width);
    cells[i].y = read_coordinate(L, arg, list, (int)i + 1, "y", 2, height);
    lua_pop(L, 1);
  }
  *count = (int32_t)length;
  return cells;
}
