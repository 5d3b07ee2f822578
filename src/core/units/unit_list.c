#include "unit_list.h"

#include "unit.h"

#define LEAST_PLACES 64

/* All lie in one block. */
static size_t list_bytes(int32_t capacity) {
  size_t of_each = sizeof(astar_unit *) + sizeof(uint64_t) + sizeof(uint32_t);
  return (size_t)capacity * of_each + UNIT_SETS * (size_t)capacity / 8;
}

static void list_move(UnitList *list, astar_unit *unit, UnitList *to) {
  int32_t place = to->count++;
  to->units[place] = unit;
  to->due[place] = list->due[unit->place];
  to->lines[place] = list->lines[unit->place];
  for (int set = 0; set < UNIT_SETS; set++)
    if (unit_set_has(list, (UnitSet)set, unit))
      to->sets[set][place / 64] |= (uint64_t)1 << place % 64;
  unit->place = place;
}

bool unit_list_reserve(UnitList *list, Memory *memory) {
  if (list->count < list->capacity) return true;
  UnitList made = { .capacity = LEAST_PLACES, .living = list->living };
  while (made.capacity < 2 * list->living) made.capacity *= 2;
  made.units = memory_new(memory, list_bytes(made.capacity));
  if (made.units == NULL) return false;
  made.lines = (uint64_t *)(void *)(made.units + made.capacity);
  uint64_t *bits = made.lines + made.capacity;
  for (int set = 0; set < UNIT_SETS; set++) made.sets[set] = bits + set * (made.capacity / 64);
  made.due = (uint32_t *)(void *)(bits + UNIT_SETS * (made.capacity / 64));
  for (int32_t place = 0; place < list->count; place++)
    if (list->units[place] != NULL) list_move(list, list->units[place], &made);
  unit_list_free(list, memory);
  *list = made;
  return true;
}

void unit_list_add(UnitList *list, astar_unit *unit) {
  unit->place = list->count++;
  list->units[unit->place] = unit;
  list->living++;
}

void unit_list_remove(UnitList *list, const astar_unit *unit) {
  for (int set = 0; set < UNIT_SETS; set++) unit_set_put(list, (UnitSet)set, unit, false);
  list->units[unit->place] = NULL;
  list->due[unit->place] = UNIT_NEVER;
  list->lines[unit->place] = 0;
  list->living--;
}

void unit_list_free(UnitList *list, Memory *memory) {
  memory_free(memory, list->units, list_bytes(list->capacity));
}

uint32_t unit_list_last_id(const UnitList *list) {
  int32_t place = list->count - 1;
  while (place >= 0 && list->units[place] == NULL) place--;
  return place >= 0 ? list->units[place]->id : 0;
}

astar_unit *unit_list_find(const UnitList *list, uint32_t id) {
  int32_t first = 0, end = list->count;
  while (first < end) {
    int32_t middle = first + (end - first) / 2;
    astar_unit *unit = unit_list_from(list, middle);
    if (unit != NULL && unit->id == id) return unit;
    if (unit != NULL && unit->id < id) first = unit->place + 1;
    else end = middle;
  }
  return NULL;
}

/* ---- sets ------------------------------------------------------------------------------------ */

void unit_set_put(UnitList *list, UnitSet set, const astar_unit *unit, bool is_in) {
  uint64_t *word = list->sets[set] + unit->place / 64, bit = (uint64_t)1 << unit->place % 64;
  *word = is_in ? *word | bit : *word & ~bit;
}

bool unit_set_has(const UnitList *list, UnitSet set, const astar_unit *unit) {
  return list->sets[set][unit->place / 64] >> unit->place % 64 & 1;
}
