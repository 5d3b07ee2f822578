#include "unit_slots.h"

bool unit_slots_reserve(UnitSlots *slots, Memory *memory) {
  bool is_new = slots->slots == NULL;
  if (!memory_grow(memory, slots->slots, (size_t)slots->count, &slots->capacity)) return false;
  if (is_new) slots->first_free = -1;
  return true;
}

int32_t unit_slots_enter(UnitSlots *slots, astar_unit *unit) {
  int32_t slot = slots->first_free;
  if (slot >= 0) slots->first_free = slots->slots[slot].next_free;
  else slot = slots->count++;
  slots->slots[slot] = (UnitSlot){ unit, -1 };
  return slot;
}

void unit_slots_leave(UnitSlots *slots, int32_t slot) {
  slots->slots[slot] = (UnitSlot){ NULL, slots->first_free };
  slots->first_free = slot;
}

bool unit_slots_hold(const UnitSlots *slots, int32_t slot, const astar_unit *unit) {
  return slot >= 0 && slot < slots->count && slots->slots[slot].unit == unit;
}

void unit_slots_release(UnitSlots *slots, Memory *memory) {
  memory_free(memory, slots->slots, slots->capacity * sizeof *slots->slots);
}
