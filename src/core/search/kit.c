#include "kit.h"

#include "../base/assert.h"

#define KITS_MOST 5                 /* that the map keeps */

void kit_clear_goal_side(GoalSide *side) {
  cellset_clear(&side->seen);
  side->count = side->done = 0;
  side->watches = false;
}

static void kit_free(Kit *kit, astar_map *map) {
  GoalSide *side = &kit->goal_side;
  view_scratch_free(&kit->scratch, map);
  cellset_free(&side->seen, map);
  memory_free(&map->memory, side->cells, side->capacity * sizeof *side->cells);
  reachability_free(&kit->reachable, &map->memory);
  memory_free(&map->memory, kit->paid, kit->paid_capacity * sizeof *kit->paid);
  memory_free(&map->memory, kit->ties, kit->tie_capacity * sizeof *kit->ties);
  memory_free(&map->memory, kit, sizeof *kit);
}

Kit *kit_take(astar_map *map) {
  Kit *kit = map->kits;
  if (kit == NULL) return memory_new(&map->memory, sizeof *kit);
  ASTAR_ASSERT(kit->scratch.taken.count == 0 && kit->goal_side.seen.count == 0);
  map->kits = kit->next;
  map->kit_count--;
  return kit;
}

void kit_give(Kit *kit, astar_map *map) {
  if (kit == NULL) return;
  taken_rest(&kit->scratch.taken, map);
  kit_clear_goal_side(&kit->goal_side);
  if (map->kit_count == KITS_MOST) {
    kit_free(kit, map);
    return;
  }
  if (map->kits != NULL) view_scratch_slim(&map->kits->scratch, map);
  kit->next = map->kits;
  map->kits = kit;
  map->kit_count++;
}

const char *kit_validate(const Kit *kit, const astar_map *map) {
  const char *wrong = claims_validate(&kit->scratch.claims, map);
  if (wrong == NULL) wrong = taken_validate(&kit->scratch.taken, map);
  return wrong == NULL ? cellset_validate(&kit->goal_side.seen, map) : wrong;
}

void kits_free(astar_map *map) {
  while (map->kits != NULL) kit_free(kit_take(map), map);
}
