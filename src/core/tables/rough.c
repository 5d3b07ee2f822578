#include "rough.h"

#include <string.h>

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

/* Makes a cell rough that is not, or the other way round. */
ALWAYS_INLINE void rough_flip(Rough *rough, Cell cell, int32_t x, int32_t y) {
  rough->cells[cell >> 6] ^= (uint64_t)1 << (cell & 63);
  for (int i = 0; i < 4; i++) {
    int64_t bit = line_bit(&rough->lines[i], x, y);
    int64_t *last = &rough->last[i][rough_line(i, x, y)];
    rough->bits[i][bit >> 6] ^= (uint64_t)1 << (bit & 63);
    if (bit > *last) *last = bit;
    else if (bit == *last) *last = last_in_line(rough, i, rough_line(i, x, y), bit);
  }
}

void rough_put(Rough *rough, int32_t x, int32_t y, bool on) {
  Cell cell = grid_cell(rough->grid, x, y);
  if (rough_has(rough, cell) == on) return;
  rough_flip(rough, cell, x, y);
  rough->count += on ? 1 : (size_t)-1;
}

/* The same for the cells of a word, by number; those of the border stay as they are: they are never
** entered. Returns how many were flipped. */
static size_t flip_word(Rough *rough, size_t word, uint64_t cells) {
  size_t count = 0;
  for (; cells != 0; cells &= cells - 1) {
    Cell cell = (Cell)(word * 64) + (Cell)low_zeros_64(cells);
    astar_cell at = grid_position(rough->grid, cell);
    if (!grid_has(rough->grid, at.x, at.y)) continue;
    rough_flip(rough, cell, at.x, at.y);
    count++;
  }
  return count;
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
  uint64_t cells = rough->influenced[word] | (near != NULL ? near[word] : 0);
  rough->count += flip_word(rough, word, cells & ~rough->cells[word]);
  rough->count -= flip_word(rough, word, rough->cells[word] & ~cells);
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
