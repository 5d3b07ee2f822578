#include "reroute.h"

#include "../base/hash.h"
#include "../search/path_builder.h"
#include "collision.h"
#include "guide.h"
#include "movement.h"

#define LEAST_NODES 256             /* charged for a search at least: beginning one takes time */

uint32_t astar_map_reroute_budget(const astar_map *map) {
  return map->units->movement->rerouting.nodes;
}

astar_status astar_map_set_reroute_budget(astar_map *map, uint32_t nodes) {
  if (!map_is_open(map) || !map_accepts(map, nodes > 0, "nodes: 0")) return ASTAR_INVALID;
  map->units->movement->rerouting.nodes = nodes;
  return ASTAR_OK;
}

/* ---- one search ------------------------------------------------------------------------------ */

void reroute_drop(astar_map *map) {
  Rerouting *rerouting = &map->units->movement->rerouting;
  if (rerouting->search != NULL) astar_search_free(rerouting->search);
  unit_query_free(map, rerouting->query);
  rerouting->search = NULL;
  rerouting->query = NULL;
  rerouting->lost = 0;
}

/* False: there is no search, and why. */
static bool reroute_begin(astar_unit *unit, astar_status *why) {
  astar_map *map = unit->cls->map;
  Rerouting *rerouting = &map->units->movement->rerouting;
  astar_query asked = unit_query(unit);
  asked.occupancy = !collision_may_pass(unit);
  *why = unit_query_make(map, &asked, &rerouting->query);
  if (*why != ASTAR_OK) return false;
  astar_query query = rerouting->query->query;
  query.unit = unit;
  astar_cell end = unit->goal;
  rerouting->search = astar_search_new(map, unit->x, unit->y, (astar_rect){ end.x, end.y, 1, 1 },
                                       &query, why);
  if (rerouting->search == NULL) reroute_drop(map);
  return rerouting->search != NULL;
}

/* Does the path lead another way than into the cell where the unit could not go on? One that leads
** back to where a unit has made way would only hide that it has been further on. */
static bool leads_elsewhere(const astar_unit *unit, const astar_path *path) {
  astar_cell next, instead = astar_path_cell(path, 1), base = unit->base;
  if (!step_on_path(unit, &next)) return true;
  if (unit_is_displaced(unit))
    return !guide_exists(unit) || path_find(path, base.x, base.y, 0) < 0;
  return next.x != instead.x || next.y != instead.y;
}

static bool reroute_take(astar_unit *unit, const astar_search *search) {
  astar_map *map = unit->cls->map;
  void *memory = memory_raw(&map->memory, astar_search_path_size(search, 0));
  if (memory == NULL) return false;
  unit->rerouted = astar_search_path(search, 0, memory);
  if (leads_elsewhere(unit, unit->rerouted)) return true;
  path_free(&map->memory, unit->rerouted);
  unit->rerouted = NULL;
  return true;
}

static void reroute_note_tried(astar_unit *unit, bool tried) {
  unit->tried = tried;
  unit_set_put(&unit->cls->map->units->list, UNITS_FOUND, unit, true);
}

static void reroute_count(uint32_t *nodes, uint32_t used) {
  if (used < LEAST_NODES) used = LEAST_NODES;
  *nodes = used < *nodes ? *nodes - used : 0;
}

/* Expands *nodes at most, and takes off what it used. A search that is not at its end stays. */
static bool reroute_go_on(astar_unit *unit, uint32_t *nodes) {
  astar_map *map = unit->cls->map;
  astar_search *search = map->units->movement->rerouting.search;
  uint32_t before = astar_search_expanded(search);
  astar_status status = astar_search_step(search, *nodes);
  reroute_count(nodes, astar_search_expanded(search) - before);
  map->units->movement->rerouting.unit = unit->id;
  if (status == ASTAR_RUNNING) return true;
  bool taken = status != ASTAR_NO_MEMORY && (!has_path(status) || reroute_take(unit, search));
  reroute_drop(map);
  reroute_note_tried(unit, taken);
  return taken;
}

/* The nodes of the search that is under way, also where it has to be made again. */
static uint32_t reroute_expanded(const astar_map *map) {
  const Rerouting *rerouting = &map->units->movement->rerouting;
  return rerouting->search != NULL ? astar_search_expanded(rerouting->search) : rerouting->lost;
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* There was no memory: all is as it was before the tick, but a search has to be made again. */
static bool reroute_forget(astar_map *map, uint32_t unit_before, uint32_t nodes_before) {
  Rerouting *rerouting = &map->units->movement->rerouting;
  reroute_drop(map);
  rerouting->unit = unit_before;
  rerouting->lost = nodes_before;
  for (EACH_UNIT(unit, &map->units->list)) {
    path_free(&map->memory, unit->rerouted);
    unit->rerouted = NULL;
    unit->tried = false;
  }
  return false;
}

/* Makes the search again that a tick without memory has ended. False: no memory again. */
static bool reroute_again(astar_unit *unit, uint32_t lost) {
  astar_status why;
  if (!reroute_begin(unit, &why)) return why != ASTAR_NO_MEMORY;
  return astar_search_step(unit->cls->map->units->movement->rerouting.search, lost) !=
         ASTAR_NO_MEMORY;
}

/* Goes on with the search of the last tick, if it is still of use. */
static bool reroute_resume(astar_map *map, bool (*wants)(const astar_unit *unit), uint32_t *nodes) {
  Rerouting *rerouting = &map->units->movement->rerouting;
  if (rerouting->search == NULL && rerouting->lost == 0) return true;
  astar_unit *unit = unit_by_id(map, rerouting->unit);
  bool of_use = unit != NULL && wants(unit);
  if (of_use && rerouting->lost > 0 && !reroute_again(unit, rerouting->lost)) return false;
  rerouting->lost = 0;
  if (rerouting->search == NULL) return true;
  if (of_use && unit->x == rerouting->search->start_x && unit->y == rerouting->search->start_y)
    return reroute_go_on(unit, nodes);
  reroute_drop(map);
  return true;
}

static bool reroute_serve(astar_unit *unit, uint32_t *nodes) {
  astar_status why;
  if (reroute_begin(unit, &why)) return reroute_go_on(unit, nodes);
  reroute_note_tried(unit, why != ASTAR_NO_MEMORY);
  reroute_count(nodes, 0);
  return unit->tried;
}

/* Those with ids above `after`, up to `last`. */
static bool serve_some(astar_map *map, bool (*wants)(const astar_unit *unit), uint32_t after,
                       uint32_t last, uint32_t *nodes) {
  UnitCursor waited = unit_set_begin(&map->units->list, UNITS_WAITED);
  for (astar_unit *unit; (unit = unit_set_next(&waited)) != NULL;) {
    if (unit->id > last) return true;
    if (!collision_may_want_path(unit))
      unit_set_put(&map->units->list, UNITS_WAITED, unit, false);
    if (unit->id <= after || unit->tried || !wants(unit)) continue;
    if (*nodes == 0 || map->units->movement->rerouting.search != NULL) return true;
    if (!reroute_serve(unit, nodes)) return false;
  }
  return true;
}

bool reroute_search(astar_map *map, bool (*wants)(const astar_unit *unit)) {
  Rerouting *rerouting = &map->units->movement->rerouting;
  uint32_t nodes = rerouting->nodes, before = rerouting->unit, expanded = reroute_expanded(map);
  if (!reroute_resume(map, wants, &nodes)) return reroute_forget(map, before, expanded);
  uint32_t after = rerouting->unit;
  bool done = serve_some(map, wants, after, UINT32_MAX, &nodes) &&
              serve_some(map, wants, 0, after, &nodes);
  return done || reroute_forget(map, before, expanded);
}

void reroute_follow(astar_unit *unit) {
  uint32_t waited = unit->waited;
  unit_take_path(unit, unit->rerouted, 0);
  unit->waited = waited;
  unit->rerouted = NULL;
}

uint64_t reroute_hash(const astar_map *map, uint64_t hash) {
  const Rerouting *rerouting = &map->units->movement->rerouting;
  hash = hash_int(hash, rerouting->nodes);
  hash = hash_int(hash, rerouting->unit);
  return rerouting->search == NULL && rerouting->lost == 0 ? hash
                                                           : hash_int(hash, reroute_expanded(map));
}
