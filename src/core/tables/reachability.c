#include "reachability.h"

static bool reachability_add(Reachability *reachable, Memory *memory, Cell cell) {
  if (!memory_grow(memory, reachable->others, reachable->count, &reachable->capacity)) return false;
  reachable->others[reachable->count++] = cell;
  return true;
}

/* Takes each exit that leads from what was reached to what was not. */
static bool reachability_extend(Reachability *reachable, const Plane *plane, bool *grown) {
  *grown = false;
  for (size_t i = 0; i < plane->exits.count; i++) {
    const Exit *exit = &plane->exits.list[i];
    bool leads = plane->kind[exit->to] != 0 && reachability_has(reachable, exit->from) &&
                 !reachability_has(reachable, exit->to);
    if (!leads) continue;
    if (!reachability_add(reachable, &plane->cls->map->memory, exit->to)) return false;
    *grown = true;
  }
  return true;
}

bool reachability_find(Reachability *reachable, const Plane *plane, Cell start) {
  reachable->regions = plane->regions;
  reachable->start = start;
  reachable->count = 0;
  for (bool grown = true; grown;)
    if (!reachability_extend(reachable, plane, &grown)) return false;
  return true;
}

bool reachability_has(const Reachability *reachable, Cell cell) {
  if (regions_connected(reachable->regions, reachable->start, cell)) return true;
  for (size_t i = 0; i < reachable->count; i++)
    if (regions_connected(reachable->regions, reachable->others[i], cell)) return true;
  return false;
}

bool reachability_meets(const Reachability *reachable, int32_t level, int32_t x, int32_t y) {
  if (regions_reach(reachable->regions, reachable->start, level, x, y)) return true;
  for (size_t i = 0; i < reachable->count; i++)
    if (regions_reach(reachable->regions, reachable->others[i], level, x, y)) return true;
  return false;
}

void reachability_free(Reachability *reachable, Memory *memory) {
  memory_free(memory, reachable->others, reachable->capacity * sizeof *reachable->others);
  *reachable = (Reachability){ 0 };
}
