#include "lifetime.h"

#include <string.h>

#include "../base/assert.h"
#include "../base/hash.h"
#include "../base/snapshot.h"
#include "../grid/level.h"
#include "../map/recipe.h"
#include "../search/queue.h"
#include "../areas/areas.h"
#include "../field/field.h"
#include "../map/observers.h"
#include "../map/link.h"
#include "../map/unit_hooks.h"

const char *astar_status_name(astar_status status) {
  static const char *const names[] = {
    [ASTAR_OK] = "ok",
    [ASTAR_PARTIAL] = "partial",
    [ASTAR_RUNNING] = "running",
    [ASTAR_UNREACHABLE] = "unreachable",
    [ASTAR_CROWDED] = "crowded",
    [ASTAR_START_BLOCKED] = "start_blocked",
    [ASTAR_GOAL_BLOCKED] = "goal_blocked",
    [ASTAR_BUDGET] = "budget",
    [ASTAR_LIMIT] = "limit",
    [ASTAR_CHANGING] = "changing",
    [ASTAR_CANCELLED] = "cancelled",
    [ASTAR_NO_MEMORY] = "no_memory",
    [ASTAR_INVALID] = "invalid",
    [ASTAR_UNSUITED] = "unsuited",
    [ASTAR_FOREIGN] = "foreign",
    [ASTAR_DAMAGED] = "damaged",
    [ASTAR_NEWER] = "newer",
    [ASTAR_OLDER] = "older",
  };
  return (unsigned)status <= ASTAR_OLDER ? names[status] : "unknown";
}

astar_map_desc astar_map_default(void) {
  return (astar_map_desc){ .straight = 10, .diagonal = 14, .cell_width = 1, .cell_height = 1 };
}

static bool number_above_zero(double value) {
  return value > 0 && value < 1e300;
}

static bool world_valid(const astar_map_desc *desc, Refusal *refusal) {
  bool origin = geometry_is_number(desc->origin_x) && geometry_is_number(desc->origin_y);
  bool size = number_above_zero(desc->cell_width) && number_above_zero(desc->cell_height);
  bool straight = desc->grid == ASTAR_GRID_SQUARE || desc->projection == ASTAR_SQUARE;
  return refusal_unless(refusal, origin, "origin_x, origin_y: no number, or beyond 1e300") &&
         refusal_unless(refusal, size, "cell_width, cell_height: not above 0, or beyond 1e300") &&
         refusal_unless(refusal, (unsigned)desc->projection <= ASTAR_ISOMETRIC,
                        "projection: no such projection") &&
         refusal_unless(refusal, straight, "projection: that of hexagons is ASTAR_SQUARE");
}

const char *astar_map_desc_refusal(const astar_map_desc *desc) {
  Refusal refusal = { NULL };
  bool fits = world_valid(desc, &refusal) && grid_accepts(desc, &refusal) &&
              levels_accept(desc, &refusal);
  return fits ? NULL : refusal.words;
}

const char *astar_map_refusal(const astar_map *map) {
  return map->refusal->words;
}

static void free_all(astar_map *map) {
  snapshots_free(&map->memory);
  queue_free(map);
  table_budgets_free(map);
  if (unit_hooks != NULL) unit_hooks->end_searches(map);
  areas_free_all(map);
  fields_free(map);                 /* they give their arrays to the node pool */
  searches_free(map);
  sights_free(map);
  planes_free(map);
  if (unit_hooks != NULL) unit_hooks->close(map);
  players_free(map);
  links_free(map);
  influences_free(map);
  classes_free(map);
  opacity_release(&map->opacity, &map->memory, &map->grid);
  grid_free(&map->grid, &map->memory);
}

/* The map itself is the first to be allocated and the last to be freed. */
static void free_map(astar_map *map) {
  Memory memory = map->memory;
  ASTAR_ASSERT(memory.used == MEMORY_HEADER + sizeof *map); /* else a part was not freed */
  memory_free(&memory, map, sizeof *map);
}

astar_map *map_new_within(const astar_map_desc *desc, MemoryLimit *limit, astar_status *why) {
  Memory memory;
  memory_init(&memory, desc->allocator);
  memory.limit = limit;
  *why = ASTAR_INVALID;
  if (astar_map_desc_refusal(desc) != NULL) return NULL;
  astar_map *map = memory_new(&memory, sizeof *map);
  *why = ASTAR_NO_MEMORY;
  if (map == NULL) return NULL;
  map->memory = memory;
  map->refusal = &map->refused;
  map->geometry = (Geometry){ desc->projection, desc->origin_x, desc->origin_y, desc->cell_width,
                              desc->cell_height };
  bool opened = unit_hooks == NULL || unit_hooks->open(map);
  *why = opened ? grid_init(&map->grid, &map->memory, desc) : ASTAR_NO_MEMORY;
  astar_class_desc plain = astar_class_default();
  if (*why == ASTAR_OK) astar_class_new(map, &plain, why);
  if (*why == ASTAR_OK) return map;
  free_all(map);
  free_map(map);
  return NULL;
}

astar_map *astar_map_new(const astar_map_desc *desc, astar_status *why) {
  return map_new_within(desc, NULL, why);
}

void astar_map_free(astar_map *map) {
  if (map == NULL) return;
  free_all(map);
  free_map(map);
}

astar_map_desc astar_map_description(const astar_map *map) {
  const Grid *grid = &map->grid;
  const Geometry *geometry = &map->geometry;
  return (astar_map_desc){ grid->width, grid->height, grid->straight, grid->diagonal,
                           geometry->projection, geometry->origin_x, geometry->origin_y,
                           geometry->cell_width, geometry->cell_height, map->memory.allocator,
                           grid->levels, grid->level_count, grid->shape };
}

size_t astar_map_memory(const astar_map *map) {
  return map->memory.used;
}

bool astar_map_locked(const astar_map *map) {
  return map->locks > 0;
}

static uint64_t hash_double(uint64_t hash, double number) {
  int64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return hash_int(hash, bits);
}

static uint64_t geometry_hash(const Geometry *geometry, uint64_t hash) {
  hash = hash_int(hash, (int64_t)geometry->projection);
  hash = hash_double(hash, geometry->origin_x);
  hash = hash_double(hash, geometry->origin_y);
  hash = hash_double(hash, geometry->cell_width);
  return hash_double(hash, geometry->cell_height);
}

uint64_t astar_map_hash(const astar_map *map) {
  uint64_t hash = grid_hash(&map->grid, HASH_START);
  hash = geometry_hash(&map->geometry, hash);
  hash = classes_hash(map, hash);
  hash = players_hash(map, hash);
  hash = links_hash(map, hash);
  hash = influences_hash(map, hash);
  hash = recipes_hash(map, hash);
  hash = planes_hash(map, hash);
  hash = hash_int(hash, map->ticks);
  return unit_hooks != NULL ? unit_hooks->hash(map, hash) : hash;
}

void astar_influence_remove(astar_influence *influence) {
  astar_map *map = influence->map;
  if (map->locks || influence->users > 0) return;
  if (unit_hooks != NULL) unit_hooks->forget_influence(map, influence);
  influence_remove(influence);
}

void astar_player_remove(astar_player *player) {
  astar_map *map = player->map;
  if (map->locks || recipe_of_player(map, player) != NULL) return;
  if (unit_hooks != NULL) unit_hooks->forget_player(map, player);
  table_budgets_drop_player(map, player);
  planes_drop_player(map, player);
  player_free(player);
}
