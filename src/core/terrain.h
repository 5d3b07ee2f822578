/* Terrain: the kinds there are, and changing the cells' terrain. All of it is public. */
#ifndef ASTAR_TERRAIN_H
#define ASTAR_TERRAIN_H

#include "root.h"

#endif
