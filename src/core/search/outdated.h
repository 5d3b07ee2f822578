/* Are the results of a suspended search still valid after the map was changed? */
#ifndef ASTAR_OUTDATED_H
#define ASTAR_OUTDATED_H

#include "search.h"

/* Did anything change that the search has built upon? The plane is up to date. True also without
** memory for finding out. */
bool search_outdated(astar_search *search);
/* The same of one that has chosen no engine yet. */
bool search_edited(astar_search *search);

#endif
