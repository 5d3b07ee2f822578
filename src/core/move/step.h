/* Steps: the cell to which a unit goes next, whether it may, and taking the step. */
#ifndef ASTAR_STEP_H
#define ASTAR_STEP_H

#include "../map/unit.h"

/* Is the unit on its way from one cell to the next? Until it has arrived it does nothing else. */
static inline bool step_under_way(const astar_unit *unit) {
  return unit->travelled < unit->stride;
}

/* Do two squares of cells overlap? */
bool squares_overlap(astar_cell a, int32_t a_size, astar_cell b, int32_t b_size);

/* Does one of them lie within the other? */
bool squares_nest(astar_cell a, int32_t a_size, astar_cell b, int32_t b_size);

/* The cell to which the unit goes next: along its path, or back from a detour. False: it has
** nowhere to go, or its way back is blocked. */
bool step_next(const astar_unit *unit, astar_cell *to);
/* Has it somewhere to go? */
bool step_is_due(const astar_unit *unit);
/* Does the terrain let the unit step to a neighbour, as it is; and as its player knows it, too? */
bool step_is_legal(const astar_unit *unit, astar_cell to);
bool step_seems_legal(const astar_unit *unit, astar_cell to);
/* Would the step take one of the unit's cells across one of another unit's, which is still under
** way on the other diagonal? */
bool step_crosses(const astar_unit *unit, astar_cell to);
/* Could the unit enter that cell now, where it may? */
bool step_is_vacant(const astar_unit *unit, astar_cell to);
/* Would the unit go to where `other` is? */
bool step_meets(const astar_unit *unit, const astar_unit *other);
/* May it go any farther out of its way? */
bool step_has_room(const astar_unit *unit);
/* Begins the step to a free neighbour. */
void step_take(astar_unit *unit, astar_cell to);

#endif
