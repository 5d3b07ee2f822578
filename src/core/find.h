/* Finding paths: the public search, which chooses and drives the engines. */
#ifndef ASTAR_FIND_H
#define ASTAR_FIND_H

#include "delivery.h"
#include "goal.h"

#endif
