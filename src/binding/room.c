/*
** Room for the formation of a group: how many of its places can be reached from its middle on
** straight lines. A march asks this for each cell of its way that it can see.
*/
#include "ask.h"
#include "result.h"

/* Cells relative to another one. */
typedef struct Offsets {
  lua_Integer count;
  astar_cell *list;
} Offsets;

static int32_t room_number(lua_State *L, const char *key) {
  lua_getfield(L, -1, key);
  la_value value = la_arg(L, lua_gettop(L), key);
  int32_t number = (int32_t)la_integer(value, -ASTAR_MAX_CELLS, ASTAR_MAX_CELLS);
  lua_pop(L, 1);
  return number;
}

/* Pushes memory with the x and y of each table of the list at `arg`. */
static Offsets room_offsets(lua_State *L, int arg) {
  luaL_checktype(L, arg, LUA_TTABLE);
  Offsets offsets = { (lua_Integer)la_rawlen(L, arg), NULL };
  offsets.list = la_newuserdata(L, ((size_t)offsets.count + 1) * sizeof *offsets.list);
  for (lua_Integer i = 0; i < offsets.count; i++) {
    lua_rawgeti(L, arg, (int)i + 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    offsets.list[i].x = room_number(L, "x");
    offsets.list[i].y = room_number(L, "y");
    lua_pop(L, 1);
  }
  return offsets;
}

/* Is there a straight line to a cell, which may lie outside of the map? */
static bool room_reaches(la_ask *ask, astar_cell from, astar_cell to) {
  uint32_t cost;
  const astar_map *map = ask->map->map;
  if (to.x < 0 || to.y < 0 || to.x >= astar_map_width(map) || to.y >= astar_map_height(map))
    return false;
  astar_status status =
    astar_map_line(ask->map->map, from.x, from.y, to.x, to.y, &ask->core, &cost);
  la_ask_check(ask, status);
  return status == ASTAR_OK;
}

/* map:_has_room(x, y, offsets, most, query) -> can all but at most `most` of the cells that lie
** around x, y by these offsets be reached on straight lines? offsets: a list of { x =, y = }. */
static int map_has_room(lua_State *L) {
  la_query space;
  la_ask ask = { .L = L, .map = la_map_check(L, 1) };
  astar_cell at = la_cell(L, 2, ask.map->map);
  lua_Integer most = luaL_checkinteger(L, 5), missed = 0;
  lua_settop(L, ASK_ARGS);
  Offsets offsets = room_offsets(L, 4);
  la_ask_query(&ask, 6, &space);
  for (lua_Integer i = 0; i < offsets.count && missed <= most; i++) {
    astar_cell to = { at.x + offsets.list[i].x, at.y + offsets.list[i].y };
    missed += !room_reaches(&ask, at, to);
  }
  lua_pushboolean(L, missed <= most);
  return 1;
}

const luaL_Reg la_room_map_methods[] = { { "_has_room", map_has_room }, { NULL, NULL } };
