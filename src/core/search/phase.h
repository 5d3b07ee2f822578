/*
** The life of a search, phase by phase: see Phase in search.h. Each phase names the next one, and a
** loop runs them until an engine has to run or the search has ended. A search whose map changes
** begins again, at most three times.
*/
#ifndef ASTAR_PHASE_H
#define ASTAR_PHASE_H

#include "search.h"

/* Begins a search whose query is there, or begins it once more after memory has run out. */
void search_begin(astar_search *search);
/* The parts of a step: before and after it is the turn of the map's own thread. */
bool search_prepare(astar_search *search);          /* false: it has come to its end */
/* Until so many nodes are expanded in all. */
void search_run(astar_search *search, uint32_t until);
void search_finish(astar_search *search);
/* Ends it with the way to the arrival, or begins again if a unit stands on that. search_prepare has
** returned true before. */
void search_end_early(astar_search *search);

#endif
