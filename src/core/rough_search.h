/* Jump point search where layers count, but on few cells. */
#ifndef ASTAR_ROUGH_SEARCH_H
#define ASTAR_ROUGH_SEARCH_H

#include "search.h"

/* Does it answer exactly, and is it worth while? The search has a blend. False: no memory. */
bool rough_search_applies(astar_search *search, bool *applies);
extern const Engine ROUGH_SEARCH;

#endif
