/*
** Leaves: the blocks of 16 x 16 cells, made from the cells themselves.
**
** Invariant: `labels` over the map are those of the components the leaf has now. They are written
** when the leaf is committed and not before, so that they tell what its sides are for its family,
** and what they were for the leaf in the making.
*/
#ifndef ASTAR_REGION_LEAF_H
#define ASTAR_REGION_LEAF_H

#include "region_block.h"

#define LEAF_COMPONENTS (LEAF * LEAF / 2)     /* at most, as on a chessboard */
#define LEAF_SIDES (SIDES * LEAF)             /* cells along its sides, at most */

/* Makes a leaf again. False: no memory, nothing changed. */
bool leaf_sync(Regions *regions, Memory *memory, BlockId id);
/* Copies the labels of its sides. */
void leaf_sides(const Regions *regions, BlockId id, uint16_t to[LEAF_SIDES]);

#endif
