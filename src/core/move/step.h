/* Steps: the cell to which a unit goes next, whether it may, and taking the step. */
#ifndef ASTAR_STEP_H
#define ASTAR_STEP_H

#include "../map/link.h"
#include "../units/unit.h"

/* Do two squares of cells overlap? */
static inline bool squares_overlap(astar_cell a, int32_t a_size, astar_cell b, int32_t b_size) {
  return a.x < b.x + b_size && b.x < a.x + a_size && a.y < b.y + b_size && b.y < a.y + a_size;
}
/* Has it somewhere to go? */
static inline bool step_is_due(const astar_unit *unit) {
  return unit->path != NULL || unit_is_displaced(unit);
}
/* The next cell of its path. False: it has none, or is at its end. (Where a unit is displaced, it
** is the cell behind its base.) */
static inline bool step_on_path(const astar_unit *unit, astar_cell *to) {
  *to = unit->next;
  return unit->progress != unit->last;
}
/* The link by which its path leads there next; NULL: a step does, or the link is gone. */
const astar_link *step_link(const astar_unit *unit, astar_cell to);
/* Does the terrain let the unit step to a neighbour, or to the end of a link that its path takes,
** as it is; and as its player knows it, too? */
bool step_is_legal(const astar_unit *unit, astar_cell to);
bool step_seems_legal(const astar_unit *unit, astar_cell to);
/* Will a unit go so many columns and rows farther? */
typedef bool (*StepIntent)(const astar_unit *unit, int32_t dx, int32_t dy);
/* Would the step take one of the unit's cells across the way of another unit along the other
** diagonal, which is under way, or will go it? (NULL: none will.) */
bool step_crosses(const astar_unit *unit, astar_cell to, StepIntent will_go);
/* Could the unit enter that cell now, where it may? */
bool step_is_vacant(const astar_unit *unit, astar_cell to);
/* How far a cell is from where a unit wants to be, by some measure. */
typedef int64_t (*StepMeasure)(const astar_unit *unit, astar_cell at);
/* The neighbour that is the nearest, of those that it may enter and that are free; nearer than its
** own cell. False: there is none. */
bool step_nearer(const astar_unit *unit, StepMeasure measure, astar_cell *to);
int64_t square_of_distance(const Grid *grid, astar_cell a, astar_cell b);
/* Begins the step to a neighbour. The unit's cells are the caller's concern: step_take gives back
** those of now and takes the new ones, which are free. */
void step_begin(astar_unit *unit, astar_cell to);
void step_take(astar_unit *unit, astar_cell to);
/* Spends movement on the step under way. */
void step_travel(astar_unit *unit);

#endif
