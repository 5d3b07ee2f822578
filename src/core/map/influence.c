#include "influence.h"

#include <string.h>

#include "../base/builtin.h"
#include "../base/hash.h"
#include "../base/integer.h"
#include "../grid/hex.h"
#include "recipe.h"

/* ---- making ---------------------------------------------------------------------------------- */

static size_t block_count(const astar_influence *influence) {
  return (size_t)influence->blocks_across * (size_t)influence->blocks_down;
}

static void influence_release(astar_influence *influence) {
  Memory *memory = &influence->map->memory;
  memory_free(memory, influence->values,
              influence->map->grid.cells * sizeof *influence->values);
  memory_free(memory, influence->active, block_count(influence));
  memory_free(memory, influence->blocks, block_count(influence) * sizeof *influence->blocks);
  if (influence->recipe != NULL)
    memory_free(memory, influence->recipe->work, influence->recipe->work_bytes);
  changes_free(&influence->changes, memory);
  memory_free(memory, influence->recipe, influence->recipe_bytes);
  memory_free(memory, influence, sizeof *influence);
}

static astar_influence *influence_find(const astar_map *map, const char *name) {
  astar_influence *one = map->influences;
  while (one != NULL && strcmp(one->name, name) != 0) one = one->next;
  return one;
}

static int32_t blocks_for(int32_t cells) {
  return (cells + INFLUENCE_BLOCK - 1) / INFLUENCE_BLOCK;
}

size_t influence_blocks_for(const Grid *grid) {
  return (size_t)blocks_for(grid->width) * (size_t)blocks_for(grid->height);
}

astar_influence *astar_influence_new(astar_map *map, const char *name, int32_t weight,
                                     astar_status *why) {
  size_t length = strlen(name);
  *why = ASTAR_INVALID;
  bool fits = map_is_open(map) && map_accepts_name(map, name) &&
              map_accepts(map, influence_find(map, name) == NULL,
                          "name: another influence map has it") &&
              map_accepts_between(map, weight, -INFLUENCE_WEIGHT_MAX, INFLUENCE_WEIGHT_MAX,
                                  "weight: beyond 64");
  if (!fits) return NULL;
  astar_influence *influence = memory_new(&map->memory, sizeof *influence);
  *why = ASTAR_NO_MEMORY;
  if (influence == NULL) return NULL;
  influence->born = map->removals;
  influence->map = map;
  influence->id = ++map->ids;
  influence->weight = weight;
  memcpy(influence->name, name, length + 1);
  influence->blocks_across = blocks_for(map->grid.width);
  influence->blocks_down = blocks_for(map->grid.height);
  influence->values = memory_marked(&map->memory, map->grid.cells * sizeof *influence->values);
  influence->active = memory_new(&map->memory, block_count(influence));
  influence->blocks = memory_new(&map->memory,
                                 block_count(influence) * sizeof *influence->blocks);
  bool logs = changes_init(&influence->changes, &map->memory, map->grid.cells);
  if (!logs || influence->values == NULL || influence->active == NULL ||
      influence->blocks == NULL) {
    influence_release(influence);
    return NULL;
  }
  memset(influence->values, 0, map->grid.cells * sizeof *influence->values);
  astar_influence **end = &map->influences;
  while (*end != NULL) end = &(*end)->next;
  *end = influence;
  *why = ASTAR_OK;
  return influence;
}

static void leave_terms(const astar_influence *influence) {
  const Recipe *recipe = influence->recipe;
  for (int32_t i = 0; recipe != NULL && i < recipe->given.term_count; i++)
    recipe->terms[i].influence->users--;
}

void influence_remove(astar_influence *influence) {
  astar_influence **at = &influence->map->influences;
  leave_terms(influence);
  while (*at != influence) at = &(*at)->next;
  *at = influence->next;
  influence->map->removals++;
  influence_release(influence);
}

void influences_free(astar_map *map) {
  while (map->influences != NULL) {
    astar_influence *influence = map->influences;
    map->influences = influence->next;
    influence_release(influence);
  }
}

astar_influence *astar_influence_next(const astar_map *map, const astar_influence *influence) {
  return influence == NULL ? map->influences : influence->next;
}

const char *astar_influence_name(const astar_influence *influence) {
  return influence->name;
}

int32_t astar_influence_weight(const astar_influence *influence) {
  return influence->weight;
}

/* ---- values ---------------------------------------------------------------------------------- */

static int32_t influence_clamp(int64_t value) {
  if (value < -ASTAR_MAX_COST) return -ASTAR_MAX_COST;
  return value > ASTAR_MAX_COST ? ASTAR_MAX_COST : (int32_t)value;
}

/* Its values have changed, in ways that are not followed. */
static void block_is_unknown(astar_influence *influence, int32_t block) {
  influence->blocks[block].exact = influence->bounds_exact = false;
}

/* One value of a block has changed. Where it was the only one at a bound, the block is looked at
** again when its bounds are asked for. */
static void follow_value(astar_influence *influence, int32_t number, int32_t old, int32_t kept) {
  InfluenceBlock *block = &influence->blocks[number];
  int by = (kept != 0) - (old != 0);
  block->filled = (uint16_t)(block->filled + by);
  influence->filled += (size_t)by;
  if (kept < block->least) block->least = kept;
  if (kept > block->greatest) block->greatest = kept;
  if (kept < influence->least) influence->least = kept;
  if (kept > influence->greatest) influence->greatest = kept;
  bool was_bound = (old < 0 && old == block->least) || (old > 0 && old == block->greatest);
  if (was_bound && kept != old) block_is_unknown(influence, number);
}

/* These values have been written, or are about to be: a part of a row, of one or more cells. */
static void mark_values(astar_influence *influence, const int32_t *row, int32_t width) {
  memory_mark(influence->values, row);
  memory_mark(influence->values, row + width - 1);
}

static void influence_put(astar_influence *influence, int32_t x, int32_t y, int64_t value) {
  int32_t block = y / INFLUENCE_BLOCK * influence->blocks_across + x / INFLUENCE_BLOCK;
  int32_t kept = influence_clamp(value);
  int32_t *at = &influence->values[grid_cell(&influence->map->grid, x, y)];
  follow_value(influence, block, *at, kept);
  memory_mark(influence->values, at);
  *at = kept;
  influence->active[block] |= kept != 0;
  changes_add(&influence->changes, (astar_rect){ x, y, 1, 1 });
}

void influence_increase(astar_influence *influence, int32_t x, int32_t y, int64_t by) {
  int64_t old = influence->values[grid_cell(&influence->map->grid, x, y)];
  influence_put(influence, x, y, old + by);
}

/* Not while a callback runs, nor where a recipe says what the values are. */
bool influence_is_open(const astar_influence *influence) {
  return map_is_open(influence->map) &&
         map_accepts(influence->map, influence->recipe == NULL,
                     "influence: a recipe computes its values");
}

bool influence_can_hold(const astar_influence *influence, int32_t x, int32_t y) {
  const Grid *grid = &influence->map->grid;
  return grid_has(grid, x, y) && !grid_is_void(grid, x, y);
}

static bool influence_accepts_value(const astar_influence *influence, astar_cell at,
                                    int32_t value, const char *words) {
  const astar_map *map = influence->map;
  return influence_is_open(influence) && map_has_cell(map, at.x, at.y) &&
         map_accepts(map, influence_can_hold(influence, at.x, at.y),
                     "x, y: in the void between the levels") &&
         map_accepts_between(map, value, -ASTAR_MAX_COST, ASTAR_MAX_COST, words);
}

bool influence_accepts_stamp(const astar_influence *influence, astar_cell at, int32_t amount,
                             int32_t radius) {
  return influence_accepts_value(influence, at, amount, "amount: beyond ASTAR_MAX_COST") &&
         map_accepts_between(influence->map, radius, 0, ASTAR_MAX_RADIUS,
                             "radius: not from 0 to ASTAR_MAX_RADIUS");
}

astar_status astar_influence_set(astar_influence *influence, int32_t x, int32_t y,
                                 int32_t value) {
  if (!influence_accepts_value(influence, (astar_cell){ x, y }, value,
                               "value: beyond ASTAR_MAX_COST"))
    return ASTAR_INVALID;
  influence_put(influence, x, y, value);
  return ASTAR_OK;
}

/* What a stamp adds at a distance whose square is given; it falls to 0 at radius + 1. */
static int64_t stamp_at(int32_t amount, int32_t radius, int64_t square, astar_falloff falloff) {
  if (square > (int64_t)radius * radius) return 0;
  if (falloff == ASTAR_FALLOFF_NONE) return amount;
  int64_t reach = (int64_t)(radius + 1) * ASTAR_ONE;
  int64_t left = reach - (int64_t)integer_root((uint64_t)square * ASTAR_ONE * ASTAR_ONE);
  int64_t product = amount * left;
  return (product + (product < 0 ? -reach / 2 : reach / 2)) / reach;
}

astar_status astar_influence_add(astar_influence *influence, int32_t x, int32_t y,
                                 int32_t amount, int32_t radius, astar_falloff falloff) {
  bool fits = influence_accepts_stamp(influence, (astar_cell){ x, y }, amount, radius) &&
              map_accepts(influence->map, (unsigned)falloff <= ASTAR_FALLOFF_NONE,
                          "falloff: no such falloff");
  if (!fits) return ASTAR_INVALID;
  const Grid *grid = &influence->map->grid;
  astar_rect level = grid_level(grid, x, y);
  for (int32_t dy = -radius; dy <= radius; dy++)
    for (int32_t dx = -radius; dx <= radius; dx++) {
      if (!rect_has(level, x + dx, y + dy)) continue;
      astar_cell at = { x, y }, to = { x + dx, y + dy };
      int64_t part = stamp_at(amount, radius, grid_range_square(grid, at, to), falloff);
      if (part != 0) influence_increase(influence, x + dx, y + dy, part);
    }
  return ASTAR_OK;
}

/* ---- whole maps, block by block -------------------------------------------------------------- */

astar_rect influence_block_rect(const astar_influence *influence, int32_t block) {
  astar_rect rect = { block % influence->blocks_across * INFLUENCE_BLOCK,
                      block / influence->blocks_across * INFLUENCE_BLOCK, INFLUENCE_BLOCK,
                      INFLUENCE_BLOCK };
  return grid_clip(&influence->map->grid, rect);
}

astar_rect influence_blocks_near(const astar_influence *influence, astar_rect rect,
                                 int32_t reach) {
  return rect_blocks(grid_clip(&influence->map->grid, rect_around(rect, reach)), INFLUENCE_BLOCK);
}

/* Multiplies the values of a block; true when one is left that is not 0. */
static bool scale_block(astar_influence *influence, astar_rect rect, int32_t factor) {
  int32_t any = 0;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
    int32_t *row = influence->values + grid_cell(&influence->map->grid, rect.x, y);
    mark_values(influence, row, rect.width);
    for (int32_t i = 0; i < rect.width; i++) {
      row[i] = (int32_t)((int64_t)row[i] * factor / ASTAR_ONE);
      any |= row[i];
    }
  }
  return any != 0;
}

astar_status astar_influence_decay(astar_influence *influence, int32_t factor) {
  bool fits = influence_is_open(influence) &&
              map_accepts_between(influence->map, factor, 0, ASTAR_ONE,
                                  "factor: not from 0 to ASTAR_ONE");
  if (!fits) return ASTAR_INVALID;
  int32_t blocks = influence->blocks_across * influence->blocks_down;
  for (int32_t block = 0; block < blocks; block++) {
    if (!influence->active[block]) continue;
    astar_rect rect = influence_block_rect(influence, block);
    influence->active[block] = scale_block(influence, rect, factor);
    block_is_unknown(influence, block);
    changes_add(&influence->changes, rect);
  }
  return ASTAR_OK;
}

astar_status astar_influence_clear(astar_influence *influence) {
  return astar_influence_decay(influence, 0);
}

/* ---- spreading ------------------------------------------------------------------------------- */

/* What a block will be when the spread is done. */
typedef struct SpreadBlock {
  int32_t block;
  int32_t values[INFLUENCE_BLOCK][INFLUENCE_BLOCK];
} SpreadBlock;

/* Is the block active, or one of those around it? Only such a block changes when values spread. */
static bool is_reached(const astar_influence *influence, int32_t block) {
  int32_t across = influence->blocks_across, x = block % across, y = block / across;
  int32_t left = x > 0 ? x - 1 : x, right = x < across - 1 ? x + 1 : x;
  int32_t top = y > 0 ? y - 1 : y, bottom = y < influence->blocks_down - 1 ? y + 1 : y;
  for (int32_t by = top; by <= bottom; by++)
    for (int32_t bx = left; bx <= right; bx++)
      if (influence->active[by * across + bx]) return true;
  return false;
}

/* Numbers the reached blocks; `reached` may be NULL. Returns how many there are. */
static size_t find_reached(const astar_influence *influence, SpreadBlock *reached) {
  int32_t blocks = influence->blocks_across * influence->blocks_down;
  size_t count = 0;
  for (int32_t block = 0; block < blocks; block++) {
    if (!is_reached(influence, block)) continue;
    if (reached != NULL) reached[count].block = block;
    count++;
  }
  return count;
}

static int32_t part_of(int32_t value, int32_t share, int32_t neighbours) {
  return value * share / (neighbours * ASTAR_ONE);
}

/* How many of the eight neighbours of a cell lie on its level. */
static int32_t influence_neighbours(astar_rect level, int32_t x, int32_t y) {
  int32_t across = 1 + (x > level.x) + (x < level.x + level.width - 1);
  int32_t down = 1 + (y > level.y) + (y < level.y + level.height - 1);
  return across * down - 1;
}

#define WINDOW (INFLUENCE_BLOCK + 2)

/* The parts that each cell of a block and around it gives to a neighbour; 0 in the border and the
** void. */
static void find_parts(const astar_influence *influence, astar_rect rect, int32_t share,
                       int32_t parts[WINDOW][WINDOW]) {
  int32_t neighbours = grid_is_hex(&influence->map->grid) ? HEX_SIDES : DIRECTIONS;
  for (int32_t dy = 0; dy < rect.height + 2; dy++) {
    const int32_t *row = influence->values +
                         grid_cell(&influence->map->grid, rect.x - 1, rect.y - 1 + dy);
    for (int32_t dx = 0; dx < rect.width + 2; dx++)
      parts[dy][dx] = part_of(row[dx], share, neighbours);
  }
}

/* What a hexagon gets from its neighbours, and gives to those that lie on the map. */
static int32_t spread_hexagon(const Grid *grid, int32_t parts[WINDOW][WINDOW], astar_rect rect,
                              int32_t dx, int32_t dy) {
  int32_t x = rect.x + dx, y = rect.y + dy, sum = 0;
  uint32_t steps = hex_steps(grid, hex_is_shifted(grid, x, y));
  for (; steps != 0; steps &= steps - 1) {
    int direction = low_zeros_32(steps), to_x = DIRECTION_X[direction];
    int to_y = DIRECTION_Y[direction];
    if (grid_has(grid, x + to_x, y + to_y))
      sum += parts[dy + 1 + to_y][dx + 1 + to_x] - parts[dy + 1][dx + 1];
  }
  return sum;
}

/*
** For the cells of a block, whose corner is `corner`, that lie on one level. No value leaves its
** range: among values up to MAX the parts differ by j only where the values differ by 8 * j (of
** hexagons, 6 * j) at least, so what a cell keeps and gets together is MAX at most.
*/
static void spread_level(const astar_influence *influence, astar_rect part, astar_cell corner,
                        int32_t parts[WINDOW][WINDOW], SpreadBlock *result) {
  const Grid *grid = &influence->map->grid;
  astar_rect level = grid_level(grid, part.x, part.y);
  for (int32_t y = part.y; y < part.y + part.height; y++)
    for (int32_t x = part.x; x < part.x + part.width; x++) {
      int32_t dx = x - corner.x, dy = y - corner.y, sum = -parts[dy + 1][dx + 1];
      for (int32_t row = dy; row < dy + 3; row++)
        sum += parts[row][dx] + parts[row][dx + 1] + parts[row][dx + 2];
      result->values[dy][dx] = influence->values[grid_cell(grid, x, y)] + sum -
                               influence_neighbours(level, x, y) * parts[dy + 1][dx + 1];
    }
}

static void spread_hexagons(const astar_influence *influence, astar_rect rect,
                            int32_t parts[WINDOW][WINDOW], SpreadBlock *result) {
  const Grid *grid = &influence->map->grid;
  for (int32_t dy = 0; dy < rect.height; dy++)
    for (int32_t dx = 0; dx < rect.width; dx++)
      result->values[dy][dx] = influence->values[grid_cell(grid, rect.x + dx, rect.y + dy)] +
                               spread_hexagon(grid, parts, rect, dx, dy);
}

static void spread_block(const astar_influence *influence, SpreadBlock *result, int32_t share) {
  const Grid *grid = &influence->map->grid;
  astar_rect rect = influence_block_rect(influence, result->block);
  int32_t parts[WINDOW][WINDOW];
  find_parts(influence, rect, share, parts);
  memset(result->values, 0, sizeof result->values);
  if (grid_is_hex(grid)) {
    spread_hexagons(influence, rect, parts, result);
    return;
  }
  for (int32_t i = 0; i < grid_part_count(grid); i++) {
    astar_rect part = rect_common(rect, grid_part(grid, i));
    astar_cell corner = { rect.x, rect.y };
    if (part.width > 0) spread_level(influence, part, corner, parts, result);
  }
}

static void store_block(astar_influence *influence, const SpreadBlock *result) {
  astar_rect rect = influence_block_rect(influence, result->block);
  int32_t any = 0;
  for (int32_t dy = 0; dy < rect.height; dy++) {
    int32_t *row = influence->values + grid_cell(&influence->map->grid, rect.x, rect.y + dy);
    mark_values(influence, row, rect.width);
    for (int32_t dx = 0; dx < rect.width; dx++) any |= row[dx] = result->values[dy][dx];
  }
  influence->active[result->block] = any != 0;
  block_is_unknown(influence, result->block);
  changes_add(&influence->changes, rect);
}

astar_status astar_influence_spread(astar_influence *influence, int32_t share) {
  Memory *memory = &influence->map->memory;
  bool fits = influence_is_open(influence) &&
              map_accepts_between(influence->map, share, 0, ASTAR_ONE,
                                  "share: not from 0 to ASTAR_ONE");
  if (!fits) return ASTAR_INVALID;
  size_t count = find_reached(influence, NULL);
  if (count == 0) return ASTAR_OK;
  SpreadBlock *blocks = memory_raw(memory, count * sizeof *blocks);
  if (blocks == NULL) return ASTAR_NO_MEMORY;
  find_reached(influence, blocks);
  for (size_t i = 0; i < count; i++) spread_block(influence, &blocks[i], share);
  for (size_t i = 0; i < count; i++) store_block(influence, &blocks[i]);
  memory_free(memory, blocks, count * sizeof *blocks);
  return ASTAR_OK;
}

/* ---- reading --------------------------------------------------------------------------------- */

static InfluenceBlock find_bounds_in(const astar_influence *influence, astar_rect rect) {
  InfluenceBlock block = { .exact = true };
  for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
    const int32_t *row = influence->values + grid_cell(&influence->map->grid, rect.x, y);
    for (int32_t i = 0; i < rect.width; i++) {
      if (row[i] < block.least) block.least = row[i];
      if (row[i] > block.greatest) block.greatest = row[i];
      block.filled = (uint16_t)(block.filled + (row[i] != 0));
    }
  }
  return block;
}

void influence_find_bounds(astar_influence *influence) {
  int32_t count = influence->blocks_across * influence->blocks_down;
  if (influence->bounds_exact) return;
  influence->least = influence->greatest = 0;
  influence->filled = 0;
  for (int32_t number = 0; number < count; number++) {
    if (!influence->active[number]) continue;
    InfluenceBlock *block = &influence->blocks[number];
    if (!block->exact) *block = find_bounds_in(influence, influence_block_rect(influence, number));
    if (block->least < influence->least) influence->least = block->least;
    if (block->greatest > influence->greatest) influence->greatest = block->greatest;
    influence->filled += block->filled;
  }
  influence->bounds_exact = true;
}

/* No value is beyond the bounds of the map as long as they are those of its blocks, and older
** ones. */
static void influence_widen(astar_influence *influence, const InfluenceBlock *block) {
  if (block->least < influence->least) influence->least = block->least;
  if (block->greatest > influence->greatest) influence->greatest = block->greatest;
}

/* ---- from a recipe --------------------------------------------------------------------------- */

/* Puts a row of values; *first and *end become the columns that have changed. */
static void change_row(int32_t *row, const int32_t *values, int32_t width, int32_t *first,
                       int32_t *end) {
  *first = *end = 0;
  for (int32_t i = 0; i < width; i++) {
    if (row[i] == values[i]) continue;
    if (*end == 0) *first = i;
    *end = i + 1;
    row[i] = values[i];
  }
}

void influence_put_block(astar_influence *influence, int32_t block,
                         int32_t values[INFLUENCE_BLOCK][INFLUENCE_BLOCK]) {
  astar_rect rect = influence_block_rect(influence, block);
  int32_t left = rect.width, right = 0, top = 0, bottom = 0;   /* around what has changed */
  for (int32_t dy = 0; dy < rect.height; dy++) {
    int32_t first, end, y = rect.y + dy;
    int32_t *row = influence->values + grid_cell(&influence->map->grid, rect.x, y);
    change_row(row, values[dy], rect.width, &first, &end);
    if (end == 0) continue;
    mark_values(influence, row + first, end - first);
    if (right == 0) top = y;
    bottom = y + 1;
    left = integer_least(left, first);
    right = integer_greatest(right, end);
  }
  if (right == 0) return;
  influence->blocks[block] = find_bounds_in(influence, rect);
  influence->active[block] = influence->blocks[block].filled > 0;
  influence->bounds_exact = false;
  influence_widen(influence, &influence->blocks[block]);
  changes_add(&influence->changes,
              (astar_rect){ rect.x + left, top, right - left, bottom - top });
}

const char *influences_validate(const astar_map *map) {
  for (const astar_influence *one = map->influences; one != NULL; one = one->next) {
    int32_t least = 0, greatest = 0;
    size_t filled = 0;
    for (int32_t y = 0; y < map->grid.height; y++)
      for (int32_t x = 0; x < map->grid.width; x++) {
        int32_t value = one->values[grid_cell(&map->grid, x, y)];
        if (value < least) least = value;
        if (value > greatest) greatest = value;
        filled += value != 0;
        if (value != 0 && grid_is_void(&map->grid, x, y)) return "there is influence in the void";
      }
    if (least < one->least || greatest > one->greatest)
      return "a value of an influence map is beyond its bounds";
    if (one->bounds_exact &&
        (least != one->least || greatest != one->greatest || filled != one->filled))
      return "the bounds of an influence map are wrong";
  }
  return NULL;
}

uint64_t influences_hash(const astar_map *map, uint64_t hash) {
  for (const astar_influence *one = map->influences; one != NULL; one = one->next) {
    hash = hash_bytes(hash, one->name, strlen(one->name) + 1);
    hash = hash_int(hash, one->weight);
    for (size_t cell = 0; cell < map->grid.cells && one->recipe == NULL; cell++)
      if (one->values[cell] != 0) hash = hash_int(hash_int(hash, (int64_t)cell), one->values[cell]);
    hash = hash_int(hash, 0);
  }
  return hash;
}
