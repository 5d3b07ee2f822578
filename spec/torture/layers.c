/*
** torture: build=plain share=1 short=yes cases=540
**
** Influence maps on maps of every shape against a plain array. Recipes that rest on one another, each
** against its definition, while what they rest on changes.
*/
#include "../c/plain.h"
#include "torture.h"

static uint64_t stamps, recipes;

/* ---- recipes --------------------------------------------------------------------------------- */

enum { PLAIN = 3, MAPS = 12, TERMS = 8, SMALL = 40 };

/* The plain maps come first; each recipe names maps before it. */
typedef struct Kitchen {
  astar_map *map;
  int32_t width, height, count;
  astar_influence *maps[MAPS], *scratch;
  int named[MAPS][TERMS];           /* the numbers of the terms */
  int64_t values[MAPS][SMALL * SMALL];
  struct { int64_t part, peak, since; } past[MAPS][SMALL * SMALL];
  int64_t now;                      /* ticks */
} Kitchen;

static int64_t part_of(const Kitchen *kitchen, int number, int term, int32_t x, int32_t y) {
  const astar_recipe *recipe = astar_influence_recipe(kitchen->maps[number]);
  int64_t value = kitchen->values[kitchen->named[number][term]][y * SMALL + x];
  return rounded(value * recipe->terms[term].weight, ASTAR_ONE);
}

static int64_t absolute(int64_t value) { return value < 0 ? -value : value; }

static int64_t cellwise(const Kitchen *kitchen, int number, int32_t x, int32_t y) {
  const astar_recipe *recipe = astar_influence_recipe(kitchen->maps[number]);
  int64_t first = part_of(kitchen, number, 0, x, y);
  int64_t sum = first, tension = absolute(first), product = first, most = first, least = first;
  for (int32_t i = 1; i < recipe->term_count; i++) {
    int64_t part = part_of(kitchen, number, i, x, y);
    sum += part;
    tension += absolute(part);
    product = clamped(rounded(product * part, recipe->scale));
    if (part > most) most = part;
    if (part < least) least = part;
  }
  switch (recipe->kind) {
    case ASTAR_RECIPE_SUM: return sum;
    case ASTAR_RECIPE_PRODUCT: return product;
    case ASTAR_RECIPE_GREATEST: return most;
    case ASTAR_RECIPE_LEAST: return least;
    case ASTAR_RECIPE_TENSION: return tension;
    default: return tension - absolute(sum);
  }
}

static int64_t around(const Kitchen *kitchen, int number, int32_t x, int32_t y) {
  const astar_recipe *recipe = astar_influence_recipe(kitchen->maps[number]);
  bool slope = recipe->kind == ASTAR_RECIPE_SLOPE;
  int32_t reach = slope ? 1 : recipe->radius;
  int64_t here = part_of(kitchen, number, 0, x, y), most = slope ? 0 : here;
  for (int32_t dy = -reach; dy <= reach; dy++)
    for (int32_t dx = -reach; dx <= reach; dx++) {
      int32_t nx = x + dx, ny = y + dy;
      if (nx < 0 || ny < 0 || nx >= kitchen->width || ny >= kitchen->height) continue;
      if (!slope && dx * dx + dy * dy > reach * reach) continue;
      int64_t part = part_of(kitchen, number, 0, nx, ny);
      int64_t one = slope ? absolute(part - here) : part;
      if (one > most) most = one;
    }
  return most;
}

/* The sum of a flood from each cell. */
static void flow(Kitchen *kitchen, int number, int64_t *sums) {
  const astar_recipe *recipe = astar_influence_recipe(kitchen->maps[number]);
  memset(sums, 0, SMALL * SMALL * sizeof *sums);
  for (int32_t i = 0; i < kitchen->width * kitchen->height; i++) {
    int32_t x = i % kitchen->width, y = i / kitchen->width;
    int64_t part = part_of(kitchen, number, 0, x, y);
    if (part == 0) continue;
    astar_influence_clear(kitchen->scratch);
    CHECK(astar_influence_flood(kitchen->scratch, x, y, (int32_t)part, recipe->radius, recipe->cls,
                                recipe->player) == ASTAR_OK);
    for (int32_t ny = 0; ny < kitchen->height; ny++)
      for (int32_t nx = 0; nx < kitchen->width; nx++)
        sums[ny * SMALL + nx] += astar_influence_get(kitchen->scratch, nx, ny);
  }
}

static int64_t left_of(int64_t peak, int64_t age, int64_t half_life) {
  int64_t left = peak * (2 * half_life - age % half_life) / (2 * half_life);
  for (int64_t i = age / half_life; i > 0 && left > 0; i--) left /= 2;
  return left;
}

/* A tick has ended. */
static void note(Kitchen *kitchen, int number) {
  int32_t half_life = astar_influence_recipe(kitchen->maps[number])->half_life;
  for (int32_t y = 0; y < kitchen->height; y++)
    for (int32_t x = 0; x < kitchen->width; x++) {
      int64_t part = part_of(kitchen, number, 0, x, y), before = kitchen->now - 1;
      int32_t cell = y * SMALL + x;
      part = part < 0 ? 0 : clamped(part);
      int64_t was = kitchen->past[number][cell].part, since = kitchen->past[number][cell].since;
      int64_t left = left_of(kitchen->past[number][cell].peak, before - since, half_life);
      if (part != was && was > 0 && was >= left) {
        kitchen->past[number][cell].peak = was;
        kitchen->past[number][cell].since = before;
      }
      kitchen->past[number][cell].part = part;
    }
}

static int64_t remembered(const Kitchen *kitchen, int number, int32_t x, int32_t y) {
  int32_t half_life = astar_influence_recipe(kitchen->maps[number])->half_life;
  int32_t cell = y * SMALL + x;
  int64_t part = kitchen->past[number][cell].part;
  int64_t age = kitchen->now - kitchen->past[number][cell].since;
  int64_t left = left_of(kitchen->past[number][cell].peak, age, half_life);
  return part > left ? part : left;
}

static void cook(Kitchen *kitchen, int number) {
  static int64_t sums[SMALL * SMALL];
  const astar_recipe *recipe = astar_influence_recipe(kitchen->maps[number]);
  if (recipe->kind == ASTAR_RECIPE_FLOW) flow(kitchen, number, sums);
  for (int32_t y = 0; y < kitchen->height; y++)
    for (int32_t x = 0; x < kitchen->width; x++) {
      int64_t value = recipe->kind == ASTAR_RECIPE_FLOW      ? sums[y * SMALL + x]
                      : recipe->kind == ASTAR_RECIPE_HISTORY ? remembered(kitchen, number, x, y)
                      : recipe->kind < ASTAR_RECIPE_SLOPE    ? cellwise(kitchen, number, x, y)
                                                             : around(kitchen, number, x, y);
      value += recipe->plus;
      if (value < recipe->least) value = recipe->least;
      if (value > recipe->greatest) value = recipe->greatest;
      kitchen->values[number][y * SMALL + x] = value;
    }
}

static void read_plain(Kitchen *kitchen, int number) {
  for (int32_t y = 0; y < kitchen->height; y++)
    for (int32_t x = 0; x < kitchen->width; x++)
      kitchen->values[number][y * SMALL + x] =
        astar_influence_get(kitchen->maps[number], x, y);
}

/* What a flow adds up is small enough for a flood not to be cut off. */
static void choose_flow(const Kitchen *kitchen, astar_recipe *recipe, astar_weighted *term,
                        int *named) {
  astar_status why;
  *named = random_below(PLAIN);
  term->influence = kitchen->maps[*named];
  term->weight = ASTAR_ONE;
  recipe->radius = 1 + random_below(4);
  astar_class_desc desc = astar_class_default();
  desc.size = 1 + random_below(2);
  desc.diagonal = (astar_diagonal_rule)random_below(ASTAR_DIAGONAL_NEVER + 1);
  if (random_below(2)) recipe->cls = astar_class_new(kitchen->map, &desc, &why);
}

static void write_recipe(Kitchen *kitchen) {
  astar_weighted terms[TERMS];
  char name[] = "recipe a";
  astar_status why;
  int number = kitchen->count++, *named = kitchen->named[number];
  int32_t kind = random_below(2) ? random_below(ASTAR_RECIPE_FLOW)
                 : random_below(2) ? ASTAR_RECIPE_FLOW
                                   : ASTAR_RECIPE_HISTORY;
  astar_recipe recipe = astar_recipe_default((astar_recipe_kind)kind);
  recipe.terms = terms;
  recipe.term_count = recipe.kind < ASTAR_RECIPE_SLOPE ? 1 + random_below(TERMS) : 1;
  for (int32_t i = 0; i < recipe.term_count; i++) {
    named[i] = random_below(number);
    int32_t weight = random_below(2) ? ASTAR_ONE : random_below(8192) - 4096;
    terms[i] = (astar_weighted){ kitchen->maps[named[i]], weight };
  }
  if (recipe.kind == ASTAR_RECIPE_NEAR) recipe.radius = 1 + random_below(random_below(4) ? 5 : 32);
  if (recipe.kind == ASTAR_RECIPE_FLOW) choose_flow(kitchen, &recipe, terms, named);
  if (recipe.kind == ASTAR_RECIPE_HISTORY) recipe.half_life = 1 + random_below(12);
  if (recipe.kind == ASTAR_RECIPE_PRODUCT) recipe.scale = 1 + random_below(100);
  if (random_below(3) == 0) recipe.plus = random_below(41) - 20;
  if (random_below(3) == 0) recipe.least = -random_below(50);
  if (random_below(3) == 0) recipe.greatest = random_below(200);
  name[7] = (char)('a' + number);
  kitchen->maps[number] = astar_influence_derive(kitchen->map, name, 0, &recipe, &why);
  CHECK(kitchen->maps[number] != NULL && why == ASTAR_OK);
}

static void disturb(const Kitchen *kitchen) {
  astar_influence *one = kitchen->maps[random_below(PLAIN)];
  int32_t x = random_below(kitchen->width), y = random_below(kitchen->height);
  int32_t what = random_below(8);
  if (what == 0) astar_influence_decay(one, 800);
  else if (what == 1) astar_influence_clear(one);
  else if (what < 4) astar_map_set(kitchen->map, x, y, random_terrain(50));
  else if (what < 6) astar_influence_set(one, x, y, random_below(199) - 99);
  else astar_influence_add(one, x, y, random_below(199) - 99, random_below(5),
                           ASTAR_FALLOFF_LINEAR);
}

static void taste(const Kitchen *kitchen, int number) {
  recipes++;
  for (int32_t y = 0; y < kitchen->height; y++)
    for (int32_t x = 0; x < kitchen->width; x++)
      CHECK(astar_influence_get(kitchen->maps[number], x, y) ==
            kitchen->values[number][y * SMALL + x]);
}

static void cook_all(Kitchen *kitchen, bool tick) {
  for (int i = 0; i < kitchen->count; i++) {
    bool plain = i < PLAIN;
    if (plain) read_plain(kitchen, i);
    else if (tick && astar_influence_recipe(kitchen->maps[i])->kind == ASTAR_RECIPE_HISTORY)
      note(kitchen, i);
    if (!plain) cook(kitchen, i);
  }
}

static void pass_time(Kitchen *kitchen) {
  CHECK(astar_map_tick(kitchen->map, NULL, NULL) == ASTAR_OK);
  kitchen->now++;
  cook_all(kitchen, true);
}

/* The same map, saved and loaded. What is past comes along. */
static void reload(Kitchen *kitchen) {
  astar_status why;
  size_t size;
  CHECK(astar_map_save(kitchen->map, NULL, 0, &size) == ASTAR_OK);
  void *bytes = malloc(size);
  CHECK(astar_map_save(kitchen->map, bytes, size, &size) == ASTAR_OK);
  astar_map *loaded = astar_map_load(bytes, size, (astar_allocator){ NULL, NULL }, 0, &why);
  free(bytes);
  CHECK(loaded != NULL && astar_map_hash(loaded) == astar_map_hash(kitchen->map));
  astar_map_free(kitchen->map);
  kitchen->map = loaded;
  kitchen->scratch = astar_influence_next(loaded, NULL);
  astar_influence *one = kitchen->scratch;
  for (int i = 0; i < kitchen->count; i++)
    one = kitchen->maps[i] = astar_influence_next(loaded, one);
}

/* Most maps are not read at each step, so they have more to make up for. */
static astar_map *try_recipes(astar_map *map) {
  static Kitchen kitchen;
  astar_status why;
  memset(&kitchen, 0, sizeof kitchen);
  kitchen.map = map;
  kitchen.width = astar_map_width(map);
  kitchen.height = astar_map_height(map);
  kitchen.scratch = astar_influence_new(map, "scratch", 0, &why);
  kitchen.maps[0] = astar_influence_new(map, "red", 0, &why);
  kitchen.maps[1] = astar_influence_new(map, "blue", 0, &why);
  kitchen.maps[2] = astar_influence_new(map, "fear", 0, &why);
  kitchen.count = PLAIN;
  for (int i = 1 + random_below(MAPS - PLAIN); i > 0; i--) write_recipe(&kitchen);
  for (int step = 0; step < 5; step++) {
    for (int i = random_below(6); i > 0; i--) disturb(&kitchen);
    for (int i = random_below(random_below(4) ? 3 : 20); i > 0; i--) pass_time(&kitchen);
    if (random_below(4) == 0) reload(&kitchen);
    cook_all(&kitchen, false);
    for (int i = PLAIN; i < kitchen.count; i++)
      if (step == 4 || random_below(3) == 0) taste(&kitchen, i);
  }
  return kitchen.map;
}

static void try_case(uint64_t seed) {
  random_seed(seed);
  int32_t width = 1 + random_below(SIDE), height = 1 + random_below(SIDE);
  astar_map *map = open_map(width, height);
  plain_try(map, 12);
  stamps += 12;
  astar_map_free(map);
  map = random_map(1 + random_below(SMALL), 1 + random_below(SMALL), 3 + random_below(40));
  astar_map_free(try_recipes(map));
}

int main(int count, char **words) {
  bool held = torture(count, words, try_case);
  printf("%llu stamps, decays and spreads, %llu recipes\n", (unsigned long long)stamps,
         (unsigned long long)recipes);
  return !held;
}
