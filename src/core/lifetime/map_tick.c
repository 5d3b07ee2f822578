/* The tick: time goes on for a map and all that is on it. */
#include "../map/player.h"
#include "../map/recipe.h"
#include "../map/unit_hooks.h"

uint32_t astar_map_ticks(const astar_map *map) {
  return map->ticks;
}

static void fade_traffic(astar_map *map) {
  for (astar_player *one = map->players; one != NULL; one = one->next)
    traffic_fade(&one->traffic, &map->grid, map->ticks);
}

astar_status astar_map_tick(astar_map *map, const astar_unit_event **events, int32_t *count) {
  const astar_unit_event *told = NULL;
  int32_t told_count = 0;
  if (!map_is_open(map)) return ASTAR_INVALID;
  if (unit_hooks != NULL && !unit_hooks->tick_prepare(map)) return ASTAR_NO_MEMORY;
  map->ticks++;
  fade_traffic(map);
  if (unit_hooks != NULL) told = unit_hooks->tick_units(map, &told_count);
  recipes_note(map);
  if (events != NULL) *events = told;
  if (count != NULL) *count = told_count;
  return ASTAR_OK;
}
