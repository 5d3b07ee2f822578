/*
** Which unit covers a cell: a hash table from cell to unit. Room for a unit's cells is reserved
** when it is made, so moving it never allocates. Invariant: a cell is covered by one unit at most.
**
** Which cells are taken for a player's queries also depends on which units follow paths and which
** make way, and on what the player sees. All that changes it counts `taken_version` of the map
** up: occupancy_enter and occupancy_leave, unit_stand and unit_take_path, what sets a unit's speed
** and avoidance, and the fields of view. So code that moves units through these functions has
** nothing else to do.
*/
#ifndef ASTAR_OCCUPANCY_H
#define ASTAR_OCCUPANCY_H

#include "../grid/grid.h"

typedef struct Occupant {
  Cell cell;                        /* NO_CELL: free slot */
  astar_unit *unit;
} Occupant;

typedef struct Occupancy {
  Occupant *slots;                  /* mask + 1 of them, a power of two; the only one of an empty
                                    ** table is never written */
  size_t mask, covered;
} Occupancy;

static inline size_t occupancy_capacity(const Occupancy *occupancy) {
  return occupancy->mask > 0 ? occupancy->mask + 1 : 0;
}

void occupancy_init(astar_map *map);
/* Makes room for `cells` covered cells in all. False: no memory, nothing changed. */
bool occupancy_reserve(astar_map *map, size_t cells);
astar_unit *occupancy_at(const astar_map *map, Cell cell);
/* The unit that covers cell number `index`, row by row, of the square of size x size cells at `at`;
** NULL: no unit does, or the cell is outside the map. */
astar_unit *occupancy_in(const astar_map *map, astar_cell at, int32_t size, int32_t index);
/* Is the square of size x size cells at x, y free of all units but `but`? */
bool occupancy_vacant(const astar_map *map, int32_t x, int32_t y, int32_t size,
                      const astar_unit *but);
void occupancy_enter(astar_map *map, astar_unit *unit, int32_t x, int32_t y, int32_t size);
void occupancy_leave(astar_map *map, int32_t x, int32_t y, int32_t size);
const char *occupancy_validate(const astar_map *map);
void occupancy_release(astar_map *map);   /* frees the table */

#endif
