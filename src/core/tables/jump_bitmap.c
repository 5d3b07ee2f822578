#include "jump_bitmap.h"

#include <string.h>

#include "../base/bits.h"

/* ---- bitmaps --------------------------------------------------------------------------------- */

int32_t bitmap_strips(int32_t columns) {
  return (columns + TILE - 1) / TILE;
}

uint64_t *bitmap_words(const JumpBitmaps *bitmaps, uint64_t *bitmap, Span at) {
  return bitmap + (ptrdiff_t)(at.strip + 1) * bitmaps->height + at.row;
}

static size_t bitmap_size(const JumpBitmaps *bitmaps) {
  return (size_t)(bitmaps->strips + 2) * (size_t)bitmaps->height * sizeof(uint64_t);
}

Span bitmap_strip(const JumpBitmaps *bitmaps, int32_t strip) {
  return (Span){ strip, 0, bitmaps->height };
}

/* By cell of a span: is its neighbour in a direction open? */
static const uint64_t *bitmap_toward(const JumpBitmaps *bitmaps, int direction, Span at) {
  uint64_t *open = bitmaps->open[1 + DIRECTION_X[direction]];
  return bitmap_words(bitmaps, open, at) + DIRECTION_Y[direction];
}

/* What lies dx columns further: from a word, and the one of the next strip there. */
static uint64_t bitmap_shift(uint64_t word, uint64_t next, int dx) {
  if (dx == 0) return word;
  return dx > 0 ? word >> 1 | next << 63 : word << 1 | next >> 63;
}

/* ---- traits of cells, worked out from their neighbours --------------------------------------- */

/* Can be entered by a step in the direction. */
static void read_legal(const JumpBitmaps *bitmaps, int direction, Span at, uint64_t *to) {
  const uint64_t *open = bitmap_words(bitmaps, bitmaps->open[1], at);
  const uint64_t *from = bitmap_toward(bitmaps, direction_opposite(direction), at);
  for (int32_t i = 0; i < at.count; i++) to[i] = open[i] & from[i];
  if (direction < FIRST_DIAGONAL) return;
  const uint64_t *across = bitmap_toward(bitmaps, direction_across(direction) ^ 1, at);
  const uint64_t *down = bitmap_toward(bitmaps, direction_down(direction) ^ 1, at);
  for (int32_t i = 0; i < at.count; i++) to[i] &= across[i] & down[i];
}

Flank bitmap_flank(const JumpBitmaps *bitmaps, int direction, int number, Span at) {
  int side = JUMP_SIDES[direction][number];
  int behind = direction_of(DIRECTION_X[side] - DIRECTION_X[direction],
                            DIRECTION_Y[side] - DIRECTION_Y[direction]);
  return (Flank){ bitmap_toward(bitmaps, side, at), bitmap_toward(bitmaps, behind, at) };
}

/* Is open, and no jump point for the direction: a scan passes. */
static void read_passes(const JumpBitmaps *bitmaps, int direction, Span at, uint64_t *to) {
  const uint64_t *open = bitmap_words(bitmaps, bitmaps->open[1], at);
  Flank a = bitmap_flank(bitmaps, direction, 0, at), b = bitmap_flank(bitmaps, direction, 1, at);
  for (int32_t i = 0; i < at.count; i++)
    to[i] = open[i] & ~(a.beside[i] & ~a.behind[i]) & ~(b.beside[i] & ~b.behind[i]);
}

void bitmaps_read_trait(const JumpBitmaps *bitmaps, int direction, Trait trait, Span at,
                        uint64_t *to) {
  if (trait == PASSES) {
    read_passes(bitmaps, direction, at, to);
  } else if (trait == LEGAL) {
    read_legal(bitmaps, direction, at, to);
  } else {
    int part = trait == ACROSS ? direction_across(direction) : direction_down(direction);
    memcpy(to, bitmap_words(bitmaps, bitmaps->meets[part], at), (size_t)at.count * sizeof *to);
  }
}

/* ---- what is open ---------------------------------------------------------------------------- */

Rows bitmap_rows(const JumpBitmaps *bitmaps, int32_t number) {
  int32_t first = number * TILE, left = bitmaps->height - first;
  return (Rows){ first, left < 0 ? 0 : left < TILE ? left : TILE };
}

static void bitmap_read_cells(const JumpBitmaps *bitmaps, Span at) {
  uint64_t *to = bitmap_words(bitmaps, bitmaps->open[1], at);
  size_t stride = (size_t)bitmaps->width;
  int32_t left = bitmaps->width - at.strip * TILE, count = left < TILE ? left : TILE;
  const uint8_t *cells = bitmaps->cells + (size_t)at.row * stride + at.strip * TILE;
  for (int32_t i = 0; i < at.count; i++, cells += stride) to[i] = bits_of_array(cells, count);
}

static void shift_cells(const JumpBitmaps *bitmaps, int dx, Span at) {
  Span beside = { at.strip + dx, at.row, at.count };
  const uint64_t *from = bitmap_words(bitmaps, bitmaps->open[1], at);
  const uint64_t *next = bitmap_words(bitmaps, bitmaps->open[1], beside);
  uint64_t *to = bitmap_words(bitmaps, bitmaps->open[1 + dx], at);
  for (int32_t i = 0; i < at.count; i++) to[i] = bitmap_shift(from[i], next[i], dx);
}

int32_t bitmap_chunk_end(const JumpBitmaps *bitmaps, int32_t chunk) {
  int32_t end = (chunk + 1) * BITMAP_CHUNK;
  return end < bitmaps->strips ? end : bitmaps->strips;
}

void bitmaps_make_open(const JumpBitmaps *bitmaps, int32_t number, int32_t chunk) {
  Rows rows = bitmap_rows(bitmaps, number);
  int32_t first = chunk * BITMAP_CHUNK, end = bitmap_chunk_end(bitmaps, chunk);
  for (int32_t strip = first; strip < end; strip++)
    bitmap_read_cells(bitmaps, (Span){ strip, rows.first, rows.count });
  if (first > 0) first--;
  if (end < bitmaps->strips) end--;
  for (int32_t strip = first; strip < end; strip++)
    for (int dx = -1; dx <= 1; dx += 2)
      shift_cells(bitmaps, dx, (Span){ strip, rows.first, rows.count });
}

/* ---- scans and sweeps ------------------------------------------------------------------------ */

/*
** A cell *leads on* in a direction when a step into it, in that direction, is legal, and the cell
** is a jump point or an event, or the next one leads on. A scan or sweep meets something from a
** cell when the next cell leads on.
*/
typedef struct Leads {
  uint64_t *legal, *wanted;         /* of this strip, by row */
  uint64_t *now, *next;             /* cells that lead on, of this strip and the one further on */
} Leads;

static void read_wanted(const JumpBitmaps *bitmaps, int direction, Span at, uint64_t *to) {
  if (direction < FIRST_DIAGONAL) {
    read_passes(bitmaps, direction, at, to);
    for (int32_t i = 0; i < at.count; i++) to[i] = ~to[i];
    return;
  }
  const uint64_t *across = bitmap_words(bitmaps, bitmaps->meets[direction_across(direction)], at);
  const uint64_t *down = bitmap_words(bitmaps, bitmaps->meets[direction_down(direction)], at);
  for (int32_t i = 0; i < at.count; i++) to[i] = across[i] | down[i];
}

/* Along the rows, within words. */
static void lead_across(const Leads *leads, int dx, Span at, uint64_t *meets) {
  for (int32_t row = 0; row < at.count; row++) {
    uint64_t legal = leads->legal[row];
    uint64_t from = legal & (leads->wanted[row] | bitmap_shift(0, leads->next[row], dx));
    leads->now[row] = dx > 0 ? bits_fill_down(from, legal) : bits_fill_up(from, legal);
    meets[row] = bitmap_shift(leads->now[row], leads->next[row], dx);
  }
}

/* From row to row. */
static void lead_down(const Leads *leads, int direction, Span at, uint64_t *meets) {
  int dx = DIRECTION_X[direction], dy = DIRECTION_Y[direction];
  int32_t row = dy > 0 ? at.count - 1 : 0;
  leads->now[row] = meets[row] = 0;                    /* border */
  for (int32_t i = 1; i < at.count; i++, row -= dy) {
    meets[row - dy] = bitmap_shift(leads->now[row], leads->next[row], dx);
    leads->now[row - dy] = leads->legal[row - dy] & (leads->wanted[row - dy] | meets[row - dy]);
  }
}

void bitmaps_find_meets(const JumpBitmaps *bitmaps, int direction, int32_t number,
                        uint64_t *const *buffers) {
  int dx = DIRECTION_X[direction];
  int now = 2 + number % 2, next = 3 - number % 2;
  Leads leads = { buffers[0], buffers[1], buffers[now], buffers[next] };
  if (number == 0) memset(leads.next, 0, (size_t)bitmaps->height * sizeof *leads.next);
  Span at = bitmap_strip(bitmaps, dx > 0 ? bitmaps->strips - 1 - number : number);
  uint64_t *meets = bitmap_words(bitmaps, bitmaps->meets[direction], at);
  read_legal(bitmaps, direction, at, leads.legal);
  read_wanted(bitmaps, direction, at, leads.wanted);
  if (DIRECTION_Y[direction] == 0) lead_across(&leads, dx, at, meets);
  else lead_down(&leads, direction, at, meets);
}

/* ---- memory ---------------------------------------------------------------------------------- */

void bitmaps_free(JumpBitmaps *bitmaps, Memory *memory) {
  for (int i = 0; i < 3; i++) memory_free(memory, bitmaps->open[i], bitmap_size(bitmaps));
  for (int i = 0; i < DIRECTIONS; i++) memory_free(memory, bitmaps->meets[i], bitmap_size(bitmaps));
}

/* The two strips of zeros. */
static void clear_outer_strips(const JumpBitmaps *bitmaps, uint64_t *bitmap) {
  size_t strip = (size_t)bitmaps->height * sizeof *bitmap;
  memset(bitmap, 0, strip);
  memset(bitmap + (size_t)(bitmaps->strips + 1) * (size_t)bitmaps->height, 0, strip);
}

bool bitmaps_reserve(JumpBitmaps *bitmaps, Memory *memory, const Grid *grid, const uint8_t *cells) {
  *bitmaps = (JumpBitmaps){ .cells = cells, .width = grid->width + 2, .height = grid->height + 2 };
  bitmaps->strips = bitmap_strips(bitmaps->width);
  for (int i = 0; i < 3; i++) {
    if (!(bitmaps->open[i] = memory_raw(memory, bitmap_size(bitmaps)))) return false;
    clear_outer_strips(bitmaps, bitmaps->open[i]);
  }
  for (int i = 0; i < DIRECTIONS; i++)
    if (!(bitmaps->meets[i] = memory_raw(memory, bitmap_size(bitmaps)))) return false;
  return true;
}
