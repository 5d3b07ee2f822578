#include "class.h"

#include <string.h>

#include "../base/hash.h"
#include "../base/integer.h"

astar_class_desc astar_class_default(void) {
  return (astar_class_desc){ .unknown = -1, .size = 1, .diagonal = ASTAR_DIAGONAL_NO_OBSTACLES,
                             .drift = ASTAR_ONE };
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

int32_t astar_class_climb(const astar_class *cls) {
  return cls->climb;
}

int32_t astar_class_descend(const astar_class *cls) {
  return cls->descend;
}

int32_t astar_class_drift(const astar_class *cls) {
  return cls->drift;
}

static int32_t unknown_cost(const astar_class *cls) {
  return cls->unknown < 0 ? cls->map->grid.straight : cls->unknown;
}

/* ---- compiling ------------------------------------------------------------------------------- */

/* Of a terrain, or of unseen cells (0). */
static Profile class_profile(const astar_class *cls, int32_t id) {
  if (id == 0) return (Profile){ unknown_cost(cls), NO_HEIGHT, 0, 0 };
  astar_slope slope = cls->map->grid.kinds[id].slope;
  return (Profile){ astar_class_cost(cls, id), slope.height,
                    integer_weighted(slope.east, cls->drift),
                    integer_weighted(slope.south, cls->drift) };
}

/* Of the terrains that can be entered: do two lie at different heights, for which it pays? */
static bool class_climbs(const astar_class *cls, const Profile *of) {
  const Profile *first = NULL;
  if (cls->climb == 0 && cls->descend == 0) return false;
  for (int32_t id = 1; id <= cls->map->grid.kind_count; id++) {
    if (of[id].cost == 0) continue;
    if (first == NULL) first = &of[id];
    if (of[id].height != first->height) return true;
  }
  return false;
}

/* Finds the profile of each terrain. Is there one for which direction matters? Height that does
** not matter is left out, so that it makes no kinds. */
static bool class_find_profiles(const astar_class *cls, Profile *of) {
  int32_t count = cls->map->grid.kind_count;
  bool drifts = false;
  for (int32_t id = 0; id <= count; id++) {
    of[id] = class_profile(cls, id);
    drifts |= of[id].cost != 0 && (of[id].east != 0 || of[id].south != 0);
  }
  bool climbs = class_climbs(cls, of);
  for (int32_t id = 0; id <= count && !climbs; id++) of[id].height = 0;
  return climbs || drifts;
}

/* The different profiles of what can be entered, in order; -1 when there are too many. */
static int class_different(const astar_class *cls, const Profile *of, Profile *kinds) {
  int count = 0;
  for (int32_t id = 0; id <= cls->map->grid.kind_count; id++) {
    int at = 0;
    while (at < count && profile_goes_before(&kinds[at], &of[id])) at++;
    if (of[id].cost == 0 || (at < count && profile_is(&kinds[at], &of[id]))) continue;
    if (count == KINDS - 1) return -1;
    memmove(kinds + at + 1, kinds + at, (size_t)(count - at) * sizeof *kinds);
    kinds[at] = of[id];
    count++;
  }
  return count;
}

static uint8_t class_kind(const Profile *kinds, int count, const Profile *profile) {
  for (int i = 0; i < count; i++)
    if (profile_is(&kinds[i], profile)) return (uint8_t)(i + 1);
  return 0;
}

static void class_take_costs(astar_class *cls, const Profile *of, const Profile *kinds,
                             int count) {
  memset(cls->kind_of, 0, sizeof cls->kind_of);
  memset(cls->straight_cost, 0, sizeof cls->straight_cost);
  memset(cls->diagonal_cost, 0, sizeof cls->diagonal_cost);
  for (int32_t id = 0; id <= cls->map->grid.kind_count; id++)
    cls->kind_of[id] = class_kind(kinds, count, &of[id]);
  for (int kind = 1; kind <= count; kind++) {
    cls->straight_cost[kind] = (uint32_t)kinds[kind - 1].cost;
    cls->diagonal_cost[kind] = (uint32_t)grid_diagonal_cost(&cls->map->grid, kinds[kind - 1].cost);
  }
}

static void class_free(astar_class *cls) {
  Memory *memory = &cls->map->memory;
  memory_free(memory, cls->slope_room, sizeof *cls->slope_room);
  memory_free(memory, cls, sizeof *cls);
}

/* If this fails the slopes are as they were. */
static astar_status class_take_slopes(astar_class *cls, const Profile *kinds, int count) {
  Slopes slopes = { .climb = cls->climb, .descend = cls->descend };
  if (!slopes_fill(&slopes, kinds, count)) return ASTAR_LIMIT;
  if (cls->slope_room == NULL)
    cls->slope_room = memory_new(&cls->map->memory, sizeof *cls->slope_room);
  if (cls->slope_room == NULL) return ASTAR_NO_MEMORY;
  *cls->slope_room = slopes;
  return ASTAR_OK;
}

static astar_status class_compile(astar_class *cls) {
  Profile of[ASTAR_MAX_TERRAINS + 1], kinds[KINDS];
  bool sloped = class_find_profiles(cls, of);
  int count = class_different(cls, of, kinds);
  if (count < 0) return ASTAR_LIMIT;
  astar_status status = sloped ? class_take_slopes(cls, kinds, count) : ASTAR_OK;
  if (status != ASTAR_OK) return status;
  cls->slopes = sloped ? cls->slope_room : NULL;
  class_take_costs(cls, of, kinds, count);
  cls->version = cls->map->grid.kinds_version;
  return ASTAR_OK;
}

astar_status class_sync(astar_class *cls) {
  return cls->version == cls->map->grid.kinds_version ? ASTAR_OK : class_compile(cls);
}

uint32_t class_diagonal_needs(const astar_class *cls) {
  static const uint8_t needs[] = { [ASTAR_DIAGONAL_ALWAYS] = 0, [ASTAR_DIAGONAL_AT_MOST_ONE] = 1,
                                   [ASTAR_DIAGONAL_NO_OBSTACLES] = 2, [ASTAR_DIAGONAL_NEVER] = 3 };
  return needs[cls->diagonal];
}

/* The steps that the diagonal rule allows, for each set of open cells around. */
static void make_legal_squares(astar_class *cls) {
  for (uint32_t open = 0; open < 256; open++) {
    uint32_t legal = open & 0xf;
    for (int i = FIRST_DIAGONAL; i < DIRECTIONS; i++) {
      uint32_t beside = (open >> direction_across(i) & 1) + (open >> direction_down(i) & 1);
      if (beside >= class_diagonal_needs(cls)) legal |= open & 1u << i;
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

static bool class_cost_fits(const Grid *grid, int32_t cost) {
  return cost >= -1 && cost <= ASTAR_MAX_COST && grid_diagonal_cost(grid, cost) <= ASTAR_MAX_COST;
}

static bool class_slopes_fit(const astar_map *map, const astar_class_desc *desc) {
  return map_accepts_between(map, desc->climb, -ASTAR_MAX_COST, ASTAR_MAX_COST,
                             "climb: beyond ASTAR_MAX_COST") &&
         map_accepts_between(map, desc->descend, -ASTAR_MAX_COST, ASTAR_MAX_COST,
                             "descend: beyond ASTAR_MAX_COST") &&
         map_accepts_between(map, desc->drift, 0, 64 * ASTAR_ONE,
                             "drift: not from 0 to 64 * ASTAR_ONE");
}

static bool class_costs_fit(const astar_map *map, const astar_class_desc *desc) {
  const Grid *grid = &map->grid;
  int32_t count = desc->costs != NULL ? desc->cost_count : 0;
  bool fits = map_accepts(map, count <= ASTAR_MAX_TERRAINS + 1,
                          "cost_count: beyond ASTAR_MAX_TERRAINS + 1");
  for (int32_t id = 1; id < count && fits; id++)
    fits = map_accepts(map, class_cost_fits(grid, desc->costs[id]),
                       "costs: one, or its diagonal, is beyond ASTAR_MAX_COST");
  bool enters_void = grid->levels != NULL && count > TERRAIN_VOID && desc->costs[TERRAIN_VOID] > 0;
  return fits && map_accepts(map, !enters_void, "costs: no class enters the void between levels");
}

static bool class_valid_desc(const astar_map *map, const astar_class_desc *desc) {
  const Grid *grid = &map->grid;
  bool no_obstacles = desc->diagonal == ASTAR_DIAGONAL_NO_OBSTACLES;
  return map_accepts_between(map, desc->size, 1, ASTAR_MAX_SIZE,
                             "size: not from 1 to ASTAR_MAX_SIZE") &&
         map_accepts(map, class_cost_fits(grid, desc->unknown),
                     "unknown: it, or its diagonal, is beyond ASTAR_MAX_COST") &&
         map_accepts(map, (unsigned)desc->diagonal <= ASTAR_DIAGONAL_NEVER,
                     "diagonal: no such rule") &&
         map_accepts(map, no_obstacles || !grid_is_hex(grid),
                     "diagonal: hexagons have no diagonals") &&
         class_slopes_fit(map, desc) && class_costs_fit(map, desc);
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
  if (!map_is_open(map) || !class_valid_desc(map, desc)) return NULL;
  astar_class *cls = memory_new(&map->memory, sizeof *cls);
  *why = ASTAR_NO_MEMORY;
  if (cls == NULL) return NULL;
  cls->map = map;
  cls->unknown = desc->unknown;
  cls->size = desc->size;
  cls->diagonal = desc->diagonal;
  cls->climb = desc->climb;
  cls->descend = desc->descend;
  cls->drift = desc->drift;
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
  class_free(*at);
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
    class_free(cls);
  }
}

uint64_t classes_hash(const astar_map *map, uint64_t hash) {
  for (const astar_class *cls = map->classes; cls != NULL; cls = cls->next) {
    hash = HASH_INTS(hash, cls->size, cls->diagonal, cls->unknown);
    if (cls->climb != 0 || cls->descend != 0 || cls->drift != ASTAR_ONE)
      hash = HASH_INTS(hash, cls->climb, cls->descend, cls->drift);
    for (int32_t id = 1; id <= ASTAR_MAX_TERRAINS; id++)
      if (cls->costs[id] != ASTAR_TERRAIN_DEFAULT)
        hash = hash_int(hash_int(hash, id), cls->costs[id]);
    hash = hash_int(hash, 0);
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
  uint32_t open = 0;
  if (class_is_simple(cls) && x > 0 && y > 0 && x < grid->width - 1 && y < grid->height - 1) {
    const uint8_t *row = terrain + grid_cell(grid, x, y), *kind_of = cls->kind_of;
    const uint8_t *above = row - grid->stride, *below = row + grid->stride;
    return (uint32_t)(kind_of[row[1]] != 0) << EAST | (uint32_t)(kind_of[row[-1]] != 0) << WEST |
           (uint32_t)(kind_of[*below] != 0) << SOUTH | (uint32_t)(kind_of[*above] != 0) << NORTH |
           (uint32_t)(kind_of[below[1]] != 0) << SOUTH_EAST |
           (uint32_t)(kind_of[below[-1]] != 0) << SOUTH_WEST |
           (uint32_t)(kind_of[above[1]] != 0) << NORTH_EAST |
           (uint32_t)(kind_of[above[-1]] != 0) << NORTH_WEST;
  }
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    bool fits = class_fits(cls, terrain, x + DIRECTION_X[direction], y + DIRECTION_Y[direction]);
    open |= (uint32_t)fits << direction;
  }
  return open;
}

uint32_t class_open_row(const astar_class *cls, const uint8_t *terrain, int32_t x, int32_t y,
                        int32_t count) {
  const Grid *grid = &cls->map->grid;
  uint32_t open = 0;
  if (class_is_simple(cls) && grid_has(grid, x, y) && grid_has(grid, x + count - 1, y)) {
    const uint8_t *row = terrain + grid_cell(grid, x, y);
    for (int32_t i = count - 1; i >= 0; i--) open = open << 1 | (cls->kind_of[row[i]] != 0);
    return open;
  }
  for (int32_t i = 0; i < count; i++)
    open |= (uint32_t)class_fits(cls, terrain, x + i, y) << i;
  return open;
}

bool class_can_stand(const astar_class *cls, int32_t x, int32_t y) {
  return class_fits(cls, cls->map->grid.terrain, x, y);
}
