/*
** The slots of a map's units: from a number to a unit. A query that has kept both can ask whether
** its unit is still there without touching it, in a time that does not grow with the units. A slot
** is used again when its unit has been removed. Slots are no part of a map's state: they are not
** saved, and no result depends on them.
**
** Invariant: a free slot has no unit, and is in the chain of free ones, which ends with -1.
*/
#ifndef ASTAR_UNIT_SLOTS_H
#define ASTAR_UNIT_SLOTS_H

#include "../base/memory.h"

typedef struct UnitSlot {
  astar_unit *unit;                 /* NULL: free */
  int32_t next_free;
} UnitSlot;

typedef struct UnitSlots {
  UnitSlot *slots;
  size_t capacity;
  int32_t count;                    /* of slots that were ever taken */
  int32_t first_free;               /* of those that were given back; -1: none */
} UnitSlots;

/* Makes room for one more. False: no memory, nothing changed. */
bool unit_slots_reserve(UnitSlots *slots, Memory *memory);
/* There is room. Returns its slot. */
int32_t unit_slots_enter(UnitSlots *slots, astar_unit *unit);
void unit_slots_leave(UnitSlots *slots, int32_t slot);
/* Is that unit, or a later one in its memory, in the slot? */
bool unit_slots_hold(const UnitSlots *slots, int32_t slot, const astar_unit *unit);
void unit_slots_release(UnitSlots *slots, Memory *memory);

#endif
