#include "plane.h"

#include <string.h>

#include "../base/assert.h"
#include "../base/builtin.h"
#include "../base/hash.h"

const uint8_t *plane_terrain_of(const astar_map *map, const astar_player *player) {
  return player != NULL ? player->known : map->grid.terrain;
}

Changes *plane_log_of(astar_map *map, astar_player *player) {
  return player != NULL ? &player->changes : &map->grid.changes;
}

static const uint8_t *source_terrain(const Plane *plane) {
  return plane_terrain_of(plane->cls->map, plane->player);
}

Changes *plane_source(const Plane *plane) {
  return plane_log_of(plane->cls->map, plane->player);
}

const Journal *plane_journal(const Plane *plane) {
  return plane->player != NULL ? &plane->player->journal : &plane->cls->map->grid.journal;
}

/* ---- reading kinds off the source ------------------------------------------------------------ */

static uint8_t kind_at(const Plane *plane, int32_t x, int32_t y) {
  return plane_kind_at(plane->cls, source_terrain(plane), x, y);
}

/* False: it is of that kind already. The change must be logged. */
static bool set_kind(Plane *plane, int32_t x, int32_t y, uint8_t kind) {
  Cell cell = grid_cell(&plane->cls->map->grid, x, y);
  uint8_t old = plane->kind[cell];
  if (old == kind) return false;
  if (plane->landmarks != NULL) landmarks_note(plane->landmarks, cell, old, kind);
  if (plane->dead_ends != NULL) dead_ends_note(plane->dead_ends, cell, old, kind);
  ASTAR_ASSERT(plane->population[old] > 0);
  plane->population[old]--;
  plane->population[kind]++;
  plane->kind[cell] = kind;
  return true;
}

/* From x on, the cells of a row that change, one after the other; before `end`. */
static int32_t repair_run(Plane *plane, int32_t x, int32_t end, int32_t y) {
  int32_t first = x;
  while (x < end && set_kind(plane, x, y, kind_at(plane, x, y))) x++;
  return x - first;
}

static bool block_continues(const astar_rect *block, const astar_rect *run) {
  return block->x == run->x && block->width == run->width && block->y + block->height == run->y;
}

/* Reads the cells of a changed rectangle again, and those from which a unit reaches into it. What
** is logged has changed, to the cell. Runs below each other are logged as one: a room that is
** filled should not take up the log. */
static void plane_repair_rect(Plane *plane, astar_rect rect) {
  rect = plane_builder_reached(plane->cls, rect);
  astar_rect block = { 0 };
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      astar_rect run = { x, y, repair_run(plane, x, rect.x + rect.width, y), 1 };
      x += run.width;
      if (run.width == 0) continue;
      if (block_continues(&block, &run)) {
        block.height++;
        continue;
      }
      if (block.width > 0) changes_add(&plane->changes, block);
      block = run;
    }
  if (block.width > 0) changes_add(&plane->changes, block);
}

static void plane_rebuild(Plane *plane) {
  PlaneBuilder builder = plane_builder_of(plane->cls, source_terrain(plane), plane->kind);
  int32_t steps = plane_builder_steps(&builder);
  for (int32_t step = 0; step < steps; step++) plane_builder_do(&builder, step);
  plane_builder_count(&builder, plane->population);
  if (plane->landmarks != NULL) landmarks_recount(plane->landmarks);
  if (plane->dead_ends != NULL) dead_ends_recount(plane->dead_ends, plane->kind);
  changes_all(&plane->changes);
}

/* A current may carry into a dear cell for less than the cheapest one costs. On uniform ground
** there is none, and no way up or down. */
static void plane_summarize_slopes(Plane *plane) {
  const Slopes *slopes = plane->cls->slopes;
  const uint32_t *costs[] = { plane->cls->straight_cost, plane->cls->diagonal_cost };
  plane->least[0] = plane->least[1] = INT32_MAX;
  for (int kind = 1; kind <= plane->cheapest; kind++) {
    if (plane->population[kind] == 0) continue;
    if (slopes->east[kind] != 0 || slopes->south[kind] != 0) plane->uniform = false;
    for (int diagonal = 0; diagonal < 2; diagonal++) {
      int32_t least = (int32_t)costs[diagonal][kind] + slopes->least[kind][diagonal];
      if (least < plane->least[diagonal]) plane->least[diagonal] = least;
    }
  }
  for (int diagonal = 0; diagonal < 2 && plane->uniform; diagonal++)
    plane->least[diagonal] = (int32_t)costs[diagonal][plane->cheapest];
}

static void plane_summarize(Plane *plane) {
  plane->cheapest = KINDS - 1;
  while (plane->cheapest > 0 && plane->population[plane->cheapest] == 0) plane->cheapest--;
  plane->uniform = true;
  for (int kind = 1; kind < plane->cheapest; kind++)
    if (plane->population[kind] > 0) plane->uniform = false;
  if (plane->cls->slopes != NULL) plane_summarize_slopes(plane);
}

/* ---- keeping up ------------------------------------------------------------------------------ */

/* Would reading the changes one by one cost more than reading the whole map? */
static bool too_many(const Changes *changes, uint64_t from, size_t cells) {
  size_t area = 0;
  for (uint64_t at = from; at < changes->written; at++) {
    astar_rect rect = changes_at(changes, at);
    area += (size_t)rect.width * (size_t)rect.height;
  }
  return area > cells / 8;
}

static astar_status plane_sync(Plane *plane) {
  astar_status status = class_sync(plane->cls);
  if (status != ASTAR_OK) return status;
  Changes *changes = plane_source(plane);
  uint64_t from = plane->source_seen, to = changes_position(changes);
  if (plane->class_version == plane->cls->version && from == to) return ASTAR_OK;
  bool kept = changes_begin(changes, from) && plane->class_version == plane->cls->version &&
              !too_many(changes, from, plane->cls->map->grid.cells);
  if (!kept) plane_rebuild(plane);
  for (uint64_t at = from; at < to && kept; at++) plane_repair_rect(plane, changes_at(changes, at));
  plane_summarize(plane);
  if (plane->landmarks != NULL) landmarks_settle(plane->landmarks);
  plane->source_seen = to;
  plane->class_version = plane->cls->version;
  return ASTAR_OK;
}

static void plane_free(astar_map *map, Plane *plane) {
  if (plane->patterns != NULL)
    node_pool_drop_numbering(&map->node_pool, plane->patterns->numbering);
  regions_free(plane->regions, &map->memory);
  jumps_free(plane->jumps, &map->memory);
  patterns_free(plane->patterns, &map->memory);
  landmarks_free(plane->landmarks, &map->memory);
  dead_ends_free(plane->dead_ends, &map->memory);
  terrain_index_free(&plane->terrain_index, &map->memory);
  exits_free(&plane->exits, map);
  changes_free(&plane->changes, &map->memory);
  memory_free(&map->memory, plane->kind, map->grid.cells);
  memory_free(&map->memory, plane, sizeof *plane);
}

/* `kind` becomes the plane's own. NULL: no memory. */
static Plane *plane_add(astar_map *map, astar_class *cls, astar_player *player, uint8_t *kind) {
  Plane *plane = kind != NULL ? memory_new(&map->memory, sizeof *plane) : NULL;
  if (plane == NULL) return NULL;
  if (!changes_init(&plane->changes, &map->memory, map->grid.cells)) {
    memory_free(&map->memory, plane, sizeof *plane);
    return NULL;
  }
  plane->kind = kind;
  plane->cls = cls;
  plane->player = player;
  plane->id = ++map->ids;
  plane->class_version = cls->version - 1;      /* anything but the present one: built by sync */
  plane->next = map->planes;
  map->planes = plane;
  return plane;
}

static Plane *plane_new(astar_map *map, astar_class *cls, astar_player *player) {
  uint8_t *kind = memory_raw(&map->memory, map->grid.cells);
  Plane *plane = plane_add(map, cls, player, kind);
  if (plane == NULL) memory_free(&map->memory, kind, map->grid.cells);
  return plane;
}

Plane *plane_find(const astar_map *map, const astar_class *cls, const astar_player *player) {
  Plane *plane = map->planes;
  while (plane != NULL && (plane->cls != cls || plane->player != player)) plane = plane->next;
  return plane;
}

bool plane_adopt(astar_map *map, astar_player *player, const PlaneBuilder *builder, uint64_t seen) {
  ASTAR_ASSERT(plane_find(map, builder->cls, player) == NULL);
  Plane *plane = plane_add(map, builder->cls, player, builder->kind);
  if (plane == NULL) return false;
  plane_builder_count(builder, plane->population);
  plane->class_version = builder->version;
  plane->source_seen = seen;
  plane_summarize(plane);
  return true;
}

Plane *plane_get(astar_map *map, astar_class *cls, astar_player *player, astar_status *why) {
  Plane *plane = plane_find(map, cls, player);
  if (plane == NULL) plane = plane_new(map, cls, player);
  *why = plane != NULL ? plane_sync(plane) : ASTAR_NO_MEMORY;
  return *why == ASTAR_OK ? plane : NULL;
}

void planes_free(astar_map *map) {
  while (map->planes != NULL) {
    Plane *plane = map->planes;
    map->planes = plane->next;
    plane_free(map, plane);
  }
}

static uint64_t plane_hash(const astar_map *map, const Plane *plane) {
  const Landmarks *landmarks = plane->landmarks;
  const DeadEnds *dead_ends = plane->dead_ends;
  uint64_t hash = hash_int(HASH_START, landmarks != NULL ? (int64_t)landmarks->old_hash : 0);
  hash = hash_int(hash, dead_ends != NULL ? (int64_t)dead_ends->old_hash : 0);
  for (const astar_class *cls = map->classes; cls != plane->cls; cls = cls->next)
    hash = hash_int(hash, 0);
  if (plane->player != NULL)
    hash = hash_bytes(hash, plane->player->name, strlen(plane->player->name));
  return hash;
}

/* A sum, since the list is in the order in which planes happened to be made. */
uint64_t planes_hash(const astar_map *map, uint64_t hash) {
  uint64_t sum = 0;
  for (const Plane *plane = map->planes; plane != NULL; plane = plane->next)
    if (plane->landmarks != NULL || plane->dead_ends != NULL)
      sum += hash_mixed(plane_hash(map, plane));
  return hash_int(hash, (int64_t)sum);
}

void planes_drop_player(astar_map *map, const astar_player *player) {
  Plane **at = &map->planes;
  while (*at != NULL) {
    Plane *plane = *at;
    if (plane->player != player) {
      at = &plane->next;
      continue;
    }
    *at = plane->next;
    plane_free(map, plane);
  }
}

/* ---- derived tables -------------------------------------------------------------------------- */

/* So far behind the log is a reader of which nothing can be read any more. */
static uint64_t lost_distance(const Plane *plane) {
  return plane->changes.capacity + 1;
}

static bool repair_cells(Plane *plane, astar_rect rect,
                         bool (*repair_cell)(Plane *plane, int32_t x, int32_t y)) {
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++)
      if (!repair_cell(plane, x, y)) return false;
  return true;
}

/* Calls `repair_cell` for every cell changed since *seen. False: these are too many, or the log no
** longer has them, or `repair_cell` failed. Then everything must be made again. */
static bool plane_replay(Plane *plane, uint64_t *seen, size_t limit,
                         bool (*repair_cell)(Plane *plane, int32_t x, int32_t y)) {
  Changes *changes = &plane->changes;
  uint64_t from = *seen;
  bool kept = changes_begin(changes, from) && !too_many(changes, from, limit);
  *seen = changes->written;
  if (!kept) return false;
  for (uint64_t at = from; at < changes->written; at++)
    if (!repair_cells(plane, changes_at(changes, at), repair_cell)) return false;
  return true;
}

static bool repair_regions(Plane *plane, int32_t x, int32_t y) {
  regions_touch(plane->regions, grid_cell(&plane->cls->map->grid, x, y));
  return true;
}

const Exits *plane_exits(Plane *plane) {
  uint64_t version = plane->cls->map->links.version;
  if (plane->exits_seen == version) return &plane->exits;
  if (!exits_make(&plane->exits, plane->cls, plane->player, ASTAR_NEVER)) return NULL;
  plane->exits_seen = version;
  return &plane->exits;
}

Regions *plane_mark_regions(Plane *plane) {
  astar_map *map = plane->cls->map;
  if (plane->regions == NULL) {
    RegionCorners corners = plane->cls->hex ? CORNERS_HEX
                            : plane->cls->diagonal == ASTAR_DIAGONAL_ALWAYS ? CORNERS_ALL
                                                                            : CORNERS_NONE;
    plane->regions = regions_new(&map->memory, &map->grid, plane->kind, corners);
    if (plane->regions == NULL) return NULL;
    plane->regions_seen = changes_position(&plane->changes);
  }
  if (!plane_replay(plane, &plane->regions_seen, map->grid.cells, repair_regions))
    regions_touch_all(plane->regions);
  return plane->regions;
}

const Regions *plane_regions(Plane *plane) {
  Regions *regions = plane_mark_regions(plane);
  if (regions == NULL) return NULL;
  return regions_sync(regions, &plane->cls->map->memory) ? regions : NULL;
}

/* A table that is not made yet, or not wholly. */
static void plane_lose(const Plane *plane, uint64_t *seen) {
  *seen = plane->changes.written - lost_distance(plane);
}

static bool repair_jumps(Plane *plane, int32_t x, int32_t y) {
  jumps_repair(plane->jumps, x, y);
  return true;
}

static bool plane_lacks(const Plane *plane, uint64_t seen) {
  return plane->changes.written - seen >= lost_distance(plane);
}

bool plane_lacks_jumps(const Plane *plane) {
  return plane->jumps == NULL || plane_lacks(plane, plane->jumps_seen);
}

bool plane_update_jumps(Plane *plane, bool *stale) {
  astar_map *map = plane->cls->map;
  if (plane->jumps == NULL) {
    plane->jumps = jumps_new(&map->memory, &map->grid, plane->kind);
    if (plane->jumps == NULL) return false;
    plane_lose(plane, &plane->jumps_seen);
  }
  *stale = !plane_replay(plane, &plane->jumps_seen, map->grid.cells / 16, repair_jumps);
  if (!*stale) return true;
  plane_lose(plane, &plane->jumps_seen);
  plane->jumps_making = ++map->ids;
  return true;
}

void plane_repair_jumps(Plane *plane, astar_rect rect) {
  repair_cells(plane, rect, repair_jumps);
}

const char *plane_denies_jumps(const Plane *plane) {
  const astar_class *cls = plane->cls;
  uint32_t straight = cls->straight_cost[plane->cheapest];
  if (cls->hex) return "the cells are hexagons";
  if (cls->diagonal != ASTAR_DIAGONAL_NO_OBSTACLES) return "it cuts no corners";
  if (!jumps_possible(&cls->map->grid)) return "the map is too wide or too high for its tables";
  if (!plane->uniform && cls->slopes != NULL)
    return "the cells that can be entered do not all cost the same, or not from all sides";
  if (!plane->uniform) return "the cells that can be entered do not all cost the same";
  bool diagonals_pay = plane->cheapest == 0 || cls->diagonal_cost[plane->cheapest] < 2 * straight;
  return diagonals_pay ? NULL : "a diagonal step costs as much as two straight ones";
}

const Jumps *plane_jumps(Plane *plane) {
  bool stale;
  if (!plane_update_jumps(plane, &stale)) return NULL;
  if (stale && !jumps_rebuild(plane->jumps, &plane->cls->map->memory)) return NULL;
  if (stale) plane->jumps_seen = changes_position(&plane->changes);
  return plane->jumps;
}

static bool repair_patterns(Plane *plane, int32_t x, int32_t y) {
  Patterns *patterns = plane->patterns;
  return patterns_repair(patterns, &plane->cls->map->memory, x, y) && !patterns->too_varied;
}

/* Makes patterns that are to be rebuilt, in place of others. False: no memory. */
static bool plane_renew_patterns(Plane *plane) {
  astar_map *map = plane->cls->map;
  Patterns *made = patterns_new(&map->memory, &map->grid, plane->cls, plane->kind);
  if (made == NULL) return false;
  if (plane->patterns != NULL)
    node_pool_drop_numbering(&map->node_pool, plane->patterns->numbering);
  patterns_free(plane->patterns, &map->memory);
  plane->patterns = made;
  plane_lose(plane, &plane->patterns_seen);
  return true;
}

bool plane_update_patterns(Plane *plane, bool *stale) {
  astar_map *map = plane->cls->map;
  bool none = plane->patterns == NULL || patterns_are_misfits(plane->patterns);
  if (none && !plane_renew_patterns(plane)) return false;
  if (plane->patterns->too_varied && plane->patterns_seen != plane->changes.written)
    plane_lose(plane, &plane->patterns_seen);
  *stale = !plane_replay(plane, &plane->patterns_seen, map->grid.cells, repair_patterns);
  if (!*stale) return true;
  plane_lose(plane, &plane->patterns_seen);
  node_pool_drop_numbering(&map->node_pool, plane->patterns->numbering);
  plane->patterns->numbering = ++map->ids;
  return true;
}

bool plane_lacks_patterns(const Plane *plane) {
  return plane->patterns == NULL || plane_lacks(plane, plane->patterns_seen);
}

bool plane_repair_patterns(Plane *plane, astar_rect rect) {
  return repair_cells(plane, rect, repair_patterns) || plane->patterns->too_varied;
}

const Patterns *plane_patterns(Plane *plane) {
  bool stale;
  if (!plane_update_patterns(plane, &stale)) return NULL;
  if (stale && !patterns_rebuild(plane->patterns, &plane->cls->map->memory)) return NULL;
  if (stale) plane->patterns_seen = changes_position(&plane->changes);
  return plane->patterns;
}

/* The rectangle and all cells next to it. The border of the map has room for those outside. */
void plane_repair_numbering(const Plane *plane, Nodes *nodes, astar_rect rect) {
  const Patterns *patterns = plane->patterns;
  for (int32_t y = rect.y - 1; y <= rect.y + rect.height; y++) {
    Cell row = grid_cell(patterns->grid, rect.x - 1, y);
    for (int32_t i = 0; i < rect.width + 2; i++)
      patterns_number(patterns, nodes->words, row + (Cell)i);
  }
}

void plane_number_nodes(Plane *plane, Nodes *nodes) {
  const Patterns *patterns = plane->patterns;
  Changes *changes = &plane->changes;
  bool kept = nodes->numbering == patterns->numbering &&
              changes_begin(changes, nodes->numbering_seen);
  uint64_t from = nodes->numbering_seen;
  memory_touch(nodes->words);
  nodes->numbering = patterns->numbering;
  nodes->numbering_seen = changes_position(changes);
  if (!kept)
    for (size_t cell = 0; cell < nodes->count; cell++)
      patterns_number(patterns, nodes->words, (Cell)cell);
  for (uint64_t at = from; at < changes->written && kept; at++)
    plane_repair_numbering(plane, nodes, changes_at(changes, at));
}

void plane_number_band(const Plane *plane, Nodes *nodes, int32_t band) {
  const Grid *grid = &plane->cls->map->grid;
  GridBand rows = grid_band(grid, band);
  Cell end = grid_cell(grid, -1, rows.end);
  for (Cell cell = grid_cell(grid, -1, rows.first); cell < end; cell++)
    patterns_number(plane->patterns, nodes->words, cell);
}

void plane_keep_numbering(const Plane *plane, Nodes *nodes, uint64_t seen) {
  nodes->numbering = plane->patterns->numbering;
  nodes->numbering_seen = seen;
}

/* Those that are found later have another version than any before. */
static void drop_dead_ends(Plane *plane) {
  if (plane->dead_ends == NULL) return;
  plane->dead_ends_version = plane->dead_ends->version + 1;
  dead_ends_free(plane->dead_ends, &plane->cls->map->memory);
  plane->dead_ends = NULL;
}

bool plane_find_dead_ends(Plane *plane, const uint8_t *kind) {
  astar_map *map = plane->cls->map;
  DeadEnds *found = dead_ends_new(&map->memory, &map->grid, plane->cls, kind);
  if (found == NULL) return false;
  drop_dead_ends(plane);
  found->version = plane->dead_ends_version;
  if (kind != plane->kind) dead_ends_recount(found, plane->kind);
  plane->dead_ends = found;
  return true;
}

Plane *plane_detached(const Plane *plane, const uint8_t *kind) {
  astar_map *map = plane->cls->map;
  Plane *detached = memory_new(&map->memory, sizeof *detached);
  if (detached == NULL) return NULL;
  detached->cls = plane->cls;
  detached->player = plane->player;
  detached->kind = memory_raw(&map->memory, map->grid.cells);
  if (detached->kind == NULL) {
    plane_free_detached(detached);
    return NULL;
  }
  memcpy(detached->kind, kind, map->grid.cells);
  for (size_t cell = 0; cell < map->grid.cells; cell++) detached->population[kind[cell]]++;
  plane_summarize(detached);
  return detached;
}

void plane_free_detached(Plane *detached) {
  if (detached != NULL) plane_free(detached->cls->map, detached);
}

void plane_drop_tables(Plane *plane) {
  landmarks_free(plane->landmarks, &plane->cls->map->memory);
  plane->landmarks = NULL;
  drop_dead_ends(plane);
}

int32_t plane_terrain(const Plane *plane, Cell cell) {
  return source_terrain(plane)[cell];
}

bool plane_index_terrain(Plane *plane) {
  astar_map *map = plane->cls->map;
  Changes *log = plane_source(plane);
  TerrainIndex *index = &plane->terrain_index;
  if (index->blocks == NULL && !terrain_index_new(index, &map->memory, &map->grid)) return false;
  if (!changes_begin(log, plane->terrain_index_seen)) terrain_index_forget_all(index);
  else
    for (uint64_t at = plane->terrain_index_seen; at < log->written; at++)
      terrain_index_forget(index, changes_at(log, at));
  plane->terrain_index_seen = changes_position(log);
  terrain_index_count(index, &map->grid, source_terrain(plane));
  return true;
}

uint32_t plane_steps(const Plane *plane, Cell cell) {
  return plane->kind[cell] != 0 ? class_legal_steps(plane->cls, plane->kind, cell) : 0;
}

/* ---- checking -------------------------------------------------------------------------------- */

static const char *validate_kinds(const Plane *plane) {
  const Grid *grid = &plane->cls->map->grid;
  uint32_t population[KINDS] = { 0 };
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++) {
      uint8_t kind = plane->kind[grid_cell(grid, x, y)];
      if (kind != kind_at(plane, x, y)) return "a cell of a plane is not of the kind it should be";
      population[kind]++;
    }
  bool counted = memcmp(population, plane->population, sizeof population) == 0;
  return counted ? NULL : "cells of a kind are counted wrongly";
}

/* Two cells between which there is a step have the same region. */
static const char *validate_regions(const Plane *plane, const Regions *regions) {
  const Grid *grid = &plane->cls->map->grid;
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++) {
      Cell cell = grid_cell(grid, x, y);
      bool has_region = regions_at(regions, cell, NULL) != 0;
      if (has_region != (plane->kind[cell] != 0)) return "the region of a cell is wrong";
      for (uint32_t steps = plane_steps(plane, cell); steps != 0; steps &= steps - 1) {
        Cell next = cell + (Cell)direction_offset(grid, low_zeros_32(steps));
        if (!regions_connected(regions, cell, next)) return "neighbours are in two regions";
      }
    }
  return NULL;
}

bool plane_is_current(const Plane *plane) {
  return plane->source_seen == plane_source(plane)->written &&
         plane->class_version == plane->cls->version;
}

/* Tables that are not lacking, once what was logged is repaired in them. */
static const char *validate_tables(Plane *plane) {
  Memory *memory = &plane->cls->map->memory;
  const char *wrong = NULL;
  if (!plane_lacks_jumps(plane)) {
    const Jumps *jumps = plane_jumps(plane);
    wrong = jumps != NULL ? jumps_validate(jumps, memory) : NULL;
  }
  if (wrong == NULL && !plane_lacks_patterns(plane)) {
    const Patterns *patterns = plane_patterns(plane);
    wrong = patterns != NULL ? patterns_validate(patterns, memory) : NULL;
  }
  return wrong;
}

/* Of a plane that is behind its source nothing is known. */
const char *plane_validate(Plane *plane) {
  if (!plane_is_current(plane)) return NULL;
  const char *wrong = validate_kinds(plane);
  if (wrong == NULL) wrong = validate_tables(plane);
  if (wrong != NULL || plane->regions == NULL) return wrong;
  const Regions *regions = plane_regions(plane);
  return regions != NULL ? validate_regions(plane, regions) : NULL;
}
