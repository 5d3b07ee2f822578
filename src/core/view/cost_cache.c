#include "cost_cache.h"

#include <string.h>
#include "../base/assert.h"
#include "../base/builtin.h"

_Static_assert(COST_CACHE_CHUNK * sizeof(CostCacheRow) == MEMORY_PAGE,
               "rows of a chunk fill a page");

/* ---- forgetting ------------------------------------------------------------------------------ */

size_t cost_cache_chunks(const astar_map *map) {
  return map->grid.cells / COST_CACHE_CHUNK + 1;
}

static void forget_all(CostCache *cache, const astar_map *map) {
  for (size_t chunk = 0; chunk < cost_cache_chunks(map); chunk++) {
    if (!cache->used[chunk]) continue;
    size_t first = chunk * COST_CACHE_CHUNK, left = map->grid.cells - first;
    cost_cache_write(cache, chunk);
    memset(cache->rows + first, 0,
           (left < COST_CACHE_CHUNK ? left : COST_CACHE_CHUNK) * sizeof(CostCacheRow));
    cache->used[chunk] = 0;
  }
}

/* The rows of these cells, and of those between them, are about to be written. */
static void write_rows(CostCache *cache, Cell first, Cell last) {
  for (size_t chunk = first / COST_CACHE_CHUNK; chunk <= last / COST_CACHE_CHUNK; chunk++)
    cost_cache_write(cache, chunk);
}

static void forget_row(CostCacheRow *row, bool whole) {
  memset(row->drop, 0, sizeof row->drop);
  if (whole) row->cost[0] = row->cost[1] = 0;
}

/* What has changed in a rectangle changes the costs of units that reach into it, and what is worth
** following from cells next to those. The border of the map has room for cells outside. */
static void cost_cache_forget(CostCache *cache, astar_rect rect, int32_t reach) {
  const Grid *grid = &cache->plane->cls->map->grid;
  astar_rect reached = grid_clip(grid, (astar_rect){ rect.x - reach, rect.y - reach,
                                                     rect.width + reach, rect.height + reach });
  for (int32_t y = reached.y - 1; y <= reached.y + reached.height; y++) {
    Cell first = grid_cell(grid, reached.x - 1, y);
    write_rows(cache, first, first + (Cell)reached.width + 1);
    for (int32_t x = reached.x - 1; x <= reached.x + reached.width; x++)
      forget_row(&cache->rows[grid_cell(grid, x, y)], rect_has(reached, x, y));
  }
}

bool cost_cache_lost_track(const CostCache *cache, const Changes *changes, uint64_t from) {
  size_t area = 0, cells = cache->plane->cls->map->grid.cells;
  for (uint64_t at = from; at < changes->written; at++) {
    astar_rect rect = changes_at(changes, at);
    area += (size_t)rect.width * (size_t)rect.height;
  }
  return area > cells / 8;
}

/* Influence has changed in a rectangle: finds out again which cells around it are rough. */
static void mend_rough(CostCache *cache, astar_rect rect) {
  const astar_class *cls = cache->plane->cls;
  const Grid *grid = &cls->map->grid;
  int32_t size = cls->size;
  astar_rect near = grid_clip(grid, (astar_rect){ rect.x - size, rect.y - size,
                                                  rect.width + size + 1, rect.height + size + 1 });
  astar_rect source = { near.x - 1, near.y - 1, near.width + size + 1, near.height + size + 1 };
  source = grid_clip(grid, source);
  rough_put_influence(cache->rough, near, false);
  for (int i = 0; i < cache->part_count; i++)
    rough_add_influence(cache->rough, cache->parts[i].weighted.influence, source, size);
  rough_update(cache->rough, near, cache->units.near);
}

/* Reads a log on. False: too much has changed, or the log has lost some of it. */
static bool cost_cache_catch_up(CostCache *cache, Changes *changes, uint64_t *seen, int32_t reach,
                                bool of_influence) {
  uint64_t from = *seen;
  bool kept = changes_begin(changes, from) &&
              !cost_cache_lost_track(cache, changes, from);
  *seen = changes_position(changes);
  cache->rough_known &= kept || !of_influence;
  for (uint64_t at = from; at < *seen && kept; at++) {
    cost_cache_forget(cache, changes_at(changes, at), reach);
    if (of_influence && cache->rough_known) mend_rough(cache, changes_at(changes, at));
  }
  return kept;
}

/* What is forgotten must depend on edits alone, for it is read again as it is now. */
void cost_cache_mend(CostCache *cache) {
  ASTAR_ASSERT(edits_are_kept(cache->plane, cache->edits_seen));
  Edits edits = edits_since(cache->plane, cache->edits_seen);
  for (astar_rect reached; edits_next(&edits, &reached);) cost_cache_forget(cache, reached, 0);
  cache->edits_seen = edits.end;
  cache->plane_seen = changes_position(&cache->plane->changes);
}

static void mend_all(CostCache *cache) {
  int32_t reach = cache->plane->cls->size - 1;
  bool kept = cost_cache_catch_up(cache, &cache->plane->changes, &cache->plane_seen, 0, false);
  for (int i = 0; i < cache->part_count; i++) {
    CostCachePart *part = &cache->parts[i];
    kept &= cost_cache_catch_up(cache, &part->weighted.influence->changes, &part->seen, reach,
                                true);
  }
  if (!kept) forget_all(cache, cache->plane->cls->map);
}

/* ---- units ----------------------------------------------------------------------------------- */

/* The five sets of cells, and which words are stale. */
static size_t unit_words(const astar_map *map) {
  size_t words = cellset_words(map);
  return 5 * words + words / 64 + 1;
}

static bool reserve_units(CostCacheUnits *units, astar_map *map) {
  if (units->claimed != NULL) return true;
  units->claimed = memory_new(&map->memory, unit_words(map) * sizeof *units->claimed);
  if (units->claimed == NULL) return false;
  units->taken = units->claimed + cellset_words(map);
  units->either = units->taken + cellset_words(map);
  units->near = units->either + cellset_words(map);
  units->reached = units->near + cellset_words(map);
  units->stale = units->reached + cellset_words(map);
  return true;
}

static void free_units(CostCacheUnits *units, astar_map *map) {
  memory_free(&map->memory, units->claimed, unit_words(map) * sizeof *units->claimed);
}

static void drop_units(CostCacheUnits *units, const astar_map *map) {
  if (units->claimed != NULL)
    memset(units->claimed, 0, unit_words(map) * sizeof *units->claimed);
  units->first = units->end = 0;
}

/* Adds cells to those that changes reach, a bit for each from the one with that number on. */
ALWAYS_INLINE void add_reached(CostCacheUnits *units, const astar_map *map, int64_t first,
                               uint64_t cells) {
  uint64_t parts[2] = { cells << (first & 63), cells >> 1 >> (63 - (first & 63)) };
  for (int i = 0; i < 2; i++) {
    size_t word = (size_t)((first >> 6) + i);
    if (parts[i] == 0 || word >= cellset_words(map)) continue;
    units->reached[word] |= parts[i];
    units->stale[word >> 6] |= (uint64_t)1 << (word & 63);
  }
}

/* Cells of a word have changed: that reaches those from which a unit of `size`, or one beside it,
** covers one of them. */
static void reach_from(CostCacheUnits *units, const astar_map *map, size_t word, uint64_t changed,
                       int32_t size) {
  uint64_t low = changed, high = 0;
  for (int32_t i = 1; i <= size + 1; i++) {
    low |= changed << i;
    high |= changed >> (64 - i);
  }
  for (int32_t row = -size; row <= 1; row++) {
    int64_t first = (int64_t)word * 64 - size + (int64_t)row * map->grid.stride;
    add_reached(units, map, first, low);
    if (high != 0) add_reached(units, map, first + 64, high);
  }
}

/* A word of `either`, in which there are none before the first and behind the last. */
static inline uint64_t either_word(const CostCacheUnits *units, const astar_map *map,
                                   int64_t word) {
  return (uint64_t)word < cellset_words(map) ? units->either[word] : 0;
}

/* A word of the cells from which a unit of `size`, or one beside it, covers a cell that is claimed
** or taken. Some beyond the end of a row may be among them: that does no harm. */
ALWAYS_INLINE uint64_t find_near(const CostCacheUnits *units, const astar_map *map, size_t word,
                                 int32_t size) {
  uint64_t low = 0, high = 0;
  for (int32_t row = -1; row <= size; row++) {
    int64_t bit = (int64_t)word * 64 + (int64_t)row * map->grid.stride - 1, at = bit >> 6;
    int by = (int)(bit & 63);
    uint64_t middle = either_word(units, map, at + 1);
    low |= either_word(units, map, at) >> by | middle << 1 << (63 - by);
    high |= middle >> by | either_word(units, map, at + 2) << 1 << (63 - by);
  }
  uint64_t near = low;
  for (int32_t i = 1; i <= size + 1; i++) near |= low >> i | high << (64 - i);
  return near;
}

static uint64_t near_word(const CostCacheUnits *units, const astar_map *map, size_t word,
                          int32_t size) {
  return size == 1 ? find_near(units, map, word, 1) : find_near(units, map, word, size);
}

/* Forgets what is worth following from these cells of a word, and what they cost. */
static void forget_cells(CostCache *cache, size_t word, uint64_t cells, bool costs) {
  CostCacheRow *rows = cache->rows + word * 64;
  size_t chunk = word * 64 / COST_CACHE_CHUNK;
  if (!cache->used[chunk]) return;
  cost_cache_write(cache, chunk);
  for (; cells != 0; cells &= cells - 1) forget_row(&rows[low_zeros_64(cells)], costs);
}

/* What depends on the cells of a word that are claimed or taken now and were not, or were and are
** not: what these cost, or those from which a unit covers them; and what is worth following next to
** them. */
ALWAYS_INLINE void follow_word(CostCache *cache, const View *view, size_t word) {
  CostCacheUnits *units = &cache->units;
  int32_t size = cache->plane->cls->size;
  uint64_t claimed = cellset_word(&view->scratch->claims.cells, word);
  uint64_t taken = taken_word(&view->scratch->taken, word);
  uint64_t changed = (units->claimed[word] ^ claimed) | (units->taken[word] ^ taken);
  if (units->claim_penalty != view->claim_penalty) changed |= claimed;
  if (changed == 0) return;
  units->claimed[word] = claimed;
  units->taken[word] = taken;
  units->either[word] = claimed | taken;
  if (size == 1) forget_cells(cache, word, changed, true);
  reach_from(units, view->map, word, changed, size);
}

/* Brings up to date what changes have reached. */
static void renew_reached(CostCache *cache, const astar_map *map) {
  CostCacheUnits *units = &cache->units;
  int32_t size = cache->plane->cls->size;
  for (size_t i = 0; i <= cellset_words(map) / 64; i++)
    for (; units->stale[i] != 0; units->stale[i] &= units->stale[i] - 1) {
      size_t word = i * 64 + (size_t)low_zeros_64(units->stale[i]);
      forget_cells(cache, word, units->reached[word], size > 1);
      units->reached[word] = 0;
      units->near[word] = near_word(units, map, word, size);
      if (cache->rough_known) rough_update_word(cache->rough, word, units->near);
    }
}

/* The words with claimed or taken cells. */
static void widen_units(CostCacheUnits *units, const CellSet *set) {
  if (set == NULL || set->count == 0) return;
  bool none = units->first == units->end;
  if (none || set->first < units->first) units->first = set->first;
  if (none || set->end > units->end) units->end = set->end;
}

static void follow_words(CostCache *cache, const View *view, size_t first, size_t end) {
  for (size_t word = first; word < end; word++) follow_word(cache, view, word);
}

static void follow_set(CostCache *cache, const View *view, const CellSet *set) {
  if (set != NULL && set->count > 0) follow_words(cache, view, set->first, set->end);
}

/* The rows know of the units in the view from now on. False: no memory. */
static bool follow_units(CostCache *cache, const View *view) {
  const ViewScratch *scratch = view->scratch;
  CostCacheUnits *units = &cache->units;
  bool none = scratch->claims.cells.count + scratch->taken.count == 0;
  if (none && units->first == units->end) return true;
  if (!reserve_units(units, view->map)) return false;
  /* Those of the last search, and of this one: what lies between them may be most of the map. */
  follow_words(cache, view, units->first, units->end);
  follow_set(cache, view, &scratch->claims.cells);
  follow_set(cache, view, taken_cells(&scratch->taken));
  units->first = units->end = 0;
  widen_units(units, &scratch->claims.cells);
  widen_units(units, taken_cells(&scratch->taken));
  units->claim_penalty = view->claim_penalty;
  renew_reached(cache, view->map);
  return true;
}

/* ---- rough cells ----------------------------------------------------------------------------- */

static void find_influenced(CostCache *cache) {
  rough_clear(cache->rough);
  for (int i = 0; i < cache->part_count; i++) {
    const astar_influence *influence = cache->parts[i].weighted.influence;
    int32_t blocks = influence->blocks_across * influence->blocks_down;
    for (int32_t block = 0; block < blocks; block++)
      if (influence->active[block])
        rough_add_influence(cache->rough, influence, influence_block_rect(influence, block),
                            cache->plane->cls->size);
  }
}

bool cost_cache_find_rough(CostCache *cache, const View *view, size_t most, bool *few) {
  if (cache->rough == NULL) cache->rough = rough_new(&view->map->memory, &view->map->grid);
  if (cache->rough == NULL) return false;
  if (!cache->rough_known) find_influenced(cache);
  cache->rough_known = true;
  Rough *rough = cache->rough;
  if (rough->influenced_count > most) rough->is_whole = false;
  else if (!rough->is_whole) rough_complete(rough, cache->units.near);
  *few = rough->is_whole && rough->count <= most;
  return true;
}

static bool part_is_rough(const CostCache *cache, const CostCachePart *part) {
  astar_influence *influence = part->weighted.influence;
  Changes *changes = &influence->changes;
  const Grid *grid = &cache->plane->cls->map->grid;
  int32_t size = cache->plane->cls->size;
  if (!changes_begin(changes, part->held))
    return rough_covers(cache->rough, influence, (astar_rect){ 0, 0, grid->width, grid->height },
                        size);
  for (uint64_t at = part->held; at < changes->written; at++)
    if (!rough_covers(cache->rough, influence, changes_at(changes, at), size)) return false;
  return true;
}

bool cost_cache_knows_rough(const CostCache *cache) {
  for (int i = 0; i < cache->part_count; i++)
    if (!part_is_rough(cache, &cache->parts[i])) return false;
  return true;
}

/* ---- working out ----------------------------------------------------------------------------- */

/* What entering a cell costs up to slopes, as rows tell it. */
static uint32_t cost_cache_unsloped(const View *view, uint8_t kind, bool diagonal,
                                    int32_t penalty) {
  uint32_t cost = diagonal ? view->diagonal_cost[kind] : view->straight_cost[kind];
  return (uint32_t)((int32_t)cost + penalty + COST_CACHE_ZERO);
}

NOINLINE                        /* seldom needed: it would only be in the way of the loop below */
static void find_costs(CostCache *cache, View *view, Cell cell) {
  CostCacheRow *row = cost_cache_row_to_write(cache, cell);
  ASTAR_ASSERT(cache->plane == view->plane && row->cost[0] == 0);
  uint8_t kind = view->kind[cell];
  int32_t penalty = kind != 0 ? view_compose(view, cell) : VIEW_BLOCKED;
  cache->used[cell / COST_CACHE_CHUNK] = 1;
  for (int i = 0; i < 2; i++)
    row->cost[i] = penalty != VIEW_BLOCKED ? view_step(view, kind, i == 1, penalty)
                                           : NEIGHBOURHOOD_BLOCKED;
  for (int i = 0; i < 2 && cache->sloped && penalty != VIEW_BLOCKED; i++)
    row->cost[i] = cost_cache_unsloped(view, kind, i == 1, penalty);
}

uint32_t cost_cache_cost(CostCache *cache, View *view, Cell cell, bool diagonal) {
  ASTAR_ASSERT(!cache->sloped);
  if (cache->rows[cell].cost[0] == 0) find_costs(cache, view, cell);
  return cache->rows[cell].cost[diagonal];
}

uint32_t cost_cache_step(CostCache *cache, View *view, ViewStep step) {
  bool diagonal = step.direction >= FIRST_DIAGONAL && step.direction < DIRECTIONS;
  if (cache->rows[step.to].cost[0] == 0) find_costs(cache, view, step.to);
  uint32_t cost = cache->rows[step.to].cost[diagonal];
  return cache->sloped && cost < NEIGHBOURHOOD_BLOCKED ? cost_cache_sloped(view, cost, step) : cost;
}

/* What else a scene needs where slopes count. */
static void cost_cache_slope_neighbourhood(const CostCache *cache, const View *view, Cell cell,
                                           Neighbourhood *neighbourhood) {
  neighbourhood->slopes = view->slopes;
  neighbourhood->zero = COST_CACHE_ZERO;
  for (int place = 0; place <= DIRECTIONS; place++)
    neighbourhood->kind[place] = view->kind[cell + cache->around[place]];
}

void cost_cache_work_out(CostCache *cache, View *view, Cell cell, int direction) {
  const astar_class *cls = view->query->cls;
  CostCacheRow *const rows = cache->rows;
  Neighbourhood neighbourhood;
  neighbourhood.slopes = NULL;
  for (int place = 0; place <= DIRECTIONS; place++) {
    Cell other = cell + cache->around[place];
    if (rows[other].cost[0] == 0) find_costs(cache, view, other);
    neighbourhood.cost[place][0] = rows[other].cost[0];
    neighbourhood.cost[place][1] = rows[other].cost[1];
  }
  if (cache->sloped) cost_cache_slope_neighbourhood(cache, view, cell, &neighbourhood);
  neighbourhood_complete(&neighbourhood, cls->diagonal);
  uint32_t is_shifted = UNLIKELY(cls->hex) ? class_is_shifted(cls, cell) : 0;
  uint32_t legal = cls->legal[is_shifted][neighbourhood.open];
  uint32_t follow = neighbourhood_follow_by(&neighbourhood, cls, is_shifted, legal, direction);
  cost_cache_row_to_write(cache, cell)->drop[direction] = (uint8_t)~follow;
}

/* ---- making and keeping ---------------------------------------------------------------------- */

void cost_cache_free(CostCache *cache, astar_map *map) {
  if (cache == NULL) return;
  memory_free(&map->memory, cache->rows, map->grid.cells * sizeof *cache->rows);
  memory_free(&map->memory, cache->used, cost_cache_chunks(map));
  free_units(&cache->units, map);
  rough_free(cache->rough, &map->memory);
  memory_free(&map->memory, cache, sizeof *cache);
}

CostCache *cost_cache_raw(astar_map *map) {
  CostCache *cache = memory_new(&map->memory, sizeof *cache);
  if (cache == NULL) return NULL;
  cache->rows = memory_marked(&map->memory, map->grid.cells * sizeof *cache->rows);
  cache->used = memory_new(&map->memory, cost_cache_chunks(map));
  for (int i = 0; i < DIRECTIONS; i++) cache->around[i] = (Cell)direction_offset(&map->grid, i);
  if (cache->rows != NULL) cache->written = memory_marks(cache->rows);
  if (cache->rows != NULL && cache->used != NULL) return cache;
  cost_cache_free(cache, map);
  return NULL;
}

void cost_cache_clear_band(CostCache *cache, const astar_map *map, int32_t number) {
  GridBand band = grid_band(&map->grid, number);
  size_t rows = (size_t)(band.end - band.first);
  memory_touch(cache->rows);
  memset(cache->rows + grid_cell(&map->grid, -1, band.first), 0,
         rows * (size_t)map->grid.stride * sizeof *cache->rows);
}

static CostCache *cost_cache_new(astar_map *map) {
  CostCache *cache = cost_cache_raw(map);
  if (cache != NULL) memset(cache->rows, 0, map->grid.cells * sizeof *cache->rows);
  return cache;
}

static bool has_plane(const astar_map *map, const CostCache *cache) {
  const Plane *plane = map->planes;
  while (plane != NULL && plane->id != cache->plane_id) plane = plane->next;
  return plane != NULL;
}

static bool cost_cache_has_influence(const astar_map *map, uint64_t id) {
  const astar_influence *one = map->influences;
  while (one != NULL && one->id != id) one = one->next;
  return one != NULL;
}

/* Is all still there that it was made from? */
static bool cost_cache_is_whole(const astar_map *map, const CostCache *cache) {
  for (int i = 0; i < cache->part_count; i++)
    if (!cost_cache_has_influence(map, cache->parts[i].id)) return false;
  return cache->plane == NULL || has_plane(map, cache);
}

static void free_broken(astar_map *map) {
  CostCache **at = &map->cost_caches;
  while (*at != NULL) {
    CostCache *cache = *at;
    if (cost_cache_is_whole(map, cache)) {
      at = &cache->next;
      continue;
    }
    *at = cache->next;
    cost_cache_free(cache, map);
  }
}

static bool cost_cache_fits(const CostCache *cache, const View *view) {
  if (cache->plane != view->plane || cache->part_count != view->influence_count ||
      cache->sloped != cost_cache_minds_slopes(view))
    return false;
  for (int i = 0; i < cache->part_count; i++) {
    astar_weighted a = cache->parts[i].weighted, b = view->influences[i];
    if (a.influence != b.influence || a.weight != b.weight) return false;
  }
  return true;
}

static void cost_cache_dedicate(CostCache *cache, const View *view) {
  cache->plane = view->plane;
  cache->plane_id = view->plane->id;
  cache->sloped = cost_cache_minds_slopes(view);
  cache->plane_seen = changes_position(&view->plane->changes);
  cache->part_count = view->influence_count;
  for (int i = 0; i < cache->part_count; i++) {
    astar_influence *influence = view->influences[i].influence;
    cache->parts[i] = (CostCachePart){ .weighted = view->influences[i], .id = influence->id,
                                   .seen = changes_position(&influence->changes) };
  }
}

/* The one that was used longest ago, if there are as many as there may be. */
static CostCache *take_oldest(astar_map *map) {
  CostCache **at = &map->cost_caches;
  int count = 0;
  for (; *at != NULL && (*at)->next != NULL; at = &(*at)->next) count++;
  if (count + 1 < COST_CACHES_MOST) return NULL;
  CostCache *cache = *at;
  *at = NULL;
  return cache;
}

static CostCache *take_fitting(const View *view) {
  CostCache **at = &view->map->cost_caches;
  while (*at != NULL && !cost_cache_fits(*at, view)) at = &(*at)->next;
  CostCache *cache = *at;
  if (cache == NULL) return NULL;
  *at = cache->next;
  return cache;
}

static CostCache *take_blank(astar_map *map) {
  CostCache **at = &map->cost_caches;
  while (*at != NULL && (*at)->plane != NULL) at = &(*at)->next;
  CostCache *cache = *at;
  if (cache != NULL) *at = cache->next;
  return cache;
}

static CostCache *take_other(const View *view) {
  CostCache *cache = take_blank(view->map);
  if (cache == NULL) cache = take_oldest(view->map);
  if (cache == NULL) cache = cost_cache_new(view->map);
  if (cache == NULL) return NULL;
  forget_all(cache, view->map);
  drop_units(&cache->units, view->map);
  cache->rough_known = false;
  cost_cache_dedicate(cache, view);
  return cache;
}

CostCache *cost_cache_take(View *view) {
  free_broken(view->map);
  CostCache *cache = take_fitting(view);
  if (cache == NULL) cache = take_other(view);
  if (cache == NULL) return NULL;
  mend_all(cache);
  cache->edits_seen = edits_position(cache->plane);
  for (int i = 0; i < cache->part_count; i++) cache->parts[i].held = cache->parts[i].seen;
  if (follow_units(cache, view)) return cache;
  cost_cache_free(cache, view->map);
  return NULL;
}

int cost_cache_count(const astar_map *map) {
  int count = 0;
  for (const CostCache *cache = map->cost_caches; cache != NULL; cache = cache->next) count++;
  return count;
}

bool cost_cache_kept_for(const astar_map *map, const Plane *plane) {
  for (const CostCache *cache = map->cost_caches; cache != NULL; cache = cache->next)
    if (cache->plane == NULL || cache->plane_id == plane->id) return true;
  return cost_cache_count(map) == COST_CACHES_MOST;
}

bool cost_cache_reserve(astar_map *map) {
  CostCache *cache = cost_cache_new(map);
  if (cache != NULL) cost_cache_give(cache, map);
  return cache != NULL;
}

void cost_cache_give(CostCache *cache, astar_map *map) {
  cost_cache_free(take_oldest(map), map);
  cache->next = map->cost_caches;
  map->cost_caches = cache;
}

/* Is a cell that was reached next to one where only a unit is in the way? */
static bool meets_units(const View *view, const Nodes *nodes, Cell cell) {
  if (!node_in_epoch(nodes->words[cell], nodes->epoch)) return false;
  for (uint32_t left = class_around(view->query->cls, cell); left != 0; left &= left - 1) {
    Cell next = cell + (Cell)direction_offset(&view->map->grid, low_zeros_32(left));
    if (view->kind[next] != 0 && view_taken(view, next)) return true;
  }
  return false;
}

bool cost_cache_met_units(const CostCache *cache, const View *view, const Nodes *nodes) {
  const CostCacheUnits *units = &cache->units;
  for (size_t word = 0; units->near != NULL && word < cellset_words(view->map); word++)
    for (uint64_t bits = units->near[word]; bits != 0; bits &= bits - 1)
      if (meets_units(view, nodes, (Cell)(word * 64) + (Cell)low_zeros_64(bits))) return true;
  return false;
}

void cost_caches_free(astar_map *map) {
  while (map->cost_caches != NULL) {
    CostCache *cache = map->cost_caches;
    map->cost_caches = cache->next;
    cost_cache_free(cache, map);
  }
}

static const char *units_validate(const CostCache *cache, const astar_map *map) {
  const CostCacheUnits *units = &cache->units;
  for (size_t word = 0; units->claimed != NULL && word < cellset_words(map); word++) {
    uint64_t either = units->claimed[word] | units->taken[word];
    if (either != units->either[word] ||
        (either != 0 && (word < units->first || word >= units->end)))
      return "a cost cache has lost cells that are claimed or taken";
    if (units->near[word] != near_word(units, map, word, cache->plane->cls->size))
      return "a cost cache does not know which cells are near units";
  }
  return NULL;
}

const char *cost_caches_validate(const astar_map *map) {
  const char *wrong = NULL;
  const CostCache *cache = map->cost_caches;
  for (; cache != NULL && wrong == NULL; cache = cache->next) {
    if (cache->plane != NULL && cost_cache_is_whole(map, cache)) wrong = units_validate(cache, map);
    if (wrong == NULL && cache->rough != NULL)
      wrong = rough_validate(cache->rough, cache->rough_known ? cache->units.near : NULL);
  }
  return wrong;
}
