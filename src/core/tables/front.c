/*
** An entry of a list holds, from the top, the lower bits of the cost at which the cell was reached,
** the steps worth following from it, a bit for each direction, and the cell. Where the bits differ
** from those of the cell's cost, it has been reached at a lower cost since; two costs of a cell
** differ by less than two steps, so that many bits suffice.
*/
#include "front.h"

#include <string.h>

enum { COST_SHIFT = 40, FOLLOW_SHIFT = 32 };
enum { FRONT_UNKNOWN = 0xff };      /* no arrival leaves all steps over */
enum { FRONT_PART = 16, FRONT_ROOM = FRONT_PART * DIRECTIONS + 1 };   /* entries taken, and added */

/* ---- scenes ---------------------------------------------------------------------------------- */

/* Bit numbers of the places of a scene: by columns from the east, each from the north. */
static const uint8_t scene_bits[DIRECTIONS] = { 1, 7, 5, 3, 2, 8, 0, 6 };

static uint32_t front_open(uint32_t number) {
  uint32_t open = 0;
  for (int place = 0; place < DIRECTIONS; place++)
    open |= (number >> scene_bits[place] & 1) << place;
  return open;
}

static uint32_t front_find(Front *front, uint32_t number, int direction) {
  const uint32_t *step = front->ground.step;
  uint32_t open = front_open(number);
  Scene scene;
  for (int place = 0; place <= SCENE_MIDDLE; place++) {
    bool enter = place == SCENE_MIDDLE || (open >> place & 1);
    scene.cost[place][0] = enter ? step[EAST] : SCENE_BLOCKED;
    scene.cost[place][1] = enter ? step[SOUTH_EAST] : SCENE_BLOCKED;
  }
  scene_complete(&scene, front->cls->diagonal);
  uint32_t follow = scene_follow(&scene, front->cls->legal[open], direction);
  front->follow[direction][number] = (uint8_t)follow;
  return follow;
}

ALWAYS_INLINE uint32_t four_kinds(const uint8_t *kind) {
  uint32_t four;
  memcpy(&four, kind, sizeof four);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  four = __builtin_bswap32(four);
#endif
  return four;
}

/* Four cells of each row are read, for three would take longer: in the last row one too many to the
** left, where there is always one. */
ALWAYS_INLINE uint32_t scene_number(const FrontGround *ground, Cell cell) {
  const uint8_t *kind = ground->kind + cell;
  uint32_t above = four_kinds(kind - ground->stride - 1) & ground->row;
  uint32_t middle = four_kinds(kind - 1) & ground->row;
  uint32_t below = four_kinds(kind + ground->stride - 2) & ground->row_below;
  return (above | middle << 1 | below >> 6) * ground->gather >> 23 & (FRONT_SCENES - 1);
}

ALWAYS_INLINE uint32_t front_follow(Front *front, const FrontGround *ground, Cell cell,
                                    int direction) {
  uint32_t number = scene_number(ground, cell), follow = front->follow[direction][number];
  return follow != FRONT_UNKNOWN ? follow : front_find(front, number, direction);
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

/* Where entries are added: to the next turn, and to the one after it. */
typedef struct FrontEnds { uint64_t *end[2]; } FrontEnds;

/* An entry is always written, and left to be overwritten where it is of no use: the processor could
** not guess a branch. */
ALWAYS_INLINE void front_offer(Front *front, const FrontGround *ground, FrontEnds *ends, Cell cell,
                               uint64_t cost, int direction) {
  uint32_t old = ground->costs[cell];
  bool better = (cost < old) & (cost <= ground->most);
  ground->costs[cell] = better ? (uint32_t)cost : old;
  front->reached += better & (old == UINT32_MAX);
  uint64_t follow = front_follow(front, ground, cell, direction);
  uint64_t **end = &ends->end[cost >= ground->late];
  **end = cost << COST_SHIFT | follow << FOLLOW_SHIFT | cell;
  *end += better & (follow != 0);
}

ALWAYS_INLINE void front_expand(Front *front, const FrontGround *ground, FrontEnds *ends,
                                uint64_t entry) {
  Cell cell = (Cell)entry;
  uint64_t cost = ground->costs[cell];
  if ((cost << COST_SHIFT ^ entry) >> COST_SHIFT != 0) return;
  for (uint32_t follow = entry >> FOLLOW_SHIFT & 0xff; follow != 0; follow &= follow - 1) {
    int direction = __builtin_ctz(follow);
    Cell at = cell + (Cell)ground->offset[direction];
    front_offer(front, ground, ends, at, cost + ground->step[direction], direction);
  }
}

/* Some entries of this turn: there is room for what they add. */
static void expand_part(Front *front, const uint64_t *entries, size_t count) {
  FrontGround ground = front->ground;
  FrontEnds ends = { { list_end(&front->next), list_end(&front->after) } };
  for (size_t i = 0; i < count; i++) front_expand(front, &ground, &ends, entries[i]);
  front->next.count = (size_t)(ends.end[0] - front->next.entries);
  front->after.count = (size_t)(ends.end[1] - front->after.entries);
}

static bool front_turn(Front *front) {
  for (size_t i = 0; i < front->now.count; i += FRONT_PART) {
    size_t left = front->now.count - i;
    if (!list_reserve(&front->next, front->memory) || !list_reserve(&front->after, front->memory))
      return false;
    expand_part(front, front->now.entries + i, left < FRONT_PART ? left : FRONT_PART);
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

bool front_spread(Front *front) {
  while (front->next.count + front->after.count > 0) {
    front_advance(front);
    if (!front_turn(front)) return false;
  }
  return true;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

bool front_possible(const astar_class *cls, int kind) {
  return kind != 0 && cls->diagonal_cost[kind] < 2 * cls->straight_cost[kind];
}

void front_begin(Front *front, Memory *memory, const astar_class *cls, const uint8_t *kinds,
                 int kind, uint32_t *costs, uint32_t most) {
  const Grid *grid = &cls->map->grid;
  int bit = __builtin_ctz((unsigned)kind);
  *front = (Front){ .memory = memory, .cls = cls };
  memset(front->follow, FRONT_UNKNOWN, sizeof front->follow);
  front->ground = (FrontGround){
    .kind = kinds, .costs = costs, .stride = grid->stride, .row = 0x010101u << bit,
    .row_below = 0x01010100u << bit, .gather = (uint64_t)(1 << 22 | 1 << 11 | 1) << (7 - bit),
    .most = most, .late = cls->straight_cost[kind]
  };
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    bool diagonal = direction >= FIRST_DIAGONAL;
    front->ground.offset[direction] = direction_offset(grid, direction);
    front->ground.step[direction] = diagonal ? cls->diagonal_cost[kind] : cls->straight_cost[kind];
  }
}

bool front_add(Front *front, Cell source) {
  if (!list_reserve(&front->next, front->memory)) return false;
  uint32_t open = front_open(scene_number(&front->ground, source));
  uint64_t follow = front->cls->legal[open];
  front->ground.costs[source] = 0;
  front->reached++;
  front->next.entries[front->next.count++] = follow << FOLLOW_SHIFT | source;
  return true;
}

void front_end(Front *front) {
  list_free(&front->now, front->memory);
  list_free(&front->next, front->memory);
  list_free(&front->after, front->memory);
}
