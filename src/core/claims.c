#include "claims.h"

/* ---- sets of cells --------------------------------------------------------------------------- */

static size_t set_words(const astar_map *map) {
  return map->grid.cells / 64 + 1;
}

/* Sets or clears the bits from `first` on; clearing takes whole words, for all goes in the end. */
static void put_bits(uint64_t *bits, int64_t first, int32_t count, bool on) {
  if (first < 0) return;
  uint64_t *word = bits + (first >> 6);
  int32_t at = (int32_t)(first & 63);
  for (; count > 0; word++, at = 0) {
    int32_t here = count < 64 - at ? count : 64 - at;
    *word = on ? *word | ~(uint64_t)0 >> (64 - here) << at : 0;
    count -= here;
  }
}

/* A run that leads downwards, a step `across` in each row: the rows that it touches, with what lies
** around it. */
static void put_down(const CellSet *set, CellRun run, int32_t stride, bool on) {
  int32_t across = run.offset - stride, before = set->before, after = set->after;
  for (int32_t row = -before; row < run.count + after; row++) {
    int32_t top = row > after ? row - after : 0;
    int32_t bottom = row + before < run.count ? row + before : run.count - 1;
    int32_t left = across < 0 ? -bottom : across * top, right = across < 0 ? -top : across * bottom;
    int64_t cell = run.first + (int64_t)row * stride;
    put_bits(set->bits, cell + left - before, right - left + before + after + 1, on);
  }
}

static void put_along(const CellSet *set, CellRun run, int32_t stride, bool on) {
  for (int32_t row = -set->before; row <= set->after; row++)
    put_bits(set->bits, run.first - set->before + (int64_t)row * stride,
             set->before + run.count + set->after, on);
}

static void put_run(const CellSet *set, CellRun run, int32_t stride, bool on) {
  if (run.offset < 0) {
    run.first += (Cell)(run.offset * (run.count - 1));
    run.offset = -run.offset;
  }
  if (run.offset == 1) put_along(set, run, stride, on);
  else put_down(set, run, stride, on);
}

bool cellset_add(CellSet *set, astar_map *map, CellRun run) {
  Memory *memory = &map->memory;
  if (set->bits == NULL) set->bits = memory_new(memory, set_words(map) * sizeof *set->bits);
  if (set->bits == NULL) return false;
  void *runs = set->runs;
  if (!memory_grow(memory, &runs, sizeof *set->runs, set->count, &set->capacity)) return false;
  set->runs = runs;
  set->runs[set->count++] = run;
  put_run(set, run, map->grid.stride, true);
  return true;
}

void cellset_bounds(const CellSet *set, const astar_map *map, size_t *first, size_t *end) {
  int64_t stride = map->grid.stride, least = (int64_t)map->grid.cells, most = 0;
  for (size_t i = 0; i < set->count; i++) {
    int64_t a = set->runs[i].first;
    int64_t b = a + (int64_t)set->runs[i].offset * (set->runs[i].count - 1);
    if (a < least) least = a;
    if (b < least) least = b;
    if (a > most) most = a;
    if (b > most) most = b;
  }
  least -= set->before * (stride + 1);
  most += set->after * (stride + 1);
  *first = least > 0 ? (size_t)least / 64 : 0;
  *end = (size_t)most / 64 + 1 < set_words(map) ? (size_t)most / 64 + 1 : set_words(map);
  if (set->count == 0) *end = *first;
}

void cellset_clear(CellSet *set, const astar_map *map) {
  for (size_t i = 0; i < set->count; i++) put_run(set, set->runs[i], map->grid.stride, false);
  set->count = 0;
}

void cellset_free(CellSet *set, astar_map *map) {
  memory_free(&map->memory, set->bits, set_words(map) * sizeof *set->bits);
  memory_free(&map->memory, set->runs, set->capacity * sizeof *set->runs);
  *set = (CellSet){ 0 };
}

/* The part of a unit's footprint at x, y that lies on the map, row by row. */
static bool add_footprint(CellSet *set, const astar_unit *unit, int32_t x, int32_t y) {
  astar_map *map = unit->cls->map;
  astar_rect rect = grid_clip(&map->grid, (astar_rect){ x, y, unit->cls->size, unit->cls->size });
  for (int32_t dy = 0; dy < rect.height && rect.width > 0; dy++) {
    CellRun row = { grid_cell(&map->grid, rect.x, rect.y + dy), 1, rect.width };
    if (!cellset_add(set, map, row)) return false;
  }
  return true;
}

/* ---- claims ---------------------------------------------------------------------------------- */

static int32_t absolute(int32_t value) {
  return value < 0 ? -value : value;
}

static bool counts(const astar_unit *unit, const astar_unit *other, int32_t radius) {
  return other != unit && other->path != NULL && absolute(other->x - unit->x) <= radius &&
         absolute(other->y - unit->y) <= radius &&
         (other->player == unit->player || (other->player->shared_with & unit->player->bit));
}

/* Runs that were added lately: comrades on the way to the same goal share most of theirs. */
#define RECENT 256

typedef struct Claimer {
  CellSet *claimed;
  CellRun recent[RECENT];
} Claimer;

static bool is_recent(Claimer *claimer, CellRun run) {
  uint32_t mixed = (run.first * 31 + (Cell)run.offset * 7 + (Cell)run.count) * 2654435769u;
  CellRun *slot = &claimer->recent[mixed >> 24];
  bool same = slot->first == run.first && slot->offset == run.offset && slot->count == run.count;
  *slot = run;
  return same;
}

/* The cells that a unit covers on so many steps from `from` on. */
static bool claim_run(Claimer *claimer, const astar_unit *other, astar_cell from, int direction,
                      int32_t count) {
  const Grid *grid = &other->cls->map->grid;
  CellRun run = { grid_cell(grid, from.x, from.y), direction_offset(grid, direction), count };
  if (other->cls->size == 1)
    return is_recent(claimer, run) || cellset_add(claimer->claimed, other->cls->map, run);
  for (int32_t i = 0; i < count; i++)
    if (!add_footprint(claimer->claimed, other, from.x + i * DIRECTION_X[direction],
                       from.y + i * DIRECTION_Y[direction]))
      return false;
  return true;
}

/* The cell the unit is in, and the rest of its path. */
static bool claim_path(Claimer *claimer, const astar_unit *other) {
  const Waypoint *to = other->path->waypoints, *end = to + other->path->waypoint_count;
  astar_cell from = { other->x, other->y };
  int32_t index = other->progress;
  for (; to < end; to++) {
    if (to->index <= index) continue;
    int direction = direction_of(to->x - from.x, to->y - from.y);
    if (!claim_run(claimer, other, from, direction, to->index - index)) return false;
    from = (astar_cell){ to->x, to->y };
    index = to->index;
  }
  return claim_run(claimer, other, from, EAST, 1);
}

bool claims_mark(const astar_unit *unit, int32_t radius, CellSet *claimed) {
  const astar_unit *other = unit->cls->map->units;
  while (other != NULL && !counts(unit, other, radius)) other = other->next;
  if (other == NULL) return true;
  Claimer claimer = { .claimed = claimed };
  for (; other != NULL; other = other->next)
    if (counts(unit, other, radius) && !claim_path(&claimer, other)) return false;
  return true;
}

/* ---- occupancy ------------------------------------------------------------------------------- */

/* Is there no free row or column between the two intervals? */
static bool near(int32_t a, int32_t a_size, int32_t b, int32_t b_size) {
  return a <= b + b_size && b <= a + a_size;
}

static bool touches(const astar_unit *unit, const astar_unit *other) {
  return near(unit->x, unit->cls->size, other->x, other->cls->size) &&
         near(unit->y, unit->cls->size, other->y, other->cls->size);
}

bool occupancy_mark(const astar_unit *unit, CellSet *taken) {
  for (const astar_unit *other = unit->cls->map->units; other != NULL; other = other->next) {
    bool blocks = other != unit && (other->path == NULL || touches(unit, other)) &&
                  astar_unit_visible(other, unit->player);
    if (blocks && !add_footprint(taken, other, other->x, other->y)) return false;
  }
  return true;
}
