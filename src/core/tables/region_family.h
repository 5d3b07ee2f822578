/*
** Families: a block above the leaves, made from its four children.
**
** Of the children, which must not be marked, it reads the sides and the outer components only, and
** changes nothing but `above`.
*/
#ifndef ASTAR_REGION_FAMILY_H
#define ASTAR_REGION_FAMILY_H

#include "region_leaf.h"

/* Joins a block again, or adds it up, as its mark says. False: no memory; the mark stays. */
bool family_sync(Regions *regions, Memory *memory, BlockId id);

#endif
