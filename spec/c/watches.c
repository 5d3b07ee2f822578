/*
** Watched paths on random maps: what is told is what a price and a search in each tick would tell.
** And paths as bytes.
*/
#include "going.h"

#include "core/lifetime/validate.h"

enum { WIDTH = 24, HEIGHT = 18, WATCHES = 6, TICKS = 30 };

/* ---- a map on which much changes ------------------------------------------------------------- */

typedef struct Land {
  astar_map *map;
  astar_class *cls;
  astar_player *player;             /* NULL: all is known */
  astar_influence *danger, *calm;   /* calm: values below 0, or a weight below 0 */
  astar_influence *fear;            /* computed from danger */
  astar_link *link;
} Land;

static astar_cell some_place(void) {
  return (astar_cell){ random_below(WIDTH), random_below(HEIGHT) };
}

static void explore(const Land *land, int32_t looks) {
  for (; land->player != NULL && looks > 0; looks--) {
    astar_cell at = some_place();
    astar_player_see(land->player, at.x, at.y, 7, NULL, NULL);
    if (random_below(2)) astar_player_end_sight(land->player);
  }
}

/* From danger itself, from a map between, or from what there was. */
static astar_influence *new_fear(const Land *land, uint64_t seed) {
  static const astar_recipe_kind kinds[] = { ASTAR_RECIPE_NEAR, ASTAR_RECIPE_HISTORY,
                                             ASTAR_RECIPE_FLOW, ASTAR_RECIPE_SUM };
  astar_status why;
  astar_weighted term = { land->danger, ASTAR_ONE };
  astar_recipe recipe = astar_recipe_default(kinds[seed % 4]);
  recipe.terms = &term;
  recipe.term_count = 1;
  if (recipe.kind == ASTAR_RECIPE_NEAR || recipe.kind == ASTAR_RECIPE_FLOW) recipe.radius = 2;
  if (recipe.kind == ASTAR_RECIPE_HISTORY) recipe.half_life = 2;
  if (recipe.kind == ASTAR_RECIPE_FLOW) recipe.cls = land->cls;
  astar_influence *fear = astar_influence_derive(land->map, "fear", ASTAR_ONE / 4, &recipe, &why);
  if (recipe.kind == ASTAR_RECIPE_SUM) {
    term = (astar_weighted){ fear, -ASTAR_ONE / 2 };
    recipe = astar_recipe_default(ASTAR_RECIPE_SLOPE);
    recipe.terms = &term;
    recipe.term_count = 1;
    fear = astar_influence_derive(land->map, "unrest", ASTAR_ONE / 4, &recipe, &why);
  }
  CHECK(fear != NULL);
  return fear;
}

static Land new_land(uint64_t seed) {
  random_seed(seed);
  Land land = { .map = random_map(WIDTH, HEIGHT, 25) };
  astar_class_desc desc = astar_class_default();
  astar_link_desc link = astar_link_default();
  astar_status why;
  desc.size = seed % 5 == 4 ? 2 : 1;
  desc.diagonal = (astar_diagonal_rule)(seed % 4);
  if (seed % 2) {                   /* bushes stand on hills, by a stream */
    astar_terrain_set_slope(land.map, OPEN, (astar_slope){ 0, random_below(9) - 4, 0 });
    astar_terrain_set_slope(land.map, BUSH, (astar_slope){ 3, 0, random_below(12) - 6 });
    desc.climb = random_below(9);
    desc.descend = random_below(6) - 4;
  }
  land.cls = astar_class_new(land.map, &desc, &why);
  if (seed % 3 == 2) land.player = new_player(land.map, "red");
  explore(&land, 6);
  land.danger = astar_influence_new(land.map, "danger", ASTAR_ONE, &why);
  land.calm = astar_influence_new(land.map, "calm", seed % 2 ? ASTAR_ONE : -ASTAR_ONE, &why);
  if (seed % 3 != 1) land.fear = new_fear(&land, seed / 3);
  link.from = some_place();
  link.to = some_place();
  link.cost = 1 + random_below(60);
  if (seed % 4 < 2) land.link = astar_link_new(land.map, &link, &why);
  return land;
}

static void add_danger(const Land *land, astar_cell at) {
  astar_influence_add(land->danger, at.x, at.y, 5 + random_below(40), 3, ASTAR_FALLOFF_LINEAR);
}

static void change_land(const Land *land) {
  astar_cell at = some_place();
  int32_t sign = random_below(2) ? 1 : -1;
  switch (random_below(9)) {
    case 0: add_danger(land, at); break;
    case 1: astar_influence_set(land->calm, at.x, at.y, sign * random_below(9)); break;
    case 2: astar_influence_decay(land->danger, ASTAR_ONE / 2); break;
    case 3: explore(land, 1); break;
    case 4:
      if (land->link != NULL) astar_link_set_open(land->link, random_below(2));
      break;
    case 5: astar_map_fill(land->map, (astar_rect){ at.x, at.y, 1, 1 }, OPEN); break;
    default: astar_map_set(land->map, at.x, at.y, random_terrain(30));
  }
}

static astar_query query_of(const Land *land, astar_weighted *weights) {
  astar_query query = astar_query_default();
  query.cls = land->cls;
  query.player = land->player;
  weights[0] = (astar_weighted){ land->danger, ASTAR_ONE };
  weights[1] = (astar_weighted){ land->calm, land->link != NULL ? ASTAR_ONE : -2 * ASTAR_ONE };
  weights[2] = (astar_weighted){ land->fear, ASTAR_ONE / 2 };
  query.influences = weights;
  query.influence_count = random_below(land->fear != NULL ? 4 : 3);
  return query;
}

static astar_path *find_path(const Land *land, const astar_query *query, astar_cell from,
                             astar_cell to) {
  astar_path *path = NULL;
  astar_status why;
  path = astar_path_find(land->map, from.x, from.y, (astar_rect){ to.x, to.y, 1, 1 }, query, &why);
  return path;
}

/* ---- the model ------------------------------------------------------------------------------- */

typedef struct Model {
  astar_watch *watch;
  astar_path *path;
  astar_query query;
  astar_weighted weights[3];
  int32_t costlier, better;
  uint64_t before, rest, offered;
  bool is_blocked;
} Model;

static bool begin_model(const Land *land, Model *model) {
  astar_status why;
  astar_watch_desc desc = astar_watch_default();
  model->query = query_of(land, model->weights);
  model->path = find_path(land, &model->query, some_place(), some_place());
  if (model->path == NULL) return false;
  desc.path = model->path;
  desc.query = &model->query;
  desc.better = random_below(3) * 50;
  desc.costlier = random_below(3) * 60;
  model->better = desc.better;
  model->costlier = desc.costlier;
  model->watch = astar_watch_new(land->map, &desc, &why);
  model->rest = model->before = astar_path_cost(model->path);
  model->offered = UINT64_MAX;
  model->is_blocked = false;
  CHECK(model->watch != NULL && why == ASTAR_OK);
  return true;
}

static uint64_t best_now(const Land *land, const Model *model) {
  astar_cell from = astar_path_cell(model->path, 0);
  astar_cell to = astar_path_cell(model->path, astar_path_length(model->path) - 1);
  astar_path *path = find_path(land, &model->query, from, to);
  uint64_t cost = path != NULL ? astar_path_cost(path) : UINT64_MAX;
  astar_path_free(land->map, path);
  return cost;
}

static uint64_t below(const Model *model) {
  uint64_t cost = model->rest < model->offered ? model->rest : model->offered;
  return (cost * (uint64_t)(ASTAR_ONE - model->better) + ASTAR_ONE - 1) / ASTAR_ONE;
}

/* The events, but for BETTER, that a tick is to tell of. */
static uint32_t expect(const Land *land, Model *model) {
  uint32_t told = 0;
  uint32_t rest;
  astar_status why = astar_path_cost_now(land->map, model->path, 0, &model->query, &rest);
  bool is_blocked = why == ASTAR_UNREACHABLE;
  if (is_blocked != model->is_blocked)
    told |= 1u << (is_blocked ? ASTAR_WATCH_BLOCKED : ASTAR_WATCH_CLEARED);
  if (!is_blocked) {
    if (model->is_blocked || rest > model->rest) model->offered = UINT64_MAX;
    model->rest = rest;
    bool is_costlier = rest > model->before * (uint64_t)(ASTAR_ONE + model->costlier) / ASTAR_ONE;
    if (is_costlier) told |= 1u << ASTAR_WATCH_COSTLIER;
    if (is_costlier || rest < model->before) model->before = rest;
  }
  model->is_blocked = is_blocked;
  return told;
}

static int better_count, costlier_count, blocked_count;

static void compare(Model *model, uint32_t expected, uint64_t best) {
  uint64_t cost;
  uint32_t told = astar_watch_told(model->watch);
  bool is_better = told >> ASTAR_WATCH_BETTER & 1;
  CHECK((told & ~(1u << ASTAR_WATCH_BETTER)) == expected);
  CHECK(astar_watch_cost(model->watch, &cost) == !model->is_blocked);
  CHECK(model->is_blocked || cost == model->rest);
  CHECK(is_better == (!model->is_blocked && best < below(model)));
  CHECK((astar_watch_better(model->watch) != NULL) == is_better);
  if (is_better) CHECK(astar_path_cost(astar_watch_better(model->watch)) == best);
  if (is_better) model->offered = best;
  better_count += is_better;
  costlier_count += told >> ASTAR_WATCH_COSTLIER & 1;
  blocked_count += told >> ASTAR_WATCH_BLOCKED & 1;
}

static void watch_land(const Land *land, Model *models, int32_t count) {
  uint64_t best[WATCHES];
  uint32_t expected[WATCHES];
  for (int32_t tick = 0; tick < TICKS; tick++) {
    for (int32_t i = random_below(4); i > 0; i--) change_land(land);
    for (int32_t i = 0; i < count; i++) {
      expected[i] = expect(land, &models[i]);
      best[i] = best_now(land, &models[i]);
    }
    CHECK(astar_map_tick(land->map, NULL, NULL) == ASTAR_OK);
    CHECK(map_validate(land->map) == NULL);
    for (int32_t i = 0; i < count; i++) compare(&models[i], expected[i], best[i]);
  }
}

TEST(what_is_told_is_exact) {
  for (EACH_CASE(seed, 187)) {
    Model models[WATCHES];
    Land land = new_land(seed);
    int32_t count = 0;
    for (int32_t i = 0; i < WATCHES; i++) count += begin_model(&land, &models[count]);
    watch_land(&land, models, count);
    for (int32_t i = 0; i < count; i++) astar_path_free(land.map, models[i].path);
    astar_map_free(land.map);
  }
  int least = 8;
  CHECK(better_count >= least && costlier_count >= least && blocked_count >= least);
}

/* ---- walls that are opened ------------------------------------------------------------------- */

enum { SIDE = 20 };                 /* of a map that a wall divides */

/* The map is as it is, turned, or seen in a mirror, or both. */
static astar_rect as_seen(int view, astar_rect rect) {
  if (view & 2) rect.x = SIDE - rect.x - rect.width;
  if (view & 1) rect = (astar_rect){ rect.y, rect.x, rect.height, rect.width };
  return rect;
}

/* A wall from the top down leaves a way below; a hole in it, `hole` cells from the top, is a
** shorter way, or just not. */
static void open_wall(int view, int32_t size, int32_t hole) {
  astar_map *map = open_map(SIDE, SIDE);
  astar_class_desc shape = astar_class_default();
  astar_query query = astar_query_default();
  astar_watch_desc desc = astar_watch_default();
  astar_path *path, *best;
  astar_status why;
  astar_rect from = as_seen(view, (astar_rect){ 3, 9, size, size });
  astar_rect to = as_seen(view, (astar_rect){ 13, 9, size, size });
  to.width = to.height = 1;
  shape.size = size;
  query.cls = astar_class_new(map, &shape, &why);
  desc.query = &query;
  desc.better = 0;
  astar_map_fill(map, as_seen(view, (astar_rect){ 9, 0, 1, SIDE - size }), WALL);
  path = astar_path_find(map, from.x, from.y, to, &query, &why);
  CHECK(why == ASTAR_OK);
  desc.path = path;
  astar_watch *watch = astar_watch_new(map, &desc, &why);
  astar_map_fill(map, as_seen(view, (astar_rect){ 9, hole, 1, size }), OPEN);
  CHECK(astar_map_tick(map, NULL, NULL) == ASTAR_OK);
  best = astar_path_find(map, from.x, from.y, to, &query, &why);
  CHECK(why == ASTAR_OK);
  bool is_better = astar_path_cost(best) < astar_path_cost(path);
  CHECK((astar_watch_better(watch) != NULL) == is_better);
  astar_path_free(map, path);
  astar_path_free(map, best);
  astar_map_free(map);
}

TEST(each_hole_that_makes_a_path_cheaper_is_found) {
  for (int view = 0; view < 4; view++)
    for (int32_t size = 1; size <= 3; size++)
      for (int32_t hole = 0; hole < SIDE - size; hole++) open_wall(view, size, hole);
}

/* ---- units ----------------------------------------------------------------------------------- */

static void add_walkers(Land *land) {
  if (land->player == NULL) land->player = new_player(land->map, "red");
  astar_player_reveal(land->player);
  for (int32_t i = 0; i < 8; i++) {
    astar_status why;
    astar_cell at = some_place();
    astar_unit *unit = new_unit(land->player, at.x, at.y, 5);
    astar_watch_desc desc = astar_watch_default();
    if (unit == NULL) continue;
    desc.unit = unit;
    desc.follow = i % 2;
    desc.better = 20;
    CHECK(astar_watch_new(land->map, &desc, &why) != NULL && astar_unit_watch(unit) != NULL);
    CHECK(astar_watch_new(land->map, &desc, &why) == NULL && why == ASTAR_INVALID);
    send_to(land->map, unit, some_place());
  }
}

static void play_tick(const Land *land) {
  for (int32_t i = random_below(3); i > 0; i--) change_land(land);
  for (astar_unit *unit = astar_unit_next(land->map, NULL); unit != NULL;
       unit = astar_unit_next(land->map, unit))
    if (astar_unit_path(unit, NULL) == NULL && random_below(4) == 0)
      send_to(land->map, unit, some_place());
  CHECK(astar_map_tick(land->map, NULL, NULL) == ASTAR_OK);
}

/* What a unit is told to be better is, and begins on its path. */
static void check_offers(const Land *land) {
  for (astar_watch *watch = astar_watch_next(land->map, NULL); watch != NULL;
       watch = astar_watch_next(land->map, watch)) {
    const astar_path *better = astar_watch_better(watch);
    if (better == NULL) continue;
    better_count++;
    astar_query query = astar_query_default();
    query.unit = astar_watch_unit(watch);
    query.claims = query.occupancy = false;
    uint32_t price;
    CHECK(astar_path_cost_now(land->map, better, 0, &query, &price) == ASTAR_OK);
    CHECK(price == astar_path_cost(better));
  }
}

TEST(units_are_told) {
  better_count = 0;
  for (EACH_CASE(seed, 25)) {
    Land land = new_land(seed);
    add_walkers(&land);
    for (int32_t tick = 0; tick < 80; tick++) {
      play_tick(&land);
      CHECK(map_validate(land.map) == NULL);
      if (land.player != NULL && !astar_player_fog(land.player)) check_offers(&land);
    }
    astar_map_free(land.map);
  }
}

/* ---- the same again -------------------------------------------------------------------------- */

static uint64_t sum_of_events(const astar_map *map) {
  uint64_t sum = astar_map_hash(map);
  for (astar_watch *watch = astar_watch_next(map, NULL); watch != NULL;
       watch = astar_watch_next(map, watch)) {
    uint64_t cost = 0;
    astar_watch_cost(watch, &cost);
    sum = sum * 31 + astar_watch_told(watch) + cost * 8;
    if (astar_watch_better(watch) != NULL) sum += astar_path_cost(astar_watch_better(watch));
  }
  return sum;
}

static Land land_of(astar_map *map) {
  Land land = { .map = map, .cls = astar_class_next(map, astar_class_next(map, NULL)) };
  land.player = astar_player_next(map, NULL);
  land.danger = astar_influence_next(map, NULL);
  land.calm = astar_influence_next(map, land.danger);
  land.fear = astar_influence_next(map, land.calm);
  while (land.fear != NULL && astar_influence_next(map, land.fear) != NULL)
    land.fear = astar_influence_next(map, land.fear);
  land.link = astar_link_next(map, NULL);
  return land;
}

/* Asks for what changes nothing, and seals logs. */
static void ask_around(const Land *land) {
  astar_weighted weights[3];
  astar_query query = query_of(land, weights);
  astar_path_free(land->map, find_path(land, &query, some_place(), some_place()));
}

/* A loaded map goes on as the one that was saved; and nothing depends on what was asked. */
TEST(maps_go_on_alike) {
  for (EACH_CASE(seed, 25)) {
    Land land = new_land(seed);
    Model model;
    add_walkers(&land);
    for (int32_t i = 0; i < 3; i++)
      if (begin_model(&land, &model)) astar_path_free(land.map, model.path);
    for (int32_t tick = random_below(20); tick >= 0; tick--) play_tick(&land);
    for (int32_t i = random_below(6); i > 0; i--) change_land(&land);
    Land other = land_of(copy_of(land.map));
    CHECK(map_validate(other.map) == NULL && astar_map_hash(land.map) == astar_map_hash(other.map));
    CHECK(sum_of_events(land.map) == sum_of_events(other.map));
    for (int32_t tick = 0; tick < 30; tick++) {
      uint64_t state = random_state;
      play_tick(&land);
      uint64_t next = random_state;
      ask_around(&other);
      random_state = state;
      play_tick(&other);
      random_state = next;
      CHECK(sum_of_events(land.map) == sum_of_events(other.map));
    }
    astar_map_free(land.map);
    astar_map_free(other.map);
  }
}

/* ---- what goes ------------------------------------------------------------------------------- */

/* What influence was when a watch was made is what it is compared with, from the first tick on. */
TEST(influence_that_goes_before_the_first_tick_is_noticed) {
  astar_status why;
  astar_map *map = open_map(12, 5);
  astar_influence *danger = astar_influence_new(map, "danger", ASTAR_ONE, &why);
  astar_weighted weighted = { danger, ASTAR_ONE };
  astar_query query = astar_query_default();
  query.influences = &weighted;
  query.influence_count = 1;
  CHECK(astar_influence_add(danger, 5, 2, 20, 6, ASTAR_FALLOFF_NONE) == ASTAR_OK);
  astar_path *path = astar_path_find(map, 0, 2, (astar_rect){ 11, 2, 1, 1 }, &query, &why);
  CHECK(why == ASTAR_OK);
  astar_watch_desc desc = astar_watch_default();
  desc.path = path;
  desc.query = &query;
  astar_watch *watch = astar_watch_new(map, &desc, &why);
  CHECK(watch != NULL && astar_influence_clear(danger) == ASTAR_OK);

  astar_map *loaded = copy_of(map);
  CHECK(astar_map_hash(loaded) == astar_map_hash(map));
  uint64_t cost;
  CHECK(astar_map_tick(map, NULL, NULL) == ASTAR_OK);
  CHECK(astar_watch_cost(watch, &cost) && cost == 110);
  astar_path_free(map, path);
  astar_map_free(loaded);
  astar_map_free(map);
}

TEST(removal_is_safe) {
  for (EACH_CASE(seed, 15)) {
    Land land = new_land(seed);
    Model model;
    add_walkers(&land);
    for (int32_t i = 0; i < 4; i++)
      if (begin_model(&land, &model)) astar_path_free(land.map, model.path);
    play_tick(&land);
    change_land(&land);
    if (land.fear != NULL) astar_influence_remove(land.fear);
    astar_influence_remove(land.danger);
    CHECK(map_validate(land.map) == NULL && astar_map_tick(land.map, NULL, NULL) == ASTAR_OK);
    astar_unit_remove(astar_unit_next(land.map, NULL));
    CHECK(map_validate(land.map) == NULL && astar_map_tick(land.map, NULL, NULL) == ASTAR_OK);
    astar_player_remove(land.player);
    for (astar_watch *watch = astar_watch_next(land.map, NULL); watch != NULL;
         watch = astar_watch_next(land.map, watch))
      CHECK(astar_watch_unit(watch) == NULL && astar_watch_player(watch) == NULL);
    CHECK(map_validate(land.map) == NULL && astar_map_tick(land.map, NULL, NULL) == ASTAR_OK);
    while (astar_watch_next(land.map, NULL) != NULL)
      astar_watch_remove(astar_watch_next(land.map, NULL));
    CHECK(astar_map_tick(land.map, NULL, NULL) == ASTAR_OK);
    astar_map_free(land.map);
  }
}

TEST(wrong_watches_are_refused) {
  astar_map *map = open_map(6, 6), *other = open_map(4, 4);
  astar_status why;
  astar_path *path = NULL;
  astar_watch_desc desc = astar_watch_default();
  path = astar_path_find(map, 0, 0, (astar_rect){ 5, 5, 1, 1 }, NULL, &why);
  CHECK(why == ASTAR_OK);
  CHECK(astar_watch_new(map, &desc, &why) == NULL && why == ASTAR_INVALID);
  desc.path = path;
  CHECK(astar_watch_new(other, &desc, &why) == NULL && why == ASTAR_INVALID);
  const int32_t wrong[][2] = { { -2, 0 }, { 64 * ASTAR_ONE + 1, 0 }, { 0, -2 },
                               { 0, ASTAR_ONE + 1 } };
  for (int i = 0; i < 4; i++) {
    desc.costlier = wrong[i][0];
    desc.better = wrong[i][1];
    CHECK(astar_watch_new(map, &desc, &why) == NULL && why == ASTAR_INVALID);
  }
  CHECK(astar_watch_next(map, NULL) == NULL);
  const int32_t right[][2] = { { -1, -1 }, { 64 * ASTAR_ONE, ASTAR_ONE }, { 0, 0 } };
  for (int i = 0; i < 3; i++) {
    desc.costlier = right[i][0];
    desc.better = right[i][1];
    CHECK(astar_watch_new(map, &desc, &why) != NULL && why == ASTAR_OK);
  }
  astar_path_free(map, path);
  astar_map_free(map);
  astar_map_free(other);
}

/* ---- paths as bytes -------------------------------------------------------------------------- */

static astar_path *load_path(const astar_map *map, const uint8_t *bytes, size_t size,
                             astar_status *why) {
  uint64_t ground;
  size_t needed;
  *why = astar_path_load_size(map, bytes, size, &needed);
  if (*why != ASTAR_OK) return NULL;
  void *memory = malloc(needed);
  astar_path *path = astar_path_load(map, bytes, size, memory, &ground);
  if (path == NULL) free(memory);
  return path;
}

static bool is_sound(const Land *land, const astar_path *path) {
  for (int32_t i = 0; i < astar_path_length(path); i++) {
    astar_cell at = astar_path_cell(path, i);
    if (at.x < 0 || at.y < 0 || at.x >= WIDTH || at.y >= HEIGHT) return false;
  }
  int32_t index;
  return astar_path_blocked(land->map, path, 0, NULL, &index) == ASTAR_OK;
}

/* The checksum fits again, so that what stands in the bytes is looked at. */
static void sign(uint8_t *bytes, size_t size) {
  uint64_t sum = astar_checksum(bytes, size - 8);
  for (int i = 0; i < 8; i++) bytes[size - 8 + (size_t)i] = (uint8_t)(sum >> 8 * i);
}

static void damage(const Land *land, const uint8_t *bytes, size_t size) {
  astar_status why;
  uint8_t *copy = malloc(size);
  for (int i = 0; i < 60; i++) {
    memcpy(copy, bytes, size);
    copy[random_below((int32_t)size)] ^= (uint8_t)(1 + random_below(255));
    CHECK(load_path(land->map, copy, size, &why) == NULL);
    CHECK(why == ASTAR_DAMAGED || why == ASTAR_FOREIGN);
    size_t cut = (size_t)random_below((int32_t)size);
    CHECK(load_path(land->map, bytes, cut, &why) == NULL);
    sign(copy, size);
    astar_path *path = load_path(land->map, copy, size, &why);
    CHECK(path == NULL || is_sound(land, path));
    free(path);
  }
  free(copy);
}

TEST(paths_are_bytes) {
  for (EACH_CASE(seed, 37)) {
    Land land = new_land(seed);
    astar_weighted weights[3];
    astar_query query = query_of(&land, weights);
    astar_status why;
    uint64_t ground = 0, again = 1;
    query.any_angle = seed % 2;
    query.turn_cost = seed % 4 == 2 ? 7 : 0;
    astar_path *path = find_path(&land, &query, some_place(), some_place()), *loaded;
    if (path != NULL) {
      size_t size = astar_path_save(land.map, path, 0, NULL, 0);
      uint32_t price = 0;
      uint8_t *bytes = malloc(size);
      CHECK(astar_map_ground(land.map, &query, &ground) == ASTAR_OK);
      CHECK(astar_map_ground(land.map, &query, &again) == ASTAR_OK && again == ground);
      astar_path_save(land.map, path, ground, bytes, size);
      loaded = load_path(land.map, bytes, size, &why);
      CHECK(loaded != NULL && astar_path_bytes(loaded) == astar_path_bytes(path) &&
            memcmp(loaded, path, astar_path_bytes(path)) == 0);
      if (!query.any_angle) {
        CHECK(astar_path_cost_now(land.map, path, 0, &query, &price) == ASTAR_OK);
        CHECK(price == astar_path_cost(path));
      }
      damage(&land, bytes, size);
      free(loaded);
      free(bytes);
    }
    astar_path_free(land.map, path);
    astar_map_free(land.map);
  }
}

int main(void) { return run_tests(); }
