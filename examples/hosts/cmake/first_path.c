/* The cheapest path round a swamp: what a CMake project needs to see that it has the library. */
#include <astar.h>

#include <stdio.h>

int main(void) {
  astar_map_desc desc = astar_map_default();
  desc.width = 30;
  desc.height = 9;
  astar_status why;
  astar_map *map = astar_map_new(&desc, &why);
  if (map == NULL) return 1;
  int32_t swamp;
  astar_terrain_define(map, "plain", 10, false, NULL);
  astar_terrain_define(map, "swamp", 35, false, &swamp);
  astar_map_fill(map, (astar_rect){ 8, 1, 12, 7 }, swamp);
  astar_path *path = astar_path_find(map, 2, 4, (astar_rect){ 27, 4, 1, 1 }, NULL, &why);
  printf("astar %s: %s", ASTAR_VERSION, astar_status_name(why));
  if (path != NULL)
    printf(", %d cells, cost %u", (int)astar_path_length(path), (unsigned)astar_path_cost(path));
  puts("");
  astar_path_free(map, path);
  astar_map_free(map);
  return why != ASTAR_OK;
}
