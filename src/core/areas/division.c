#include "division.h"

#include <string.h>

/* ---- memory ---------------------------------------------------------------------------------- */

bool division_init(Division *division, const Plane *plane) {
  astar_map *map = plane->cls->map;
  *division = (Division){ .memory = &map->memory, .grid = &map->grid,
                          .corners = plane->cls->diagonal == ASTAR_DIAGONAL_ALWAYS };
  division->of = memory_new(division->memory, map->grid.cells * sizeof *division->of);
  return division->of != NULL;
}

void division_free(Division *division) {
  Memory *memory = division->memory;
  if (memory == NULL) return;
  memory_free(memory, division->of, division->grid->cells * sizeof *division->of);
  memory_free(memory, division->areas, division->area_capacity * sizeof *division->areas);
  memory_free(memory, division->chokes, division->choke_capacity * sizeof *division->chokes);
  memory_free(memory, division->cells, division->cell_capacity * sizeof *division->cells);
  memory_free(memory, division->choke_of,
              2 * division->choke_count * sizeof *division->choke_of);
  *division = (Division){ 0 };
}

/* ---- areas ----------------------------------------------------------------------------------- */

bool division_add(Division *division, Cell cell, uint32_t clearance) {
  if (!memory_grow(division->memory, division->areas, division->area_count,
                   &division->area_capacity))
    return false;
  division->areas[division->area_count++] = (DivisionArea){ .cell = cell, .clearance = clearance };
  return true;
}

bool division_number(Division *division, const uint32_t *height, uint32_t *numbers) {
  uint32_t *of = division->of;
  size_t cells = division->grid->cells;
  for (size_t cell = 0; cell < cells; cell++)
    if (of[cell] != 0) of[cell] = division_root(of, (Cell)cell);
  for (size_t cell = 0; cell < cells; cell++) {
    if (of[cell] != cell || cell == 0) continue;
    if (!division_add(division, (Cell)cell, height != NULL ? height[cell] : 0)) return false;
    numbers[cell] = (uint32_t)division->area_count;
  }
  for (size_t cell = 0; cell < cells; cell++) {
    if (of[cell] == 0) continue;
    of[cell] = numbers[of[cell]];
    division->areas[of[cell] - 1].size++;
  }
  return true;
}

/* ---- ways ------------------------------------------------------------------------------------ */

typedef struct DivisionStop {       /* of a search for the fewest chokes; by number of an area */
  uint32_t came_by;                 /* the choke + 1; 0: not reached */
  uint32_t next;                    /* the area that was reached after it */
} DivisionStop;

/* Where a choke leads from an area, or UINT32_MAX. */
static uint32_t division_beyond(const Choke *choke, uint32_t area, uint32_t width) {
  if (choke->width < width || (choke->one_way && choke->areas[0] != area)) return UINT32_MAX;
  return choke->areas[choke->areas[0] == area];
}

static void division_spread(const Division *division, DivisionStop *stops, uint32_t from,
                            uint32_t width) {
  uint32_t last = from;
  stops[from].came_by = UINT32_MAX;
  for (uint32_t area = from; area != UINT32_MAX; area = stops[area].next) {
    const DivisionArea *at = &division->areas[area];
    stops[last].next = UINT32_MAX;
    for (uint32_t i = 0; i < at->chokes; i++) {
      uint32_t number = division->choke_of[at->first + i];
      uint32_t beyond = division_beyond(&division->chokes[number], area, width);
      if (beyond == UINT32_MAX || stops[beyond].came_by != 0) continue;
      stops[beyond] = (DivisionStop){ number + 1, UINT32_MAX };
      stops[last].next = beyond;
      last = beyond;
    }
  }
}

/* Reads the way to an area off, from its end. */
static int32_t division_read(const Division *division, const DivisionStop *stops, uint32_t to,
                             int32_t *found) {
  int32_t count = 0;
  if (stops[to].came_by == 0) return -1;
  while (stops[to].came_by != UINT32_MAX) {
    uint32_t number = stops[to].came_by - 1;
    found[count++] = (int32_t)number;
    to = division->chokes[number].areas[division->chokes[number].areas[0] == to];
  }
  for (int32_t i = 0; i < count / 2; i++) {
    int32_t other = found[count - 1 - i];
    found[count - 1 - i] = found[i];
    found[i] = other;
  }
  return count;
}

int32_t division_path(const Division *division, uint32_t from, uint32_t to, uint32_t width,
                      int32_t *found) {
  size_t size = division->area_count * sizeof(DivisionStop);
  DivisionStop *stops = memory_new(division->memory, size);
  if (stops == NULL) return -2;
  division_spread(division, stops, from, width);
  int32_t count = division_read(division, stops, to, found);
  memory_free(division->memory, stops, size);
  return count;
}
