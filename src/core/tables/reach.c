#include "reach.h"

static bool reach_add(Reach *reach, Memory *memory, Cell cell) {
  if (!memory_grow(memory, reach->others, reach->count, &reach->capacity)) return false;
  reach->others[reach->count++] = cell;
  return true;
}

/* Takes each exit that leads from what was reached to what was not. */
static bool reach_extend(Reach *reach, const Plane *plane, bool *grown) {
  *grown = false;
  for (size_t i = 0; i < plane->exits.count; i++) {
    const Exit *exit = &plane->exits.list[i];
    bool leads = plane->kind[exit->to] != 0 && reach_has(reach, exit->from) &&
                 !reach_has(reach, exit->to);
    if (!leads) continue;
    if (!reach_add(reach, &plane->cls->map->memory, exit->to)) return false;
    *grown = true;
  }
  return true;
}

bool reach_find(Reach *reach, const Plane *plane, Cell start) {
  reach->regions = plane->regions;
  reach->start = start;
  reach->count = 0;
  for (bool grown = true; grown;)
    if (!reach_extend(reach, plane, &grown)) return false;
  return true;
}

bool reach_has(const Reach *reach, Cell cell) {
  if (regions_connected(reach->regions, reach->start, cell)) return true;
  for (size_t i = 0; i < reach->count; i++)
    if (regions_connected(reach->regions, reach->others[i], cell)) return true;
  return false;
}

bool reach_meets(const Reach *reach, int32_t level, int32_t x, int32_t y) {
  if (regions_reach(reach->regions, reach->start, level, x, y)) return true;
  for (size_t i = 0; i < reach->count; i++)
    if (regions_reach(reach->regions, reach->others[i], level, x, y)) return true;
  return false;
}

void reach_free(Reach *reach, Memory *memory) {
  memory_free(memory, reach->others, reach->capacity * sizeof *reach->others);
  *reach = (Reach){ 0 };
}
