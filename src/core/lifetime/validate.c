#include "validate.h"

#include "../grid/level.h"
#include "../field/field.h"
#include "../map/link.h"
#include "../map/recipe.h"
#include "../map/unit_hooks.h"
#include "../search/queue.h"

/* ---- searches -------------------------------------------------------------------------------- */

static const char *validate_search(const astar_search *search) {
  const SearchScratch *scratch = search->scratch;
  const char *wrong = scratch != NULL ? search_scratch_validate(scratch, search->map) : NULL;
  if (wrong == NULL) wrong = bucket_queue_validate(&search->buckets);
  bool knows = wrong == NULL && search->engine_works && search->engine->validate != NULL;
  return knows ? search->engine->validate(search) : wrong;
}

static const char *validate_planes(const astar_map *map) {
  const char *wrong = NULL;
  for (Plane *plane = map->planes; plane != NULL && wrong == NULL; plane = plane->next)
    wrong = plane_validate(plane);
  return wrong;
}

static const char *validate_searches(const astar_map *map) {
  const char *wrong = NULL;
  for (const astar_search *one = map->searches; one != NULL && wrong == NULL; one = one->next)
    wrong = validate_search(one);
  const SearchScratch *scratch = map->search_scratches;
  for (; scratch != NULL && wrong == NULL; scratch = scratch->next)
    wrong = search_scratch_validate(scratch, map);
  return wrong;
}

static const char *validate_levels(const astar_map *map) {
  bool hold = levels_hold(&map->grid, map->grid.terrain);
  for (const astar_player *one = map->players; one != NULL; one = one->next)
    hold &= levels_hold(&map->grid, one->known);
  return hold ? NULL : "the void is not what lies between the levels";
}

const char *map_validate(astar_map *map) {
  const char *wrong = validate_levels(map);
  if (wrong == NULL) wrong = opacity_validate(&map->opacity, &map->grid);
  if (wrong == NULL) wrong = players_validate(map);
  if (wrong == NULL) wrong = links_validate(map);
  if (wrong == NULL && unit_hooks != NULL) wrong = unit_hooks->validate(map);
  if (wrong == NULL) wrong = influences_validate(map);
  if (wrong == NULL) wrong = recipes_validate(map);
  if (wrong == NULL) wrong = validate_planes(map);
  if (wrong == NULL) wrong = cost_caches_validate(map);
  if (wrong == NULL) wrong = validate_searches(map);
  if (wrong == NULL) wrong = fields_validate(map);
  return wrong == NULL ? queue_validate(map) : wrong;
}
