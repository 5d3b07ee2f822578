#include "blend.h"

#include <string.h>
#include "../base/assert.h"

#define BLEND_CHUNK 256

/* ---- forgetting ------------------------------------------------------------------------------ */

static size_t chunk_count(const astar_map *map) {
  return map->grid.cells / BLEND_CHUNK + 1;
}

static void forget_all(Blend *blend, const astar_map *map) {
  for (size_t chunk = 0; chunk < chunk_count(map); chunk++) {
    if (!blend->used[chunk]) continue;
    size_t first = chunk * BLEND_CHUNK, left = map->grid.cells - first;
    memset(blend->rows + first, 0, (left < BLEND_CHUNK ? left : BLEND_CHUNK) * sizeof(BlendRow));
    blend->used[chunk] = 0;
  }
}

/* What has changed in a rectangle changes the costs of units that reach into it, and what is worth
** following from cells next to those. The border of the map has room for cells outside. */
static void blend_forget(Blend *blend, astar_rect rect, int32_t reach) {
  const Grid *grid = &blend->plane->cls->map->grid;
  astar_rect reached = grid_clip(grid, (astar_rect){ rect.x - reach, rect.y - reach,
                                                     rect.width + reach, rect.height + reach });
  for (int32_t y = reached.y - 1; y <= reached.y + reached.height; y++)
    memset(blend->rows + grid_cell(grid, reached.x - 1, y), 0,
           (size_t)(reached.width + 2) * sizeof(BlendRow));
}

static bool blend_lost_track(const Changes *changes, uint64_t from, size_t cells) {
  size_t area = 0;
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
  rough_forget_influence(blend->rough, near);
  for (int i = 0; i < blend->part_count; i++)
    rough_add_influence(blend->rough, blend->parts[i].weighted.influence, source, size);
  rough_update(blend->rough, near, &blend->units.near);
}

/* Reads a log on. False: too much has changed, or the log has lost some of it. */
static bool blend_catch_up(Blend *blend, Changes *changes, BlendSeen *seen, int32_t reach,
                           bool of_influence) {
  uint64_t from = seen->rows;
  bool kept = changes_begin(changes, from) &&
              !blend_lost_track(changes, from, blend->plane->cls->map->grid.cells);
  seen->rows = changes_position(changes);
  blend->rough_known &= kept || !of_influence;
  for (uint64_t at = from; at < seen->rows && kept; at++) {
    blend_forget(blend, changes_at(changes, at), reach);
    if (of_influence && blend->rough_known) mend_rough(blend, changes_at(changes, at));
  }
  return kept;
}

void blend_mend(Blend *blend) {
  if (!blend_catch_up(blend, &blend->plane->changes, &blend->plane_seen, 0, false))
    forget_all(blend, blend->plane->cls->map);
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

typedef void Move(Blend *blend, size_t first, BlendRow *aside, size_t count);

/* Rows are far apart in memory: they are fetched while those before them are moved. */
#define FETCHED_AHEAD 16

typedef struct Mover {
  Blend *blend;
  Move *move;
  BlendRow *aside;                  /* of the next run to be moved */
  struct { size_t first, count; } runs[FETCHED_AHEAD];
  size_t fetched, moved;
} Mover;

static void move_run(Mover *mover) {
  size_t at = mover->moved++ % FETCHED_AHEAD, count = mover->runs[at].count;
  mover->move(mover->blend, mover->runs[at].first, mover->aside, count);
  mover->aside += count;
}

static void fetch_run(Mover *mover, size_t first, size_t count) {
  if (mover->fetched - mover->moved == FETCHED_AHEAD) move_run(mover);
  __builtin_prefetch(mover->blend->rows + first, 1);
  __builtin_prefetch(mover->blend->rows + first + count - 1, 1);
  size_t at = mover->fetched++ % FETCHED_AHEAD;
  mover->runs[at].first = first;
  mover->runs[at].count = count;
}

/* Calls `move` for each run of rows that units disturb, with its place among those aside. */
static void move_near(Blend *blend, Move *move) {
  const Surroundings *near = &blend->units.near;
  Mover mover = { .blend = blend, .move = move, .aside = blend->units.aside };
  for (size_t word = near->first; word < near->end; word++)
    for (uint64_t bits = near->bits[word]; bits != 0;) {
      int first = __builtin_ctzll(bits);
      uint64_t rest = ~(bits >> first);
      int count = rest != 0 ? __builtin_ctzll(rest) : 64;
      fetch_run(&mover, word * 64 + (size_t)first, (size_t)count);
      bits &= first + count < 64 ? ~(uint64_t)0 << (first + count) : 0;
    }
  while (mover.moved < mover.fetched) move_run(&mover);
  ASTAR_ASSERT((size_t)(mover.aside - blend->units.aside) <= blend->units.aside_capacity);
}

static void lay_aside(Blend *blend, size_t first, BlendRow *aside, size_t count) {
  memcpy(aside, blend->rows + first, count * sizeof *aside);
  memset(blend->rows + first, 0, count * sizeof *aside);
}

/* All are in one chunk, for they are in one word. */
static void put_back(Blend *blend, size_t first, BlendRow *aside, size_t count) {
  memcpy(blend->rows + first, aside, count * sizeof *aside);
  blend->used[first / BLEND_CHUNK] = 1;
}

static size_t count_near(const Surroundings *near) {
  size_t count = 0;
  for (size_t word = near->first; word < near->end; word++)
    if (near->bits[word] != 0) count += (size_t)__builtin_popcountll(near->bits[word]);
  return count;
}

static void drop_units(BlendUnits *units) {
  surroundings_clear(&units->near);
  units->claimed = units->taken = 0;
}

/* The rows become what they are without units. Those that were laid aside have not read the logs
** since; that the others read them twice does no harm. */
static void take_out_units(Blend *blend) {
  if (blend->units.claimed + blend->units.taken == 0) return;
  move_near(blend, put_back);
  blend->plane_seen.rows = blend->plane_seen.aside;
  for (int i = 0; i < blend->part_count; i++)
    blend->parts[i].seen.rows = blend->parts[i].seen.aside;
  drop_units(&blend->units);
}

static bool same_runs(const CellRun *runs, size_t first, size_t count, const CellSet *set) {
  return count == set->count &&
         (count == 0 || memcmp(runs + first, set->runs, count * sizeof *runs) == 0);
}

/* Do the same units disturb the same cells as in the view, to the same effect? */
static bool same_units(const BlendUnits *units, const View *view) {
  const ViewScratch *scratch = view->scratch;
  return units->claim_penalty == view->claim_penalty &&
         same_runs(units->runs, 0, units->claimed, &scratch->claims.cells) &&
         same_runs(units->runs, units->claimed, units->taken, &scratch->taken);
}

static bool reserve_runs(BlendUnits *units, Memory *memory, size_t count) {
  if (count <= units->capacity) return true;
  CellRun *runs = memory_resize(memory, units->runs, units->capacity * sizeof *runs,
                                2 * count * sizeof *runs);
  if (runs == NULL) return false;
  units->runs = runs;
  units->capacity = 2 * count;
  return true;
}

/* Remembers which runs there are. Copying nothing from nowhere is not allowed. */
static void copy_runs(BlendUnits *units, const CellSet *claimed, const CellSet *taken) {
  size_t size = sizeof *units->runs;
  units->claimed = claimed->count;
  units->taken = taken->count;
  if (claimed->count > 0) memcpy(units->runs, claimed->runs, claimed->count * size);
  if (taken->count > 0) memcpy(units->runs + claimed->count, taken->runs, taken->count * size);
}

static bool reserve_aside(BlendUnits *units, Memory *memory) {
  size_t count = count_near(&units->near), size = sizeof *units->aside;
  if (count <= units->aside_capacity) return true;
  BlendRow *aside = memory_resize(memory, units->aside, units->aside_capacity * size,
                                  2 * count * size);
  if (aside == NULL) return false;
  units->aside = aside;
  units->aside_capacity = 2 * count;
  return true;
}

/* Lays aside the rows that the units of the view disturb. False: no memory. A unit that stands
** `size` cells further away reaches into a 3 x 3, too. */
static bool put_in_units(Blend *blend, const View *view) {
  BlendUnits *units = &blend->units;
  const CellSet *claimed = &view->scratch->claims.cells, *taken = &view->scratch->taken;
  int32_t size = view->query->cls->size;
  if (!reserve_runs(units, &view->map->memory, claimed->count + taken->count) ||
      !surroundings_add(&units->near, view->map, claimed, size, 1) ||
      !surroundings_add(&units->near, view->map, taken, size, 1) ||
      !reserve_aside(units, &view->map->memory))
    return false;
  copy_runs(units, claimed, taken);
  units->claim_penalty = view->claim_penalty;
  blend->plane_seen.aside = blend->plane_seen.rows;
  for (int i = 0; i < blend->part_count; i++)
    blend->parts[i].seen.aside = blend->parts[i].seen.rows;
  move_near(blend, lay_aside);
  if (blend->rough_known) rough_update_units(blend->rough, &units->near);
  return true;
}

/* Brings a blend that fits up to date. False: no memory. */
static bool blend_renew(Blend *blend, const View *view) {
  bool same = same_units(&blend->units, view);
  if (!same) take_out_units(blend);
  mend_all(blend);
  return same || put_in_units(blend, view);
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
  else if (!rough->is_whole) rough_complete(rough, &blend->units.near);
  *few = rough->is_whole && rough->count <= most;
  return true;
}

void blend_forget_rough(Blend *blend) {
  blend->rough_known = false;
}

/* ---- working out ----------------------------------------------------------------------------- */

__attribute__((noinline))       /* seldom needed: it would only be in the way of the loop below */
static void find_costs(Blend *blend, View *view, Cell cell) {
  BlendRow *row = &blend->rows[cell];
  ASTAR_ASSERT(blend->plane == view->plane && row->cost[0] == 0);
  uint8_t kind = view->kind[cell];
  int32_t penalty = kind != 0 ? view_compose(view, cell) : VIEW_BLOCKED;
  for (int i = 0; i < 2; i++)
    row->cost[i] = penalty != VIEW_BLOCKED ? view_step(view, kind, i == 1, penalty)
                                           : SCENE_BLOCKED;
  blend->used[cell / BLEND_CHUNK] = 1;
}

uint32_t blend_cost(Blend *blend, View *view, Cell cell, bool diagonal) {
  if (blend->rows[cell].cost[0] == 0) find_costs(blend, view, cell);
  return blend->rows[cell].cost[diagonal];
}

void blend_work_out(Blend *blend, View *view, Cell cell, int direction) {
  const astar_class *cls = view->query->cls;
  BlendRow *const rows = blend->rows;
  Scene scene;
  for (int place = 0; place <= DIRECTIONS; place++) {
    Cell other = cell + blend->around[place];
    if (rows[other].cost[0] == 0) find_costs(blend, view, other);
    scene.cost[place][0] = rows[other].cost[0];
    scene.cost[place][1] = rows[other].cost[1];
  }
  scene_complete(&scene, cls->diagonal);
  uint32_t follow = scene_follow(&scene, cls->legal[scene.open], direction);
  rows[cell].drop[direction] = (uint8_t)~follow;
}

/* ---- making and keeping ---------------------------------------------------------------------- */

static void blend_release(Blend *blend, astar_map *map) {
  memory_free(&map->memory, blend->rows, map->grid.cells * sizeof *blend->rows);
  memory_free(&map->memory, blend->used, chunk_count(map));
  memory_free(&map->memory, blend->units.runs,
              blend->units.capacity * sizeof *blend->units.runs);
  memory_free(&map->memory, blend->units.aside,
              blend->units.aside_capacity * sizeof *blend->units.aside);
  surroundings_free(&blend->units.near, map);
  rough_free(blend->rough, &map->memory);
  memory_free(&map->memory, blend, sizeof *blend);
}

static Blend *blend_new(astar_map *map) {
  Blend *blend = memory_new(&map->memory, sizeof *blend);
  if (blend == NULL) return NULL;
  blend->rows = memory_new(&map->memory, map->grid.cells * sizeof *blend->rows);
  blend->used = memory_new(&map->memory, chunk_count(map));
  for (int i = 0; i < DIRECTIONS; i++) blend->around[i] = (Cell)direction_offset(&map->grid, i);
  if (blend->rows != NULL && blend->used != NULL) return blend;
  blend_release(blend, map);
  return NULL;
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
    blend_release(blend, map);
  }
}

static bool blend_fits(const Blend *blend, const View *view) {
  if (blend->plane != view->plane || blend->part_count != view->influence_count) return false;
  for (int i = 0; i < blend->part_count; i++) {
    astar_weighted a = blend->parts[i].weighted, b = view->influences[i];
    if (a.influence != b.influence || a.weight != b.weight) return false;
  }
  return true;
}

static void blend_dedicate(Blend *blend, const View *view) {
  blend->plane = view->plane;
  blend->plane_id = view->plane->id;
  blend->plane_seen = (BlendSeen){ changes_position(&view->plane->changes), 0 };
  blend->part_count = view->influence_count;
  for (int i = 0; i < blend->part_count; i++) {
    astar_influence *influence = view->influences[i].influence;
    blend->parts[i] = (BlendPart){ view->influences[i], influence->id,
                                   { changes_position(&influence->changes), 0 } };
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
  drop_units(&blend->units);
  blend_forget_rough(blend);
  ASTAR_ASSERT(blend->units.near.first >= blend->units.near.end);
  blend_dedicate(blend, view);
  return blend;
}

Blend *blend_take(View *view) {
  free_broken(view->map);
  Blend *blend = take_fitting(view);
  if (blend == NULL) blend = take_other(view);
  if (blend == NULL || blend_renew(blend, view)) return blend;
  blend_release(blend, view->map);
  return NULL;
}

bool blend_reserve(astar_map *map) {
  Blend *blend = blend_new(map);
  if (blend != NULL) blend_give(blend, map);
  return blend != NULL;
}

void blend_give(Blend *blend, astar_map *map) {
  Blend *oldest = take_oldest(map);
  if (oldest != NULL) blend_release(oldest, map);
  blend->next = map->blends;
  map->blends = blend;
}

/* Is a cell that was reached next to one where only a unit is in the way? */
static bool meets_units(const View *view, const Nodes *nodes, Cell cell) {
  if (!node_in_epoch(nodes->words[cell], nodes->epoch)) return false;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    Cell next = cell + (Cell)direction_offset(&view->map->grid, direction);
    if (view->kind[next] != 0 && view_taken(view, next)) return true;
  }
  return false;
}

bool blend_met_units(const Blend *blend, const View *view, const Nodes *nodes) {
  const Surroundings *near = &blend->units.near;
  for (size_t word = near->first; word < near->end; word++)
    for (uint64_t bits = near->bits[word]; bits != 0; bits &= bits - 1)
      if (meets_units(view, nodes, (Cell)(word * 64) + (Cell)__builtin_ctzll(bits))) return true;
  return false;
}

void blends_free(astar_map *map) {
  while (map->blends != NULL) {
    Blend *blend = map->blends;
    map->blends = blend->next;
    blend_release(blend, map);
  }
}

const char *blends_validate(const astar_map *map) {
  const char *wrong = NULL;
  for (const Blend *blend = map->blends; blend != NULL && wrong == NULL; blend = blend->next)
    if (blend->rough != NULL) wrong = rough_validate(blend->rough);
  return wrong;
}
