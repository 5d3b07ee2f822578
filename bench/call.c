/*
** The price of a call from C: call BATCHES prints for each batch of calls its microseconds a call,
** "KIND US", on the same map as call.lua.
*/
#include "astar.h"
#include "scenario.h"

#include <stdio.h>
#include <stdlib.h>

enum { CALLS = 1000, SIZE = 64 };

typedef struct kind { const char *name; int x, y, goal_x, goal_y; } kind;

static const kind KINDS[] = {
  { "two-cells", 1, 1, 2, 1 }, { "30-cells", 1, 1, 19, 30 }, { "unreachable", 1, 1, 59, 59 },
};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

static astar_map *make_map(void) {
  astar_map_desc desc = astar_map_default();
  desc.width = desc.height = SIZE;
  astar_status why;
  astar_map *map = astar_map_new(&desc, &why);
  if (!map) exit(2);
  int32_t wall;
  astar_terrain_define(map, "plain", 10, false, NULL);
  astar_terrain_define(map, "wall", 0, true, &wall);
  astar_map_fill(map, (astar_rect){ SIZE / 2, 0, 1, SIZE }, wall);
  return map;
}

static void calls(astar_map *map, const kind *k) {
  astar_query asked = astar_query_default();
  astar_rect goal = { k->goal_x, k->goal_y, 1, 1 };
  for (int i = 0; i < CALLS; i++) {
    astar_status why;
    astar_path_free(map, astar_path_find(map, k->x, k->y, goal, &asked, &why));
  }
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  astar_map *map = make_map();
  for (int i = 0; i < KIND_COUNT; i++) calls(map, &KINDS[i]);
  for (int batch = atoi(argv[1]); batch > 0; batch--)
    for (int i = 0; i < KIND_COUNT; i++) {
      stopwatch watch = stopwatch_start();
      calls(map, &KINDS[i]);
      printf("%s %.4f\n", KINDS[i].name, stopwatch_us(&watch) / CALLS);
    }
  puts("end");
  astar_map_free(map);
  return 0;
}
