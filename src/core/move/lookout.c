#include "lookout.h"

#include <string.h>

#include "../base/integer.h"
#include "../search/delivery.h"
#include "../search/price.h"
#include "movement.h"
#include "prospect.h"

#define LOOKOUT_LEAST 256           /* nodes charged for a search: beginning one takes time */

static Lookout *lookout_of(const astar_map *map) {
  return &map->movement->lookout;
}

/* ---- prices ---------------------------------------------------------------------------------- */

/* The cells that a step depends on: those that the unit covers before it, behind it and between. */
static void add_step_blocks(astar_watch *watch, astar_cell a, astar_cell b, bool is_link) {
  int32_t size = watch_class(watch)->size;
  if (is_link) {
    blocks_add(&watch->blocks, (astar_rect){ a.x, a.y, size, size });
    blocks_add(&watch->blocks, (astar_rect){ b.x, b.y, size, size });
    return;
  }
  int32_t left = integer_least(a.x, b.x), top = integer_least(a.y, b.y);
  blocks_add(&watch->blocks, (astar_rect){ left, top, size + (a.x != b.x), size + (a.y != b.y) });
}

static void find_blocks(astar_watch *watch, const astar_path *path) {
  astar_cell from = astar_path_cell(path, 0);
  watch->blocks = (Blocks){ { 0 } };
  for (int32_t i = 1; i < path->length; i++) {
    astar_cell to = astar_path_cell(path, i);
    add_step_blocks(watch, from, to, astar_path_link(path, i) != 0);
    from = to;
  }
}

/* What the cells behind `from` cost, and which of them is the first that cannot be entered. */
static void find_rest(astar_watch *watch) {
  watch->rest = 0;
  watch->block = -1;
  for (int32_t i = watch->length - 1; i > watch->from; i--) {
    if (watch->now[i] == 0) watch->block = i;
    watch->rest += watch->now[i];
  }
}

static uint64_t rest_before(const astar_watch *watch) {
  uint64_t rest = 0;
  for (int32_t i = watch->from + 1; i < watch->length; i++) rest += watch->before[i];
  return rest;
}

static void write_prices(astar_watch *watch, View *view) {
  PricedWalk walk = priced_walk(view, watch_path(watch), 0);
  for (int32_t i = 1; i < watch->length && priced_walk_next(&walk, &watch->now[i]); i++) {}
}

/* Those of the present. OK, NO_MEMORY, LIMIT: there are none. */
static astar_status find_prices(astar_watch *watch) {
  DirectQuery direct;
  astar_query query = watch_query(watch);
  astar_status status = direct_open(&direct, watch->map, &query);
  if (status != ASTAR_OK) return status;
  write_prices(watch, &direct.view);
  direct_close(&direct);
  watch->is_stale = false;
  watch->is_due = true;
  find_rest(watch);
  return ASTAR_OK;
}

/* What it costs is what it has cost, where it can be entered; or where that was not known. */
static void keep_new_prices(astar_watch *watch) {
  for (int32_t i = 1; i < watch->length; i++)
    if (watch->before[i] == 0) watch->before[i] = watch->now[i];
}

static void keep_prices(astar_watch *watch) {
  for (int32_t i = 1; i < watch->length; i++)
    if (watch->now[i] != 0) watch->before[i] = watch->now[i];
}

/* ---- which path ------------------------------------------------------------------------------ */

/* Its path is another one. What can be told begins with what that costs at present. */
static astar_status watch_rebase(astar_watch *watch) {
  const astar_path *path = watch_path(watch);
  if (!watch_reserve(watch, path->length)) return ASTAR_NO_MEMORY;
  watch->route = watch_route(watch);
  watch->from = watch_progress(watch);
  find_blocks(watch, path);
  astar_status status = find_prices(watch);
  keep_prices(watch);
  watch->is_due = watch->hopes = false;
  watch->offered = WATCH_NO_OFFER;
  watch->is_blocked = watch->block >= 0;
  watch_forget_fresh(watch);
  if (status != ASTAR_OK) watch_forget_costs(watch);
  return status;
}

/* Takes note of how far its unit has come, or that it follows another path. */
static astar_status watch_keep_up(astar_watch *watch) {
  if (watch->unit == NULL && watch->length > 0) return ASTAR_OK;
  const astar_path *path = watch_path(watch);
  if (path == NULL) {
    watch_forget_costs(watch);
    watch->is_due = watch->hopes = false;
    return ASTAR_OK;
  }
  if (watch->length == 0 || watch->route != watch_route(watch)) return watch_rebase(watch);
  if (watch->from == watch_progress(watch)) return ASTAR_OK;
  watch->from = watch_progress(watch);
  find_rest(watch);
  return ASTAR_OK;
}

static bool watch_may_hope(const astar_watch *watch) {
  return watch->opened >= 0 && watch->length > 0 && watch->block < 0 &&
         watch->from < watch->length - 1;
}

/* ---- noting ---------------------------------------------------------------------------------- */

static bool is_met_by_influence(const astar_watch *watch, const Outlook *outlook,
                                const astar_influence *influence) {
  const InfluenceNews *news = outlook_influence(outlook, influence);
  return news != NULL && news->is_any && blocks_meet(&watch->blocks, &news->blocks);
}

static bool is_met_by_influences(const astar_watch *watch, const Outlook *outlook) {
  int32_t count;
  const astar_weighted *weighted = watch_influences(watch, &count);
  for (int32_t i = 0; i < count; i++)
    if (is_met_by_influence(watch, outlook, weighted[i].influence)) return true;
  const astar_influence *all = count < 0 ? watch->map->influences : NULL;
  for (; all != NULL; all = all->next)
    if (is_met_by_influence(watch, outlook, all)) return true;
  return false;
}

static bool watch_is_met(const astar_watch *watch, const Outlook *outlook, const PlaneNews *news) {
  if (watch->is_stale || news->is_all || news->links) return true;
  if (news->is_any && blocks_meet(&watch->blocks, &news->blocks)) return true;
  return is_met_by_influences(watch, outlook);
}

/* A path that has become dearer has become worse than others, and so has one that is free again. */
static astar_status note_prices(astar_watch *watch) {
  uint64_t rest = watch->rest;
  bool was_blocked = watch->block >= 0;
  astar_status status = find_prices(watch);
  if (status != ASTAR_OK || watch->rest == rest) return status;
  if (watch->rest < rest && !was_blocked) return ASTAR_OK;
  watch->offered = WATCH_NO_OFFER;
  watch->hopes |= watch_may_hope(watch);
  return ASTAR_OK;
}

/* A class with too many costs leaves a path without prices until it has fewer. */
static bool lookout_note(astar_watch *watch, const Outlook *outlook) {
  astar_status status = watch_keep_up(watch);
  bool nothing_is_new = !outlook->is_any && !watch->is_stale;
  if (nothing_is_new || status != ASTAR_OK || watch->length == 0) return status != ASTAR_NO_MEMORY;
  const PlaneNews *news = outlook_plane(outlook, watch_class(watch), watch_player(watch));
  if (watch_is_met(watch, outlook, news)) status = note_prices(watch);
  if (status == ASTAR_OK && !watch->hopes)
    watch->hopes = watch_may_hope(watch) && prospect_exists(watch, outlook);
  return status != ASTAR_NO_MEMORY;
}

/* Where nothing has changed, and no unit has moved, there is nothing to look at. */
static bool lookout_look(astar_map *map) {
  Lookout *lookout = lookout_of(map);
  Outlook *outlook = &lookout->outlook;
  if (!outlook_read(outlook, map)) return false;
  if (!outlook->is_any && !map->has_stale_watches && map->unit_watches == 0) return true;
  lookout->has_hopes = lookout->has_news = true;
  for (astar_watch *watch = map->watches; watch != NULL; watch = watch->next)
    if (!lookout_note(watch, outlook)) return false;
  map->has_stale_watches = false;
  outlook_forget(outlook);
  return true;
}

/* ---- searching ------------------------------------------------------------------------------- */

static void lookout_drop(astar_map *map) {
  Lookout *lookout = lookout_of(map);
  if (lookout->search != NULL) astar_search_free(lookout->search);
  unit_query_free(map, lookout->query);
  lookout->search = NULL;
  lookout->query = NULL;
}

/* One that has left its path for a moment could not follow what is found. */
static bool wants_search(const astar_watch *watch) {
  bool is_astray = watch->unit != NULL && unit_is_astray(watch->unit);
  return watch->hopes && watch_may_hope(watch) && !is_astray;
}

/* False: there is no search, and why. */
static bool lookout_begin_search(astar_watch *watch, astar_status *why) {
  astar_map *map = watch->map;
  Lookout *lookout = lookout_of(map);
  const astar_path *path = watch_path(watch);
  astar_query asked = watch_query(watch);
  *why = unit_query_make(map, &asked, &lookout->query);
  if (*why != ASTAR_OK) return false;
  astar_query query = lookout->query->query;
  query.unit = asked.unit;
  query.cls = asked.cls;
  query.player = asked.player;
  astar_cell from = astar_path_cell(path, watch->from);
  astar_cell end = astar_path_cell(path, path->length - 1);
  lookout->search = astar_search_new(map, from.x, from.y, (astar_rect){ end.x, end.y, 1, 1 },
                                     &query, why);
  if (lookout->search == NULL) lookout_drop(map);
  return lookout->search != NULL;
}

static bool take_better(astar_watch *watch, const astar_search *search) {
  Memory *memory = &watch->map->memory;
  void *block = memory_raw(memory, astar_search_path_size(search));
  if (block == NULL) return false;
  astar_path *path = astar_search_path(search, block);
  if (path->cost < prospect_below(watch)) watch->fresh = path;
  else path_free(memory, path);
  return true;
}

static void count_nodes(uint32_t *nodes, uint32_t used) {
  if (used < LOOKOUT_LEAST) used = LOOKOUT_LEAST;
  *nodes = used < *nodes ? *nodes - used : 0;
}

/* Expands *nodes at most, and takes off what it used. A search that is not at its end stays. */
static bool lookout_go_on(astar_watch *watch, uint32_t *nodes) {
  astar_map *map = watch->map;
  astar_search *search = lookout_of(map)->search;
  uint32_t before = astar_search_expanded(search);
  astar_status status = astar_search_step(search, *nodes);
  count_nodes(nodes, astar_search_expanded(search) - before);
  lookout_of(map)->served = watch->number;
  if (status == ASTAR_RUNNING) return true;
  bool taken = status != ASTAR_NO_MEMORY && (status != ASTAR_OK || take_better(watch, search));
  lookout_drop(map);
  if (taken && status != ASTAR_CHANGING) watch->hopes = false;
  return taken;
}

static bool lookout_serve(astar_watch *watch, uint32_t *nodes) {
  astar_status why;
  if (lookout_begin_search(watch, &why)) return lookout_go_on(watch, nodes);
  if (why == ASTAR_NO_MEMORY) return false;
  watch->hopes = false;
  count_nodes(nodes, 0);
  return true;
}

/* Is the search of the last tick still of use to its watch? */
static bool search_is_of_use(const astar_watch *watch, const astar_search *search) {
  if (!wants_search(watch) || !search_is_whole(search)) return false;
  astar_cell from = astar_path_cell(watch_path(watch), watch->from);
  astar_cell end = astar_path_cell(watch_path(watch), watch->length - 1);
  return from.x == search->start_x && from.y == search->start_y &&
         search->goal.asked.x == end.x && search->goal.asked.y == end.y;
}

static bool lookout_resume(astar_map *map, uint32_t *nodes) {
  const astar_search *search = lookout_of(map)->search;
  if (search == NULL) return true;
  astar_watch *watch = map->watches;
  while (watch != NULL && watch->number != lookout_of(map)->served) watch = watch->next;
  if (watch != NULL && search_is_of_use(watch, search)) return lookout_go_on(watch, nodes);
  lookout_drop(map);
  return true;
}

/* Those with numbers above `after`, up to `last`. */
static bool serve_watches(astar_map *map, uint32_t after, uint32_t last, uint32_t *nodes) {
  for (astar_watch *watch = map->watches; watch != NULL && watch->number <= last;
       watch = watch->next) {
    if (watch->number <= after || !wants_search(watch)) continue;
    if (*nodes == 0 || lookout_of(map)->search != NULL) return true;
    if (!lookout_serve(watch, nodes)) return false;
  }
  return true;
}

static bool has_hopes(const astar_map *map) {
  const astar_watch *watch = map->watches;
  while (watch != NULL && !watch->hopes) watch = watch->next;
  return watch != NULL;
}

static bool lookout_search(astar_map *map) {
  uint32_t nodes = LOOKOUT_NODES;
  Lookout *lookout = lookout_of(map);
  if (!lookout->has_hopes) return true;
  lookout->has_news = true;
  if (!lookout_resume(map, &nodes)) return false;
  uint32_t after = lookout->served;
  if (!serve_watches(map, after, UINT32_MAX, &nodes) || !serve_watches(map, 0, after, &nodes))
    return false;
  lookout->has_hopes = has_hopes(map);
  return true;
}

/* ---- telling --------------------------------------------------------------------------------- */

static void watch_tell(astar_watch *watch, astar_watch_event kind) {
  watch->told |= 1u << kind;
}

static void tell_of_block(astar_watch *watch) {
  bool is_blocked = watch->block >= 0;
  if (watch->blocked && is_blocked != watch->is_blocked)
    watch_tell(watch, is_blocked ? ASTAR_WATCH_BLOCKED : ASTAR_WATCH_CLEARED);
  watch->is_blocked = is_blocked;
}

static void tell_of_cost(astar_watch *watch) {
  keep_new_prices(watch);
  uint64_t before = rest_before(watch);
  uint64_t most = before * (uint64_t)(ASTAR_ONE + watch->dearer) / ASTAR_ONE;
  bool is_dearer = watch->dearer >= 0 && watch->rest > most;
  if (is_dearer) {
    watch_tell(watch, ASTAR_WATCH_DEARER);
    watch->told_before = before;
  }
  if (is_dearer || watch->rest < before) keep_prices(watch);
}

/* As one that was found round a unit in its way: see reroute.h. */
static void follow_better(astar_watch *watch) {
  astar_unit *unit = watch->unit;
  uint32_t waited = unit->waited;
  unit_take_path(unit, watch->better, 0);
  unit->waited = waited;
  watch->better = NULL;
}

static void tell_of_offer(astar_watch *watch) {
  watch_tell(watch, ASTAR_WATCH_OPENED);
  watch->better = watch->fresh;
  watch->offered = watch->better->cost;
  watch->fresh = NULL;
  if (watch->follows) follow_better(watch);
}

void lookout_tell(astar_map *map) {
  Lookout *lookout = lookout_of(map);
  if (map->watches == NULL || !lookout->has_news) return;
  map->watch_served = lookout->served;
  lookout->has_news = false;
  for (astar_watch *watch = map->watches; watch != NULL; watch = watch->next) {
    bool has_events = watch->told != 0 || watch->is_due || watch->fresh != NULL;
    if (!has_events) continue;
    watch_forget_events(watch);
    if (watch->is_due) {
      watch->is_due = false;
      tell_of_block(watch);
      if (watch->block < 0) tell_of_cost(watch);
    }
    if (watch->fresh != NULL) tell_of_offer(watch);
    lookout->has_news |= watch->told != 0;
  }
}

/* ---- rounds ---------------------------------------------------------------------------------- */

bool lookout_round(astar_map *map) {
  return map->watches == NULL || (lookout_look(map) && lookout_search(map));
}

bool lookout_settle(astar_map *map) {
  lookout_drop(map);
  lookout_of(map)->served = map->watch_served;
  if (map->watches == NULL) return true;
  for (astar_watch *watch = map->watches; watch != NULL; watch = watch->next) {
    watch_forget_events(watch);
    watch_forget_fresh(watch);
  }
  return outlook_prune(&lookout_of(map)->outlook, map) && lookout_look(map);
}

bool lookout_resettle(astar_map *map) {
  Outlook *outlook = &lookout_of(map)->outlook;
  lookout_of(map)->served = map->watch_served;
  lookout_of(map)->has_hopes = lookout_of(map)->has_news = true;
  if (map->watches != NULL && !outlook_read(outlook, map)) return false;
  outlook_forget(outlook);
  return true;
}

void lookout_free(astar_map *map) {
  lookout_drop(map);
  outlook_free(&lookout_of(map)->outlook, map);
}

astar_watch *lookout_adopt(const astar_watch *model, astar_status *why) {
  astar_map *map = model->map;
  uint32_t last = map->last_watch;
  astar_watch *watch = watch_add(model);
  *why = ASTAR_NO_MEMORY;
  if (watch == NULL) return NULL;
  if (outlook_include(&lookout_of(map)->outlook, watch)) *why = watch_keep_up(watch);
  if (*why != ASTAR_NO_MEMORY) return watch;
  watch->path = NULL;
  watch->query = NULL;
  astar_watch_remove(watch);
  map->last_watch = last;
  return NULL;
}

/* ---- making ---------------------------------------------------------------------------------- */

astar_watch_desc astar_watch_default(void) {
  return (astar_watch_desc){ .dearer = ASTAR_ONE / 10, .opened = ASTAR_ONE / 10, .blocked = true };
}

#define WATCH_DEARER_MAX (64 * ASTAR_ONE)

static bool shares_fit(const astar_map *map, const astar_watch_desc *desc) {
  return map_accepts_between(map, desc->dearer, -1, WATCH_DEARER_MAX,
                             "dearer: not from -1 to 64 * ASTAR_ONE") &&
         map_accepts_between(map, desc->opened, -1, ASTAR_ONE,
                             "opened: not from -1 to ASTAR_ONE");
}

/* A unit is told of blocks in any case; a path follows nothing. */
static void take_wishes(astar_watch *watch, const astar_watch_desc *desc) {
  watch->dearer = desc->dearer;
  watch->opened = desc->opened;
  watch->blocked = desc->blocked && watch->unit == NULL;
  watch->follows = desc->follow && watch->unit != NULL;
}

astar_status astar_watch_set(astar_watch *watch, const astar_watch_desc *desc) {
  if (!map_is_open(watch->map) || !shares_fit(watch->map, desc)) return ASTAR_INVALID;
  take_wishes(watch, desc);
  return ASTAR_OK;
}

static bool watch_is_valid(const astar_map *map, const astar_watch_desc *desc) {
  bool valid = map_accepts(map, !grid_is_hex(&map->grid), "map: watched paths are for squares") &&
               map_is_open(map) && shares_fit(map, desc);
  if (desc->unit != NULL)
    return valid && map_accepts(map, desc->unit->cls->map == map, "unit: of another map") &&
           map_accepts(map, desc->unit->watch == NULL, "unit: its path is watched") &&
           map_accepts(map, desc->path == NULL, "path: not together with a unit") &&
           map_accepts(map, desc->query == NULL, "query: not together with a unit");
  return valid && map_accepts(map, desc->path != NULL, "path: neither a path nor a unit") &&
         map_has_path(map, desc->path);
}

/* What a watch of a path keeps of its query. */
static astar_status take_query(astar_watch *model, const astar_query *query) {
  astar_query resolved = query != NULL ? *query : astar_query_default();
  astar_status status = query_resolve(model->map, &resolved);
  model->cls = resolved.cls;
  model->player = resolved.player;
  return status == ASTAR_OK ? unit_query_make(model->map, query, &model->query) : status;
}

static astar_path *copy_path(Memory *memory, const astar_path *path) {
  size_t bytes = path_bytes(path->waypoint_count);
  astar_path *copy = memory_raw(memory, bytes);
  if (copy == NULL) return NULL;
  memcpy(copy, path, bytes);
  copy->bytes = bytes;
  copy->explained = 0;
  copy->influence_count = copy->turn_count = 0;
  return copy;
}

static astar_status take_path(astar_watch *model, const astar_watch_desc *desc) {
  if (desc->unit != NULL) return ASTAR_OK;
  astar_status status = take_query(model, desc->query);
  if (status != ASTAR_OK) return status;
  model->path = copy_path(&model->map->memory, desc->path);
  return model->path != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}

astar_watch *astar_watch_new(astar_map *map, const astar_watch_desc *desc, astar_status *why) {
  *why = watch_is_valid(map, desc) ? ASTAR_OK : ASTAR_INVALID;
  if (*why == ASTAR_OK && map->last_watch == INT32_MAX) *why = ASTAR_LIMIT;
  if (*why != ASTAR_OK) return NULL;
  astar_watch model = { .map = map, .number = map->last_watch + 1, .unit = desc->unit,
                        .offered = WATCH_NO_OFFER };
  take_wishes(&model, desc);
  *why = take_path(&model, desc);
  astar_watch *watch = *why == ASTAR_OK ? lookout_adopt(&model, why) : NULL;
  if (watch != NULL && *why == ASTAR_OK) return watch;
  if (watch != NULL) {
    astar_watch_remove(watch);
    return NULL;
  }
  unit_query_free(map, model.query);
  path_free(&map->memory, model.path);
  return NULL;
}
