#include "claims.h"

/* ---- sets of cells --------------------------------------------------------------------------- */

static size_t set_bytes(const astar_map *map) {
  return (map->grid.cells / 64 + 1) * sizeof(uint64_t);
}

bool cellset_add(CellSet *set, astar_map *map, Cell cell) {
  if (cellset_has(set, cell)) return true;
  if (set->bits == NULL) set->bits = memory_new(&map->memory, set_bytes(map));
  if (set->bits == NULL) return false;
  void *added = set->added;
  if (!memory_grow(&map->memory, &added, sizeof *set->added, set->count, &set->capacity))
    return false;
  set->added = added;
  set->added[set->count++] = cell;
  set->bits[cell >> 6] |= (uint64_t)1 << (cell & 63);
  return true;
}

void cellset_clear(CellSet *set) {
  for (size_t i = 0; i < set->count; i++) set->bits[set->added[i] >> 6] = 0;
  set->count = 0;
}

void cellset_free(CellSet *set, astar_map *map) {
  if (set->bits != NULL) memory_free(&map->memory, set->bits, set_bytes(map));
  memory_free(&map->memory, set->added, set->capacity * sizeof *set->added);
  *set = (CellSet){ 0 };
}

static bool add_footprint(CellSet *set, const astar_unit *unit, int32_t x, int32_t y) {
  astar_map *map = unit->cls->map;
  for (int32_t dy = 0; dy < unit->cls->size; dy++)
    for (int32_t dx = 0; dx < unit->cls->size; dx++) {
      if (!grid_has(&map->grid, x + dx, y + dy)) continue;
      if (!cellset_add(set, map, grid_cell(&map->grid, x + dx, y + dy))) return false;
    }
  return true;
}

/* ---- claims ---------------------------------------------------------------------------------- */

static int32_t absolute(int32_t value) {
  return value < 0 ? -value : value;
}

static bool counts(const astar_unit *unit, const astar_unit *other, int32_t radius) {
  return other != unit && other->path != NULL && absolute(other->x - unit->x) <= radius &&
         absolute(other->y - unit->y) <= radius &&
         (other->player == unit->player || (other->player->shared_with & unit->player->bit));
}

#define BATCH 64

static bool mark_path(const astar_unit *other, CellSet *claimed) {
  astar_cell cells[BATCH];
  int32_t index = other->progress, count;
  while ((count = astar_path_cells(other->path, index, BATCH, cells)) > 0) {
    for (int32_t i = 0; i < count; i++)
      if (!add_footprint(claimed, other, cells[i].x, cells[i].y)) return false;
    index += count;
  }
  return true;
}

bool claims_mark(const astar_unit *unit, int32_t radius, CellSet *claimed) {
  for (const astar_unit *other = unit->cls->map->units; other != NULL; other = other->next)
    if (counts(unit, other, radius) && !mark_path(other, claimed)) return false;
  return true;
}

/* ---- occupancy ------------------------------------------------------------------------------- */

/* Is there no free row or column between the two intervals? */
static bool near(int32_t a, int32_t a_size, int32_t b, int32_t b_size) {
  return a <= b + b_size && b <= a + a_size;
}

static bool touches(const astar_unit *unit, const astar_unit *other) {
  return near(unit->x, unit->cls->size, other->x, other->cls->size) &&
         near(unit->y, unit->cls->size, other->y, other->cls->size);
}

bool occupancy_mark(const astar_unit *unit, CellSet *taken) {
  for (const astar_unit *other = unit->cls->map->units; other != NULL; other = other->next) {
    bool blocks = other != unit && (other->path == NULL || touches(unit, other)) &&
                  astar_unit_visible(other, unit->player);
    if (blocks && !add_footprint(taken, other, other->x, other->y)) return false;
  }
  return true;
}
