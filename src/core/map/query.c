#include "query.h"

#include <string.h>

#include "../base/hash.h"
#include "../base/integer.h"
#include "class.h"
#include "influence.h"
#include "player.h"
#include "unit_hooks.h"

astar_query astar_query_default(void) {
  return (astar_query){ .influence_count = -1, .claims = true, .occupancy = true,
                        .claim_radius = 10, .claim_ahead = 16, .claim_penalty = -1,
                        .heuristic_weight = ASTAR_ONE };
}

/* A library of paths alone knows no unit. */
bool unit_is_of(const astar_map *map, const astar_unit *unit) {
  return unit_hooks != NULL && unit_hooks->cls(unit)->map == map;
}

static bool owners_fit(const astar_map *map, const astar_query *query) {
  bool fits = map_accepts(map, query->cls == NULL || query->cls->map == map,
                          "query.cls: of another map") &&
              map_accepts(map, query->player == NULL || query->player->map == map,
                          "query.player: of another map") &&
              map_accepts(map, query->unit == NULL || unit_is_of(map, query->unit),
                          "query.unit: of another map");
  for (int32_t i = 0; i < query->influence_count && fits; i++)
    fits = map_accepts(map, query->influences[i].influence->map == map,
                       "query.influences: one of another map");
  return fits;
}

#define HEURISTIC_WEIGHT_MAX (64 * ASTAR_ONE)

static bool ranges_fit(const astar_map *map, const astar_query *query) {
  bool fits = true;
  for (int32_t i = 0; i < query->influence_count && fits; i++)
    fits = map_accepts_between(map, query->influences[i].weight, -INFLUENCE_WEIGHT_MAX,
                               INFLUENCE_WEIGHT_MAX, "query.influences: a weight beyond 64");
  return fits &&
         map_accepts(map, query->influence_count >= -1, "query.influence_count: below -1") &&
         map_accepts_between(map, query->claim_radius, 0, ASTAR_MAX_RADIUS,
                             "query.claim_radius: not from 0 to ASTAR_MAX_RADIUS") &&
         map_accepts_between(map, query->claim_ahead, 0, ASTAR_MAX_CELLS,
                             "query.claim_ahead: not from 0 to ASTAR_MAX_CELLS") &&
         map_accepts_between(map, query->claim_penalty, -1, ASTAR_MAX_COST,
                             "query.claim_penalty: not from -1 to ASTAR_MAX_COST") &&
         map_accepts_between(map, query->heuristic_weight, ASTAR_ONE, HEURISTIC_WEIGHT_MAX,
                             "query.heuristic_weight: not from ASTAR_ONE to 64 * ASTAR_ONE") &&
         map_accepts(map, query->within >= 0, "query.within: below 0") &&
         map_accepts_between(map, query->turn_cost, 0, ASTAR_MAX_COST,
                             "query.turn_cost: not from 0 to ASTAR_MAX_COST") &&
         map_accepts_between(map, query->traffic_cost, 0, ASTAR_MAX_COST,
                             "query.traffic_cost: not from 0 to ASTAR_MAX_COST") &&
         map_accepts(map, !query->any_angle || query->turn_cost == 0,
                     "query.turn_cost: not together with any_angle") &&
         map_accepts(map, !query->any_angle || query->traffic_cost == 0,
                     "query.traffic_cost: not together with any_angle") &&
         map_accepts(map, (unsigned)query->heuristic <= ASTAR_NO_HEURISTIC,
                     "query.heuristic: no such heuristic") &&
         map_accepts(map, (unsigned)query->engine < ASTAR_ENGINE_NONE,
                     "query.engine: no such engine");
}

/* Lines and turns are those of squares, and there is one estimate for hexagons. */
static bool grid_fits(const astar_map *map, const astar_query *query) {
  bool octile = query->heuristic == ASTAR_OCTILE || query->heuristic == ASTAR_NO_HEURISTIC;
  return !grid_is_hex(&map->grid) ||
         (map_accepts(map, query->turn_cost == 0, "query.turn_cost: for squares only") &&
          map_accepts(map, !query->any_angle, "query.any_angle: for squares only") &&
          map_accepts(map, octile, "query.heuristic: of hexagons octile or none"));
}

astar_status query_resolve(astar_map *map, astar_query *query) {
  if (!owners_fit(map, query) || !ranges_fit(map, query) || !grid_fits(map, query))
    return ASTAR_INVALID;
  if (query->unit != NULL) {
    if (query->cls == NULL) query->cls = unit_hooks->cls(query->unit);
    if (query->player == NULL) query->player = unit_hooks->player(query->unit);
  }
  if (query->cls == NULL) query->cls = map->classes;
  return ASTAR_OK;
}

/* ---- goals ----------------------------------------------------------------------------------- */

astar_rect goal_around(const Grid *grid, const astar_query *query, astar_rect asked) {
  /* No map is larger, and numbers stay small. */
  int32_t within = integer_least(query->within, grid->width + grid->height);
  int32_t reach = within + query->cls->size - 1;
  astar_rect near = { asked.x - reach, asked.y - reach, asked.width + reach + within,
                      asked.height + reach + within };
  return grid_clip_near(grid, asked.x, asked.y, near);
}

bool goal_is_near(const Grid *grid, const GoalArea *area, int32_t x, int32_t y) {
  int32_t size = area->query->cls->size;
  return !area->query->cls->hex ||
         hex_rects_distance(grid, (astar_rect){ x, y, size, size }, area->asked) <=
             (uint64_t)area->query->within;
}

bool goal_area_covers(const Grid *grid, const GoalArea *area, astar_rect rect) {
  int32_t beside = area->query->cls->size - 1;
  astar_rect places = rect_common(area->around, (astar_rect){ rect.x - beside, rect.y - beside,
                                                              rect.width + beside,
                                                              rect.height + beside });
  for (int32_t y = places.y; y < places.y + places.height; y++)
    for (int32_t x = places.x; x < places.x + places.width; x++)
      if (goal_area_accepts(grid, area, x, y)) return true;
  return false;
}

bool query_copy(astar_query *copy, astar_weighted **weighted, const astar_query *query,
                Memory *memory) {
  *copy = *query;
  *weighted = NULL;
  if (query->influence_count <= 0) return true;
  size_t bytes = (size_t)query->influence_count * sizeof **weighted;
  *weighted = memory_raw(memory, bytes);
  if (*weighted == NULL) return false;
  memcpy(*weighted, query->influences, bytes);
  copy->influences = *weighted;
  return true;
}

/* ---- what may be removed --------------------------------------------------------------------- */

/* What was made after `since` may stand where something else was that has been removed. */
#define FIND(list, wanted, since) \
  while ((list) != NULL && (list) != (wanted)) (list) = (list)->next; \
  return (wanted) == NULL || ((list) != NULL && (list)->born <= (since))

static bool has_player(const astar_map *map, const astar_player *player, uint32_t since) {
  const astar_player *one = map->players;
  FIND(one, player, since);
}

static bool has_unit(const astar_map *map, const astar_unit *unit, QueryDate date) {
  return unit == NULL || unit_hooks->is_there(map, unit, date.unit_id, date.removals);
}

bool query_has_influence(const astar_map *map, const astar_influence *influence,
                               uint32_t since) {
  const astar_influence *one = map->influences;
  FIND(one, influence, since);
}

QueryDate query_date(const astar_map *map, const astar_query *query) {
  return (QueryDate){ map->removals, query->unit != NULL ? unit_hooks->id(query->unit) : 0 };
}

bool query_is_whole(const astar_map *map, const astar_query *query, QueryDate date) {
  uint32_t since = date.removals;
  if (map->removals == since) return true;
  for (int32_t i = 0; i < query->influence_count; i++)
    if (!query_has_influence(map, query->influences[i].influence, since)) return false;
  return has_player(map, query->player, since) && has_unit(map, query->unit, date);
}

/* ---- hash ------------------------------------------------------------------------------------ */

uint64_t query_hash(const astar_map *map, const astar_query *query, uint64_t hash) {
  hash = HASH_INTS(hash, class_number(map, query->cls),
                   query->unit != NULL ? unit_hooks->id(query->unit) : 0, query->claims,
                   query->occupancy, query->claim_radius, query->claim_ahead, query->claim_penalty,
                   query->heuristic, query->heuristic_weight, query->engine, query->within,
                   query->turn_cost, query->partial, query->budget, query->player != NULL,
                   query->influence_count);
  if (query->traffic_cost > 0) hash = hash_int(hash, query->traffic_cost);
  if (query->any_angle) hash = hash_int(hash, -1);
  if (query->player != NULL)
    hash = hash_bytes(hash, query->player->name, strlen(query->player->name) + 1);
  for (int32_t i = 0; i < query->influence_count; i++) {
    const char *name = query->influences[i].influence->name;
    hash = hash_int(hash_bytes(hash, name, strlen(name) + 1), query->influences[i].weight);
  }
  return hash;
}
