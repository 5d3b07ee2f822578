/*
** Which chokes split a division: nothing but this choke connects its two areas. Links count as
** connections whichever way they lead.
**
** That are the bridges of a graph: R. Tarjan, "A Note on Finding the Bridges of a Graph", 1974.
*/
#ifndef ASTAR_SPLIT_H
#define ASTAR_SPLIT_H

#include "division.h"

/* Of a division that has its chokes: sets their `splits` and `sides`. False: no memory. */
bool splits_find(Division *division);

#endif
