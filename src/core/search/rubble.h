/*
** What it costs to enter places where something has to be removed first: walls and units, each cell
** at its price. For breaches; see breach.c.
*/
#ifndef ASTAR_RUBBLE_H
#define ASTAR_RUBBLE_H

#include "search.h"

typedef struct Rubble {
  View *view;                       /* units are no obstacles to it */
  const uint8_t *terrain;           /* of each cell, as the player knows it */
  const uint8_t *kind;              /* of the places of such units: 0: closed */
  uint8_t *made;                    /* the kinds of smaller units than the class's; or NULL */
  int32_t size;
  bool bare;                        /* neither layers nor units count */
  astar_prices prices;
} Rubble;

/* For the search's view, which is made. False: no memory. */
bool rubble_make(Rubble *rubble, astar_search *search, const astar_prices *prices);
void rubble_free(Rubble *rubble, astar_map *map);
/* Is nothing in the way of a unit there but, perhaps, what the callback says? */
bool rubble_is_clear(const Rubble *rubble, Cell place);
/* The sum of the prices of what a unit at `to` covers that one at `from` does not; -1: it can never
** stand there. */
int64_t rubble_toll(const Rubble *rubble, astar_cell from, astar_cell to);
/* The same for a unit that is there, whatever other units are, too. */
int64_t rubble_toll_at_start(const Rubble *rubble, astar_cell start);
/* The cost of a step into a place where all has been removed, or 0, if the callback forbids it.
** Where something was removed there is neither height nor current. */
uint32_t rubble_step(Rubble *rubble, ViewStep step);
/* What of it is the ground's: where something was removed there is open ground. */
uint32_t rubble_ground(const Rubble *rubble, Cell place, bool diagonal);
/* The least that a step may cost, before layers; may be below 1. */
int64_t rubble_least(const Rubble *rubble, bool diagonal);
/* Appends what rubble_toll has counted to the search's obstacles. False: no memory. */
bool rubble_list(const Rubble *rubble, astar_search *search, astar_cell from, astar_cell to,
                 int32_t index);
/* Could a unit one cell larger not take a step of the path, or not stand where it begins? */
bool rubble_is_narrow(const Rubble *rubble, astar_cell from, astar_cell to);
/* Appends an obstacle. False: no memory. */
bool rubble_add(astar_search *search, astar_obstacle obstacle);

/* A place that covers nothing that another one does. */
static const astar_cell RUBBLE_NOWHERE = { INT32_MIN / 2, INT32_MIN / 2 };

#endif
