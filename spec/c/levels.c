/*
** Levels. They are as good as maps of their own: whatever is done on a level of a *house*, a map
** with levels, is done on a map that has nothing but the cells of that level, a *floor*. Costs,
** influence, knowledge, sight, neighbours, claims and paths must come out the same.
**
** Links join levels. Where levels lie on the map must make no difference: two houses whose levels
** lie elsewhere give the same paths, and their units go the same ways. What the paths cost is found
** by relaxing all steps and links over the floors.
*/
#include "going.h"

#include "core/lifetime/validate.h"

enum { LEVELS = 3, SIDE = 14, UNITS = 18, TERRAINS = 4, FLOORS = LEVELS + 1, HOUSE = LEVELS };

/* One of the maps: a floor, or the house, whose number is HOUSE. */
typedef struct Land {
  astar_map *map;
  astar_class *cls;                 /* of several cells */
  astar_player *red, *blue;
  astar_influence *danger, *scent, *seen, *recipes[3];
  astar_unit *units[UNITS];
} Land;

typedef struct World {
  astar_level levels[LEVELS];
  Land lands[FLOORS];
} World;

/* A place: a level, and a cell of it. */
typedef struct Place { int32_t level; astar_cell at; } Place;

static const char *const names[LEVELS] = { "cellar", "ground", "attic" };

/* ---- places ---------------------------------------------------------------------------------- */

static astar_cell in_house(const World *world, Place place) {
  astar_rect rect = world->levels[place.level].rect;
  return (astar_cell){ rect.x + place.at.x, rect.y + place.at.y };
}

/* Where a place is on its floor (0), or in the house (1). */
static astar_cell on(const World *world, int is_house, Place place) {
  return is_house ? in_house(world, place) : place.at;
}

static Place some_place_on(const World *world, int32_t level) {
  astar_rect rect = world->levels[level].rect;
  return (Place){ level, { random_below(rect.width), random_below(rect.height) } };
}

static Place some_place(const World *world) {
  return some_place_on(world, random_below(LEVELS));
}

static Place place_of(const World *world, astar_cell cell) {
  int32_t level = astar_map_level_at(world->lands[HOUSE].map, cell.x, cell.y);
  if (!CHECK(level >= 0)) return (Place){ 0, { 0, 0 } };
  astar_rect rect = world->levels[level].rect;
  return (Place){ level, { cell.x - rect.x, cell.y - rect.y } };
}

static bool same_place(Place a, Place b) {
  return a.level == b.level && a.at.x == b.at.x && a.at.y == b.at.y;
}

/* ---- making ---------------------------------------------------------------------------------- */

static int32_t terrain_on(int land, int32_t terrain) {
  return land == HOUSE ? terrain + 1 : terrain;
}

static void define(astar_map *map) {
  CHECK(astar_terrain_define(map, "open", 10, false, NULL) == ASTAR_OK);
  CHECK(astar_terrain_define(map, "wall", 0, true, NULL) == ASTAR_OK);
  CHECK(astar_terrain_define(map, "bush", 20, true, NULL) == ASTAR_OK);
  CHECK(astar_terrain_define(map, "water", 0, false, NULL) == ASTAR_OK);
}

static astar_influence *derive(Land *land, astar_recipe_kind kind, const char *name) {
  astar_recipe recipe = astar_recipe_default(kind);
  astar_weighted term = { land->scent, ASTAR_ONE };
  astar_status why;
  recipe.terms = &term;
  recipe.term_count = 1;
  recipe.radius = kind == ASTAR_RECIPE_SLOPE ? 0 : 4;
  recipe.plus = 3;
  astar_influence *influence = astar_influence_derive(land->map, name, ASTAR_ONE, &recipe, &why);
  CHECK(influence != NULL);
  return influence;
}

static int32_t large_size = 2;

static void fill_land(Land *land) {
  astar_class_desc desc = astar_class_default();
  astar_status why;
  define(land->map);
  desc.size = large_size;
  land->cls = astar_class_new(land->map, &desc, &why);
  land->red = new_player(land->map, "red");
  land->blue = new_player(land->map, "blue");
  land->danger = astar_influence_new(land->map, "danger", ASTAR_ONE, &why);
  land->scent = astar_influence_new(land->map, "scent", ASTAR_ONE, &why);
  land->seen = astar_influence_new(land->map, "seen", ASTAR_ONE, &why);
  land->recipes[0] = derive(land, ASTAR_RECIPE_SLOPE, "slope");
  land->recipes[1] = derive(land, ASTAR_RECIPE_NEAR, "near");
  land->recipes[2] = derive(land, ASTAR_RECIPE_FLOW, "flow");
}

static astar_map *new_map(int32_t width, int32_t height, const astar_level *levels) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = width;
  desc.height = height;
  desc.levels = levels;
  desc.level_count = levels != NULL ? LEVELS : 0;
  astar_map *map = astar_map_new(&desc, &why);
  if (map == NULL) exit(2);
  return map;
}

/* Places them elsewhere: in a row, farther apart, by multiples of the blocks of 8 cells by which
** units that leave their paths look around. */
static void arrange_loosely(astar_level *levels, int32_t *width, int32_t *height) {
  for (int32_t i = 0; i < LEVELS; i++) {
    astar_rect *rect = &levels[i].rect;
    rect->x = rect->x % 8 + (LEVELS - 1 - i) * (SIDE + 10);
    rect->y = rect->y % 8 + 8 * i;
  }
  *width = LEVELS * (SIDE + 10);
  *height = 8 * LEVELS + SIDE;
}

static World new_world(int32_t sizes[LEVELS][2], bool loose) {
  World world;
  int32_t width, height;
  for (int32_t i = 0; i < LEVELS; i++) {
    world.levels[i] = (astar_level){ names[i], { 0, 0, sizes[i][0], sizes[i][1] } };
    world.lands[i] = (Land){ .map = new_map(sizes[i][0], sizes[i][1], NULL) };
  }
  CHECK(astar_levels_arrange(world.levels, LEVELS, &width, &height) == ASTAR_OK);
  if (loose) arrange_loosely(world.levels, &width, &height);
  world.lands[HOUSE] = (Land){ .map = new_map(width, height, world.levels) };
  for (int land = 0; land < FLOORS; land++) fill_land(&world.lands[land]);
  return world;
}

static void some_sizes(int32_t sizes[LEVELS][2]) {
  for (int32_t i = 0; i < LEVELS; i++)
    for (int j = 0; j < 2; j++) sizes[i][j] = 1 + random_below(i == 1 ? SIDE : SIDE - 4);
}

static void free_world(World *world) {
  for (int land = 0; land < FLOORS; land++) astar_map_free(world->lands[land].map);
}

/* ---- changing: the same on the floor and in the house ---------------------------------------- */

static void set_terrain(World *world, Place place, int32_t terrain) {
  const int lands[2] = { place.level, HOUSE };
  for (int i = 0; i < 2; i++) {
    astar_cell at = on(world, i, place);
    CHECK(astar_map_set(world->lands[lands[i]].map, at.x, at.y,
                        terrain_on(lands[i], terrain)) == ASTAR_OK);
  }
}

static void scatter(World *world, int32_t percent) {
  for (int32_t level = 0; level < LEVELS; level++)
    for (int32_t y = 0; y < world->levels[level].rect.height; y++)
      for (int32_t x = 0; x < world->levels[level].rect.width; x++)
        if (random_below(100) < percent)
          set_terrain(world, (Place){ level, { x, y } }, 2 + random_below(TERRAINS - 1));
}

static void stamp(World *world, Place place) {
  const int lands[2] = { place.level, HOUSE };
  int32_t amount = random_below(90) - 20, radius = random_below(12), kind = random_below(3);
  bool scent = random_below(2);
  for (int i = 0; i < 2; i++) {
    astar_cell at = on(world, i, place);
    const Land *land = &world->lands[lands[i]];
    astar_influence *influence = scent ? land->scent : land->danger;
    astar_status status =
      kind == 2 ? astar_influence_flood(influence, at.x, at.y, amount, radius, NULL, land->red)
                : astar_influence_add(influence, at.x, at.y, amount, radius, (astar_falloff)kind);
    CHECK(status == ASTAR_OK);
  }
}

static void spread(World *world) {
  int32_t share = random_below(ASTAR_ONE + 1);
  for (int land = 0; land < FLOORS; land++)
    CHECK(astar_influence_spread(world->lands[land].scent, share) == ASTAR_OK);
}

static void see(World *world, Place place) {
  const int lands[2] = { place.level, HOUSE };
  int32_t radius = random_below(40), counts[2];
  for (int i = 0; i < 2; i++) {
    astar_cell at = on(world, i, place);
    CHECK(astar_player_see(world->lands[lands[i]].red, at.x, at.y, radius, NULL, &counts[i]) ==
          ASTAR_OK);
  }
  CHECK(counts[0] == counts[1]);
}

/* What the units see is exposed. */
static void expose(World *world) {
  for (int number = 0; number < FLOORS; number++) {
    const Land *land = &world->lands[number];
    astar_observer eyes[UNITS];
    astar_status why;
    int32_t count = 0;
    for (int i = 0; i < UNITS; i++)
      if (land->units[i] != NULL) eyes[count++] = astar_unit_observer(land->units[i]);
    astar_sight *sight = astar_sight_new(land->map, eyes, count, NULL, &why);
    CHECK(sight != NULL && astar_influence_from_sight(land->seen, sight, 5) == ASTAR_OK);
    astar_sight_free(sight);
  }
}

static void forget(World *world) {
  for (int land = 0; land < FLOORS; land++)
    CHECK(astar_player_forget(world->lands[land].red) == ASTAR_OK);
}

static void add_unit(World *world, int32_t number, Place place) {
  const int lands[2] = { place.level, HOUSE };
  bool large = random_below(3) == 0, red = random_below(3) > 0;
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  desc.sight = random_below(12) - 1;
  desc.avoidance = (astar_avoidance)random_below(4);
  for (int i = 0; i < 2; i++) {
    Land *land = &world->lands[lands[i]];
    astar_cell at = on(world, i, place);
    desc.x = at.x;
    desc.y = at.y;
    desc.cls = large ? land->cls : NULL;
    land->units[number] = astar_unit_new(red ? land->red : land->blue, &desc, &why);
  }
  CHECK((world->lands[lands[0]].units[number] != NULL) ==
        (world->lands[HOUSE].units[number] != NULL));
}

/* ---- comparing a floor with its level -------------------------------------------------------- */

static const astar_influence *influence_of(const Land *land, int number) {
  const astar_influence *const all[] = { land->danger, land->scent, land->seen, land->recipes[0],
                                         land->recipes[1], land->recipes[2] };
  return all[number];
}

static void compare_cell(const World *world, Place place) {
  const Land *floor = &world->lands[place.level], *house = &world->lands[HOUSE];
  astar_cell a = place.at, b = in_house(world, place);
  uint32_t clearances[2];
  int32_t known = astar_player_terrain(floor->red, a.x, a.y);
  for (int i = 0; i < 6; i++)
    CHECK(astar_influence_get(influence_of(floor, i), a.x, a.y) ==
          astar_influence_get(influence_of(house, i), b.x, b.y));
  CHECK(astar_player_knows(floor->red, a.x, a.y) == astar_player_knows(house->red, b.x, b.y));
  CHECK(astar_player_terrain(house->red, b.x, b.y) == (known > 0 ? known + 1 : 0));
  CHECK(astar_map_clearance(floor->map, a.x, a.y, NULL, &clearances[0]) == ASTAR_OK);
  CHECK(astar_map_clearance(house->map, b.x, b.y, NULL, &clearances[1]) == ASTAR_OK);
  CHECK(clearances[0] == clearances[1]);
}

static bool same_spot(const World *world, int32_t level, const astar_spot *a,
                      const astar_spot *b) {
  astar_rect rect = world->levels[level].rect;
  return a->x + rect.x == b->x && a->y + rect.y == b->y && a->value == b->value;
}

static void compare_slopes(const World *world, Place place) {
  astar_influence *a = world->lands[place.level].scent, *b = world->lands[HOUSE].scent;
  astar_cell at = in_house(world, place);
  astar_spot spots[2];
  int32_t radius = random_below(20);
  CHECK(astar_influence_max_near(a, place.at.x, place.at.y, radius, &spots[0]) &&
        astar_influence_max_near(b, at.x, at.y, radius, &spots[1]) &&
        same_spot(world, place.level, &spots[0], &spots[1]));
  bool down = astar_influence_downhill(a, place.at.x, place.at.y, &spots[0]);
  CHECK(down == astar_influence_downhill(b, at.x, at.y, &spots[1]));
  CHECK(!down || same_spot(world, place.level, &spots[0], &spots[1]));
  bool up = astar_influence_uphill(a, place.at.x, place.at.y, &spots[0]);
  CHECK(up == astar_influence_uphill(b, at.x, at.y, &spots[1]));
  CHECK(!up || same_spot(world, place.level, &spots[0], &spots[1]));
  astar_cell slope_a = astar_influence_gradient(a, place.at.x, place.at.y);
  astar_cell slope_b = astar_influence_gradient(b, at.x, at.y);
  CHECK(slope_a.x == slope_b.x && slope_a.y == slope_b.y);
}

/* The peaks of the house are those of all floors. */
static void compare_peaks(const World *world) {
  enum { MOST = FLOORS * SIDE * SIDE };
  static astar_spot all[MOST], some[MOST];
  int32_t apart = random_below(9), found = 0;
  int32_t count = astar_influence_peaks(world->lands[HOUSE].scent, 1, apart, all, MOST);
  for (int32_t level = 0; level < LEVELS; level++) {
    int32_t here = astar_influence_peaks(world->lands[level].scent, 1, apart, some, MOST);
    for (int32_t i = 0; i < here; i++)
      for (int32_t j = 0; j < count; j++) found += same_spot(world, level, &some[i], &all[j]);
    count -= here;
    found -= here;
    count += here;
  }
  int32_t sum = 0;
  for (int32_t level = 0; level < LEVELS; level++)
    sum += astar_influence_peaks(world->lands[level].scent, 1, apart, some, MOST);
  CHECK(found == 0 && sum == count);
}

static void compare_line_of_sight(const World *world, Place from, Place to) {
  int32_t range = random_below(12), least = random_below(3) * random_below(4);
  astar_sight_code shots[2];
  astar_cell where[2] = { { 0, 0 }, { 0, 0 } };
  const int lands[2] = { from.level, HOUSE };
  if (range > 0 && range < least) range = 0;
  for (int i = 0; i < 2; i++) {
    const Land *land = &world->lands[lands[i]];
    if (from.level != to.level && i == 0) continue;
    astar_sight_line line = { .from = on(world, i, from), .to = on(world, i, to),
                      .range = range, .min_range = least,
                      .player = range % 2 ? land->red : NULL };
    shots[i] = astar_map_line_of_sight(land->map, &line, &where[i]);
  }
  if (from.level != to.level) CHECK(shots[1] == ASTAR_SIGHT_HIDDEN);
  else CHECK(shots[0] == shots[1]);
}

/* The units near a place are those on its level, in the same order. */
static void compare_near(const World *world, Place place) {
  astar_unit *units[2][UNITS];
  int32_t counts[2], radius = random_below(random_below(2) ? 4 : 30);
  const int lands[2] = { place.level, HOUSE };
  for (int i = 0; i < 2; i++) {
    const Land *land = &world->lands[lands[i]];
    astar_cell at = on(world, i, place);
    astar_surroundings where = { .place = { at.x, at.y, 1, 1 }, .radius = radius,
                                 .side = ASTAR_ANY_SIDE };
    counts[i] = astar_map_units_near(land->map, &where, units[i], UNITS);
  }
  if (!CHECK(counts[0] == counts[1])) return;
  for (int32_t i = 0; i < counts[0]; i++)
    for (int number = 0; number < UNITS; number++)
      CHECK((world->lands[place.level].units[number] == units[0][i]) ==
            (world->lands[HOUSE].units[number] == units[1][i] &&
             world->lands[place.level].units[number] != NULL));
}

static void void_is_empty(const Land *house, int32_t x, int32_t y) {
  for (int i = 0; i < 6; i++) CHECK(astar_influence_get(influence_of(house, i), x, y) == 0);
  CHECK(astar_player_knows(house->red, x, y) == ASTAR_SEEN);
}

static void compare_all_cells(const World *world) {
  const Land *house = &world->lands[HOUSE];
  for (int32_t y = 0; y < astar_map_height(house->map); y++)
    for (int32_t x = 0; x < astar_map_width(house->map); x++)
      if (astar_map_level_at(house->map, x, y) < 0) void_is_empty(house, x, y);
  for (int32_t level = 0; level < LEVELS; level++)
    for (int32_t y = 0; y < world->levels[level].rect.height; y++)
      for (int32_t x = 0; x < world->levels[level].rect.width; x++)
        compare_cell(world, (Place){ level, { x, y } });
}

/* ---- comparing queries ----------------------------------------------------------------------- */

static astar_query question(const Land *land, int unit, uint64_t kind, astar_weighted *weighted) {
  astar_query query = astar_query_default();
  weighted[0] = (astar_weighted){ land->danger, ASTAR_ONE };
  weighted[1] = (astar_weighted){ land->scent, 2 * ASTAR_ONE };
  query.influences = weighted;
  query.influence_count = (int32_t)(kind % 3);
  query.partial = kind / 3 % 2;
  query.within = kind / 6 % 3 == 0 ? (int32_t)(kind / 18 % 9) : 0;
  if (kind / 162 % 2 && unit >= 0) query.unit = land->units[unit];
  else query.player = kind / 324 % 2 ? land->red : NULL;
  if (query.unit == NULL && kind / 648 % 3 == 0) query.cls = land->cls;
  return query;
}

static void compare_costs(const World *world, int32_t level, int unit, uint64_t kind) {
  astar_weighted weighted[2][2];
  const int lands[2] = { level, HOUSE };
  for (int32_t y = 0; y < world->levels[level].rect.height; y++)
    for (int32_t x = 0; x < world->levels[level].rect.width; x++) {
      int32_t costs[2];
      for (int i = 0; i < 2; i++) {
        astar_query query = question(&world->lands[lands[i]], unit, kind, weighted[i]);
        astar_cell at = on(world, i, (Place){ level, { x, y } });
        CHECK(astar_map_cost(world->lands[lands[i]].map, at.x, at.y, x & 1, &query, &costs[i]) ==
              ASTAR_OK);
      }
      CHECK(costs[0] == costs[1]);
    }
}

/* Sends the unit along the path, too, so that it claims cells. */
static void compare_paths(World *world, Place from, Place to, int unit, uint64_t kind) {
  astar_weighted weighted[2];
  astar_path *paths[2] = { NULL, NULL };
  astar_status status[2];
  const int lands[2] = { from.level, HOUSE };
  for (int i = 0; i < 2; i++) {
    Land *land = &world->lands[lands[i]];
    astar_query query = question(land, unit, kind, weighted);
    astar_cell a = on(world, i, from), b = on(world, i, to);
    astar_rect goal = { b.x, b.y, 1, 1 };
    paths[i] = astar_path_find(land->map, a.x, a.y, goal, &query, &status[i]);
    if (paths[i] != NULL && query.unit != NULL)
      CHECK(astar_unit_follow_path(query.unit, paths[i], NULL) == ASTAR_OK);
  }
  CHECK(status[0] == status[1]);
  if (CHECK((paths[0] != NULL) == (paths[1] != NULL)) && paths[0] != NULL &&
      CHECK(astar_path_length(paths[0]) == astar_path_length(paths[1]))) {
    CHECK(astar_path_cost(paths[0]) == astar_path_cost(paths[1]));
    for (int32_t i = 0; i < astar_path_length(paths[0]); i++)
      CHECK(same_place((Place){ from.level, astar_path_cell(paths[0], i) },
                       place_of(world, astar_path_cell(paths[1], i))));
  }
  for (int i = 0; i < 2; i++) astar_path_free(world->lands[lands[i]].map, paths[i]);
}

/* The nearest of some goals on a level. No link leads to those on others. */
static void compare_nearest(const World *world, Place from, uint64_t kind) {
  astar_cell cells[2][6];
  int32_t costs[2] = { -1, -1 };
  const int lands[2] = { from.level, HOUSE };
  for (int n = 0; n < 3; n++) {
    Place goal = some_place_on(world, from.level);
    for (int i = 0; i < 2; i++) cells[i][n] = on(world, i, goal);
    cells[1][3 + n] = in_house(world, some_place_on(world, (from.level + 1 + n % 2) % LEVELS));
  }
  for (int i = 0; i < 2; i++) {
    const Land *land = &world->lands[lands[i]];
    astar_weighted weighted[2];
    astar_query query = question(land, -1, kind, weighted);
    astar_target target = { .wanted = 1 };
    astar_cell at = on(world, i, from);
    astar_status why;
    target.cells = cells[i];
    target.cell_count = i == 0 ? 3 : 6;
    query.partial = false;
    query.within = (int32_t)(kind % 7);
    astar_search *search = astar_nearest_new(land->map, at.x, at.y, &target, &query, &why);
    if (!CHECK(search != NULL)) continue;
    if (astar_search_step(search, UINT32_MAX) == ASTAR_OK) {
      void *memory = malloc(astar_search_path_size(search, 0));
      costs[i] = (int32_t)astar_path_cost(astar_search_path(search, 0, memory));
      free(memory);
    }
    astar_search_free(search);
  }
  CHECK(costs[0] == costs[1]);
}

static void compare_queries(World *world) {
  int unit = random_below(UNITS);
  uint64_t kind = (uint64_t)random_below(1 << 20);
  astar_unit *walker = world->lands[HOUSE].units[unit];
  Place from = some_place(world);
  if (walker != NULL) from = place_of(world, astar_unit_cell(walker));
  else unit = -1;
  compare_paths(world, from, some_place_on(world, from.level), unit, kind);
  compare_costs(world, from.level, unit, kind);
  compare_nearest(world, from, kind);
}

/* ---- levels are maps of their own ------------------------------------------------------------ */

static void change(World *world) {
  switch (random_below(7)) {
    case 6: expose(world); break;
    case 0: set_terrain(world, some_place(world), 1 + random_below(TERRAINS)); break;
    case 1: case 2: stamp(world, some_place(world)); break;
    case 3: spread(world); break;
    case 4: see(world, some_place(world)); break;
    default: if (random_below(8) == 0) forget(world);
  }
}

static void compare_some(World *world) {
  compare_peaks(world);
  for (int n = 0; n < 6; n++) {
    Place place = some_place(world);
    compare_slopes(world, place);
    compare_near(world, place);
    compare_line_of_sight(world, place, some_place(world));
    compare_queries(world);
  }
}

TEST(each_is_a_map_of_its_own) {
  for (EACH_CASE(seed, 50)) {
    int32_t sizes[LEVELS][2];
    random_seed(seed);
    large_size = 2 + (int32_t)(seed % 3);
    some_sizes(sizes);
    World world = new_world(sizes, seed % 2);
    scatter(&world, random_below(40));
    for (int32_t i = 0; i < UNITS; i++) add_unit(&world, i, some_place(&world));
    for (int round = 0; round < 6; round++) {
      for (int n = 0; n < 4; n++) change(&world);
      compare_all_cells(&world);
      compare_some(&world);
      CHECK(map_validate(world.lands[HOUSE].map) == NULL);
    }
    free_world(&world);
  }
}

/* ---- links: the same wherever the levels lie ------------------------------------------------- */

enum { LINKS = 7 };

typedef struct Join {
  Place from, to;
  int32_t cost;
  bool one_way;
} Join;

static int32_t join_all(World *world, const Join *joins, bool *made) {
  int32_t count = 0;
  for (int i = 0; i < LINKS; i++) {
    astar_link_desc desc = astar_link_default();
    astar_status why;
    desc.from = in_house(world, joins[i].from);
    desc.to = in_house(world, joins[i].to);
    desc.cost = joins[i].cost;
    desc.one_way = joins[i].one_way;
    made[i] = astar_link_new(world->lands[HOUSE].map, &desc, &why) != NULL;
    count += made[i];
  }
  return count;
}

static int32_t floor_cost(const World *world, const astar_query *query, Place place,
                          bool diagonal) {
  int32_t cost;
  astar_rect rect = world->levels[place.level].rect;
  if ((uint32_t)place.at.x >= (uint32_t)rect.width ||
      (uint32_t)place.at.y >= (uint32_t)rect.height)
    return 0;
  astar_map_cost(world->lands[place.level].map, place.at.x, place.at.y, diagonal, query, &cost);
  return cost;
}

typedef uint64_t Costs[LEVELS][SIDE][SIDE];

static bool lower(Costs costs, Place to, uint64_t cost) {
  uint64_t *at = &costs[to.level][to.at.y][to.at.x];
  bool better = cost < *at;
  if (better) *at = cost;
  return better;
}

/* The steps from one cell of a floor, for a class of one cell with the default rule. */
static bool relax_steps(const World *world, const astar_query *query, Place at, Costs costs) {
  uint64_t here = costs[at.level][at.at.y][at.at.x];
  bool better = false;
  for (int32_t dy = -1; dy <= 1; dy++)
    for (int32_t dx = -1; dx <= 1; dx++) {
      Place to = { at.level, { at.at.x + dx, at.at.y + dy } };
      Place beside = { at.level, { at.at.x + dx, at.at.y } };
      Place below = { at.level, { at.at.x, at.at.y + dy } };
      int32_t cost = floor_cost(world, query, to, dx != 0 && dy != 0);
      bool legal = dx == 0 || dy == 0 || (floor_cost(world, query, beside, false) > 0 &&
                                          floor_cost(world, query, below, false) > 0);
      if (cost > 0 && legal) better |= lower(costs, to, here + (uint64_t)cost);
    }
  return better;
}

static bool relax_join(const World *world, const Join *join, bool back, Costs costs) {
  Place from = back ? join->to : join->from, to = back ? join->from : join->to;
  astar_query query = astar_query_default();
  uint64_t here = costs[from.level][from.at.y][from.at.x];
  if (here == UINT64_MAX || floor_cost(world, &query, to, false) == 0) return false;
  return lower(costs, to, here + (uint64_t)join->cost);
}

static bool relax_all(const World *world, const Join *joins, const bool *made, Costs costs) {
  astar_query query = astar_query_default();
  bool better = false;
  for (int32_t level = 0; level < LEVELS; level++)
    for (int32_t y = 0; y < world->levels[level].rect.height; y++)
      for (int32_t x = 0; x < world->levels[level].rect.width; x++)
        if (costs[level][y][x] != UINT64_MAX)
          better |= relax_steps(world, &query, (Place){ level, { x, y } }, costs);
  for (int i = 0; i < LINKS; i++) {
    if (!made[i]) continue;
    better |= relax_join(world, &joins[i], false, costs);
    if (!joins[i].one_way) better |= relax_join(world, &joins[i], true, costs);
  }
  return better;
}

/* What it costs from a place to all others over steps and links. */
static void find_costs(const World *world, const Join *joins, const bool *made, Place from,
                       Costs costs) {
  memset(costs, 0xff, sizeof(Costs));
  costs[from.level][from.at.y][from.at.x] = 0;
  while (relax_all(world, joins, made, costs)) {}
}

static astar_status find_in_house(const World *world, Place from, Place to, astar_query query,
                                  astar_path **path) {
  astar_cell a = in_house(world, from), b = in_house(world, to);
  astar_status status;
  *path = astar_path_find(world->lands[HOUSE].map, a.x, a.y, (astar_rect){ b.x, b.y, 1, 1 },
                          &query, &status);
  return status;
}

/* In both houses the same path; returns its cost. */
static uint64_t compare_houses(World worlds[2], Place from, Place to, int unit, uint64_t kind) {
  astar_path *paths[2];
  astar_status status[2];
  astar_weighted weighted[2];
  uint64_t cost = UINT64_MAX;
  for (int i = 0; i < 2; i++) {
    astar_query query = question(&worlds[i].lands[HOUSE], unit, kind, weighted);
    status[i] = find_in_house(&worlds[i], from, to, query, &paths[i]);
  }
  CHECK(status[0] == status[1]);
  if (CHECK((paths[0] != NULL) == (paths[1] != NULL)) && paths[0] != NULL) {
    int32_t length = astar_path_length(paths[0]);
    cost = astar_path_cost(paths[0]);
    CHECK(cost == astar_path_cost(paths[1]) && length == astar_path_length(paths[1]));
    for (int32_t i = 0; i < length && length == astar_path_length(paths[1]); i++)
      CHECK(same_place(place_of(&worlds[0], astar_path_cell(paths[0], i)),
                       place_of(&worlds[1], astar_path_cell(paths[1], i))));
  }
  for (int i = 0; i < 2; i++) astar_path_free(worlds[i].lands[HOUSE].map, paths[i]);
  return cost;
}

/* The same world twice, its levels lying elsewhere, from one state of the random numbers. */
static void two_worlds(World worlds[2], Join joins[LINKS], bool made[LINKS]) {
  int32_t sizes[LEVELS][2];
  some_sizes(sizes);
  uint64_t state = random_state;
  for (int i = 0; i < 2; i++) {
    random_state = state;
    worlds[i] = new_world(sizes, i == 1);
    scatter(&worlds[i], random_below(35));
    for (int n = 0; n < LINKS; n++)
      joins[n] = (Join){ some_place(&worlds[i]), some_place(&worlds[i]), 1 + random_below(60),
                         random_below(3) == 0 };
    join_all(&worlds[i], joins, made);
    for (int n = 0; n < 3; n++) stamp(&worlds[i], some_place(&worlds[i]));
    for (int32_t n = 0; n < UNITS; n++) add_unit(&worlds[i], n, some_place(&worlds[i]));
    CHECK(astar_player_reveal(worlds[i].lands[HOUSE].red) == ASTAR_OK);
    CHECK(astar_player_reveal(worlds[i].lands[HOUSE].blue) == ASTAR_OK);
  }
}

static void compare_with_model(World worlds[2], const Join *joins, const bool *made) {
  static Costs costs;
  Place from = some_place(&worlds[0]);
  astar_query query = astar_query_default();
  if (floor_cost(&worlds[0], &query, from, false) == 0) return;
  find_costs(&worlds[0], joins, made, from, costs);
  for (int n = 0; n < 12; n++) {
    Place to = some_place(&worlds[0]);
    uint64_t expected = costs[to.level][to.at.y][to.at.x];
    CHECK(compare_houses(worlds, from, to, -1, 648) == expected);
  }
}

TEST(places_of_levels_make_no_difference) {
  uint64_t crossed = 0;
  for (EACH_CASE(seed, 50)) {
    World worlds[2];
    Join joins[LINKS];
    bool made[LINKS];
    random_seed(seed);
    two_worlds(worlds, joins, made);
    compare_with_model(worlds, joins, made);
    for (int n = 0; n < 30; n++) {
      Place from = some_place(&worlds[0]), to = some_place(&worlds[0]);
      int unit = random_below(UNITS);
      const astar_unit *walker = worlds[0].lands[HOUSE].units[unit];
      if (walker == NULL) unit = -1;
      else from = place_of(&worlds[0], astar_unit_cell(walker));
      uint64_t cost = compare_houses(worlds, from, to, unit, (uint64_t)random_below(1 << 20));
      crossed += cost != UINT64_MAX && from.level != to.level;
    }
    for (int i = 0; i < 2; i++) free_world(&worlds[i]);
  }
  CHECK(crossed >= 50);
}

/* ---- units ----------------------------------------------------------------------------------- */

static void send(World *world, int unit, Place to) {
  Land *house = &world->lands[HOUSE];
  astar_unit *walker = house->units[unit];
  astar_query query = astar_query_default();
  astar_path *path;
  if (walker == NULL) return;
  query.unit = walker;
  query.partial = true;
  find_in_house(world, place_of(world, astar_unit_cell(walker)), to, query, &path);
  if (path != NULL) CHECK(astar_unit_follow_path(walker, path, NULL) == ASTAR_OK);
  astar_path_free(house->map, path);
}

TEST(units_go_the_same_ways) {
  uint64_t apart = 0, crossed = 0;
  for (EACH_CASE(seed, 80)) {
    World worlds[2];
    Join joins[LINKS];
    bool made[LINKS];
    random_seed(seed);
    two_worlds(worlds, joins, made);
    int32_t before[UNITS] = { 0 };
    for (int tick = 0; tick < 120; tick++) {
      int unit = random_below(UNITS);
      Place to = some_place(&worlds[0]);
      for (int i = 0; i < 2; i++) {
        if (tick % 4 == 0) send(&worlds[i], unit, to);
        CHECK(astar_map_tick(worlds[i].lands[HOUSE].map, NULL, NULL) == ASTAR_OK);
      }
      for (int n = 0; n < UNITS; n++) {
        if (worlds[0].lands[HOUSE].units[n] == NULL) continue;
        Place a = place_of(&worlds[0], astar_unit_cell(worlds[0].lands[HOUSE].units[n]));
        Place b = place_of(&worlds[1], astar_unit_cell(worlds[1].lands[HOUSE].units[n]));
        apart += !same_place(a, b);
        crossed += tick > 0 && before[n] != a.level;
        before[n] = a.level;
      }
      if (tick % 30 == 0) CHECK(map_validate(worlds[1].lands[HOUSE].map) == NULL);
    }
    for (int i = 0; i < 2; i++) free_world(&worlds[i]);
  }
  CHECK(apart == 0);
  CHECK(crossed >= 80);
}

/* ---- saving ---------------------------------------------------------------------------------- */

TEST(levels_are_saved) {
  for (EACH_CASE(seed, 8)) {
    World worlds[2];
    Join joins[LINKS];
    bool made[LINKS];
    random_seed(seed);
    two_worlds(worlds, joins, made);
    for (int i = 0; i < 2; i++) {
      astar_map *map = worlds[i].lands[HOUSE].map, *loaded = copy_of(map);
      if (loaded == NULL) continue;
      CHECK(astar_map_hash(loaded) == astar_map_hash(map) && map_validate(loaded) == NULL);
      for (int32_t n = 0; n < LEVELS; n++) {
        const astar_level *a = &worlds[i].levels[n], *b = astar_map_level(loaded, n);
        CHECK(strcmp(a->name, b->name) == 0 && memcmp(&a->rect, &b->rect, sizeof a->rect) == 0);
      }
      astar_map_free(loaded);
    }
    CHECK(astar_map_hash(worlds[0].lands[HOUSE].map) != astar_map_hash(worlds[1].lands[HOUSE].map));
    for (int i = 0; i < 2; i++) free_world(&worlds[i]);
  }
}

/* ---- what is refused ------------------------------------------------------------------------- */

static astar_status made_of(astar_grid grid, const astar_level *levels, int32_t count) {
  astar_map_desc desc = astar_map_default();
  desc.grid = grid;
  astar_status why;
  desc.width = 9;
  desc.height = 5;
  desc.levels = levels;
  desc.level_count = count;
  astar_map_free(astar_map_new(&desc, &why));
  return why;
}

static astar_status made_with(const astar_level *levels, int32_t count) {
  return made_of(ASTAR_GRID_SQUARE, levels, count);
}

TEST(wrong_levels_are_refused) {
  const struct { astar_level levels[2]; astar_status why; } cases[] = {
    { { { "a", { 0, 0, 4, 5 } }, { "b", { 5, 0, 4, 5 } } }, ASTAR_OK },
    { { { "a", { 0, 0, 4, 2 } }, { "b", { 0, 3, 9, 2 } } }, ASTAR_OK },
    { { { "a", { 0, 0, 4, 2 } }, { "b", { 5, 3, 4, 2 } } }, ASTAR_OK },
    { { { "a", { 0, 0, 4, 5 } }, { "b", { 4, 0, 4, 5 } } }, ASTAR_INVALID },
    { { { "a", { 0, 0, 4, 2 } }, { "b", { 4, 2, 4, 2 } } }, ASTAR_INVALID },
    { { { "b", { 0, 0, 9, 5 } }, { "a", { 2, 2, 1, 1 } } }, ASTAR_INVALID },
    { { { "a", { 0, 0, 4, 5 } }, { "a", { 5, 0, 4, 5 } } }, ASTAR_INVALID },
    { { { "a", { 0, 0, 4, 5 } }, { "", { 5, 0, 4, 5 } } }, ASTAR_INVALID },
    { { { "a", { 0, 0, 4, 5 } }, { "b", { 5, 0, 0, 5 } } }, ASTAR_INVALID },
    { { { "a", { 0, 0, 4, 5 } }, { "b", { 5, 0, 5, 5 } } }, ASTAR_INVALID },
    { { { "a", { 0, 0, 4, 5 } }, { "b", { 5, -1, 4, 5 } } }, ASTAR_INVALID },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    CHECK(made_with(cases[i].levels, 2) == cases[i].why);
  CHECK(made_of(ASTAR_GRID_HEX, cases[0].levels, 2) == ASTAR_INVALID);
  CHECK(made_of(ASTAR_GRID_FLAT_HEX, cases[0].levels, 1) == ASTAR_INVALID);
  CHECK(made_of(ASTAR_GRID_HEX, cases[0].levels, 0) == ASTAR_OK);
  CHECK(made_with(NULL, -1) == ASTAR_INVALID);
  CHECK(made_with(NULL, ASTAR_MAX_LEVELS + 1) == ASTAR_INVALID);
}

TEST(shelves_hold_levels) {
  astar_level levels[4] = { { "a", { 0, 0, 9, 2 } }, { "b", { 0, 0, 4, 3 } },
                            { "c", { 0, 0, 4, 5 } }, { "d", { 0, 0, 2, 1 } } };
  const astar_cell places[4] = { { 0, 0 }, { 0, 3 }, { 5, 3 }, { 0, 9 } };
  int32_t width = 0, height = 0;
  CHECK(astar_levels_arrange(levels, 4, &width, &height) == ASTAR_OK);
  CHECK(width == 9 && height == 10);
  for (int i = 0; i < 4; i++)
    CHECK(levels[i].rect.x == places[i].x && levels[i].rect.y == places[i].y);
  CHECK(astar_levels_arrange(levels, 0, &width, &height) == ASTAR_INVALID);
  levels[1].rect.width = 0;
  CHECK(astar_levels_arrange(levels, 4, &width, &height) == ASTAR_INVALID);
  levels[1].rect = (astar_rect){ 0, 0, 1 << 15, (1 << 13) + 1 };
  CHECK(astar_levels_arrange(levels, 4, &width, &height) == ASTAR_INVALID);
}

/* Nothing can be put into the void, and nothing there can be changed. */
TEST(the_void_stays_void) {
  int32_t sizes[LEVELS][2] = { { 4, 3 }, { 4, 3 }, { 2, 2 } };
  World world = new_world(sizes, false);
  Land *house = &world.lands[HOUSE];
  astar_map *map = house->map;
  astar_link_desc link = { .from = { 1, 3 }, .to = { 0, 0 }, .cost = 5 };
  astar_class_desc desc = astar_class_default();
  const int32_t costs[2] = { 0, 7 };
  uint8_t paint[4 * 10];
  astar_status why;
  uint64_t hash = astar_map_hash(map);
  CHECK(astar_map_get(map, 1, 3) == 1 && strcmp(astar_terrain_name(map, 1), "void") == 0);
  CHECK(astar_map_level_at(map, 1, 3) == -1 && astar_map_level_at(map, 1, 4) == 1);
  CHECK(astar_map_level_at(map, 9, 9) == -1 && astar_map_level(map, LEVELS) == NULL);
  CHECK(astar_map_level_find(map, "attic") == 2 && astar_map_level_find(map, "roof") == -1);
  CHECK(astar_terrain_define(map, "void", 10, false, NULL) == ASTAR_INVALID);
  CHECK(astar_map_set(map, 1, 3, 2) == ASTAR_INVALID);
  CHECK(astar_map_set(map, 1, 2, 1) == ASTAR_INVALID);
  CHECK(astar_map_fill(map, (astar_rect){ 0, 0, 4, 3 }, 1) == ASTAR_INVALID);
  CHECK(astar_influence_set(house->danger, 1, 3, 5) == ASTAR_INVALID);
  CHECK(astar_influence_add(house->danger, 1, 3, 5, 2, ASTAR_FALLOFF_NONE) == ASTAR_INVALID);
  CHECK(astar_influence_flood(house->danger, 1, 3, 5, 2, NULL, NULL) == ASTAR_INVALID);
  CHECK(astar_link_new(map, &link, &why) == NULL && why == ASTAR_INVALID);
  link.to = link.from;
  link.from = (astar_cell){ 0, 0 };
  CHECK(astar_link_new(map, &link, &why) == NULL && why == ASTAR_INVALID);
  CHECK(new_unit(house->red, 1, 3, 2) == NULL);
  desc.costs = costs;
  desc.cost_count = 2;
  CHECK(astar_class_new(map, &desc, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_map_hash(map) == hash && map_validate(map) == NULL);
  CHECK(astar_map_fill(map, (astar_rect){ 0, 0, 4, 10 }, 3) == ASTAR_OK);
  CHECK(astar_map_get(map, 1, 3) == 1 && astar_map_get(map, 1, 2) == 3);
  memset(paint, 2, sizeof paint);
  CHECK(astar_map_paint(map, (astar_rect){ 0, 0, 4, 10 }, paint) == ASTAR_OK);
  CHECK(astar_map_get(map, 1, 3) == 1 && astar_map_get(map, 1, 4) == 2);
  paint[0] = 1;
  CHECK(astar_map_paint(map, (astar_rect){ 0, 0, 4, 10 }, paint) == ASTAR_INVALID);
  astar_observer eye = { 1, 3, 5 };
  astar_sight *sight = astar_sight_new(map, &eye, 1, NULL, &why);
  CHECK(astar_sight_count(sight, 1, 3) == 1 && astar_sight_count(sight, 1, 2) == 0);
  CHECK(astar_influence_from_sight(house->danger, sight, 5) == ASTAR_OK);
  CHECK(astar_influence_get(house->danger, 1, 3) == 0);
  astar_sight_free(sight);
  CHECK(map_validate(map) == NULL);
  free_world(&world);
}

/* A goal of several cells lies on one level. */
TEST(goals_lie_on_one_level) {
  int32_t sizes[LEVELS][2] = { { 4, 3 }, { 4, 3 }, { 2, 2 } };
  World world = new_world(sizes, false);
  astar_map *map = world.lands[HOUSE].map;
  astar_status why;
  astar_path *path = astar_path_find(map, 0, 0, (astar_rect){ 2, 1, 2, 2 }, NULL, &why);
  CHECK(why == ASTAR_OK);
  astar_path_free(map, path);
  path = astar_path_find(map, 0, 0, (astar_rect){ 2, 1, 2, 3 }, NULL, &why);
  CHECK(why == ASTAR_INVALID);
  path = astar_path_find(map, 0, 0, (astar_rect){ 2, 1, 2, 5 }, NULL, &why);
  CHECK(why == ASTAR_INVALID);
  path = astar_path_find(map, 0, 0, (astar_rect){ 1, 3, 1, 1 }, NULL, &why);
  CHECK(why == ASTAR_GOAL_BLOCKED);
  path = astar_path_find(map, 0, 0, (astar_rect){ 1, 4, 1, 1 }, NULL, &why);
  CHECK(why == ASTAR_UNREACHABLE);
  free_world(&world);
}

int main(void) { return run_tests(); }
