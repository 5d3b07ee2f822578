#include "occupancy.h"

#include "../base/assert.h"
#include "../base/bits.h"
#include "unit.h"

static size_t occupancy_slot(const Occupancy *occupancy, Cell cell) {
  return (size_t)bits_spread(cell) & occupancy->mask;
}

static size_t next_slot(const Occupancy *occupancy, size_t slot) {
  return (slot + 1) & occupancy->mask;
}

static size_t occupancy_find(const Occupancy *occupancy, Cell cell) {
  size_t slot = occupancy_slot(occupancy, cell);
  while (occupancy->slots[slot].cell != cell && occupancy->slots[slot].cell != NO_CELL)
    slot = next_slot(occupancy, slot);
  return slot;
}

astar_unit *occupancy_at(const astar_map *map, Cell cell) {
  const Occupancy *occupancy = &map->units->occupancy;
  return occupancy->slots[occupancy_find(occupancy, cell)].unit;
}

astar_unit *occupancy_in(const astar_map *map, astar_cell at, int32_t size, int32_t index) {
  astar_cell cell = square_cell(at, size, index);
  if (!grid_has(&map->grid, cell.x, cell.y)) return NULL;
  return occupancy_at(map, grid_cell(&map->grid, cell.x, cell.y));
}

bool occupancy_vacant(const astar_map *map, int32_t x, int32_t y, int32_t size,
                      const astar_unit *but) {
  for (int32_t dy = 0; dy < size; dy++)
    for (int32_t dx = 0; dx < size; dx++) {
      const astar_unit *unit = occupancy_at(map, grid_cell(&map->grid, x + dx, y + dy));
      if (unit != NULL && unit != but) return false;
    }
  return true;
}

static void occupancy_insert(Occupancy *occupancy, Cell cell, astar_unit *unit) {
  ASTAR_ASSERT(occupancy->slots[occupancy_find(occupancy, cell)].cell == NO_CELL);
  occupancy->slots[occupancy_find(occupancy, cell)] = (Occupant){ cell, unit };
  occupancy->covered++;
}

/* Entries behind the gap move up to it unless they stand at or after the slot they belong to. */
static void occupancy_erase(Occupancy *occupancy, Cell cell) {
  size_t gap = occupancy_find(occupancy, cell), mask = occupancy->mask;
  ASTAR_ASSERT(occupancy->slots[gap].cell == cell);
  for (size_t slot = next_slot(occupancy, gap); occupancy->slots[slot].cell != NO_CELL;
       slot = next_slot(occupancy, slot)) {
    size_t home = occupancy_slot(occupancy, occupancy->slots[slot].cell);
    if (((slot - home) & mask) < ((slot - gap) & mask)) continue;
    occupancy->slots[gap] = occupancy->slots[slot];
    gap = slot;
  }
  occupancy->slots[gap] = (Occupant){ NO_CELL, NULL };
  occupancy->covered--;
}

static const Occupant no_occupants[] = { { NO_CELL, NULL } };

void occupancy_init(astar_map *map) {
  map->units->occupancy.slots = (Occupant *)(uintptr_t)no_occupants;
}

bool occupancy_reserve(astar_map *map, size_t cells) {
  Occupancy *occupancy = &map->units->occupancy, old = *occupancy;
  size_t old_capacity = occupancy_capacity(&old), capacity = old_capacity ? old_capacity : 64;
  while (capacity < 2 * cells) capacity *= 2;
  if (capacity == old_capacity) return true;
  Occupant *slots = memory_raw(&map->memory, capacity * sizeof *slots);
  if (slots == NULL) return false;
  for (size_t i = 0; i < capacity; i++) slots[i] = (Occupant){ NO_CELL, NULL };
  *occupancy = (Occupancy){ slots, capacity - 1, 0 };
  for (size_t i = 0; i < old_capacity; i++)
    if (old.slots[i].cell != NO_CELL)
      occupancy_insert(occupancy, old.slots[i].cell, old.slots[i].unit);
  if (old_capacity > 0) memory_free(&map->memory, old.slots, old_capacity * sizeof *old.slots);
  return true;
}

void occupancy_enter(astar_map *map, astar_unit *unit, int32_t x, int32_t y, int32_t size) {
  map->taken_version++;
  for (int32_t dy = 0; dy < size; dy++)
    for (int32_t dx = 0; dx < size; dx++)
      occupancy_insert(&map->units->occupancy, grid_cell(&map->grid, x + dx, y + dy), unit);
}

void occupancy_leave(astar_map *map, int32_t x, int32_t y, int32_t size) {
  map->taken_version++;
  for (int32_t dy = 0; dy < size; dy++)
    for (int32_t dx = 0; dx < size; dx++)
      occupancy_erase(&map->units->occupancy, grid_cell(&map->grid, x + dx, y + dy));
}

void occupancy_release(astar_map *map) {
  Occupancy *occupancy = &map->units->occupancy;
  size_t capacity = occupancy_capacity(occupancy);
  if (capacity > 0)
    memory_free(&map->memory, occupancy->slots, capacity * sizeof *occupancy->slots);
}

const char *occupancy_validate(const astar_map *map) {
  const Occupancy *occupancy = &map->units->occupancy;
  size_t covered = 0, found = 0;
  for (EACH_UNIT(unit, &map->units->list)) {
    int32_t size = unit->cls->size;
    for (int32_t i = 0; i < size * size; i++, covered++)
      if (occupancy_in(map, (astar_cell){ unit->x, unit->y }, size, i) != unit)
        return "a unit does not cover the cells in which it stands";
  }
  for (size_t slot = 0; slot < occupancy_capacity(occupancy); slot++)
    found += occupancy->slots[slot].cell != NO_CELL;
  return found == covered && occupancy->covered == covered ? NULL
                                                           : "cells are covered by no unit";
}
