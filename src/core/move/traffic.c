#include "traffic.h"

bool traffic_init(astar_map *map) {
  map->traffic = memory_new(&map->memory, sizeof *map->traffic);
  if (map->traffic == NULL) return false;
  map->traffic->rerouting.nodes = REROUTING_NODES;
  return true;
}

void traffic_free(astar_map *map) {
  if (map->traffic == NULL) return;
  crowd_free(map);
  memory_free(&map->memory, map->traffic, sizeof *map->traffic);
}
