#include "exits.h"

#include <stdlib.h>

#include "../base/hash.h"
#include "../map/class.h"

/* ---- listing --------------------------------------------------------------------------------- */

static bool exits_add(Exits *exits, astar_map *map, Exit exit) {
  if (!memory_grow(&map->memory, exits->list, exits->count, &exits->capacity)) return false;
  exits->list[exits->count++] = exit;
  return cellset_add(&exits->from, map, (CellRun){ exit.from, 1, 1 }) &&
         cellset_add(&exits->to, map, (CellRun){ exit.to, 1, 1 });
}

/* Both ways, if it leads both ways. */
static bool exits_add_link(Exits *exits, const astar_link *link, Exit exit,
                           const astar_player *player) {
  astar_map *map = link->map;
  Cell from = grid_cell(&map->grid, link->from.x, link->from.y);
  Cell to = grid_cell(&map->grid, link->to.x, link->to.y);
  bool back = !link->one_way && link_end_known(player, to);
  exit.link = link->number;
  exit.from = from;
  exit.to = to;
  if (link_end_known(player, from) && !exits_add(exits, map, exit)) return false;
  exit.from = to;
  exit.to = from;
  return !back || exits_add(exits, map, exit);
}

static uint64_t exit_hash(const Exit *exit) {
  uint64_t hash = hash_int(hash_int(HASH_START, exit->from), exit->to);
  return hash_mixed(hash_int(hash_int(hash, exit->cost), exit->link));
}

/* Two exits of one link begin in different cells. */
static int exit_compare(const void *a, const void *b) {
  const Exit *one = a, *other = b;
  if (one->from != other->from) return one->from < other->from ? -1 : 1;
  return (one->link > other->link) - (one->link < other->link);
}

/* ---- areas ----------------------------------------------------------------------------------- */

static astar_rect exits_around(const Exits *exits, const Grid *grid, int area) {
  astar_rect around = { 0 };
  for (size_t i = 0; i < exits->count; i++) {
    astar_cell at = grid_position(grid, exits->list[i].from);
    if (exits->list[i].area == area) rect_join(&around, (astar_rect){ at.x, at.y, 1, 1 });
  }
  return around;
}

static int32_t area_side(astar_rect area) {
  return area.width > area.height ? area.width : area.height;
}

/* Divides an area in the middle of its longer side. */
static void exits_divide(Exits *exits, const Grid *grid, int area) {
  astar_rect rect = exits->areas[area];
  int added = exits->area_count++;
  for (size_t i = 0; i < exits->count; i++) {
    Exit *exit = &exits->list[i];
    astar_cell at = grid_position(grid, exit->from);
    bool beyond = rect.width >= rect.height ? at.x - rect.x >= rect.width / 2
                                            : at.y - rect.y >= rect.height / 2;
    if (exit->area == area && beyond) exit->area = added;
  }
  exits->areas[area] = exits_around(exits, grid, area);
  exits->areas[added] = exits_around(exits, grid, added);
}

/* Divides the largest area until there are enough, or all are single cells. */
static void exits_gather(Exits *exits, const Grid *grid) {
  exits->area_count = exits->count > 0;
  if (exits->count == 0) return;
  exits->areas[0] = exits_around(exits, grid, 0);
  while (exits->area_count < EXIT_AREAS) {
    int largest = 0;
    for (int i = 1; i < exits->area_count; i++)
      if (area_side(exits->areas[i]) > area_side(exits->areas[largest])) largest = i;
    if (area_side(exits->areas[largest]) == 1) return;
    exits_divide(exits, grid, largest);
  }
}

/* ---- making ---------------------------------------------------------------------------------- */

bool exits_make(Exits *exits, const astar_class *cls, const astar_player *player, int32_t price) {
  astar_map *map = cls->map;
  exits->count = 0;
  cellset_clear(&exits->from);
  cellset_clear(&exits->to);
  for (const astar_link *link = map->links.first; link != NULL; link = link->next) {
    LinkState state = link_as_known(link, player);
    bool opens = state.is_open || price != ASTAR_NEVER;
    bool leads = state.is_there && opens && link_serves(link, cls);
    int32_t extra = state.is_open ? 0 : price;
    Exit exit = { .cost = state.cost + extra, .price = extra };
    if (leads && !exits_add_link(exits, link, exit, player)) return false;
  }
  exits->sum = 0;
  for (size_t i = 0; i < exits->count; i++) exits->sum += exit_hash(&exits->list[i]);
  if (exits->count > 1) qsort(exits->list, exits->count, sizeof *exits->list, exit_compare);
  exits_gather(exits, &map->grid);
  return true;
}

void exits_free(Exits *exits, astar_map *map) {
  memory_free(&map->memory, exits->list, exits->capacity * sizeof *exits->list);
  cellset_free(&exits->from, map);
  cellset_free(&exits->to, map);
  *exits = (Exits){ 0 };
}

/* ---- asking ---------------------------------------------------------------------------------- */

size_t exits_at(const Exits *exits, Cell cell, const Exit **first) {
  size_t low = 0, high = exits->count, count = 0;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (exits->list[middle].from < cell) low = middle + 1;
    else high = middle;
  }
  *first = exits->list + low;
  while (low + count < exits->count && exits->list[low + count].from == cell) count++;
  return count;
}
