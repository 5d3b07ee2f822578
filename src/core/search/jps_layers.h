/*
** Jump point search for queries whose layers change the costs of few cells.
**
** It is an engine of its own beside jps_search.c. There a sweep finds all events of 64 cells in
** one step, and a goal in sight ends the search. Here a sweep visits each cell, and the goal is one
** of the cells that are walked over. Over the same plane, with one rough cell off all paths, this
** engine takes 14 % more instructions (100 queries, 200 x 200 cells, a quarter of them blocked).
** With its loop, jump point search would also expand other nodes.
*/
#ifndef ASTAR_JPS_LAYERS_H
#define ASTAR_JPS_LAYERS_H

#include "search.h"

/* Why it is not exact for the search; NULL: it is. */
const char *jps_layers_objection(const astar_search *search);
/* Is it exact, and faster than JPSW? If so its tables are made. False: no memory. */
bool jps_layers_pays(astar_search *search, bool *pays);
extern const Engine JPS_LAYERS;

#endif
