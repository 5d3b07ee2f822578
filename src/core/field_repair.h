/* Finding the costs of a field: all of them, or those that changed cells have made wrong. */
#ifndef ASTAR_FIELD_REPAIR_H
#define ASTAR_FIELD_REPAIR_H

#include "field.h"

/* Finds every cost anew; the view is made. False: no memory, and the costs mean nothing. */
bool field_compute(astar_field *field);
/* Finds anew what the 3 x 3 cells around each of `cells` have an influence on. False as above. */
bool field_repair(astar_field *field, const Cell *cells, size_t count);

/* The steps that are legal between a cell and its neighbours, a bit for each direction. */
uint32_t field_steps(astar_field *field, Cell cell);
/* The cost of a cell at which nothing is left to go: FIELD_NONE where there always is. */
uint32_t field_cost_at_rest(astar_field *field, Cell cell);
/* The cost of a cell by way of its neighbour in a direction that is legal. */
uint32_t field_cost_by(astar_field *field, Cell cell, int direction);

#endif
