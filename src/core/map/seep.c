#include "seep.h"

#include <string.h>

#include "../base/builtin.h"
#include "player.h"

Gait gait_of(const astar_map *map, const astar_class *cls, const astar_player *player) {
  return (Gait){ cls != NULL ? cls : map->classes,
                 player != NULL ? player->known : map->grid.terrain };
}

static size_t seep_cells(int32_t radius) {
  size_t side = 2 * (size_t)radius + 1;
  return side * side;
}

size_t seep_bytes(int32_t radius) {
  return 3 * seep_cells(radius) * sizeof(uint32_t);
}

/* ---- the heap -------------------------------------------------------------------------------- */

static void seep_put(Seep *seep, uint32_t at, uint32_t number) {
  seep->heap[at] = number;
  seep->place[number] = at;
}

/* The cell belongs at `at` or above. */
static void seep_rise(Seep *seep, uint32_t at, uint32_t number) {
  for (; at > 0; at = (at - 1) / 2) {
    uint32_t above = seep->heap[(at - 1) / 2];
    if (seep->distance[above] <= seep->distance[number]) break;
    seep_put(seep, at, above);
  }
  seep_put(seep, at, number);
}

static uint32_t seep_take(Seep *seep) {
  uint32_t first = seep->heap[0], last = seep->heap[--seep->count], at = 0;
  for (;;) {
    uint32_t child = 2 * at + 1;
    if (child >= seep->count) break;
    if (child + 1 < seep->count &&
        seep->distance[seep->heap[child + 1]] < seep->distance[seep->heap[child]])
      child++;
    if (seep->distance[seep->heap[child]] >= seep->distance[last]) break;
    seep_put(seep, at, seep->heap[child]);
    at = child;
  }
  if (seep->count > 0) seep_put(seep, at, last);
  return first;
}

/* A way of that length leads to the cell. */
static void seep_reach(Seep *seep, uint32_t number, uint32_t distance) {
  uint32_t known = seep->distance[number];
  if (known <= distance) return;
  seep->distance[number] = distance;
  seep_rise(seep, known == UINT32_MAX ? seep->count++ : seep->place[number], number);
}

/* ---- the flood ------------------------------------------------------------------------------- */

static void seep_spread(Seep *seep, const Gait *gait, uint32_t number) {
  const Grid *grid = &gait->cls->map->grid;
  uint32_t most = (uint32_t)seep->radius * (uint32_t)grid->straight;
  astar_cell at = seep_cell(seep, number);
  uint32_t open = class_open_around(gait->cls, gait->terrain, at.x, at.y);
  uint32_t legal = class_legal_at(gait->cls, at.x, at.y, open);
  for (; legal != 0; legal &= legal - 1) {
    int direction = low_zeros_32(legal);
    int32_t step = direction < FIRST_DIAGONAL ? grid->straight : grid->diagonal;
    uint32_t distance = seep->distance[number] + (uint32_t)step;
    int32_t offset = DIRECTION_Y[direction] * seep->side + DIRECTION_X[direction];
    if (distance <= most) seep_reach(seep, number + (uint32_t)offset, distance);
  }
}

/* No step is shorter than a straight one: so no way within the radius leaves the square. */
void seep_run(Seep *seep, const Gait *gait, astar_cell from, int32_t radius, void *room) {
  size_t cells = seep_cells(radius);
  int32_t side = 2 * radius + 1;
  *seep = (Seep){ .corner = { from.x - radius, from.y - radius }, .radius = radius, .side = side };
  seep->distance = room;
  seep->heap = seep->distance + cells;
  seep->place = seep->heap + cells;
  memset(seep->distance, 0xff, cells * sizeof *seep->distance);
  seep_reach(seep, (uint32_t)(radius * side + radius), 0);
  while (seep->count > 0) seep_spread(seep, gait, seep_take(seep));
}
