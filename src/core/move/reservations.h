/*
** Reservations: which cells units are about to enter in a round of a crowd's choices. A hash table
** by cell, which a new round empties by its number.
*/
#ifndef ASTAR_RESERVATIONS_H
#define ASTAR_RESERVATIONS_H

#include "../units/unit.h"

typedef struct Reservation {
  Cell cell;
  uint32_t round;                   /* of another round: a free slot */
  const astar_unit *unit;           /* NULL: it has been given back */
} Reservation;

typedef struct Reservations {
  Reservation *slots;
  size_t capacity, used;            /* used in this round */
  uint32_t round;
} Reservations;

/* Makes room for the choices of all units of the map. False: no memory. */
bool reservations_reserve(Reservations *table, astar_map *map);
void reservations_free(Reservations *table, astar_map *map);
/* A new round, in which nothing is taken. */
void reservations_begin(Reservations *table);
/* The unit that enters a cell; NULL: none. */
const astar_unit *reservations_by(const Reservations *table, Cell cell);
/* Could the unit take as many cells as it covers? */
bool reservations_have_room(const Reservations *table, const astar_unit *unit);
/* The unit takes the cells that it would cover at `at`, which no other has taken; or gives back
** those of them that it has taken. */
void reservations_add(Reservations *table, const astar_unit *unit, astar_cell at);
void reservations_drop(Reservations *table, const astar_unit *unit, astar_cell at);

#endif
