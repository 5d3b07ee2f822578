#include "traffic.h"

bool traffic_init(astar_map *map) {
  map->traffic = memory_new(&map->memory, sizeof *map->traffic);
  if (map->traffic == NULL) return false;
  for (int i = 0; i < LANES; i++)
    map->traffic->lanes[i].ends[0] = map->traffic->lanes[i].ends[1] = NO_CELL;
  map->traffic->rerouting.nodes = REROUTING_NODES;
  return true;
}

void traffic_free(astar_map *map) {
  if (map->traffic != NULL) memory_free(&map->memory, map->traffic, sizeof *map->traffic);
}
