#include "reservations.h"

#include "../base/bits.h"

/* Each cell that a unit covers may be taken once, and some are given back. */
bool reservations_reserve(Reservations *table, astar_map *map) {
  size_t capacity = 64;
  while (capacity < 4 * map->units->occupancy.covered) capacity *= 2;
  if (capacity <= table->capacity) return true;
  Reservation *slots = memory_new(&map->memory, capacity * sizeof *slots);
  if (slots == NULL) return false;
  reservations_free(table, map);
  table->slots = slots;
  table->capacity = capacity;
  return true;
}

void reservations_free(Reservations *table, astar_map *map) {
  memory_free(&map->memory, table->slots, table->capacity * sizeof *table->slots);
}

/* A slot that was never used is of round 0: that is no round. */
void reservations_begin(Reservations *table) {
  table->used = 0;
  if (++table->round == 0) table->round = 1;
}

/* The slot of a cell, or a free one for it. */
static Reservation *reservation_of(const Reservations *table, Cell cell) {
  size_t mask = table->capacity - 1;
  size_t slot = bits_spread(cell) & mask;
  while (table->slots[slot].round == table->round && table->slots[slot].cell != cell)
    slot = (slot + 1) & mask;
  return &table->slots[slot];
}

const astar_unit *reservations_by(const Reservations *table, Cell cell) {
  const Reservation *entry = reservation_of(table, cell);
  return entry->round == table->round ? entry->unit : NULL;
}

/* One slot stays free at least, so that each search of the table ends. */
bool reservations_have_room(const Reservations *table, const astar_unit *unit) {
  size_t size = (size_t)unit->cls->size;
  return table->used + size * size < table->capacity;
}

static Reservation *reservation_at(const Reservations *table, const astar_unit *unit, astar_cell at,
                                   int32_t index) {
  astar_cell cell = square_cell(at, unit->cls->size, index);
  return reservation_of(table, grid_cell(&unit->cls->map->grid, cell.x, cell.y));
}

void reservations_add(Reservations *table, const astar_unit *unit, astar_cell at) {
  int32_t size = unit->cls->size;
  const Grid *grid = &unit->cls->map->grid;
  for (int32_t i = 0; i < size * size; i++) {
    astar_cell covered = square_cell(at, size, i);
    Cell cell = grid_cell(grid, covered.x, covered.y);
    Reservation *entry = reservation_of(table, cell);
    table->used += entry->round != table->round;
    *entry = (Reservation){ cell, table->round, unit };
  }
}

void reservations_drop(Reservations *table, const astar_unit *unit, astar_cell at) {
  int32_t size = unit->cls->size;
  for (int32_t i = 0; i < size * size; i++) {
    Reservation *entry = reservation_at(table, unit, at, i);
    if (entry->round == table->round && entry->unit == unit) entry->unit = NULL;
  }
}
