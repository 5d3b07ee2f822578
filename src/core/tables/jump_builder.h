/*
** Builder of jump tables: makes all of them at once, 64 cells at a time.
**
** What it has to know of cells it finds out on bitmaps (jump_bitmap.h). Then the tables are written
** strip by strip, turned so that bits are numbered along the lines of a table (line.h): mirrored,
** transposed, and for diagonals sheared.
**
** While it works it takes 1.4 bytes per cell.
*/
#ifndef ASTAR_JUMP_BUILDER_H
#define ASTAR_JUMP_BUILDER_H

#include "../base/thread_pool.h"
#include "jump.h"

typedef struct JumpBuilder JumpBuilder;

/* Takes all memory that is needed. `workers`: 1; JUMP_WORKERS where a pool does the work. NULL: no
** memory. */
enum { JUMP_WORKERS = 8 };
JumpBuilder *jump_builder_new(Jumps *jumps, Memory *memory, int workers);
void jump_builder_free(JumpBuilder *builder, Memory *memory);  /* NULL does nothing */

/* The steps have to be done one after the other, from 0 on; how many there are depends on the size
** of the map alone, and all take about as long. */
int32_t jump_builder_steps(const Grid *grid);
void jump_builder_do(const JumpBuilder *builder, int32_t step);
/* The same with a pool: the first step of each stage does all of it, the others do nothing. */
void jump_builder_do_together(const JumpBuilder *builder, ThreadPool *pool, int32_t step);

#endif
