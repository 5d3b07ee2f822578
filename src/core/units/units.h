/*
** The units on a map, which hang on it as `units`; and what moves them from tick to tick.
*/
#ifndef ASTAR_CORE_UNITS_H
#define ASTAR_CORE_UNITS_H

#include "../../astar_units.h"
#include "../map/map.h"
#include "occupancy.h"
#include "unit_list.h"

typedef struct Units {
  UnitList list;
  size_t standing_count;            /* of those without a path */
  uint32_t last_id;
  Occupancy occupancy;              /* which unit covers a cell */
  astar_unit_event *events;         /* of the last tick */
  size_t event_count, event_capacity;
  uint64_t waits;                   /* ticks that units have waited, so far */
  struct Movement *movement;        /* see movement.h */
} Units;

#endif
