#include "cell_set.h"

#include <string.h>

/* ---- sets of cells --------------------------------------------------------------------------- */

static size_t set_words(const astar_map *map) {
  return map->grid.cells / 64 + 1;
}

/* Sets or clears a run of bits; clearing takes whole words, for all goes in the end. */
static void put_bits(uint64_t *bits, Cell first, int32_t count, bool on) {
  uint64_t *word = bits + (first >> 6);
  int32_t at = (int32_t)(first & 63);
  for (; count > 0; word++, at = 0) {
    int32_t here = count < 64 - at ? count : 64 - at;
    *word = on ? *word | ~(uint64_t)0 >> (64 - here) << at : 0;
    count -= here;
  }
}

static void put_run(uint64_t *bits, CellRun run, bool on) {
  if (run.offset == 1 || run.offset == -1) {
    Cell left = run.offset > 0 ? run.first : run.first - (Cell)(run.count - 1);
    put_bits(bits, left, run.count, on);
    return;
  }
  Cell cell = run.first;
  for (int32_t i = 0; i < run.count; i++, cell += (Cell)run.offset)
    bits[cell >> 6] = on ? bits[cell >> 6] | (uint64_t)1 << (cell & 63) : 0;
}

bool cellset_has_any(const CellSet *set, const Grid *grid, Cell cell, int32_t size) {
  if (set->count == 0 || size == 1) return cellset_has(set, cell);
  for (int32_t dy = 0; dy < size; dy++, cell += (Cell)grid->stride)
    for (int32_t dx = 0; dx < size; dx++)
      if (cellset_has(set, cell + (Cell)dx)) return true;
  return false;
}

bool cellset_add(CellSet *set, astar_map *map, CellRun run) {
  Memory *memory = &map->memory;
  if (set->bits == NULL) set->bits = memory_new(memory, set_words(map) * sizeof *set->bits);
  if (set->bits == NULL) return false;
  void *runs = set->runs;
  if (!memory_grow(memory, &runs, sizeof *set->runs, set->count, &set->capacity)) return false;
  set->runs = runs;
  set->runs[set->count++] = run;
  put_run(set->bits, run, true);
  return true;
}

/* The words in which the cells of a set are, from *first on; returns how many runs and cells there
** are to them. */
static size_t find_words(const CellSet *set, size_t *first, size_t *end) {
  Cell least = NO_CELL, most = 0;
  size_t cells = 0;
  for (size_t i = 0; i < set->count; i++) {
    CellRun run = set->runs[i];
    Cell last = run.first + (Cell)(run.offset * (run.count - 1));
    Cell low = run.first < last ? run.first : last, high = run.first < last ? last : run.first;
    if (low < least) least = low;
    if (high > most) most = high;
    cells += (size_t)run.count;
  }
  *first = set->count > 0 ? least / 64 : 0;
  *end = set->count > 0 ? most / 64 + 1 : 0;
  return cells;
}

void cellset_clear(CellSet *set) {
  size_t first, end, cells = find_words(set, &first, &end);
  if (cells > end - first)
    memset(set->bits + first, 0, (end - first) * sizeof *set->bits);
  else
    for (size_t i = 0; i < set->count; i++) put_run(set->bits, set->runs[i], false);
  set->count = 0;
}

/* Bits between cells of different runs may overlap, so they are counted off the runs. */
const char *cellset_validate(const CellSet *set, const astar_map *map) {
  size_t marked = 0, single = 0;
  for (size_t i = 0; i < set->count; i++) {
    CellRun run = set->runs[i];
    for (int32_t k = 0; k < run.count; k++, single++)
      if (!cellset_has(set, run.first + (Cell)(run.offset * k)))
        return "a cell of a set is not in it";
  }
  for (size_t word = 0; set->bits != NULL && word < set_words(map); word++)
    marked += (size_t)__builtin_popcountll(set->bits[word]);
  return marked <= single ? NULL : "a set has cells that nobody has added";
}

void cellset_free(CellSet *set, astar_map *map) {
  memory_free(&map->memory, set->bits, set_words(map) * sizeof *set->bits);
  memory_free(&map->memory, set->runs, set->capacity * sizeof *set->runs);
  *set = (CellSet){ 0 };
}

/* ---- what lies around them ------------------------------------------------------------------- */

/* Adds the bits of a word, the first of which is number `first`; there are none below 0. */
static void put_word(uint64_t *bits, int64_t first, uint64_t word) {
  if (first < 0) {
    word = first > -64 ? word >> -first : 0;
    first = 0;
  }
  if (word == 0) return;
  bits[first >> 6] |= word << (first & 63);
  if ((first & 63) != 0 && word >> (64 - (first & 63)) != 0)
    bits[(first >> 6) + 1] |= word >> (64 - (first & 63));
}

/* The same for the cells around those of a word. */
static void put_around(uint64_t *bits, int64_t first, uint64_t word, int32_t before, int32_t after,
                       int32_t stride) {
  uint64_t low = word, high = 0;     /* what lies beside them, from `before` to the left on */
  for (int32_t i = 1; i <= before + after; i++) {
    low |= word << i;
    high |= word >> (64 - i);
  }
  for (int32_t row = -before; row <= after; row++) {
    put_word(bits, first - before + (int64_t)row * stride, low);
    put_word(bits, first - before + (int64_t)row * stride + 64, high);
  }
}

static void surroundings_widen(Surroundings *around, size_t first, size_t end) {
  bool none = around->first == around->end;
  if (none || first < around->first) around->first = first;
  if (none || end > around->end) around->end = end;
}

bool surroundings_add(Surroundings *around, astar_map *map, const CellSet *set, int32_t before,
                      int32_t after) {
  size_t bytes = set_words(map) * sizeof *around->bits, first, end;
  if (set->count == 0) return true;
  if (around->bits == NULL) around->bits = memory_new(&map->memory, bytes);
  if (around->bits == NULL) return false;
  find_words(set, &first, &end);
  for (size_t i = first; i < end; i++)
    if (set->bits[i] != 0)
      put_around(around->bits, (int64_t)i * 64, set->bits[i], before, after, map->grid.stride);
  size_t above = (size_t)(before * ((int64_t)map->grid.stride + 1)) / 64 + 1;
  size_t below = (size_t)(after * ((int64_t)map->grid.stride + 1)) / 64 + 2;
  surroundings_widen(around, first > above ? first - above : 0,
                     end + below < set_words(map) ? end + below : set_words(map));
  return true;
}

void surroundings_clear(Surroundings *around) {
  if (around->bits != NULL)
    memset(around->bits + around->first, 0, (around->end - around->first) * sizeof *around->bits);
  around->first = around->end = 0;
}

void surroundings_free(Surroundings *around, astar_map *map) {
  memory_free(&map->memory, around->bits, set_words(map) * sizeof *around->bits);
  *around = (Surroundings){ 0 };
}
