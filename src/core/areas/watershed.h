/*
** Areas of the ground: parts of a plane that narrow passages divide. They are a watershed of the
** clearance, with the areas of too low a rise joined:
**
** A cell is *above* another one if its clearance is greater, or the same and it comes first in
** reading order. Cells are taken from the topmost one down. A cell that touches no area yet begins
** one: it is its peak. Else it joins the area of the topmost cell that it touches. Then, in the
** order of directions, each other area that it touches above it is joined to that one, unless the
** two are divided here: if the clearance of this cell is less than `ratio` of that of the lower one
** of the two peaks, and no greater than a passage of `width` cells allows. Of joined areas the
** upper peak stays.
**
** Sources: L. Vincent and P. Soille, "Watersheds in Digital Spaces", 1991; areas and chokepoints as
** bots for StarCraft use them: L. Perkins, "Terrain Analysis in Real-Time Strategy Games", 2010.
*/
#ifndef ASTAR_WATERSHED_H
#define ASTAR_WATERSHED_H

#include "division.h"

/* Adds the areas to a division without any. False: no memory. */
bool watershed_find(Division *division, const uint8_t *kind, const astar_areas_desc *desc);

#endif
