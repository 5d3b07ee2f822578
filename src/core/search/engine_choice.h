/* Which engine answers a search: the fastest that is exact, or the one that the query names. */
#ifndef ASTAR_ENGINE_CHOICE_H
#define ASTAR_ENGINE_CHOICE_H

#include "search.h"

/* Is the engine that the query names exact for the search, which has a view and a goal? If not, the
** search's `objection` says why. */
bool engine_choice_allows(astar_search *search);
/* Chooses the engine and makes the tables that it needs. OK, UNSUITED or NO_MEMORY. */
astar_status engine_choice_make(astar_search *search);

#endif
