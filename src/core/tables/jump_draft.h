/*
** Drafts of jump tables: makes all of them at once, 64 cells at a time.
**
** Everything is found on *sheets*: one bit per cell of the map and its border, cut into strips of
** 64 columns. The words of a strip lie one after the other, a word for each row, so that a loop
** over the rows reads and writes successive words. Column 0 and row 0 are border.
**
** First, the cells that are open. Legal steps and forced sides follow from a cell's neighbours, and
** are worked out where they are needed. Whether scans and sweeps meet something follows from whole
** lines, and is kept. Then the tables are written strip by strip, turned so that bits are numbered
** along the lines of a table (line.h): mirrored, transposed, and for diagonals sheared.
**
** While it works it takes 1.4 bytes per cell.
*/
#ifndef ASTAR_JUMP_DRAFT_H
#define ASTAR_JUMP_DRAFT_H

#include "jump.h"

/* Makes the tables from `open`. False: no memory; the tables are of no use. */
bool jump_draft_make(Jumps *jumps, Memory *memory);

#endif
