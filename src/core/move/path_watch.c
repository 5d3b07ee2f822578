#include "path_watch.h"

#include <string.h>

#include "../base/hash.h"
#include "../base/integer.h"
#include "../map/recipe.h"
#include "../search/heuristic.h"
#include "../search/path_builder.h"
#include "../search/path_cost_now.h"
#include "movement.h"
#include "route.h"

#define SEARCHED_NODES 8192         /* for all watches in a tick */
#define SEARCHED_LEAST 256          /* charged for a search: beginning one takes time */

PathWatches *path_watches(const astar_map *map) {
  return &map->units->movement->watches;
}

/* The query by which costs and paths are found. Other units are left out, since they move in
** every tick. What it points to is the watch's own. */
static astar_query watch_query(const astar_watch *watch) {
  const astar_unit *unit = watch->unit;
  const UnitQuery *kept = unit != NULL ? unit->query : watch->query;
  astar_query query = kept != NULL ? kept->query : astar_query_default();
  query.unit = watch->unit;
  query.cls = unit != NULL ? unit->cls : watch->cls;
  query.player = unit != NULL ? unit->player : watch->player;
  query.claims = query.occupancy = query.partial = query.explain = query.any_angle = false;
  query.within = query.turn_cost = query.traffic_cost = 0;
  query.budget = 0;
  query.engine = ASTAR_ENGINE_AUTO;
  query.heuristic = ASTAR_OCTILE;
  query.heuristic_weight = ASTAR_ONE;
  return query;
}

/* What is known is of the path that it watches, and not of one before. */
static bool watch_is_known(const astar_watch *watch) {
  return watch->length > 0 &&
         (watch->unit == NULL || (watch->unit->path != NULL && watch->route == watch->unit->route));
}

/* ---- what has changed ------------------------------------------------------------------------ */

static const Journal *journal_of(const astar_map *map, const astar_player *player) {
  return player != NULL ? &player->journal : &map->grid.journal;
}

/* With another one everything has changed: the costs of terrains, or links. */
static uint64_t ground_version(const astar_map *map) {
  return map->grid.kinds_version + map->links.version;
}

/* Where no round has been yet anything may have changed. */
static astar_rect touched_in(const astar_map *map, const Changes *changes) {
  astar_rect all = { 0, 0, map->grid.width, map->grid.height };
  return changes->is_watched ? changes->touched : all;
}

static void watch_changes(Changes *changes) {
  changes->is_watched = true;
  changes->touched = (astar_rect){ 0 };
}

/* Around the cells of the ground that have changed, and those of the influence maps of a query. */
static astar_rect touched_with(astar_map *map, const astar_query *query, astar_rect touched) {
  for (int32_t i = 0; i < query->influence_count; i++)
    rect_join(&touched, touched_in(map, &query->influences[i].influence->changes));
  bool counts_all = query->influence_count < 0 && query->unit != NULL;
  for (astar_influence *one = counts_all ? map->influences : NULL; one != NULL; one = one->next)
    rect_join(&touched, touched_in(map, &one->changes));
  bool is_all = path_watches(map)->version != ground_version(map);
  return is_all ? (astar_rect){ 0, 0, map->grid.width, map->grid.height } : touched;
}

/* Has anything changed since the last round that some watch may count? */
static bool watches_are_touched(astar_map *map) {
  bool touched = path_watches(map)->version != ground_version(map) ||
                 touched_in(map, &map->grid.changes).width > 0;
  for (const astar_player *one = map->players; one != NULL; one = one->next)
    touched |= touched_in(map, &one->changes).width > 0;
  recipes_touch(map);
  for (const astar_influence *one = map->influences; one != NULL; one = one->next)
    touched |= touched_in(map, &one->changes).width > 0;
  return touched;
}

static void watches_forget_touched(astar_map *map) {
  path_watches(map)->version = ground_version(map);
  watch_changes(&map->grid.changes);
  for (astar_player *one = map->players; one != NULL; one = one->next) watch_changes(&one->changes);
  for (astar_influence *one = map->influences; one != NULL; one = one->next) {
    watch_changes(&one->changes);
    if (one->recipe != NULL) one->recipe->noted = (astar_rect){ 0 };
  }
}

/* ---- costs ----------------------------------------------------------------------------------- */

static void forget_path(astar_watch *watch, astar_path **path) {
  path_free(&watch->map->memory, *path);
  *path = NULL;
}

static void forget_steps(astar_watch *watch) {
  memory_free(&watch->map->memory, watch->steps, (size_t)watch->length * sizeof *watch->steps);
  watch->steps = NULL;
  watch->length = 0;
  watch->is_due = watch->seeks = false;
}

static void find_rest(astar_watch *watch) {
  watch->from = watch->unit != NULL ? watch->unit->progress : 0;
  watch->rest = 0;
  watch->block = -1;
  for (int32_t i = watch->length - 1; i > watch->from; i--) {
    if (watch->steps[i].now == 0) watch->block = i;
    watch->rest += watch->steps[i].now;
  }
}

static void watch_find_costs(astar_watch *watch, View *view) {
  PathCostNow walk = path_cost_now_from(view, astar_watch_path(watch), 0);
  for (int32_t i = 1; i < watch->length && path_cost_now_next(&walk, &watch->steps[i].now); i++) {}
  watch->is_due = true;
  find_rest(watch);
}

static void watch_keep_costs(astar_watch *watch) {
  for (int32_t i = 1; i < watch->length; i++)
    if (watch->steps[i].now != 0) watch->steps[i].before = watch->steps[i].now;
}

/* Its path is another one, or none. What can be told begins with what that costs at present. OK;
** NO_MEMORY; LIMIT: its costs cannot be found, and nothing of it is known. */
static astar_status watch_begin(astar_watch *watch) {
  DirectQuery direct;
  astar_query query = watch_query(watch);
  const astar_path *path = astar_watch_path(watch);
  forget_steps(watch);
  forget_path(watch, &watch->found);
  if (path == NULL) return ASTAR_OK;
  astar_status status = direct_open(&direct, watch->map, &query);
  if (status != ASTAR_OK) return status;
  watch->steps = memory_new(&watch->map->memory, (size_t)path->length * sizeof *watch->steps);
  if (watch->steps != NULL) {
    watch->length = path->length;
    watch->route = watch->unit != NULL ? watch->unit->route : 0;
    watch->offered = UINT64_MAX;
    watch->blocks = route_blocks(path, query.cls->size);
    watch_find_costs(watch, &direct.view);
    watch_keep_costs(watch);
    watch->is_due = false;
    watch->is_blocked = watch->block >= 0;
  }
  direct_close(&direct);
  return watch->steps != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* ---- looking --------------------------------------------------------------------------------- */

/* What a better path must cost less than, to be told of. */
static uint64_t better_below(const astar_watch *watch) {
  uint64_t cost = watch->rest < watch->offered ? watch->rest : watch->offered;
  uint64_t kept = (uint64_t)(ASTAR_ONE - watch->better);
  return (cost * kept + ASTAR_ONE - 1) / ASTAR_ONE;
}

#define EDITS_FEW 256               /* that are looked at one by one */

/* Around the cells of the terrain that have become cheaper, or may be passed: as the journal knows
** them, which grows by edits alone. Of many edits, around all of them. */
static astar_rect cheaper_ground(const astar_query *query, uint64_t since) {
  const astar_class *cls = query->cls;
  const Journal *journal = journal_of(cls->map, query->player);
  const uint8_t *terrain = plane_terrain_of(cls->map, query->player);
  astar_rect cheaper = { 0 };
  if (journal->written - since > EDITS_FEW)
    return touched_in(cls->map, plane_log_of(cls->map, query->player));
  for (uint64_t at = since; at < journal->written; at++) {
    JournalEntry entry = journal_at(journal, at);
    astar_cell cell = grid_position(&cls->map->grid, entry.cell);
    uint8_t before = cls->kind_of[entry.before], now = cls->kind_of[terrain[entry.cell]];
    bool is_cheaper = before == 0 || cls->slopes != NULL ||
                      cls->straight_cost[now] < cls->straight_cost[before];
    if (now != 0 && now != before && is_cheaper)
      rect_join(&cheaper, (astar_rect){ cell.x, cell.y, 1, 1 });
  }
  return cheaper;
}

/* Could a path past one of these cells be good enough, over the cheapest ground that there is? A
** unit is named by its upper left cell, and may cut a corner past a cell that was opened. Where
** links lead nothing is known. */
static bool may_be_better(const astar_watch *watch, const View *view, astar_rect cells) {
  if (view->exits != NULL || cells.width == 0) return cells.width > 0;
  const astar_path *path = astar_watch_path(watch);
  astar_cell from = astar_path_cell(path, watch->from);
  astar_cell end = astar_path_cell(path, path->length - 1);
  Heuristic ground = { .straight = view->least_straight, .diagonal = view->least_diagonal };
  int32_t size = view->query->cls->size, left = cells.x - size, top = cells.y - size;
  int32_t right = cells.x + cells.width, bottom = cells.y + cells.height;
  return heuristic_to(&ground, from, left, top, right, bottom) +
         heuristic_to(&ground, end, left, top, right, bottom) < better_below(watch);
}

/* What has changed means for the watch. A path that has become costlier has become worse than
** others, and so has one that is cleared. False: no memory. */
static bool watch_note(astar_watch *watch) {
  DirectQuery direct;
  astar_map *map = watch->map;
  astar_query query = watch_query(watch);
  astar_rect touched = touched_with(map, &query, touched_in(map, plane_log_of(map, query.player)));
  bool is_met = touched.width > 0 && block_set_has(&watch->blocks, touched);
  bool may_seek = touched.width > 0 && !watch->seeks && watch->better >= 0;
  if (may_seek) touched = touched_with(map, &query, cheaper_ground(&query, watch->seen));
  if (!is_met && (!may_seek || touched.width == 0)) return true;
  astar_status status = direct_open(&direct, watch->map, &query);
  if (status != ASTAR_OK) return status != ASTAR_NO_MEMORY;
  uint64_t rest = watch->rest;
  bool was_blocked = watch->block >= 0;
  if (is_met) watch_find_costs(watch, &direct.view);
  bool is_worse = watch->rest > rest || was_blocked;
  if (is_worse) watch->offered = UINT64_MAX;
  watch->seeks |= may_seek && (is_worse || may_be_better(watch, &direct.view, touched));
  direct_close(&direct);
  return true;
}

/* Where nothing has changed and nobody walks there is nothing to look at. A class with too many
** costs leaves a path without any until it has fewer. False: no memory. */
static bool watches_look(astar_map *map) {
  PathWatches *watches = path_watches(map);
  bool touched = watches_are_touched(map);
  if (!touched && !watches->busy) return true;
  watches->busy = true;
  for (astar_watch *watch = watches->first; watch != NULL; watch = watch->next) {
    bool known = watch_is_known(watch);
    if (!known && watch_begin(watch) == ASTAR_NO_MEMORY) return false;
    if (known && watch->unit != NULL && watch->from != watch->unit->progress) find_rest(watch);
    if (known && touched && !watch_note(watch)) return false;
    watch->seen = journal_of(map, astar_watch_player(watch))->written;
  }
  watches_forget_touched(map);
  return true;
}

/* ---- searching ------------------------------------------------------------------------------- */

static void watches_drop_search(astar_map *map) {
  PathWatches *watches = path_watches(map);
  if (watches->search != NULL) astar_search_free(watches->search);
  unit_query_free(map, watches->query);
  watches->search = NULL;
  watches->query = NULL;
}

/* A unit that has left its path for a moment could not follow what is found. */
static bool wants_search(const astar_watch *watch) {
  bool is_displaced = watch->unit != NULL && unit_is_displaced(watch->unit);
  return watch->seeks && watch->better >= 0 && watch->block < 0 && !is_displaced &&
         watch->from < watch->length - 1;
}

/* The next one behind that which was searched for last; or NULL. */
static astar_watch *next_to_search(const PathWatches *watches) {
  astar_watch *first = NULL;
  for (astar_watch *watch = watches->first; watch != NULL; watch = watch->next) {
    if (!wants_search(watch)) continue;
    if (watch->number > watches->searched) return watch;
    if (first == NULL) first = watch;
  }
  return first;
}

/* The watch of the last tick's search, if that is still of use to it. */
static astar_watch *searched_watch(const PathWatches *watches) {
  const astar_search *search = watches->search;
  astar_watch *watch = search != NULL ? watches->first : NULL;
  while (watch != NULL && watch->number != watches->searched) watch = watch->next;
  if (watch == NULL || !wants_search(watch) || !search_is_whole(search)) return NULL;
  astar_cell from = astar_path_cell(astar_watch_path(watch), watch->from);
  return from.x == search->start_x && from.y == search->start_y ? watch : NULL;
}

static astar_status begin_search(astar_watch *watch) {
  PathWatches *watches = path_watches(watch->map);
  astar_query asked = watch_query(watch);
  watches->searched = watch->number;
  astar_status why = unit_query_make(watch->map, &asked, &watches->query);
  if (why != ASTAR_OK) return why;
  asked.influences = watches->query->query.influences;
  astar_cell from = astar_path_cell(astar_watch_path(watch), watch->from);
  astar_cell end = astar_path_cell(astar_watch_path(watch), watch->length - 1);
  watches->search = astar_search_new(watch->map, from.x, from.y,
                                     (astar_rect){ end.x, end.y, 1, 1 }, &asked, &why);
  return why;
}

/* False: no memory. */
static bool take_better(astar_watch *watch, const astar_search *search) {
  void *block = memory_raw(&watch->map->memory, astar_search_path_size(search, 0));
  if (block == NULL) return false;
  forget_path(watch, &watch->found);
  watch->found = astar_search_path(search, 0, block);
  if (watch->found->cost >= better_below(watch)) forget_path(watch, &watch->found);
  return true;
}

/* False: no memory. */
static bool watches_search(astar_map *map) {
  PathWatches *watches = path_watches(map);
  astar_watch *watch = searched_watch(watches);
  if (watch == NULL) watches_drop_search(map);
  for (uint32_t nodes = SEARCHED_NODES, used; nodes > 0; nodes -= integer_least(used, nodes)) {
    astar_status status = ASTAR_OK;
    if (watches->search == NULL) {
      watch = next_to_search(watches);
      if (watch == NULL) return true;
      status = begin_search(watch);
    }
    used = SEARCHED_LEAST;
    if (status == ASTAR_OK) {
      uint32_t before = astar_search_expanded(watches->search);
      status = astar_search_step(watches->search, nodes);
      before = astar_search_expanded(watches->search) - before;
      if (before > used) used = before;
    }
    if (status == ASTAR_RUNNING) return true;
    bool done = status != ASTAR_NO_MEMORY &&
                (status != ASTAR_OK || take_better(watch, watches->search));
    watches_drop_search(map);
    if (!done) return false;
    if (status != ASTAR_CHANGING) watch->seeks = false;
  }
  return true;
}

bool path_watches_round(astar_map *map) {
  PathWatches *watches = path_watches(map);
  return watches->first == NULL || (watches_look(map) && (!watches->busy || watches_search(map)));
}

/* ---- telling --------------------------------------------------------------------------------- */

/* What a step costs is what it has cost where that was not known. */
static void tell_of_cost(astar_watch *watch) {
  uint64_t before = 0;
  bool is_blocked = watch->block >= 0;
  watch->is_due = false;
  if (watch->blocked && is_blocked != watch->is_blocked)
    watch->told |= 1u << (is_blocked ? ASTAR_WATCH_BLOCKED : ASTAR_WATCH_CLEARED);
  watch->is_blocked = is_blocked;
  if (is_blocked) return;
  for (int32_t i = 1; i < watch->length; i++) {
    WatchedStep *step = &watch->steps[i];
    if (step->before == 0) step->before = step->now;
    if (i > watch->from) before += step->before;
  }
  uint64_t most = before * (uint64_t)(ASTAR_ONE + watch->costlier) / ASTAR_ONE;
  bool is_costlier = watch->costlier >= 0 && watch->rest > most;
  if (is_costlier) {
    watch->told |= 1u << ASTAR_WATCH_COSTLIER;
    watch->before = before;
  }
  if (is_costlier || watch->rest < before) watch_keep_costs(watch);
}

/* A unit takes it as one that was found round another in its way: see reroute.h. */
static void tell_of_better(astar_watch *watch) {
  astar_unit *unit = watch->unit;
  watch->told |= 1u << ASTAR_WATCH_BETTER;
  watch->offer = watch->found;
  watch->offered = watch->found->cost;
  watch->found = NULL;
  if (!watch->follows) return;
  uint32_t waited = unit->waited;
  unit_take_path(unit, watch->offer, 0);
  unit->waited = waited;
  watch->offer = NULL;
}

void path_watches_tell(astar_map *map) {
  PathWatches *watches = path_watches(map);
  if (!watches->busy) return;
  watches->busy = false;
  watches->served = watches->searched;
  for (astar_watch *watch = watches->first; watch != NULL; watch = watch->next) {
    watch->told = 0;
    forget_path(watch, &watch->offer);
    if (watch->is_due) tell_of_cost(watch);
    if (watch->found != NULL) tell_of_better(watch);
    watches->busy |= watch->unit != NULL || watch->seeks || watch->told != 0;
  }
}

bool path_watches_settle(astar_map *map) {
  PathWatches *watches = path_watches(map);
  watches_drop_search(map);
  watches->searched = watches->served;
  for (astar_watch *watch = watches->first; watch != NULL; watch = watch->next) {
    watch->told = 0;
    forget_path(watch, &watch->offer);
    forget_path(watch, &watch->found);
  }
  return watches->first == NULL || watches_look(map);
}

/* ---- making and removing --------------------------------------------------------------------- */

astar_watch_desc astar_watch_default(void) {
  return (astar_watch_desc){ .costlier = ASTAR_ONE / 10, .better = ASTAR_ONE / 10,
                             .blocked = true };
}

/* A unit is told of blocks in any case; a path follows nothing. */
astar_status astar_watch_set(astar_watch *watch, const astar_watch_desc *desc) {
  const astar_map *map = watch->map;
  bool valid = map_is_open(map) &&
               map_accepts_between(map, desc->costlier, -1, 64 * ASTAR_ONE,
                                   "costlier: not from -1 to 64 * ASTAR_ONE") &&
               map_accepts_between(map, desc->better, -1, ASTAR_ONE,
                                   "better: not from -1 to ASTAR_ONE");
  if (!valid) return ASTAR_INVALID;
  watch->costlier = desc->costlier;
  watch->better = desc->better;
  watch->blocked = desc->blocked && watch->unit == NULL;
  watch->follows = desc->follow && watch->unit != NULL;
  return ASTAR_OK;
}

static bool is_valid(const astar_map *map, const astar_watch_desc *desc) {
  const astar_unit *unit = desc->unit;
  if (!map_accepts(map, !grid_is_hex(&map->grid), "map: watched paths are for squares"))
    return false;
  if (unit == NULL)
    return map_accepts(map, desc->path != NULL, "path: neither a path nor a unit") &&
           map_has_path(map, desc->path);
  return map_accepts(map, unit->cls->map == map, "unit: of another map") &&
         map_accepts(map, unit->watch == NULL, "unit: its path is watched") &&
         map_accepts(map, desc->path == NULL, "path: not together with a unit") &&
         map_accepts(map, desc->query == NULL, "query: not together with a unit");
}

/* A path and its query become the watch's own, without what explains the path. */
static astar_status take_path(astar_watch *model, const astar_path *path,
                              const astar_query *query) {
  astar_query resolved = query != NULL ? *query : astar_query_default();
  astar_status status = query_resolve(model->map, &resolved);
  model->cls = resolved.cls;
  model->player = resolved.player;
  if (status == ASTAR_OK) status = unit_query_make(model->map, query, &model->query);
  if (status != ASTAR_OK) return status;
  size_t bytes = path_bytes(path->waypoint_count);
  model->path = memory_raw(&model->map->memory, bytes);
  if (model->path == NULL) return ASTAR_NO_MEMORY;
  memcpy(model->path, path, bytes);
  model->path->bytes = bytes;
  model->path->explained = 0;
  model->path->influence_count = model->path->turn_count = 0;
  return ASTAR_OK;
}

/* What changes is read from now on if it is the first. */
astar_watch *path_watch_adopt(const astar_watch *model, astar_status *why) {
  astar_map *map = model->map;
  PathWatches *watches = path_watches(map);
  astar_watch *watch = memory_new(&map->memory, sizeof *watch), **at = &watches->first;
  *why = ASTAR_NO_MEMORY;
  if (watch == NULL) return NULL;
  *watch = *model;
  *why = watch_begin(watch);
  if (*why == ASTAR_NO_MEMORY) {
    memory_free(&map->memory, watch, sizeof *watch);
    return NULL;
  }
  if (watches->first == NULL) watches_forget_touched(map);
  watch->seen = journal_of(map, astar_watch_player(watch))->written;
  while (*at != NULL) at = &(*at)->next;
  *at = watch;
  if (watch->number > watches->last_number) watches->last_number = watch->number;
  watches->busy = true;
  if (watch->unit != NULL) watch->unit->watch = watch;
  return watch;
}

static void watch_free(astar_watch *watch) {
  astar_map *map = watch->map;
  if (watch->unit != NULL) watch->unit->watch = NULL;
  forget_path(watch, &watch->offer);
  forget_path(watch, &watch->found);
  forget_path(watch, &watch->path);
  forget_steps(watch);
  unit_query_free(map, watch->query);
  memory_free(&map->memory, watch, sizeof *watch);
}

astar_watch *astar_watch_new(astar_map *map, const astar_watch_desc *desc, astar_status *why) {
  astar_watch *watch = NULL, model = { .map = map, .unit = desc->unit,
                                       .number = path_watches(map)->last_number + 1 };
  *why = is_valid(map, desc) ? astar_watch_set(&model, desc) : ASTAR_INVALID;
  if (*why == ASTAR_OK && model.number > INT32_MAX) *why = ASTAR_LIMIT;
  if (*why == ASTAR_OK && model.unit == NULL) *why = take_path(&model, desc->path, desc->query);
  if (*why == ASTAR_OK) watch = path_watch_adopt(&model, why);
  if (*why == ASTAR_OK) return watch;
  if (watch != NULL) {
    astar_watch_remove(watch);
    return NULL;
  }
  forget_path(&model, &model.path);
  unit_query_free(map, model.query);
  return NULL;
}

void astar_watch_remove(astar_watch *watch) {
  astar_watch **at = &path_watches(watch->map)->first;
  if (watch->map->locks) return;
  while (*at != watch) at = &(*at)->next;
  *at = watch->next;
  watch_free(watch);
}

void path_watches_forget_player(astar_map *map, const astar_player *player) {
  for (astar_watch *watch = path_watches(map)->first, *next; watch != NULL; watch = next) {
    next = watch->next;
    if (watch->player == player) astar_watch_remove(watch);
  }
}

void path_watches_forget_influence(astar_map *map, const astar_influence *influence) {
  path_watches(map)->version = UINT64_MAX;       /* what counted it is looked at again */
  for (astar_watch *watch = path_watches(map)->first; watch != NULL; watch = watch->next)
    if (watch->query != NULL) unit_query_forget(watch->query, influence);
}

void path_watches_free(astar_map *map) {
  watches_drop_search(map);
  while (path_watches(map)->first != NULL) {
    astar_watch *watch = path_watches(map)->first;
    path_watches(map)->first = watch->next;
    watch_free(watch);
  }
}

/* ---- asking ---------------------------------------------------------------------------------- */

astar_watch *astar_watch_next(const astar_map *map, const astar_watch *watch) {
  return watch == NULL ? path_watches(map)->first : watch->next;
}

uint32_t astar_watch_number(const astar_watch *watch) {
  return watch->number;
}

astar_unit *astar_watch_unit(const astar_watch *watch) {
  return watch->unit;
}

astar_player *astar_watch_player(const astar_watch *watch) {
  return watch->unit != NULL ? watch->unit->player : watch->player;
}

astar_watch *astar_unit_watch(const astar_unit *unit) {
  return unit->watch;
}

const astar_path *astar_watch_path(const astar_watch *watch) {
  return watch->unit != NULL ? watch->unit->path : watch->path;
}

int32_t astar_watch_block(const astar_watch *watch) {
  return watch_is_known(watch) ? watch->block : -1;
}

bool astar_watch_cost(const astar_watch *watch, uint64_t *cost) {
  bool has_cost = watch_is_known(watch) && watch->block < 0;
  *cost = has_cost ? watch->rest : 0;
  return has_cost;
}

uint32_t astar_watch_told(const astar_watch *watch) {
  return watch->told;
}

uint64_t astar_watch_before(const astar_watch *watch) {
  return watch->before;
}

const astar_path *astar_watch_better(const astar_watch *watch) {
  return watch->offer;
}

/* ---- hash and validation --------------------------------------------------------------------- */

static uint64_t watch_hash(const astar_watch *watch, uint64_t hash) {
  hash = HASH_INTS(hash, watch->number, watch->unit != NULL ? watch->unit->id : 0, watch->costlier,
                   watch->better, watch->blocked, watch->follows, watch->is_blocked,
                   (int64_t)watch->offered);
  if (watch->unit != NULL) return hash;
  for (int32_t i = 1; i < watch->length; i++) hash = hash_int(hash, watch->steps[i].before);
  hash = hash_int(hash, class_number(watch->map, watch->cls));
  if (watch->player != NULL)
    hash = hash_bytes(hash, watch->player->name, strlen(watch->player->name) + 1);
  if (watch->query != NULL) hash = query_hash(watch->map, &watch->query->query, hash);
  return path_hash(watch->path, hash);
}

uint64_t path_watches_hash(const astar_map *map, uint64_t hash) {
  const PathWatches *watches = path_watches(map);
  if (watches->last_number == 0) return hash;
  hash = hash_int(hash_int(hash, watches->last_number), watches->served);
  for (const astar_watch *watch = watches->first; watch != NULL; watch = watch->next)
    hash = watch_hash(watch, hash);
  return hash;
}

const char *path_watches_validate(const astar_map *map) {
  uint32_t last = 0;
  for (const astar_watch *watch = path_watches(map)->first; watch != NULL; watch = watch->next) {
    const astar_unit *unit = watch->unit;
    if (watch->number <= last || watch->number > path_watches(map)->last_number)
      return "watches out of order";
    if ((unit == NULL) != (watch->path != NULL)) return "a watch has two paths, or none";
    if (unit != NULL && unit->watch != watch) return "a unit does not know its watch";
    if (unit != NULL && (watch->cls != NULL || watch->player != NULL || watch->query != NULL))
      return "a unit's watch has a query of its own";
    if ((watch->length > 0) != (watch->steps != NULL)) return "a watch lacks costs";
    if (watch_is_known(watch) && watch->length != astar_watch_path(watch)->length)
      return "a watch has other costs";
    last = watch->number;
  }
  return NULL;
}
