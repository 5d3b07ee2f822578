/*
** Jump bitmaps: what is found out about all cells for jump tables, 64 cells at a time.
**
** A bitmap is one bit per cell of the map and its border, cut into strips of 64 columns. The words
** of a strip lie one after the other, a word for each row, so that a loop over the rows reads and
** writes successive words. Column 0 and row 0 are border. The strips lie between two strips of
** zeros. So the rows before the first and behind the last can be read, too: they come from a
** neighbouring strip's border, which is 0.
**
** First, the cells that are open. Legal steps and forced sides follow from a cell's neighbours, and
** are worked out where they are needed. Whether scans and sweeps meet something follows from whole
** lines, and is kept.
*/
#ifndef ASTAR_JUMP_BITMAP_H
#define ASTAR_JUMP_BITMAP_H

#include "jump.h"

enum { TILE = 64 };                 /* as many rows or columns as a word has bits */
enum { BITMAP_CHUNK = 4 };          /* strips that are read at once */

typedef struct JumpBitmaps {
  const uint8_t *cells;             /* array over cells: not 0 where a cell can be entered */
  int32_t width, height;            /* border included */
  int32_t strips;
  uint64_t *open[3];                /* by 1 + dx: is the cell dx columns further open? */
  uint64_t *meets[DIRECTIONS];      /* as in `info` */
} JumpBitmaps;

typedef struct Span {               /* some words of a strip */
  int32_t strip, row, count;
} Span;

/* TILE rows or, at the end of the map, fewer; or none. */
typedef struct Rows { int32_t first, count; } Rows;

/* By cell of a span: are its neighbour on a side, and the one behind that, open? */
typedef struct Flank { const uint64_t *beside, *behind; } Flank;

typedef enum Trait {
  PASSES,                           /* open, and no jump point for the direction: a scan passes */
  LEGAL,                            /* can be entered by a step in the direction */
  ACROSS, DOWN                      /* a scan in that component's direction meets something */
} Trait;

/* How many strips so many columns take. */
int32_t bitmap_strips(int32_t columns);
/* False: no memory; to be freed all the same. */
bool bitmaps_reserve(JumpBitmaps *bitmaps, Memory *memory, const Grid *grid, const uint8_t *cells);
void bitmaps_free(JumpBitmaps *bitmaps, Memory *memory);
Span bitmap_strip(const JumpBitmaps *bitmaps, int32_t strip);
Rows bitmap_rows(const JumpBitmaps *bitmaps, int32_t number);
uint64_t *bitmap_words(const JumpBitmaps *bitmaps, uint64_t *bitmap, Span at);
/* Behind the last strip of a chunk. */
int32_t bitmap_chunk_end(const JumpBitmaps *bitmaps, int32_t chunk);

/* Chunk by chunk of some rows, since a strip can be shifted when the next one has been read. */
void bitmaps_make_open(const JumpBitmaps *bitmaps, int32_t rows, int32_t chunk);
/* Those of straight directions come first. The strips have their turn one after the other, each
** behind the one further on; `number`: which turn it is. Each of the four buffers, which are kept
** from turn to turn, has room for a strip. */
void bitmaps_find_meets(const JumpBitmaps *bitmaps, int direction, int32_t number,
                        uint64_t *const *buffers);

void bitmaps_read_trait(const JumpBitmaps *bitmaps, int direction, Trait trait, Span at,
                        uint64_t *to);
Flank bitmap_flank(const JumpBitmaps *bitmaps, int direction, int number, Span at);

#endif
