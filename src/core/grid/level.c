#include "level.h"

#include <string.h>

#include "../base/hash.h"

/* ---- checks ---------------------------------------------------------------------------------- */

static bool level_fits(const astar_map_desc *desc, int32_t number, Refusal *refusal) {
  const astar_level *level = &desc->levels[number];
  const Grid grid = { .width = desc->width, .height = desc->height };
  bool fits = refusal_unless_between(refusal, (int64_t)strlen(level->name), 1, ASTAR_NAME_MAX,
                                     "levels: a name has not 1 to ASTAR_NAME_MAX bytes") &&
              refusal_unless(refusal, grid_encloses(&grid, level->rect),
                             "levels: one has no cell, or is not on the map");
  for (int32_t i = 0; i < number && fits; i++) {
    const astar_level *other = &desc->levels[i];
    bool touches = rect_common(rect_around(level->rect, 1), other->rect).width > 0;
    bool differs = strcmp(level->name, other->name) != 0;
    fits = refusal_unless(refusal, !touches, "levels: two of them touch") &&
           refusal_unless(refusal, differs, "levels: two have one name");
  }
  return fits;
}

bool levels_accept(const astar_map_desc *desc, Refusal *refusal) {
  for (int32_t i = 0; i < desc->level_count; i++)
    if (!level_fits(desc, i, refusal)) return false;
  return true;
}

/* ---- making ---------------------------------------------------------------------------------- */

static size_t level_bytes(int32_t count) {
  return (size_t)count * (sizeof(astar_level) + ASTAR_NAME_MAX + 1);
}

static void level_copy(Grid *grid, const astar_level *level, int32_t number) {
  char *names = (char *)(grid->levels + grid->level_count);
  char *name = names + (size_t)number * (ASTAR_NAME_MAX + 1);
  strcpy(name, level->name);
  grid->levels[number] = (astar_level){ name, level->rect };
  for (int32_t y = level->rect.y; y < level->rect.y + level->rect.height; y++)
    memset(grid->level_of + grid_cell(grid, level->rect.x, y), number + 1,
           (size_t)level->rect.width);
}

static void fill_void(Grid *grid) {
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++)
      if (grid_is_void(grid, x, y)) grid->terrain[grid_cell(grid, x, y)] = TERRAIN_VOID;
}

astar_status levels_init(Grid *grid, Memory *memory, const astar_map_desc *desc) {
  grid->level_count = desc->level_count;
  grid->levels = memory_new(memory, level_bytes(grid->level_count));
  grid->level_of = memory_new(memory, grid->cells);
  if (grid->levels == NULL || grid->level_of == NULL) return ASTAR_NO_MEMORY;
  for (int32_t i = 0; i < grid->level_count; i++) level_copy(grid, &desc->levels[i], i);
  grid->kinds[TERRAIN_VOID] = (Terrain){ .name = "void", .opaque = true };
  grid->kind_count = TERRAIN_VOID;
  fill_void(grid);
  return ASTAR_OK;
}

void levels_free(Grid *grid, Memory *memory) {
  memory_free(memory, grid->level_of, grid->cells);
  memory_free(memory, grid->levels, level_bytes(grid->level_count));
}

uint64_t levels_hash(const Grid *grid, uint64_t hash) {
  for (int32_t i = 0; i < grid->level_count; i++) {
    const astar_level *level = &grid->levels[i];
    hash = hash_bytes(hash, level->name, strlen(level->name) + 1);
    hash = HASH_INTS(hash, level->rect.x, level->rect.y, level->rect.width, level->rect.height);
  }
  return hash;
}

bool levels_hold(const Grid *grid, const uint8_t *terrain) {
  if (grid->level_of == NULL) return true;
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++)
      if (grid_is_void(grid, x, y) != (terrain[grid_cell(grid, x, y)] == TERRAIN_VOID))
        return false;
  return true;
}

/* ---- places ---------------------------------------------------------------------------------- */

/* They stand on shelves as wide as the widest, as many on each as have room: how deep they are
** together. `placed` (may be NULL) receives where each stands. */
static int64_t arrange_shelves(const astar_level *levels, int32_t count, int32_t width,
                               astar_level *placed) {
  int64_t x = 0, y = 0, depth = 0;
  for (int32_t i = 0; i < count; i++) {
    astar_rect rect = levels[i].rect;
    if (x > 0 && x + rect.width > width) {
      y += depth + 1;
      x = depth = 0;
    }
    if (placed != NULL) placed[i].rect.x = (int32_t)x, placed[i].rect.y = (int32_t)y;
    x += (int64_t)rect.width + 1;
    if (rect.height > depth) depth = rect.height;
  }
  return y + depth;
}

static int32_t levels_widest(const astar_level *levels, int32_t count) {
  int32_t widest = 0;
  for (int32_t i = 0; i < count; i++)
    if (levels[i].rect.width > widest) widest = levels[i].rect.width;
  return widest;
}

const char *astar_levels_refusal(const astar_level *levels, int32_t count) {
  if (count < 1 || count > ASTAR_MAX_LEVELS) return "count: not from 1 to ASTAR_MAX_LEVELS";
  for (int32_t i = 0; i < count; i++) {
    astar_rect rect = levels[i].rect;
    if (rect.width < 1 || rect.height < 1) return "levels: one has no cell";
    if (rect.width > ASTAR_MAX_CELLS / rect.height)
      return "levels: one has more than ASTAR_MAX_CELLS";
  }
  int32_t widest = levels_widest(levels, count);
  bool fit = arrange_shelves(levels, count, widest, NULL) <= ASTAR_MAX_CELLS / widest;
  return fit ? NULL : "levels: the map would have more than ASTAR_MAX_CELLS";
}

astar_status astar_levels_arrange(astar_level *levels, int32_t count, int32_t *width,
                                  int32_t *height) {
  if (astar_levels_refusal(levels, count) != NULL) return ASTAR_INVALID;
  *width = levels_widest(levels, count);
  *height = (int32_t)arrange_shelves(levels, count, *width, levels);
  return ASTAR_OK;
}
