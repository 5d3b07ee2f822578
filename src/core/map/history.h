/*
** Histories: recipes whose values are what is left of values that there were
** (ASTAR_RECIPE_HISTORY).
**
** At the end of each tick the parts of the term that have changed are noted. Of each cell a history
** keeps the part that was noted last, and a peak: a part that the cell had until a tick, and of
** which more is left than of any before it. What is left of a peak follows from its age, so nothing
** is done for a cell that fades; its block is computed again in each tick, if it is read.
**
** Invariant: peaks and parts depend on the values of the term at the ends of ticks alone, not on
** how its log was read: a part that is what it was changes nothing.
*/
#ifndef ASTAR_HISTORY_H
#define ASTAR_HISTORY_H

#include "recipe.h"

typedef struct Past {
  uint16_t part;                    /* as it was noted last */
  uint16_t peak;                    /* 0: none */
  uint32_t since;                   /* the tick until which there was the peak */
} Past;

/* The memory that such a recipe works with. */
size_t history_bytes(const Grid *grid);
/* Nothing is noted yet; the recipe has its memory. */
void history_begin(astar_influence *influence);
/* The map has been loaded as it was at the end of a tick. */
void history_resume(astar_influence *influence);
/* What there was in a cell; and changing that. */
Past history_at(const astar_influence *influence, Cell cell);
void history_put(astar_influence *influence, astar_cell at, Past past);
/* The values of a block. */
void history_read(const astar_influence *influence, int32_t block,
                  int32_t values[INFLUENCE_BLOCK][INFLUENCE_BLOCK]);
/* A tick ends. The term is up to date. */
void history_note(astar_influence *influence);
/* Has anything faded since the tick before? */
bool history_fades(const astar_influence *influence);
uint64_t history_hash(const astar_influence *influence, uint64_t hash);

#endif
