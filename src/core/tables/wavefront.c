/*
** An entry of a list holds, from the top, the lower bits of the cost at which the cell was reached,
** the direction in which it was, the steps worth following from it, a bit for each direction, and
** the cell. Where the bits differ from those of the cell's cost, the cell has been reached at a
** lower cost since; two costs of a cell differ by less than two steps, so that many bits suffice.
*/
#include "wavefront.h"

#include <string.h>

#include "../base/builtin.h"

enum { COST_SHIFT = 43, DIRECTION_SHIFT = 40, FOLLOW_SHIFT = 32 };
enum { WAVEFRONT_UNKNOWN = 0xff };  /* no arrival leaves all steps over */
/* Entries taken, and added. */
enum { WAVEFRONT_PART = 16, WAVEFRONT_ROOM = WAVEFRONT_PART * DIRECTIONS + 1 };

/* ---- neighbourhoods -------------------------------------------------------------------------- */

/* Bit numbers of the places of a neighbourhood: by columns from the east, each from the north. */
static const uint8_t neighbourhood_bits[DIRECTIONS] = { 1, 7, 5, 3, 2, 8, 0, 6 };

static uint32_t wavefront_open(uint32_t number) {
  uint32_t open = 0;
  for (int place = 0; place < DIRECTIONS; place++)
    open |= (number >> neighbourhood_bits[place] & 1) << place;
  return open;
}

/* (Compilers read the bytes as one word.) */
ALWAYS_INLINE uint32_t four_kinds(const uint8_t *kind) {
  return kind[0] | (uint32_t)kind[1] << 8 | (uint32_t)kind[2] << 16 | (uint32_t)kind[3] << 24;
}

/* Four cells of each row are read, for three would take longer: in the last row one too many to the
** left, where there is always one. */
ALWAYS_INLINE uint32_t neighbourhood_number(const WavefrontGround *ground, Cell cell) {
  const uint8_t *kind = ground->kind + cell;
  uint32_t above = four_kinds(kind - ground->stride - 1) & ground->row;
  uint32_t middle = four_kinds(kind - 1) & ground->row;
  uint32_t below = four_kinds(kind + ground->stride - 2) & ground->row_below;
  return (above | middle << 1 | below >> 6) * ground->gather >> 23;
}

static Neighbourhood wavefront_neighbourhood(const WavefrontGround *ground, uint32_t open) {
  Neighbourhood neighbourhood = { .open = 0 };
  for (int place = 0; place <= NEIGHBOURHOOD_MIDDLE; place++) {
    bool enter = place == NEIGHBOURHOOD_MIDDLE || (open >> place & 1);
    neighbourhood.cost[place][0] = enter ? ground->step[EAST] : NEIGHBOURHOOD_BLOCKED;
    neighbourhood.cost[place][1] = enter ? ground->step[SOUTH_EAST] : NEIGHBOURHOOD_BLOCKED;
  }
  return neighbourhood;
}

/* What follows from an entry for which that was not known yet. */
static uint32_t wavefront_find(Wavefront *wavefront, uint64_t entry) {
  int direction = entry >> DIRECTION_SHIFT & (DIRECTIONS - 1);
  uint32_t number = neighbourhood_number(&wavefront->ground, (Cell)entry);
  uint32_t open = wavefront_open(number);
  uint32_t is_shifted = hex_is_shifted_cell(&wavefront->cls->map->grid, (Cell)entry);
  Neighbourhood neighbourhood = wavefront_neighbourhood(&wavefront->ground, open);
  neighbourhood_complete(&neighbourhood, wavefront->cls->diagonal);
  number += is_shifted * WAVEFRONT_SHIFTED;
  uint32_t follow = neighbourhood_follow_by(&neighbourhood, wavefront->cls, is_shifted,
                                            wavefront->cls->legal[is_shifted][open], direction);
  wavefront->follow[direction][number] = (uint16_t)(direction << 8 | follow);
  return follow;
}

static void forget_follow(Wavefront *wavefront) {
  for (int direction = 0; direction < DIRECTIONS; direction++)
    for (int number = 0; number < 2 * WAVEFRONT_NUMBERS; number++)
      wavefront->follow[direction][number] = (uint16_t)(direction << 8 | WAVEFRONT_UNKNOWN);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static bool list_reserve(WavefrontList *list, Memory *memory) {
  if (list->count + WAVEFRONT_ROOM <= list->capacity) return true;
  size_t size = sizeof *list->entries, capacity = list->capacity ? list->capacity * 2 : 256;
  uint64_t *entries = memory_resize(memory, list->entries, list->capacity * size, capacity * size);
  if (entries == NULL) return false;
  list->entries = entries;
  list->capacity = capacity;
  return true;
}

static void list_free(WavefrontList *list, Memory *memory) {
  memory_free(memory, list->entries, list->capacity * sizeof *list->entries);
}

static uint64_t *list_end(const WavefrontList *list) {
  return list->entries + list->count;
}

/* ---- spreading ------------------------------------------------------------------------------- */

/* What the innermost loop works with. */
typedef struct Spread {
  Wavefront *wavefront;
  WavefrontGround ground;
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
  const WavefrontGround *ground = &spread->ground;
  Cell cell = from + (Cell)ground->offset[direction];
  uint32_t old = ground->costs[cell], cost = before + ground->step[direction];
  bool fits = spread_fits(spread, before, cost), better = fits & (cost < old);
  ground->costs[cell] = better ? cost : old;
  spread->reached += fits & (old == UINT32_MAX);
  uint32_t number = neighbourhood_number(ground, cell) + (shifted != NULL ? shifted[direction] : 0);
  uint32_t follow = spread->wavefront->follow[direction][number];
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
  if (follow == WAVEFRONT_UNKNOWN) follow = wavefront_find(spread->wavefront, entry);
  const uint16_t *shifted = NULL;
  const Grid *grid = &spread->wavefront->cls->map->grid;
  if (hex) shifted = spread->ground.shifted[hex_is_shifted_cell(grid, cell)];
  for (; follow != 0; follow &= follow - 1)
    spread_offer(spread, cell, cost, (uint32_t)low_zeros_32(follow), shifted);
}

/* Some entries of this turn: there is room for what they add. */
ALWAYS_INLINE void spread_part(Wavefront *wavefront, bool bounded, bool hex,
                               const uint64_t *entries, size_t count) {
  Spread spread = { wavefront, wavefront->ground, list_end(&wavefront->next),
                    list_end(&wavefront->after), wavefront->reached, bounded };
  for (size_t i = 0; i < count; i++) spread_cell(&spread, entries[i], hex);
  wavefront->next.count = (size_t)(spread.next - wavefront->next.entries);
  wavefront->after.count = (size_t)(spread.after - wavefront->after.entries);
  wavefront->reached = spread.reached;
}

static bool wavefront_turn(Wavefront *wavefront) {
  bool bounded = wavefront->ground.late + wavefront->ground.step[EAST] > wavefront->ground.most;
  for (size_t i = 0; i < wavefront->now.count; i += WAVEFRONT_PART) {
    size_t left = wavefront->now.count - i, count = left < WAVEFRONT_PART ? left : WAVEFRONT_PART;
    if (!list_reserve(&wavefront->next, wavefront->memory) ||
        !list_reserve(&wavefront->after, wavefront->memory))
      return false;
    if (wavefront->cls->hex) spread_part(wavefront, true, true, wavefront->now.entries + i, count);
    else if (bounded) spread_part(wavefront, true, false, wavefront->now.entries + i, count);
    else spread_part(wavefront, false, false, wavefront->now.entries + i, count);
  }
  return true;
}

static void wavefront_advance(Wavefront *wavefront) {
  WavefrontList done = wavefront->now;
  done.count = 0;
  wavefront->now = wavefront->next;
  wavefront->next = wavefront->after;
  wavefront->after = done;
  wavefront->ground.late += wavefront->ground.step[EAST];
}

bool wavefront_spread(Wavefront *wavefront, size_t until) {
  while (wavefront->next.count + wavefront->after.count > 0 && wavefront->reached < until) {
    wavefront_advance(wavefront);
    if (!wavefront_turn(wavefront)) return false;
  }
  return true;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

bool wavefront_possible(const astar_class *cls, int kind) {
  return kind != 0 && cls->diagonal_cost[kind] < 2 * cls->straight_cost[kind];
}

/* What to add to the number of a neighbour's neighbourhood, if the cell is shifted, or is not. */
static uint16_t wavefront_shifted(const Grid *grid, uint32_t is_shifted, int direction) {
  bool shifted = grid_is_hex(grid) && (is_shifted ^ hex_changes_line(grid, direction));
  return shifted ? WAVEFRONT_SHIFTED : 0;
}

static WavefrontGround wavefront_ground(const WavefrontTask *task) {
  uint32_t straight = task->cls->straight_cost[task->kind];
  uint32_t diagonal = task->cls->diagonal_cost[task->kind];
  int bit = low_zeros_32((unsigned)task->kind);
  WavefrontGround ground = {
    .kind = task->kinds, .costs = task->costs, .stride = task->cls->map->grid.stride,
    .row = 0x010101u << bit, .row_below = 0x01010100u << bit,
    .gather = (1u << 29 | 1u << 18 | 1u << 7) >> bit, .most = task->most, .late = straight
  };
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    ground.offset[direction] = direction_offset(&task->cls->map->grid, direction);
    ground.step[direction] = direction < FIRST_DIAGONAL ? straight : diagonal;
    for (uint32_t from = 0; from < 2; from++)
      ground.shifted[from][direction] = wavefront_shifted(&task->cls->map->grid, from, direction);
  }
  return ground;
}

void wavefront_begin(Wavefront *wavefront, Memory *memory, const WavefrontTask *task) {
  *wavefront = (Wavefront){ .memory = memory, .cls = task->cls, .ground = wavefront_ground(task) };
  forget_follow(wavefront);
}

bool wavefront_add(Wavefront *wavefront, Cell source) {
  if (!list_reserve(&wavefront->next, wavefront->memory)) return false;
  uint32_t open = wavefront_open(neighbourhood_number(&wavefront->ground, source));
  uint64_t follow = class_legal(wavefront->cls, source, open);
  wavefront->ground.costs[source] = 0;
  wavefront->reached++;
  wavefront->next.entries[wavefront->next.count++] = (follow & 0x0f) << FOLLOW_SHIFT | source;
  wavefront->next.entries[wavefront->next.count++] = (follow & 0xf0) << FOLLOW_SHIFT | source;
  return true;
}

void wavefront_end(Wavefront *wavefront) {
  list_free(&wavefront->now, wavefront->memory);
  list_free(&wavefront->next, wavefront->memory);
  list_free(&wavefront->after, wavefront->memory);
}
