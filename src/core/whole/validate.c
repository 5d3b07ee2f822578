#include "validate.h"

#include "../grid/level.h"
#include "../field/field_sync.h"
#include "../map/link.h"
#include "../map/recipe.h"
#include "../move/guide.h"
#include "../move/path_watch.h"
#include "../move/route.h"
#include "../search/queue.h"

/* ---- searches -------------------------------------------------------------------------------- */

static const char *validate_search(const astar_search *search) {
  const char *wrong = search->kit != NULL ? kit_validate(search->kit, search->map) : NULL;
  bool works = wrong == NULL && search->engine_works;
  return works ? search->engine->validate(search) : wrong;
}

static const char *validate_searches(const astar_map *map) {
  const char *wrong = NULL;
  for (const astar_search *one = map->searches; one != NULL && wrong == NULL; one = one->next)
    wrong = validate_search(one);
  return wrong;
}

static const char *validate_planes(const astar_map *map) {
  const char *wrong = NULL;
  for (Plane *plane = map->planes; plane != NULL && wrong == NULL; plane = plane->next)
    wrong = plane_validate(plane);
  return wrong;
}

static const char *validate_kits(const astar_map *map) {
  const char *wrong = NULL;
  for (const Kit *kit = map->kits; kit != NULL && wrong == NULL; kit = kit->next)
    wrong = kit_validate(kit, map);
  return wrong;
}

static bool is_seeing_from_elsewhere(const astar_unit *unit) {
  return unit->sight >= 0 &&
         !grid_same_cell(unit_eye(unit), (astar_cell){ unit->fov.x, unit->fov.y });
}

static const char *validate_units(const astar_map *map) {
  const astar_unit *before = NULL;
  for (const astar_unit *unit = map->units.first; unit != NULL; before = unit, unit = unit->next) {
    if (unit->before != before) return "a unit does not know the one before it";
    if (!unit_slots_hold(&map->units.slots, unit->slot, unit)) return "a unit is not in its slot";
    bool stands = unit->stander_at != NULL && *unit->stander_at == unit;
    if (stands != (unit->path == NULL)) return "other units stand than those without a path";
    if (is_seeing_from_elsewhere(unit)) return "a unit sees from where it is not";
    const char *wrong = guide_validate(unit);
    if (wrong == NULL) wrong = route_validate(unit);
    if (wrong != NULL) return wrong;
  }
  return map->units.last == before ? NULL : "the last unit is another one";
}

static const char *validate_levels(const astar_map *map) {
  bool hold = levels_hold(&map->grid, map->grid.terrain);
  for (const astar_player *one = map->players; one != NULL; one = one->next)
    hold &= levels_hold(&map->grid, one->known);
  return hold ? NULL : "the void is not what lies between the levels";
}

const char *map_validate(astar_map *map) {
  const char *wrong = validate_levels(map);
  if (wrong == NULL) wrong = occupancy_validate(map);
  if (wrong == NULL) wrong = opacity_validate(&map->opacity, &map->grid);
  if (wrong == NULL) wrong = players_validate(map);
  if (wrong == NULL) wrong = links_validate(map);
  if (wrong == NULL) wrong = validate_units(map);
  if (wrong == NULL) wrong = path_watches_validate(map);
  if (wrong == NULL) wrong = influences_validate(map);
  if (wrong == NULL) wrong = recipes_validate(map);
  if (wrong == NULL) wrong = validate_planes(map);
  if (wrong == NULL) wrong = blends_validate(map);
  if (wrong == NULL) wrong = validate_searches(map);
  if (wrong == NULL) wrong = validate_kits(map);
  if (wrong == NULL) wrong = fields_validate(map);
  return wrong == NULL ? queue_validate(map) : wrong;
}
