#include "jump_builder.h"

#include <string.h>

#include "../base/bits.h"
#include "jump_bitmap.h"

/* Before and behind the words in a buffer: no shear reaches farther. They are 0. */
enum { MARGIN = TILE, BUFFERS = 4 };

struct JumpBuilder {
  Jumps *jumps;
  JumpBitmaps bitmaps;
  int workers;
  uint64_t *buffers[JUMP_WORKERS][BUFFERS];  /* by worker: for the words of a strip each */
};

/* ---- turning --------------------------------------------------------------------------------- */

/* A trait of cells for a direction, as a bitmap whose rows are the lines along another, straight
** direction, with bits numbered along them. */
typedef struct Turned {
  const JumpBitmaps *bitmaps;
  int direction;
  Trait trait;
  int along;
} Turned;

static void turned_read(const Turned *turned, Span at, uint64_t *to) {
  bitmaps_read_trait(turned->bitmaps, turned->direction, turned->trait, at, to);
}

/* The same with rows that may lie outside of the map, where everything is 0. */
static void turned_read_tile(const Turned *turned, int32_t strip, int32_t row, uint64_t *to) {
  int32_t before = row < 0 ? -row : 0, height = turned->bitmaps->height;
  int32_t count = (row + TILE < height ? row + TILE : height) - row - before;
  if (count < TILE) memset(to, 0, TILE * sizeof *to);
  turned_read(turned, (Span){ strip, row + before, count }, to + before);
}

static void read_mirrored(const Turned *turned, int32_t strip, uint64_t *to, uint64_t *further) {
  const JumpBitmaps *bitmaps = turned->bitmaps;
  int32_t from = bitmaps->strips - 1 - strip, padding = bitmaps->strips * TILE - bitmaps->width;
  turned_read(turned, bitmap_strip(bitmaps, from), to);
  memset(further, 0, (size_t)bitmaps->height * sizeof *further);
  if (from > 0 && padding > 0) turned_read(turned, bitmap_strip(bitmaps, from - 1), further);
  for (int32_t row = 0; row < bitmaps->height; row++)
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
  const JumpBitmaps *bitmaps = turned->bitmaps;
  bool down = turned->along == SOUTH;
  int32_t row = down ? strip * TILE : bitmaps->height - (strip + 1) * TILE;
  for (int32_t i = 0; i < bitmaps->strips; i++, to += TILE) {
    turned_read_tile(turned, i, row, to);
    if (!down) reverse_words(to, TILE);
    bits_transpose(to);
  }
}

/* A strip of the turned bitmap. */
static void turned_read_strip(const Turned *turned, int32_t strip, uint64_t *to,
                              uint64_t *further) {
  if (turned->along == EAST) turned_read(turned, bitmap_strip(turned->bitmaps, strip), to);
  else if (turned->along == WEST) read_mirrored(turned, strip, to, further);
  else read_transposed(turned, strip, to);
}

static bool is_across(int straight) {
  return straight == EAST || straight == WEST;
}

static int32_t turned_rows(const Turned *turned) {
  return is_across(turned->along) ? turned->bitmaps->height : turned->bitmaps->width;
}

static int32_t turned_strips(const Turned *turned) {
  const JumpBitmaps *bitmaps = turned->bitmaps;
  return bitmap_strips(is_across(turned->along) ? bitmaps->width : bitmaps->height);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void write_stops(const JumpBuilder *builder, int direction, int32_t strip,
                        uint64_t *const *buffers) {
  Turned turned = { &builder->bitmaps, direction, PASSES, direction };
  int32_t rows = turned_rows(&turned), strips = turned_strips(&turned);
  if (strip >= strips) return;
  uint64_t *to = builder->jumps->stops[direction] + strip;
  turned_read_strip(&turned, strip, buffers[0], buffers[1]);
  for (int32_t row = 0; row < rows; row++, to += strips) *to = ~buffers[0][row];
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

/* The bit of a turned bitmap's row and column in a diagonal's table; also for rows outside. */
static int64_t diagonal_bit(const JumpBuilder *builder, const Line *line, int along, int32_t row,
                            int32_t column) {
  int32_t last = (is_across(along) ? builder->bitmaps.width : builder->bitmaps.height) - 1;
  int32_t at = along == EAST || along == SOUTH ? column : last - column;
  return is_across(along) ? line_bit(line, at - 1, row - 1) : line_bit(line, row - 1, at - 1);
}

static void write_diagonal_words(const JumpBuilder *builder, const Turned *turned, int slope,
                                 int32_t strip, uint64_t *const *buffers) {
  int32_t rows = turned_rows(turned), number = turned->direction - FIRST_DIAGONAL;
  const Line *line = &builder->jumps->diagonal[number];
  DiagonalWord *words = builder->jumps->diagonals[number];
  for (int32_t i = 1 - MARGIN; i < rows; i++) {
    int32_t row = slope > 0 ? i : rows - 1 - i;
    int64_t bit = diagonal_bit(builder, line, turned->along, row, strip * TILE);
    if (bit < 0 || (size_t)(bit >> 6) >= builder->jumps->diagonal_words - 1) continue;
    words[bit >> 6] = (DiagonalWord){ ~buffers[0][i], buffers[1][i], buffers[2][i] };
  }
}

static void write_diagonals(const JumpBuilder *builder, int direction, int32_t strip,
                            uint64_t *const *buffers) {
  bool across = builder->bitmaps.width <= builder->bitmaps.height;
  int along = across ? direction_across(direction) : direction_down(direction);
  int slope = across ? DIRECTION_Y[direction] : DIRECTION_X[direction];
  Turned turned = { &builder->bitmaps, direction, LEGAL, along };
  if (strip >= turned_strips(&turned)) return;
  for (Trait trait = LEGAL; trait <= DOWN; trait++) {
    turned.trait = trait;
    read_diagonals(&turned, slope, strip, buffers[trait - LEGAL], buffers[3]);
  }
  write_diagonal_words(builder, &turned, slope, strip, buffers);
}

/* ---- info ------------------------------------------------------------------------------------ */

/* A word for each bit of info, by row. Then, when turned, one for each four cells that follow each
** other, by row; those of the cells from 4 * i on have the number info_word(i). */
typedef uint64_t InfoWords[16][TILE];

static void read_info(const JumpBitmaps *bitmaps, Span at, InfoWords to) {
  const uint64_t *open = bitmap_words(bitmaps, bitmaps->open[1], at);
  for (int bit = 0; bit < 8; bit++) {
    Flank flank = bitmap_flank(bitmaps, bit / 2, bit % 2, at);
    const uint64_t *meets = bitmap_words(bitmaps, bitmaps->meets[bit], at);
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

static void write_info(const JumpBuilder *builder, int32_t number, int32_t chunk) {
  const JumpBitmaps *bitmaps = &builder->bitmaps;
  Rows rows = bitmap_rows(bitmaps, number);
  uint16_t *info = builder->jumps->info + (size_t)rows.first * (size_t)bitmaps->width;
  InfoWords words = { { 0 } };
  int32_t end = bitmap_chunk_end(bitmaps, chunk);
  for (int32_t strip = chunk * BITMAP_CHUNK; strip < end; strip++) {
    int32_t left = bitmaps->width - strip * TILE;
    uint16_t *to = info + strip * TILE;
    read_info(bitmaps, (Span){ strip, rows.first, rows.count }, words);
    turn_info(words);
    for (int32_t i = 0; i < rows.count; i++, to += bitmaps->width) {
      uint16_t last[TILE];
      write_row(words, i, left < TILE ? last : to);
      if (left < TILE) memcpy(to, last, (size_t)left * sizeof *to);
    }
  }
}

/* ---- clearing -------------------------------------------------------------------------------- */

enum { CLEARED_WORDS = 4096 };     /* at once */

/* All is blocked. So it stays outside of the map. */
static void clear_words(const JumpBuilder *builder, int table, int32_t number) {
  const Jumps *jumps = builder->jumps;
  size_t first = (size_t)number * CLEARED_WORDS;
  size_t count = table < 4 ? jumps->stop_words[table] : jumps->diagonal_words;
  size_t end = first + CLEARED_WORDS < count ? first + CLEARED_WORDS : count;
  for (size_t i = first; i < end; i++)
    if (table < 4) jumps->stops[table][i] = ~(uint64_t)0;
    else jumps->diagonals[table - 4][i] = (DiagonalWord){ ~(uint64_t)0, 0, 0 };
}

/* ---- steps ----------------------------------------------------------------------------------- */

enum { CLEARING, READING, SCANNING, SWEEPING, STOPPING, CROSSING, TELLING, STAGES };

/*
** A stage is made of rows and columns of steps. Those of different rows can be done in any order,
** or at the same time; those of a row one after the other.
*/
typedef struct Work { int32_t rows, columns; } Work;

static size_t most_words(const Grid *grid) {
  size_t most = line_diagonal_words(grid);
  for (int i = 0; i < 4; i++)
    if (line_straight_words(grid, i) > most) most = line_straight_words(grid, i);
  return most;
}

/* Turned or not, a bitmap has no more strips. */
static int32_t most_strips(const Grid *grid) {
  return bitmap_strips((grid->width > grid->height ? grid->width : grid->height) + 2);
}

static Work stage_work(const Grid *grid, int stage) {
  int32_t across = bitmap_strips(grid->width + 2), down = bitmap_strips(grid->height + 2);
  switch (stage) {
    case CLEARING: return (Work){ 8, (int32_t)(most_words(grid) / CLEARED_WORDS) + 1 };
    case READING: case TELLING: return (Work){ down, (across + BITMAP_CHUNK - 1) / BITMAP_CHUNK };
    case SCANNING: case SWEEPING: return (Work){ 4, across };
    default: return (Work){ 4 * most_strips(grid), 1 };
  }
}

static void stage_do(const JumpBuilder *builder, int stage, int32_t row, int32_t column,
                     uint64_t *const *buffers) {
  int32_t strips = most_strips(builder->jumps->grid);
  switch (stage) {
    case CLEARING: clear_words(builder, row, column); break;
    case READING: bitmaps_make_open(&builder->bitmaps, row, column); break;
    case SCANNING: bitmaps_find_meets(&builder->bitmaps, row, column, buffers); break;
    case SWEEPING:
      bitmaps_find_meets(&builder->bitmaps, FIRST_DIAGONAL + row, column, buffers);
      break;
    case STOPPING: write_stops(builder, row / strips, row % strips, buffers); break;
    case CROSSING:
      write_diagonals(builder, FIRST_DIAGONAL + row / strips, row % strips, buffers);
      break;
    default: write_info(builder, row, column);
  }
}

static int32_t stage_steps(const Grid *grid, int stage) {
  Work work = stage_work(grid, stage);
  return work.rows * work.columns;
}

int32_t jump_builder_steps(const Grid *grid) {
  int32_t steps = 0;
  for (int stage = 0; stage < STAGES; stage++) steps += stage_steps(grid, stage);
  return steps;
}

/* Which stage a step belongs to; *step becomes its number there. */
static int find_stage(const Grid *grid, int32_t *step) {
  int stage = 0;
  for (; *step >= stage_steps(grid, stage); stage++) *step -= stage_steps(grid, stage);
  return stage;
}

static void worker_buffers(const JumpBuilder *builder, int worker, uint64_t *buffers[BUFFERS]) {
  for (int i = 0; i < BUFFERS; i++) buffers[i] = builder->buffers[worker][i] + MARGIN;
}

void jump_builder_do(const JumpBuilder *builder, int32_t step) {
  uint64_t *buffers[BUFFERS];
  const Grid *grid = builder->jumps->grid;
  int stage = find_stage(grid, &step);
  int32_t columns = stage_work(grid, stage).columns;
  worker_buffers(builder, 0, buffers);
  stage_do(builder, stage, step / columns, step % columns, buffers);
}

typedef struct Piece {              /* some rows of a stage, which follow each other */
  const JumpBuilder *builder;
  int stage, worker;
} Piece;

static void make_piece(void *item) {
  const Piece *piece = item;
  Work work = stage_work(piece->builder->jumps->grid, piece->stage);
  uint64_t *buffers[BUFFERS];
  worker_buffers(piece->builder, piece->worker, buffers);
  int32_t first = work.rows * piece->worker / JUMP_WORKERS;
  int32_t end = work.rows * (piece->worker + 1) / JUMP_WORKERS;
  for (int32_t row = first; row < end; row++)
    for (int32_t column = 0; column < work.columns; column++)
      stage_do(piece->builder, piece->stage, row, column, buffers);
}

void jump_builder_do_together(const JumpBuilder *builder, ThreadPool *pool, int32_t step) {
  Piece pieces[JUMP_WORKERS];
  void *items[JUMP_WORKERS];
  int stage = find_stage(builder->jumps->grid, &step);
  if (step > 0) return;
  for (int i = 0; i < JUMP_WORKERS; i++) {
    pieces[i] = (Piece){ builder, stage, i };
    items[i] = &pieces[i];
  }
  thread_pool_do(pool, make_piece, items, JUMP_WORKERS);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t builder_buffer_size(const JumpBuilder *builder) {
  const JumpBitmaps *bitmaps = &builder->bitmaps;
  int32_t longer = bitmaps->width > bitmaps->height ? bitmaps->width : bitmaps->height;
  return (size_t)(bitmap_strips(longer) * TILE + 2 * MARGIN) * sizeof(uint64_t);
}

void jump_builder_free(JumpBuilder *builder, Memory *memory) {
  if (builder == NULL) return;
  bitmaps_free(&builder->bitmaps, memory);
  for (int worker = 0; worker < builder->workers; worker++)
    for (int i = 0; i < BUFFERS; i++)
      memory_free(memory, builder->buffers[worker][i], builder_buffer_size(builder));
  memory_free(memory, builder, sizeof *builder);
}

static bool builder_reserve_buffers(JumpBuilder *builder, Memory *memory) {
  for (int worker = 0; worker < builder->workers; worker++)
    for (int i = 0; i < BUFFERS; i++)
      if (!(builder->buffers[worker][i] = memory_raw(memory, builder_buffer_size(builder))))
        return false;
  return true;
}

JumpBuilder *jump_builder_new(Jumps *jumps, Memory *memory, int workers) {
  JumpBuilder *builder = memory_new(memory, sizeof *builder);
  if (builder == NULL) return NULL;
  builder->jumps = jumps;
  builder->workers = workers;
  if (bitmaps_reserve(&builder->bitmaps, memory, jumps->grid, jumps->open) &&
      builder_reserve_buffers(builder, memory))
    return builder;
  jump_builder_free(builder, memory);
  return NULL;
}
