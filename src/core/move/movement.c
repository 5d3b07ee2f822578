#include "movement.h"

bool movement_init(astar_map *map) {
  map->movement = memory_new(&map->memory, sizeof *map->movement);
  if (map->movement == NULL) return false;
  map->movement->rerouting.nodes = REROUTING_NODES;
  return true;
}

void movement_free(astar_map *map) {
  if (map->movement == NULL) return;
  reroute_drop(map);
  path_watches_free(map);
  crowd_free(map);
  memory_free(&map->memory, map->movement, sizeof *map->movement);
}
