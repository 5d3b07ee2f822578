#include "pattern.h"

#include <string.h>

#include "../base/builtin.h"

/* ---- one pattern ----------------------------------------------------------------------------- */

static void neighbourhood_set_place(Neighbourhood *neighbourhood, const astar_class *cls, int place,
                                    uint8_t kind) {
  neighbourhood->kind[place] = kind;
  neighbourhood->cost[place][0] = kind != 0 ? cls->straight_cost[kind] : NEIGHBOURHOOD_BLOCKED;
  neighbourhood->cost[place][1] = kind != 0 ? cls->diagonal_cost[kind] : NEIGHBOURHOOD_BLOCKED;
}

static uint8_t key_kind(const PatternKey *key, int dx, int dy) {
  return (uint8_t)(key->columns[1 + dx] >> 8 * (1 + dy));
}

static Neighbourhood neighbourhood_of(const PatternKey *key, const astar_class *cls) {
  Neighbourhood neighbourhood;
  for (int i = 0; i < DIRECTIONS; i++)
    neighbourhood_set_place(&neighbourhood, cls, i, key_kind(key, DIRECTION_X[i], DIRECTION_Y[i]));
  neighbourhood_set_place(&neighbourhood, cls, NEIGHBOURHOOD_MIDDLE, key_kind(key, 0, 0));
  neighbourhood.slopes = cls->slopes;
  neighbourhood.zero = 0;
  neighbourhood_complete(&neighbourhood, cls->diagonal);
  return neighbourhood;
}

uint32_t patterns_neighbourhood(const Patterns *patterns, uint32_t number,
                                Neighbourhood *neighbourhood) {
  *neighbourhood = neighbourhood_of(&patterns->keys[number], patterns->cls);
  return patterns->keys[number].columns[1] >> 24;
}

/* A step into the middle comes from the place on the other side. */
static void find_costs_of(Patterns *patterns, uint32_t number, const Neighbourhood *neighbourhood) {
  for (int direction = 0; direction < DIRECTIONS; direction++)
    patterns->costs[number].cost[direction] =
        neighbourhood_step(neighbourhood, direction_opposite(direction), NEIGHBOURHOOD_MIDDLE,
                           direction);
}

/* Compiled once for squares, where nothing is shifted, and once for hexagons. */
ALWAYS_INLINE void work_out_as(Patterns *patterns, uint32_t number, const bool hex) {
  Neighbourhood neighbourhood;
  const astar_class *cls = patterns->cls;
  uint32_t is_shifted = patterns_neighbourhood(patterns, number, &neighbourhood);
  uint32_t legal = cls->legal[hex ? is_shifted : 0][neighbourhood.open];
  Pattern *pattern = &patterns->table[number];
  memcpy(pattern->cost, neighbourhood.cost[NEIGHBOURHOOD_MIDDLE], sizeof pattern->cost);
  if (patterns->costs != NULL) find_costs_of(patterns, number, &neighbourhood);
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    bool arrives = legal >> direction_opposite(direction) & 1;   /* else no path comes that way */
    uint32_t follow = 0;
    if (arrives && hex)
      follow = neighbourhood_follow_by(&neighbourhood, cls, is_shifted, legal, direction);
    else if (arrives) follow = neighbourhood_follow(&neighbourhood, legal, direction);
    patterns->steps[number].follow[direction] = (uint8_t)follow;
    pattern->goes[direction] = (uint8_t)goes_by(follow);
  }
}

static void work_out(Patterns *patterns, uint32_t number) {
  if (patterns->cls->hex) work_out_as(patterns, number, true);
  else work_out_as(patterns, number, false);
}

/* ---- the table ------------------------------------------------------------------------------- */

static uint32_t patterns_slot(const Patterns *patterns, const PatternKey *key) {
  uint64_t outer = key->columns[0] | (uint64_t)key->columns[2] << 32;
  uint64_t hash = (outer ^ (uint64_t)key->columns[1] << 20) * 0x9e3779b97f4a7c15u;
  return (uint32_t)(hash >> 32) & (patterns->slot_count - 1);
}

static bool same_key(const PatternKey *a, const PatternKey *b) {
  return a->columns[0] == b->columns[0] && a->columns[1] == b->columns[1] &&
         a->columns[2] == b->columns[2];
}

/* The slot that holds the key, or the free one where it belongs. */
static uint32_t find_slot(const Patterns *patterns, const PatternKey *key) {
  uint32_t slot = patterns_slot(patterns, key);
  while (patterns->slots[slot] != 0 &&
         !same_key(&patterns->keys[patterns->slots[slot]], key))
    slot = (slot + 1) & (patterns->slot_count - 1);
  return slot;
}

static void free_tables(const Patterns *patterns, Memory *memory) {
  memory_free(memory, patterns->table, patterns->capacity * sizeof *patterns->table);
  memory_free(memory, patterns->steps, patterns->capacity * sizeof *patterns->steps);
  memory_free(memory, patterns->costs, patterns->capacity * sizeof *patterns->costs);
  memory_free(memory, patterns->keys, patterns->capacity * sizeof *patterns->keys);
  memory_free(memory, patterns->slots, patterns->slot_count * sizeof *patterns->slots);
}

/* Doubles the tables. False: no memory, nothing changed. */
static bool patterns_grow(Patterns *patterns, Memory *memory) {
  Patterns grown = *patterns;
  size_t capacity = grown.capacity = patterns->capacity ? patterns->capacity * 2 : 256;
  grown.slot_count = grown.capacity * 2;
  grown.table = memory_raw(memory, capacity * sizeof *grown.table);
  grown.steps = memory_raw(memory, capacity * sizeof *grown.steps);
  bool sloped = patterns->capacity == 0 ? patterns->cls->slopes != NULL : patterns->costs != NULL;
  grown.costs = sloped ? memory_raw(memory, capacity * sizeof *grown.costs) : NULL;
  grown.keys = memory_raw(memory, capacity * sizeof *grown.keys);
  grown.slots = memory_new(memory, grown.slot_count * sizeof *grown.slots);
  bool priced = grown.costs != NULL || !sloped;
  if (!grown.table || !grown.steps || !priced || !grown.keys || !grown.slots) {
    free_tables(&grown, memory);
    return false;
  }
  if (patterns->count > 0) {
    memcpy(grown.table, patterns->table, patterns->count * sizeof *grown.table);
    memcpy(grown.steps, patterns->steps, patterns->count * sizeof *grown.steps);
    memcpy(grown.keys, patterns->keys, patterns->count * sizeof *grown.keys);
    if (sloped) memcpy(grown.costs, patterns->costs, patterns->count * sizeof *grown.costs);
  }
  for (uint32_t i = PATTERNS_FIRST; i < grown.count; i++)
    grown.slots[find_slot(&grown, &grown.keys[i])] = (uint16_t)i;
  free_tables(patterns, memory);
  *patterns = grown;
  return true;
}

/* Finds or makes the pattern. False: no memory. Too many: sets too_varied, and *index to 0. */
ALWAYS_INLINE bool patterns_intern(Patterns *patterns, Memory *memory, const PatternKey *key,
                                   uint16_t *index) {
  uint32_t slot = find_slot(patterns, key);
  *index = patterns->slots[slot];
  if (*index != 0) return true;
  if (patterns->count == PATTERNS_MAX) {
    patterns->too_varied = true;
    return true;
  }
  if (patterns->count == patterns->capacity) {
    if (!patterns_grow(patterns, memory)) return false;
    slot = find_slot(patterns, key);
  }
  *index = (uint16_t)patterns->count++;
  patterns->keys[*index] = *key;
  patterns->slots[slot] = *index;
  work_out(patterns, *index);
  return true;
}

/* ---- the map --------------------------------------------------------------------------------- */

/* The column of kinds around a middle one. */
static uint32_t key_column(const uint8_t *kind, int32_t stride) {
  return kind[-stride] | (uint32_t)kind[0] << 8 | (uint32_t)kind[stride] << 16;
}

/* What of the kinds around a hexagon is part of its pattern: those of its neighbours. */
static PatternKey key_of_hexagon(const Patterns *patterns, const PatternKey *around, Cell cell) {
  uint32_t is_shifted = hex_is_shifted_cell(patterns->grid, cell);
  uint32_t steps = hex_steps(patterns->grid, is_shifted);
  PatternKey key = { { around->columns[0], around->columns[1] | is_shifted << 24,
                       around->columns[2] } };
  for (int place = FIRST_DIAGONAL; place < DIRECTIONS; place++)
    if (!(steps >> place & 1))
      key.columns[1 + DIRECTION_X[place]] &= ~(0xffu << 8 * (1 + DIRECTION_Y[place]));
  return key;
}

/* Numbers some cells of a row. Many have the same pattern as the one before. */
ALWAYS_INLINE bool make_cells_as(Patterns *patterns, Memory *memory, Cell first, int32_t count,
                                 const bool hex) {
  const uint8_t *kind = patterns->kind + first;
  int32_t stride = patterns->grid->stride;
  PatternKey last = { { 0 } }, around = last;          /* of a blocked cell */
  uint16_t number = PATTERN_BLOCKED;
  around.columns[1] = key_column(kind - 1, stride);
  around.columns[2] = key_column(kind, stride);
  for (int32_t i = 0; i < count; i++) {
    around = (PatternKey){ { around.columns[1], around.columns[2],
                             key_column(kind + i + 1, stride) } };
    PatternKey key = around;
    if (hex) key = key_of_hexagon(patterns, &around, first + (Cell)i);
    if (!same_key(&key, &last)) {
      number = PATTERN_BLOCKED;
      if (kind[i] != 0 && !patterns_intern(patterns, memory, &key, &number)) return false;
      last = key;
    }
    patterns->of[first + (Cell)i] = number;
  }
  return true;
}

static bool make_cells(Patterns *patterns, Memory *memory, Cell first, int32_t count) {
  return patterns->cls->hex ? make_cells_as(patterns, memory, first, count, true)
                            : make_cells_as(patterns, memory, first, count, false);
}

void patterns_free(Patterns *patterns, Memory *memory) {
  if (patterns == NULL) return;
  memory_free(memory, patterns->of, patterns->grid->cells * sizeof *patterns->of);
  free_tables(patterns, memory);
  memory_free(memory, patterns, sizeof *patterns);
}

Patterns *patterns_new(Memory *memory, const Grid *grid, const astar_class *cls,
                       const uint8_t *kind) {
  Patterns *patterns = memory_new(memory, sizeof *patterns);
  if (patterns == NULL) return NULL;
  patterns->grid = grid;
  patterns->cls = cls;
  patterns->kind = kind;
  patterns->of = memory_raw(memory, grid->cells * sizeof *patterns->of);
  if (patterns->of != NULL && patterns_grow(patterns, memory)) return patterns;
  patterns_free(patterns, memory);
  return NULL;
}

bool patterns_are_misfits(const Patterns *patterns) {
  return (patterns->costs != NULL) != (patterns->cls->slopes != NULL);
}

static void set_special(Patterns *patterns, uint32_t number, uint8_t goes) {
  patterns->table[number] = (Pattern){ 0 };
  memset(patterns->table[number].goes, goes, sizeof patterns->table[number].goes);
  patterns->steps[number] = (PatternSteps){ 0 };
  if (patterns->costs != NULL) patterns->costs[number] = (PatternCosts){ 0 };
  memset(&patterns->keys[number], 0, sizeof patterns->keys[number]);
}

void patterns_clear(Patterns *patterns) {
  patterns->count = PATTERNS_FIRST;
  patterns->too_varied = false;
  set_special(patterns, PATTERN_BLOCKED, GOES_NOWHERE);
  set_special(patterns, PATTERN_GOAL, GOES_INTO_GOAL);
  memset(patterns->slots, 0, patterns->slot_count * sizeof *patterns->slots);
}

static bool make_row(Patterns *patterns, Memory *memory, int32_t y) {
  const Grid *grid = patterns->grid;
  uint16_t *row = patterns->of + grid_cell(grid, 0, y);
  if (y < 0 || y >= grid->height) {
    memset(row - 1, 0, (size_t)grid->stride * sizeof *row);
    return true;
  }
  row[-1] = row[grid->width] = PATTERN_BLOCKED;
  return make_cells(patterns, memory, grid_cell(grid, 0, y), grid->width);
}

bool patterns_make_band(Patterns *patterns, Memory *memory, int32_t number) {
  GridBand band = grid_band(patterns->grid, number);
  for (int32_t y = band.first; y < band.end && !patterns->too_varied; y++)
    if (!make_row(patterns, memory, y)) return false;
  return true;
}

bool patterns_rebuild(Patterns *patterns, Memory *memory) {
  int32_t bands = grid_bands(patterns->grid);
  patterns_clear(patterns);
  for (int32_t i = 0; i < bands; i++)
    if (!patterns_make_band(patterns, memory, i)) return false;
  return true;
}

bool patterns_repair(Patterns *patterns, Memory *memory, int32_t x, int32_t y) {
  const Grid *grid = patterns->grid;
  astar_rect near = grid_clip(grid, (astar_rect){ x - 1, y - 1, 3, 3 });
  for (int32_t i = 0; i < near.height; i++)
    if (!make_cells(patterns, memory, grid_cell(grid, near.x, near.y + i), near.width))
      return false;
  return true;
}

/* ---- checking -------------------------------------------------------------------------------- */

static bool has_pattern(const Patterns *patterns, const Patterns *fresh, size_t cell) {
  const PatternKey *key = &fresh->keys[fresh->of[cell]];
  uint32_t number = patterns->of[cell];
  return number < patterns->count && memcmp(&patterns->keys[number], key, sizeof *key) == 0;
}

const char *patterns_validate(const Patterns *patterns, Memory *memory) {
  Patterns *fresh = patterns_new(memory, patterns->grid, patterns->cls, patterns->kind);
  bool made = fresh != NULL && patterns_rebuild(fresh, memory);
  bool same = !made || patterns->too_varied == fresh->too_varied;
  for (size_t cell = 0; made && same && !fresh->too_varied && cell < fresh->grid->cells; cell++)
    same = has_pattern(patterns, fresh, cell);
  patterns_free(fresh, memory);
  return same ? NULL : "patterns are not those of their plane";
}
