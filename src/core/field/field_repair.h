/* Computing the costs of a field: all of them, or only those that changed cells affect. */
#ifndef ASTAR_FIELD_REPAIR_H
#define ASTAR_FIELD_REPAIR_H

#include "field.h"

/* Finds every cost again; the view is made. False: no memory, and the costs mean nothing. */
bool field_compute(astar_field *field);
/* The same for a field that has paused: it goes on. */
bool field_resume(astar_field *field);
/* Takes all costs of a field of few cells away. */
void field_wipe(astar_field *field);
/* Finds again what the changes in the logs have made wrong, and what has changed in the field of
** the threats. False as above. */
bool field_repair(astar_field *field);

/* How dangerous it is to stay in a cell that threats have so far to go to: a fifth more than the
** distance makes it worth going past a threat to somewhere farther, rather than into a corner
** (Brogue's "safety maps"). */
static inline uint32_t field_danger_left(uint32_t far) {
  return far == FIELD_NONE ? 0 : FIELD_DANGER - far - far / 5;
}
/* The cost of a cell at which nothing is left to go: FIELD_NONE where there always is. */
uint32_t field_cost_at_rest(astar_field *field, Cell cell);
/* The directions of the neighbours that the cell may rest on, a bit for each. */
uint32_t field_ways(astar_field *field, Cell cell);
/* The cost of a cell by way of its neighbour in one of these directions. */
uint32_t field_cost_by(astar_field *field, Cell cell, int direction);
/* Did a cell get no cost because no field may have one so large? */
bool field_overflows(astar_field *field);

/* Is each cost the least that the cell and its neighbours allow? Of a field that is up to date. */
const char *field_validate(astar_field *field);

/* The next exit from a cell, or into it, from number *at on; NULL: there are no more. */
const Exit *field_exit(const astar_field *field, Cell cell, bool from, size_t *at);
/* The cost that an exit would give the cell on one side of it by way of the other. */
uint32_t field_cost_over(astar_field *field, const Exit *exit);

#endif
