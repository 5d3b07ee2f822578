#include "jump_sheet.h"

#include <string.h>

#include "../base/bits.h"

/* ---- sheets ---------------------------------------------------------------------------------- */

int32_t sheet_strips(int32_t columns) {
  return (columns + TILE - 1) / TILE;
}

uint64_t *sheet_words(const JumpSheets *sheets, uint64_t *sheet, Span at) {
  return sheet + (ptrdiff_t)(at.strip + 1) * sheets->height + at.row;
}

static size_t sheet_size(const JumpSheets *sheets) {
  return (size_t)(sheets->strips + 2) * (size_t)sheets->height * sizeof(uint64_t);
}

Span sheet_strip(const JumpSheets *sheets, int32_t strip) {
  return (Span){ strip, 0, sheets->height };
}

/* By cell of a span: is its neighbour in a direction open? */
static const uint64_t *sheet_toward(const JumpSheets *sheets, int direction, Span at) {
  return sheet_words(sheets, sheets->open[1 + DIRECTION_X[direction]], at) + DIRECTION_Y[direction];
}

/* What lies dx columns further: from a word, and the one of the next strip there. */
static uint64_t sheet_shift(uint64_t word, uint64_t next, int dx) {
  if (dx == 0) return word;
  return dx > 0 ? word >> 1 | next << 63 : word << 1 | next >> 63;
}

/* ---- traits of cells, worked out from their neighbours --------------------------------------- */

/* Can be entered by a step in the direction. */
static void read_legal(const JumpSheets *sheets, int direction, Span at, uint64_t *to) {
  const uint64_t *open = sheet_words(sheets, sheets->open[1], at);
  const uint64_t *from = sheet_toward(sheets, direction_opposite(direction), at);
  for (int32_t i = 0; i < at.count; i++) to[i] = open[i] & from[i];
  if (direction < FIRST_DIAGONAL) return;
  const uint64_t *across = sheet_toward(sheets, direction_across(direction) ^ 1, at);
  const uint64_t *down = sheet_toward(sheets, direction_down(direction) ^ 1, at);
  for (int32_t i = 0; i < at.count; i++) to[i] &= across[i] & down[i];
}

Flank sheet_flank(const JumpSheets *sheets, int direction, int number, Span at) {
  int side = JUMP_SIDES[direction][number];
  int behind = direction_of(DIRECTION_X[side] - DIRECTION_X[direction],
                            DIRECTION_Y[side] - DIRECTION_Y[direction]);
  return (Flank){ sheet_toward(sheets, side, at), sheet_toward(sheets, behind, at) };
}

/* Is open, and no jump point for the direction: a scan passes. */
static void read_passes(const JumpSheets *sheets, int direction, Span at, uint64_t *to) {
  const uint64_t *open = sheet_words(sheets, sheets->open[1], at);
  Flank a = sheet_flank(sheets, direction, 0, at), b = sheet_flank(sheets, direction, 1, at);
  for (int32_t i = 0; i < at.count; i++)
    to[i] = open[i] & ~(a.beside[i] & ~a.behind[i]) & ~(b.beside[i] & ~b.behind[i]);
}

void sheets_read_trait(const JumpSheets *sheets, int direction, Trait trait, Span at,
                       uint64_t *to) {
  if (trait == PASSES) {
    read_passes(sheets, direction, at, to);
  } else if (trait == LEGAL) {
    read_legal(sheets, direction, at, to);
  } else {
    int part = trait == ACROSS ? direction_across(direction) : direction_down(direction);
    memcpy(to, sheet_words(sheets, sheets->meets[part], at), (size_t)at.count * sizeof *to);
  }
}

/* ---- what is open ---------------------------------------------------------------------------- */

Rows sheet_rows(const JumpSheets *sheets, int32_t number) {
  int32_t first = number * TILE, left = sheets->height - first;
  return (Rows){ first, left < 0 ? 0 : left < TILE ? left : TILE };
}

static void sheet_read_cells(const JumpSheets *sheets, Span at) {
  uint64_t *to = sheet_words(sheets, sheets->open[1], at);
  size_t stride = (size_t)sheets->width;
  int32_t left = sheets->width - at.strip * TILE, count = left < TILE ? left : TILE;
  const uint8_t *cells = sheets->cells + (size_t)at.row * stride + at.strip * TILE;
  for (int32_t i = 0; i < at.count; i++, cells += stride) to[i] = bits_of_array(cells, count);
}

static void shift_cells(const JumpSheets *sheets, int dx, Span at) {
  Span beside = { at.strip + dx, at.row, at.count };
  const uint64_t *from = sheet_words(sheets, sheets->open[1], at);
  const uint64_t *next = sheet_words(sheets, sheets->open[1], beside);
  uint64_t *to = sheet_words(sheets, sheets->open[1 + dx], at);
  for (int32_t i = 0; i < at.count; i++) to[i] = sheet_shift(from[i], next[i], dx);
}

int32_t sheet_chunk_end(const JumpSheets *sheets, int32_t chunk) {
  int32_t end = (chunk + 1) * SHEET_CHUNK;
  return end < sheets->strips ? end : sheets->strips;
}

void sheets_make_open(const JumpSheets *sheets, int32_t number, int32_t chunk) {
  Rows rows = sheet_rows(sheets, number);
  int32_t first = chunk * SHEET_CHUNK, end = sheet_chunk_end(sheets, chunk);
  for (int32_t strip = first; strip < end; strip++)
    sheet_read_cells(sheets, (Span){ strip, rows.first, rows.count });
  if (first > 0) first--;
  if (end < sheets->strips) end--;
  for (int32_t strip = first; strip < end; strip++)
    for (int dx = -1; dx <= 1; dx += 2)
      shift_cells(sheets, dx, (Span){ strip, rows.first, rows.count });
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

static void read_wanted(const JumpSheets *sheets, int direction, Span at, uint64_t *to) {
  if (direction < FIRST_DIAGONAL) {
    read_passes(sheets, direction, at, to);
    for (int32_t i = 0; i < at.count; i++) to[i] = ~to[i];
    return;
  }
  const uint64_t *across = sheet_words(sheets, sheets->meets[direction_across(direction)], at);
  const uint64_t *down = sheet_words(sheets, sheets->meets[direction_down(direction)], at);
  for (int32_t i = 0; i < at.count; i++) to[i] = across[i] | down[i];
}

/* Along the rows, within words. */
static void lead_across(const Leads *leads, int dx, Span at, uint64_t *meets) {
  for (int32_t row = 0; row < at.count; row++) {
    uint64_t legal = leads->legal[row];
    uint64_t from = legal & (leads->wanted[row] | sheet_shift(0, leads->next[row], dx));
    leads->now[row] = dx > 0 ? bits_fill_down(from, legal) : bits_fill_up(from, legal);
    meets[row] = sheet_shift(leads->now[row], leads->next[row], dx);
  }
}

/* From row to row. */
static void lead_down(const Leads *leads, int direction, Span at, uint64_t *meets) {
  int dx = DIRECTION_X[direction], dy = DIRECTION_Y[direction];
  int32_t row = dy > 0 ? at.count - 1 : 0;
  leads->now[row] = meets[row] = 0;                    /* border */
  for (int32_t i = 1; i < at.count; i++, row -= dy) {
    meets[row - dy] = sheet_shift(leads->now[row], leads->next[row], dx);
    leads->now[row - dy] = leads->legal[row - dy] & (leads->wanted[row - dy] | meets[row - dy]);
  }
}

void sheets_find_meets(const JumpSheets *sheets, int direction, int32_t number,
                       uint64_t *const *buffers) {
  int dx = DIRECTION_X[direction];
  int now = 2 + number % 2, next = 3 - number % 2;
  Leads leads = { buffers[0], buffers[1], buffers[now], buffers[next] };
  if (number == 0) memset(leads.next, 0, (size_t)sheets->height * sizeof *leads.next);
  Span at = sheet_strip(sheets, dx > 0 ? sheets->strips - 1 - number : number);
  uint64_t *meets = sheet_words(sheets, sheets->meets[direction], at);
  read_legal(sheets, direction, at, leads.legal);
  read_wanted(sheets, direction, at, leads.wanted);
  if (DIRECTION_Y[direction] == 0) lead_across(&leads, dx, at, meets);
  else lead_down(&leads, direction, at, meets);
}

/* ---- memory ---------------------------------------------------------------------------------- */

void sheets_free(JumpSheets *sheets, Memory *memory) {
  for (int i = 0; i < 3; i++) memory_free(memory, sheets->open[i], sheet_size(sheets));
  for (int i = 0; i < DIRECTIONS; i++) memory_free(memory, sheets->meets[i], sheet_size(sheets));
}

/* The two strips of zeros. */
static void clear_outer_strips(const JumpSheets *sheets, uint64_t *sheet) {
  size_t strip = (size_t)sheets->height * sizeof *sheet;
  memset(sheet, 0, strip);
  memset(sheet + (size_t)(sheets->strips + 1) * (size_t)sheets->height, 0, strip);
}

bool sheets_reserve(JumpSheets *sheets, Memory *memory, const Grid *grid, const uint8_t *cells) {
  *sheets = (JumpSheets){ .cells = cells, .width = grid->width + 2, .height = grid->height + 2 };
  sheets->strips = sheet_strips(sheets->width);
  for (int i = 0; i < 3; i++) {
    if (!(sheets->open[i] = memory_raw(memory, sheet_size(sheets)))) return false;
    clear_outer_strips(sheets, sheets->open[i]);
  }
  for (int i = 0; i < DIRECTIONS; i++)
    if (!(sheets->meets[i] = memory_raw(memory, sheet_size(sheets)))) return false;
  return true;
}
