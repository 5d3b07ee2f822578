/* The units around a place: the public astar_map_units_near. */
#ifndef ASTAR_NEAR_H
#define ASTAR_NEAR_H

#include "unit.h"

#endif
