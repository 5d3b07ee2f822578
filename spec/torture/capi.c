/*
** torture: build=asan share=4 short=yes cases=660
**
** Calls of the C interface at random: each function of the public headers, with objects that are
** there and numbers that are mostly within their range, in any order; units, players and influence
** maps are removed while tickets, fields and paths count on them; memory ends now and then.
**
** What must hold: a call that fails has changed nothing (astar_map_hash), one that is INVALID says
** why, paths are legal, a map that was saved and loaded has the same hash, and when the map is freed
** no byte is left.
**
** A program is a list of lines, each the name of a function and a seed for its arguments. The calls
** are written by tools/random-calls.lua from the headers; those that need more are here, as
** custom_NAME.
*/
#include "torture.h"
#include "core/graph/graph.h"
#include "core/lifetime/validate.h"

#include <stdarg.h>

enum { CLASSES, PLAYERS, INFLUENCES, UNITS, SEARCHES, FIELDS, TICKETS, PATHS, SIGHTS, LINKS,
       AREAS, WATCHES, GRAPH_PATHS, GRAPH_FIELDS, POOLS };
enum { POOL_MAX = 24, CALLS = 160, WEIGHTS_MAX = 4 };

typedef struct Pool {
  void *objects[POOL_MAX];
  int32_t count;
} Pool;

typedef struct Machine {
  astar_map *map;
  astar_graph *graph;
  Pool pools[POOLS];
  astar_node_desc node;
  astar_edge_desc edge;
  astar_graph_extra extras[3];
  astar_graph_query graph_query;
  int32_t nodes[3];
  astar_graph_trip trip;
  astar_graph_field_desc graph_field;
  astar_query query;
  astar_target target;
  astar_class_desc cls;
  astar_unit_desc unit;
  astar_sight_line line;
  astar_link_desc link;
  astar_prices prices;
  astar_resize resize;
  astar_alternatives_desc alternatives;
  astar_areas_desc areas;
  astar_watch_desc watch;
  astar_class *link_class;
  int32_t costs[6];
  astar_cell cells[4];
  astar_weighted weights[WEIGHTS_MAX], terms[WEIGHTS_MAX];
  astar_recipe recipe;
  astar_snapshot *snapshot;         /* one of the map, or NULL; and what there was then */
  Pool kept[POOLS];
  uint64_t kept_hash;
  int queries, kept_queries;        /* that were made: their lists are in here */
  size_t held;                      /* bytes of the map */
  long countdown;                   /* allocations until one fails; 0: none will */
  bool has_failed;                  /* one has, in this call */
} Machine;

typedef struct Function {
  const char *name;
  bool (*call)(Machine *m);         /* false: it could not be called, or has failed */
} Function;

static bool is_shown;

static void show(const char *format, ...) {
  va_list list;
  if (!is_shown) return;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
  fflush(stdout);
}

static void must(bool holds, const char *what) {
  if (holds) return;
  printf("found: %s\n", what);
  fflush(stdout);
  abort();
}

static void *allocate(void *user, void *block, size_t old_size, size_t new_size) {
  Machine *m = user;
  if (new_size > old_size && m->countdown > 0 && --m->countdown == 0) {
    m->has_failed = true;
    return NULL;
  }
  m->held += new_size - old_size;
  if (new_size == 0) return free(block), NULL;
  return realloc(block, new_size);
}

/* ---- what is there --------------------------------------------------------------------------- */

static void *pick(Machine *m, int kind) {
  Pool *pool = &m->pools[kind];
  return pool->count > 0 ? pool->objects[random_below(pool->count)] : NULL;
}

static void add(Machine *m, int kind, void *object) {
  Pool *pool = &m->pools[kind];
  if (pool->count < POOL_MAX) pool->objects[pool->count++] = object;
}

static void drop(Machine *m, int kind, const void *object) {
  Pool *pool = &m->pools[kind];
  for (int32_t i = 0; i < pool->count; i++)
    if (pool->objects[i] == object) pool->objects[i--] = pool->objects[--pool->count];
}

static bool has_room(const Machine *m, int kind) {
  return m->pools[kind].count < POOL_MAX;
}

/* All that must not outlive something that is removed: searches keep pointers. */
static void free_searches(Machine *m) {
  Pool *pool = &m->pools[SEARCHES];
  while (pool->count > 0) astar_search_free(pool->objects[--pool->count]);
}

/* ---- arguments ------------------------------------------------------------------------------- */

static const int32_t odd_numbers[] = { -1, 0, 1, 2, 255, 256, 1023, 1024, 65535, 65536, INT32_MAX,
  INT32_MIN, 1 << 28, -1024, 65537 };
enum { ODD_NUMBERS = sizeof odd_numbers / sizeof *odd_numbers };

/* An object that has a pointer of the game's; or such a pointer, which the library never follows: it is
** no address of anything. */
static void *some_pointer(Machine *m, const char *name) {
  if (strcmp(name, "object") == 0) {
    static const int kinds[] = { CLASSES, PLAYERS, INFLUENCES, UNITS, SEARCHES, FIELDS, TICKETS,
                                 SIGHTS, LINKS, AREAS, WATCHES, GRAPH_FIELDS };
    void *object = pick(m, kinds[random_below(sizeof kinds / sizeof *kinds)]);
    return object != NULL ? object : m->map;
  }
  must(strcmp(name, "user_data") == 0, "memory of the caller's is given by a custom_NAME");
  return (void *)(uintptr_t)(1 + random_below(1000));
}

static int32_t some_int(const Machine *m, const char *name) {
  if (random_below(25) == 0) return odd_numbers[random_below(ODD_NUMBERS)];
  if (strcmp(name, "x") == 0 || strcmp(name, "to_x") == 0)
    return random_below(astar_map_width(m->map));
  if (strcmp(name, "y") == 0 || strcmp(name, "to_y") == 0)
    return random_below(astar_map_height(m->map));
  if (strcmp(name, "terrain") == 0 || strcmp(name, "id") == 0) return 1 + random_below(4);
  if (strcmp(name, "cost") == 0) return 1 + random_below(50);
  if (strcmp(name, "threads") == 0) return 1 + random_below(2);
  if (strcmp(name, "speed") == 0) return random_below(3000);
  if (strcmp(name, "factor") == 0 || strcmp(name, "share") == 0) return random_below(1025);
  if (strcmp(name, "bound") == 0) return ASTAR_ONE + random_below(3000);
  if (strcmp(name, "first") == 0) return 0;
  return random_below(9);
}

static uint32_t some_count(const Machine *m) {
  static const uint32_t counts[] = { 1, 10, 64, 300, 5000, 100000, UINT32_MAX, 0 };
  (void)m;
  return counts[random_below(8)];
}

static double some_double(const Machine *m) {
  static const double numbers[] = { 0.0, 0.5, 1.0, 3.25, -2.0, 1e9, 1e308, -1e308 };
  (void)m;
  return numbers[random_below(random_below(4) ? 4 : 8)];
}

static const char *some_name(const Machine *m) {
  static const char *const names[] = { "open", "wall", "red", "blue", "green", "danger", "smell",
    "a name of sixty-four bytes, which is a byte more than names may have", "" };
  (void)m;
  return names[random_below(random_below(5) ? 7 : 9)];
}

static astar_rect some_rect(const Machine *m) {
  return (astar_rect){ some_int(m, "x"), some_int(m, "y"), 1 + random_below(3), 1 + random_below(2) };
}

static astar_cell some_cell(const Machine *m) {
  return (astar_cell){ some_int(m, "x"), some_int(m, "y") };
}

/* Mostly one that is possible. */
static const astar_recipe *some_recipe(Machine *m) {
  astar_recipe *recipe = &m->recipe;
  *recipe = astar_recipe_default((astar_recipe_kind)random_below(ASTAR_RECIPE_HISTORY + 1));
  recipe->terms = m->terms;
  recipe->term_count = recipe->kind >= ASTAR_RECIPE_SLOPE ? 1 : 1 + random_below(WEIGHTS_MAX);
  for (int32_t i = 0; i < recipe->term_count; i++) {
    m->terms[i] = (astar_weighted){ pick(m, INFLUENCES), random_below(4096) - 2048 };
    if (m->terms[i].influence == NULL) return NULL;
  }
  if (recipe->kind == ASTAR_RECIPE_NEAR) recipe->radius = 1 + random_below(33);
  if (recipe->kind == ASTAR_RECIPE_HISTORY) recipe->half_life = 1 + random_below(9);
  if (recipe->kind == ASTAR_RECIPE_FLOW) recipe->radius = 1 + random_below(4);
  if (recipe->kind == ASTAR_RECIPE_FLOW && random_below(2)) recipe->cls = pick(m, CLASSES);
  if (recipe->kind == ASTAR_RECIPE_FLOW && random_below(2)) recipe->player = pick(m, PLAYERS);
  if (recipe->kind == ASTAR_RECIPE_PRODUCT) recipe->scale = some_int(m, "scale");
  if (random_below(3) == 0) recipe->plus = some_int(m, "plus");
  if (random_below(3) == 0) recipe->greatest = some_int(m, "greatest");
  return recipe;
}

/* What a callback may do to a locked map: ask, but not change. */
static int32_t extra(void *user, int32_t x, int32_t y, int32_t terrain) {
  Machine *m = user;
  must(astar_map_set(m->map, x, y, 1) == ASTAR_INVALID, "a locked map can be changed");
  must(astar_map_locked(m->map), "a map is not locked while a callback runs");
  return terrain == 0 ? 0 : (x * 7 + y) % 5 == 0 ? ASTAR_EXTRA_BLOCKED : (x + y) % 4;
}

static const astar_query *some_query(Machine *m) {
  astar_query *query = &m->query;
  m->queries++;
  *query = astar_query_default();
  if (random_below(3) == 0) query->cls = pick(m, CLASSES);
  if (random_below(3) == 0) query->player = pick(m, PLAYERS);
  if (random_below(2)) query->unit = pick(m, UNITS);
  if (query->unit != NULL && random_below(8)) query->cls = NULL, query->player = NULL;
  if (random_below(3) == 0 && m->pools[INFLUENCES].count > 0) {
    query->influences = m->weights;
    query->influence_count = 1 + random_below(2);
    for (int i = 0; i < query->influence_count; i++)
      m->weights[i] = (astar_weighted){ pick(m, INFLUENCES), random_below(5000) - 1000 };
  }
  if (random_below(5) == 0) query->partial = true;
  if (random_below(3) == 0) query->explain = true;
  if (random_below(6) == 0) query->within = random_below(3);
  if (random_below(8) == 0) query->turn_cost = random_below(30);
  if (random_below(5) == 0) query->any_angle = true;
  if (random_below(8) == 0) query->budget = some_count(m);
  if (random_below(8) == 0) query->heuristic_weight = ASTAR_ONE + random_below(2000);
  if (random_below(4) == 0) query->engine = (astar_engine)random_below(ASTAR_ENGINE_NONE);
  if (random_below(8) == 0) query->heuristic = (astar_heuristic)random_below(5);
  if (random_below(9) == 0) query->extra_cost = extra, query->extra_user = m;
  if (random_below(12) == 0) query->trace = true;
  if (random_below(15) == 0) query->claim_radius = some_int(m, "radius");
  if (random_below(15) == 0) query->claim_ahead = some_int(m, "count");
  if (random_below(15) == 0) query->claim_penalty = some_int(m, "penalty");
  if (random_below(8) == 0) query->traffic_cost = some_int(m, "penalty");
  return query;
}

static int32_t accepts_some(void *user, int32_t x, int32_t y, int32_t terrain) {
  const Machine *m = user;
  must(astar_map_locked(m->map), "the map is not locked while a cell is asked for");
  return (x + y + terrain) % 7 == 0;
}

static const astar_target *some_target(Machine *m) {
  m->target = (astar_target){ .wanted = 1 + random_below(3) };
  for (int i = 0; i < 4; i++)
    m->cells[i] = (astar_cell){ some_int(m, "x"), some_int(m, "y") };
  if (random_below(2)) m->target.cells = m->cells, m->target.cell_count = 1 + random_below(4);
  else if (random_below(2)) m->target.terrain = 1 + random_below(4);
  else if (random_below(2)) m->target.unseen = true;
  else m->target.accepts = accepts_some, m->target.user = m;
  return &m->target;
}

static const astar_class_desc *some_class(Machine *m) {
  if (!has_room(m, CLASSES)) return NULL;
  m->cls = astar_class_default();
  for (int i = 1; i < 6; i++) m->costs[i] = random_below(3) ? random_below(60) : -1;
  m->cls.costs = random_below(2) ? m->costs : NULL;
  m->cls.cost_count = 1 + random_below(5);
  m->cls.size = random_below(9) ? 1 + random_below(3) : some_int(m, "size");
  m->cls.unknown = random_below(40) - 1;
  m->cls.diagonal = (astar_diagonal_rule)random_below(5);
  if (random_below(2)) m->cls.climb = random_below(9) ? random_below(30) - 10 : some_int(m, "cost");
  if (random_below(2))
    m->cls.descend = random_below(9) ? random_below(20) - 10 : some_int(m, "cost");
  if (random_below(4) == 0) m->cls.drift = random_below(3 * ASTAR_ONE);
  return &m->cls;
}

static astar_slope some_slope(Machine *m) {
  astar_slope slope = { random_below(9) - 3, 0, 0 };
  if (random_below(2)) slope.east = random_below(9) ? random_below(40) - 20 : some_int(m, "cost");
  if (random_below(2)) slope.south = random_below(9) ? random_below(40) - 20 : some_int(m, "cost");
  return slope;
}

static const astar_unit_desc *some_unit(Machine *m) {
  m->unit = astar_unit_default();
  m->unit.x = some_int(m, "x");
  m->unit.y = some_int(m, "y");
  m->unit.cls = random_below(2) ? pick(m, CLASSES) : NULL;
  m->unit.speed = some_int(m, "speed");
  m->unit.sight = random_below(7) - 1;
  m->unit.avoidance = (astar_avoidance)random_below(5);
  m->unit.priority = random_below(3) ? 0 : random_below(17) - 1;
  return &m->unit;
}

static const astar_link_desc *some_link(Machine *m) {
  if (!has_room(m, LINKS)) return NULL;
  m->link = astar_link_default();
  m->link.from = (astar_cell){ some_int(m, "x"), some_int(m, "y") };
  m->link.to = (astar_cell){ some_int(m, "x"), some_int(m, "y") };
  m->link.cost = random_below(9) ? 1 + random_below(60) : some_int(m, "cost");
  m->link.one_way = random_below(2);
  m->link.closed = random_below(5) == 0;
  m->link_class = pick(m, CLASSES);
  m->link.classes = &m->link_class;
  m->link.class_count = m->link_class != NULL && random_below(3) == 0;
  return &m->link;
}

static const astar_areas_desc *some_areas(Machine *m) {
  m->areas = astar_areas_default();
  if (random_below(2)) m->areas.ratio = random_below(ASTAR_ONE + 1);
  if (random_below(2)) m->areas.width = random_below(9);
  if (random_below(9) == 0) m->areas.ratio = some_int(m, "cost");
  return random_below(3) ? &m->areas : NULL;
}

static const astar_watch_desc *some_watch(Machine *m) {
  if (!has_room(m, WATCHES)) return NULL;
  m->watch = astar_watch_default();
  if (random_below(2)) m->watch.unit = pick(m, UNITS);
  if (m->watch.unit == NULL) m->watch.path = pick(m, PATHS);
  if (m->watch.unit == NULL && random_below(2)) m->watch.query = some_query(m);
  if (random_below(3) == 0) m->watch.costlier = some_int(m, "costlier");
  if (random_below(3) == 0) m->watch.better = some_int(m, "better");
  m->watch.follow = random_below(2);
  return m->watch.unit != NULL || m->watch.path != NULL ? &m->watch : NULL;
}

static const astar_sight_line *some_line(Machine *m) {
  m->line = (astar_sight_line){ .from = { some_int(m, "x"), some_int(m, "y") },
                                .to = { some_int(m, "x"), some_int(m, "y") } };
  if (random_below(2)) m->line.player = pick(m, PLAYERS);
  if (random_below(2)) m->line.unit = pick(m, UNITS);
  if (random_below(3) == 0) m->line.range = some_int(m, "radius");
  if (random_below(3) == 0) m->line.min_range = some_int(m, "radius");
  return &m->line;
}

static int32_t some_price(void) {
  return random_below(4) ? random_below(2000) : ASTAR_NEVER;
}

static const astar_prices *some_prices(Machine *m) {
  for (int i = 0; i < 6; i++) m->costs[i] = random_below(2) ? some_price() : ASTAR_PRICE_DEFAULT;
  m->prices = (astar_prices){ .terrain = some_price(), .unseen = some_price(),
                              .unit = some_price(), .link = some_price() };
  m->prices.terrains = random_below(2) ? m->costs : NULL;
  m->prices.terrain_count = random_below(5);
  if (random_below(4) == 0) m->prices.size = some_int(m, "size");
  return &m->prices;
}

static const astar_alternatives_desc *some_alternatives(Machine *m) {
  m->alternatives = astar_alternatives_default();
  if (random_below(2)) m->alternatives.wanted = random_below(6);
  if (random_below(2)) m->alternatives.stretch = random_below(8 * ASTAR_ONE);
  if (random_below(2)) m->alternatives.share = random_below(ASTAR_ONE + 2);
  if (random_below(2)) m->alternatives.apart = random_below(4);
  if (random_below(2)) m->alternatives.plateau = random_below(ASTAR_ONE);
  return &m->alternatives;
}

static const astar_resize *some_resize(Machine *m) {
  int32_t wider = some_int(m, "dx"), higher = some_int(m, "dy");
  m->resize = (astar_resize){ .dx = some_int(m, "dx"), .dy = some_int(m, "dy") };
  if (random_below(2)) m->resize.fill = some_int(m, "terrain");
  m->resize.width = random_below(2) ? astar_map_width(m->map) + wider % 40 : wider;
  m->resize.height = random_below(2) ? astar_map_height(m->map) + higher % 40 : higher;
  if (random_below(2)) m->resize.dx = -(m->resize.dx % 40);
  if ((int64_t)m->resize.width * m->resize.height > 1000000) m->resize.width = -1;
  return &m->resize;
}

static astar_node_desc *some_node(Machine *m) {
  static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g", "" };
  m->node = astar_node_default();
  if (random_below(2)) m->node.name = names[random_below(8)];
  m->node.x = some_int(m, "x");
  m->node.y = some_int(m, "y");
  m->node.placed = random_below(4);
  m->node.closed = random_below(9) == 0;
  m->node.cost = some_int(m, "penalty");
  return &m->node;
}

static astar_edge_desc *some_edge(Machine *m) {
  m->edge = (astar_edge_desc){ some_int(m, "node"), some_int(m, "node"), some_int(m, "cost"),
                               random_below(4) == 0, random_below(9) == 0 };
  return &m->edge;
}

static const astar_graph_query *some_graph_query(Machine *m) {
  astar_graph_query *query = &m->graph_query;
  *query = astar_graph_query_default();
  if (random_below(3) == 0) query->player = some_int(m, "player");
  if (random_below(3) == 0) query->unknown = some_int(m, "cost");
  if (random_below(8) == 0) query->budget = some_count(m);
  query->extras = m->extras;
  if (random_below(3) == 0) query->extra_count = random_below(4);
  for (int i = 0; i < 3; i++)
    m->extras[i] = (astar_graph_extra){ random_below(2) ? -1 : some_int(m, "node"),
                                        some_int(m, "edge"), random_below(9) - 1 };
  return query;
}

static const astar_graph_trip *some_trip(Machine *m) {
  for (int i = 0; i < 3; i++) m->nodes[i] = some_int(m, "node");
  m->trip = (astar_graph_trip){ some_int(m, "node"), m->nodes, 1 + random_below(3),
                                random_below(2) ? some_graph_query(m) : NULL };
  return &m->trip;
}

static const astar_graph_field_desc *some_graph_field(Machine *m) {
  const astar_graph_trip *trip = some_trip(m);
  m->graph_field = astar_graph_field_default();
  m->graph_field.goals = trip->goals;
  m->graph_field.goal_count = random_below(2) ? trip->goal_count : 0;
  m->graph_field.from = trip->from;
  m->graph_field.query = trip->query;
  if (random_below(3) == 0) m->graph_field.most = some_count(m);
  return &m->graph_field;
}

/* ---- results --------------------------------------------------------------------------------- */

static uint64_t hash_before, graph_before;

/* Of a call that was INVALID, since `call` has taken away what was left before. */
static bool has_reason(const Machine *m) {
  return astar_map_refusal(m->map) != NULL || astar_graph_refusal(m->graph) != NULL;
}

/* What has failed has changed nothing. */
static bool judge(Machine *m, astar_status status) {
  show("    /* %s */\n", astar_status_name(status));
  must(status >= ASTAR_OK && status <= ASTAR_OLDER, "a status that is none");
  must(status != ASTAR_NO_MEMORY || m->has_failed, "no memory, although there was some");
  must(status != ASTAR_INVALID || has_reason(m), "invalid, and no word why");
  if (status == ASTAR_OK || status == ASTAR_PARTIAL || status == ASTAR_RUNNING) return true;
  must(astar_map_hash(m->map) == hash_before, "a call that failed has changed the map");
  must(astar_graph_hash(m->graph) == graph_before, "a call that failed has changed the graph");
  return false;
}

/* `why` is that of the call that has made the object, or none. */
static bool keep(Machine *m, int kind, void *object, const astar_status *why) {
  must((object != NULL) == (*why == ASTAR_OK), "nothing, and no status why");
  if (object != NULL) add(m, kind, object);
  return judge(m, *why);
}

static bool keep_path(Machine *m, astar_path *path) {
  astar_cell before = astar_path_cell(path, 0);
  uint64_t sum = 0;
  bool is_explained = astar_path_explained(path);
  int32_t influences[64] = { 0 };
  for (int32_t i = 1; i < astar_path_length(path); i++) {
    astar_cell cell = astar_path_cell(path, i);
    bool near = abs(cell.x - before.x) <= 1 && abs(cell.y - before.y) <= 1;
    must(near || astar_path_link(path, i) != 0, "a path leaps");
    must(cell.x != before.x || cell.y != before.y, "a path stands still");
    before = cell;
    if (!is_explained || astar_path_influences(path) > 64) continue;
    astar_step_cost one = astar_path_explain(path, i, influences);
    sum += (uint64_t)(int64_t)(one.terrain + one.height + one.current + one.link + one.claims +
                               one.extra + one.turn + one.floor + one.changed);
    for (int32_t k = 0; k < astar_path_influences(path); k++) sum += (uint64_t)(int64_t)influences[k];
  }
  if (is_explained) must(sum == astar_path_cost(path), "what is explained is not the cost");
  if (has_room(m, PATHS)) add(m, PATHS, path);
  else free(path);
  return true;
}

/* ---- functions that need more ---------------------------------------------------------------- */

/* Rectangles anywhere, a few of which touch or have one name. */
static void some_levels(const Machine *m, astar_level levels[3]) {
  static const char *const names[] = { "ground", "upper", "cellar", "attic", "" };
  for (int i = 0; i < 3; i++) {
    levels[i].name = names[random_below(random_below(4) ? 4 : 5)];
    levels[i].rect = some_rect(m);
    if (random_below(2) && levels[i].rect.y < 99) levels[i].rect.y += 3 * i;
  }
}

static bool custom_astar_levels_arrange(Machine *m) {
  astar_level levels[3];
  int32_t width = 0, height = 0, count = 1 + random_below(3);
  some_levels(m, levels);
  if (random_below(3) == 0) levels[0].rect.width = some_int(m, "size");
  show("astar_levels_arrange({ %d x %d, … }, %d);\n", levels[0].rect.width, levels[0].rect.height,
       count);
  const char *refusal = astar_levels_refusal(levels, count);
  astar_status status = astar_levels_arrange(levels, count, &width, &height);
  must((status == ASTAR_INVALID) == (refusal != NULL), "levels, and another word on them");
  return status == ASTAR_OK;
}

static bool custom_astar_levels_refusal(Machine *m) {
  return custom_astar_levels_arrange(m);
}

static bool custom_astar_map_new(Machine *m) {
  astar_map_desc desc = astar_map_default();
  astar_level levels[3];
  astar_status why;
  some_levels(m, levels);
  desc.levels = levels;
  desc.level_count = random_below(2) * random_below(4);
  desc.width = some_int(m, "size");
  desc.height = some_int(m, "size");
  desc.straight = some_int(m, "straight");
  desc.diagonal = some_int(m, "diagonal");
  if ((int64_t)desc.width * desc.height > 1000000) desc.width = -1;
  show("astar_map_new(%d x %d, %d : %d, %d levels);\n", desc.width, desc.height, desc.straight,
       desc.diagonal, desc.level_count);
  astar_map *map = astar_map_new(&desc, &why);
  must((map == NULL) == (why != ASTAR_OK), "a map without a reason");
  must((why == ASTAR_INVALID) == (astar_map_desc_refusal(&desc) != NULL),
       "a map, and another word on its description");
  if (map != NULL) astar_map_free(map);
  return map != NULL;
}

static bool custom_astar_map_desc_refusal(Machine *m) {
  return custom_astar_map_new(m);
}

static bool custom_astar_map_free(Machine *m) {
  (void)m;
  return true; /* at the end of each program */
}

static bool custom_astar_map_save(Machine *m) {
  size_t size, again;
  astar_status why = astar_map_save(m->map, NULL, 0, &size);
  show("astar_map_save(map, …); astar_map_load(…);\n");
  if (why != ASTAR_OK) return must(m->has_failed, "a map cannot be saved"), false;
  void *bytes = malloc(size);
  why = astar_map_save(m->map, bytes, size, &again);
  must(why == ASTAR_OK || m->has_failed, "a map cannot be saved again");
  if (why != ASTAR_OK) return free(bytes), false;
  must(again == size, "a map has two sizes");
  astar_map *map = astar_map_load(bytes, size, (astar_allocator){ NULL, NULL }, 0, &why);
  must(map != NULL, "a saved map is refused");
  must(astar_map_hash(map) == astar_map_hash(m->map), "the loaded map has another hash");
  must(astar_queue_hash(map) == astar_queue_hash(m->map), "the loaded queue has another hash");
  astar_map_free(map);
  free(bytes);
  return true;
}

static bool custom_astar_map_load(Machine *m) {
  uint8_t bytes[200];
  astar_status why;
  for (int i = 0; i < 200; i++) bytes[i] = (uint8_t)random_below(256);
  size_t size = (size_t)random_below(201);
  if (random_below(2)) memcpy(bytes, "\x89" "ASTAR\r\n\1\0\0\0", 12);
  must(astar_map_load(bytes, size, (astar_allocator){ NULL, NULL }, 0, &why) == NULL, "noise is a map");
  return custom_astar_map_save(m);
}

/* ---- going back ------------------------------------------------------------------------------ */

static bool custom_astar_snapshot_free(Machine *m) {
  show("astar_snapshot_free(snapshot);\n");
  astar_snapshot_free(m->snapshot);
  m->snapshot = NULL;
  return true;
}

static bool custom_astar_map_snapshot(Machine *m) {
  astar_status why;
  show("astar_map_snapshot(map);\n");
  uint64_t before = astar_map_hash(m->map);
  astar_snapshot *snapshot = astar_map_snapshot(m->map, &why);
  must((snapshot != NULL) == (why == ASTAR_OK), "a snapshot without a reason");
  must(astar_map_hash(m->map) == before, "a snapshot has changed the map");
  if (snapshot == NULL) return judge(m, why);
  astar_snapshot_free(m->snapshot);
  m->snapshot = snapshot;
  m->kept_hash = before;
  m->kept_queries = m->queries;
  memcpy(m->kept, m->pools, sizeof m->pools);
  return judge(m, why);
}

/*
** Paths and what belongs to graphs are where they are. Searches that are there again go on only if
** the lists of their queries, which are the caller's, have stayed.
*/
static bool custom_astar_map_restore(Machine *m) {
  if (m->snapshot == NULL) return false;
  show("astar_map_restore(map, snapshot);\n");
  astar_status status = astar_map_restore(m->map, m->snapshot);
  must(status == ASTAR_OK, "a map does not go back");
  must(astar_map_hash(m->map) == m->kept_hash, "a map that has gone back has another hash");
  for (int kind = 0; kind < POOLS; kind++)
    if (kind != PATHS && kind != GRAPH_PATHS && kind != GRAPH_FIELDS)
      m->pools[kind] = m->kept[kind];
  if (m->queries != m->kept_queries) free_searches(m);
  return true;
}

static bool custom_astar_snapshot_copied(Machine *m) {
  return m->snapshot != NULL && astar_snapshot_copied(m->snapshot) > 0;
}

static bool custom_astar_map_fork(Machine *m) {
  astar_status why;
  show("astar_map_fork(map);\n");
  astar_map *fork = astar_map_fork(m->map, &why);
  must((fork == NULL) == (why != ASTAR_OK), "a fork without a reason");
  must(fork == NULL || astar_map_hash(fork) == astar_map_hash(m->map), "a fork is another map");
  astar_map_free(fork);
  return judge(m, why);
}

static bool custom_astar_map_resize(Machine *m) {
  astar_status why;
  const astar_resize *resize = some_resize(m);
  show("astar_map_resize(map, %d x %d, by %d, %d);\n", resize->width, resize->height, resize->dx,
       resize->dy);
  astar_map *map = astar_map_resize(m->map, resize, &why);
  must((map == NULL) == (why != ASTAR_OK), "a resized map without a reason");
  must(map == NULL || astar_map_last_unit_id(map) == astar_map_last_unit_id(m->map),
       "the resized map has other units");
  astar_map_free(map);
  return judge(m, why);
}

static bool custom_astar_resize_unit(Machine *m) {
  const astar_resize *resize = some_resize(m);
  const astar_unit *unit = astar_resize_unit(m->map, resize, NULL);
  show("astar_resize_unit(map, resize, …);\n");
  while (unit != NULL) unit = astar_resize_unit(m->map, resize, unit);
  return true;
}

static bool custom_astar_resize_link(Machine *m) {
  const astar_resize *resize = some_resize(m);
  const astar_link *link = astar_resize_link(m->map, resize, NULL);
  show("astar_resize_link(map, resize, …);\n");
  while (link != NULL) link = astar_resize_link(m->map, resize, link);
  return true;
}

static bool custom_astar_checksum(Machine *m) {
  return astar_checksum(m->cells, sizeof m->cells) != 0;
}

static bool custom_astar_map_paint(Machine *m) {
  uint8_t ids[9];
  astar_rect rect = some_rect(m);
  for (int i = 0; i < 9; i++) ids[i] = (uint8_t)random_below(random_below(9) ? 5 : 256);
  show("astar_map_paint(map, { %d, %d, %d, %d }, …);\n", rect.x, rect.y, rect.width, rect.height);
  return judge(m, astar_map_paint(m->map, rect, ids));
}

static bool note_progress(void *user, int32_t done) {
  Machine *m = user;
  must(astar_map_locked(m->map), "the map is not locked while progress is told");
  must(done > 0 && done <= 1024, "progress is out of range");
  return random_below(30) != 0;
}

static bool custom_astar_map_prepare(Machine *m) {
  astar_preparation what = { .query = some_query(m), .threads = some_int(m, "threads") };
  int32_t wanted = random_below(32);
  what.tables = wanted & 1;
  what.layers = wanted & 2;
  what.landmarks = wanted & 4;
  what.dead_ends = wanted & 8;
  what.saved = wanted & 16;
  what.progress = note_progress;
  what.user = m;
  show("astar_map_prepare(map, { query, %d threads, %d });\n", what.threads, wanted);
  if (what.threads > 64) what.threads = 64;
  astar_status status = astar_map_prepare(m->map, &what);
  return status == ASTAR_CANCELLED || judge(m, status);
}

static bool custom_astar_map_assign(Machine *m) {
  enum { MOST = 90 };
  astar_cell from[MOST], to[MOST];
  int32_t place_of[MOST], count = random_below(MOST + 1), spread = 1 + random_below(40);
  for (int i = 0; i < count; i++) {
    from[i] = (astar_cell){ some_int(m, "x"), random_below(spread) };
    to[i] = (astar_cell){ random_below(spread), some_int(m, "y") };
  }
  show("astar_map_assign(map, from, to, %d, place_of);\n", count);
  return judge(m, astar_map_assign(m->map, from, to, count, place_of));
}

static bool custom_astar_terrain_name(Machine *m) {
  return astar_terrain_name(m->map, 1 + random_below(astar_terrain_count(m->map))) != NULL;
}

static bool custom_astar_terrain_cost(Machine *m) {
  return astar_terrain_cost(m->map, 1 + random_below(astar_terrain_count(m->map))) >= 0;
}

static bool custom_astar_terrain_opaque(Machine *m) {
  return astar_terrain_opaque(m->map, 1 + random_below(astar_terrain_count(m->map))), true;
}

static bool custom_astar_class_cost(Machine *m) {
  return astar_class_cost(pick(m, CLASSES), 1 + random_below(astar_terrain_count(m->map))) >= 0;
}

static bool custom_astar_player_remove(Machine *m) {
  astar_player *player = pick(m, PLAYERS);
  if (player == NULL || random_below(4)) return false;
  if (astar_player_influence(player) != NULL) {
    astar_player_remove(player);
    return true;
  }
  show("astar_player_remove(player);\n");
  free_searches(m);
  for (astar_unit *unit = astar_unit_next(m->map, NULL); unit; unit = astar_unit_next(m->map, unit))
    if (astar_unit_player(unit) == player) drop(m, UNITS, unit);
  for (astar_watch *watch = astar_watch_next(m->map, NULL); watch;
       watch = astar_watch_next(m->map, watch))
    if (astar_watch_player(watch) == player) drop(m, WATCHES, watch);
  astar_player_remove(player);
  drop(m, PLAYERS, player);
  return true;
}

static bool custom_astar_unit_remove(Machine *m) {
  astar_unit *unit = pick(m, UNITS);
  if (unit == NULL || random_below(2)) return false;
  show("astar_unit_remove(unit);\n");
  free_searches(m);
  if (astar_unit_watch(unit) != NULL) drop(m, WATCHES, astar_unit_watch(unit));
  astar_unit_remove(unit);
  drop(m, UNITS, unit);
  return true;
}

static bool custom_astar_influence_remove(Machine *m) {
  astar_influence *influence = pick(m, INFLUENCES);
  if (influence == NULL || random_below(2)) return false;
  show("astar_influence_remove(influence);\n");
  free_searches(m);
  bool used = astar_influence_user(influence) != NULL;
  astar_influence_remove(influence);
  if (!used) drop(m, INFLUENCES, influence);
  return true;
}

static bool custom_astar_influence_peaks(Machine *m) {
  astar_spot spots[5];
  astar_influence *influence = pick(m, INFLUENCES);
  if (influence == NULL) return false;
  int32_t least = some_int(m, "least"), apart = some_int(m, "apart"), most = random_below(6);
  show("astar_influence_peaks(influence, %d, %d, spots, %d);\n", least, apart, most);
  int32_t count = astar_influence_peaks(influence, least, apart, spots, most);
  must(count >= 0 && count <= most, "more peaks than there is room for");
  for (int32_t i = 0; i < count; i++)
    must(astar_influence_get(influence, spots[i].x, spots[i].y) == spots[i].value, "a wrong peak");
  return true;
}

static bool custom_astar_link_remove(Machine *m) {
  astar_link *link = pick(m, LINKS);
  if (link == NULL || random_below(2)) return false;
  show("astar_link_remove(link);\n");
  astar_status status = astar_link_remove(link);
  if (status == ASTAR_OK) drop(m, LINKS, link);
  return judge(m, status);
}

static bool custom_astar_areas_cut_off(Machine *m) {
  astar_status why;
  astar_cell cells[4];
  int32_t count = random_below(5);
  if (!has_room(m, AREAS)) return false;
  for (int i = 0; i < 4; i++) cells[i] = (astar_cell){ some_int(m, "x"), some_int(m, "y") };
  const astar_query *query = some_query(m);
  show("astar_areas_cut_off(map, cells, %d, query);\n", count);
  return keep(m, AREAS, astar_areas_cut_off(m->map, cells, count, query, &why), &why);
}

static bool custom_astar_areas_sides(Machine *m) {
  astar_status why;
  astar_cell cells[4];
  if (!has_room(m, AREAS)) return false;
  for (int i = 0; i < 4; i++) cells[i] = (astar_cell){ some_int(m, "x"), some_int(m, "y") };
  astar_side_cells sides[2] = { { cells, random_below(3) }, { cells + 2, random_below(3) } };
  const astar_query *query = some_query(m);
  show("astar_areas_sides(map, sides, 2, query);\n");
  return keep(m, AREAS, astar_areas_sides(m->map, sides, 2, query, &why), &why);
}

static bool custom_astar_areas_free(Machine *m) {
  astar_areas *areas = pick(m, AREAS);
  show("astar_areas_free(areas);\n");
  if (areas != NULL) drop(m, AREAS, areas);
  astar_areas_free(areas);
  return true;
}

static bool custom_astar_areas_path(Machine *m) {
  int32_t count;
  const astar_areas *areas = pick(m, AREAS);
  if (areas == NULL) return false;
  size_t room = (size_t)astar_areas_count(areas) + 1;
  int32_t *chokes = malloc(room * sizeof *chokes);
  int32_t from = random_below((int32_t)room), to = random_below((int32_t)room);
  show("astar_areas_path(areas, %d, %d, …);\n", from, to);
  astar_status status = astar_areas_path(areas, from, to, random_below(4), chokes, &count);
  must(count >= 0 && (size_t)count < room, "more chokes than there are areas");
  free(chokes);
  return judge(m, status);
}

static bool custom_astar_watch_remove(Machine *m) {
  astar_watch *watch = pick(m, WATCHES);
  if (watch == NULL || random_below(2)) return false;
  show("astar_watch_remove(watch);\n");
  astar_watch_remove(watch);
  drop(m, WATCHES, watch);
  return true;
}

/* Saved, mostly damaged, and loaded again. */
static bool custom_astar_path_save(Machine *m) {
  const astar_path *path = pick(m, PATHS);
  astar_status why;
  uint64_t ground = 0;
  if (path == NULL) return false;
  size_t needed, size = astar_path_save(m->map, path, 7, NULL, 0);
  uint8_t *bytes = malloc(size);
  show("astar_path_save(map, path, 7, bytes, size);\n");
  astar_path_save(m->map, path, 7, bytes, size);
  bool is_whole = random_below(3) == 0;
  if (!is_whole) bytes[random_below((int32_t)size)] ^= (uint8_t)(1 + random_below(255));
  why = astar_path_load_size(m->map, bytes, size, &needed);
  must((needed > 0) == (why == ASTAR_OK) && is_whole == judge(m, why), "a saved path");
  void *memory = malloc(needed > 0 ? needed : 1);
  if (needed > 0) {
    astar_path *loaded = astar_path_load(m->map, bytes, size, memory, &ground);
    must(loaded != NULL && ground == 7, "a saved path is refused");
    must(astar_path_length(loaded) == astar_path_length(path), "a saved path is another one");
  }
  free(memory);
  free(bytes);
  return true;
}

static bool custom_astar_path_load(Machine *m) {
  return custom_astar_path_save(m);
}

static bool custom_astar_path_load_size(Machine *m) {
  return custom_astar_path_save(m);
}

static bool custom_astar_sight_new(Machine *m) {
  astar_observer eyes[4];
  astar_status why;
  const astar_player *player = random_below(2) ? pick(m, PLAYERS) : NULL;
  int32_t count = random_below(5);
  for (int i = 0; i < 4; i++)
    eyes[i] = (astar_observer){ some_int(m, "x"), some_int(m, "y"), some_int(m, "radius") };
  if (random_below(3) == 0) eyes[0].radius = -1;
  show("astar_sight_new(map, eyes, %d, %s);\n", count, player == NULL ? "NULL" : "player");
  if (!has_room(m, SIGHTS)) return false;
  return keep(m, SIGHTS, astar_sight_new(m->map, eyes, count, player, &why), &why);
}

static bool custom_astar_sight_free(Machine *m) {
  astar_sight *sight = pick(m, SIGHTS);
  show("astar_sight_free(sight);\n");
  if (sight != NULL) drop(m, SIGHTS, sight);
  astar_sight_free(sight);
  return true;
}

static bool custom_astar_sight_seen_by(Machine *m) {
  int32_t eyes[3] = { -1, -1, -1 }, x = some_int(m, "x"), y = some_int(m, "y");
  const astar_sight *sight = pick(m, SIGHTS);
  if (sight == NULL) return false;
  show("astar_sight_seen_by(sight, %d, %d, …);\n", x, y);
  int32_t count = astar_sight_seen_by(sight, x, y, eyes, 3);
  must(count == astar_sight_count(sight, x, y), "eyes are counted in two ways");
  for (int i = 0; i < 3; i++) must((eyes[i] >= 0) == (i < count), "not the eyes that there are");
  return true;
}

enum { TERMS_MOST = 3, PLACES_ROOM = 4 };

static astar_position_term some_term(Machine *m, const astar_rect *places,
                                     const astar_curve_point *curve) {
  astar_measure measure = (astar_measure)random_below(ASTAR_MEASURE_COVER + 1);
  astar_position_term term = astar_position_term_default(measure);
  if (random_below(3) == 0) term.weight = some_int(m, "amount");
  if (random_below(3) == 0) term.least = some_int(m, "amount");
  if (random_below(4) == 0) term.greatest = some_int(m, "amount");
  if (random_below(4) == 0) term.radius = some_int(m, "radius");
  term.curve = random_below(3) == 0 ? curve : NULL;
  term.curve_count = 2;
  term.places = places;
  term.place_count = random_below(9) ? 2 : some_int(m, "count");
  if (term.place_count > 2) term.place_count = 2;
  term.side = (astar_side)random_below(3);
  term.influence = pick(m, INFLUENCES);
  term.terrain = random_below(4);
  term.front = (astar_cell){ some_int(m, "x"), some_int(m, "y") };
  return term;
}

static bool custom_astar_map_positions(Machine *m) {
  astar_position_term terms[TERMS_MOST];
  astar_rect places[2] = { some_rect(m), { some_int(m, "x"), some_int(m, "y"), 1, 1 } };
  astar_curve_point curve[2] = { { 0, 1024 }, { random_below(90), some_int(m, "amount") } };
  astar_position found[PLACES_ROOM];
  int64_t shares[PLACES_ROOM * TERMS_MOST];
  astar_position_query query = { .x = some_int(m, "x"), .y = some_int(m, "y"),
                                 .query = some_query(m), .area = some_rect(m), .terms = terms,
                                 .term_count = random_below(TERMS_MOST + 1) };
  if (random_below(4) == 0) query.budget = some_count(m);
  for (int i = 0; i < TERMS_MOST; i++) terms[i] = some_term(m, places, curve);
  int32_t count;
  uint64_t work;
  show("astar_map_positions(map, query, places, shares, %d, …);\n", PLACES_ROOM);
  astar_status status = astar_map_positions(m->map, &query, found, shares, PLACES_ROOM, &count,
                                            &work);
  for (int32_t i = 0; i < count && i < PLACES_ROOM; i++) {
    int64_t sum = 0;
    for (int k = 0; k < query.term_count; k++) sum += shares[i * query.term_count + k];
    must(sum == found[i].score, "the shares of a place are not its score");
    must(i == 0 || found[i].score <= found[i - 1].score, "a worse place comes first");
  }
  return judge(m, status);
}

static bool custom_astar_unit_places_left(Machine *m) {
  astar_cell cells[PLACES_ROOM];
  uint32_t costs[PLACES_ROOM];
  astar_unit *unit = pick(m, UNITS);
  astar_places_desc desc = { some_int(m, "x"), some_int(m, "y"), some_rect(m),
                             some_int(m, "within"), random_below(2) == 1, some_count(m) };
  astar_places_left left = { cells, costs, random_below(PLACES_ROOM + 2) - 1, 0, 0, 0 };
  if (unit == NULL) return false;
  show("astar_unit_places_left(unit, &desc, &left);\n");
  astar_status status = astar_unit_places_left(unit, &desc, &left);
  must(left.count <= left.room || left.count == 0, "more places than there is room");
  for (int32_t i = 0; i < left.count; i++)
    must(i == 0 || costs[i - 1] <= costs[i], "a nearer place comes later");
  return judge(m, status);
}

static bool custom_astar_unit_link_ends(Machine *m) {
  astar_cell ends[PLACES_ROOM];
  astar_unit *unit = pick(m, UNITS);
  int32_t room = random_below(PLACES_ROOM + 2) - 1;
  if (unit == NULL) return false;
  show("astar_unit_link_ends(unit, ends, %d);\n", room);
  int32_t count = astar_unit_link_ends(unit, ends, room);
  for (int32_t i = 0; i < count && i < room; i++)
    must(ends[i].x != astar_unit_cell(unit).x || ends[i].y != astar_unit_cell(unit).y,
         "a link leads to where it begins");
  return true;
}

static bool custom_astar_search_free(Machine *m) {
  astar_search *search = pick(m, SEARCHES);
  if (search == NULL) return false;
  show("astar_search_free(search);\n");
  drop(m, SEARCHES, search);
  astar_search_free(search);
  return true;
}

static bool custom_astar_field_free(Machine *m) {
  astar_field *field = pick(m, FIELDS);
  if (field == NULL) return false;
  show("astar_field_free(field);\n");
  drop(m, FIELDS, field);
  astar_field_free(field);
  return true;
}

static bool custom_astar_field_costs(Machine *m) {
  astar_field *field = pick(m, FIELDS);
  astar_rect rect = some_rect(m);
  uint32_t costs[6];
  if (field == NULL) return false;
  show("astar_field_costs(field, { %d, %d, %d, %d }, …);\n", rect.x, rect.y, rect.width,
       rect.height);
  return judge(m, astar_field_costs(field, rect, costs));
}

static bool custom_astar_ticket_free(Machine *m) {
  astar_ticket *ticket = pick(m, TICKETS);
  if (ticket == NULL) return false;
  show("astar_ticket_free(ticket);\n");
  drop(m, TICKETS, ticket);
  astar_ticket_free(ticket);
  return true;
}

/* What these take must stay; one list of cells serves all. */
static bool custom_astar_field_new(Machine *m) {
  astar_status why;
  astar_cell goals[3];
  if (!has_room(m, FIELDS)) return false;
  for (int i = 0; i < 3; i++) goals[i] = (astar_cell){ some_int(m, "x"), some_int(m, "y") };
  show("astar_field_new(map, goals, 3, query, &why);\n");
  return keep(m, FIELDS, astar_field_new(m->map, goals, random_below(4), some_query(m), &why), &why);
}

static bool custom_astar_field_flee(Machine *m) {
  astar_status why;
  astar_cell threats[3];
  if (!has_room(m, FIELDS)) return false;
  for (int i = 0; i < 3; i++) threats[i] = (astar_cell){ some_int(m, "x"), some_int(m, "y") };
  int32_t nodes = random_below(2) * random_below(40);
  show("astar_field_flee(map, threats, 3, %d, query, &why);\n", nodes);
  return keep(m, FIELDS, astar_field_flee(m->map, threats, random_below(4), (uint32_t)nodes,
                                          some_query(m), &why), &why);
}

static bool custom_astar_field_reach(Machine *m) {
  astar_status why;
  if (!has_room(m, FIELDS)) return false;
  show("astar_field_reach(map, …);\n");
  return keep(m, FIELDS, astar_field_reach(m->map, some_int(m, "x"), some_int(m, "y"), some_count(m),
                                           some_query(m), &why), &why);
}

/* The list of influence maps and of cells must stay until the search is freed: it is stepped here. */
static bool custom_astar_search_new(Machine *m) {
  astar_status why;
  free_searches(m);
  show("astar_search_new(map, …);\n");
  return keep(m, SEARCHES, astar_search_new(m->map, some_int(m, "x"), some_int(m, "y"), some_rect(m),
                                            some_query(m), &why), &why);
}

static bool custom_astar_nearest_new(Machine *m) {
  astar_status why;
  free_searches(m);
  show("astar_nearest_new(map, …);\n");
  return keep(m, SEARCHES, astar_nearest_new(m->map, some_int(m, "x"), some_int(m, "y"),
                                             some_target(m), some_query(m), &why), &why);
}

static bool custom_astar_queue_request(Machine *m) {
  astar_status why;
  const astar_query *query = some_query(m);
  int32_t x = query->unit != NULL && random_below(2) ? ASTAR_AT_UNIT : some_int(m, "x");
  if (!has_room(m, TICKETS)) return false;
  show("astar_queue_request(map, %d, …);\n", x);
  return keep(m, TICKETS, astar_queue_request(m->map, x, some_int(m, "y"), some_rect(m), query,
                                              random_below(3), &why), &why);
}

/* Of those that it has found, mostly. */
static bool path_of(Machine *m, const astar_search *search) {
  if (search == NULL) return false;
  int32_t number = random_below(astar_search_found(search) + 1);
  size_t size = astar_search_path_size(search, number);
  show("astar_search_path(…, %d, memory);\n", number);
  return size > 0 && keep_path(m, astar_search_path(search, number, malloc(size)));
}

static bool custom_astar_search_path(Machine *m) {
  return path_of(m, pick(m, SEARCHES));
}

static bool custom_astar_ticket_search(Machine *m) {
  astar_ticket *ticket = pick(m, TICKETS);
  return ticket != NULL && path_of(m, astar_ticket_search(ticket));
}

static bool custom_astar_field_path(Machine *m) {
  astar_field *field = pick(m, FIELDS);
  size_t size;
  if (field == NULL) return false;
  int32_t x = some_int(m, "x"), y = some_int(m, "y");
  show("astar_field_path(field, %d, %d, memory);\n", x, y);
  return judge(m, astar_field_path_size(field, x, y, &size)) &&
         keep_path(m, astar_field_path(field, x, y, malloc(size)));
}

static bool custom_astar_path_find(Machine *m) {
  astar_status why;
  int32_t x = some_int(m, "x"), y = some_int(m, "y");
  show("astar_path_find(map, %d, %d, …);\n", x, y);
  astar_path *path = astar_path_find(m->map, x, y, some_rect(m), some_query(m), &why);
  bool found = judge(m, why);
  must(found == (path != NULL), "a status without its path");
  if (path == NULL) return false;
  astar_path *copy = malloc(astar_path_bytes(path));
  memcpy(copy, path, astar_path_bytes(path));
  astar_path_free(m->map, path);
  return keep_path(m, copy);
}

static bool custom_astar_path_free(Machine *m) {
  astar_path *path = pick(m, PATHS);
  if (path == NULL || random_below(3)) return false;
  drop(m, PATHS, path);
  free(path);
  return true;
}

static bool custom_astar_path_cell(Machine *m) {
  astar_path *path = pick(m, PATHS);
  return path != NULL && astar_path_cell(path, random_below(astar_path_length(path))).x >= 0;
}

static bool custom_astar_path_corners(Machine *m) {
  return m->pools[PATHS].count > 0; /* each path's turns are counted when one of them is read */
}

static bool custom_astar_path_corner(Machine *m) {
  astar_path *path = pick(m, PATHS);
  if (path == NULL) return false;
  must(astar_path_corners(path) <= astar_path_length(path), "more corners than cells");
  return astar_path_corner(path, random_below(astar_path_corners(path) + 2) - 1).x >= 0;
}

static bool custom_astar_path_cells(Machine *m) {
  astar_cell cells[8];
  astar_path *path = pick(m, PATHS);
  if (path == NULL) return false;
  int32_t first = random_below(astar_path_length(path));
  return astar_path_cells(path, first, random_below(9), cells) >= 0;
}

static bool custom_astar_path_smooth(Machine *m) {
  astar_path *path = pick(m, PATHS);
  if (path == NULL) return false;
  astar_cell *points = malloc((size_t)astar_path_length(path) * sizeof *points);
  show("astar_path_smooth(map, path, query, points, &why);\n");
  int32_t count;
  astar_status status = astar_path_smooth(m->map, path, some_query(m), points, &count);
  must(count >= 0 && count <= astar_path_length(path), "more points than cells");
  free(points);
  return judge(m, status) && count > 0;
}

static bool custom_astar_path_explain(Machine *m) {
  return m->pools[PATHS].count > 0; /* each path is explained when it is made */
}

static bool custom_astar_path_influence(Machine *m) {
  return m->pools[PATHS].count > 0;
}

static bool custom_astar_path_blocked(Machine *m) {
  astar_path *path = pick(m, PATHS);
  if (path == NULL) return false;
  show("astar_path_blocked(map, path, …);\n");
  int32_t first = random_below(astar_path_length(path));
  int32_t at;
  astar_status status = astar_path_blocked(m->map, path, first, some_query(m), &at);
  must(at >= -1 && at < astar_path_length(path), "blocked beyond the path");
  return judge(m, status);
}

static bool custom_astar_map_units_near(Machine *m) {
  astar_unit *units[6];
  astar_surroundings where = { .place = some_rect(m), .radius = some_int(m, "radius"),
                               .player = pick(m, PLAYERS), .side = (astar_side)random_below(3),
                               .except = pick(m, UNITS) };
  int32_t count = astar_map_units_near(m->map, &where, units, random_below(7));
  return judge(m, count >= 0 ? ASTAR_OK : ASTAR_INVALID);
}

static bool custom_astar_field_seek(Machine *m) {
  astar_field *field = pick(m, FIELDS);
  astar_cell at = { 0, 0 };
  uint32_t cost;
  int32_t count = 0, cells = astar_map_width(m->map) * astar_map_height(m->map);
  if (field == NULL) return false;
  show("astar_field_seek(field, &at, &cost);\n");
  while (astar_field_seek(field, &at, &cost) == ASTAR_OK && count <= cells) count++, at.x++;
  must(count <= cells, "a field has more cells than its map");
  return count > 0;
}

static bool custom_astar_map_tick(Machine *m) {
  const astar_unit_event *events;
  int32_t count;
  show("astar_map_tick(map, &events, &count);\n");
  astar_status status = astar_map_tick(m->map, &events, &count);
  for (int32_t i = 0; status == ASTAR_OK && i < count; i++)
    must(astar_unit_id(events[i].unit) > 0, "an event without a unit");
  return judge(m, status);
}

static bool custom_astar_graph_new(Machine *m) {
  astar_status why;
  show("astar_graph_free(astar_graph_new(allocator, &why));\n");
  astar_graph *graph = astar_graph_new((astar_allocator){ allocate, m }, &why);
  must((graph == NULL) == (why != ASTAR_OK), "a graph without a reason");
  if (graph != NULL) must(astar_graph_node_count(graph) == 0, "a new graph is not empty");
  astar_graph_free(graph);
  return graph != NULL;
}

static bool custom_astar_graph_free(Machine *m) {
  return custom_astar_graph_new(m);
}

static bool custom_astar_graph_find_node(Machine *m) {
  const char *name = some_node(m)->name;
  return name != NULL && astar_graph_find_node(m->graph, name) >= 0;
}

static bool custom_astar_graph_path_free(Machine *m) {
  astar_graph_path *path = pick(m, GRAPH_PATHS);
  if (path == NULL) return false;
  show("astar_graph_path_free(graph, path);\n");
  drop(m, GRAPH_PATHS, path);
  astar_graph_path_free(m->graph, path);
  return true;
}

static bool keep_graph_path(Machine *m, astar_graph_path *path, astar_status why) {
  if (path == NULL) return keep(m, GRAPH_PATHS, path, &why);
  must(astar_graph_path_length(path) > 0 && astar_graph_path_edge(path, 0) == -1, "no path");
  if (has_room(m, GRAPH_PATHS)) return keep(m, GRAPH_PATHS, path, &why);
  astar_graph_path_free(m->graph, path);
  return true;
}

static bool custom_astar_graph_find_path(Machine *m) {
  astar_status why;
  show("astar_graph_find_path(graph, trip, &why);\n");
  astar_graph_path *path = astar_graph_find_path(m->graph, some_trip(m), &why);
  return keep_graph_path(m, path, why);
}

static bool custom_astar_graph_path_copy(Machine *m) {
  astar_status why;
  show("astar_graph_path_copy(graph, path, &why);\n");
  astar_graph_path *path = astar_graph_path_copy(m->graph, pick(m, GRAPH_PATHS), &why);
  return keep_graph_path(m, path, why);
}

static bool custom_astar_graph_field_path(Machine *m) {
  astar_status why;
  astar_graph_field *field = pick(m, GRAPH_FIELDS);
  if (field == NULL) return false;
  show("astar_graph_field_path(field, node, &why);\n");
  astar_graph_path *path = astar_graph_field_path(field, some_int(m, "node"), &why);
  return keep_graph_path(m, path, why);
}

static bool custom_astar_graph_field_new(Machine *m) {
  astar_status why;
  if (!has_room(m, GRAPH_FIELDS)) return false;
  show("astar_graph_field_new(graph, desc, &why);\n");
  return keep(m, GRAPH_FIELDS, astar_graph_field_new(m->graph, some_graph_field(m), &why), &why);
}

static bool custom_astar_graph_field_free(Machine *m) {
  astar_graph_field *field = pick(m, GRAPH_FIELDS);
  if (field == NULL) return false;
  show("astar_graph_field_free(field);\n");
  drop(m, GRAPH_FIELDS, field);
  astar_graph_field_free(field);
  return true;
}

/* Goes on with the loaded graph, which knows no paths and fields of the one before. */
static bool custom_astar_graph_save(Machine *m) {
  astar_status why;
  size_t size = astar_graph_save(m->graph, NULL, 0);
  void *bytes = malloc(size);
  show("astar_graph_load(saved graph);\n");
  astar_graph_save(m->graph, bytes, size);
  astar_graph *copy = astar_graph_load(bytes, size, (astar_allocator){ allocate, m }, 0, &why);
  free(bytes);
  must((copy != NULL) == (why == ASTAR_OK), "a graph without a reason");
  if (copy == NULL) return judge(m, why);
  must(astar_graph_hash(copy) == graph_before, "a graph that was loaded has another hash");
  Pool *paths = &m->pools[GRAPH_PATHS];
  while (paths->count > 0) astar_graph_path_free(m->graph, paths->objects[--paths->count]);
  m->pools[GRAPH_FIELDS].count = 0;
  astar_graph_free(m->graph);
  m->graph = copy;
  return true;
}

static bool custom_astar_graph_load(Machine *m) {
  return custom_astar_graph_save(m);
}

#include "torture/capi_calls.h"

/* ---- programs -------------------------------------------------------------------------------- */

enum { FUNCTIONS = sizeof functions / sizeof *functions };

static uint64_t programs, called[FUNCTIONS], succeeded[FUNCTIONS];

/* These lead somewhere, and come more often. */
static const char *const often[] = { "astar_map_tick", "astar_queue_work", "astar_queue_request", "astar_unit_new",
  "astar_unit_follow_path", "astar_path_find", "astar_player_new", "astar_search_step", "astar_map_set",
  "astar_ticket_search", "astar_influence_add", "astar_field_new", "astar_field_path",
  "astar_influence_new", "astar_map_save", "astar_graph_add_node", "astar_graph_add_edge",
  "astar_graph_find_path", "astar_graph_add_unit", "astar_graph_unit_follow", "astar_graph_tick",
  "astar_map_snapshot", "astar_map_restore" };

static int find_function(const char *name) {
  for (int i = 0; i < FUNCTIONS; i++)
    if (strcmp(functions[i].name, name) == 0) return i;
  return -1;
}

static int some_function(void) {
  if (random_below(3) == 0) return find_function(often[random_below(sizeof often / sizeof *often)]);
  return random_below(FUNCTIONS);
}

static void begin_graph(Machine *m) {
  astar_status why;
  m->graph = astar_graph_new((astar_allocator){ allocate, m }, &why);
  for (int i = 0; i < 6; i++) {
    astar_node_desc node = { .placed = true, .x = random_below(99), .y = random_below(99) };
    astar_graph_add_node(m->graph, &node, &why);
    astar_edge_desc edge = { i, random_below(i + 1), 200 + random_below(50), false, false };
    astar_graph_add_edge(m->graph, &edge, &why);
  }
  astar_graph_add_player(m->graph, "red", &why);
  for (int i = 0; i < 4; i++) astar_graph_add_unit(m->graph, i % 2 - 1, i, 90000, &why);
}

static void begin(Machine *m, uint64_t seed) {
  memset(m, 0, sizeof *m);
  astar_map_desc desc = astar_map_default();
  astar_status why;
  random_seed(seed);
  desc.width = 3 + random_below(14);
  desc.height = 2 + random_below(9);
  desc.allocator = (astar_allocator){ allocate, m };
  astar_level levels[2] = { { "ground", { 0, 0, desc.width, desc.height } },
                            { "upper", { 0, desc.height + 1, 3, 2 } } };
  if (seed % 4 == 0) {
    desc.height += 3;
    desc.levels = levels;
    desc.level_count = 2;
  }
  m->map = astar_map_new(&desc, &why);
  begin_graph(m);
  define_terrains(m->map);
  for (int i = random_below(40); i > 0; i--)
    astar_map_set(m->map, some_int(m, "x"), some_int(m, "y"), random_terrain(60));
  add(m, CLASSES, astar_map_class(m->map));
  add(m, PLAYERS, astar_player_new(m->map, "red", &why));
}

static void end(Machine *m) {
  const char *wrong = map_validate(m->map);
  must(wrong == NULL, wrong);
  free_searches(m);
  for (int i = 0; i < m->pools[PATHS].count; i++) free(m->pools[PATHS].objects[i]);
  Pool *paths = &m->pools[GRAPH_PATHS];
  for (int i = 0; i < paths->count; i++) astar_graph_path_free(m->graph, paths->objects[i]);
  must(astar_graph_memory(m->graph) + astar_map_memory(m->map) == m->held, "bytes are not counted");
  astar_graph_free(m->graph);
  astar_map_free(m->map);
  must(m->held == 0, "bytes are left when the map is freed");
}

/* One line of a program. */
static void call(Machine *m, int function, uint64_t seed) {
  random_seed(seed);
  hash_before = astar_map_hash(m->map);
  graph_before = astar_graph_hash(m->graph);
  m->map->refused.words = m->graph->refused.words = NULL;
  m->has_failed = false;
  m->countdown = random_below(25) == 0 ? 1 + random_below(12) : 0;
  if (m->countdown > 0) show("/* allocation %ld fails */ ", m->countdown);
  called[function]++;
  succeeded[function] += functions[function].call(m);
  m->countdown = 0;
}

static FILE *open_file(const char *name, const char *mode) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", getenv("WORK") != NULL ? getenv("WORK") : ".", name);
  FILE *file = fopen(path, mode);
  if (file == NULL) exit(2);
  return file;
}

static void run_program(uint64_t seed) {
  static Machine m;
  FILE *file = open_file("program.calls", "wb");
  begin(&m, seed);
  fprintf(file, "begin %llu\n", (unsigned long long)seed);
  for (int i = 0; i < CALLS; i++) {
    int function = some_function();
    uint64_t arguments = random_state;
    random_below(2); /* else the arguments would be what the next function is made of */
    uint64_t next = random_state;
    fprintf(file, "%s %llu\n", functions[function].name, (unsigned long long)arguments);
    fflush(file);
    call(&m, function, arguments);
    random_seed(next);
  }
  fclose(file);
  end(&m);
  programs++;
}

static int replay(const char *name) {
  static Machine m;
  char word[100];
  unsigned long long number;
  FILE *file = fopen(name, "rb");
  if (file == NULL) return 2;
  is_shown = true;
  begin(&m, 1);
  while (fscanf(file, "%99s %llu", word, &number) == 2) {
    int function = find_function(word);
    if (strcmp(word, "begin") == 0) end(&m), begin(&m, number);
    else if (function >= 0) call(&m, function, number);
  }
  fclose(file);
  end(&m);
  return 0;
}

int main(int count, char **words) {
  if (count == 3 && strcmp(words[1], "replay") == 0) return replay(words[2]);
  bool held = torture(count, words, run_program);
  int missed = 0;
  for (int i = 0; i < FUNCTIONS; i++)
    if (succeeded[i] == 0) printf("never called with success: %s\n", functions[i].name), missed++;
  printf("%llu programs, %llu calls of %d functions, %d never with success\n",
         (unsigned long long)programs, (unsigned long long)programs * CALLS, FUNCTIONS, missed);
  return !held;
}
