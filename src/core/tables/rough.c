#include "rough.h"

#include <string.h>

#include "../base/bits.h"
#include "../base/builtin.h"

static size_t cell_words(const Grid *grid) {
  return grid->cells / 64 + 1;
}

static size_t line_count(const Grid *grid, int direction) {
  return (size_t)(direction == EAST || direction == WEST ? grid->height : grid->width) + 2;
}

static void forget_last(Rough *rough) {
  for (int i = 0; i < 4; i++)
    for (size_t line = 0; line < line_count(rough->grid, i); line++) rough->last[i][line] = -1;
}

/* The last bit set in the line of a bit, up to that one. */
static int64_t last_in_line(const Rough *rough, int direction, size_t line, int64_t bit) {
  int64_t length = direction == EAST || direction == WEST ? rough->lines[direction].ay
                                                          : rough->lines[direction].ax;
  for (int64_t word = bit >> 6; word >= (int64_t)line * length >> 6; word--)
    if (rough->bits[direction][word] != 0)
      return word * 64 + 63 - high_zeros_64(rough->bits[direction][word]);
  return -1;
}

Rough *rough_new(Memory *memory, const Grid *grid) {
  Rough *rough = memory_new(memory, sizeof *rough);
  if (rough == NULL) return NULL;
  rough->grid = grid;
  bool whole = true;
  for (int i = 0; i < 4; i++) {
    rough->lines[i] = line_straight(grid, i);
    rough->words[i] = line_straight_words(grid, i);
    rough->bits[i] = memory_new(memory, rough->words[i] * sizeof(uint64_t));
    rough->last[i] = memory_raw(memory, line_count(grid, i) * sizeof **rough->last);
    whole = whole && rough->bits[i] != NULL && rough->last[i] != NULL;
  }
  rough->influenced = memory_new(memory, cell_words(grid) * sizeof(uint64_t));
  rough->cells = memory_new(memory, cell_words(grid) * sizeof(uint64_t));
  if (whole && rough->influenced != NULL && rough->cells != NULL) {
    forget_last(rough);
    return rough;
  }
  rough_free(rough, memory);
  return NULL;
}

void rough_free(Rough *rough, Memory *memory) {
  if (rough == NULL) return;
  for (int i = 0; i < 4; i++) {
    memory_free(memory, rough->bits[i], rough->words[i] * sizeof(uint64_t));
    memory_free(memory, rough->last[i], line_count(rough->grid, i) * sizeof **rough->last);
  }
  memory_free(memory, rough->influenced, cell_words(rough->grid) * sizeof(uint64_t));
  memory_free(memory, rough->cells, cell_words(rough->grid) * sizeof(uint64_t));
  memory_free(memory, rough, sizeof *rough);
}

void rough_clear(Rough *rough) {
  memset(rough->influenced, 0, cell_words(rough->grid) * sizeof(uint64_t));
  rough->influenced_count = 0;
  rough->is_whole = false;
}

static void flip_bits(uint64_t *bits, int64_t first, uint64_t cells) {
  int by = (int)(first & 63);
  bits[first >> 6] ^= cells << by;
  bits[(first >> 6) + 1] ^= cells >> 1 >> (63 - by);
}

/* Bits of a row or column were flipped, `bit` the last of them. */
ALWAYS_INLINE void renew_last(Rough *rough, int direction, size_t line, int64_t bit) {
  int64_t *last = &rough->last[direction][line];
  if (bit > *last) *last = bit;
  else if (bit == *last) *last = last_in_line(rough, direction, line, bit);
}

/* All columns begin with a whole word, so the bits of a row lie at one place in their words. */
ALWAYS_INLINE void flip_in_columns(Rough *rough, int direction, uint64_t cells, int32_t x,
                                   int32_t y) {
  const Line *line = &rough->lines[direction];
  int64_t first = line_bit(line, x, y), words = line->ax >> 6;
  uint64_t *bits = rough->bits[direction] + (first >> 6), mask = (uint64_t)1 << (first & 63);
  for (; cells != 0; cells &= cells - 1) {
    int column = low_zeros_64(cells);
    bits[column * words] ^= mask;
    renew_last(rough, direction, rough_line(direction, x + column, y), first + column * line->ax);
  }
}

/* Cells of a row, a bit for each from x on, become rough that are not, or the other way round. They
** lie in one word. */
static void flip_row(Rough *rough, uint64_t cells, int32_t x, int32_t y) {
  const Line *lines = rough->lines;
  int32_t first = x + low_zeros_64(cells), last = x + 63 - high_zeros_64(cells);
  size_t line = rough_line(EAST, x, y);
  Cell cell = grid_cell(rough->grid, x, y);
  rough->cells[cell >> 6] ^= cells << (cell & 63);
  flip_bits(rough->bits[EAST], line_bit(&lines[EAST], x, y), cells);
  flip_bits(rough->bits[WEST], line_bit(&lines[WEST], x + 63, y), bits_reverse(cells));
  renew_last(rough, EAST, line, line_bit(&lines[EAST], last, y));
  renew_last(rough, WEST, line, line_bit(&lines[WEST], first, y));
  flip_in_columns(rough, SOUTH, cells, x, y);
  flip_in_columns(rough, NORTH, cells, x, y);
}

void rough_put(Rough *rough, int32_t x, int32_t y, bool on) {
  if (rough_has(rough, grid_cell(rough->grid, x, y)) == on) return;
  flip_row(rough, 1, x, y);
  rough->count += on ? 1 : (size_t)-1;
}

/* Makes the cells of a word rough, or not; those of the border stay as they are: they are never
** entered. */
static void put_word(Rough *rough, size_t word, uint64_t cells) {
  const Grid *grid = rough->grid;
  uint64_t left = cells ^ rough->cells[word];
  while (left != 0) {
    int skip = low_zeros_64(left);
    astar_cell at = grid_position(grid, (Cell)(word * 64) + (Cell)skip);
    bool on_map = grid_has(grid, at.x, at.y);
    int32_t count = on_map ? grid->width - at.x : 1;
    uint64_t row = left >> skip;
    if (count < 64) row &= ((uint64_t)1 << count) - 1;
    left ^= row << skip;
    if (!on_map) continue;
    rough->count += (size_t)ones_64(cells >> skip & row) - (size_t)ones_64(~cells >> skip & row);
    flip_row(rough, row, at.x, at.y);
  }
}

/* ---- influence ------------------------------------------------------------------------------- */

static bool has_bit(const uint64_t *bits, Cell cell) {
  return bits[cell >> 6] >> (cell & 63) & 1;
}

void rough_put_influence(Rough *rough, astar_rect rect, bool on) {
  for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
    Cell row = grid_cell(rough->grid, rect.x, y);
    for (Cell cell = row; cell < row + (Cell)rect.width; cell++) {
      if (has_bit(rough->influenced, cell) == on) continue;
      rough->influenced[cell >> 6] ^= (uint64_t)1 << (cell & 63);
      rough->influenced_count += on ? 1 : (size_t)-1;
    }
  }
}

/* The cells of the map that a value makes rough. */
static astar_rect rough_around(const Rough *rough, int32_t x, int32_t y, int32_t size) {
  return grid_clip(rough->grid, (astar_rect){ x - size, y - size, size + 2, size + 2 });
}

void rough_add_influence(Rough *rough, const astar_influence *influence, astar_rect rect,
                         int32_t size) {
  for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
    const int32_t *values = influence->values + grid_cell(rough->grid, rect.x, y);
    for (int32_t i = 0; i < rect.width; i++)
      if (values[i] != 0)
        rough_put_influence(rough, rough_around(rough, rect.x + i, y, size), true);
  }
}

static bool has_around(const Rough *rough, int32_t x, int32_t y, int32_t size) {
  astar_rect around = rough_around(rough, x, y, size);
  for (int32_t dy = 0; dy < around.height; dy++)
    for (int32_t dx = 0; dx < around.width; dx++)
      if (!rough_has(rough, grid_cell(rough->grid, around.x + dx, around.y + dy))) return false;
  return true;
}

bool rough_covers(const Rough *rough, const astar_influence *influence, astar_rect rect,
                  int32_t size) {
  for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
    const int32_t *values = influence->values + grid_cell(rough->grid, rect.x, y);
    for (int32_t i = 0; i < rect.width; i++)
      if (values[i] != 0 && !has_around(rough, rect.x + i, y, size)) return false;
  }
  return true;
}

/* ---- both together --------------------------------------------------------------------------- */

void rough_update(Rough *rough, astar_rect rect, const uint64_t *near) {
  if (!rough->is_whole) return;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      Cell cell = grid_cell(rough->grid, x, y);
      bool disturbed = near != NULL && has_bit(near, cell);
      rough_put(rough, x, y, disturbed || has_bit(rough->influenced, cell));
    }
}

void rough_update_word(Rough *rough, size_t word, const uint64_t *near) {
  if (!rough->is_whole) return;
  put_word(rough, word, rough->influenced[word] | (near != NULL ? near[word] : 0));
}

void rough_complete(Rough *rough, const uint64_t *near) {
  for (int i = 0; i < 4; i++) memset(rough->bits[i], 0, rough->words[i] * sizeof(uint64_t));
  forget_last(rough);
  memset(rough->cells, 0, cell_words(rough->grid) * sizeof(uint64_t));
  rough->count = 0;
  rough->is_whole = true;
  for (size_t word = 0; word < cell_words(rough->grid); word++)
    rough_update_word(rough, word, near);
}

const char *rough_validate(const Rough *rough, const uint64_t *near) {
  size_t count = 0;
  for (int32_t y = 0; y < rough->grid->height; y++)
    for (int32_t x = 0; x < rough->grid->width; x++) {
      bool is_rough = rough_has(rough, grid_cell(rough->grid, x, y));
      count += is_rough;
      Cell cell = grid_cell(rough->grid, x, y);
      bool near_units = rough->is_whole && near != NULL && has_bit(near, cell);
      if (near_units && !is_rough) return "a cell near units is not rough";
      for (int i = 0; i < 4; i++) {
        int64_t bit = line_bit(&rough->lines[i], x, y);
        if ((rough->bits[i][bit >> 6] >> (bit & 63) & 1) != is_rough)
          return "a rough cell is not in its lines, or the other way round";
        if (is_rough && rough->last[i][rough_line(i, x, y)] < bit)
          return "a rough cell lies beyond the last of its line";
      }
    }
  return count == rough->count ? NULL : "rough cells are counted wrongly";
}
