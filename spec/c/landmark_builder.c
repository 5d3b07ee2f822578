/*
** Landmark builders: which landmarks are chosen and what they say, against fields, for any number
** of threads; what `progress` is told; and what is left when memory ends or the game has had
** enough.
*/
#include "store.h"

#include "core/map/map.h"
#include "core/tables/plane.h"

enum { SLICES = 8, CALLS = 3 + 9 * SLICES, WIDE = 90, HIGH = 70 };

#define NO_WAY UINT32_MAX

typedef struct Teller {             /* what hears of progress */
  astar_map *map;
  int32_t told[CALLS];
  int32_t count, stop_at;           /* 0: never */
} Teller;

typedef struct Place {
  Store store;
  astar_map *map;
  Teller teller;
} Place;

/* Hills are dear; of `uniform` ground there are none. In some places all costs are large, some are
** of hexagons. */
static void open_place(Place *place, bool uniform, uint64_t seed) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  random_seed(seed);
  *place = (Place){ .map = NULL };
  desc.width = 1 + random_below(WIDE);
  desc.height = 1 + random_below(HIGH);
  desc.grid = seed % 5 == 3 ? ASTAR_GRID_HEX : seed % 5 == 4 ? ASTAR_GRID_FLAT_HEX
                                                             : ASTAR_GRID_SQUARE;
  desc.straight = seed % 4 == 0 ? 3000 : 10;
  desc.diagonal = desc.straight * (10 + random_below(11)) / 10;
  desc.allocator = (astar_allocator){ store_realloc, &place->store };
  place->map = place->teller.map = astar_map_new(&desc, &why);
  define_terrains(place->map);
  int32_t percent = random_below(45), hill = 1 + random_below(30 * desc.straight);
  hill = hill > ASTAR_MAX_COST / 2 ? ASTAR_MAX_COST / 2 : hill;
  CHECK(astar_terrain_define(place->map, "open", desc.straight, false, NULL) == ASTAR_OK);
  CHECK(astar_terrain_define(place->map, "bush", hill, false, NULL) == ASTAR_OK);
  for (int32_t y = 0; y < desc.height; y++)
    for (int32_t x = 0; x < desc.width; x++) {
      int32_t open = !uniform && random_below(3) == 0 ? BUSH : OPEN;
      astar_map_set(place->map, x, y, random_below(100) < percent ? WALL : open);
    }
}

static void close_place(Place *place) {
  CHECK(astar_map_memory(place->map) == place->store.held);
  astar_map_free(place->map);
  CHECK(place->store.held == 0);
}

static bool tell(void *user, int32_t done) {
  Teller *teller = user;
  astar_map *map = teller->map;
  astar_rect goal = { 0, 0, 1, 1 };
  CHECK(teller->count < CALLS);
  teller->told[teller->count++] = done;
  CHECK(astar_map_locked(map) && astar_map_set(map, 0, 0, WALL) == ASTAR_INVALID);
  CHECK(find_landmarks(map, NULL) == ASTAR_INVALID);
  CHECK(astar_map_reachable(map, 0, 0, goal, NULL) != ASTAR_INVALID);
  return teller->count != teller->stop_at;
}

static astar_status prepare(Place *place, int32_t threads) {
  place->teller.count = 0;
  astar_preparation what = { .landmarks = true, .threads = threads, .progress = tell,
                             .user = &place->teller };
  return astar_map_prepare(place->map, &what);
}

static const Landmarks *landmarks_of(const Place *place) {
  return place->map->planes->landmarks;
}

/* ---- fields ---------------------------------------------------------------------------------- */

/* The costs from a cell, or to it. */
static astar_field *field_at(astar_map *map, astar_cell at, bool to) {
  astar_status why;
  return to ? astar_field_new(map, &at, 1, NULL, &why)
            : astar_field_reach(map, at.x, at.y, UINT32_MAX, NULL, &why);
}

static uint32_t field_cost(astar_field *field, astar_cell at) {
  uint32_t cost;
  return astar_field_cost(field, at.x, at.y, &cost) == ASTAR_OK ? cost : NO_WAY;
}

static astar_cell cell_number(const astar_map *map, int32_t i) {
  return (astar_cell){ i % astar_map_width(map), i / astar_map_width(map) };
}

static int32_t cell_count(const astar_map *map) {
  return astar_map_width(map) * astar_map_height(map);
}

/* The first cell of the largest region; false: nothing is open. */
static bool find_seed(astar_map *map, astar_cell *seed) {
  uint32_t largest = 0, region, size;
  for (int32_t i = 0; i < cell_count(map); i++) {
    astar_cell at = cell_number(map, i);
    CHECK(astar_map_region(map, at.x, at.y, NULL, &region, &size) == ASTAR_OK);
    if (region == 0 || size <= largest) continue;
    largest = size;
    *seed = at;
  }
  return largest > 0;
}

/* The most that a cell costs which is reached; and `least` is lowered, the farthest cell found. */
static uint32_t look_through_field(astar_map *map, astar_field *field, uint32_t *least,
                                   astar_cell *farthest) {
  uint32_t most = 0, distance = 0;
  for (int32_t i = 0; i < cell_count(map); i++) {
    uint32_t cost = field_cost(field, cell_number(map, i));
    if (cost == NO_WAY) continue;
    if (cost > most) most = cost;
    if (least == NULL) continue;
    if (cost < least[i]) least[i] = cost;
    if (least[i] <= distance) continue;
    distance = least[i];
    *farthest = cell_number(map, i);
  }
  return most;
}

static void check_column(const Place *place, astar_field *field, int column, bool to) {
  const Landmarks *landmarks = landmarks_of(place);
  for (int32_t i = 0; i < cell_count(place->map); i++) {
    astar_cell at = cell_number(place->map, i);
    uint32_t cost = field_cost(field, at), units = cost >> landmarks->shift;
    int16_t said = landmarks->rows[grid_cell(&place->map->grid, at.x, at.y)].columns[column];
    CHECK(said == (cost == NO_WAY ? 0 : to ? INT16_MAX - (int32_t)units : (int32_t)units));
  }
}

static void forget_least(uint32_t *least) {
  memset(least, 0xff, WIDE * HIGH * sizeof *least);
}

static int shift_for(uint64_t most) {
  int shift = 0;
  while (most >> shift > INT16_MAX) shift++;
  return shift;
}

static void check_landmarks(Place *place) {
  static uint32_t least[WIDE * HIGH];
  astar_map *map = place->map;
  const Landmarks *landmarks = landmarks_of(place);
  astar_cell at = { 0, 0 }, farthest;
  if (!find_seed(map, &at)) {
    CHECK(landmarks == NULL);
    return;
  }
  farthest = at;
  forget_least(least);
  astar_field *from = field_at(map, at, false), *to = field_at(map, at, true);
  uint64_t most = look_through_field(map, from, least, &farthest);
  most += look_through_field(map, to, NULL, NULL);
  CHECK(landmarks_serve(landmarks) && landmarks->shift == shift_for(most));
  forget_least(least);
  for (int column = 0; column < LANDMARK_COLUMNS; column += landmarks->both_ways ? 1 : 2) {
    astar_field_free(from);
    astar_field_free(to);
    from = field_at(map, farthest, false);
    to = field_at(map, farthest, true);
    check_column(place, from, column, false);
    if (!landmarks->both_ways) check_column(place, to, column + 1, true);
    look_through_field(map, from, least, &farthest);
  }
  astar_field_free(from);
  astar_field_free(to);
}

/* ---- tests ----------------------------------------------------------------------------------- */

TEST(landmarks_are_the_farthest) {
  for (EACH_CASE(seed, 30)) {
    Place place;
    open_place(&place, seed % 3 == 0, seed);
    CHECK(prepare(&place, 1 + (int32_t)(seed % 4)) == ASTAR_OK);
    check_landmarks(&place);
    close_place(&place);
  }
}

/* As often with one thread as with many, and when there is nothing to do. */
TEST(progress) {
  for (int32_t kind = 0; kind < 8; kind++) {
    Place place;
    bool uniform = kind % 2;
    int32_t steps = 3 + SLICES * (uniform ? 9 : 5);
    open_place(&place, uniform, 7);
    for (int round = 0; round < 2; round++) {
      CHECK(prepare(&place, 1 + kind / 2) == ASTAR_OK);
      CHECK(place.teller.count == steps && !astar_map_locked(place.map));
      for (int32_t i = 0; i < steps; i++) CHECK(place.teller.told[i] == 1024 * (i + 1) / steps);
    }
    close_place(&place);
  }
}

static void edit(Place *place) {
  const Grid *grid = &place->map->grid;
  astar_map_set(place->map, grid->width / 2, grid->height / 2,
                grid->terrain[grid_cell(grid, grid->width / 2, grid->height / 2)] % 2 + 1);
}

/* The old landmarks stay, and are of use; the next builder makes all of the new ones. */
TEST(enough) {
  for (int kind = 0; kind < 4; kind++) {
    Place place;
    open_place(&place, kind % 2, 7);
    CHECK(prepare(&place, 1) == ASTAR_OK);
    edit(&place);
    int32_t calls = place.teller.count;
    uint64_t number = landmarks_of(&place)->number, hash = astar_map_hash(place.map);
    for (int32_t at = 1; at <= calls; at++) {
      size_t held = place.store.held;
      place.teller.stop_at = at;
      CHECK(prepare(&place, 1 + kind / 2) == ASTAR_CANCELLED && place.teller.count == at);
      CHECK(!astar_map_locked(place.map));
      if (at == calls) break;
      CHECK(landmarks_of(&place)->number == number && landmarks_serve(landmarks_of(&place)));
      CHECK(astar_map_hash(place.map) == hash && (at < 4 || place.store.held == held));
    }
    CHECK(landmarks_of(&place)->number > number);
    check_landmarks(&place);
    close_place(&place);
  }
}

static bool starve(bool uniform, int32_t threads, long nth) {
  Place place;
  open_place(&place, uniform, 7);
  CHECK(prepare(&place, 1) == ASTAR_OK);
  edit(&place);
  uint64_t number = landmarks_of(&place)->number;
  place.store.countdown = nth;
  astar_status status = prepare(&place, threads);
  bool failed = place.store.failed;
  place.store.countdown = 0;
  CHECK(status == (failed ? ASTAR_NO_MEMORY : ASTAR_OK));
  CHECK(failed == (landmarks_of(&place)->number == number) && !astar_map_locked(place.map));
  CHECK(landmarks_serve(landmarks_of(&place)));
  if (!failed) check_landmarks(&place);
  close_place(&place);
  return failed;
}

TEST(memory_may_end) {
  for (int kind = 0; kind < 4; kind++) {
    long nth = 1;
    while (starve(kind % 2, 1 + kind / 2, nth)) nth++;
    CHECK(nth > 8 && nth < 500);
  }
}

TEST(nothing_may_be_open) {
  Place place;
  open_place(&place, false, 7);
  CHECK(prepare(&place, 2) == ASTAR_OK && landmarks_of(&place) != NULL);
  astar_map_fill(place.map, (astar_rect){ 0, 0, astar_map_width(place.map),
                                          astar_map_height(place.map) }, WALL);
  place.teller.stop_at = 9;
  CHECK(prepare(&place, 2) == ASTAR_CANCELLED && landmarks_of(&place) != NULL);
  place.teller.stop_at = 0;
  CHECK(prepare(&place, 2) == ASTAR_OK && landmarks_of(&place) == NULL);
  close_place(&place);
}

TEST(arguments_at_fault) {
  Place place;
  open_place(&place, false, 7);
  astar_query query = astar_query_default();
  CHECK(prepare(&place, 0) == ASTAR_INVALID && prepare(&place, -1) == ASTAR_INVALID);
  query.heuristic_weight = 1;
  CHECK(find_landmarks(place.map, &query) == ASTAR_INVALID);
  CHECK(place.teller.count == 0);
  close_place(&place);
}

int main(void) { return run_tests(); }
