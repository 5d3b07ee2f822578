/*
** Levels: parts of the map that only links join. What they are to scripts is written in
** lua/astar/map/level.lua.
*/
#include "level.h"

#include "result.h"

/* map:_level_count() -> how many levels there are */
LA_GETTER(map_level_count, lua_pushinteger, astar_map_level_count(la_map_check(L, 1)->map))

/* map:_level(number) -> name, x, y, width, height */
static int map_level(lua_State *L) {
  const astar_map *map = la_map_check(L, 1)->map;
  int64_t number = la_integer(la_arg(L, 2, "number"), 1, astar_map_level_count(map));
  const astar_level *level = astar_map_level(map, (int32_t)number - 1);
  la_push_name(L, level->name);
  la_push_cell(L, (astar_cell){ level->rect.x, level->rect.y });
  lua_pushinteger(L, level->rect.width);
  lua_pushinteger(L, level->rect.height);
  return 5;
}

/* map:_level_at(x, y) -> the number of the level that has the cell | nil */
static int map_level_at(lua_State *L) {
  const astar_map *map = la_map_check(L, 1)->map;
  astar_cell cell = la_cell(L, 2, map);
  int32_t number = astar_map_level_at(map, cell.x, cell.y);
  if (number < 0) return la_push_nil(L);
  lua_pushinteger(L, number + 1);
  return 1;
}

int la_level_name(lua_State *L, const astar_map *map, astar_cell cell) {
  int32_t number = astar_map_level_at(map, cell.x, cell.y);
  if (number < 0) return la_push_nil(L);
  la_push_name(L, astar_map_level(map, number)->name);
  return 1;
}

astar_cell la_ground_cell(lua_State *L, int arg, const astar_map *map) {
  astar_cell cell = la_cell(L, arg, map);
  la_ground_check(L, arg, map, cell);
  return cell;
}

void la_ground_check(lua_State *L, int arg, const astar_map *map, astar_cell cell) {
  if (astar_map_level_count(map) > 0 && astar_map_level_at(map, cell.x, cell.y) < 0)
    la_fail(L, arg, "%d, %d lies in the void between the levels", (int)cell.x + 1,
            (int)cell.y + 1);
}

/* ---- making maps ----------------------------------------------------------------------------- */

static int32_t level_side(lua_State *L, int arg, int index, const char *name) {
  lua_rawgeti(L, -1, index);
  la_value value = { L, arg, lua_gettop(L), name };
  int32_t side = (int32_t)la_integer(value, 1, ASTAR_MAX_CELLS);
  lua_pop(L, 1);
  return side;
}

/* Reads the { name, width, height } on top. The name stays in its table. */
static astar_level level_read(lua_State *L, int arg) {
  astar_level level = { .rect = { 0, 0, 0, 0 } };
  lua_rawgeti(L, -1, 1);
  la_value name = { L, arg, lua_gettop(L), "name" };
  level.name = la_name(name);
  lua_pop(L, 1);
  level.rect.width = level_side(L, arg, 2, "width");
  level.rect.height = level_side(L, arg, 3, "height");
  return level;
}

void la_levels_read(lua_State *L, int arg, astar_level *levels, astar_map_desc *desc) {
  int count = (int)la_rawlen(L, arg);
  if (count > ASTAR_MAX_LEVELS)
    la_fail(L, arg, "a map has at most %d levels", ASTAR_MAX_LEVELS);
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, arg, i + 1);
    levels[i] = level_read(L, arg);
    lua_pop(L, 1);
  }
  if (astar_levels_arrange(levels, count, &desc->width, &desc->height) != ASTAR_OK)
    la_fail(L, arg, "the levels have more than 2^28 cells");
  desc->levels = levels;
  desc->level_count = count;
}

const luaL_Reg la_level_map_methods[] = {
  { "_level_count", map_level_count }, { "_level", map_level }, { "_level_at", map_level_at },
  { NULL, NULL }
};
