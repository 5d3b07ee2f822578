/* The levels of a map: see grid.h. */
#ifndef ASTAR_LEVEL_H
#define ASTAR_LEVEL_H

#include "grid.h"

/* Are the levels right, of a description whose size is? */
bool levels_accept(const astar_map_desc *desc, Refusal *refusal);
/* Takes over the levels of the description, and fills what is between them with void. */
astar_status levels_init(Grid *grid, Memory *memory, const astar_map_desc *desc);
void levels_free(Grid *grid, Memory *memory);
uint64_t levels_hash(const Grid *grid, uint64_t hash);
/* Is each cell void that is in no level, and no other? `terrain`: an array over cells, as the map's
** or what a player knows. */
bool levels_hold(const Grid *grid, const uint8_t *terrain);

#endif
