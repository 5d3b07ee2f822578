#include "resize.h"

#include "../grid/hex.h"
#include "../map/geometry.h"
#include "../map/link.h"
#include "../map/watch.h"
#include "../search/queue.h"

static Frame frame_for(const astar_map *map, const astar_resize *resize) {
  int32_t fill = resize->fill == 0 && map->grid.kind_count > 0 ? 1 : resize->fill;
  return (Frame){ resize->width, resize->height, resize->dx, resize->dy, (uint8_t)fill, NULL };
}

/* ---- what would be outside ------------------------------------------------------------------- */

astar_unit *astar_resize_unit(const astar_map *map, const astar_resize *resize,
                              const astar_unit *after) {
  Frame frame = frame_for(map, resize);
  astar_unit *unit = after == NULL ? map->units : after->next;
  while (unit != NULL && frame_has_unit(&frame, unit)) unit = unit->next;
  return unit;
}

/* One that was removed, and that a player remembers, is lost with the land. */
astar_link *astar_resize_link(const astar_map *map, const astar_resize *resize,
                              const astar_link *after) {
  Frame frame = frame_for(map, resize);
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
  const Grid *grid = &map->grid;
  bool in_range = resize->width >= 1 && resize->height >= 1 &&
                  (int64_t)resize->width * resize->height <= ASTAR_MAX_CELLS &&
                  is_distance(resize->dx) && is_distance(resize->dy) && resize->fill >= 0 &&
                  resize->fill <= grid->kind_count;
  return in_range && grid->levels == NULL && shift_is_even(grid, resize) &&
         origin_is_number(map, resize) && astar_resize_unit(map, resize, NULL) == NULL &&
         astar_resize_link(map, resize, NULL) == NULL;
}

/* ---- the game's own data --------------------------------------------------------------------- */

/* Of things that are all there, in the same order. */
#define HAND_ON_ALL(type, list) \
  for (type *from = map->list, *to = resized->list; to != NULL; from = from->next, to = to->next) \
    to->user_data = from->user_data

/* Of things some of which are left out: those that are there have their numbers. */
#define HAND_ON_SOME(type, first) \
  for (type *from = map->first, *to = resized->first; to != NULL; from = from->next) { \
    if (from->number != to->number) continue; \
    to->user_data = from->user_data; \
    to = to->next; \
  }

static void hand_on_tickets(const astar_map *map, const astar_map *resized, const Frame *frame) {
  astar_ticket *to = astar_ticket_waiting(resized, NULL);
  for (const astar_ticket *from = astar_ticket_waiting(map, NULL); to != NULL;
       from = astar_ticket_waiting(map, from)) {
    if (!save_has_ticket(frame, from)) continue;
    to->user_data = from->user_data;
    to = astar_ticket_waiting(resized, to);
  }
}

static void hand_on_user_data(const astar_map *map, astar_map *resized, const Frame *frame) {
  resized->user_data = map->user_data;
  HAND_ON_ALL(astar_class, classes);
  HAND_ON_ALL(astar_player, players);
  HAND_ON_ALL(astar_influence, influences);
  HAND_ON_ALL(astar_unit, units);
  HAND_ON_SOME(astar_link, links.first);
  HAND_ON_SOME(astar_watch, watches);
  hand_on_tickets(map, resized, frame);
}

/* ---- making ---------------------------------------------------------------------------------- */

static astar_map *resize_by_saving(astar_map *map, const Frame *frame, astar_status *why) {
  Memory *memory = &map->memory;
  size_t size = save_size(map, frame, why);
  if (*why != ASTAR_OK) return NULL;
  void *bytes = memory_raw(memory, size);
  *why = ASTAR_NO_MEMORY;
  if (bytes == NULL) return NULL;
  save_write(map, frame, bytes);
  astar_map *resized = astar_map_load(bytes, size, memory->allocator, why);
  memory_free(memory, bytes, size);
  if (resized != NULL) hand_on_user_data(map, resized, frame);
  return resized;
}

astar_map *astar_map_resize(astar_map *map, const astar_resize *resize, astar_status *why) {
  *why = ASTAR_INVALID;
  if (!resize_valid(map, resize)) return NULL;
  Frame frame = frame_for(map, resize);
  frame.row = memory_raw(&map->memory, (size_t)frame.width);
  *why = ASTAR_NO_MEMORY;
  if (frame.row == NULL) return NULL;
  astar_map *resized = resize_by_saving(map, &frame, why);
  memory_free(&map->memory, frame.row, (size_t)frame.width);
  return resized;
}
