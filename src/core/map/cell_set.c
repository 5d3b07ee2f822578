#include "cell_set.h"

#include <string.h>

#include "../base/builtin.h"

/* ---- sets of cells --------------------------------------------------------------------------- */

size_t cellset_words(const astar_map *map) {
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

/* The words in which a run lies belong to the set from now on. */
static void cellset_widen(CellSet *set, CellRun run) {
  Cell last = run.first + (Cell)(run.offset * (run.count - 1));
  size_t low = (run.first < last ? run.first : last) / 64;
  size_t high = (run.first < last ? last : run.first) / 64 + 1;
  if (set->count == 0 || low < set->first) set->first = low;
  if (set->count == 0 || high > set->end) set->end = high;
}

bool cellset_add(CellSet *set, astar_map *map, CellRun run) {
  Memory *memory = &map->memory;
  if (set->bits == NULL) set->bits = memory_new(memory, cellset_words(map) * sizeof *set->bits);
  if (set->bits == NULL) return false;
  if (!memory_grow(memory, set->runs, set->count, &set->capacity)) return false;
  cellset_widen(set, run);
  set->runs[set->count++] = run;
  put_run(set->bits, run, true);
  return true;
}

void cellset_clear(CellSet *set) {
  size_t cells = 0;
  for (size_t i = 0; i < set->count; i++) cells += (size_t)set->runs[i].count;
  if (cells > set->end - set->first)
    memset(set->bits + set->first, 0, (set->end - set->first) * sizeof *set->bits);
  else
    for (size_t i = 0; i < set->count; i++) put_run(set->bits, set->runs[i], false);
  set->count = set->first = set->end = 0;
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
  for (size_t word = 0; set->bits != NULL && word < cellset_words(map); word++)
    marked += (size_t)ones_64(set->bits[word]);
  return marked <= single ? NULL : "a set has cells that nobody has added";
}

void cellset_free(CellSet *set, astar_map *map) {
  memory_free(&map->memory, set->bits, cellset_words(map) * sizeof *set->bits);
  memory_free(&map->memory, set->runs, set->capacity * sizeof *set->runs);
  *set = (CellSet){ 0 };
}
