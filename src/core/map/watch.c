#include "watch.h"

#include <string.h>

#include "../base/hash.h"

const astar_path *watch_path(const astar_watch *watch) {
  return watch->unit != NULL ? watch->unit->path : watch->path;
}

uint64_t watch_route(const astar_watch *watch) {
  return watch->unit != NULL && watch->unit->path != NULL ? watch->unit->route : 0;
}

int32_t watch_progress(const astar_watch *watch) {
  return watch->unit != NULL ? watch->unit->progress : 0;
}

astar_class *watch_class(const astar_watch *watch) {
  return watch->unit != NULL ? watch->unit->cls : watch->cls;
}

astar_player *watch_player(const astar_watch *watch) {
  return watch->unit != NULL ? watch->unit->player : watch->player;
}

/* NULL: the default one. */
static const UnitQuery *watch_kept(const astar_watch *watch) {
  return watch->unit != NULL ? watch->unit->query : watch->query;
}

astar_query watch_query(const astar_watch *watch) {
  const UnitQuery *kept = watch_kept(watch);
  astar_query query = kept != NULL ? kept->query : astar_query_default();
  query.unit = watch->unit;
  query.cls = watch_class(watch);
  query.player = watch_player(watch);
  query.claims = query.occupancy = query.partial = query.explain = query.any_angle = false;
  query.within = query.turn_cost = query.traffic = 0;
  query.budget = 0;
  query.engine = ASTAR_ENGINE_AUTO;
  query.heuristic = ASTAR_OCTILE;
  query.heuristic_weight = ASTAR_ONE;
  return query;
}

const astar_weighted *watch_influences(const astar_watch *watch, int32_t *count) {
  const UnitQuery *kept = watch_kept(watch);
  *count = kept != NULL ? kept->query.influence_count : -1;
  if (*count < 0 && watch->unit == NULL) *count = 0;
  return kept != NULL ? kept->weighted : NULL;
}

static bool watch_counts(const astar_watch *watch, const astar_influence *influence) {
  int32_t count;
  const astar_weighted *weighted = watch_influences(watch, &count);
  for (int32_t i = 0; i < count; i++)
    if (weighted[i].influence == influence) return true;
  return count < 0;
}

/* ---- making and removing --------------------------------------------------------------------- */

void watch_forget_costs(astar_watch *watch) {
  Memory *memory = &watch->map->memory;
  size_t bytes = (size_t)watch->length * sizeof *watch->now;
  memory_free(memory, watch->now, bytes);
  memory_free(memory, watch->before, bytes);
  watch->now = watch->before = NULL;
  watch->length = 0;
  watch->route = 0;
}

bool watch_reserve(astar_watch *watch, int32_t length) {
  Memory *memory = &watch->map->memory;
  size_t bytes = (size_t)length * sizeof *watch->now;
  uint32_t *now = memory_new(memory, bytes), *before = memory_new(memory, bytes);
  if (now == NULL || before == NULL) {
    memory_free(memory, now, bytes);
    memory_free(memory, before, bytes);
    return false;
  }
  watch_forget_costs(watch);
  watch->now = now;
  watch->before = before;
  watch->length = length;
  return true;
}

void watch_forget_events(astar_watch *watch) {
  path_free(&watch->map->memory, watch->better);
  watch->better = NULL;
  watch->told = 0;
}

void watch_forget_fresh(astar_watch *watch) {
  path_free(&watch->map->memory, watch->fresh);
  watch->fresh = NULL;
}

static void watch_release(astar_watch *watch) {
  astar_map *map = watch->map;
  if (watch->unit != NULL) {
    watch->unit->watch = NULL;
    map->unit_watches--;
  }
  watch_forget_events(watch);
  watch_forget_fresh(watch);
  watch_forget_costs(watch);
  unit_query_free(map, watch->query);
  path_free(&map->memory, watch->path);
  memory_free(&map->memory, watch, sizeof *watch);
}

astar_watch *watch_add(const astar_watch *model) {
  astar_map *map = model->map;
  astar_watch *watch = memory_new(&map->memory, sizeof *watch), **at = &map->watches;
  if (watch == NULL) return NULL;
  *watch = *model;
  watch->next = NULL;
  while (*at != NULL) at = &(*at)->next;
  *at = watch;
  map->last_watch = watch->number;
  if (watch->unit == NULL) return watch;
  watch->unit->watch = watch;
  map->unit_watches++;
  return watch;
}

void astar_watch_remove(astar_watch *watch) {
  astar_watch **at = &watch->map->watches;
  if (watch->map->locks) return;
  while (*at != watch) at = &(*at)->next;
  *at = watch->next;
  watch_release(watch);
}

void watches_forget_unit(astar_unit *unit) {
  if (unit->watch != NULL) astar_watch_remove(unit->watch);
}

void watches_forget_player(astar_map *map, const astar_player *player) {
  for (astar_watch *watch = map->watches, *next; watch != NULL; watch = next) {
    next = watch->next;
    if (watch->player == player) astar_watch_remove(watch);
  }
}

void watches_forget_influence(astar_map *map, const astar_influence *influence) {
  map->has_stale_watches = true;
  for (astar_watch *watch = map->watches; watch != NULL; watch = watch->next) {
    if (watch_counts(watch, influence)) watch->is_stale = watch->hopes = true;
    if (watch->query != NULL) unit_query_forget(watch->query, influence);
  }
}

void watches_free(astar_map *map) {
  while (map->watches != NULL) {
    astar_watch *watch = map->watches;
    map->watches = watch->next;
    watch_release(watch);
  }
}

/* ---- asking ---------------------------------------------------------------------------------- */

astar_watch *astar_watch_next(const astar_map *map, const astar_watch *watch) {
  return watch == NULL ? map->watches : watch->next;
}

uint32_t astar_watch_number(const astar_watch *watch) {
  return watch->number;
}

astar_unit *astar_watch_unit(const astar_watch *watch) {
  return watch->unit;
}

astar_player *astar_watch_player(const astar_watch *watch) {
  return watch_player(watch);
}

astar_watch *astar_unit_watch(const astar_unit *unit) {
  return unit->watch;
}

const astar_path *astar_watch_path(const astar_watch *watch) {
  return watch_path(watch);
}

/* What is known is of the path that it watches, and not of one before. */
static bool watch_is_known(const astar_watch *watch) {
  return watch->length > 0 && watch_path(watch) != NULL && watch->route == watch_route(watch);
}

int32_t astar_watch_block(const astar_watch *watch) {
  return watch_is_known(watch) ? watch->block : -1;
}

bool astar_watch_cost(const astar_watch *watch, uint64_t *cost) {
  *cost = 0;
  if (!watch_is_known(watch) || watch->block >= 0) return false;
  *cost = watch->rest;
  return true;
}

uint32_t astar_watch_told(const astar_watch *watch) {
  return watch->told;
}

uint64_t astar_watch_before(const astar_watch *watch) {
  return watch->told_before;
}

const astar_path *astar_watch_better(const astar_watch *watch) {
  return watch->better;
}

/* ---- hash ------------------------------------------------------------------------------------ */

static uint64_t hash_path(const astar_path *path, uint64_t hash) {
  hash = hash_int(hash_int(hash, path->cost), path->status);
  hash = hash_int(hash, path->expanded);
  for (int32_t i = 0; i < path->waypoint_count; i++) {
    const Waypoint *at = &path->waypoints[i];
    hash = hash_int(hash_int(hash_int(hash, at->x), at->y), at->link);
  }
  return hash;
}

static uint64_t watch_hash(const astar_watch *watch, uint64_t hash) {
  const int64_t numbers[] = { watch->number, watch->unit != NULL ? watch->unit->id : 0,
                              watch->dearer, watch->opened, watch->blocked, watch->follows,
                              watch->is_blocked,
                              (int64_t)watch->offered };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) hash = hash_int(hash, numbers[i]);
  if (watch->unit != NULL) return hash;
  for (int32_t i = 1; i < watch->length; i++) hash = hash_int(hash, watch->before[i]);
  hash = hash_int(hash, class_number(watch->map, watch->cls));
  if (watch->player != NULL)
    hash = hash_bytes(hash, watch->player->name, strlen(watch->player->name) + 1);
  if (watch->query != NULL) hash = query_hash(watch->map, &watch->query->query, hash);
  return hash_path(watch->path, hash);
}

uint64_t watches_hash(const astar_map *map, uint64_t hash) {
  if (map->last_watch == 0) return hash;
  hash = hash_int(hash_int(hash, map->last_watch), map->watch_served);
  for (const astar_watch *watch = map->watches; watch != NULL; watch = watch->next)
    hash = watch_hash(watch, hash);
  return hash;
}

/* ---- validating ------------------------------------------------------------------------------ */

static const char *validate_watch(const astar_watch *watch) {
  const astar_unit *unit = watch->unit;
  if ((unit == NULL) != (watch->path != NULL)) return "a watch has two paths, or none";
  if (unit != NULL && unit->watch != watch) return "a unit does not know its watch";
  if (unit != NULL && (watch->cls != NULL || watch->player != NULL || watch->query != NULL))
    return "a unit's watch has a query of its own";
  if ((watch->length > 0) != (watch->now != NULL)) return "a watch lacks costs";
  bool is_known = watch_is_known(watch);
  return is_known && watch->length != watch_path(watch)->length ? "a watch has other costs" : NULL;
}

const char *watches_validate(const astar_map *map) {
  uint32_t last = 0;
  for (const astar_watch *watch = map->watches; watch != NULL; watch = watch->next) {
    if (watch->number <= last || watch->number > map->last_watch) return "watches out of order";
    const char *wrong = validate_watch(watch);
    if (wrong != NULL) return wrong;
    last = watch->number;
  }
  return NULL;
}
