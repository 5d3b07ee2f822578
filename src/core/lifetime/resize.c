#include "resize.h"

#include "../grid/hex.h"
#include "../map/geometry.h"
#include "../map/link.h"
#include "../map/unit_hooks.h"
#include "fork.h"

Frame resize_frame(const astar_map *map, const astar_resize *resize) {
  int32_t fill = resize->fill == 0 && map->grid.kind_count > 0 ? 1 : resize->fill;
  return (Frame){ resize->width, resize->height, resize->dx, resize->dy, (uint8_t)fill, NULL };
}

/* ---- what would be outside ------------------------------------------------------------------- */

/* One that was removed, and that a player remembers, is lost with the land. */
astar_link *astar_resize_link(const astar_map *map, const astar_resize *resize,
                              const astar_link *after) {
  Frame frame = resize_frame(map, resize);
  astar_link *link = after == NULL ? map->links.first : after->next;
  while (link != NULL && (!link->state.is_there || frame_has_link(&frame, link))) link = link->next;
  return link;
}

/* ---- checking -------------------------------------------------------------------------------- */

static bool is_distance(int32_t cells) {
  return cells >= -ASTAR_MAX_CELLS && cells <= ASTAR_MAX_CELLS;
}

/* Cells that are shifted have to stay such, for others have other neighbours. */
static bool shift_is_even(const Grid *grid, const astar_resize *resize) {
  return hex_is_shifted(grid, resize->dx, resize->dy) == 0;
}

static bool origin_is_number(const astar_map *map, const astar_resize *resize) {
  double x, y;
  geometry_corner(map, -resize->dx, -resize->dy, &x, &y);
  return geometry_is_number(x) && geometry_is_number(y);
}

static bool resize_valid(const astar_map *map, const astar_resize *resize) {
  Frame frame = resize_frame(map, resize);
  const Grid *grid = &map->grid;
  return map_accepts(map, resize->width >= 1 && resize->height >= 1,
                     "width, height: not above 0") &&
         map_accepts(map, (int64_t)resize->width * resize->height <= ASTAR_MAX_CELLS,
                     "width, height: more than ASTAR_MAX_CELLS cells") &&
         map_accepts(map, is_distance(resize->dx) && is_distance(resize->dy),
                     "dx, dy: beyond ASTAR_MAX_CELLS") &&
         map_accepts_between(map, resize->fill, 0, grid->kind_count,
                             "fill: there is no terrain of that number") &&
         map_accepts(map, grid->levels == NULL, "map: it has levels") &&
         map_accepts(map, shift_is_even(grid, resize),
                     "dx, dy: hexagons are shifted by an even number") &&
         map_accepts(map, origin_is_number(map, resize), "dx, dy: the origin would be no number") &&
         map_accepts(map, unit_hooks == NULL || unit_hooks->fits_frame(map, &frame),
                     "a unit would be outside: see astar_resize_unit") &&
         map_accepts(map, astar_resize_link(map, resize, NULL) == NULL,
                     "a link would be outside: see astar_resize_link");
}

/* ---- making ---------------------------------------------------------------------------------- */

astar_map *astar_map_resize(astar_map *map, const astar_resize *resize, astar_status *why) {
  *why = ASTAR_INVALID;
  if (!resize_valid(map, resize)) return NULL;
  Frame frame = resize_frame(map, resize);
  frame.row = memory_raw(&map->memory, (size_t)frame.width);
  *why = ASTAR_NO_MEMORY;
  if (frame.row == NULL) return NULL;
  astar_map *resized = fork_framed(map, &frame, why);
  memory_free(&map->memory, frame.row, (size_t)frame.width);
  return resized;
}
