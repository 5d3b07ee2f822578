/*
** One hash: fixed searches, fields and a fixed battle, folded into one number each. The numbers
** stand here and hold for every compiler, optimisation, number of threads and processor;
** `make one-hash` builds this program for several and runs them. What changes a number on purpose
** changes it here, and the change is looked at.
**
** `one_hash SEED` prints the numbers of other worlds, for comparing processors with one another.
**
** A random number is drawn in a statement of its own: C leaves open in which order arguments and
** the elements of lists are evaluated.
*/
#include "check.h"

#define SEARCHES 0x0bedd912bbcdf847u
#define FIELDS   0x48a170b64728a442u
#define BATTLE   0x5931f63b8b4ed6cdu
#define SAVED    0x5f1c3f4c30823c88u
#define WORK     0x39c539ac0259a8e1u

enum { WIDTH = 72, HEIGHT = 56, ROUNDS = 400, TICKS = 160, PLAYERS = 3, UNITS = 36 };

typedef struct World {
  astar_map *map;
  astar_class *classes[4];
  astar_player *players[PLAYERS];
  astar_influence *danger, *scent;
  astar_unit *units[UNITS];         /* NULL: there was no room */
  astar_weighted weights[2];
} World;

static uint64_t fold(uint64_t sum, int64_t value) {
  for (int shift = 0; shift < 64; shift += 8)
    sum = (sum ^ (uint8_t)((uint64_t)value >> shift)) * 0x100000001b3u;
  return sum;
}

static uint64_t other_seed;         /* 0: the numbers must be those above */

static bool is(const char *what, uint64_t sum, uint64_t expected) {
  if (other_seed == 0) return is_constant(sum, expected);
  printf("%s 0x%016llxu\n", what, (unsigned long long)sum);
  return true;
}

static astar_cell random_cell(void) {
  astar_cell cell;
  cell.x = random_below(WIDTH);
  cell.y = random_below(HEIGHT);
  return cell;
}

/* ---- a world with all layers ----------------------------------------------------------------- */

static void make_classes(World *world) {
  int32_t costs[BUSH + 1] = { 0, 10, 0, 30, -1 };
  astar_class_desc desc = astar_class_default();
  astar_status why;
  world->classes[0] = astar_map_class(world->map);
  desc.size = 2;
  world->classes[1] = astar_class_new(world->map, &desc, &why);
  desc.size = 1;
  desc.diagonal = ASTAR_DIAGONAL_NEVER;
  desc.unknown = 25;
  world->classes[2] = astar_class_new(world->map, &desc, &why);
  desc.diagonal = ASTAR_DIAGONAL_ALWAYS;
  desc.costs = costs;
  desc.cost_count = BUSH + 1;
  world->classes[3] = astar_class_new(world->map, &desc, &why);
}

static void make_layers(World *world) {
  static const char *const names[PLAYERS] = { "red", "blue", "green" };
  astar_status why;
  for (int i = 0; i < PLAYERS; i++) world->players[i] = new_player(world->map, names[i]);
  for (int i = 0; i < 12; i++) {
    astar_cell at = random_cell();
    astar_player_see(world->players[i % PLAYERS], at.x, at.y, 9, NULL, NULL);
  }
  astar_player_share(world->players[1], world->players[2], true);
  world->danger = astar_influence_new(world->map, "danger", 1024, &why);
  world->scent = astar_influence_new(world->map, "scent", -300, &why);
  for (int i = 0; i < 8; i++) {
    astar_cell at = random_cell();
    astar_influence_add(i % 2 ? world->danger : world->scent, at.x, at.y, 60, 7,
                        i % 4 < 2 ? ASTAR_FALLOFF_LINEAR : ASTAR_FALLOFF_NONE);
  }
  world->weights[0] = (astar_weighted){ world->danger, 1500 };
  world->weights[1] = (astar_weighted){ world->scent, 700 };
}

static void make_units(World *world) {
  for (int i = 0; i < UNITS; i++) {
    astar_cell at = random_cell();
    astar_unit_desc desc = astar_unit_default();
    astar_status why;
    desc.x = at.x;
    desc.y = at.y;
    desc.cls = world->classes[i % 4];
    desc.speed = 128 * (1 + i % 7);
    desc.sight = i % 6 - 1;
    desc.avoidance = (astar_avoidance)(i % 4);
    world->units[i] = astar_unit_new(world->players[i % PLAYERS], &desc, &why);
  }
}

static World new_world(uint64_t seed, int32_t percent) {
  World world;
  memset(&world, 0, sizeof world);
  random_seed(seed + 1000 * other_seed);
  world.map = random_map(WIDTH, HEIGHT, percent);
  make_classes(&world);
  make_layers(&world);
  make_units(&world);
  return world;
}

/* ---- searches -------------------------------------------------------------------------------- */

static astar_query random_query(World *world) {
  astar_query query = astar_query_default();
  query.cls = world->classes[random_below(4)];
  int32_t player = random_below(5), layers = random_below(3), extra = random_below(8);
  int32_t unit = random_below(2 * UNITS);
  if (player < PLAYERS) query.player = world->players[player];
  if (unit < UNITS && world->units[unit] != NULL) {
    query.unit = world->units[unit];
    query.cls = NULL;
    query.player = NULL;
  }
  query.influences = world->weights;
  query.influence_count = layers;
  query.within = extra == 1 ? 2 : 0;
  query.partial = extra == 2;
  query.turn_cost = extra == 3 ? 6 : 0;
  query.heuristic_weight = extra == 4 ? 1536 : 1024;
  query.budget = extra == 5 ? 60 : 0;
  query.explain = extra == 6;
  return query;
}

static uint64_t fold_path(uint64_t sum, const astar_path *path) {
  sum = fold(fold(sum, astar_path_cost(path)), astar_path_expanded(path));
  for (int32_t i = 0; i < astar_path_length(path); i++) {
    astar_cell cell = astar_path_cell(path, i);
    sum = fold(fold(sum, cell.x), cell.y);
  }
  return sum;
}

/* By every engine that answers the query: which do is part of the number. */
static uint64_t fold_answers(uint64_t sum, World *world, astar_query query) {
  astar_cell from = random_cell(), to = random_cell();
  astar_rect goal = { to.x, to.y, 1, 1 };
  for (int engine = ASTAR_ENGINE_AUTO; engine <= ASTAR_ENGINE_DIJKSTRA; engine++) {
    astar_path *path = NULL;
    query.engine = (astar_engine)engine;
    astar_status status;
    path = astar_path_find(world->map, from.x, from.y, goal, &query, &status);
    sum = fold(sum, (int64_t)status);
    if (path != NULL) sum = fold_path(sum, path);
    astar_path_free(world->map, path);
  }
  return sum;
}

TEST(searches) {
  uint64_t sum = 1;
  for (int32_t percent = 0; percent <= 40; percent += 20) {
    World world = new_world(7 + (uint64_t)percent, percent);
    for (int i = 0; i < ROUNDS; i++) {
      astar_cell edited = random_cell();
      astar_map_set(world.map, edited.x, edited.y, random_terrain(percent));
      if (i == ROUNDS / 2) find_landmarks(world.map, NULL);
      if (i == ROUNDS / 2) find_dead_ends(world.map, NULL);
      sum = fold_answers(sum, &world, random_query(&world));
    }
    sum = fold(sum, (int64_t)astar_map_hash(world.map));
    astar_map_free(world.map);
  }
  CHECK(is("SEARCHES", sum, SEARCHES));
}

/* ---- fields ---------------------------------------------------------------------------------- */

static uint64_t fold_field(uint64_t sum, astar_field *field) {
  for (int32_t y = 0; y < HEIGHT; y++)
    for (int32_t x = 0; x < WIDTH; x++) {
      uint32_t cost = 0;
      astar_cell next = { -1, -1 };
      sum = fold(sum, (int64_t)astar_field_cost(field, x, y, &cost));
      astar_field_step(field, x, y, &next);
      sum = fold(fold(fold(sum, cost), next.x), next.y);
    }
  return sum;
}

TEST(fields) {
  World world = new_world(3, 25);
  uint64_t sum = 1;
  astar_status why;
  for (int i = 0; i < 30; i++) {
    astar_query query = random_query(&world);
    astar_cell ends[2];
    ends[0] = random_cell();
    ends[1] = random_cell();
    query.partial = query.explain = false;
    query.turn_cost = query.within = 0;
    query.budget = 0;
    query.heuristic_weight = 1024;
    astar_field *field = i % 3 ? astar_field_new(world.map, ends, 2, &query, &why)
                               : astar_field_flee(world.map, ends, 2, 0, &query, &why);
    sum = fold(sum, (int64_t)why);
    if (field != NULL) sum = fold_field(sum, field);
    astar_field_free(field);
  }
  astar_map_free(world.map);
  CHECK(is("FIELDS", sum, FIELDS));
}

/* ---- a battle -------------------------------------------------------------------------------- */

static void ask(World *world) {
  for (int i = 0; i < 3; i++) {
    astar_query query = random_query(world);
    astar_cell from = random_cell(), to = random_cell();
    astar_rect goal = { to.x, to.y, 1, 1 };
    astar_status why;
    int32_t x = query.unit != NULL ? ASTAR_AT_UNIT : from.x, priority = random_below(3);
    astar_queue_request(world->map, x, from.y, goal, &query, priority, &why);
  }
}

/* Units follow what was found for them. */
static uint64_t fold_tickets(uint64_t sum, World *world) {
  astar_ticket *ticket;
  while ((ticket = astar_ticket_next(world->map)) != NULL) {
    const astar_search *search = astar_ticket_search(ticket);
    size_t size = search != NULL ? astar_search_path_size(search, 0) : 0;
    sum = fold(sum, (int64_t)astar_ticket_status(ticket));
    if (size > 0) {
      void *memory = malloc(size);
      astar_path *path = astar_search_path(search, 0, memory);
      astar_unit *unit = astar_ticket_query(ticket)->unit;
      sum = fold_path(sum, path);
      if (unit != NULL) sum = fold(sum, (int64_t)astar_unit_follow_path(unit, path, NULL));
      free(memory);
    }
    astar_ticket_free(ticket);
  }
  return sum;
}

static void interfere(World *world, int tick) {
  astar_cell at = random_cell();
  astar_map_set(world->map, at.x, at.y, random_terrain(20));
  astar_influence_add(world->danger, at.x, at.y, 40, 4, ASTAR_FALLOFF_LINEAR);
  if (tick % 3 == 0) astar_influence_spread(world->danger, 100);
  if (tick % 2 == 0) astar_influence_decay(world->danger, 950);
  if (tick % 40 == 39) astar_player_end_sight(world->players[tick / 40 % PLAYERS]);
  if (tick % 50 == 49 && world->units[tick / 50] != NULL) {
    astar_unit_remove(world->units[tick / 50]);
    world->units[tick / 50] = NULL;
  }
}

static uint64_t fold_tick(uint64_t sum, World *world, int tick, int32_t threads) {
  ask(world);
  CHECK(astar_map_tick(world->map, NULL, NULL) == ASTAR_OK);
  CHECK(astar_queue_work(world->map, 900, threads, NULL) == ASTAR_OK);
  sum = fold_tickets(sum, world);
  interfere(world, tick);
  sum = fold(sum, (int64_t)astar_map_hash(world->map));
  return fold(sum, (int64_t)astar_queue_hash(world->map));
}

static uint64_t play(World *world, int32_t threads) {
  uint64_t sum = 1;
  for (int tick = 0; tick < TICKS; tick++) sum = fold_tick(sum, world, tick, threads);
  return sum;
}

TEST(battle) {
  for (int32_t threads = 1; threads <= 4; threads++) {
    World world = new_world(5, 20);
    CHECK(is("BATTLE", play(&world, threads), BATTLE));
    astar_map_free(world.map);
  }
}

/* ---- bytes ----------------------------------------------------------------------------------- */

/* What is saved is the same everywhere, and so is what becomes of it. */
TEST(saved) {
  World world = new_world(5, 20);
  astar_status why;
  play(&world, 1);
  size_t size;
  uint8_t *bytes = saved_map(world.map, &size);
  uint64_t sum = fold(1, (int64_t)astar_checksum(bytes, size));
  astar_map *loaded = astar_map_load(bytes, size, (astar_allocator){ NULL, NULL }, 0, &why);
  CHECK(loaded != NULL && astar_map_hash(loaded) == astar_map_hash(world.map));
  for (int tick = 0; tick < 40; tick++) {
    CHECK(astar_map_tick(loaded, NULL, NULL) == ASTAR_OK);
    CHECK(astar_queue_work(loaded, 900, 2, NULL) == ASTAR_OK);
    sum = fold(fold(sum, (int64_t)astar_map_hash(loaded)), (int64_t)astar_queue_hash(loaded));
  }
  astar_map_free(loaded);
  astar_map_free(world.map);
  free(bytes);
  CHECK(is("SAVED", sum, SAVED));
}

/* ---- what an answer takes -------------------------------------------------------------------- */

/* Larger than the tables' blocks: some nodes more or less, in a search, a table or a field, show
** here, where the answer stays the same. */
enum { BROAD = 230, DEEP = 150, QUESTIONS = 60 };

/* A map of one of the shapes, with rooms, slopes and links. */
typedef struct Country {
  astar_map *map;
  astar_class *cls, *large;
  astar_player *player;
  astar_influence *danger;
  bool square;
  astar_weighted weight;
} Country;

static const astar_level LEVELS[] = { { "ground", { 0, 0, BROAD, 80 } },
                                      { "cave", { 20, 90, 190, DEEP - 90 } } };

static astar_cell cell_of(void) {
  astar_cell cell;
  cell.x = random_below(BROAD);
  cell.y = random_below(DEEP);
  return cell;
}

static void build_walls(astar_map *map, int32_t count, bool uniform) {
  for (int32_t i = 0; i < count; i++) {
    astar_cell at = cell_of();
    int32_t length = between(3, 40), terrain = i % 9 == 0 ? GLASS : WALL;
    astar_rect wall = { at.x, at.y, 1, 1 };
    if (i % 4 == 0 && !uniform) terrain = BUSH;
    if (i % 2) wall.width = length < BROAD - at.x ? length : BROAD - at.x;
    else wall.height = length < DEEP - at.y ? length : DEEP - at.y;
    astar_map_fill(map, wall, terrain);
  }
}

static void build_links(astar_map *map, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    astar_link_desc desc = astar_link_default();
    astar_status why;
    desc.from = cell_of();
    desc.to = cell_of();
    desc.cost = between(5, 900);
    desc.one_way = i % 3 == 0;
    astar_link_new(map, &desc, &why);
  }
}

/* Plain and uniform; with slopes and links; with levels; of hexagons. */
enum { UNIFORM, SLOPED, STOREYS, HEXAGONS, SHAPES };

static Country new_country(int shape) {
  Country country = { .square = shape != HEXAGONS };
  astar_map_desc desc = astar_map_default();
  astar_class_desc wide = astar_class_default();
  astar_status why;
  random_seed(11 + (uint64_t)shape + 1000 * other_seed);
  desc.width = BROAD;
  desc.height = DEEP;
  desc.levels = LEVELS;
  desc.level_count = shape == STOREYS ? 2 : 0;
  desc.grid = shape == HEXAGONS ? ASTAR_GRID_FLAT_HEX : ASTAR_GRID_SQUARE;
  country.map = astar_map_new(&desc, &why);
  if (shape != STOREYS) define_terrains(country.map);
  else for (int32_t i = OPEN; i <= BUSH; i++) {
    static const char *const names[] = { "open", "wall", "glass", "bush" };
    static const int32_t costs[] = { 10, 0, 0, 20 };
    astar_terrain_define(country.map, names[i - OPEN], costs[i - OPEN], i % 2 == 0, NULL);
  }
  build_walls(country.map, shape == UNIFORM ? 120 : 260, shape == UNIFORM);
  if (shape == SLOPED) astar_terrain_set_slope(country.map, BUSH, (astar_slope){ 3, 4, -2 });
  if (shape != UNIFORM) build_links(country.map, 24);
  wide.size = 2;
  wide.climb = shape == SLOPED ? 5 : 0;
  country.cls = astar_map_class(country.map);
  country.large = astar_class_new(country.map, &wide, &why);
  country.player = new_player(country.map, "red");
  country.danger = astar_influence_new(country.map, "danger", 1024, &why);
  country.weight = (astar_weighted){ country.danger, 1200 };
  for (int i = 0; i < 9; i++) {
    astar_cell at = cell_of();
    astar_influence_add(country.danger, at.x, at.y, 40, 9, ASTAR_FALLOFF_LINEAR);
    at = cell_of();
    astar_player_see(country.player, at.x, at.y, 30, NULL, NULL);
  }
  return country;
}

static astar_query query_in(Country *country) {
  astar_query query = astar_query_default();
  int32_t kind = random_below(8);
  query.cls = kind % 3 == 0 ? country->large : country->cls;
  query.player = kind == 1 || kind == 3 ? country->player : NULL;
  query.influences = &country->weight;
  query.influence_count = kind == 2 || kind == 3;
  query.within = kind == 4 ? 6 : 0;
  query.partial = kind == 5;
  return query;
}

static uint64_t fold_search(uint64_t sum, astar_search *search) {
  if (search == NULL) return fold(sum, -1);
  sum = fold(sum, (int64_t)astar_search_step(search, UINT32_MAX));
  sum = fold(fold(sum, astar_search_expanded(search)), (int64_t)astar_search_engine(search));
  astar_search_free(search);
  return sum;
}

/* How many portions of nodes a ticket takes, with the tables that it needs. */
static uint64_t fold_portions(uint64_t sum, Country *country, astar_rect goal, astar_query *query) {
  astar_status why;
  astar_cell from = cell_of();
  int32_t portions = 0;
  astar_ticket *ticket = astar_queue_request(country->map, from.x, from.y, goal, query, 0, &why);
  if (ticket == NULL) return fold(sum, (int64_t)why);
  for (; astar_ticket_status(ticket) == ASTAR_RUNNING; portions++)
    if (astar_queue_work(country->map, 50, 1, NULL) != ASTAR_OK) break;
  astar_ticket_free(ticket);
  return fold(sum, portions);
}

static uint64_t fold_places(uint64_t sum, Country *country, const astar_query *query) {
  astar_position_query where = { .query = query, .budget = 5000, .term_count = 3 };
  astar_position_term terms[3];
  astar_position places[4];
  astar_cell from = cell_of(), at = cell_of();
  astar_rect threat = { at.x, at.y, 1, 1 };
  int32_t found = 0;
  uint64_t work = 0;
  terms[0] = astar_position_term_default(ASTAR_MEASURE_WALK);
  terms[1] = astar_position_term_default(ASTAR_MEASURE_COVER);
  terms[2] = astar_position_term_default(ASTAR_MEASURE_EXITS);
  terms[0].weight = -ASTAR_ONE;
  terms[1].places = &threat;
  terms[1].place_count = 1;
  terms[1].weight = 60 * ASTAR_ONE;
  terms[2].radius = 3;
  where.x = from.x;
  where.y = from.y;
  where.area = (astar_rect){ from.x - 9, from.y - 9, 19, 19 };
  where.terms = terms;
  where.sure = 2;
  sum = fold(sum, (int64_t)astar_map_positions(country->map, &where, places, NULL, 4, &found,
                                               &work));
  for (int32_t i = 0; i < found && i < 4; i++)
    sum = fold(fold(fold(sum, places[i].x), places[i].y), places[i].score);
  return fold(sum, (int64_t)work);
}

/* What an edit leaves to do for a field, and for the queries after it. */
static uint64_t fold_repaired(uint64_t sum, Country *country, astar_query *query, bool flees) {
  astar_cell ends[2];
  astar_status why;
  uint32_t cost = 0;
  ends[0] = cell_of();
  ends[1] = cell_of();
  query->within = 0;
  astar_field *field = flees ? astar_field_flee(country->map, ends, 2, 400, query, &why)
                             : astar_field_new(country->map, ends, 2, query, &why);
  if (field == NULL) return fold(sum, (int64_t)why);
  for (int32_t i = 0; i < 6; i++) {
    astar_cell at = cell_of();
    astar_map_set(country->map, at.x, at.y, i % 2 ? WALL : OPEN);
    at = cell_of();
    sum = fold(sum, (int64_t)astar_field_cost(field, at.x, at.y, &cost));
    sum = fold(fold(sum, cost), (int64_t)astar_field_work(field));
  }
  astar_field_free(field);
  return sum;
}

static uint64_t fold_work(uint64_t sum, Country *country) {
  astar_status why;
  astar_prices prices = astar_prices_default(country->map);
  for (int i = 0; i < QUESTIONS; i++) {
    astar_query query = query_in(country);
    astar_target target = { .unseen = query.player != NULL, .wanted = 1 + i % 5 };
    astar_cell from = cell_of(), to = cell_of();
    astar_rect goal = { to.x, to.y, 1, 1 };
    if (query.player == NULL) target.terrain = BUSH;
    if (i == QUESTIONS / 2) find_landmarks(country->map, &query);
    for (int engine = ASTAR_ENGINE_AUTO; engine < ASTAR_ENGINE_NONE; engine++) {
      query.engine = (astar_engine)engine;
      query.turn_cost = engine == ASTAR_ENGINE_TURN && country->square ? 4 : 0;
      query.any_angle = engine == ASTAR_ENGINE_ANYA && country->square;
      sum = fold_search(sum, astar_search_new(country->map, from.x, from.y, goal, &query, &why));
    }
    query.engine = ASTAR_ENGINE_AUTO;
    query.any_angle = false;
    sum = fold_portions(sum, country, goal, &query);
    query.partial = false;
    sum = fold_search(sum, astar_nearest_new(country->map, from.x, from.y, &target, &query, &why));
    if (i % 6 == 0)
      sum = fold_search(sum, astar_alternatives_new(country->map, from.x, from.y, goal, NULL,
                                                    &query, &why));
    if (i % 4 == 0 && country->square)
      sum = fold_search(sum, astar_breach_new(country->map, from.x, from.y, goal, &prices, &query,
                                              &why));
    if (country->square) sum = fold_places(sum, country, &query);
    sum = fold_repaired(sum, country, &query, i % 3 == 0);
  }
  return sum;
}

TEST(work) {
  uint64_t sum = 1;
  for (int shape = 0; shape < SHAPES; shape++) {
    Country country = new_country(shape);
    sum = fold_work(sum, &country);
    astar_map_free(country.map);
  }
  CHECK(is("WORK", sum, WORK));
}

int main(int count, char **words) {
  if (count > 1) other_seed = strtoull(words[1], NULL, 10);
  return run_tests();
}
