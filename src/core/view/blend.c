#include "blend.h"

#include <string.h>
#include "../base/assert.h"
#include "../base/builtin.h"

_Static_assert(BLEND_CHUNK * sizeof(BlendRow) == MEMORY_PAGE, "rows of a chunk fill a page");

/* ---- forgetting ------------------------------------------------------------------------------ */

size_t blend_chunks(const astar_map *map) {
  return map->grid.cells / BLEND_CHUNK + 1;
}

static void forget_all(Blend *blend, const astar_map *map) {
  for (size_t chunk = 0; chunk < blend_chunks(map); chunk++) {
    if (!blend->used[chunk]) continue;
    size_t first = chunk * BLEND_CHUNK, left = map->grid.cells - first;
    blend_write(blend, chunk);
    memset(blend->rows + first, 0, (left < BLEND_CHUNK ? left : BLEND_CHUNK) * sizeof(BlendRow));
    blend->used[chunk] = 0;
  }
}

/* The rows of these cells, and of those between them, are about to be written. */
static void write_rows(Blend *blend, Cell first, Cell last) {
  for (size_t chunk = first / BLEND_CHUNK; chunk <= last / BLEND_CHUNK; chunk++)
    blend_write(blend, chunk);
}

static void forget_row(BlendRow *row, bool whole) {
  memset(row->drop, 0, sizeof row->drop);
  if (whole) row->cost[0] = row->cost[1] = 0;
}

/* What has changed in a rectangle changes the costs of units that reach into it, and what is worth
** following from cells next to those. The border of the map has room for cells outside. */
static void blend_forget(Blend *blend, astar_rect rect, int32_t reach) {
  const Grid *grid = &blend->plane->cls->map->grid;
  astar_rect reached = grid_clip(grid, (astar_rect){ rect.x - reach, rect.y - reach,
                                                     rect.width + reach, rect.height + reach });
  for (int32_t y = reached.y - 1; y <= reached.y + reached.height; y++) {
    Cell first = grid_cell(grid, reached.x - 1, y);
    write_rows(blend, first, first + (Cell)reached.width + 1);
    for (int32_t x = reached.x - 1; x <= reached.x + reached.width; x++)
      forget_row(&blend->rows[grid_cell(grid, x, y)], rect_has(reached, x, y));
  }
}

bool blend_lost_track(const Blend *blend, const Changes *changes, uint64_t from) {
  size_t area = 0, cells = blend->plane->cls->map->grid.cells;
  for (uint64_t at = from; at < changes->written; at++) {
    astar_rect rect = changes_at(changes, at);
    area += (size_t)rect.width * (size_t)rect.height;
  }
  return area > cells / 8;
}

/* Influence has changed in a rectangle: finds out again which cells around it are rough. */
static void mend_rough(Blend *blend, astar_rect rect) {
  const astar_class *cls = blend->plane->cls;
  const Grid *grid = &cls->map->grid;
  int32_t size = cls->size;
  astar_rect near = grid_clip(grid, (astar_rect){ rect.x - size, rect.y - size,
                                                  rect.width + size + 1, rect.height + size + 1 });
  astar_rect source = { near.x - 1, near.y - 1, near.width + size + 1, near.height + size + 1 };
  source = grid_clip(grid, source);
  rough_put_influence(blend->rough, near, false);
  for (int i = 0; i < blend->part_count; i++)
    rough_add_influence(blend->rough, blend->parts[i].weighted.influence, source, size);
  rough_update(blend->rough, near, blend->units.near);
}

/* Reads a log on. False: too much has changed, or the log has lost some of it. */
static bool blend_catch_up(Blend *blend, Changes *changes, uint64_t *seen, int32_t reach,
                           bool of_influence) {
  uint64_t from = *seen;
  bool kept = changes_begin(changes, from) &&
              !blend_lost_track(blend, changes, from);
  *seen = changes_position(changes);
  blend->rough_known &= kept || !of_influence;
  for (uint64_t at = from; at < *seen && kept; at++) {
    blend_forget(blend, changes_at(changes, at), reach);
    if (of_influence && blend->rough_known) mend_rough(blend, changes_at(changes, at));
  }
  return kept;
}

/* What is forgotten must depend on edits alone, for it is read again as it is now. */
void blend_mend(Blend *blend) {
  ASTAR_ASSERT(edits_are_kept(blend->plane, blend->edits_seen));
  Edits edits = edits_since(blend->plane, blend->edits_seen);
  for (astar_rect reached; edits_next(&edits, &reached);) blend_forget(blend, reached, 0);
  blend->edits_seen = edits.end;
  blend->plane_seen = changes_position(&blend->plane->changes);
}

static void mend_all(Blend *blend) {
  int32_t reach = blend->plane->cls->size - 1;
  bool kept = blend_catch_up(blend, &blend->plane->changes, &blend->plane_seen, 0, false);
  for (int i = 0; i < blend->part_count; i++) {
    BlendPart *part = &blend->parts[i];
    kept &= blend_catch_up(blend, &part->weighted.influence->changes, &part->seen, reach, true);
  }
  if (!kept) forget_all(blend, blend->plane->cls->map);
}

/* ---- units ----------------------------------------------------------------------------------- */

/* The four sets of cells, and which words are stale. */
static size_t unit_words(const astar_map *map) {
  size_t words = cellset_words(map);
  return 4 * words + words / 64 + 1;
}

static bool reserve_units(BlendUnits *units, astar_map *map) {
  if (units->claimed != NULL) return true;
  units->claimed = memory_new(&map->memory, unit_words(map) * sizeof *units->claimed);
  if (units->claimed == NULL) return false;
  units->taken = units->claimed + cellset_words(map);
  units->either = units->taken + cellset_words(map);
  units->near = units->either + cellset_words(map);
  units->stale = units->near + cellset_words(map);
  return true;
}

static void free_units(BlendUnits *units, astar_map *map) {
  memory_free(&map->memory, units->claimed, unit_words(map) * sizeof *units->claimed);
}

static void drop_units(BlendUnits *units, const astar_map *map) {
  if (units->claimed != NULL)
    memset(units->claimed, 0, unit_words(map) * sizeof *units->claimed);
  units->first = units->end = 0;
}

/* What a unit at a cell costs has changed: so have the costs of those that cover the cell, and what
** is worth following from cells next to those. */
static void forget_around(Blend *blend, Cell cell) {
  const Grid *grid = &blend->plane->cls->map->grid;
  int32_t size = blend->plane->cls->size;
  if (size > 1) {
    astar_cell at = grid_position(grid, cell);
    blend_forget(blend, (astar_rect){ at.x, at.y, 1, 1 }, size - 1);
    return;
  }
  Cell above = cell - (Cell)grid->stride, below = cell + (Cell)grid->stride;
  BlendRow *row = blend->rows + cell;
  write_rows(blend, above - 1, above + 1);
  write_rows(blend, cell - 1, cell + 1);
  write_rows(blend, below - 1, below + 1);
  forget_row(row, true);
  for (int i = 0; i < DIRECTIONS; i++) forget_row(row + direction_offset(grid, i), false);
}

/* The words of `near` that depend on a word of claimed or taken cells. */
static void make_stale(BlendUnits *units, const astar_map *map, size_t word, int32_t size) {
  int64_t first = (int64_t)word * 64 - size, last = (int64_t)word * 64 + 64;
  for (int32_t row = -size; row <= 1; row++) {
    int64_t from = first + (int64_t)row * map->grid.stride;
    int64_t to = last + (int64_t)row * map->grid.stride;
    for (int64_t at = from < 0 ? 0 : from >> 6; at <= to >> 6; at++)
      if (at < (int64_t)cellset_words(map)) units->stale[at >> 6] |= (uint64_t)1 << (at & 63);
  }
}

/* The bits of `either` from that one on; there are none before the first and behind the last. */
static uint64_t either_from(const BlendUnits *units, const astar_map *map, int64_t bit) {
  int64_t word = bit >> 6, words = (int64_t)cellset_words(map);
  uint64_t low = word >= 0 && word < words ? units->either[word] : 0;
  uint64_t high = word >= -1 && word < words - 1 ? units->either[word + 1] : 0;
  int by = (int)(bit & 63);
  return by == 0 ? low : low >> by | high << (64 - by);
}

/* A word of the cells from which a unit of `size`, or one beside it, covers a cell that is claimed
** or taken. Some beyond the end of a row may be among them: that does no harm. */
static uint64_t near_word(const BlendUnits *units, const astar_map *map, size_t word,
                          int32_t size) {
  uint64_t low = 0, high = 0;
  for (int32_t row = -1; row <= size; row++) {
    int64_t bit = (int64_t)word * 64 + (int64_t)row * map->grid.stride - 1;
    low |= either_from(units, map, bit);
    high |= either_from(units, map, bit + 64);
  }
  uint64_t near = low;
  for (int32_t i = 1; i <= size + 1; i++) near |= low >> i | high << (64 - i);
  return near;
}

/* Drops what depends on the cells of a word that are claimed or taken now and were not, or were and
** are not. */
static void follow_word(Blend *blend, const View *view, size_t word) {
  BlendUnits *units = &blend->units;
  uint64_t claimed = cellset_word(&view->scratch->claims.cells, word);
  uint64_t taken = taken_word(&view->scratch->taken, word);
  uint64_t changed = (units->claimed[word] ^ claimed) | (units->taken[word] ^ taken);
  if (units->claim_penalty != view->claim_penalty) changed |= claimed;
  for (uint64_t bits = changed; bits != 0; bits &= bits - 1)
    forget_around(blend, (Cell)(word * 64) + (Cell)low_zeros_64(bits));
  units->claimed[word] = claimed;
  units->taken[word] = taken;
  if (units->either[word] == (claimed | taken)) return;
  units->either[word] = claimed | taken;
  make_stale(units, view->map, word, blend->plane->cls->size);
}

static void renew_near(Blend *blend, const astar_map *map) {
  BlendUnits *units = &blend->units;
  for (size_t i = 0; i <= cellset_words(map) / 64; i++)
    for (; units->stale[i] != 0; units->stale[i] &= units->stale[i] - 1) {
      size_t word = i * 64 + (size_t)low_zeros_64(units->stale[i]);
      units->near[word] = near_word(units, map, word, blend->plane->cls->size);
      if (blend->rough_known) rough_update_word(blend->rough, word, units->near);
    }
}

/* The words with claimed or taken cells. */
static void widen_units(BlendUnits *units, const CellSet *set) {
  if (set == NULL || set->count == 0) return;
  bool none = units->first == units->end;
  if (none || set->first < units->first) units->first = set->first;
  if (none || set->end > units->end) units->end = set->end;
}

static void follow_words(Blend *blend, const View *view, size_t first, size_t end) {
  for (size_t word = first; word < end; word++) follow_word(blend, view, word);
}

static void follow_set(Blend *blend, const View *view, const CellSet *set) {
  if (set != NULL && set->count > 0) follow_words(blend, view, set->first, set->end);
}

/* The rows know of the units in the view from now on. False: no memory. */
static bool follow_units(Blend *blend, const View *view) {
  const ViewScratch *scratch = view->scratch;
  BlendUnits *units = &blend->units;
  bool none = scratch->claims.cells.count + scratch->taken.count == 0;
  if (none && units->first == units->end) return true;
  if (!reserve_units(units, view->map)) return false;
  /* Those of the last search, and of this one: what lies between them may be most of the map. */
  follow_words(blend, view, units->first, units->end);
  follow_set(blend, view, &scratch->claims.cells);
  follow_set(blend, view, taken_cells(&scratch->taken));
  units->first = units->end = 0;
  widen_units(units, &scratch->claims.cells);
  widen_units(units, taken_cells(&scratch->taken));
  units->claim_penalty = view->claim_penalty;
  renew_near(blend, view->map);
  return true;
}

/* ---- rough cells ----------------------------------------------------------------------------- */

static void find_influenced(Blend *blend) {
  rough_clear(blend->rough);
  for (int i = 0; i < blend->part_count; i++) {
    const astar_influence *influence = blend->parts[i].weighted.influence;
    int32_t blocks = influence->blocks_across * influence->blocks_down;
    for (int32_t block = 0; block < blocks; block++)
      if (influence->active[block])
        rough_add_influence(blend->rough, influence, influence_block_rect(influence, block),
                            blend->plane->cls->size);
  }
}

bool blend_find_rough(Blend *blend, const View *view, size_t most, bool *few) {
  if (blend->rough == NULL) blend->rough = rough_new(&view->map->memory, &view->map->grid);
  if (blend->rough == NULL) return false;
  if (!blend->rough_known) find_influenced(blend);
  blend->rough_known = true;
  Rough *rough = blend->rough;
  if (rough->influenced_count > most) rough->is_whole = false;
  else if (!rough->is_whole) rough_complete(rough, blend->units.near);
  *few = rough->is_whole && rough->count <= most;
  return true;
}

static bool part_is_rough(const Blend *blend, const BlendPart *part) {
  astar_influence *influence = part->weighted.influence;
  Changes *changes = &influence->changes;
  const Grid *grid = &blend->plane->cls->map->grid;
  int32_t size = blend->plane->cls->size;
  if (!changes_begin(changes, part->held))
    return rough_covers(blend->rough, influence, (astar_rect){ 0, 0, grid->width, grid->height },
                        size);
  for (uint64_t at = part->held; at < changes->written; at++)
    if (!rough_covers(blend->rough, influence, changes_at(changes, at), size)) return false;
  return true;
}

bool blend_knows_rough(const Blend *blend) {
  for (int i = 0; i < blend->part_count; i++)
    if (!part_is_rough(blend, &blend->parts[i])) return false;
  return true;
}

/* ---- working out ----------------------------------------------------------------------------- */

/* What entering a cell costs up to slopes, as rows tell it. */
static uint32_t blend_unsloped(const View *view, uint8_t kind, bool diagonal, int32_t penalty) {
  uint32_t cost = diagonal ? view->diagonal_cost[kind] : view->straight_cost[kind];
  return (uint32_t)((int32_t)cost + penalty + BLEND_ZERO);
}

NOINLINE                        /* seldom needed: it would only be in the way of the loop below */
static void find_costs(Blend *blend, View *view, Cell cell) {
  BlendRow *row = blend_row_to_write(blend, cell);
  ASTAR_ASSERT(blend->plane == view->plane && row->cost[0] == 0);
  uint8_t kind = view->kind[cell];
  int32_t penalty = kind != 0 ? view_compose(view, cell) : VIEW_BLOCKED;
  blend->used[cell / BLEND_CHUNK] = 1;
  for (int i = 0; i < 2; i++)
    row->cost[i] = penalty != VIEW_BLOCKED ? view_step(view, kind, i == 1, penalty)
                                           : NEIGHBOURS_BLOCKED;
  for (int i = 0; i < 2 && blend->sloped && penalty != VIEW_BLOCKED; i++)
    row->cost[i] = blend_unsloped(view, kind, i == 1, penalty);
}

uint32_t blend_cost(Blend *blend, View *view, Cell cell, bool diagonal) {
  ASTAR_ASSERT(!blend->sloped);
  if (blend->rows[cell].cost[0] == 0) find_costs(blend, view, cell);
  return blend->rows[cell].cost[diagonal];
}

uint32_t blend_step(Blend *blend, View *view, ViewStep step) {
  bool diagonal = step.direction >= FIRST_DIAGONAL && step.direction < DIRECTIONS;
  if (blend->rows[step.to].cost[0] == 0) find_costs(blend, view, step.to);
  uint32_t cost = blend->rows[step.to].cost[diagonal];
  return blend->sloped && cost < NEIGHBOURS_BLOCKED ? blend_sloped(view, cost, step) : cost;
}

/* What else a neighbourhood needs where slopes count. */
static void blend_slope_neighbours(const Blend *blend, const View *view, Cell cell,
                                   Neighbours *neighbours) {
  neighbours->slopes = view->slopes;
  neighbours->zero = BLEND_ZERO;
  for (int place = 0; place <= DIRECTIONS; place++)
    neighbours->kind[place] = view->kind[cell + blend->around[place]];
}

void blend_work_out(Blend *blend, View *view, Cell cell, int direction) {
  const astar_class *cls = view->query->cls;
  BlendRow *const rows = blend->rows;
  Neighbours neighbours;
  neighbours.slopes = NULL;
  for (int place = 0; place <= DIRECTIONS; place++) {
    Cell other = cell + blend->around[place];
    if (rows[other].cost[0] == 0) find_costs(blend, view, other);
    neighbours.cost[place][0] = rows[other].cost[0];
    neighbours.cost[place][1] = rows[other].cost[1];
  }
  if (blend->sloped) blend_slope_neighbours(blend, view, cell, &neighbours);
  neighbours_complete(&neighbours, cls->diagonal);
  uint32_t is_shifted = UNLIKELY(cls->hex) ? class_is_shifted(cls, cell) : 0;
  uint32_t legal = cls->legal[is_shifted][neighbours.open];
  uint32_t follow = neighbours_follow_by(&neighbours, cls, is_shifted, legal, direction);
  blend_row_to_write(blend, cell)->drop[direction] = (uint8_t)~follow;
}

/* ---- making and keeping ---------------------------------------------------------------------- */

void blend_free(Blend *blend, astar_map *map) {
  if (blend == NULL) return;
  memory_free(&map->memory, blend->rows, map->grid.cells * sizeof *blend->rows);
  memory_free(&map->memory, blend->used, blend_chunks(map));
  free_units(&blend->units, map);
  rough_free(blend->rough, &map->memory);
  memory_free(&map->memory, blend, sizeof *blend);
}

Blend *blend_raw(astar_map *map) {
  Blend *blend = memory_new(&map->memory, sizeof *blend);
  if (blend == NULL) return NULL;
  blend->rows = memory_marked(&map->memory, map->grid.cells * sizeof *blend->rows);
  blend->used = memory_new(&map->memory, blend_chunks(map));
  for (int i = 0; i < DIRECTIONS; i++) blend->around[i] = (Cell)direction_offset(&map->grid, i);
  if (blend->rows != NULL) blend->written = memory_marks(blend->rows);
  if (blend->rows != NULL && blend->used != NULL) return blend;
  blend_free(blend, map);
  return NULL;
}

void blend_clear_band(Blend *blend, const astar_map *map, int32_t number) {
  GridBand band = grid_band(&map->grid, number);
  size_t rows = (size_t)(band.end - band.first);
  memory_touch(blend->rows);
  memset(blend->rows + grid_cell(&map->grid, -1, band.first), 0,
         rows * (size_t)map->grid.stride * sizeof *blend->rows);
}

static Blend *blend_new(astar_map *map) {
  Blend *blend = blend_raw(map);
  if (blend != NULL) memset(blend->rows, 0, map->grid.cells * sizeof *blend->rows);
  return blend;
}

static bool has_plane(const astar_map *map, const Blend *blend) {
  const Plane *plane = map->planes;
  while (plane != NULL && plane->id != blend->plane_id) plane = plane->next;
  return plane != NULL;
}

static bool blend_has_influence(const astar_map *map, uint64_t id) {
  const astar_influence *one = map->influences;
  while (one != NULL && one->id != id) one = one->next;
  return one != NULL;
}

/* Is all still there that it was made from? */
static bool blend_is_whole(const astar_map *map, const Blend *blend) {
  for (int i = 0; i < blend->part_count; i++)
    if (!blend_has_influence(map, blend->parts[i].id)) return false;
  return blend->plane == NULL || has_plane(map, blend);
}

static void free_broken(astar_map *map) {
  Blend **at = &map->blends;
  while (*at != NULL) {
    Blend *blend = *at;
    if (blend_is_whole(map, blend)) {
      at = &blend->next;
      continue;
    }
    *at = blend->next;
    blend_free(blend, map);
  }
}

static bool blend_fits(const Blend *blend, const View *view) {
  if (blend->plane != view->plane || blend->part_count != view->influence_count ||
      blend->sloped != blend_minds_slopes(view))
    return false;
  for (int i = 0; i < blend->part_count; i++) {
    astar_weighted a = blend->parts[i].weighted, b = view->influences[i];
    if (a.influence != b.influence || a.weight != b.weight) return false;
  }
  return true;
}

static void blend_dedicate(Blend *blend, const View *view) {
  blend->plane = view->plane;
  blend->plane_id = view->plane->id;
  blend->sloped = blend_minds_slopes(view);
  blend->plane_seen = changes_position(&view->plane->changes);
  blend->part_count = view->influence_count;
  for (int i = 0; i < blend->part_count; i++) {
    astar_influence *influence = view->influences[i].influence;
    blend->parts[i] = (BlendPart){ .weighted = view->influences[i], .id = influence->id,
                                   .seen = changes_position(&influence->changes) };
  }
}

/* The one that was used longest ago, if there are as many as there may be. */
static Blend *take_oldest(astar_map *map) {
  Blend **at = &map->blends;
  int count = 0;
  for (; *at != NULL && (*at)->next != NULL; at = &(*at)->next) count++;
  if (count + 1 < SPARE_BLENDS) return NULL;
  Blend *blend = *at;
  *at = NULL;
  return blend;
}

static Blend *take_fitting(const View *view) {
  Blend **at = &view->map->blends;
  while (*at != NULL && !blend_fits(*at, view)) at = &(*at)->next;
  Blend *blend = *at;
  if (blend == NULL) return NULL;
  *at = blend->next;
  return blend;
}

static Blend *take_blank(astar_map *map) {
  Blend **at = &map->blends;
  while (*at != NULL && (*at)->plane != NULL) at = &(*at)->next;
  Blend *blend = *at;
  if (blend != NULL) *at = blend->next;
  return blend;
}

static Blend *take_other(const View *view) {
  Blend *blend = take_blank(view->map);
  if (blend == NULL) blend = take_oldest(view->map);
  if (blend == NULL) blend = blend_new(view->map);
  if (blend == NULL) return NULL;
  forget_all(blend, view->map);
  drop_units(&blend->units, view->map);
  blend->rough_known = false;
  blend_dedicate(blend, view);
  return blend;
}

Blend *blend_take(View *view) {
  free_broken(view->map);
  Blend *blend = take_fitting(view);
  if (blend == NULL) blend = take_other(view);
  if (blend == NULL) return NULL;
  mend_all(blend);
  blend->edits_seen = edits_position(blend->plane);
  for (int i = 0; i < blend->part_count; i++) blend->parts[i].held = blend->parts[i].seen;
  if (follow_units(blend, view)) return blend;
  blend_free(blend, view->map);
  return NULL;
}

int blend_count(const astar_map *map) {
  int count = 0;
  for (const Blend *blend = map->blends; blend != NULL; blend = blend->next) count++;
  return count;
}

bool blend_is_spare(const astar_map *map, const Plane *plane) {
  for (const Blend *blend = map->blends; blend != NULL; blend = blend->next)
    if (blend->plane == NULL || blend->plane_id == plane->id) return true;
  return blend_count(map) == SPARE_BLENDS;
}

bool blend_reserve(astar_map *map) {
  Blend *blend = blend_new(map);
  if (blend != NULL) blend_give(blend, map);
  return blend != NULL;
}

void blend_give(Blend *blend, astar_map *map) {
  blend_free(take_oldest(map), map);
  blend->next = map->blends;
  map->blends = blend;
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

bool blend_met_units(const Blend *blend, const View *view, const Nodes *nodes) {
  const BlendUnits *units = &blend->units;
  for (size_t word = 0; units->near != NULL && word < cellset_words(view->map); word++)
    for (uint64_t bits = units->near[word]; bits != 0; bits &= bits - 1)
      if (meets_units(view, nodes, (Cell)(word * 64) + (Cell)low_zeros_64(bits))) return true;
  return false;
}

void blends_free(astar_map *map) {
  while (map->blends != NULL) {
    Blend *blend = map->blends;
    map->blends = blend->next;
    blend_free(blend, map);
  }
}

static const char *units_validate(const Blend *blend, const astar_map *map) {
  const BlendUnits *units = &blend->units;
  for (size_t word = 0; units->claimed != NULL && word < cellset_words(map); word++) {
    uint64_t either = units->claimed[word] | units->taken[word];
    if (either != units->either[word] ||
        (either != 0 && (word < units->first || word >= units->end)))
      return "a blend has lost cells that are claimed or taken";
    if (units->near[word] != near_word(units, map, word, blend->plane->cls->size))
      return "a blend does not know which cells are near units";
  }
  return NULL;
}

const char *blends_validate(const astar_map *map) {
  const char *wrong = NULL;
  for (const Blend *blend = map->blends; blend != NULL && wrong == NULL; blend = blend->next) {
    if (blend->plane != NULL && blend_is_whole(map, blend)) wrong = units_validate(blend, map);
    if (wrong == NULL && blend->rough != NULL)
      wrong = rough_validate(blend->rough, blend->rough_known ? blend->units.near : NULL);
  }
  return wrong;
}
