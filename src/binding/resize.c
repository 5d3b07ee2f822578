/*
** Making a map of another size from a map: core.resize.
*/
#include "create.h"

#include "level.h"
#include "result.h"
#include "terrain.h"
#include "unit_hooks.h"

enum { OLD = 1, WIDTH, HEIGHT, DX, DY, FILL, NEW };      /* on the stack */

/* ---- arguments ----------------------------------------------------------------------------- */

static int32_t resize_shift(lua_State *L, int arg, const char *name) {
  return (int32_t)la_integer_or(la_arg(L, arg, name), 0, -ASTAR_MAX_CELLS, ASTAR_MAX_CELLS);
}

/* Of hexagons only whole pairs of lines can move: every second one is shifted. */
static void check_shift(lua_State *L, const astar_map *map, const astar_resize *resize) {
  astar_grid grid = astar_map_description(map).grid;
  if (grid == ASTAR_GRID_HEX && resize->dy % 2 != 0)
    la_reject(la_arg(L, DY, "dy"), "is odd: every second row of a 'hex' map is shifted");
  if (grid == ASTAR_GRID_FLAT_HEX && resize->dx % 2 != 0)
    la_reject(la_arg(L, DX, "dx"), "is odd: every second column of a 'flat_hex' map is shifted");
}

static astar_resize read_resize(lua_State *L) {
  const la_map *map = la_map_edit(L, OLD);
  astar_resize resize = { .fill = 0 };
  resize.width = (int32_t)la_integer(la_arg(L, WIDTH, "width"), 1, ASTAR_MAX_CELLS);
  resize.height = (int32_t)la_integer(la_arg(L, HEIGHT, "height"), 1, ASTAR_MAX_CELLS);
  if ((int64_t)resize.width * resize.height > ASTAR_MAX_CELLS)
    la_blame_error(L, "a map of %d x %d has more than 2^28 cells", (int)resize.width,
                   (int)resize.height);
  if (astar_map_level_count(map->map) > 0)
    la_blame_error(L, "a map with levels cannot be resized");
  resize.dx = resize_shift(L, DX, "dx");
  resize.dy = resize_shift(L, DY, "dy");
  check_shift(L, map->map, &resize);
  if (!lua_isnil(L, FILL)) resize.fill = la_terrain(la_arg(L, FILL, "fill"), OLD);
  return resize;
}

/* ---- what would be outside ----------------------------------------------------------------- */

/* Puts the units that would be outside into the table at the index; 0: counts them. */
static int32_t outside_units(lua_State *L, int table, const astar_resize *resize,
                             const la_map *map) {
  return la_units == NULL ? 0 : la_units->list_outside(L, table, resize, map);
}

static int outside_links(const astar_map *map, const astar_resize *resize) {
  int count = 0;
  const astar_link *link = astar_resize_link(map, resize, NULL);
  for (; link != NULL; link = astar_resize_link(map, resize, link)) count++;
  return count;
}

/* nil, "outside", a list of units, a list of links. Making the lists may let the map change; they
** have their room before they are filled: nothing in between allocates. */
static int push_outside(lua_State *L, const astar_resize *resize) {
  int count = 0, top = lua_gettop(L);
  unsigned epoch;
  la_map *map;
  do {
    lua_settop(L, top);
    map = la_map_check(L, OLD);
    epoch = map->epoch;
    lua_pushnil(L);
    lua_pushliteral(L, "outside");
    lua_createtable(L, outside_units(L, 0, resize, map), 0);
    map = la_map_check(L, OLD);
    lua_createtable(L, outside_links(map->map, resize), 0);
    map = la_map_check(L, OLD);
  } while (epoch != map->epoch);
  outside_units(L, lua_gettop(L) - 1, resize, map);
  for (astar_link *one = astar_resize_link(map->map, resize, NULL); one != NULL;
       one = astar_resize_link(map->map, resize, one)) {
    la_child_push(L, OLD, la_child_for(map, one));
    lua_rawseti(L, -2, ++count);
  }
  return 4;
}

/* ---- making -------------------------------------------------------------------------------- */

void la_map_keep_data(lua_State *L, int from, int to) {
  int top = lua_gettop(L);
  la_push_slot(L, from, STORE_DATA);
  la_push_slot(L, to, STORE_DATA);
  la_push_slot(L, to, STORE_UNITS);
  lua_pushnil(L);
  while (lua_next(L, top + 3) != 0) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawget(L, top + 1);
    int id = (int)lua_tointeger(L, -2);
    if (lua_isnil(L, -1)) lua_pop(L, 1);
    else lua_rawseti(L, top + 2, id);
  }
  lua_settop(L, top);
}

/* core.resize(map, width, height, dx, dy, fill) -> map | nil, "outside", units, links. The new
** map's userdata comes first: from the checks to the core's call nothing allocates. */
int la_map_resize(lua_State *L) {
  astar_status why;
  lua_settop(L, FILL);
  la_map *map = la_map_make(L);
  astar_resize resize = read_resize(L);
  const la_map *old = la_map_edit(L, OLD);
  if (outside_units(L, 0, &resize, old) > 0 ||
      astar_resize_link(old->map, &resize, NULL) != NULL)
    return push_outside(L, &resize);
  map->map = astar_map_resize(old->map, &resize, &why);
  if (map->map == NULL && why == ASTAR_INVALID)
    la_blame_error(L, "the map's origin would be beyond 1e300");
  if (map->map == NULL) la_status_check(L, why);
  la_map_adopt(L, NEW);
  la_map_keep_data(L, OLD, NEW);
  la_tell_collector(L, astar_map_memory(map->map));
  return 1;
}
