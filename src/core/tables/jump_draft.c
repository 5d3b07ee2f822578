#include "jump_draft.h"

#include <string.h>

#include "../base/bits.h"

enum { TILE = 64 };                 /* as many rows or columns as a word has bits */

/* Before and behind the words in a buffer: no shear reaches farther. They are 0. */
enum { MARGIN = TILE, BUFFERS = 4 };

struct JumpDraft {
  Jumps *jumps;
  int32_t width, height;            /* border included */
  int32_t strips;
  uint64_t *open[3];                /* sheets; by 1 + dx: is the cell dx columns further open? */
  uint64_t *meets[DIRECTIONS];      /* sheets; as in `info` */
  int hands;
  uint64_t *buffers[JUMP_PIECES][BUFFERS];   /* by hand: for the words of a strip each */
};

typedef struct Span {               /* some words of a strip */
  int32_t strip, row, count;
} Span;

typedef enum Trait { PASSES, LEGAL, ACROSS, DOWN } Trait;

/* ---- sheets ---------------------------------------------------------------------------------- */

static int32_t draft_strips(int32_t columns) {
  return (columns + TILE - 1) / TILE;
}

/* The strips of a sheet lie between two strips of zeros. So the rows before the first and behind
** the last can be read; they come from a neighbouring strip's border, which is 0. */
static uint64_t *draft_words(const JumpDraft *draft, uint64_t *sheet, Span at) {
  return sheet + (ptrdiff_t)(at.strip + 1) * draft->height + at.row;
}

static size_t draft_sheet_size(const JumpDraft *draft) {
  return (size_t)(draft->strips + 2) * (size_t)draft->height * sizeof(uint64_t);
}

static Span draft_strip(const JumpDraft *draft, int32_t strip) {
  return (Span){ strip, 0, draft->height };
}

/* By cell of a span: is its neighbour in a direction open? */
static const uint64_t *draft_toward(const JumpDraft *draft, int direction, Span at) {
  return draft_words(draft, draft->open[1 + DIRECTION_X[direction]], at) + DIRECTION_Y[direction];
}

/* What lies dx columns further: from a word, and the one of the next strip there. */
static uint64_t draft_shift(uint64_t word, uint64_t next, int dx) {
  if (dx == 0) return word;
  return dx > 0 ? word >> 1 | next << 63 : word << 1 | next >> 63;
}

/* ---- traits of cells, worked out from their neighbours --------------------------------------- */

/* Can be entered by a step in the direction. */
static void read_legal(const JumpDraft *draft, int direction, Span at, uint64_t *to) {
  const uint64_t *open = draft_words(draft, draft->open[1], at);
  const uint64_t *from = draft_toward(draft, direction_opposite(direction), at);
  for (int32_t i = 0; i < at.count; i++) to[i] = open[i] & from[i];
  if (direction < FIRST_DIAGONAL) return;
  const uint64_t *across = draft_toward(draft, direction_across(direction) ^ 1, at);
  const uint64_t *down = draft_toward(draft, direction_down(direction) ^ 1, at);
  for (int32_t i = 0; i < at.count; i++) to[i] &= across[i] & down[i];
}

typedef struct Flank { const uint64_t *beside, *behind; } Flank;

static Flank draft_flank(const JumpDraft *draft, int direction, int number, Span at) {
  int side = JUMP_SIDES[direction][number];
  int behind = direction_of(DIRECTION_X[side] - DIRECTION_X[direction],
                            DIRECTION_Y[side] - DIRECTION_Y[direction]);
  return (Flank){ draft_toward(draft, side, at), draft_toward(draft, behind, at) };
}

/* Is open, and no jump point for the direction: a scan passes. */
static void read_passes(const JumpDraft *draft, int direction, Span at, uint64_t *to) {
  const uint64_t *open = draft_words(draft, draft->open[1], at);
  Flank a = draft_flank(draft, direction, 0, at), b = draft_flank(draft, direction, 1, at);
  for (int32_t i = 0; i < at.count; i++)
    to[i] = open[i] & ~(a.beside[i] & ~a.behind[i]) & ~(b.beside[i] & ~b.behind[i]);
}

static void read_trait(const JumpDraft *draft, int direction, Trait trait, Span at, uint64_t *to) {
  if (trait == PASSES) {
    read_passes(draft, direction, at, to);
  } else if (trait == LEGAL) {
    read_legal(draft, direction, at, to);
  } else {
    int part = trait == ACROSS ? direction_across(direction) : direction_down(direction);
    memcpy(to, draft_words(draft, draft->meets[part], at), (size_t)at.count * sizeof *to);
  }
}

/* ---- what is open ---------------------------------------------------------------------------- */

/* One of JUMP_PIECES equal parts of the rows. */
typedef struct Band { int32_t first, end; } Band;

static Band draft_band(const JumpDraft *draft, int piece) {
  int64_t height = draft->height;
  return (Band){ (int32_t)(height * piece / JUMP_PIECES),
                 (int32_t)(height * (piece + 1) / JUMP_PIECES) };
}

static Span band_strip(Band band, int32_t strip) {
  return (Span){ strip, band.first, band.end - band.first };
}

static void read_cells(const JumpDraft *draft, Span at) {
  uint64_t *to = draft_words(draft, draft->open[1], at);
  size_t stride = (size_t)draft->width;
  int32_t left = draft->width - at.strip * TILE, count = left < TILE ? left : TILE;
  const uint8_t *cells = draft->jumps->open + (size_t)at.row * stride + at.strip * TILE;
  for (int32_t i = 0; i < at.count; i++, cells += stride) to[i] = bits_of_array(cells, count);
}

static void shift_cells(const JumpDraft *draft, int dx, Span at) {
  Span beside = { at.strip + dx, at.row, at.count };
  const uint64_t *from = draft_words(draft, draft->open[1], at);
  const uint64_t *next = draft_words(draft, draft->open[1], beside);
  uint64_t *to = draft_words(draft, draft->open[1 + dx], at);
  for (int32_t i = 0; i < at.count; i++) to[i] = draft_shift(from[i], next[i], dx);
}

static void make_open(const JumpDraft *draft, int piece) {
  Band band = draft_band(draft, piece);
  for (int32_t strip = 0; strip < draft->strips; strip++)
    read_cells(draft, band_strip(band, strip));
  for (int32_t strip = 0; strip < draft->strips; strip++)
    for (int dx = -1; dx <= 1; dx += 2) shift_cells(draft, dx, band_strip(band, strip));
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

static void read_wanted(const JumpDraft *draft, int direction, Span at, uint64_t *to) {
  if (direction < FIRST_DIAGONAL) {
    read_passes(draft, direction, at, to);
    for (int32_t i = 0; i < at.count; i++) to[i] = ~to[i];
    return;
  }
  const uint64_t *across = draft_words(draft, draft->meets[direction_across(direction)], at);
  const uint64_t *down = draft_words(draft, draft->meets[direction_down(direction)], at);
  for (int32_t i = 0; i < at.count; i++) to[i] = across[i] | down[i];
}

/* Along the rows, within words. */
static void lead_across(const Leads *leads, int dx, Span at, uint64_t *meets) {
  for (int32_t row = 0; row < at.count; row++) {
    uint64_t legal = leads->legal[row];
    uint64_t from = legal & (leads->wanted[row] | draft_shift(0, leads->next[row], dx));
    leads->now[row] = dx > 0 ? bits_fill_down(from, legal) : bits_fill_up(from, legal);
    meets[row] = draft_shift(leads->now[row], leads->next[row], dx);
  }
}

/* From row to row. */
static void lead_down(const Leads *leads, int direction, Span at, uint64_t *meets) {
  int dx = DIRECTION_X[direction], dy = DIRECTION_Y[direction];
  int32_t row = dy > 0 ? at.count - 1 : 0;
  leads->now[row] = meets[row] = 0;                    /* border */
  for (int32_t i = 1; i < at.count; i++, row -= dy) {
    meets[row - dy] = draft_shift(leads->now[row], leads->next[row], dx);
    leads->now[row - dy] = leads->legal[row - dy] & (leads->wanted[row - dy] | meets[row - dy]);
  }
}

/* Strip by strip, each behind the one further on. */
static void find_meets(const JumpDraft *draft, int direction, uint64_t *const *buffers) {
  int dx = DIRECTION_X[direction];
  Leads leads = { buffers[0], buffers[1], buffers[2], buffers[3] };
  memset(leads.next, 0, (size_t)draft->height * sizeof *leads.next);
  for (int32_t i = 0; i < draft->strips; i++) {
    Span at = draft_strip(draft, dx > 0 ? draft->strips - 1 - i : i);
    uint64_t *meets = draft_words(draft, draft->meets[direction], at);
    read_legal(draft, direction, at, leads.legal);
    read_wanted(draft, direction, at, leads.wanted);
    if (DIRECTION_Y[direction] == 0) lead_across(&leads, dx, at, meets);
    else lead_down(&leads, direction, at, meets);
    uint64_t *next = leads.next;
    leads.next = leads.now;
    leads.now = next;
  }
}

/* ---- turning --------------------------------------------------------------------------------- */

/* A trait of cells for a direction, as a sheet whose rows are the lines along another, straight
** direction, with bits numbered along them. */
typedef struct Turned {
  const JumpDraft *draft;
  int direction;
  Trait trait;
  int along;
} Turned;

static void turned_read(const Turned *turned, Span at, uint64_t *to) {
  read_trait(turned->draft, turned->direction, turned->trait, at, to);
}

/* The same with rows that may lie outside of the map, where everything is 0. */
static void turned_read_tile(const Turned *turned, int32_t strip, int32_t row, uint64_t *to) {
  int32_t before = row < 0 ? -row : 0, height = turned->draft->height;
  int32_t count = (row + TILE < height ? row + TILE : height) - row - before;
  if (count < TILE) memset(to, 0, TILE * sizeof *to);
  turned_read(turned, (Span){ strip, row + before, count }, to + before);
}

static void read_mirrored(const Turned *turned, int32_t strip, uint64_t *to, uint64_t *further) {
  const JumpDraft *draft = turned->draft;
  int32_t from = draft->strips - 1 - strip, padding = draft->strips * TILE - draft->width;
  turned_read(turned, draft_strip(draft, from), to);
  memset(further, 0, (size_t)draft->height * sizeof *further);
  if (from > 0 && padding > 0) turned_read(turned, draft_strip(draft, from - 1), further);
  for (int32_t row = 0; row < draft->height; row++)
    to[row] = bits_reverse(to[row] << padding | further[row] >> 1 >> (63 - padding));
}

static void reverse_words(uint64_t *words, int32_t count) {
  for (int32_t i = 0, k = count - 1; i < k; i++, k--) {
    uint64_t word = words[i];
    words[i] = words[k];
    words[k] = word;
  }
}

static void read_transposed(const Turned *turned, int32_t strip, uint64_t *to) {
  const JumpDraft *draft = turned->draft;
  bool down = turned->along == SOUTH;
  int32_t row = down ? strip * TILE : draft->height - (strip + 1) * TILE;
  for (int32_t i = 0; i < draft->strips; i++, to += TILE) {
    turned_read_tile(turned, i, row, to);
    if (!down) reverse_words(to, TILE);
    bits_transpose(to);
  }
}

/* A strip of the turned sheet. */
static void turned_read_strip(const Turned *turned, int32_t strip, uint64_t *to,
                              uint64_t *further) {
  if (turned->along == EAST) turned_read(turned, draft_strip(turned->draft, strip), to);
  else if (turned->along == WEST) read_mirrored(turned, strip, to, further);
  else read_transposed(turned, strip, to);
}

static bool is_across(int straight) {
  return straight == EAST || straight == WEST;
}

static int32_t turned_rows(const Turned *turned) {
  return is_across(turned->along) ? turned->draft->height : turned->draft->width;
}

static int32_t turned_strips(const Turned *turned) {
  return draft_strips(is_across(turned->along) ? turned->draft->width : turned->draft->height);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void write_stops(const JumpDraft *draft, int direction, uint64_t *const *buffers) {
  Turned turned = { draft, direction, PASSES, direction };
  int32_t rows = turned_rows(&turned), strips = turned_strips(&turned);
  for (int32_t strip = 0; strip < strips; strip++) {
    uint64_t *to = draft->jumps->stops[direction] + strip;
    turned_read_strip(&turned, strip, buffers[0], buffers[1]);
    for (int32_t row = 0; row < rows; row++, to += strips) *to = ~buffers[0][row];
  }
}

/* Bit j of a word becomes that of the word j rows on. So words come to hold diagonals; the first
** MARGIN words before `words` hold those that begin above the first row. */
static void shear_words(uint64_t *words, int32_t rows) {
  for (int place = 0; place < 6; place++) {
    int step = 1 << place;
    for (int32_t row = -MARGIN; row < rows; row++)
      words[row] = (words[row] & BITS_EVEN[place]) | (words[row + step] & ~BITS_EVEN[place]);
  }
}

static void read_diagonals(const Turned *turned, int slope, int32_t strip, uint64_t *to,
                           uint64_t *further) {
  int32_t rows = turned_rows(turned);
  turned_read_strip(turned, strip, to, further);
  if (slope < 0) reverse_words(to, rows);
  memset(to - MARGIN, 0, MARGIN * sizeof *to);
  memset(to + rows, 0, MARGIN * sizeof *to);
  shear_words(to, rows);
}

/* The bit of a turned sheet's row and column in a diagonal's table; also for rows outside. */
static int64_t diagonal_bit(const JumpDraft *draft, const Line *line, int along, int32_t row,
                            int32_t column) {
  int32_t last = (is_across(along) ? draft->width : draft->height) - 1;
  int32_t at = along == EAST || along == SOUTH ? column : last - column;
  return is_across(along) ? line_bit(line, at - 1, row - 1) : line_bit(line, row - 1, at - 1);
}

static void write_diagonal_words(const Turned *turned, int slope, int32_t strip,
                                 uint64_t *const *buffers) {
  const JumpDraft *draft = turned->draft;
  int32_t rows = turned_rows(turned), number = turned->direction - FIRST_DIAGONAL;
  const Line *line = &draft->jumps->diagonal[number];
  DiagonalWord *words = draft->jumps->diagonals[number];
  for (int32_t i = 1 - MARGIN; i < rows; i++) {
    int32_t row = slope > 0 ? i : rows - 1 - i;
    int64_t bit = diagonal_bit(draft, line, turned->along, row, strip * TILE);
    if (bit < 0 || (size_t)(bit >> 6) >= draft->jumps->diagonal_words - 1) continue;
    words[bit >> 6] = (DiagonalWord){ ~buffers[0][i], buffers[1][i], buffers[2][i] };
  }
}

/* A half of the strips. */
static void write_diagonals(const JumpDraft *draft, int direction, int half,
                            uint64_t *const *buffers) {
  bool across = draft->width <= draft->height;
  int along = across ? direction_across(direction) : direction_down(direction);
  int slope = across ? DIRECTION_Y[direction] : DIRECTION_X[direction];
  Turned turned = { draft, direction, LEGAL, along };
  int32_t strips = turned_strips(&turned), end = half == 0 ? strips / 2 : strips;
  for (int32_t strip = half == 0 ? 0 : strips / 2; strip < end; strip++) {
    for (Trait trait = LEGAL; trait <= DOWN; trait++) {
      turned.trait = trait;
      read_diagonals(&turned, slope, strip, buffers[trait - LEGAL], buffers[3]);
    }
    write_diagonal_words(&turned, slope, strip, buffers);
  }
}

/* ---- info ------------------------------------------------------------------------------------ */

/* A word for each bit of info, by row. Then, when turned, one for each four cells that follow each
** other, by row; those of the cells from 4 * i on have the number info_word(i). */
typedef uint64_t InfoWords[16][TILE];

static void read_info(const JumpDraft *draft, Span at, InfoWords to) {
  const uint64_t *open = draft_words(draft, draft->open[1], at);
  for (int bit = 0; bit < 8; bit++) {
    Flank flank = draft_flank(draft, bit / 2, bit % 2, at);
    const uint64_t *meets = draft_words(draft, draft->meets[bit], at);
    for (int32_t i = 0; i < at.count; i++)
      to[bit][i] = open[i] & flank.beside[i] & ~flank.behind[i];
    for (int32_t i = 0; i < at.count; i++) to[8 + bit][i] = meets[i];
  }
}

/* Swaps bits of words whose numbers differ by `apart`, in all rows. */
static void swap_words(InfoWords words, int apart, int place) {
  for (int i = 0; i < 16; i++) {
    if (i & apart) continue;
    for (int row = 0; row < TILE; row++) bits_swap(&words[i][row], &words[i + apart][row], place);
  }
}

/* First the bits of a cell come together, as 16 bits of word i the cells i, 16 + i, 32 + i and
** 48 + i. Then among words 4 * k … 4 * k + 3 the cells that follow each other. */
static void turn_info(InfoWords words) {
  for (int place = 0; place < 4; place++) swap_words(words, 1 << place, place);
  swap_words(words, 1, 4);
  swap_words(words, 2, 5);
}

static int info_word(int i) {
  return i % 4 * 4 + i / 4;
}

static void write_row(InfoWords words, int row, uint16_t *to) {
  for (int i = 0; i < 16; i++, to += 4) {
    uint64_t word = words[info_word(i)][row];
    to[0] = (uint16_t)word;
    to[1] = (uint16_t)(word >> 16);
    to[2] = (uint16_t)(word >> 32);
    to[3] = (uint16_t)(word >> 48);
  }
}

static void write_rows(const JumpDraft *draft, int32_t first, int32_t end) {
  InfoWords words = { { 0 } };
  for (int32_t strip = 0; strip < draft->strips; strip++) {
    int32_t left = draft->width - strip * TILE;
    uint16_t *to = draft->jumps->info + (size_t)first * (size_t)draft->width + strip * TILE;
    read_info(draft, (Span){ strip, first, end - first }, words);
    turn_info(words);
    for (int32_t i = 0; i < end - first; i++, to += draft->width) {
      uint16_t last[TILE];
      write_row(words, i, left < TILE ? last : to);
      if (left < TILE) memcpy(to, last, (size_t)left * sizeof *to);
    }
  }
}

static void write_info(const JumpDraft *draft, int piece) {
  Band band = draft_band(draft, piece);
  for (int32_t row = band.first; row < band.end; row += TILE)
    write_rows(draft, row, row + TILE < band.end ? row + TILE : band.end);
}

/* ---- the whole ------------------------------------------------------------------------------- */

enum { READING, SCANNING, SWEEPING, STOPPING, CROSSING, TELLING };   /* stages */

int jump_draft_pieces(int stage) {
  return stage == READING || stage == CROSSING || stage == TELLING ? JUMP_PIECES : 4;
}

void jump_draft_make(const JumpDraft *draft, int stage, int piece) {
  uint64_t *buffers[BUFFERS];
  for (int i = 0; i < BUFFERS; i++) buffers[i] = draft->buffers[piece % draft->hands][i] + MARGIN;
  switch (stage) {
    case READING: make_open(draft, piece); break;
    case SCANNING: find_meets(draft, piece, buffers); break;
    case SWEEPING: find_meets(draft, FIRST_DIAGONAL + piece, buffers); break;
    case STOPPING: write_stops(draft, piece, buffers); break;
    case CROSSING: write_diagonals(draft, FIRST_DIAGONAL + piece / 2, piece % 2, buffers); break;
    default: write_info(draft, piece);
  }
}

static size_t draft_buffer_size(const JumpDraft *draft) {
  int32_t longer = draft->width > draft->height ? draft->width : draft->height;
  return (size_t)(draft_strips(longer) * TILE + 2 * MARGIN) * sizeof(uint64_t);
}

void jump_draft_free(JumpDraft *draft, Memory *memory) {
  if (draft == NULL) return;
  for (int i = 0; i < 3; i++) memory_free(memory, draft->open[i], draft_sheet_size(draft));
  for (int i = 0; i < DIRECTIONS; i++)
    memory_free(memory, draft->meets[i], draft_sheet_size(draft));
  for (int hand = 0; hand < draft->hands; hand++)
    for (int i = 0; i < BUFFERS; i++)
      memory_free(memory, draft->buffers[hand][i], draft_buffer_size(draft));
  memory_free(memory, draft, sizeof *draft);
}

static bool draft_reserve_all(JumpDraft *draft, Memory *memory) {
  size_t size = draft_sheet_size(draft);
  for (int i = 0; i < 3; i++)
    if (!(draft->open[i] = memory_new(memory, size))) return false;
  for (int i = 0; i < DIRECTIONS; i++)
    if (!(draft->meets[i] = memory_raw(memory, size))) return false;
  for (int hand = 0; hand < draft->hands; hand++)
    for (int i = 0; i < BUFFERS; i++)
      if (!(draft->buffers[hand][i] = memory_raw(memory, draft_buffer_size(draft)))) return false;
  return true;
}

JumpDraft *jump_draft_new(Jumps *jumps, Memory *memory, int hands) {
  JumpDraft *draft = memory_new(memory, sizeof *draft);
  if (draft == NULL) return NULL;
  draft->jumps = jumps;
  draft->width = jumps->grid->width + 2;
  draft->height = jumps->grid->height + 2;
  draft->strips = draft_strips(draft->width);
  draft->hands = hands;
  if (draft_reserve_all(draft, memory)) return draft;
  jump_draft_free(draft, memory);
  return NULL;
}
