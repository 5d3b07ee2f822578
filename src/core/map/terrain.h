/*
** Terrain: the kinds there are, and changing the cells' terrain.
**
** Invariant: after each public call the players have noticed what it changed (players_notice).
*/
#ifndef ASTAR_TERRAIN_H
#define ASTAR_TERRAIN_H

#include "player.h"

/* Sets a rectangle of the map, but for the void; players are not told. True: sight may have
** changed. */
bool terrain_put(Grid *grid, astar_rect rect, int32_t terrain);

#endif
