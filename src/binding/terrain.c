/*
** The map's terrain: kinds, cells, painting.
**
** The store's table of terrains maps ids to names and names to ids. It is written before the core
** defines a kind. If that fails, the table holds a kind that does not exist. So a name is accepted
** only if the core has its id, and if the id has that name.
*/
#include "terrain.h"

#include <string.h>

#include "level.h"
#include "hex.h"
#include "result.h"

enum { VOID = 1 };                  /* of maps with levels */

/* ---- names --------------------------------------------------------------------------------- */

/* The id a name stands for, 0 where it is none of the map's, which stands at `owner`. */
static int32_t terrain_find(lua_State *L, int owner, int name) {
  const la_map *map = lua_touserdata(L, owner);
  la_push_slot(L, owner, STORE_TERRAINS);
  lua_pushvalue(L, name);
  lua_rawget(L, -2);
  int32_t id = (int32_t)lua_tointeger(L, -1);
  lua_rawgeti(L, -2, id);
  bool known = lua_rawequal(L, -1, name) && id <= astar_terrain_count(map->map);
  lua_pop(L, 3);
  return known ? id : 0;
}

static int unknown_terrain(la_value value, const astar_map *map) {
  la_nearest nearest = { lua_tostring(value.L, value.index), "", 0 };
  for (int32_t id = 1; id <= astar_terrain_count(map); id++)
    la_nearest_try(&nearest, astar_terrain_name(map, id));
  if (nearest.best[0] == 0) return la_reject(value, "is no terrain of the map, which has none");
  return la_reject(value, "is no terrain of the map%s", la_nearest_hint(value.L, &nearest));
}

bool la_terrain_is_void(const astar_map *map, int32_t id) {
  return id == VOID && astar_map_level_count(map) > 0;
}

int32_t la_terrain(la_value value, int owner) {
  lua_State *L = value.L;
  la_map *map = lua_touserdata(L, owner);
  if (lua_type(L, value.index) != LUA_TSTRING) la_reject(value, "is not the name of a terrain");
  int32_t id = terrain_find(L, owner, value.index);
  return id != 0 ? id : unknown_terrain(value, map->map);
}

/* One that cells can be given. */
static int32_t terrain_ground(la_value value) {
  const la_map *map = lua_touserdata(value.L, 1);
  int32_t id = la_terrain(value, 1);
  if (la_terrain_is_void(map->map, id))
    la_reject(value, "is what lies between the levels: no cell can be given it");
  return id;
}

/* Notes the name on top, which is taken off, for an id in the table below it. */
static void terrain_note(lua_State *L, int32_t id) {
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, id);
  lua_pushinteger(L, id);
  lua_rawset(L, -3);
}

void la_terrain_names(lua_State *L, int owner) {
  const la_map *map = lua_touserdata(L, owner);
  la_push_slot(L, owner, STORE_TERRAINS);
  for (int32_t id = 1; id <= astar_terrain_count(map->map); id++) {
    la_push_name(L, astar_terrain_name(map->map, id));
    terrain_note(L, id);
  }
  lua_pop(L, 1);
}

void la_terrain_push(lua_State *L, int owner, int32_t id) {
  la_push_slot(L, owner, STORE_TERRAINS);
  if (id > 0) lua_rawgeti(L, -1, id);
  else lua_pushnil(L);
  lua_remove(L, -2);
}

/* ---- kinds --------------------------------------------------------------------------------- */

enum { SAME_HEIGHT = INT32_MIN };   /* not said */

typedef struct Kind {
  int32_t cost;                     /* -1: not said */
  int opaque;                       /* -1: not said */
  bool has_current;                 /* said */
  astar_slope slope;
} Kind;

/* The parts of a current; -1: not said. */
typedef struct Current {
  int32_t east, west, south, north;
} Current;

/* What a current comes to along one axis, of whose two ends one can be said. */
static int32_t along_axis(la_value table, int32_t there, int32_t back, const char *both) {
  if (there >= 0 && back >= 0) la_fail(table.L, table.arg, "current: both %s", both);
  return there >= 0 ? there : back >= 0 ? -back : 0;
}

/* { east = 10, north = 5 }, or false: none. */
static void terrain_read_current(la_value value, void *target) {
  static const la_option sides[] = {
    { "east", LA_INT(Current, east, 0, ASTAR_MAX_COST) },
    { "west", LA_INT(Current, west, 0, ASTAR_MAX_COST) },
    { "south", LA_INT(Current, south, 0, ASTAR_MAX_COST) },
    { "north", LA_INT(Current, north, 0, ASTAR_MAX_COST) }, { .name = NULL }
  };
  Kind *kind = target;
  Current current = { -1, -1, -1, -1 };
  bool none = lua_isboolean(value.L, value.index) && !lua_toboolean(value.L, value.index);
  if (!none) la_options(value, sides, &current);
  kind->slope.east = along_axis(value, current.east, current.west, "'east' and 'west'");
  kind->slope.south = along_axis(value, current.south, current.north, "'south' and 'north'");
  kind->has_current = true;
}

static Kind read_kind(lua_State *L, int arg) {
  static const la_option options[] = {
    { "cost", LA_COST(Kind, cost) }, { "opaque", LA_BOOL(Kind, opaque) },
    { "height", LA_INT(Kind, slope.height, -ASTAR_MAX_HEIGHT, ASTAR_MAX_HEIGHT) },
    { "current", .read = terrain_read_current }, { .name = NULL }
  };
  Kind kind = { .cost = -1, .opaque = -1, .slope.height = SAME_HEIGHT };
  if (lua_istable(L, arg)) la_options(la_arg(L, arg, "terrain"), options, &kind);
  else kind.cost = la_cost(la_arg(L, arg, "cost"));
  return kind;
}

/* What is not said about a kind that there is stays as it was. A new one that cannot be entered
** hides what is behind it. */
static Kind terrain_complete(lua_State *L, const astar_map *map, int32_t id, Kind kind) {
  if (kind.cost < 0 && id == 0) la_fail(L, 3, "terrain: 'cost' is missing");
  if (kind.cost < 0) kind.cost = astar_terrain_cost(map, id);
  if (kind.opaque < 0) kind.opaque = id != 0 ? astar_terrain_opaque(map, id) : kind.cost == 0;
  astar_slope slope = astar_terrain_slope(map, id);
  if (kind.slope.height == SAME_HEIGHT) kind.slope.height = slope.height;
  if (!kind.has_current) {
    kind.slope.east = slope.east;
    kind.slope.south = slope.south;
  }
  return kind;
}

/* Stands the name at index 2 for the next id; terrains with the fewest names come first. */
static void store_name(lua_State *L, int32_t id) {
  la_push_slot(L, 1, STORE_TERRAINS);
  lua_pushvalue(L, 2);
  terrain_note(L, id);
  lua_pop(L, 1);
}

void la_cost_check(lua_State *L, int arg, const astar_map *map, const char *what, int32_t cost) {
  int64_t straight = astar_map_straight(map), diagonal = astar_map_diagonal(map);
  if ((cost * diagonal + straight / 2) / straight <= ASTAR_MAX_COST) return;
  la_fail(L, arg, "%s = %d is too dear: a diagonal step would cost more than %d", what, (int)cost,
          ASTAR_MAX_COST);
}

static bool has_slope(astar_slope slope) {
  return slope.height != 0 || slope.east != 0 || slope.south != 0;
}

static int terrain_define(lua_State *L, la_map *map) {
  la_unlocked(L, map);
  const char *name = la_name(la_arg(L, 2, "name"));
  int32_t id = terrain_find(L, 1, 2);
  if (la_terrain_is_void(map->map, id))
    la_fail(L, 2, "name = 'void' is what lies between the levels of the map");
  Kind kind = terrain_complete(L, map->map, id, read_kind(L, 3));
  if (id == 0 && astar_terrain_count(map->map) == ASTAR_MAX_TERRAINS)
    la_fail(L, 2, "a map has at most %d terrains", ASTAR_MAX_TERRAINS);
  la_cost_check(L, 3, map->map, "cost", kind.cost);
  if (has_slope(kind.slope) && la_has_hexagons(map->map))
    la_fail(L, 3, "terrain: 'height' and 'current' are for square grids");
  if (id == 0) store_name(L, astar_terrain_count(map->map) + 1);
  la_status_check(L, astar_terrain_define(map->map, name, kind.cost, kind.opaque, &id));
  return la_done(L, astar_terrain_set_slope(map->map, id, kind.slope));
}

static void push_strength(lua_State *L, int32_t strength, const char *ahead, const char *back) {
  if (strength > 0) la_set_integer(L, ahead, strength);
  if (strength < 0) la_set_integer(L, back, -strength);
}

/* Height and current, where the terrain has any. */
static int push_slope(lua_State *L, astar_slope slope) {
  if (!has_slope(slope)) return 0;
  lua_pushinteger(L, slope.height);
  if (slope.east == 0 && slope.south == 0) return 1;
  lua_createtable(L, 0, 2);
  push_strength(L, slope.east, "east", "west");
  push_strength(L, slope.south, "south", "north");
  return 2;
}

static int push_kind(lua_State *L, const astar_map *map, int32_t id) {
  astar_slope slope = astar_terrain_slope(map, id);
  int32_t cost = astar_terrain_cost(map, id);
  if (cost > 0) lua_pushinteger(L, cost);
  else lua_pushboolean(L, 0);
  lua_pushboolean(L, astar_terrain_opaque(map, id));
  return 2 + push_slope(L, slope);
}

static int map_terrain(lua_State *L) {
  la_map *map = la_map_check(L, 1);
  if (lua_gettop(L) >= 3) return terrain_define(L, map);
  la_name(la_arg(L, 2, "name"));
  int32_t id = terrain_find(L, 1, 2);
  return id == 0 ? la_push_nil(L) : push_kind(L, map->map, id);
}

static int next_terrain(lua_State *L) {
  la_map *map = la_map_check(L, 1);
  int32_t id = (int32_t)la_integer(la_arg(L, 2, "id"), 0, ASTAR_MAX_TERRAINS) + 1;
  if (id > astar_terrain_count(map->map)) return la_push_nil(L);
  lua_pushinteger(L, id);
  la_terrain_push(L, 1, id);
  return 2 + push_kind(L, map->map, id);
}

static int map_terrains(lua_State *L) {
  la_map_check(L, 1);
  lua_pushcfunction(L, next_terrain);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

/* ---- cells --------------------------------------------------------------------------------- */

static int map_get(lua_State *L) {
  la_map *map = la_map_check(L, 1);
  astar_cell cell = la_cell(L, 2, map->map);
  la_terrain_push(L, 1, astar_map_get(map->map, cell.x, cell.y));
  return 1;
}

static int map_set(lua_State *L) {
  la_map *map = la_map_edit(L, 1);
  astar_cell cell = la_ground_cell(L, 2, map->map);
  int32_t id = terrain_ground(la_arg(L, 4, "terrain"));
  return la_done(L, astar_map_set(map->map, cell.x, cell.y, id));
}

/* Four arguments from `arg` on, or the whole map where there are none. */
static astar_rect rect_or_all(lua_State *L, int arg, const astar_map *map) {
  if (!lua_isnoneornil(L, arg)) return la_rect(L, arg, map);
  astar_rect rect = { 0, 0, astar_map_width(map), astar_map_height(map) };
  return rect;
}

/* map:fill(x, y, width, height, terrain), map:fill(terrain) */
static int map_fill(lua_State *L) {
  la_map *map = la_map_edit(L, 1);
  bool all = lua_isnoneornil(L, 3);
  if (!all && lua_type(L, 2) == LUA_TSTRING && lua_type(L, 6) != LUA_TSTRING)
    la_fail(L, 2, "the terrain comes last: map:fill(x, y, width, height, terrain)");
  astar_rect rect = { 0, 0, astar_map_width(map->map), astar_map_height(map->map) };
  if (!all) rect = la_rect(L, 2, map->map);
  int32_t id = terrain_ground(la_arg(L, all ? 2 : 6, "terrain"));
  return la_done(L, astar_map_fill(map->map, rect, id));
}

static int32_t first_wall(lua_State *L, const astar_map *map) {
  for (int32_t id = 1; id <= astar_terrain_count(map); id++)
    if (astar_terrain_cost(map, id) == 0 && !la_terrain_is_void(map, id)) return id;
  return la_fail(L, 5, "the map has no terrain that cannot be entered: name one");
}

static int map_block_circle(lua_State *L) {
  int32_t changed = 0;
  la_map *map = la_map_edit(L, 1);
  double wx = la_number(la_arg(L, 2, "wx"), -1e15, 1e15);
  double wy = la_number(la_arg(L, 3, "wy"), -1e15, 1e15);
  double radius = la_number(la_arg(L, 4, "radius"), 0, 1e15);
  int32_t id = lua_isnoneornil(L, 5) ? first_wall(L, map->map)
                                     : terrain_ground(la_arg(L, 5, "terrain"));
  la_status_check(L, astar_map_block_circle(map->map, wx, wy, radius, id, &changed));
  lua_pushinteger(L, changed);
  return 1;
}

/* ---- painting ------------------------------------------------------------------------------ */

/* Checks one byte a cell before the core sees it. */
static astar_status paint_ids(lua_State *L, la_map *map, astar_rect rect) {
  size_t length;
  const char *ids = luaL_checklstring(L, -1, &length);
  if (length != (size_t)rect.width * (size_t)rect.height)
    la_blame_error(L, "%d ids for %d x %d cells", (int)length, (int)rect.width, (int)rect.height);
  for (size_t i = 0; i < length; i++) {
    astar_cell at = { rect.x + (int32_t)i % rect.width, rect.y + (int32_t)i / rect.width };
    bool is_nothing = la_terrain_is_void(map->map, (uint8_t)ids[i]) &&
                      astar_map_level_at(map->map, at.x, at.y) >= 0;
    if (ids[i] == 0 || (uint8_t)ids[i] > astar_terrain_count(map->map))
      la_blame_error(L, "byte %d is not the id of a terrain", (int)i + 1);
    if (is_nothing)
      la_blame_error(L, "'void' at %d, %d: no cell of a level can be given it", (int)at.x + 1,
                     (int)at.y + 1);
  }
  return astar_map_paint(map->map, rect, (const uint8_t *)ids);
}

/* map:_paint(ids [, x, y, width, height]): one byte a cell; for astar.map and the file formats. */
static int map_paint_ids(lua_State *L) {
  la_map *map = la_map_edit(L, 1);
  astar_rect rect = rect_or_all(L, 3, map->map);
  lua_settop(L, 2);
  return la_done(L, paint_ids(L, map, rect));
}

/* Asks the function at index 2 what a cell shall be; the map is locked while it runs. It is not
** asked about the void. */
static uint8_t ask_painter(lua_State *L, la_map *map, int32_t x, int32_t y) {
  int32_t old = astar_map_get(map->map, x, y);
  if (la_terrain_is_void(map->map, old)) return (uint8_t)old;
  lua_pushvalue(L, 2);
  lua_pushinteger(L, (lua_Integer)x + 1);
  lua_pushinteger(L, (lua_Integer)y + 1);
  la_terrain_push(L, 1, old);
  map->locked++;
  int failed = lua_pcall(L, 3, 1, 0);
  map->locked--;
  if (failed) lua_error(L);
  la_value value = { L, 2, lua_gettop(L), "result" };
  uint8_t id = (uint8_t)(lua_isnil(L, -1) ? old : terrain_ground(value));
  lua_pop(L, 1);
  return id;
}

static astar_status paint_by(lua_State *L, la_map *map, astar_rect rect) {
  uint8_t *ids = la_newuserdata(L, (size_t)rect.width * (size_t)rect.height);
  la_map_edit(L, 1);
  size_t i = 0;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) ids[i++] = ask_painter(L, map, x, y);
  return astar_map_paint(map->map, rect, ids);
}

/* Text and lists become ids in lua/astar/paint.lua: map:_ids(source, legend, width, height). */
static astar_status paint_from(lua_State *L, la_map *map, astar_rect rect) {
  lua_getfield(L, 1, "_ids");
  for (int i = 1; i <= 3; i++) lua_pushvalue(L, i);
  lua_pushinteger(L, rect.width);
  lua_pushinteger(L, rect.height);
  lua_call(L, 5, 2);
  if (lua_isnil(L, -2)) la_fail(L, 2, "%s", lua_tostring(L, -1));
  lua_pop(L, 1);
  la_map_edit(L, 1);
  return paint_ids(L, map, rect);
}

/* map:paint(source [, x, y, width, height] [, legend]) */
static int map_paint(lua_State *L) {
  la_map *map = la_map_edit(L, 1);
  bool all = lua_isnoneornil(L, 3) || lua_istable(L, 3);
  astar_rect rect = rect_or_all(L, all ? 8 : 3, map->map);
  lua_settop(L, 7);
  int legend = all ? 3 : 7;
  if (!lua_isnil(L, legend) && !lua_istable(L, legend))
    la_reject(la_arg(L, legend, "legend"), "is not a table");
  lua_pushvalue(L, legend);
  lua_replace(L, 3);
  lua_settop(L, 3);
  switch (lua_type(L, 2)) {
    case LUA_TFUNCTION: return la_done(L, paint_by(L, map, rect));
    case LUA_TSTRING: case LUA_TTABLE: return la_done(L, paint_from(L, map, rect));
    default: return la_reject(la_arg(L, 2, "source"), "is not a function, a string or a table");
  }
}

const luaL_Reg la_terrain_map_methods[] = {
  { "terrain", map_terrain }, { "terrains", map_terrains }, { "set", map_set },
  { "get", map_get }, { "fill", map_fill }, { "block_circle", map_block_circle },
  { "paint", map_paint }, { "_paint", map_paint_ids },
  { NULL, NULL }
};
