#include "watershed.h"

#include <string.h>

#include "../tables/clearance.h"

/* The two cells of a pair touch and belong to different peaks; `low` is the lower one. */
typedef struct CellPair {
  Cell low, high;
} CellPair;

typedef struct Watershed {
  Division *division;
  const astar_areas_desc *desc;
  Memory *memory;
  uint32_t *height;                 /* array over cells: the clearance */
  CellPair *pairs, *sorted;
  size_t count, capacity, sorted_capacity;
} Watershed;

static bool watershed_above(const uint32_t *height, Cell a, Cell b) {
  return height[a] != height[b] ? height[a] > height[b] : a < b;
}

/* ---- peaks ----------------------------------------------------------------------------------- */

/* Each cell leads to the topmost one that it touches, a peak to itself. */
static void watershed_climb(Watershed *shed) {
  const Division *division = shed->division;
  const uint32_t *height = shed->height;
  int ways = division_ways(division);
  for (size_t cell = 0; cell < division->grid->cells; cell++) {
    Cell top = (Cell)cell;
    if (height[cell] == 0) continue;
    for (int way = 0; way < ways; way++) {
      Cell next = (Cell)cell + (Cell)direction_offset(division->grid, way);
      if (watershed_above(height, next, top)) top = next;
    }
    division->of[cell] = top;
  }
  for (size_t cell = 0; cell < division->grid->cells; cell++)
    if (height[cell] != 0) division->of[cell] = division_root(division->of, (Cell)cell);
}

static bool watershed_add_pair(Watershed *shed, CellPair pair) {
  if (!memory_grow(shed->memory, shed->pairs, shed->count, &shed->capacity)) return false;
  shed->pairs[shed->count++] = pair;
  return true;
}

/* Lists where peaks meet, in the reading order of the lower cells. */
static bool watershed_list(Watershed *shed) {
  const Division *division = shed->division;
  const uint32_t *of = division->of;
  int ways = division_ways(division);
  for (size_t cell = 0; cell < division->grid->cells; cell++)
    for (int way = 0; way < ways && shed->height[cell] != 0; way++) {
      Cell next = (Cell)cell + (Cell)direction_offset(division->grid, way);
      bool meets = of[next] != of[cell] && shed->height[next] != 0 &&
                   watershed_above(shed->height, next, (Cell)cell);
      if (meets && !watershed_add_pair(shed, (CellPair){ (Cell)cell, next })) return false;
    }
  return true;
}

/* ---- from the topmost down ------------------------------------------------------------------- */

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

/* One digit of a radix sort, the greatest first; those of the same digit stay in their order. */
static void watershed_sort_digit(Watershed *shed, int shift) {
  size_t starts[DIGITS + 1] = { 0 };
  for (size_t i = 0; i < shed->count; i++)
    starts[DIGITS - (shed->height[shed->pairs[i].low] >> shift & (DIGITS - 1))]++;
  for (int digit = 1; digit <= DIGITS; digit++) starts[digit] += starts[digit - 1];
  for (size_t i = 0; i < shed->count; i++) {
    CellPair pair = shed->pairs[i];
    shed->sorted[starts[DIGITS - 1 - (shed->height[pair.low] >> shift & (DIGITS - 1))]++] = pair;
  }
  CellPair *pairs = shed->pairs;
  shed->pairs = shed->sorted;
  shed->sorted = pairs;
}

static bool watershed_sort(Watershed *shed) {
  uint32_t most = 0;
  if (shed->count == 0) return true;
  shed->sorted = memory_raw(shed->memory, shed->capacity * sizeof *shed->sorted);
  if (shed->sorted == NULL) return false;
  shed->sorted_capacity = shed->capacity;
  for (size_t i = 0; i < shed->count; i++) {
    uint32_t height = shed->height[shed->pairs[i].low];
    if (height > most) most = height;
  }
  for (int shift = 0; shift < 32 && most >> shift != 0; shift += DIGIT_BITS)
    watershed_sort_digit(shed, shift);
  return true;
}

/* Does a passage of that clearance divide two areas of which the lower peak has `peak`? */
static bool watershed_divides(const astar_areas_desc *desc, uint32_t passage, uint32_t peak) {
  uint64_t ratio = (uint64_t)desc->ratio, width = (uint64_t)desc->width;
  bool narrow = (uint64_t)passage * ASTAR_ONE * ASTAR_ONE < ratio * ratio * peak;
  return narrow && (width == 0 || 4 * (uint64_t)passage <= (width + 1) * (width + 1));
}

static void watershed_join(const Watershed *shed, CellPair pair) {
  uint32_t *of = shed->division->of;
  Cell a = division_root(of, pair.low), b = division_root(of, pair.high);
  if (a == b) return;
  Cell upper = watershed_above(shed->height, a, b) ? a : b, lower = upper == a ? b : a;
  if (!watershed_divides(shed->desc, shed->height[pair.low], shed->height[lower]))
    of[lower] = upper;
}

static bool watershed_run(Watershed *shed, const uint8_t *kind) {
  const Grid *grid = shed->division->grid;
  if (!clearance_fill(shed->height, shed->memory, grid, kind)) return false;
  watershed_climb(shed);
  if (!watershed_list(shed) || !watershed_sort(shed)) return false;
  for (size_t i = 0; i < shed->count; i++) watershed_join(shed, shed->pairs[i]);
  return division_number(shed->division, shed->height, shed->height);
}

bool watershed_find(Division *division, const uint8_t *kind, const astar_areas_desc *desc) {
  Memory *memory = division->memory;
  size_t size = division->grid->cells * sizeof(uint32_t);
  Watershed shed = { .division = division, .desc = desc, .memory = memory };
  shed.height = memory_raw(memory, size);
  bool done = shed.height != NULL && watershed_run(&shed, kind);
  memory_free(memory, shed.height, size);
  memory_free(memory, shed.pairs, shed.capacity * sizeof *shed.pairs);
  memory_free(memory, shed.sorted, shed.sorted_capacity * sizeof *shed.sorted);
  return done;
}
