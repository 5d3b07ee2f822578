/*
** Takings: which cells units are about to enter in a round of a crowd's choices. A hash table by
** cell, which a new round empties by its number.
*/
#ifndef ASTAR_TAKINGS_H
#define ASTAR_TAKINGS_H

#include "../units/unit.h"

typedef struct Taking {
  Cell cell;
  uint32_t round;                   /* of another round: a free slot */
  const astar_unit *unit;           /* NULL: it has been given back */
} Taking;

typedef struct Takings {
  Taking *slots;
  size_t capacity, used;            /* used in this round */
  uint32_t round;
} Takings;

/* Makes room for the choices of all units of the map. False: no memory. */
bool takings_reserve(Takings *takings, astar_map *map);
void takings_free(Takings *takings, astar_map *map);
/* A new round, in which nothing is taken. */
void takings_begin(Takings *takings);
/* The unit that enters a cell; NULL: none. */
const astar_unit *takings_by(const Takings *takings, Cell cell);
/* Could the unit take as many cells as it covers? */
bool takings_have_room(const Takings *takings, const astar_unit *unit);
/* The unit takes the cells that it would cover at `at`, which no other has taken; or gives back
** those of them that it has taken. */
void takings_add(Takings *takings, const astar_unit *unit, astar_cell at);
void takings_drop(Takings *takings, const astar_unit *unit, astar_cell at);

#endif
