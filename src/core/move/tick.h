/* The tick: units move along their paths, and players see. */
#ifndef ASTAR_TICK_H
#define ASTAR_TICK_H

#include "collision.h"

#endif
