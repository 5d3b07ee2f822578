/* Jump point search: for uniform planes, without cutting corners, to one cell. */
#ifndef ASTAR_JUMP_SEARCH_H
#define ASTAR_JUMP_SEARCH_H

#include "estimate.h"

extern const Engine JUMP_SEARCH;

/* Can it answer the query exactly, as far as the plane goes? */
bool jump_search_applies(const astar_search *search);

#endif
