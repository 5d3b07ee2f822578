#include "takings.h"

#include "../base/hash.h"

/* Each cell that a unit covers may be taken once, and some are given back. */
bool takings_reserve(Takings *takings, astar_map *map) {
  size_t capacity = 64;
  while (capacity < 4 * map->units->occupancy.covered) capacity *= 2;
  if (capacity <= takings->capacity) return true;
  Taking *slots = memory_new(&map->memory, capacity * sizeof *slots);
  if (slots == NULL) return false;
  takings_free(takings, map);
  takings->slots = slots;
  takings->capacity = capacity;
  return true;
}

void takings_free(Takings *takings, astar_map *map) {
  memory_free(&map->memory, takings->slots, takings->capacity * sizeof *takings->slots);
}

/* A slot that was never used is of round 0: that is no round. */
void takings_begin(Takings *takings) {
  takings->used = 0;
  if (++takings->round == 0) takings->round = 1;
}

/* The slot of a cell, or a free one for it. */
static Taking *taking_of(const Takings *takings, Cell cell) {
  size_t mask = takings->capacity - 1;
  size_t slot = hash_spread(cell) & mask;
  while (takings->slots[slot].round == takings->round && takings->slots[slot].cell != cell)
    slot = (slot + 1) & mask;
  return &takings->slots[slot];
}

const astar_unit *takings_by(const Takings *takings, Cell cell) {
  const Taking *taking = taking_of(takings, cell);
  return taking->round == takings->round ? taking->unit : NULL;
}

/* One slot stays free at least, so that each search of the table ends. */
bool takings_have_room(const Takings *takings, const astar_unit *unit) {
  size_t size = (size_t)unit->cls->size;
  return takings->used + size * size < takings->capacity;
}

static Taking *taking_at(const Takings *takings, const astar_unit *unit, astar_cell at,
                         int32_t index) {
  int32_t size = unit->cls->size;
  return taking_of(takings, grid_cell(&unit->cls->map->grid, at.x + index % size,
                                      at.y + index / size));
}

void takings_add(Takings *takings, const astar_unit *unit, astar_cell at) {
  int32_t size = unit->cls->size;
  const Grid *grid = &unit->cls->map->grid;
  for (int32_t i = 0; i < size * size; i++) {
    Taking *taking = taking_at(takings, unit, at, i);
    takings->used += taking->round != takings->round;
    *taking = (Taking){ grid_cell(grid, at.x + i % size, at.y + i / size), takings->round, unit };
  }
}

void takings_drop(Takings *takings, const astar_unit *unit, astar_cell at) {
  int32_t size = unit->cls->size;
  for (int32_t i = 0; i < size * size; i++) {
    Taking *taking = taking_at(takings, unit, at, i);
    if (taking->round == takings->round && taking->unit == unit) taking->unit = NULL;
  }
}
