/* Looking at the map through a query, without a search. */
#ifndef ASTAR_LOOK_H
#define ASTAR_LOOK_H

#include "goal.h"

#endif
