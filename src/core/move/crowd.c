#include "crowd.h"

#include "../base/assert.h"
#include "../base/bits.h"
#include "../base/integer.h"
#include "arrival.h"
#include "collision.h"
#include "swap.h"
#include "movement.h"

#define DEPTH_MAX 256               /* units that choose one for the other: bounds the stack */
#define HINDERS 3                   /* by so much a cell in the way of others is costlier */
#define NARROW_AGE 32               /* in steps; see crowd_rank */
#define CROWD_PHASE 6               /* in steps; see crowd_priority */
#define AGE_BITS 15
#define OLDEST 0x7fff               /* a goal's age in ticks; older ones are alike */
#define FIRST_RANK 0xfffffu         /* a path, four bits of priority, the age */

static Crowd *crowd_of(const astar_map *map) {
  return &map->units->movement->crowd;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* The three lists lie in one block. */
static size_t crowd_bytes(size_t capacity) {
  return capacity * (2 * sizeof(uint64_t) + sizeof(astar_unit *));
}

static bool reserve_lists(astar_map *map) {
  Crowd *crowd = crowd_of(map);
  size_t units = (size_t)map->units->list.count, capacity = 2 * units;
  if (units <= crowd->capacity) return true;
  uint64_t *lists = memory_raw(&map->memory, crowd_bytes(capacity));
  if (lists == NULL) return false;
  memory_free(&map->memory, crowd->lists, crowd_bytes(crowd->capacity));
  crowd->lists = crowd->ready = lists;
  crowd->spare = lists + capacity;
  crowd->decided = (astar_unit **)(void *)(lists + 2 * capacity);
  crowd->capacity = capacity;
  return true;
}

bool crowd_reserve(astar_map *map) {
  return reserve_lists(map) && reservations_reserve(&crowd_of(map)->reservations, map);
}

void crowd_free(astar_map *map) {
  Crowd *crowd = crowd_of(map);
  memory_free(&map->memory, crowd->lists, crowd_bytes(crowd->capacity));
  reservations_free(&crowd->reservations, map);
}

/* ---- units in the way ------------------------------------------------------------------------ */

static bool has_decided(const Crowd *crowd, const astar_unit *unit) {
  return unit->decided == crowd->round;
}

/* A unit that does not get on does without priorities, swaps, columns in narrow places and places
** at goals, in phases, each as long as all before it: see crowd.h. */
static bool crowd_is_plain(const astar_unit *unit, uint32_t waited) {
  int phase = 0;
  for (uint64_t end = CROWD_PHASE * (uint64_t)unit->step_time; waited >= end; end *= 2)
    phase++;
  return phase % 2 != 0;
}

/* Does it keep its place at a goal? In a plain phase a unit that makes way has the right of the one
** on whose behalf it does so. */
static bool crowd_keeps(const Crowd *crowd, const astar_unit *unit, const astar_unit *by) {
  bool is_plain = crowd_is_plain(crowd->first, crowd->first->waited);
  return arrival_keeps(unit, is_plain ? crowd->first : by);
}

/* What it has left in this tick, which may not have come to it. */
static int32_t movement_left(const astar_unit *unit) {
  return unit->as_of == unit->cls->map->ticks ? unit->movement : unit->speed;
}

/* Can it be moved in this round? */
static bool is_movable(const Crowd *crowd, const astar_unit *unit, const astar_unit *by) {
  return !has_decided(crowd, unit) && movement_left(unit) > 0 && !step_under_way(unit) &&
         crowd->depth < DEPTH_MAX && collision_makes_way(unit, by) &&
         !crowd_keeps(crowd, unit, by);
}

/* Does one that has decided leave room for the step of another to `to`? They must not change
** places, nor cross. While a unit waits for several to go, it is not sure that it will move, nor
** are those that it moves for. */
static bool leaves_room(const Crowd *crowd, const astar_unit *other, const astar_unit *unit,
                        astar_cell to) {
  int32_t size = unit->cls->size, its_size = other->cls->size;
  if (other->is_choosing && crowd->several > 0) return false;
  if (squares_overlap(other->choice, its_size, to, size)) return false;
  return !squares_overlap(other->choice, its_size, unit_cell(unit), size);
}

/* The unit that covers a cell of the square at `to`, or NULL. */
static astar_unit *other_in(const astar_unit *unit, astar_cell to, int32_t index) {
  astar_unit *other = occupancy_in(unit->cls->map, to, unit->cls->size, index);
  return other != unit ? other : NULL;
}

static bool has_decided_to_go(const astar_unit *unit, int32_t dx, int32_t dy) {
  return has_decided(crowd_of(unit->cls->map), unit) && unit->choice.x - unit->x == dx &&
         unit->choice.y - unit->y == dy;
}

/* May the unit take a step that is legal, if all that can be moved are? Their number; -1: it may
** not. */
static int count_movable(const Crowd *crowd, const astar_unit *unit, astar_cell to) {
  const Grid *grid = &unit->cls->map->grid;
  int32_t size = unit->cls->size;
  const astar_unit *last = NULL;
  int count = 0;
  if (!reservations_have_room(&crowd->reservations, unit)) return -1;
  for (int32_t i = 0; i < size * size; i++) {
    astar_cell covered = square_cell(to, size, i);
    const astar_unit *taker = reservations_by(&crowd->reservations,
                                              grid_cell(grid, covered.x, covered.y));
    if (taker != NULL && taker != unit) return -1;
    const astar_unit *other = other_in(unit, to, i);
    if (other == NULL) continue;
    if (has_decided(crowd, other)) {
      if (!leaves_room(crowd, other, unit, to)) return -1;
    } else if (!is_movable(crowd, other, unit)) {
      return -1;
    } else if (other != last) {
      last = other;
      count++;
    }
  }
  return step_crosses(unit, to, has_decided_to_go) ? -1 : count;
}

static int32_t crowd_priority(const astar_unit *unit) {
  return crowd_is_plain(unit, unit->waited) ? 0 : unit->priority;
}

/* ---- making room ----------------------------------------------------------------------------- */

static int32_t crowd_overlap(int32_t a, int32_t a_size, int32_t b, int32_t b_size) {
  int32_t from = a > b ? a : b, to = a + a_size < b + b_size ? a + a_size : b + b_size;
  return to > from ? to - from : 0;
}

/* In how many steps to one side or the other the first interval leaves the second. */
static int32_t steps_aside(int32_t a, int32_t a_size, int32_t b, int32_t b_size) {
  int32_t least = a + a_size - b, most = b + b_size - a;
  int32_t steps = least < most ? least : most;
  return steps > 0 ? steps : 0;
}

/* How much a unit at `at` would lie in the way of one that goes to `to` and on: on a straight way,
** the steps to leave it; on a diagonal, the cells that it covers of that way. A link has no way on:
** there, the cells that it covers of its end. */
static int32_t crowd_hindrance(const astar_unit *other, astar_cell at, const astar_unit *unit,
                               astar_cell to) {
  int32_t size = unit->cls->size, its_size = other->cls->size, sum = 0;
  int32_t dx = to.x - unit->x, dy = to.y - unit->y;
  bool is_step = dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
  if (!is_step)
    return crowd_overlap(at.x, its_size, to.x, size) * crowd_overlap(at.y, its_size, to.y, size);
  if (dy == 0) return steps_aside(at.y, its_size, to.y, size);
  if (dx == 0) return steps_aside(at.x, its_size, to.x, size);
  for (int32_t i = 0; i <= its_size; i++)
    sum += crowd_overlap(at.x, its_size, to.x + i * dx, size) *
           crowd_overlap(at.y, its_size, to.y + i * dy, size);
  return sum;
}

/* Does its own path lead it out of the way? */
static bool goes_ahead(const astar_unit *other, const astar_unit *unit, astar_cell to) {
  astar_cell next;
  return step_on_path(other, &next) && !unit_is_displaced(other) &&
         !squares_overlap(next, other->cls->size, to, unit->cls->size);
}

/* ---- choosing -------------------------------------------------------------------------------- */

typedef struct Choice {
  astar_cell to;
  uint32_t key;                     /* the less the better */
} Choice;

static bool crowd_choose(Crowd *crowd, astar_unit *unit, const astar_unit *asker);

/* One that makes way for a unit with a path is not lost, however far that takes it from home: it
** does not search for a path of its own, which would give it the same right of way. */
static void crowd_excuse(const Crowd *crowd, astar_unit *unit) {
  if (unit->path == NULL && crowd->first->path != NULL) unit->waited = 0;
}

static void crowd_decide(Crowd *crowd, astar_unit *unit, astar_cell to) {
  if (!has_decided(crowd, unit)) crowd->decided[crowd->decided_count++] = unit;
  unit->decided = crowd->round;
  unit->choice = to;
}

/* A unit of several cells may need several steps to get out of the way: takes one of them, if that
** moves nobody else. The one that it leaves for does not move yet. */
static bool begin_to_leave(Crowd *crowd, astar_unit *other, const astar_unit *unit,
                           astar_cell to) {
  astar_cell own = unit_cell(other), best = own;
  int32_t least = crowd_hindrance(other, own, unit, to);
  crowd->several++;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    astar_cell at = { own.x + DIRECTION_X[direction], own.y + DIRECTION_Y[direction] };
    int32_t hinders = crowd_hindrance(other, at, unit, to);
    if (hinders >= least || !step_seems_legal(other, at)) continue;
    if (count_movable(crowd, other, at) != 0) continue;
    least = hinders;
    best = at;
  }
  crowd->several--;
  if (grid_same_cell(best, own)) return false;
  reservations_add(&crowd->reservations, other, best);
  crowd_decide(crowd, other, best);
  return true;
}

/* Has one that is in the way choose, if it has not. Does it make room? Where it does not, it stays,
** or is about to make room. */
static bool makes_room(Crowd *crowd, astar_unit *other, const astar_unit *unit, astar_cell to) {
  if (has_decided(crowd, other)) return leaves_room(crowd, other, unit, to);
  if (other->cls->size > 1 && !goes_ahead(other, unit, to)) {
    reservations_drop(&crowd->reservations, unit, to);
    if (begin_to_leave(crowd, other, unit, to) && !leaves_room(crowd, other, unit, to))
      return false;
    reservations_add(&crowd->reservations, unit, to);
    if (has_decided(crowd, other)) return true;
  }
  if (crowd_choose(crowd, other, unit)) return true;
  crowd_decide(crowd, other, unit_cell(other));
  return false;
}

static bool crowd_clear(Crowd *crowd, astar_unit *unit, astar_cell to) {
  int32_t size = unit->cls->size;
  for (int32_t i = 0; i < size * size; i++) {
    astar_unit *other = other_in(unit, to, i);
    if (other == NULL || makes_room(crowd, other, unit, to)) continue;
    reservations_drop(&crowd->reservations, unit, to);
    return false;
  }
  return true;
}

/* Goes there, if so many in the way can make room. */
static bool crowd_take(Crowd *crowd, astar_unit *unit, astar_cell to, int others) {
  reservations_add(&crowd->reservations, unit, to);
  crowd_decide(crowd, unit, to);
  if (others == 0) return true;
  crowd->several += others > 1;
  bool cleared = crowd_clear(crowd, unit, to);
  crowd->several -= others > 1;
  return cleared;
}

static bool try_to_take(Crowd *crowd, astar_unit *unit, astar_cell to) {
  if (!step_is_legal(unit, to)) return false;
  int others = count_movable(crowd, unit, to);
  return others >= 0 && crowd_take(crowd, unit, to, others);
}

/* Without a guide, as the crow flies. */
static uint32_t choice_cost(const astar_unit *unit, bool has_guide, astar_cell to) {
  if (has_guide) return guide_cost(unit, to);
  astar_cell base = unit->base;
  const Grid *grid = &unit->cls->map->grid;
  int64_t dx = integer_absolute((int64_t)to.x - base.x);
  int64_t dy = integer_absolute((int64_t)to.y - base.y);
  int64_t distance = 3 * (dx > dy ? dx : dy) + (dx < dy ? dx : dy);
  if (grid_is_hex(grid)) distance = 3 * (int64_t)hex_distance(grid, to, base);
  return distance < GUIDE_FAR ? (uint32_t)distance : GUIDE_FAR;
}

/* The one that has asked is about to need the cells behind, too. Where one backs out, so that
** another can pass, those in its way go on before it and leave dead ends free. */
static uint32_t hindrance_cost(const astar_unit *unit, astar_cell to, const astar_unit *asker) {
  if (crowd_of(unit->cls->map)->backing > 0) return swap_is_dead_end(unit, to) ? HINDERS : 0;
  return HINDERS * (uint32_t)crowd_hindrance(unit, to, asker, asker->choice);
}

/* What it costs to go there. `asker`: the one for which it does so; NULL: none. */
static uint32_t choice_key(const astar_unit *unit, bool has_guide, astar_cell to,
                           const astar_unit *asker) {
  bool in_use = !occupancy_vacant(unit->cls->map, to.x, to.y, unit->cls->size, unit);
  uint32_t cost = choice_cost(unit, has_guide, to);
  if (asker != NULL) cost += hindrance_cost(unit, to, asker);
  return cost << 5 | (uint32_t)in_use << 4;
}

static void insert_choice(Choice *choices, int count, Choice choice) {
  int at = count;
  for (; at > 0 && choices[at - 1].key > choice.key; at--) choices[at] = choices[at - 1];
  choices[at] = choice;
}

/* Its neighbours that it may step to, and its own cell, the best first. Which of equal ones comes
** first differs from unit to unit and from tick to tick, or crowds would move in step for ever. */
static int list_choices(astar_unit *unit, const astar_unit *asker,
                        Choice choices[DIRECTIONS + 1]) {
  const astar_class *cls = unit->cls;
  bool has_guide = guide_sync(unit);
  uint32_t open = class_open_around(cls, unit->player->known, unit->x, unit->y);
  uint32_t chance = bits_spread(unit->id ^ bits_spread(cls->map->ticks)) >> 4;
  if (asker != NULL && goes_ahead(unit, asker, asker->choice)) asker = NULL;
  uint32_t legal = class_legal_at(cls, unit->x, unit->y, open);
  int count = 0;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    if (!(legal >> direction & 1)) continue;
    astar_cell to = { unit->x + DIRECTION_X[direction], unit->y + DIRECTION_Y[direction] };
    uint32_t key = choice_key(unit, has_guide, to, asker) | ((chance ^ (uint32_t)direction) & 7);
    insert_choice(choices, count++, (Choice){ to, key });
  }
  astar_cell own = unit_cell(unit);
  insert_choice(choices, count, (Choice){ own, choice_key(unit, has_guide, own, asker) | 8 });
  return count + 1;
}

static void reverse_choices(Choice *choices, int count) {
  for (int i = 0; i < count / 2; i++) {
    Choice choice = choices[i];
    choices[i] = choices[count - 1 - i];
    choices[count - 1 - i] = choice;
  }
}

/* The one that changes places with the unit follows it out of the narrow place. */
static void crowd_pull(Crowd *crowd, astar_unit *partner, astar_cell to) {
  if (has_decided(crowd, partner) || !step_is_legal(partner, to)) return;
  if (count_movable(crowd, partner, to) < 0) return;
  reservations_add(&crowd->reservations, partner, to);
  crowd_decide(crowd, partner, to);
  crowd_excuse(crowd, partner);
}

/* How long the one of two has waited that has waited less. One that stands where it belongs waits
** for nothing. */
static uint32_t least_wait(const astar_unit *a, const astar_unit *b) {
  if ((a->path == NULL) != (b->path == NULL)) return a->path != NULL ? a->waited : b->waited;
  return a->waited < b->waited ? a->waited : b->waited;
}

static bool may_swap(const astar_unit *unit, const astar_unit *other, bool is_behind) {
  const Crowd *crowd = crowd_of(unit->cls->map);
  if (crowd_is_plain(unit, least_wait(unit, other))) return false;
  bool asks = has_decided(crowd, other) && grid_same_cell(other->choice, unit_cell(unit));
  return (is_behind && asks) || is_movable(crowd, other, unit);
}

/* One that backs out goes there, if all in the way can make room. */
static bool try_to_back_out(Crowd *crowd, astar_unit *unit, astar_cell to) {
  crowd->backing++;
  bool taken = try_to_take(crowd, unit, to);
  crowd->backing--;
  return taken;
}

/* Tries all choices. A unit that was asked must leave its cell. */
static bool choose_among(Crowd *crowd, astar_unit *unit, const astar_unit *asker) {
  Choice choices[DIRECTIONS + 1];
  int count = list_choices(unit, asker, choices);
  astar_cell own = unit_cell(unit);
  astar_unit *partner = swap_partner(unit, choices[0].to, may_swap);
  if (partner != NULL) reverse_choices(choices, count);
  for (int i = 0; i < count; i++) {
    astar_cell to = choices[i].to;
    if (grid_same_cell(to, own)) {
      if (asker != NULL) continue;
      crowd_decide(crowd, unit, own);
      return true;
    }
    bool taken = partner != NULL ? try_to_back_out(crowd, unit, to)
                                 : try_to_take(crowd, unit, to);
    if (!taken) continue;
    if (partner != NULL && i == 0) crowd_pull(crowd, partner, own);
    return true;
  }
  return false;
}

/* Most units have the next cell of their path before them, and need no guide. At the end of a link
** nobody changes places: others make way there. A tick has a unit choose only while the next step
** of its path is legal; one that is asked may have begun another path. */
static bool choose_path(Crowd *crowd, astar_unit *unit, astar_cell to, const astar_unit *asker) {
  if (asker != NULL && !step_is_legal(unit, to)) return false;
  ASTAR_ASSERT(step_is_legal(unit, to));
  int others = count_movable(crowd, unit, to);
  if (others <= 0) return others == 0 && crowd_take(crowd, unit, to, 0);
  if (step_link(unit, to) == NULL && swap_partner(unit, to, may_swap) != NULL) return false;
  return try_to_take(crowd, unit, to);
}

static bool choose_step(Crowd *crowd, astar_unit *unit, const astar_unit *asker) {
  astar_cell to;
  bool follows = step_on_path(unit, &to) && !unit_is_displaced(unit);
  if (follows && choose_path(crowd, unit, to, asker)) return true;
  return choose_among(crowd, unit, asker);
}

/* Decides for the unit. False: it was asked to leave, and cannot. */
static bool crowd_choose(Crowd *crowd, astar_unit *unit, const astar_unit *asker) {
  crowd->depth++;
  unit->is_choosing = true;
  bool found = choose_step(crowd, unit, asker);
  if (found && asker != NULL) crowd_excuse(crowd, unit);
  unit->is_choosing = false;
  crowd->depth--;
  return found;
}

/* ---- a round --------------------------------------------------------------------------------- */

void crowd_begin(astar_map *map) {
  Crowd *crowd = crowd_of(map);
  crowd->round++;
  crowd->count = crowd->decided_count = 0;
  reservations_begin(&crowd->reservations);
}

/* Those with a path come before those that only go home; then those with a higher priority; then
** the older goal. In a narrow place it is taken for older: units go through it in columns. */
static uint32_t crowd_rank(const astar_unit *unit) {
  uint64_t age = unit->cls->map->ticks - unit->since;
  if (!crowd_is_plain(unit, unit->waited) && swap_is_narrow(unit))
    age += NARROW_AGE * (uint64_t)unit->step_time;
  if (age > OLDEST) age = OLDEST;
  uint32_t place = (uint32_t)crowd_priority(unit) << AGE_BITS | (uint32_t)age;
  return FIRST_RANK - ((unit->path != NULL ? FIRST_RANK / 2 + 1 : 0) + place);
}

/* Its rank, and its place in the list of units. */
void crowd_add(astar_map *map, astar_unit *unit) {
  Crowd *crowd = crowd_of(map);
  crowd->ready[crowd->count++] = (uint64_t)crowd_rank(unit) << 32 | (uint32_t)unit->place;
}

/* One pass of a radix sort; equal ones stay in order. */
static void sort_by_byte(Crowd *crowd, int shift) {
  size_t starts[257] = { 0 };
  for (size_t i = 0; i < crowd->count; i++) starts[(crowd->ready[i] >> shift & 255) + 1]++;
  for (int i = 1; i < 257; i++) starts[i] += starts[i - 1];
  for (size_t i = 0; i < crowd->count; i++)
    crowd->spare[starts[crowd->ready[i] >> shift & 255]++] = crowd->ready[i];
  uint64_t *sorted = crowd->spare;
  crowd->spare = crowd->ready;
  crowd->ready = sorted;
}

void crowd_move(astar_map *map) {
  Crowd *crowd = crowd_of(map);
  for (int shift = 32; shift < 56; shift += 8) sort_by_byte(crowd, shift);
  for (size_t i = 0; i < crowd->count; i++) {
    crowd->first = map->units->list.units[(uint32_t)crowd->ready[i]];
    if (!has_decided(crowd, crowd->first)) crowd_choose(crowd, crowd->first, NULL);
  }
  ASTAR_ASSERT(crowd->depth == 0 && crowd->several == 0 && crowd->backing == 0);
  for (size_t i = 0; i < crowd->decided_count; i++) {
    astar_unit *unit = crowd->decided[i];
    if (!grid_same_cell(unit->choice, unit_cell(unit)))
      occupancy_leave(map, unit->x, unit->y, unit->cls->size);
  }
  for (size_t i = 0; i < crowd->decided_count; i++) {
    astar_unit *unit = crowd->decided[i];
    if (grid_same_cell(unit->choice, unit_cell(unit))) continue;
    occupancy_enter(map, unit, unit->choice.x, unit->choice.y, unit->cls->size);
    step_begin(unit, unit->choice);
  }
}
