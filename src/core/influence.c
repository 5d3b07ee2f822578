#include "influence.h"

#include <string.h>

#include "hash.h"
#include "integer.h"

/* ---- making ---------------------------------------------------------------------------------- */

static size_t block_count(const astar_influence *influence) {
  return (size_t)influence->blocks_across * (size_t)influence->blocks_down;
}

static void release(astar_influence *influence) {
  Memory *memory = &influence->map->memory;
  memory_free(memory, influence->values,
              influence->map->grid.cells * sizeof *influence->values);
  memory_free(memory, influence->active, block_count(influence));
  memory_free(memory, influence, sizeof *influence);
}

static astar_influence *find(const astar_map *map, const char *name) {
  astar_influence *one = map->influences;
  while (one != NULL && strcmp(one->name, name) != 0) one = one->next;
  return one;
}

static int32_t blocks_for(int32_t cells) {
  return (cells + INFLUENCE_BLOCK - 1) / INFLUENCE_BLOCK;
}

#define WEIGHT_MAX (64 * ASTAR_ONE)

astar_influence *astar_influence_new(astar_map *map, const char *name, int32_t weight,
                                     astar_status *why) {
  size_t length = strlen(name);
  *why = ASTAR_INVALID;
  if (map->locks || length == 0 || length > ASTAR_NAME_MAX || find(map, name) != NULL ||
      weight < -WEIGHT_MAX || weight > WEIGHT_MAX)
    return NULL;
  astar_influence *influence = memory_new(&map->memory, sizeof *influence);
  *why = ASTAR_NO_MEMORY;
  if (influence == NULL) return NULL;
  influence->map = map;
  influence->weight = weight;
  memcpy(influence->name, name, length + 1);
  influence->blocks_across = blocks_for(map->grid.width);
  influence->blocks_down = blocks_for(map->grid.height);
  influence->values = memory_new(&map->memory, map->grid.cells * sizeof *influence->values);
  influence->active = memory_new(&map->memory, block_count(influence));
  if (influence->values == NULL || influence->active == NULL) {
    release(influence);
    return NULL;
  }
  astar_influence **end = &map->influences;
  while (*end != NULL) end = &(*end)->next;
  *end = influence;
  *why = ASTAR_OK;
  return influence;
}

void astar_influence_remove(astar_influence *influence) {
  astar_influence **at = &influence->map->influences;
  if (influence->map->locks) return;
  while (*at != influence) at = &(*at)->next;
  *at = influence->next;
  release(influence);
}

void influences_free(astar_map *map) {
  while (map->influences != NULL) {
    astar_influence *influence = map->influences;
    map->influences = influence->next;
    release(influence);
  }
}

const char *astar_influence_name(const astar_influence *influence) {
  return influence->name;
}

int32_t astar_influence_weight(const astar_influence *influence) {
  return influence->weight;
}

/* ---- values ---------------------------------------------------------------------------------- */

static int32_t clamp(int64_t value) {
  if (value < -ASTAR_MAX_COST) return -ASTAR_MAX_COST;
  return value > ASTAR_MAX_COST ? ASTAR_MAX_COST : (int32_t)value;
}

static void put(astar_influence *influence, int32_t x, int32_t y, int64_t value) {
  int32_t block = y / INFLUENCE_BLOCK * influence->blocks_across + x / INFLUENCE_BLOCK;
  influence->values[grid_cell(&influence->map->grid, x, y)] = clamp(value);
  influence->active[block] |= value != 0;
  influence->bounds_known = false;
}

int32_t astar_influence_get(const astar_influence *influence, int32_t x, int32_t y) {
  const Grid *grid = &influence->map->grid;
  return grid_has(grid, x, y) ? influence->values[grid_cell(grid, x, y)] : 0;
}

astar_status astar_influence_set(astar_influence *influence, int32_t x, int32_t y,
                                 int32_t value) {
  bool fits = value >= -ASTAR_MAX_COST && value <= ASTAR_MAX_COST;
  if (influence->map->locks || !fits || !grid_has(&influence->map->grid, x, y))
    return ASTAR_INVALID;
  put(influence, x, y, value);
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
  const Grid *grid = &influence->map->grid;
  bool fits = amount >= -ASTAR_MAX_COST && amount <= ASTAR_MAX_COST && radius >= 0 &&
              radius <= ASTAR_MAX_RADIUS && (unsigned)falloff <= ASTAR_FALLOFF_NONE;
  if (influence->map->locks || !fits || !grid_has(grid, x, y)) return ASTAR_INVALID;
  for (int32_t dy = -radius; dy <= radius; dy++)
    for (int32_t dx = -radius; dx <= radius; dx++) {
      if (!grid_has(grid, x + dx, y + dy)) continue;
      int64_t part = stamp_at(amount, radius, (int64_t)dx * dx + (int64_t)dy * dy, falloff);
      int64_t old = influence->values[grid_cell(grid, x + dx, y + dy)];
      if (part != 0) put(influence, x + dx, y + dy, old + part);
    }
  return ASTAR_OK;
}

/* ---- whole maps, block by block -------------------------------------------------------------- */

static astar_rect block_rect(const astar_influence *influence, int32_t block) {
  astar_rect rect = { block % influence->blocks_across * INFLUENCE_BLOCK,
                      block / influence->blocks_across * INFLUENCE_BLOCK, INFLUENCE_BLOCK,
                      INFLUENCE_BLOCK };
  return grid_clip(&influence->map->grid, rect);
}

/* Multiplies the values of a block; true when one is left that is not 0. */
static bool scale_block(astar_influence *influence, astar_rect rect, int32_t factor) {
  int32_t any = 0;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
    int32_t *row = influence->values + grid_cell(&influence->map->grid, rect.x, y);
    for (int32_t i = 0; i < rect.width; i++) {
      row[i] = (int32_t)((int64_t)row[i] * factor / ASTAR_ONE);
      any |= row[i];
    }
  }
  return any != 0;
}

astar_status astar_influence_decay(astar_influence *influence, int32_t factor) {
  if (influence->map->locks || factor < 0 || factor > ASTAR_ONE) return ASTAR_INVALID;
  int32_t blocks = influence->blocks_across * influence->blocks_down;
  for (int32_t block = 0; block < blocks; block++)
    if (influence->active[block])
      influence->active[block] = scale_block(influence, block_rect(influence, block), factor);
  influence->bounds_known = false;
  return ASTAR_OK;
}

astar_status astar_influence_clear(astar_influence *influence) {
  return astar_influence_decay(influence, 0);
}

/* ---- spreading ------------------------------------------------------------------------------- */

/* The smallest rectangle around all active blocks, one cell larger, as far as the map goes. */
static astar_rect active_rect(const astar_influence *influence) {
  int32_t left = INT32_MAX, top = INT32_MAX, right = -1, bottom = -1;
  int32_t blocks = influence->blocks_across * influence->blocks_down;
  for (int32_t block = 0; block < blocks; block++) {
    if (!influence->active[block]) continue;
    astar_rect rect = block_rect(influence, block);
    if (rect.x < left) left = rect.x;
    if (rect.y < top) top = rect.y;
    if (rect.x + rect.width > right) right = rect.x + rect.width;
    if (rect.y + rect.height > bottom) bottom = rect.y + rect.height;
  }
  if (right < 0) return (astar_rect){ 0, 0, 0, 0 };
  return grid_clip(&influence->map->grid,
                   (astar_rect){ left - 1, top - 1, right - left + 2, bottom - top + 2 });
}

static int32_t part_of(int32_t value, int32_t share) {
  return (int32_t)((int64_t)value * share / (8 * ASTAR_ONE));
}

/* How many of the eight neighbours lie on the map. */
static int32_t neighbours(const Grid *grid, int32_t x, int32_t y) {
  int32_t across = 1 + (x > 0) + (x < grid->width - 1);
  int32_t down = 1 + (y > 0) + (y < grid->height - 1);
  return across * down - 1;
}

/*
** One row of the spread. `above` and `here` hold what the row above and this one were before, with
** the border; the row below has not been changed yet.
*/
static void spread_row(astar_influence *influence, astar_rect rect, int32_t y, int32_t share,
                       const int32_t *above, const int32_t *here) {
  const Grid *grid = &influence->map->grid;
  const int32_t *below = influence->values + grid_cell(grid, 0, y + 1) - 1;
  for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
    const int32_t *rows[3] = { above + x, here + x, below + x };   /* from x - 1 on */
    int64_t value = here[x + 1];
    value -= (int64_t)neighbours(grid, x, y) * part_of(here[x + 1], share);
    for (int row = 0; row < 3; row++)
      for (int i = 0; i < 3; i++)
        if (row != 1 || i != 1) value += part_of(rows[row][i], share);
    put(influence, x, y, value);
  }
}

astar_status astar_influence_spread(astar_influence *influence, int32_t share) {
  const Grid *grid = &influence->map->grid;
  if (influence->map->locks || share < 0 || share > ASTAR_ONE) return ASTAR_INVALID;
  size_t row_bytes = (size_t)grid->stride * sizeof(int32_t);
  int32_t *above = memory_new(&influence->map->memory, 2 * row_bytes);
  if (above == NULL) return ASTAR_NO_MEMORY;
  int32_t *here = above + grid->stride;
  astar_rect rect = active_rect(influence);
  for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
    memcpy(here, influence->values + grid_cell(grid, 0, y) - 1, row_bytes);
    spread_row(influence, rect, y, share, above, here);
    memcpy(above, here, row_bytes);
  }
  memory_free(&influence->map->memory, above, 2 * row_bytes);
  return ASTAR_OK;
}

/* ---- reading --------------------------------------------------------------------------------- */

void influence_bounds(astar_influence *influence, int32_t *least, int32_t *greatest) {
  int32_t blocks = influence->blocks_across * influence->blocks_down;
  if (!influence->bounds_known) influence->least = influence->greatest = 0;
  for (int32_t block = 0; block < blocks && !influence->bounds_known; block++) {
    if (!influence->active[block]) continue;
    astar_rect rect = block_rect(influence, block);
    for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
      const int32_t *row = influence->values + grid_cell(&influence->map->grid, rect.x, y);
      for (int32_t i = 0; i < rect.width; i++) {
        if (row[i] < influence->least) influence->least = row[i];
        if (row[i] > influence->greatest) influence->greatest = row[i];
      }
    }
  }
  influence->bounds_known = true;
  *least = influence->least;
  *greatest = influence->greatest;
}

uint64_t influences_hash(const astar_map *map, uint64_t hash) {
  for (const astar_influence *one = map->influences; one != NULL; one = one->next) {
    hash = hash_bytes(hash, one->name, strlen(one->name) + 1);
    hash = hash_int(hash, one->weight);
    for (size_t cell = 0; cell < map->grid.cells; cell++)
      if (one->values[cell] != 0) hash = hash_int(hash_int(hash, (int64_t)cell), one->values[cell]);
  }
  return hash;
}
