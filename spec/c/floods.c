/*
** Floods: the costs that they find from a cell and to it, against those of the simplest way, which
** tries all steps until nothing becomes cheaper.
*/
#include "store.h"

#include "core/map/map.h"
#include "core/tables/plane.h"
#include "core/tables/flood.h"

enum { GROWING = 19 };              /* the seed of a map on which a flood is long */
enum { SIDE = 24, CELLS = (SIDE + 2) * (SIDE + 2), TERRAINS = 6 };

#define NO_WAY UINT32_MAX

typedef struct Sea {
  Store store;
  astar_map *map;
  Plane *plane;
  Patterns patterns;                /* the plane's, or one that says there are too many */
  Cell source;
} Sea;

/* Few different costs, so that many ways cost the same; or any; or some that are far apart. */
static int32_t random_cost(int family, int32_t straight) {
  static const int32_t APART[4] = { 1, 2, 20000, ASTAR_MAX_COST / 2 };
  if (family == 0) return straight * (1 + random_below(3));
  if (family == 1) return 1 + random_below(120);
  if (family == 2) return 1 + straight / 2 * (1 + random_below(4));
  return APART[random_below(4)];
}

static astar_map *new_map(Sea *sea) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = 1 + random_below(SIDE);
  desc.height = 1 + random_below(SIDE);
  desc.straight = 1 + random_below(40);
  desc.diagonal = desc.straight + random_below(desc.straight + 1);
  desc.allocator = (astar_allocator){ store_realloc, &sea->store };
  return astar_map_new(&desc, &why);
}

static void fill_map(astar_map *map) {
  int family = random_below(4), percent = random_below(50), patch = 1 + random_below(6);
  int32_t terrains = 1 + random_below(TERRAINS), straight = astar_map_straight(map);
  char name[2] = "a";
  CHECK(astar_terrain_define(map, "wall", 0, false, NULL) == ASTAR_OK);
  for (int32_t i = 0; i < terrains; i++, name[0]++)
    CHECK(astar_terrain_define(map, name, random_cost(family, straight), false, NULL) == ASTAR_OK);
  for (int32_t y = 0; y < astar_map_height(map); y++)
    for (int32_t x = 0; x < astar_map_width(map); x++) {
      astar_rect rect = { x, y, 1, 1 };
      if (x % patch == 0 && y % patch == 0) rect.width = rect.height = patch;
      if (x % patch == 0 && y % patch == 0)
        rect.width = x + patch > astar_map_width(map) ? 1 : patch;
      if (y + rect.height > astar_map_height(map)) rect.height = 1;
      if (rect.width > 1 || patch == 1 || random_below(4) == 0)
        astar_map_fill(map, rect, random_below(100) < percent ? 1 : 2 + random_below(terrains));
    }
}

/* False: there is no cell that can be entered. */
static bool make_sea(Sea *sea, uint64_t seed) {
  astar_class_desc shape = astar_class_default();
  astar_status why;
  random_seed(seed);
  *sea = (Sea){ .source = 0 };
  sea->map = new_map(sea);
  fill_map(sea->map);
  shape.diagonal = (astar_diagonal_rule)random_below(4);
  shape.size = 1 + random_below(8) / 7;
  sea->plane = plane_get(sea->map, astar_class_new(sea->map, &shape, &why), NULL, &why);
  sea->patterns = *plane_patterns(sea->plane);
  sea->patterns.too_varied = random_below(3) == 0;
  for (int i = 0; i < 50 && sea->plane->kind[sea->source] == 0; i++) {
    int32_t x = random_below(astar_map_width(sea->map));
    sea->source = grid_cell(&sea->map->grid, x, random_below(astar_map_height(sea->map)));
  }
  return sea->plane->kind[sea->source] != 0;
}

static void close_sea(Sea *sea) {
  astar_map_free(sea->map);
  CHECK(sea->store.held == 0);
}

/* ---- the simplest way ------------------------------------------------------------------------ */

static bool improve(const Sea *sea, uint32_t *costs, bool backwards, Cell cell) {
  const astar_class *cls = sea->plane->cls;
  const uint8_t *kind = sea->plane->kind;
  bool better = false;
  for (uint32_t legal = class_legal_steps(cls, kind, cell); legal != 0; legal &= legal - 1) {
    int direction = __builtin_ctz(legal);
    Cell next = cell + (Cell)direction_offset(&sea->map->grid, direction);
    uint8_t paid = kind[backwards ? cell : next];
    uint32_t step = direction < FIRST_DIAGONAL ? cls->straight_cost[paid]
                                               : cls->diagonal_cost[paid];
    if (costs[cell] + step >= costs[next]) continue;
    costs[next] = costs[cell] + step;
    better = true;
  }
  return better;
}

static void find_costs(const Sea *sea, uint32_t *costs, bool backwards) {
  bool better = true;
  memset(costs, 0xff, CELLS * sizeof *costs);
  costs[sea->source] = 0;
  while (better) {
    better = false;
    for (Cell cell = 0; cell < sea->map->grid.cells; cell++)
      if (costs[cell] != NO_WAY) better |= improve(sea, costs, backwards, cell);
  }
}

/* ---- tests ----------------------------------------------------------------------------------- */

static bool begin(Flood *flood, FloodGround *ground, Sea *sea, uint32_t most) {
  const Plane *plane = sea->plane;
  Memory *memory = &sea->map->memory;
  *flood = (Flood){ .memory = memory };
  return flood_ground_make(ground, memory, &sea->patterns, plane->cheapest,
                           plane_costliest(plane)) &&
         flood_begin(flood, memory, ground, most);
}

/* In one go, or in parts of which each reaches no less than it was told. */
static bool spread(Flood *flood, size_t part) {
  for (size_t until = part; flood->waiting > 0 && !flood->too_far; until += part) {
    if (!flood_spread(flood, until)) return false;
    CHECK(flood->waiting == 0 || flood->too_far || flood->reached >= until);
  }
  return true;
}

static void compare(Sea *sea, Flood *flood, bool backwards) {
  static uint32_t costs[CELLS], right[CELLS];
  size_t reached = 0;
  memset(costs, 0xff, sizeof costs);
  flood_start(flood, costs, sea->source, backwards);
  CHECK(spread(flood, random_below(2) ? SIZE_MAX / 2 : 1 + (size_t)random_below(40)));
  find_costs(sea, right, backwards);
  for (Cell cell = 0; cell < sea->map->grid.cells; cell++) {
    CHECK(costs[cell] == right[cell]);
    reached += right[cell] != NO_WAY;
  }
  CHECK(flood->reached == reached && !flood->too_far);
}

TEST(costs_are_those_of_the_simplest_way) {
  for (EACH_CASE(seed, 1500)) {
    Sea sea;
    Flood flood;
    FloodGround ground = { 0 };
    bool open = make_sea(&sea, seed);
    if (open && CHECK(begin(&flood, &ground, &sea, UINT32_MAX / 2))) {
      compare(&sea, &flood, seed % 2);
      compare(&sea, &flood, !(seed % 2));
    }
    if (open) flood_end(&flood);
    flood_ground_free(&ground, &sea.map->memory);
    close_sea(&sea);
  }
}

/* A flood ends before a cost is larger than it may be, and not long before. */
TEST(costs_can_come_to_be_too_large) {
  static uint32_t costs[CELLS];
  int ended = 0;
  for (EACH_CASE(seed, 125)) {
    Sea sea;
    Flood flood;
    FloodGround ground = { 0 };
    uint32_t most = 100 + (uint32_t)random_below(400), largest = 0;
    bool open = make_sea(&sea, seed);
    if (open && CHECK(begin(&flood, &ground, &sea, most))) {
      memset(costs, 0xff, sizeof costs);
      flood_start(&flood, costs, sea.source, false);
      CHECK(spread(&flood, SIZE_MAX / 2));
      for (Cell cell = 0; cell < sea.map->grid.cells; cell++)
        if (costs[cell] != NO_WAY && costs[cell] > largest) largest = costs[cell];
      CHECK(largest <= most);
      CHECK(!flood.too_far || largest + 2 * ground.most_step + (2u << ground.shift) > most);
      ended += flood.too_far;
    }
    if (open) flood_end(&flood);
    flood_ground_free(&ground, &sea.map->memory);
    close_sea(&sea);
  }
  CHECK(ended >= 40);
}

static bool has_grown(const Flood *flood) {
  for (uint32_t i = 1; i < flood->ground->list_count; i++)
    if (flood->lists[i].capacity != flood->lists[0].capacity) return true;
  return false;
}

/* Each allocation fails in turn, and one of them is that of a list which has become too short. */
TEST(memory_may_end) {
  static uint32_t costs[CELLS];
  for (int varied = 0; varied < 2; varied++) {
    bool failed = true;
    for (long nth = 1; failed; nth++) {
      Sea sea;
      Flood flood;
      FloodGround ground = { 0 };
      CHECK(make_sea(&sea, GROWING));
      sea.patterns.too_varied = varied;
      sea.store.countdown = nth;
      memset(costs, 0xff, sizeof costs);
      bool done = begin(&flood, &ground, &sea, UINT32_MAX / 2);
      if (done) flood_start(&flood, costs, sea.source, false);
      done = done && flood_spread(&flood, SIZE_MAX);
      failed = sea.store.failed;
      CHECK(done != failed && (!failed || nth < 2000) && (failed || has_grown(&flood)));
      sea.store.countdown = 0;
      flood_end(&flood);
      flood_ground_free(&ground, &sea.map->memory);
      close_sea(&sea);
    }
  }
}

int main(void) { return run_tests(); }
