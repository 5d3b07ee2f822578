/*
** Making a map with its default class: core.new.
*/
#include "create.h"

#include "args.h"
#include "level.h"
#include "map.h"
#include "result.h"

enum { LEVELS = 11, MAP };           /* on the stack */

static void create_read_size(lua_State *L, astar_map_desc *desc) {
  desc->width = (int32_t)la_integer(la_arg(L, 1, "width"), 1, ASTAR_MAX_CELLS);
  desc->height = (int32_t)la_integer(la_arg(L, 2, "height"), 1, ASTAR_MAX_CELLS);
  if ((int64_t)desc->width * desc->height > ASTAR_MAX_CELLS)
    la_blame_error(L, "a map of %d x %d has more than 2^28 cells", (int)desc->width,
                   (int)desc->height);
}

static astar_map_desc read_desc(lua_State *L, astar_level *levels) {
  static const char *const projections[] = { "square", "isometric", NULL };
  static const char *const grids[] = { "square", "hex", "flat_hex", NULL };
  astar_map_desc desc = astar_map_default();
  if (lua_istable(L, LEVELS)) la_levels_read(L, LEVELS, levels, &desc);
  else create_read_size(L, &desc);
  desc.straight = (int32_t)la_integer(la_arg(L, 3, "straight"), 1, 32767);
  desc.diagonal = (int32_t)la_integer(la_arg(L, 4, "diagonal"), desc.straight, 2 * desc.straight);
  desc.projection = (astar_projection)la_choice(la_arg(L, 5, "projection"), projections);
  desc.origin_x = la_number(la_arg(L, 6, "origin[1]"), -1e299, 1e299);
  desc.origin_y = la_number(la_arg(L, 7, "origin[2]"), -1e299, 1e299);
  desc.cell_width = la_number(la_arg(L, 8, "cell width"), 1e-299, 1e299);
  desc.cell_height = la_number(la_arg(L, 9, "cell height"), 1e-299, 1e299);
  desc.grid = (astar_grid)la_choice(la_arg(L, 10, "grid"), grids);
  return desc;
}

/* core.new(width, height, straight, diagonal, projection, origin x, y, cell width, height, grid
** [, levels]); levels, a list of { name, width, height }, stand for the width and height. */
int la_map_new(lua_State *L) {
  astar_level levels[ASTAR_MAX_LEVELS];
  astar_status why = ASTAR_OK;
  lua_settop(L, LEVELS);
  astar_map_desc desc = read_desc(L, levels);
  la_allocator(L, &desc.allocator.realloc, &desc.allocator.user);
  la_map *map = la_map_make(L);
  map->map = astar_map_new(&desc, &why);
  if (map->map == NULL) la_status_check(L, why);
  la_map_adopt(L, MAP);
  la_tell_collector(L, astar_map_memory(map->map));
  return 1;
}
