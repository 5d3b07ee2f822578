/*
** Recipes whose influence flows along walking distance (ASTAR_RECIPE_FLOW): the value of a cell is
** the sum of what is left, at that distance, of each cell of the term.
**
** Each cell of the term that is not 0 is flooded from once, and what it gives to stale blocks is
** added up in the recipe's `work`, block by block.
*/
#ifndef ASTAR_FLOW_H
#define ASTAR_FLOW_H

#include "recipe.h"

/* The memory that such a recipe works with. */
size_t flow_bytes(const Grid *grid, int32_t radius);
/* Adds up the values of all stale blocks. */
void flow_stage(astar_influence *influence);
/* The values of one of them. */
void flow_read(const astar_influence *influence, int32_t block,
               int32_t values[INFLUENCE_BLOCK][INFLUENCE_BLOCK]);

#endif
