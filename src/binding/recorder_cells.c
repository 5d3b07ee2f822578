/*
** What the recorder needs of whole maps, which would take long cell by cell: planes, strings with a
** byte for each cell of the map, row by row.
*/
#include "child.h"

enum { AS_IT_IS = 255 };

typedef uint8_t read_cell(const astar_map *map, const void *of, int32_t x, int32_t y);

static uint8_t terrain_of(const astar_map *map, const void *of, int32_t x, int32_t y) {
  (void)of;
  return (uint8_t)astar_map_get(map, x, y);
}

/* 0: unseen; AS_IT_IS: the terrain that there is, or, should there be so many, the last one. */
static uint8_t known_of(const astar_map *map, const void *player, int32_t x, int32_t y) {
  int32_t known = astar_player_terrain(player, x, y);
  return (uint8_t)(known == astar_map_get(map, x, y) ? AS_IT_IS : known);
}

/*
** 128 is 0; each step from there stands for about the half of another doubling: with n steps, from
** (sqrt 2)^(n - 1) on. The largest values are 32 steps away.
*/
static uint8_t plane_level_of(const astar_map *map, const void *influence, int32_t x, int32_t y) {
  (void)map;
  int32_t value = astar_influence_get(influence, x, y);
  int64_t size = value < 0 ? -(int64_t)value : value;
  int level = 0;
  while (level < 32 && size * size >= (int64_t)1 << level) level++;
  return (uint8_t)(value < 0 ? 128 - level : 128 + level);
}

/* `room` is as large as the map. */
static int plane_push(lua_State *L, char *room, const astar_map *map, read_cell *read,
                      const void *of) {
  int32_t width = astar_map_width(map), height = astar_map_height(map);
  char *to = room;
  for (int32_t y = 0; y < height; y++)
    for (int32_t x = 0; x < width; x++) *to++ = (char)read(map, of, x, y);
  lua_pushlstring(L, room, (size_t)width * (size_t)height);
  return 1;
}

static char *room_for(lua_State *L, const astar_map *map) {
  return la_newuserdata(L, (size_t)astar_map_width(map) * (size_t)astar_map_height(map));
}

static int map_plane(lua_State *L) {
  char *room = room_for(L, la_map_check(L, 1)->map);
  const astar_map *map = la_map_check(L, 1)->map;
  return plane_push(L, room, map, terrain_of, NULL);
}

static int plane_of(lua_State *L, const la_type *type, read_cell *read) {
  char *room = room_for(L, la_child_check(L, 1, type)->map->map);
  const la_child *child = la_child_check(L, 1, type);
  return plane_push(L, room, child->map->map, read, child->object);
}

static int player_plane(lua_State *L) {
  return plane_of(L, &la_player_type, known_of);
}

static int influence_plane(lua_State *L) {
  return plane_of(L, &la_influence_type, plane_level_of);
}

/* _changes() -> another number than before where what _plane() returns may be another */
static int plane_changes(lua_State *L, uint64_t changes) {
  lua_pushnumber(L, (lua_Number)changes);
  return 1;
}

static int map_changes(lua_State *L) {
  return plane_changes(L, astar_map_changes(la_map_check(L, 1)->map));
}

static int player_changes(lua_State *L) {
  const la_child *child = la_child_check(L, 1, &la_player_type);
  uint64_t of_map = astar_map_changes(child->map->map);
  return plane_changes(L, of_map + astar_player_changes(child->object));
}

static int influence_changes(lua_State *L) {
  const la_child *child = la_child_check(L, 1, &la_influence_type);
  return plane_changes(L, astar_influence_changes(child->object));
}

const luaL_Reg la_recorder_cells_map_methods[] = {
  { "_plane", map_plane }, { "_changes", map_changes }, { NULL, NULL }
};
const luaL_Reg la_recorder_cells_player_methods[] = {
  { "_plane", player_plane }, { "_changes", player_changes }, { NULL, NULL }
};
const luaL_Reg la_recorder_cells_influence_methods[] = {
  { "_plane", influence_plane }, { "_changes", influence_changes }, { NULL, NULL }
};
