/*
** An entry of a list holds, from the top, the lower bits of the cost at which the cell was reached,
** three bits that are unused, the steps worth following from it, a bit for each direction, and the
** cell. Where the bits differ from those of the cell's cost, the cell has been reached at a lower
** cost since; two costs of a cell differ by less than two steps, so that many bits suffice.
*/
#include "flood.h"

#include <string.h>

#include "../base/builtin.h"

enum { COST_SHIFT = 43, FOLLOW_SHIFT = 32 };
enum { FLOOD_LISTS = 512 };          /* at most */
enum { FLOOD_ROOM = 4, FLOOD_LEAST_ROOM = 64 };

/* ---- ground ---------------------------------------------------------------------------------- */

static bool ground_make_rows(FloodGround *ground, Memory *memory, size_t count) {
  ground->rows = memory_raw(memory, count * sizeof *ground->rows);
  ground->row_count = ground->rows != NULL ? count : 0;
  return ground->rows != NULL;
}

static void row_of_pattern(const FloodGround *ground, const Patterns *patterns, uint32_t number) {
  Neighbourhood neighbourhood;
  uint32_t is_shifted = patterns_neighbourhood(patterns, number, &neighbourhood);
  uint32_t legal = patterns->cls->legal[is_shifted][neighbourhood.open];
  for (uint32_t way = 0; way < 2; way++) {
    FloodRow *row = &ground->rows[way * ground->back + number];
    memcpy(row->cost, neighbourhood.cost[NEIGHBOURHOOD_MIDDLE], sizeof row->cost);
    for (int direction = 0; direction < DIRECTIONS; direction++) {
      bool arrives = legal >> direction_opposite(direction) & 1;   /* else no way comes like that */
      uint32_t follow = 0;
      if (arrives)
        follow = neighbourhood_spread_by(&neighbourhood, patterns->cls, is_shifted, direction,
                                         way == 1);
      row->follow[direction] = (uint8_t)follow;
    }
  }
}

/* Steps that do not lead back: for these the way past the cell is shorter. */
static uint32_t steps_onward(int arrived) {
  uint32_t steps = 0;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    int along = DIRECTION_X[direction] * DIRECTION_X[arrived] +
                DIRECTION_Y[direction] * DIRECTION_Y[arrived];
    steps |= (uint32_t)(along >= 0) << direction;
  }
  return steps;
}

enum { OPEN_SETS = 1 << DIRECTIONS, OWN_ROWS = KINDS * OPEN_SETS };

static void make_own_rows(const FloodGround *ground) {
  uint32_t onward[DIRECTIONS];
  for (int direction = 0; direction < DIRECTIONS; direction++)
    onward[direction] = steps_onward(direction);
  for (uint32_t number = 0; number < OWN_ROWS; number++) {
    FloodRow *row = &ground->rows[number];
    uint32_t open = number & (OPEN_SETS - 1);
    uint32_t legal = ground->cls->hex ? open : ground->cls->legal[0][open];
    row->cost[0] = ground->cls->straight_cost[number / OPEN_SETS];
    row->cost[1] = ground->cls->diagonal_cost[number / OPEN_SETS];
    for (int direction = 0; direction < DIRECTIONS; direction++)
      row->follow[direction] = (uint8_t)(legal & onward[direction]);
  }
}

static void number_row(const FloodGround *ground, Cell first, int32_t count) {
  const uint8_t *kind = ground->kind + first;
  int32_t stride = ground->cls->map->grid.stride;
  for (int32_t i = 0; i < count; i++) {
    uint32_t open = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
      int32_t beside = i + DIRECTION_Y[direction] * stride + DIRECTION_X[direction];
      open |= (uint32_t)(kind[beside] != 0) << direction;
    }
    if (ground->cls->hex) open = class_legal(ground->cls, first + (Cell)i, open);
    ground->own[first + (Cell)i] = (uint16_t)(kind[i] * OPEN_SETS | open);
  }
}

static bool ground_number(FloodGround *ground, Memory *memory) {
  const Grid *grid = &ground->cls->map->grid;
  ground->own = memory_new(memory, grid->cells * sizeof *ground->own);
  ground->of = ground->own;
  if (ground->own == NULL || !ground_make_rows(ground, memory, OWN_ROWS)) return false;
  make_own_rows(ground);
  for (int32_t y = 0; y < grid->height; y++)
    number_row(ground, grid_cell(grid, 0, y), grid->width);
  return true;
}

static bool ground_adopt(FloodGround *ground, Memory *memory, const Patterns *patterns) {
  ground->of = patterns->of;
  ground->back = patterns->count;
  if (!ground_make_rows(ground, memory, 2 * (size_t)patterns->count)) return false;
  for (uint32_t number = PATTERNS_FIRST; number < patterns->count; number++)
    row_of_pattern(ground, patterns, number);
  return true;
}

bool flood_ground_make(FloodGround *ground, Memory *memory, const Patterns *patterns, int cheapest,
                      int costliest) {
  const astar_class *cls = patterns->cls;
  uint32_t least = cls->straight_cost[cheapest], most = cls->diagonal_cost[costliest];
  *ground = (FloodGround){ .cls = cls, .kind = patterns->kind, .most_step = most };
  ground->shift = 31 - high_zeros_32(least);
  while ((most >> ground->shift) + 2 > FLOOD_LISTS) ground->shift++;
  ground->list_count = 2;
  while (ground->list_count < (most >> ground->shift) + 2) ground->list_count *= 2;
  return patterns->too_varied ? ground_number(ground, memory)
                              : ground_adopt(ground, memory, patterns);
}

void flood_ground_free(FloodGround *ground, Memory *memory) {
  if (ground->own != NULL)
    memory_free(memory, ground->own, ground->cls->map->grid.cells * sizeof *ground->own);
  memory_free(memory, ground->rows, ground->row_count * sizeof *ground->rows);
  *ground = (FloodGround){ 0 };
}

/* ---- lists ----------------------------------------------------------------------------------- */

static bool list_grow(Flood *flood, FloodList *list) {
  size_t size = sizeof *list->entries, capacity = 2 * list->capacity;
  uint64_t *entries =
      memory_resize(flood->memory, list->entries, list->capacity * size, capacity * size);
  if (entries == NULL) return false;
  list->entries = entries;
  list->capacity = capacity;
  return true;
}

/* What a list has room for at first, so that a flood that rolls on evenly takes no more: its front
** is about as long as the map's sides, and lies in all lists. */
static size_t flood_room(const FloodGround *ground) {
  const Grid *grid = &ground->cls->map->grid;
  size_t sides = 2 * ((size_t)grid->width + (size_t)grid->height);
  size_t room = FLOOD_ROOM * sides / ground->list_count;
  return room > FLOOD_LEAST_ROOM ? room : FLOOD_LEAST_ROOM;
}

static bool flood_make_lists(Flood *flood, size_t room) {
  uint32_t count = flood->ground->list_count;
  flood->lists = memory_new(flood->memory, count * sizeof *flood->lists);
  if (flood->lists == NULL) return false;
  for (uint32_t i = 0; i < count; i++) {
    FloodList *list = &flood->lists[i];
    list->entries = memory_raw(flood->memory, room * sizeof *list->entries);
    if (list->entries == NULL) return false;
    list->capacity = room;
  }
  return true;
}

/* ---- spreading ------------------------------------------------------------------------------- */

/* What the innermost loop works with. */
typedef struct Swell {
  Flood *flood;
  const uint16_t *of;
  const FloodRow *rows;
  uint32_t *costs;
  FloodList *lists;
  uint32_t last_list;               /* the number of lists less 1 */
  int shift;
  int32_t offset[DIRECTIONS];
  size_t reached, waiting;
} Swell;

ALWAYS_INLINE bool swell_push(Swell *swell, uint32_t cost, uint32_t follow, Cell cell) {
  FloodList *list = &swell->lists[cost >> swell->shift & swell->last_list];
  if (list->count == list->capacity && !list_grow(swell->flood, list)) return false;
  list->entries[list->count++] =
      (uint64_t)cost << COST_SHIFT | (uint64_t)follow << FOLLOW_SHIFT | cell;
  swell->waiting++;
  return true;
}

/* Offers the way by a cell, of that cost, to its neighbour; `row` is the cell's. */
ALWAYS_INLINE bool swell_offer(Swell *swell, Cell from, uint32_t before, const FloodRow *row,
                               int direction, bool backwards) {
  Cell cell = from + (Cell)swell->offset[direction];
  const FloodRow *next = &swell->rows[swell->of[cell]];
  uint32_t cost = before + (backwards ? row : next)->cost[direction >= FIRST_DIAGONAL];
  uint32_t old = swell->costs[cell], follow = next->follow[direction];
  if (cost >= old) return true;
  swell->costs[cell] = cost;
  swell->reached += old == UINT32_MAX;
  return follow == 0 || swell_push(swell, cost, follow, cell);
}

/* Does an entry name an older cost of its cell? */
ALWAYS_INLINE bool swell_is_older(uint64_t entry, uint32_t cost) {
  return ((uint64_t)cost << COST_SHIFT ^ entry) >> COST_SHIFT != 0;
}

ALWAYS_INLINE bool swell_cell(Swell *swell, uint64_t entry, bool backwards) {
  Cell cell = (Cell)entry;
  uint32_t cost = swell->costs[cell], follow = entry >> FOLLOW_SHIFT & 0xff;
  if (swell_is_older(entry, cost)) return true;
  const FloodRow *row = &swell->rows[swell->of[cell]];
  for (; follow != 0; follow &= follow - 1)
    if (!swell_offer(swell, cell, cost, row, low_zeros_32(follow), backwards)) return false;
  return true;
}

static Swell swell_of(Flood *flood) {
  const FloodGround *ground = flood->ground;
  Swell swell = { .flood = flood, .of = ground->of, .costs = flood->costs, .lists = flood->lists,
                  .rows = ground->rows + (flood->backwards ? ground->back : 0),
                  .last_list = ground->list_count - 1, .shift = ground->shift,
                  .reached = flood->reached, .waiting = flood->waiting };
  for (int direction = 0; direction < DIRECTIONS; direction++)
    swell.offset[direction] = direction_offset(&ground->cls->map->grid, direction);
  return swell;
}

/* The rest of the list in turn, to which more may be added meanwhile. */
ALWAYS_INLINE bool flood_turn(Flood *flood, bool backwards) {
  Swell swell = swell_of(flood);
  const FloodList *list = &flood->lists[flood->turn & swell.last_list];
  bool done = true;
  for (size_t i = 0; i < list->count && done; i++)
    done = swell_cell(&swell, list->entries[i], backwards);
  flood->reached = swell.reached;
  flood->waiting = swell.waiting;
  return done;
}

/* Can all that is reached in this turn still be told? */
static bool flood_fits(const Flood *flood) {
  const FloodGround *ground = flood->ground;
  return (((uint64_t)flood->turn + 1) << ground->shift) + ground->most_step <= flood->most;
}

static void flood_next(Flood *flood) {
  FloodList *list = &flood->lists[flood->turn & (flood->ground->list_count - 1)];
  flood->waiting -= list->count;
  list->count = 0;
  flood->turn++;
}

bool flood_spread(Flood *flood, size_t until) {
  for (; flood->waiting > 0 && flood->reached < until && !flood->too_far; flood_next(flood)) {
    flood->too_far = !flood_fits(flood);
    if (flood->too_far) return true;
    if (!(flood->backwards ? flood_turn(flood, true) : flood_turn(flood, false))) return false;
  }
  return true;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

bool flood_begin(Flood *flood, Memory *memory, const FloodGround *ground, uint32_t most) {
  *flood = (Flood){ .memory = memory, .ground = ground, .most = most };
  return flood_make_lists(flood, flood_room(ground));
}

void flood_start(Flood *flood, uint32_t *costs, Cell source, bool backwards) {
  const FloodGround *ground = flood->ground;
  uint32_t legal = class_legal_steps(ground->cls, ground->kind, source);
  for (uint32_t i = 0; i < ground->list_count; i++) flood->lists[i].count = 0;
  flood->costs = costs;
  flood->backwards = backwards;
  flood->turn = 0;
  flood->waiting = flood->reached = 1;
  costs[source] = 0;
  flood->lists[0].entries[flood->lists[0].count++] = (uint64_t)legal << FOLLOW_SHIFT | source;
}

void flood_end(Flood *flood) {
  if (flood->lists == NULL) return;
  for (uint32_t i = 0; i < flood->ground->list_count; i++) {
    FloodList *list = &flood->lists[i];
    memory_free(flood->memory, list->entries, list->capacity * sizeof *list->entries);
  }
  memory_free(flood->memory, flood->lists, flood->ground->list_count * sizeof *flood->lists);
  flood->lists = NULL;
}
