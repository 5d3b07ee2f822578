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

typedef struct JumpDraft JumpDraft;

/* The tables are made in stages, one after the other. The pieces of a stage can be made in any
** order. */
enum { JUMP_STAGES = 6, JUMP_PIECES = 8 };

/* Takes all memory that is needed. `hands`: 1; JUMP_PIECES where pieces are made on different
** threads at the same time. NULL: no memory. */
JumpDraft *jump_draft_new(Jumps *jumps, Memory *memory, int hands);
void jump_draft_free(JumpDraft *draft, Memory *memory);        /* NULL does nothing */
int jump_draft_pieces(int stage);
void jump_draft_make(const JumpDraft *draft, int stage, int piece);

#endif
