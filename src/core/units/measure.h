/*
** Measures: what a position query asks of each cell, such as how far it is to walk there, or how
** many see it. A measure is a term of the query together with what was found out for all cells at
** once. Measures differ in how much that costs; they are declared in that order (astar_measure).
*/
#ifndef ASTAR_MEASURE_H
#define ASTAR_MEASURE_H

#include "../../astar_units.h"
#include "../tables/reachability.h"
#include "../field/field.h"

/* The unit that would stand there. */
typedef struct Stand {
  astar_map *map;
  View *view;                       /* with which cells units have taken */
  astar_cell from;
  int32_t size;
  astar_rect box;                   /* around all cells that are left to choose from */
  astar_field *walk;                /* costs from `from`; NULL: not needed yet */
  uint64_t work, budget;            /* nodes that it has taken so far, and that it may take */
} Stand;

/* May so many nodes more be taken? */
static inline bool stand_affords(const Stand *stand, uint64_t nodes) {
  return stand->work <= stand->budget && nodes <= stand->budget - stand->work;
}

typedef struct Measure {
  const astar_position_term *term;
  int32_t *crowds;                  /* of CROWDING: how many units are near each cell of `box` */
  astar_rect box;
  astar_sight *sight;               /* of SIGHT and COVER */
} Measure;

#define MEASURE_NONE INT32_MIN      /* there is nothing to be measured: the cell is left out */

/* Are all parts of the term in their ranges, and of this map? */
bool measure_valid(const astar_map *map, const astar_position_term *term);
/* Is it found from the cell alone, without measure_open? */
static inline bool measure_is_cheap(const astar_position_term *term) {
  return term->measure > ASTAR_MEASURE_WALK && term->measure < ASTAR_MEASURE_CROWDING;
}
/* Finds out what the cells of the box have in common; WALK: for which stand->walk is there. BUDGET,
** INVALID, NO_MEMORY, or OK; measure_close must follow. */
astar_status measure_open(Measure *measure, const astar_position_term *term, Stand *stand);
void measure_close(Measure *measure, astar_map *map);
int32_t measure_at(const Measure *measure, const Stand *stand, int32_t x, int32_t y);
/* Does the term let a cell in for which so much was measured? */
static inline bool measure_admits(const astar_position_term *term, int32_t measured) {
  return measured != MEASURE_NONE && measured >= term->least && measured <= term->greatest;
}
/* What it takes to measure so many cells, in nodes. */
uint64_t measure_work(const astar_position_term *term, uint64_t cells);
/* What it adds to the score, in 1/1024. */
int64_t measure_share(const astar_position_term *term, int32_t measured);

#endif
