/*
** The units of a map, in an array by id. A unit that is removed leaves a gap. An array that is full
** is made anew, without gaps. Next to it, a number for each unit tells the tick in which it has to
** act, and another one roughly where its path lies; a set of units is a bit for each place. So code
** that looks for a few units visits no others.
**
** Places are no part of a map's state: they are not saved, and no result depends on them.
**
** Invariants: ids grow with the places, and each unit knows its own; a gap is in no set, and never
** due.
*/
#ifndef ASTAR_UNIT_LIST_H
#define ASTAR_UNIT_LIST_H

#include "../../astar_units.h"
#include "../base/builtin.h"
#include "../base/memory.h"

typedef enum UnitSet {
  UNITS_STANDING,                   /* those without a path */
  UNITS_ON_PATHS,                   /* all others */
  UNITS_UNCHECKED,                  /* those whose path may be blocked; see route.h */
  UNITS_WAITED,                     /* all that have waited so long that they may want another path,
                                    ** and some others: see collision.h */
  UNITS_FOUND,                      /* those for which this tick has found something: see tick.c */
  UNITS_STEPPED,                    /* those that have begun a step in this tick */
  UNIT_SETS
} UnitSet;

#define UNIT_NEVER UINT32_MAX

typedef struct UnitList {
  astar_unit **units;               /* NULL: a gap */
  uint32_t *due;                    /* when there is something to do: see unit_schedule */
  uint64_t *lines;                  /* of the blocks of `route_seen`: see block_set_lines */
  uint64_t *sets[UNIT_SETS];
  int32_t count, capacity;          /* places in use, and in all: a multiple of 64 */
  int32_t living;                   /* those without gaps */
} UnitList;

/* Makes room for one more; places may change. False: no memory, nothing changed. */
bool unit_list_reserve(UnitList *list, Memory *memory);
/* There is room, and its id is above all others. */
void unit_list_add(UnitList *list, astar_unit *unit);
void unit_list_remove(UnitList *list, const astar_unit *unit);
void unit_list_free(UnitList *list, Memory *memory);

/* The first unit at a place or behind it; NULL: none. */
static inline astar_unit *unit_list_from(const UnitList *list, int32_t place) {
  while (place < list->count && list->units[place] == NULL) place++;
  return place < list->count ? list->units[place] : NULL;
}
/* 0: there are none. */
uint32_t unit_list_last_id(const UnitList *list);
/* NULL: none has that id. The time hardly grows with the units. */
astar_unit *unit_list_find(const UnitList *list, uint32_t id);

void unit_set_put(UnitList *list, UnitSet set, const astar_unit *unit, bool is_in);
bool unit_set_has(const UnitList *list, UnitSet set, const astar_unit *unit);

/* Goes through a set, by id. It may change meanwhile: who came in may be left out. */
typedef struct UnitCursor {
  astar_unit *const *units;         /* those of the word */
  const uint64_t *word;
  int32_t left;                     /* words, with this one */
  uint64_t bits;                    /* what is left of the word */
} UnitCursor;

static inline UnitCursor unit_set_begin(const UnitList *list, UnitSet set) {
  int32_t words = (int32_t)((uint32_t)(list->count + 63) / 64);
  return (UnitCursor){ list->units, list->sets[set], words, words > 0 ? list->sets[set][0] : 0 };
}

/* NULL: there are no more. */
static inline astar_unit *unit_set_next(UnitCursor *cursor) {
  while (cursor->bits == 0) {
    if (cursor->left <= 1) return NULL;
    cursor->left--;
    cursor->bits = *++cursor->word;
    cursor->units += 64;
  }
  int place = low_zeros_64(cursor->bits);
  cursor->bits &= cursor->bits - 1;
  return cursor->units[place];
}

/* for (EACH_UNIT(unit, list)): all of them, by id; the body may not remove the unit. */
#define EACH_UNIT(unit, list)                                                                      \
  astar_unit *unit = unit_list_from(list, 0); unit != NULL;                                        \
  unit = unit_list_from(list, unit->place + 1)

#endif
