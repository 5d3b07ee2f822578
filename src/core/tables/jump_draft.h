/*
** Drafts of jump tables: makes all of them at once, 64 cells at a time.
**
** What it has to know of cells it finds out on sheets (jump_sheet.h). Then the tables are written
** strip by strip, turned so that bits are numbered along the lines of a table (line.h): mirrored,
** transposed, and for diagonals sheared.
**
** While it works it takes 1.4 bytes per cell.
*/
#ifndef ASTAR_JUMP_DRAFT_H
#define ASTAR_JUMP_DRAFT_H

#include "../base/crew.h"
#include "jump.h"

typedef struct JumpDraft JumpDraft;

/* Takes all memory that is needed. `hands`: 1; JUMP_HANDS where a crew does the work. NULL: no
** memory. */
enum { JUMP_HANDS = 8 };
JumpDraft *jump_draft_new(Jumps *jumps, Memory *memory, int hands);
void jump_draft_free(JumpDraft *draft, Memory *memory);        /* NULL does nothing */

/* The steps have to be done one after the other, from 0 on; how many there are depends on the size
** of the map alone, and all take about as long. */
int32_t jump_draft_steps(const Grid *grid);
void jump_draft_do(const JumpDraft *draft, int32_t step);
/* The same with a crew: the first step of each stage does all of it, the others do nothing. */
void jump_draft_do_together(const JumpDraft *draft, Crew *crew, int32_t step);

#endif
