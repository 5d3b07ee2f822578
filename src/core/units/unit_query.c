#include "unit_query.h"

#include "../map/influence.h"
#include "unit.h"

astar_query unit_query(astar_unit *unit) {
  astar_query query = unit->query != NULL ? unit->query->query : astar_query_default();
  query.unit = unit;
  query.occupancy = true;
  query.partial = false;
  query.within = 0;
  query.engine = ASTAR_ENGINE_AUTO;
  return query;
}

void unit_query_free(astar_map *map, UnitQuery *query) {
  if (query == NULL) return;
  memory_free(&map->memory, query->weighted, query->bytes);
  memory_free(&map->memory, query, sizeof *query);
}

static astar_query query_of_nobody(const astar_query *query) {
  astar_query kept = *query;
  kept.unit = NULL;
  kept.cls = NULL;
  kept.player = NULL;
  return kept;
}

static UnitQuery *unit_query_new(astar_map *map, const astar_query *query) {
  UnitQuery *made = memory_new(&map->memory, sizeof *made);
  if (made == NULL) return NULL;
  if (query_copy(&made->query, &made->weighted, query, &map->memory)) {
    if (made->weighted != NULL)
      made->bytes = (size_t)query->influence_count * sizeof *made->weighted;
    return made;
  }
  memory_free(&map->memory, made, sizeof *made);
  return NULL;
}

astar_status unit_query_make(astar_map *map, const astar_query *query, UnitQuery **made) {
  *made = NULL;
  if (query == NULL) return ASTAR_OK;
  astar_query kept = query_of_nobody(query), resolved = kept;
  bool keeps = map_accepts(map, query->extra_cost == NULL,
                           "query.extra_cost: not in a query that is kept") &&
               map_accepts(map, !query->trace, "query.trace: not in a query that is kept");
  if (!keeps) return ASTAR_INVALID;
  if (query_resolve(map, &resolved) != ASTAR_OK) return ASTAR_INVALID;
  *made = unit_query_new(map, &kept);
  return *made != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}

void unit_query_forget(UnitQuery *query, const astar_influence *influence) {
  int32_t kept = 0, count = query->query.influence_count;
  for (int32_t i = 0; i < count; i++)
    if (query->weighted[i].influence != influence) query->weighted[kept++] = query->weighted[i];
  if (count > 0) query->query.influence_count = kept;
}

void unit_queries_forget(astar_map *map, const astar_influence *influence) {
  for (EACH_UNIT(unit, &map->units->list))
    if (unit->query != NULL) unit_query_forget(unit->query, influence);
}
