#include "class.h"

#include <string.h>

#include "../base/hash.h"

astar_class_desc astar_class_default(void) {
  return (astar_class_desc){ .unknown = -1, .size = 1, .diagonal = ASTAR_DIAGONAL_NO_OBSTACLES };
}

astar_class *astar_map_class(astar_map *map) {
  return map->classes;
}

int32_t astar_class_cost(const astar_class *cls, int32_t terrain) {
  if (terrain < 1 || terrain > cls->map->grid.kind_count) return 0;
  int32_t cost = cls->costs[terrain];
  return cost == ASTAR_TERRAIN_DEFAULT ? cls->map->grid.kinds[terrain].cost : cost;
}

int32_t astar_class_size(const astar_class *cls) {
  return cls->size;
}

static int32_t unknown_cost(const astar_class *cls) {
  return cls->unknown < 0 ? cls->map->grid.straight : cls->unknown;
}

/* ---- compiling ------------------------------------------------------------------------------- */

/* The different positive costs of the class, dearest first; -1 when there are too many. */
static int different_costs(const astar_class *cls, int32_t *costs) {
  int count = 0;
  for (int32_t id = 0; id <= cls->map->grid.kind_count; id++) {
    int32_t cost = id ? astar_class_cost(cls, id) : unknown_cost(cls);
    int at = 0;
    while (at < count && costs[at] > cost) at++;
    if (cost == 0 || (at < count && costs[at] == cost)) continue;
    if (count == KINDS - 1) return -1;
    memmove(costs + at + 1, costs + at, (size_t)(count - at) * sizeof *costs);
    costs[at] = cost;
    count++;
  }
  return count;
}

static uint8_t kind_of_cost(const int32_t *costs, int count, int32_t cost) {
  for (int i = 0; i < count; i++)
    if (costs[i] == cost) return (uint8_t)(i + 1);
  return 0;
}

static astar_status class_compile(astar_class *cls) {
  const Grid *grid = &cls->map->grid;
  int32_t costs[KINDS];
  int count = different_costs(cls, costs);
  if (count < 0) return ASTAR_LIMIT;
  memset(cls->kind_of, 0, sizeof cls->kind_of);
  memset(cls->straight_cost, 0, sizeof cls->straight_cost);
  memset(cls->diagonal_cost, 0, sizeof cls->diagonal_cost);
  cls->kind_of[0] = kind_of_cost(costs, count, unknown_cost(cls));
  for (int32_t id = 1; id <= grid->kind_count; id++)
    cls->kind_of[id] = kind_of_cost(costs, count, astar_class_cost(cls, id));
  for (int kind = 1; kind <= count; kind++) {
    cls->straight_cost[kind] = (uint32_t)costs[kind - 1];
    cls->diagonal_cost[kind] = (uint32_t)grid_diagonal_cost(grid, costs[kind - 1]);
  }
  cls->version = grid->kinds_version;
  return ASTAR_OK;
}

astar_status class_sync(astar_class *cls) {
  return cls->version == cls->map->grid.kinds_version ? ASTAR_OK : class_compile(cls);
}

/* The steps that the diagonal rule allows, for each set of open cells around. */
static void make_legal_squares(astar_class *cls) {
  for (uint32_t open = 0; open < 256; open++) {
    uint32_t legal = open & 0xf;
    for (int i = FIRST_DIAGONAL; i < DIRECTIONS; i++) {
      uint32_t beside = (open >> direction_across(i) & 1) + (open >> direction_down(i) & 1);
      uint32_t needed = cls->diagonal == ASTAR_DIAGONAL_NO_OBSTACLES  ? 2
                        : cls->diagonal == ASTAR_DIAGONAL_AT_MOST_ONE ? 1
                                                                      : 0;
      bool step = cls->diagonal != ASTAR_DIAGONAL_NEVER && beside >= needed;
      if (step) legal |= open & 1u << i;
    }
    cls->legal[0][open] = cls->legal[1][open] = (uint8_t)legal;
  }
}

static void make_legal(astar_class *cls) {
  const Grid *grid = &cls->map->grid;
  cls->hex = grid_is_hex(grid);
  if (!cls->hex) make_legal_squares(cls);
  for (uint32_t shifted = 0; shifted < 2 && cls->hex; shifted++)
    for (uint32_t open = 0; open < 256; open++)
      cls->legal[shifted][open] = (uint8_t)(open & hex_steps(grid, shifted));
}

uint32_t class_is_shifted(const astar_class *cls, Cell cell) {
  return hex_is_shifted_cell(&cls->map->grid, cell);
}

uint32_t class_legal_hex(const astar_class *cls, Cell cell, uint32_t open) {
  return cls->legal[hex_is_shifted_cell(&cls->map->grid, cell)][open];
}

/* ---- making ---------------------------------------------------------------------------------- */

static bool cost_fits(const Grid *grid, int32_t cost) {
  return cost >= -1 && cost <= ASTAR_MAX_COST && grid_diagonal_cost(grid, cost) <= ASTAR_MAX_COST;
}

static bool class_valid_desc(const Grid *grid, const astar_class_desc *desc) {
  if (desc->size < 1 || desc->size > ASTAR_MAX_SIZE || !cost_fits(grid, desc->unknown) ||
      (unsigned)desc->diagonal > ASTAR_DIAGONAL_NEVER ||
      (grid_is_hex(grid) && desc->diagonal != ASTAR_DIAGONAL_NO_OBSTACLES))
    return false;
  for (int32_t id = 1; desc->costs != NULL && id < desc->cost_count; id++)
    if (id > ASTAR_MAX_TERRAINS || !cost_fits(grid, desc->costs[id])) return false;
  bool enters_void = grid->levels != NULL && desc->costs != NULL &&
                     desc->cost_count > TERRAIN_VOID && desc->costs[TERRAIN_VOID] > 0;
  return !enters_void;
}

static void class_append(astar_map *map, astar_class *cls) {
  astar_class **end = &map->classes;
  while (*end != NULL) end = &(*end)->next;
  *end = cls;
}

int32_t class_number(const astar_map *map, const astar_class *cls) {
  int32_t number = 0;
  for (const astar_class *one = map->classes; one != cls; one = one->next) number++;
  return number;
}

astar_class *class_add(astar_map *map, const astar_class_desc *desc, astar_status *why) {
  *why = ASTAR_INVALID;
  if (map->locks || !class_valid_desc(&map->grid, desc)) return NULL;
  astar_class *cls = memory_new(&map->memory, sizeof *cls);
  *why = ASTAR_NO_MEMORY;
  if (cls == NULL) return NULL;
  cls->map = map;
  cls->unknown = desc->unknown;
  cls->size = desc->size;
  cls->diagonal = desc->diagonal;
  for (int32_t id = 0; id <= ASTAR_MAX_TERRAINS; id++) {
    bool given = desc->costs != NULL && id < desc->cost_count;
    cls->costs[id] = given && id > 0 ? desc->costs[id] : ASTAR_TERRAIN_DEFAULT;
  }
  make_legal(cls);
  cls->version = map->grid.kinds_version - 1;
  class_append(map, cls);
  *why = ASTAR_OK;
  return cls;
}

static void drop_last(astar_map *map) {
  astar_class **at = &map->classes;
  while ((*at)->next != NULL) at = &(*at)->next;
  memory_free(&map->memory, *at, sizeof **at);
  *at = NULL;
}

astar_class *astar_class_new(astar_map *map, const astar_class_desc *desc, astar_status *why) {
  astar_class *cls = class_add(map, desc, why);
  if (cls == NULL) return NULL;
  *why = class_sync(cls);
  if (*why == ASTAR_OK) return cls;
  drop_last(map);
  return NULL;
}

astar_class *astar_class_next(const astar_map *map, const astar_class *cls) {
  return cls == NULL ? map->classes : cls->next;
}

void classes_free(astar_map *map) {
  while (map->classes != NULL) {
    astar_class *cls = map->classes;
    map->classes = cls->next;
    memory_free(&map->memory, cls, sizeof *cls);
  }
}

uint64_t classes_hash(const astar_map *map, uint64_t hash) {
  for (const astar_class *cls = map->classes; cls != NULL; cls = cls->next) {
    hash = hash_int(hash, cls->size);
    hash = hash_int(hash, cls->diagonal);
    hash = hash_int(hash, cls->unknown);
    for (int32_t id = 1; id <= ASTAR_MAX_TERRAINS; id++)
      if (cls->costs[id] != ASTAR_TERRAIN_DEFAULT)
        hash = hash_int(hash_int(hash, id), cls->costs[id]);
    hash = hash_byte(hash, 0);
  }
  return hash;
}

/* ---- standing -------------------------------------------------------------------------------- */

bool class_can_enter(const astar_class *cls, uint8_t terrain) {
  if (cls->version == cls->map->grid.kinds_version) return cls->kind_of[terrain] != 0;
  return (terrain ? astar_class_cost(cls, terrain) : unknown_cost(cls)) != 0;
}

bool class_fits(const astar_class *cls, const uint8_t *terrain, int32_t x, int32_t y) {
  const Grid *grid = &cls->map->grid;
  if (class_is_simple(cls))
    return grid_has(grid, x, y) && cls->kind_of[terrain[grid_cell(grid, x, y)]] != 0;
  if (!grid_holds(grid, (astar_rect){ x, y, cls->size, cls->size })) return false;
  for (int32_t dy = 0; dy < cls->size; dy++) {
    const uint8_t *row = terrain + grid_cell(grid, x, y + dy);
    for (int32_t dx = 0; dx < cls->size; dx++)
      if (!class_can_enter(cls, row[dx])) return false;
  }
  return true;
}

uint32_t class_open_around(const astar_class *cls, const uint8_t *terrain, int32_t x, int32_t y) {
  const Grid *grid = &cls->map->grid;
  bool inside = x > 0 && y > 0 && x < grid->width - 1 && y < grid->height - 1;
  uint32_t open = 0;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    bool fits = inside && class_is_simple(cls)
      ? cls->kind_of[terrain[grid_cell(grid, x, y) + (Cell)direction_offset(grid, direction)]] != 0
      : class_fits(cls, terrain, x + DIRECTION_X[direction], y + DIRECTION_Y[direction]);
    open |= (uint32_t)fits << direction;
  }
  return open;
}

uint32_t class_open_row(const astar_class *cls, const uint8_t *terrain, int32_t x, int32_t y,
                        int32_t count) {
  const Grid *grid = &cls->map->grid;
  bool inside = grid_has(grid, x, y) && grid_has(grid, x + count - 1, y);
  const uint8_t *row = inside ? terrain + grid_cell(grid, x, y) : NULL;
  uint32_t open = 0;
  for (int32_t i = 0; i < count; i++) {
    bool fits = inside && class_is_simple(cls) ? cls->kind_of[row[i]] != 0
                                         : class_fits(cls, terrain, x + i, y);
    open |= (uint32_t)fits << i;
  }
  return open;
}

bool class_can_stand(const astar_class *cls, int32_t x, int32_t y) {
  return class_fits(cls, cls->map->grid.terrain, x, y);
}
