#include "pattern.h"

#include <string.h>

#define MIDDLE 4
#define FAR (UINT32_MAX / 2)

/* ---- one pattern ----------------------------------------------------------------------------- */

/* The 3 x 3 as a little map of its own; places are numbered row by row. */
typedef struct Scene {
  const astar_class *cls;
  uint8_t kinds[9];
  int8_t step[9][DIRECTIONS];       /* the place a legal step leads to, or -1 */
} Scene;

static bool open_at(const Scene *scene, int x, int y) {
  return scene->kinds[y * 3 + x] != 0;
}

static int8_t step_from(const Scene *scene, int place, int direction) {
  int x = place % 3, y = place / 3;
  int to_x = x + DIRECTION_X[direction], to_y = y + DIRECTION_Y[direction];
  if (to_x < 0 || to_x > 2 || to_y < 0 || to_y > 2 || !open_at(scene, x, y)) return -1;
  uint32_t open = (uint32_t)open_at(scene, to_x, to_y) << direction;
  if (direction >= FIRST_DIAGONAL) {
    open |= (uint32_t)open_at(scene, to_x, y) << direction_across(direction);
    open |= (uint32_t)open_at(scene, x, to_y) << direction_down(direction);
  }
  return scene->cls->legal[open] >> direction & 1 ? (int8_t)(to_y * 3 + to_x) : -1;
}

static void make_steps(Scene *scene) {
  for (int place = 0; place < 9; place++)
    for (int direction = 0; direction < DIRECTIONS; direction++)
      scene->step[place][direction] = step_from(scene, place, direction);
}

static uint32_t cost_of(const Scene *scene, int place, int direction) {
  uint8_t kind = scene->kinds[place];
  return direction < FIRST_DIAGONAL ? scene->cls->straight_cost[kind]
                                    : scene->cls->diagonal_cost[kind];
}

/* The cheapest costs from a place to all others inside the scene. */
static void find_costs(const Scene *scene, int from, uint32_t costs[9]) {
  for (int place = 0; place < 9; place++) costs[place] = FAR;
  costs[from] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (int place = 0; place < 9; place++)
      for (int direction = 0; direction < DIRECTIONS && costs[place] < FAR; direction++) {
        int to = scene->step[place][direction];
        if (to < 0 || costs[place] + cost_of(scene, to, direction) >= costs[to]) continue;
        costs[to] = costs[place] + cost_of(scene, to, direction);
        changed = true;
      }
  }
}

/* Is there a way to `to` whose last step is not `direction`, and that comes before one which costs
** `cost` and ends with that step? */
static bool is_beaten(const Scene *scene, const uint32_t costs[9], int to, int direction,
                      uint32_t cost) {
  for (int last = 0; last < DIRECTIONS; last++) {
    int x = to % 3 - DIRECTION_X[last], y = to / 3 - DIRECTION_Y[last];
    if (last == direction || x < 0 || x > 2 || y < 0 || y > 2) continue;
    int before = y * 3 + x;
    if (scene->step[before][last] != to || costs[before] >= FAR) continue;
    uint32_t other = costs[before] + cost_of(scene, to, last);
    if (other < cost || (other == cost && last < direction)) return true;
  }
  return false;
}

/* The directions worth following from the middle after arriving in `arrived`. */
static uint8_t find_follow(const Scene *scene, int arrived) {
  int parent = (1 - DIRECTION_Y[arrived]) * 3 + 1 - DIRECTION_X[arrived];
  if (scene->step[parent][arrived] != MIDDLE) return 0;
  uint32_t costs[9], here = cost_of(scene, MIDDLE, arrived);
  find_costs(scene, parent, costs);
  if (is_beaten(scene, costs, MIDDLE, arrived, here)) return 0;
  uint32_t follow = 0;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    int to = scene->step[MIDDLE][direction];
    if (to < 0 || to == parent) continue;
    uint32_t cost = here + cost_of(scene, to, direction);
    if (!is_beaten(scene, costs, to, direction, cost)) follow |= 1u << direction;
  }
  return (uint8_t)follow;
}

static uint8_t where_to(uint8_t follow) {
  if (follow == 0) return GOES_NOWHERE;
  bool single_straight = (follow & (follow - 1)) == 0 && follow < 1 << FIRST_DIAGONAL;
  return single_straight ? (uint8_t)__builtin_ctz(follow) : GOES_SEVERAL_WAYS;
}

static void work_out(Patterns *patterns, uint32_t index) {
  const PatternKey *key = &patterns->keys[index];
  const astar_class *cls = patterns->cls;
  Scene scene = { .cls = cls };
  memcpy(scene.kinds, key->kinds, sizeof scene.kinds);
  make_steps(&scene);
  Pattern *pattern = &patterns->table[index];
  PatternSteps *steps = &patterns->steps[index];
  *pattern = (Pattern){ .cost = { cost_of(&scene, MIDDLE, EAST),
                                  cost_of(&scene, MIDDLE, SOUTH_EAST) } };
  *steps = (PatternSteps){ 0 };
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    steps->follow[direction] = find_follow(&scene, direction);
    pattern->goes[direction] = where_to(steps->follow[direction]);
    if (scene.step[MIDDLE][direction] >= 0) steps->legal |= (uint8_t)(1u << direction);
  }
}

/* ---- the table ------------------------------------------------------------------------------- */

static uint32_t slot_of(const Patterns *patterns, const PatternKey *key) {
  uint64_t low, hash;
  memcpy(&low, key->kinds, sizeof low);
  hash = (low ^ (uint64_t)key->kinds[8] << 59 ^ key->kinds[8]) * 0x9e3779b97f4a7c15u;
  return (uint32_t)(hash >> 32) & (patterns->slot_count - 1);
}

/* The slot that holds the key, or the free one where it belongs. */
static uint32_t find_slot(const Patterns *patterns, const PatternKey *key) {
  uint32_t slot = slot_of(patterns, key);
  while (patterns->slots[slot] != 0 &&
         memcmp(&patterns->keys[patterns->slots[slot]], key, sizeof *key) != 0)
    slot = (slot + 1) & (patterns->slot_count - 1);
  return slot;
}

static void free_tables(const Patterns *patterns, Memory *memory) {
  memory_free(memory, patterns->table, patterns->capacity * sizeof *patterns->table);
  memory_free(memory, patterns->steps, patterns->capacity * sizeof *patterns->steps);
  memory_free(memory, patterns->keys, patterns->capacity * sizeof *patterns->keys);
  memory_free(memory, patterns->slots, patterns->slot_count * sizeof *patterns->slots);
}

/* Doubles the tables. False: no memory, nothing changed. */
static bool grow(Patterns *patterns, Memory *memory) {
  Patterns grown = *patterns;
  size_t capacity = grown.capacity = patterns->capacity ? patterns->capacity * 2 : 256;
  grown.slot_count = grown.capacity * 2;
  grown.table = memory_raw(memory, capacity * sizeof *grown.table);
  grown.steps = memory_raw(memory, capacity * sizeof *grown.steps);
  grown.keys = memory_raw(memory, capacity * sizeof *grown.keys);
  grown.slots = memory_new(memory, grown.slot_count * sizeof *grown.slots);
  if (!grown.table || !grown.steps || !grown.keys || !grown.slots) {
    free_tables(&grown, memory);
    return false;
  }
  if (patterns->count > 0) {
    memcpy(grown.table, patterns->table, patterns->count * sizeof *grown.table);
    memcpy(grown.steps, patterns->steps, patterns->count * sizeof *grown.steps);
    memcpy(grown.keys, patterns->keys, patterns->count * sizeof *grown.keys);
  }
  for (uint32_t i = PATTERNS_FIRST; i < grown.count; i++)
    grown.slots[find_slot(&grown, &grown.keys[i])] = (uint16_t)i;
  free_tables(patterns, memory);
  *patterns = grown;
  return true;
}

/* Finds or makes the pattern. False: no memory. Too many: sets too_varied, and *index to 0. */
static bool intern(Patterns *patterns, Memory *memory, const PatternKey *key, uint16_t *index) {
  uint32_t slot = find_slot(patterns, key);
  *index = patterns->slots[slot];
  if (*index != 0) return true;
  if (patterns->count == PATTERNS_MAX) {
    patterns->too_varied = true;
    return true;
  }
  if (patterns->count == patterns->capacity) {
    if (!grow(patterns, memory)) return false;
    slot = find_slot(patterns, key);
  }
  *index = (uint16_t)patterns->count++;
  patterns->keys[*index] = *key;
  patterns->slots[slot] = *index;
  work_out(patterns, *index);
  return true;
}

/* ---- the map --------------------------------------------------------------------------------- */

static bool make_cell(Patterns *patterns, Memory *memory, Cell cell) {
  patterns->of[cell] = PATTERN_BLOCKED;
  if (patterns->kind[cell] == 0) return true;
  Cell stride = (Cell)patterns->grid->stride;
  PatternKey key;
  for (Cell row = 0; row < 3; row++)
    memcpy(key.kinds + row * 3, patterns->kind + cell - stride - 1 + row * stride, 3);
  return intern(patterns, memory, &key, &patterns->of[cell]);
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
  patterns->of = memory_new(memory, grid->cells * sizeof *patterns->of);
  if (patterns->of != NULL && grow(patterns, memory)) return patterns;
  patterns_free(patterns, memory);
  return NULL;
}

static void set_special(Patterns *patterns, uint32_t number, uint8_t goes) {
  patterns->table[number] = (Pattern){ 0 };
  memset(patterns->table[number].goes, goes, sizeof patterns->table[number].goes);
  patterns->steps[number] = (PatternSteps){ 0 };
  memset(&patterns->keys[number], 0, sizeof patterns->keys[number]);
}

static void clear(Patterns *patterns) {
  patterns->count = PATTERNS_FIRST;
  patterns->too_varied = false;
  set_special(patterns, PATTERN_BLOCKED, GOES_NOWHERE);
  set_special(patterns, PATTERN_GOAL, GOES_INTO_GOAL);
  memset(patterns->slots, 0, patterns->slot_count * sizeof *patterns->slots);
}

bool patterns_rebuild(Patterns *patterns, Memory *memory) {
  const Grid *grid = patterns->grid;
  clear(patterns);
  for (int32_t y = 0; y < grid->height && !patterns->too_varied; y++) {
    Cell row = grid_cell(grid, 0, y);
    for (Cell cell = row; cell < row + (Cell)grid->width; cell++)
      if (!make_cell(patterns, memory, cell)) return false;
  }
  return true;
}

bool patterns_mend(Patterns *patterns, Memory *memory, int32_t x, int32_t y) {
  const Grid *grid = patterns->grid;
  for (int32_t dy = -1; dy <= 1; dy++)
    for (int32_t dx = -1; dx <= 1; dx++) {
      if (!grid_has(grid, x + dx, y + dy)) continue;
      if (!make_cell(patterns, memory, grid_cell(grid, x + dx, y + dy))) return false;
    }
  return true;
}
