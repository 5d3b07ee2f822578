/*
** An entry of a list holds, from the top, the lower bits of the cost at which the cell was reached,
** the direction in which it was, the steps worth following from it, a bit for each direction, and
** the cell. Where the bits differ from those of the cell's cost, the cell has been reached at a
** lower cost since; two costs of a cell differ by less than two steps, so that many bits suffice.
*/
#include "front.h"

#include <string.h>

#include "../base/builtin.h"

enum { COST_SHIFT = 43, DIRECTION_SHIFT = 40, FOLLOW_SHIFT = 32 };
enum { FRONT_UNKNOWN = 0xff };      /* no arrival leaves all steps over */
enum { FRONT_PART = 16, FRONT_ROOM = FRONT_PART * DIRECTIONS + 1 };   /* entries taken, and added */

/* ---- neighbourhoods -------------------------------------------------------------------------- */

/* Bit numbers of the places of a neighbourhood: by columns from the east, each from the north. */
static const uint8_t neighbours_bits[DIRECTIONS] = { 1, 7, 5, 3, 2, 8, 0, 6 };

static uint32_t front_open(uint32_t number) {
  uint32_t open = 0;
  for (int place = 0; place < DIRECTIONS; place++)
    open |= (number >> neighbours_bits[place] & 1) << place;
  return open;
}

/* (Compilers read the bytes as one word.) */
ALWAYS_INLINE uint32_t four_kinds(const uint8_t *kind) {
  return kind[0] | (uint32_t)kind[1] << 8 | (uint32_t)kind[2] << 16 | (uint32_t)kind[3] << 24;
}

/* Four cells of each row are read, for three would take longer: in the last row one too many to the
** left, where there is always one. */
ALWAYS_INLINE uint32_t neighbours_number(const FrontGround *ground, Cell cell) {
  const uint8_t *kind = ground->kind + cell;
  uint32_t above = four_kinds(kind - ground->stride - 1) & ground->row;
  uint32_t middle = four_kinds(kind - 1) & ground->row;
  uint32_t below = four_kinds(kind + ground->stride - 2) & ground->row_below;
  return (above | middle << 1 | below >> 6) * ground->gather >> 23;
}

static Neighbours front_neighbours(const FrontGround *ground, uint32_t open) {
  Neighbours neighbours = { .open = 0 };
  for (int place = 0; place <= NEIGHBOURS_MIDDLE; place++) {
    bool enter = place == NEIGHBOURS_MIDDLE || (open >> place & 1);
    neighbours.cost[place][0] = enter ? ground->step[EAST] : NEIGHBOURS_BLOCKED;
    neighbours.cost[place][1] = enter ? ground->step[SOUTH_EAST] : NEIGHBOURS_BLOCKED;
  }
  return neighbours;
}

/* What follows from an entry for which that was not known yet. */
static uint32_t front_find(Front *front, uint64_t entry) {
  int direction = entry >> DIRECTION_SHIFT & (DIRECTIONS - 1);
  uint32_t number = neighbours_number(&front->ground, (Cell)entry), open = front_open(number);
  uint32_t is_shifted = hex_is_shifted_cell(&front->cls->map->grid, (Cell)entry);
  Neighbours neighbours = front_neighbours(&front->ground, open);
  neighbours_complete(&neighbours, front->cls->diagonal);
  number += is_shifted * FRONT_SHIFTED;
  uint32_t follow = neighbours_follow_by(&neighbours, front->cls, is_shifted,
                                         front->cls->legal[is_shifted][open], direction);
  front->follow[direction][number] = (uint16_t)(direction << 8 | follow);
  return follow;
}

static void forget_follow(Front *front) {
  for (int direction = 0; direction < DIRECTIONS; direction++)
    for (int number = 0; number < 2 * FRONT_NUMBERS; number++)
      front->follow[direction][number] = (uint16_t)(direction << 8 | FRONT_UNKNOWN);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static bool list_reserve(FrontList *list, Memory *memory) {
  if (list->count + FRONT_ROOM <= list->capacity) return true;
  size_t size = sizeof *list->entries, capacity = list->capacity ? list->capacity * 2 : 256;
  uint64_t *entries = memory_resize(memory, list->entries, list->capacity * size, capacity * size);
  if (entries == NULL) return false;
  list->entries = entries;
  list->capacity = capacity;
  return true;
}

static void list_free(FrontList *list, Memory *memory) {
  memory_free(memory, list->entries, list->capacity * sizeof *list->entries);
}

static uint64_t *list_end(const FrontList *list) {
  return list->entries + list->count;
}

/* ---- spreading ------------------------------------------------------------------------------- */

/* What the innermost loop works with. */
typedef struct Spread {
  Front *front;
  FrontGround ground;
  uint64_t *next, *after;           /* where entries are added */
  size_t reached;
  bool bounded;                     /* costs may come to lie beyond `most` */
} Spread;

/* An entry is always written, and left to be overwritten where it is of no use: the processor could
** not guess a branch. */
ALWAYS_INLINE void spread_entry(Spread *spread, uint64_t entry, uint32_t useful, uint32_t late) {
  *spread->next = *spread->after = entry;
  late &= useful;
  spread->next += useful ^ late;
  spread->after += late;
}

ALWAYS_INLINE bool spread_fits(const Spread *spread, uint32_t before, uint32_t cost) {
  return !spread->bounded || ((cost >= before) & (cost <= spread->ground.most));
}

/* Offers the way by a cell, of that cost, to its neighbour. `shifted`: what to add to the number of
** its neighbourhood, by direction. */
ALWAYS_INLINE void spread_offer(Spread *spread, Cell from, uint32_t before, uint32_t direction,
                                const uint16_t *shifted) {
  const FrontGround *ground = &spread->ground;
  Cell cell = from + (Cell)ground->offset[direction];
  uint32_t old = ground->costs[cell], cost = before + ground->step[direction];
  bool fits = spread_fits(spread, before, cost), better = fits & (cost < old);
  ground->costs[cell] = better ? cost : old;
  spread->reached += fits & (old == UINT32_MAX);
  uint32_t number = neighbours_number(ground, cell) + (shifted != NULL ? shifted[direction] : 0);
  uint32_t follow = spread->front->follow[direction][number];
  uint64_t entry = (uint64_t)cost << COST_SHIFT | (uint64_t)follow << FOLLOW_SHIFT | cell;
  spread_entry(spread, entry, better & ((follow & 0xff) != 0), cost >= ground->late);
}

/* Does an entry name an older cost of its cell? */
ALWAYS_INLINE bool is_older(uint64_t entry, uint32_t cost) {
  return ((uint64_t)cost << COST_SHIFT ^ entry) >> COST_SHIFT != 0;
}

ALWAYS_INLINE void spread_cell(Spread *spread, uint64_t entry, bool hex) {
  Cell cell = (Cell)entry;
  uint32_t cost = spread->ground.costs[cell], follow = entry >> FOLLOW_SHIFT & 0xff;
  if (is_older(entry, cost)) return;
  if (follow == FRONT_UNKNOWN) follow = front_find(spread->front, entry);
  const uint16_t *shifted = NULL;
  const Grid *grid = &spread->front->cls->map->grid;
  if (hex) shifted = spread->ground.shifted[hex_is_shifted_cell(grid, cell)];
  for (; follow != 0; follow &= follow - 1)
    spread_offer(spread, cell, cost, (uint32_t)low_zeros_32(follow), shifted);
}

/* Some entries of this turn: there is room for what they add. */
ALWAYS_INLINE void spread_part(Front *front, bool bounded, bool hex, const uint64_t *entries,
                               size_t count) {
  Spread spread = { front, front->ground, list_end(&front->next), list_end(&front->after),
                    front->reached, bounded };
  for (size_t i = 0; i < count; i++) spread_cell(&spread, entries[i], hex);
  front->next.count = (size_t)(spread.next - front->next.entries);
  front->after.count = (size_t)(spread.after - front->after.entries);
  front->reached = spread.reached;
}

static bool front_turn(Front *front) {
  bool bounded = front->ground.late + front->ground.step[EAST] > front->ground.most;
  for (size_t i = 0; i < front->now.count; i += FRONT_PART) {
    size_t left = front->now.count - i, count = left < FRONT_PART ? left : FRONT_PART;
    if (!list_reserve(&front->next, front->memory) || !list_reserve(&front->after, front->memory))
      return false;
    if (front->cls->hex) spread_part(front, true, true, front->now.entries + i, count);
    else if (bounded) spread_part(front, true, false, front->now.entries + i, count);
    else spread_part(front, false, false, front->now.entries + i, count);
  }
  return true;
}

static void front_advance(Front *front) {
  FrontList done = front->now;
  done.count = 0;
  front->now = front->next;
  front->next = front->after;
  front->after = done;
  front->ground.late += front->ground.step[EAST];
}

bool front_spread(Front *front, size_t until) {
  while (front->next.count + front->after.count > 0 && front->reached < until) {
    front_advance(front);
    if (!front_turn(front)) return false;
  }
  return true;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

bool front_possible(const astar_class *cls, int kind) {
  return kind != 0 && cls->diagonal_cost[kind] < 2 * cls->straight_cost[kind];
}

/* What to add to the number of a neighbour's neighbourhood, if the cell is shifted, or is not. */
static uint16_t front_shifted(const Grid *grid, uint32_t is_shifted, int direction) {
  bool shifted = grid_is_hex(grid) && (is_shifted ^ hex_changes_line(grid, direction));
  return shifted ? FRONT_SHIFTED : 0;
}

static FrontGround front_ground(const FrontTask *task) {
  uint32_t straight = task->cls->straight_cost[task->kind];
  uint32_t diagonal = task->cls->diagonal_cost[task->kind];
  int bit = low_zeros_32((unsigned)task->kind);
  FrontGround ground = {
    .kind = task->kinds, .costs = task->costs, .stride = task->cls->map->grid.stride,
    .row = 0x010101u << bit, .row_below = 0x01010100u << bit,
    .gather = (1u << 29 | 1u << 18 | 1u << 7) >> bit, .most = task->most, .late = straight
  };
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    ground.offset[direction] = direction_offset(&task->cls->map->grid, direction);
    ground.step[direction] = direction < FIRST_DIAGONAL ? straight : diagonal;
    for (uint32_t from = 0; from < 2; from++)
      ground.shifted[from][direction] = front_shifted(&task->cls->map->grid, from, direction);
  }
  return ground;
}

void front_begin(Front *front, Memory *memory, const FrontTask *task) {
  *front = (Front){ .memory = memory, .cls = task->cls, .ground = front_ground(task) };
  forget_follow(front);
}

bool front_add(Front *front, Cell source) {
  if (!list_reserve(&front->next, front->memory)) return false;
  uint32_t open = front_open(neighbours_number(&front->ground, source));
  uint64_t follow = class_legal(front->cls, source, open);
  front->ground.costs[source] = 0;
  front->reached++;
  front->next.entries[front->next.count++] = (follow & 0x0f) << FOLLOW_SHIFT | source;
  front->next.entries[front->next.count++] = (follow & 0xf0) << FOLLOW_SHIFT | source;
  return true;
}

void front_end(Front *front) {
  list_free(&front->now, front->memory);
  list_free(&front->next, front->memory);
  list_free(&front->after, front->memory);
}
