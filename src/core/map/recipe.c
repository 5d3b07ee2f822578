#include "recipe.h"

#include <string.h>

#include "../base/builtin.h"
#include "../base/hash.h"
#include "../base/integer.h"
#include "../grid/direction.h"
#include "class.h"
#include "flow.h"
#include "history.h"
#include "player.h"

typedef int32_t Values[INFLUENCE_BLOCK][INFLUENCE_BLOCK];

/* ---- making ---------------------------------------------------------------------------------- */

astar_recipe astar_recipe_default(astar_recipe_kind kind) {
  return (astar_recipe){ .kind = kind, .least = -ASTAR_MAX_COST, .greatest = ASTAR_MAX_COST,
                         .scale = 1 };
}

static bool is_value(int32_t value) {
  return value >= -ASTAR_MAX_COST && value <= ASTAR_MAX_COST;
}

static bool recipe_reads_around(astar_recipe_kind kind) {
  return kind >= ASTAR_RECIPE_SLOPE;
}

static bool recipe_has_radius(astar_recipe_kind kind) {
  return kind == ASTAR_RECIPE_NEAR || kind == ASTAR_RECIPE_FLOW;
}

static bool walkers_fit(const astar_map *map, const astar_recipe *recipe) {
  bool none = recipe->cls == NULL && recipe->player == NULL;
  return map_accepts(map, none || recipe->kind == ASTAR_RECIPE_FLOW,
                     "cls, player: for ASTAR_RECIPE_FLOW only") &&
         map_accepts(map, recipe->cls == NULL || recipe->cls->map == map,
                     "cls: of another map") &&
         map_accepts(map, recipe->player == NULL || recipe->player->map == map,
                     "player: of another map");
}

static bool numbers_fit(const astar_map *map, const astar_recipe *recipe) {
  bool limits = is_value(recipe->plus) && is_value(recipe->least) &&
                is_value(recipe->greatest) && recipe->least <= recipe->greatest;
  bool has_radius = recipe_has_radius(recipe->kind);
  bool radius = has_radius ? recipe->radius >= 1 && recipe->radius <= RECIPE_RADIUS
                     : recipe->radius == 0;
  bool product = recipe->kind == ASTAR_RECIPE_PRODUCT;
  bool scale = recipe->scale >= 1 && recipe->scale <= (product ? ASTAR_MAX_COST : 1);
  bool half_life = recipe->kind == ASTAR_RECIPE_HISTORY
                     ? recipe->half_life >= 1 && recipe->half_life <= HALF_LIFE_MOST
                     : recipe->half_life == 0;
  return map_accepts(map, limits, "plus, least, greatest: out of range, or least is greater") &&
         map_accepts(map, radius, "radius: out of the kind's range, or not 0") &&
         map_accepts(map, scale, "scale: out of the kind's range, or not 1") &&
         map_accepts(map, half_life, "half_life: out of range, or not 0");
}

static bool term_fits(const astar_map *map, const astar_weighted *term) {
  return map_accepts(map, term->influence->map == map, "terms: one of another map") &&
         map_accepts_between(map, term->weight, -INFLUENCE_WEIGHT_MAX, INFLUENCE_WEIGHT_MAX,
                             "terms: a weight beyond 64");
}

static int32_t recipe_depth(const astar_recipe *recipe) {
  int32_t depth = 0;
  for (int32_t i = 0; i < recipe->term_count; i++) {
    const Recipe *below = recipe->terms[i].influence->recipe;
    if (below != NULL && below->depth > depth) depth = below->depth;
  }
  return depth + 1;
}

static bool recipe_fits(const astar_map *map, const astar_recipe *recipe) {
  int32_t most = recipe_reads_around(recipe->kind) ? 1 : RECIPE_TERMS;
  bool fits = map_accepts(map, (unsigned)recipe->kind <= ASTAR_RECIPE_HISTORY,
                          "kind: no such kind of recipe") &&
              numbers_fit(map, recipe) && walkers_fit(map, recipe) &&
              map_accepts_between(map, recipe->term_count, 1, most,
                                  "term_count: not from 1 to what the kind takes");
  for (int32_t i = 0; i < recipe->term_count && fits; i++)
    fits = term_fits(map, &recipe->terms[i]);
  return fits && map_accepts(map, recipe_depth(recipe) <= RECIPE_DEPTH,
                             "terms: too many recipes rest on one another");
}

static void recipe_free(astar_map *map, Recipe *recipe) {
  memory_free(&map->memory, recipe->work, recipe->work_bytes);
  memory_free(&map->memory, recipe, recipe->bytes);
}

static bool recipe_reserve(astar_map *map, Recipe *recipe, const astar_recipe *given) {
  bool flows = given->kind == ASTAR_RECIPE_FLOW;
  if (!flows && given->kind != ASTAR_RECIPE_HISTORY) return true;
  size_t bytes = flows ? flow_bytes(&map->grid, given->radius) : history_bytes(&map->grid);
  recipe->work = flows ? memory_raw(&map->memory, bytes) : memory_new(&map->memory, bytes);
  if (recipe->work != NULL) recipe->work_bytes = bytes;
  return recipe->work != NULL;
}

/* All blocks are stale. */
static Recipe *recipe_new(astar_map *map, const astar_recipe *given) {
  size_t blocks = influence_blocks_for(&map->grid), bytes = sizeof(Recipe) + blocks;
  Recipe *recipe = memory_new(&map->memory, bytes);
  if (recipe == NULL) return NULL;
  recipe->bytes = bytes;
  if (!recipe_reserve(map, recipe, given)) {
    recipe_free(map, recipe);
    return NULL;
  }
  recipe->given = *given;
  recipe->given.terms = recipe->terms;
  memcpy(recipe->terms, given->terms, (size_t)given->term_count * sizeof *given->terms);
  recipe->depth = recipe_depth(given);
  recipe->any_stale = true;
  recipe->noted = (astar_rect){ 0, 0, map->grid.width, map->grid.height };
  memset(recipe->stale, 1, blocks);
  return recipe;
}

static void recipe_join(astar_influence *influence, Recipe *recipe) {
  influence->recipe = recipe;
  influence->recipe_bytes = recipe->bytes;
  for (int32_t i = 0; i < recipe->given.term_count; i++) {
    astar_influence *term = recipe->terms[i].influence;
    recipe->seen[i] = changes_position(&term->changes);
    term->users++;
  }
  if (recipe->given.kind == ASTAR_RECIPE_HISTORY) history_begin(influence);
}

astar_status recipe_attach(astar_influence *influence, const astar_recipe *given) {
  if (influence->recipe != NULL || !recipe_fits(influence->map, given)) return ASTAR_INVALID;
  Recipe *recipe = recipe_new(influence->map, given);
  if (recipe == NULL) return ASTAR_NO_MEMORY;
  recipe_join(influence, recipe);
  return ASTAR_OK;
}

astar_influence *astar_influence_derive(astar_map *map, const char *name, int32_t weight,
                                        const astar_recipe *given, astar_status *why) {
  *why = ASTAR_INVALID;
  if (!map_is_open(map) || !recipe_fits(map, given)) return NULL;
  Recipe *recipe = recipe_new(map, given);
  *why = ASTAR_NO_MEMORY;
  if (recipe == NULL) return NULL;
  astar_influence *influence = astar_influence_new(map, name, weight, why);
  if (influence != NULL) recipe_join(influence, recipe);
  else recipe_free(map, recipe);
  return influence;
}

const astar_recipe *astar_influence_recipe(const astar_influence *influence) {
  return influence->recipe != NULL ? &influence->recipe->given : NULL;
}

const astar_influence *astar_influence_user(const astar_influence *influence) {
  const astar_influence *one = influence->users > 0 ? influence->next : NULL;
  for (; one != NULL; one = one->next)
    for (int32_t i = 0; one->recipe != NULL && i < one->recipe->given.term_count; i++)
      if (one->recipe->terms[i].influence == influence) return one;
  return NULL;
}

/* ---- what depends on one cell of each term --------------------------------------------------- */

static int64_t recipe_limit(int64_t value, int64_t least, int64_t greatest) {
  return value < least ? least : value > greatest ? greatest : value;
}

static int64_t sum_of(const int64_t *parts, int32_t count) {
  int64_t sum = 0;
  for (int32_t i = 0; i < count; i++) sum += parts[i];
  return sum;
}

static int64_t tension_of(const int64_t *parts, int32_t count) {
  int64_t sum = 0;
  for (int32_t i = 0; i < count; i++) sum += integer_absolute(parts[i]);
  return sum;
}

/* Rounded to the nearest at each step, halves away from 0. */
static int64_t product_of(const int64_t *parts, int32_t count, int64_t scale) {
  int64_t product = parts[0];
  for (int32_t i = 1; i < count; i++) {
    int64_t twice = 2 * product * parts[i];
    product = (twice + (twice < 0 ? -scale : scale)) / (2 * scale);
    product = recipe_limit(product, -ASTAR_MAX_COST, ASTAR_MAX_COST);
  }
  return product;
}

/* The greatest one where `sign` is 1, the least one where it is -1. */
static int64_t extreme_of(const int64_t *parts, int32_t count, int64_t sign) {
  int64_t extreme = parts[0];
  for (int32_t i = 1; i < count; i++)
    if (sign * parts[i] > sign * extreme) extreme = parts[i];
  return extreme;
}

static int64_t recipe_combine(const astar_recipe *recipe, const int64_t *parts) {
  int32_t count = recipe->term_count;
  switch (recipe->kind) {
    case ASTAR_RECIPE_PRODUCT: return product_of(parts, count, recipe->scale);
    case ASTAR_RECIPE_GREATEST: return extreme_of(parts, count, 1);
    case ASTAR_RECIPE_LEAST: return extreme_of(parts, count, -1);
    case ASTAR_RECIPE_TENSION: return tension_of(parts, count);
    case ASTAR_RECIPE_VULNERABILITY:
      return tension_of(parts, count) - integer_absolute(sum_of(parts, count));
    default: return sum_of(parts, count);
  }
}

static int32_t recipe_part(const Recipe *recipe, int32_t term, Cell cell) {
  const astar_weighted *one = &recipe->terms[term];
  return integer_weighted(one->influence->values[cell], one->weight);
}

static int64_t combine_at(const Recipe *recipe, Cell cell) {
  int64_t parts[RECIPE_TERMS] = { 0 };
  for (int32_t i = 0; i < recipe->given.term_count; i++) parts[i] = recipe_part(recipe, i, cell);
  return recipe_combine(&recipe->given, parts);
}

/* ---- what depends on cells around ------------------------------------------------------------ */

/* The greatest difference to a neighbour. */
static int64_t slope_at(const Recipe *recipe, const Grid *grid, int32_t x, int32_t y) {
  Cell cell = grid_cell(grid, x, y);
  int64_t here = recipe_part(recipe, 0, cell), most = 0;
  astar_rect level = grid_level(grid, x, y);
  uint32_t steps = hex_steps(grid, hex_is_shifted(grid, x, y));
  for (; steps != 0; steps &= steps - 1) {
    int direction = low_zeros_32(steps);
    if (!rect_has(level, x + DIRECTION_X[direction], y + DIRECTION_Y[direction])) continue;
    Cell beside = cell + (Cell)direction_offset(grid, direction);
    int64_t rise = integer_absolute(recipe_part(recipe, 0, beside) - here);
    if (rise > most) most = rise;
  }
  return most;
}

#define NEAR_LEVELS 6
#define NEAR_COLUMNS (INFLUENCE_BLOCK + 2 * RECIPE_RADIUS)

/* Of a row of cells, `greatest[n][i]` is the greatest part of the 2^n cells from i on. */
typedef struct NearRow {
  int32_t first, count;             /* the cells of the row: x of the first */
  int32_t greatest[NEAR_LEVELS + 1][NEAR_COLUMNS];
} NearRow;

static void near_read(NearRow *row, const Recipe *recipe, const Grid *grid, int32_t y) {
  Cell cell = grid_cell(grid, row->first, y);
  for (int32_t i = 0; i < row->count; i++)
    row->greatest[0][i] = recipe_part(recipe, 0, cell + (Cell)i);
  for (int level = 1; level <= NEAR_LEVELS; level++)
    for (int32_t i = 0, half = 1 << (level - 1); i + 2 * half <= row->count; i++) {
      int32_t a = row->greatest[level - 1][i], b = row->greatest[level - 1][i + half];
      row->greatest[level][i] = a > b ? a : b;
    }
}

/* The greatest part of the cells x … end - 1. */
static int32_t near_greatest(const NearRow *row, int32_t x, int32_t end) {
  int level = 0;
  while (level < NEAR_LEVELS && 2 << level <= end - x) level++;
  int32_t a = row->greatest[level][x - row->first];
  int32_t b = row->greatest[level][end - (1 << level) - row->first];
  return a > b ? a : b;
}

/* What the cells x … end - 1 have to offer, as far as they lie on the level. */
static void near_offer_to(const NearRow *row, int32_t x, int32_t end, int32_t *best) {
  int32_t last = row->first + row->count;
  int32_t greatest = near_greatest(row, x < row->first ? row->first : x,
                                   integer_least(end, last));
  if (greatest > *best) *best = greatest;
}

/* What a row at a distance of `dy` rows has to offer to the cells of a row of the rectangle. */
static void near_offer(const NearRow *row, astar_rect rect, int32_t reach, int32_t *best) {
  for (int32_t i = 0; i < rect.width; i++)
    near_offer_to(row, rect.x + i - reach, rect.x + i + reach + 1, &best[i]);
}

/* The same of hexagons: what row `y` has to offer to row `to` of the block. */
static void near_offer_hexagons(const NearRow *row, const Recipe *recipe, const Grid *grid,
                                astar_rect rect, int32_t y, int32_t to, int32_t *best) {
  for (int32_t i = 0; i < rect.width; i++) {
    astar_cell cell = { rect.x + i, to };
    int32_t left = hex_reach(grid, cell, recipe->given.radius, y, -1);
    int32_t right = hex_reach(grid, cell, recipe->given.radius, y, 1);
    if (left >= 0 && right >= 0) near_offer_to(row, cell.x - left, cell.x + right + 1, &best[i]);
  }
}

/* The greatest part within a circle around each cell of a part of the block, which lies on one
** level. */
static void near_compute_part(const Recipe *recipe, const Grid *grid, astar_rect part,
                              int32_t *values) {
  NearRow row;
  int32_t radius = recipe->given.radius;
  astar_rect seen = grid_clip_near(grid, part.x, part.y, rect_around(part, radius));
  row.first = seen.x;
  row.count = seen.width;
  for (int32_t y = seen.y; y < seen.y + seen.height; y++) {
    near_read(&row, recipe, grid, y);
    for (int32_t i = 0; i < part.height; i++) {
      int32_t dy = part.y + i - y, left = radius * radius - dy * dy;
      int32_t *best = values + i * INFLUENCE_BLOCK;
      if (grid_is_hex(grid)) near_offer_hexagons(&row, recipe, grid, part, y, part.y + i, best);
      else if (left >= 0) near_offer(&row, part, (int32_t)integer_root((uint64_t)left), best);
    }
  }
}

static void near_compute(const Recipe *recipe, const Grid *grid, astar_rect rect,
                         Values values) {
  for (int32_t dy = 0; dy < INFLUENCE_BLOCK; dy++)
    for (int32_t dx = 0; dx < INFLUENCE_BLOCK; dx++) values[dy][dx] = INT32_MIN;
  for (int32_t i = 0; i < grid_part_count(grid); i++) {
    astar_rect part = rect_common(rect, grid_part(grid, i));
    if (part.width == 0) continue;
    near_compute_part(recipe, grid, part, &values[part.y - rect.y][part.x - rect.x]);
  }
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* How far around a cell its value, or its terrain, makes a difference. A unit of several cells
** cannot stand where one of them is blocked, nor cut its corners. */
static int32_t recipe_reach(const astar_recipe *recipe) {
  if (recipe->kind == ASTAR_RECIPE_SLOPE) return 1;
  if (recipe->kind != ASTAR_RECIPE_FLOW) return recipe->radius;
  return recipe->radius + (recipe->cls != NULL ? recipe->cls->size : 1);
}

/* Is all 0 from which the block is computed? */
static bool rests_on_nothing(const astar_influence *influence, astar_rect rect) {
  const Recipe *recipe = influence->recipe;
  astar_rect near = influence_blocks_near(influence, rect, recipe_reach(&recipe->given));
  for (int32_t i = 0; i < recipe->given.term_count; i++)
    for (int32_t y = near.y; y < near.y + near.height; y++)
      for (int32_t x = near.x; x < near.x + near.width; x++)
        if (recipe->terms[i].influence->active[y * influence->blocks_across + x]) return false;
  return true;
}

static void recipe_compute_cells(const astar_influence *influence, astar_rect rect,
                                 Values values) {
  const Recipe *recipe = influence->recipe;
  const Grid *grid = &influence->map->grid;
  bool slope = recipe->given.kind == ASTAR_RECIPE_SLOPE;
  for (int32_t dy = 0; dy < rect.height; dy++)
    for (int32_t dx = 0; dx < rect.width; dx++) {
      int32_t x = rect.x + dx, y = rect.y + dy;
      int64_t value = slope ? slope_at(recipe, grid, x, y)
                            : combine_at(recipe, grid_cell(grid, x, y));
      values[dy][dx] = (int32_t)recipe_limit(value, INT32_MIN / 2, INT32_MAX / 2);
    }
}

/* Adds what the recipe adds to all cells, and keeps to its limits. In the void all is 0. */
static void recipe_finish(const astar_influence *influence, astar_rect rect, Values values) {
  const astar_recipe *recipe = &influence->recipe->given;
  const Grid *grid = &influence->map->grid;
  for (int32_t dy = 0; dy < rect.height; dy++)
    for (int32_t dx = 0; dx < rect.width; dx++) {
      int64_t value = (int64_t)values[dy][dx] + recipe->plus;
      values[dy][dx] = grid_is_void(grid, rect.x + dx, rect.y + dy)
                         ? 0 : (int32_t)recipe_limit(value, recipe->least, recipe->greatest);
    }
}

static void recipe_compute(const astar_influence *influence, int32_t block, Values values) {
  const Recipe *recipe = influence->recipe;
  astar_rect rect = influence_block_rect(influence, block);
  if (recipe->given.kind == ASTAR_RECIPE_FLOW) flow_read(influence, block, values);
  else if (recipe->given.kind == ASTAR_RECIPE_HISTORY) history_read(influence, block, values);
  else if (rests_on_nothing(influence, rect)) memset(values, 0, sizeof(Values));
  else if (recipe->given.kind == ASTAR_RECIPE_NEAR)
    near_compute(recipe, &influence->map->grid, rect, values);
  else recipe_compute_cells(influence, rect, values);
  recipe_finish(influence, rect, values);
}

/* ---- keeping up ------------------------------------------------------------------------------ */

static void make_near_stale(astar_influence *influence, astar_rect rect) {
  Recipe *recipe = influence->recipe;
  astar_rect near = influence_blocks_near(influence, rect, recipe_reach(&recipe->given));
  for (int32_t y = near.y; y < near.y + near.height; y++)
    memset(recipe->stale + y * influence->blocks_across + near.x, 1, (size_t)near.width);
  recipe->any_stale = true;
}

static void make_all_stale(astar_influence *influence) {
  int32_t width = influence->map->grid.width, height = influence->map->grid.height;
  make_near_stale(influence, (astar_rect){ 0, 0, width, height });
}

/* Reads a log on. */
static void recipe_follow(astar_influence *influence, Changes *changes, uint64_t *seen) {
  uint64_t from = *seen;
  if (changes->written == from) return;
  bool kept = changes_begin(changes, from);
  *seen = changes_position(changes);
  if (!kept) make_all_stale(influence);
  for (uint64_t at = from; kept && at < *seen; at++)
    make_near_stale(influence, changes_at(changes, at));
}

static void recipe_renew(astar_influence *influence) {
  Recipe *recipe = influence->recipe;
  int32_t blocks = influence->blocks_across * influence->blocks_down;
  Values values;
  if (recipe->given.kind == ASTAR_RECIPE_FLOW) flow_stage(influence);
  for (int32_t block = 0; block < blocks; block++) {
    if (!recipe->stale[block]) continue;
    recipe_compute(influence, block, values);
    influence_put_block(influence, block, values);
    recipe->stale[block] = false;
  }
  recipe->any_stale = false;
}

static Changes *recipe_land(const astar_influence *influence) {
  astar_player *player = (astar_player *)(uintptr_t)influence->recipe->given.player;
  return player != NULL ? &player->changes : &influence->map->grid.changes;
}

/* Which terrain can be entered may be another one by now. */
static void recipe_follow_land(astar_influence *influence) {
  Recipe *recipe = influence->recipe;
  if (recipe->given.kind != ASTAR_RECIPE_FLOW) return;
  if (recipe->kinds_seen != influence->map->grid.kinds_version) make_all_stale(influence);
  recipe->kinds_seen = influence->map->grid.kinds_version;
  recipe_follow(influence, recipe_land(influence), &recipe->land_seen);
}

/* Visits each recipe once in a round, however many others rest on it. */
static void recipe_visit(astar_influence *influence) {
  Recipe *recipe = influence->recipe;
  if (recipe == NULL || recipe->round == influence->map->recipe_rounds) return;
  recipe->round = influence->map->recipe_rounds;
  for (int32_t i = 0; i < recipe->given.term_count; i++) {
    astar_influence *term = recipe->terms[i].influence;
    recipe_visit(term);
    recipe_follow(influence, &term->changes, &recipe->seen[i]);
  }
  recipe_follow_land(influence);
  if (recipe->any_stale) recipe_renew(influence);
}

void recipe_update(astar_influence *influence) {
  if (influence->recipe == NULL) return;
  influence->map->recipe_rounds++;
  recipe_visit(influence);
}

/* Those below come first, as they were made. */
void recipes_note(astar_map *map) {
  for (astar_influence *one = map->influences; one != NULL; one = one->next) {
    if (one->recipe == NULL || one->recipe->given.kind != ASTAR_RECIPE_HISTORY) continue;
    recipe_update(one->recipe->terms[0].influence);
    history_note(one);
  }
}

void recipes_touch(astar_map *map) {
  for (astar_influence *one = map->influences; one != NULL; one = one->next) {
    if (one->recipe == NULL) continue;
    const astar_recipe *given = &one->recipe->given;
    astar_rect touched = one->recipe->noted;
    int32_t reach = recipe_reach(given);
    if (given->kind == ASTAR_RECIPE_FLOW) rect_join(&touched, recipe_land(one)->touched);
    for (int32_t i = 0; i < given->term_count && given->kind != ASTAR_RECIPE_HISTORY; i++)
      rect_join(&touched, given->terms[i].influence->changes.touched);
    if (given->kind == ASTAR_RECIPE_HISTORY && history_fades(one))
      touched = (astar_rect){ 0, 0, map->grid.width, map->grid.height };
    if (touched.width > 0)
      touched = grid_clip(&map->grid, rect_around(touched, reach));
    one->changes.touched = touched;
  }
}

/* ---- reading --------------------------------------------------------------------------------- */

/* To a reader a map that is brought up to date has not changed. */
int32_t astar_influence_get(const astar_influence *influence, int32_t x, int32_t y) {
  const Grid *grid = &influence->map->grid;
  recipe_update((astar_influence *)(uintptr_t)influence);
  return grid_has(grid, x, y) ? influence->values[grid_cell(grid, x, y)] : 0;
}

uint64_t astar_influence_changes(astar_influence *influence) {
  recipe_update(influence);
  return changes_position(&influence->changes);
}

/* ---- hash, validation ------------------------------------------------------------------------ */

static uint64_t recipe_hash(const astar_map *map, const Recipe *recipe, uint64_t hash) {
  const astar_recipe *given = &recipe->given;
  hash = HASH_INTS(hash, given->kind, given->term_count, given->plus, given->least,
                   given->greatest, given->scale, given->radius,
                   given->cls != NULL ? class_number(map, given->cls) : 0);
  if (given->player != NULL)
    hash = hash_bytes(hash, given->player->name, strlen(given->player->name) + 1);
  for (int32_t i = 0; i < given->term_count; i++) {
    const char *name = given->terms[i].influence->name;
    hash = hash_int(hash_bytes(hash, name, strlen(name) + 1), given->terms[i].weight);
  }
  return hash;
}

/* What they were made of is in the hash of the influence maps; the rest follows, but for what is
** past. */
uint64_t recipes_hash(const astar_map *map, uint64_t hash) {
  for (const astar_influence *one = map->influences; one != NULL; one = one->next) {
    if (one->recipe == NULL) continue;
    hash = recipe_hash(map, one->recipe, hash);
    if (one->recipe->given.kind != ASTAR_RECIPE_HISTORY) continue;
    hash = history_hash(one, hash_int(hash, one->recipe->given.half_life));
  }
  return hash;
}

static bool block_is_right(const astar_influence *influence, int32_t block) {
  astar_rect rect = influence_block_rect(influence, block);
  Values values;
  recipe_compute(influence, block, values);
  for (int32_t dy = 0; dy < rect.height; dy++) {
    const int32_t *row = influence->values +
                         grid_cell(&influence->map->grid, rect.x, rect.y + dy);
    if (memcmp(row, values[dy], (size_t)rect.width * sizeof *row) != 0) return false;
  }
  return true;
}

/* Flows find all stale blocks at once. */
static bool recipe_is_right(astar_influence *influence) {
  size_t blocks = influence_blocks_for(&influence->map->grid);
  bool right = true;
  memset(influence->recipe->stale, 1, blocks);
  if (influence->recipe->given.kind == ASTAR_RECIPE_FLOW) flow_stage(influence);
  memset(influence->recipe->stale, 0, blocks);
  for (size_t block = 0; right && block < blocks; block++)
    right = block_is_right(influence, (int32_t)block);
  return right;
}

static uint32_t users_of(const astar_influence *influence) {
  uint32_t users = 0;
  for (const astar_influence *user = influence->next; user != NULL; user = user->next)
    for (int32_t i = 0; user->recipe != NULL && i < user->recipe->given.term_count; i++)
      users += user->recipe->terms[i].influence == influence;
  return users;
}

/* Has nothing changed since it was brought up to date? Its terms have been asked before it. */
static bool recipe_is_current(const astar_influence *influence) {
  const Recipe *recipe = influence->recipe;
  bool flows = recipe->given.kind == ASTAR_RECIPE_FLOW;
  bool current = !recipe->any_stale;
  if (flows) current &= recipe->kinds_seen == influence->map->grid.kinds_version;
  if (flows) current &= recipe->land_seen == recipe_land(influence)->written;
  for (int32_t i = 0; i < recipe->given.term_count; i++) {
    const astar_influence *term = recipe->terms[i].influence;
    current &= term->recipe == NULL || term->recipe->was_current;
    current &= term->changes.written == recipe->seen[i];
  }
  return current;
}

/* It brings nothing up to date: that would hide where somebody forgets to. */
const char *recipes_validate(astar_map *map) {
  for (astar_influence *one = map->influences; one != NULL; one = one->next) {
    if (users_of(one) != one->users) return "an influence map has other users than it knows";
    if (one->recipe == NULL) continue;
    one->recipe->was_current = recipe_is_current(one);
    if (one->recipe->was_current && !recipe_is_right(one))
      return "an influence map is not what its recipe says";
  }
  return NULL;
}

astar_influence *recipe_of_player(const astar_map *map, const astar_player *player) {
  astar_influence *one = map->influences;
  while (one != NULL && (one->recipe == NULL || one->recipe->given.player != player))
    one = one->next;
  return one;
}

const astar_influence *astar_player_influence(const astar_player *player) {
  return recipe_of_player(player->map, player);
}
