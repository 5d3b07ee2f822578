#include "movement.h"

bool movement_init(astar_map *map) {
  map->units->movement = memory_new(&map->memory, sizeof *map->units->movement);
  if (map->units->movement == NULL) return false;
  map->units->movement->rerouting.nodes = REROUTING_NODES;
  return true;
}

void movement_free(astar_map *map) {
  if (map->units->movement == NULL) return;
  reroute_drop(map);
  path_watches_free(map);
  crowd_free(map);
  guides_free(map);
  memory_free(&map->memory, map->units->movement, sizeof *map->units->movement);
}
