#include "via.h"

#include <string.h>

#include "../grid/hex.h"

/* ---- listing --------------------------------------------------------------------------------- */

static bool is_via(const Vias *vias, Cell cell, uint32_t most) {
  uint32_t from = vias->fields[0]->cost[cell], to = vias->fields[1]->cost[cell];
  return from != FIELD_NONE && to != FIELD_NONE && (uint64_t)from + to <= most;
}

static bool vias_reserve(Vias *vias) {
  Memory *memory = &vias->map->memory;
  vias->list = memory_raw(memory, vias->count * sizeof *vias->list);
  vias->seen = memory_new(memory, vias->count * sizeof *vias->seen);
  vias->heap = memory_raw(memory, vias->count * sizeof *vias->heap);
  for (int side = 0; side < 2; side++)
    vias->orders[side] = memory_raw(memory, vias->count * sizeof *vias->orders[side]);
  return vias->list != NULL && vias->seen != NULL && vias->heap != NULL &&
         vias->orders[0] != NULL && vias->orders[1] != NULL;
}

static bool vias_list(Vias *vias, uint32_t most) {
  const Grid *grid = &vias->map->grid;
  for (Cell cell = 0; cell < grid->cells; cell++) vias->count += is_via(vias, cell, most);
  if (vias->count > 0 && !vias_reserve(vias)) return false;
  uint32_t number = 0;
  for (Cell cell = 0; cell < grid->cells; cell++) {
    vias->at[cell] = NO_VIA;
    if (!is_via(vias, cell, most)) continue;
    uint32_t cost = vias->fields[0]->cost[cell] + vias->fields[1]->cost[cell];
    vias->list[number] = (Via){ .cell = cell, .cost = cost };
    vias->at[cell] = number++;
  }
  return true;
}

/* All on the way from a via are vias too: their paths cost no more than its own. */
static void find_next(Vias *vias, int side) {
  for (size_t i = 0; i < vias->count; i++) {
    Cell next = field_next(vias->fields[side], vias->list[i].cell);
    vias->list[i].sides[side].next = next == NO_CELL ? NO_VIA : vias->at[next];
  }
}

/* Goes from each via along its way up to one that is listed, and lists those between from there. */
static void find_order(Vias *vias, int side) {
  uint32_t *order = vias->orders[side];
  size_t done = 0;
  vias->paths++;
  for (uint32_t i = 0; i < vias->count; i++) {
    size_t end = done;
    for (uint32_t at = i; at != NO_VIA && vias->seen[at] != vias->paths;
         at = vias->list[at].sides[side].next) {
      vias->seen[at] = vias->paths;
      order[end++] = at;
    }
    for (size_t a = done, b = end; a + 1 < b; a++) {
      uint32_t swapped = order[a];
      order[a] = order[--b];
      order[b] = swapped;
    }
    done = end;
  }
}

static void find_plateaus(Vias *vias, int side) {
  const uint32_t *cost = vias->fields[side]->cost;
  for (size_t i = 0; i < vias->count; i++) {
    Via *via = &vias->list[vias->orders[side][i]];
    ViaSide *own = &via->sides[side];
    const Via *next = own->next != NO_VIA ? &vias->list[own->next] : NULL;
    bool level = next != NULL && next->cost == via->cost;
    own->plateau = level ? next->sides[side].plateau + cost[via->cell] - cost[next->cell] : 0;
  }
}

bool vias_make(Vias *vias, uint32_t most) {
  Memory *memory = &vias->map->memory;
  size_t cells = vias->map->grid.cells;
  vias->at = memory_raw(memory, cells * sizeof *vias->at);
  vias->near = memory_new(memory, cells);
  if (vias->at == NULL || vias->near == NULL || !vias_list(vias, most)) return false;
  for (int side = 0; side < 2; side++) {
    find_next(vias, side);
    find_order(vias, side);
    find_plateaus(vias, side);
  }
  return true;
}

void vias_free(Vias *vias) {
  Memory *memory = &vias->map->memory;
  size_t cells = vias->map->grid.cells;
  memory_free(memory, vias->at, cells * sizeof *vias->at);
  memory_free(memory, vias->near, cells);
  memory_free(memory, vias->list, vias->count * sizeof *vias->list);
  memory_free(memory, vias->seen, vias->count * sizeof *vias->seen);
  memory_free(memory, vias->heap, vias->count * sizeof *vias->heap);
  for (int side = 0; side < 2; side++)
    memory_free(memory, vias->orders[side], vias->count * sizeof *vias->orders[side]);
}

/* ---- what is near ---------------------------------------------------------------------------- */

/*
** `near` is 0, or 1 + apart - d for a cell that is d rows away from one beside a path. So the rows
** beside a path are marked first, up to `apart` cells to either side of its cells, and then each
** mark is passed on to the rows above and below, one less each time. Nothing leaves a level.
**
** Between hexagons d counts steps: the cells of a path are marked, and each mark is passed on to
** all neighbours, down the lines and up again, until that changes nothing. A straight way leads
** down the lines or up, all along, so that comes soon.
*/
static void mark_near(Vias *vias, astar_cell at, int32_t apart) {
  const Grid *grid = &vias->map->grid;
  astar_rect row = { at.x, at.y, 1, 1 };
  if (!grid_is_hex(grid)) row = (astar_rect){ at.x - apart, at.y, 2 * apart + 1, 1 };
  row = grid_clip_near(grid, at.x, at.y, row);
  memset(vias->near + grid_cell(grid, row.x, row.y), apart + 1, (size_t)row.width);
}

static void pass_on(uint8_t *from, uint8_t *to, int32_t width) {
  for (int32_t x = 0; x < width; x++)
    if (from[x] > to[x] + 1) to[x] = (uint8_t)(from[x] - 1);
}

static void spread_near(Vias *vias, astar_rect level) {
  const Grid *grid = &vias->map->grid;
  uint8_t *top = vias->near + grid_cell(grid, level.x, level.y);
  size_t stride = (size_t)grid->stride, rows = (size_t)level.height;
  for (size_t y = 1; y < rows; y++)
    pass_on(top + (y - 1) * stride, top + y * stride, level.width);
  for (size_t y = rows - 1; y > 0; y--)
    pass_on(top + y * stride, top + (y - 1) * stride, level.width);
}

/* One less than what the nearest of its neighbours has. Has that changed anything? */
static bool take_from_sides(Vias *vias, int32_t x, int32_t y) {
  const Grid *grid = &vias->map->grid;
  const uint8_t *sides = hex_directions(grid, hex_is_shifted(grid, x, y));
  uint8_t *near = vias->near + grid_cell(grid, x, y), before = *near;
  for (int i = 0; i < HEX_SIDES; i++) {
    uint8_t beside = near[direction_offset(grid, sides[i])];
    if (beside > *near + 1) *near = (uint8_t)(beside - 1);
  }
  return *near != before;
}

static bool spread_near_once(Vias *vias) {
  const Grid *grid = &vias->map->grid;
  bool flat = grid->shape == ASTAR_GRID_FLAT_HEX, changed = false;
  int32_t lines = flat ? grid->width : grid->height, length = flat ? grid->height : grid->width;
  for (int32_t i = 0; i < 2 * lines; i++)
    for (int32_t k = 0; k < length; k++) {
      int32_t line = i < lines ? i : 2 * lines - 1 - i, along = i < lines ? k : length - 1 - k;
      changed |= take_from_sides(vias, flat ? line : along, flat ? along : line);
    }
  return changed;
}

static void spread_all_near(Vias *vias) {
  const Grid *grid = &vias->map->grid;
  if (grid_is_hex(grid))
    while (spread_near_once(vias)) {}
  else
    for (int32_t i = 0; i < grid_part_count(grid); i++) spread_near(vias, grid_part(grid, i));
}

void vias_avoid(Vias *vias, const Waypoint *waypoints, size_t count, int32_t apart) {
  astar_cell at = { waypoints[0].x, waypoints[0].y };
  mark_near(vias, at, apart);
  for (size_t i = 1; i < count; i++) {
    const Waypoint *from = &waypoints[i - 1];
    for (int32_t k = from[1].index - from->index; k > 0; k--) {
      at = waypoint_step(from, at);
      mark_near(vias, at, apart);
    }
  }
  spread_all_near(vias);
}

static void count_near(Vias *vias, int side) {
  for (size_t i = 0; i < vias->count; i++) {
    Via *via = &vias->list[vias->orders[side][i]];
    ViaSide *own = &via->sides[side];
    const ViaSide *next = own->next != NO_VIA ? &vias->list[own->next].sides[side] : NULL;
    own->length = 1 + (next != NULL ? next->length : 0);
    own->near = (vias->near[via->cell] != 0) + (next != NULL ? next->near : 0);
  }
}

/* ---- choosing -------------------------------------------------------------------------------- */

static bool keeps_share(const Vias *vias, const Via *via, int32_t share) {
  const ViaSide *from = &via->sides[0], *to = &via->sides[1];
  int64_t near = (int64_t)from->near + to->near - (vias->near[via->cell] != 0);
  return near * ASTAR_ONE <= (int64_t)share * (from->length + to->length - 1);
}

static bool is_eligible_via(const Vias *vias, const Via *via, int32_t share, uint32_t plateau) {
  const ViaSide *from = &via->sides[0], *to = &via->sides[1];
  return !via->refused && (uint64_t)from->plateau + to->plateau >= plateau &&
         keeps_share(vias, via, share);
}

/* Does its path come back to a cell that it has left, or to a goal before its end? Goes away from
** the via on both sides at once: where it comes back, that is mostly near the end of a dead end. */
static bool crosses_itself(Vias *vias, const Via *via) {
  uint32_t at[2] = { via->sides[0].next, via->sides[1].next };
  vias->paths++;
  while (at[0] != NO_VIA || at[1] != NO_VIA)
    for (int side = 0; side < 2; side++) {
      if (at[side] == NO_VIA) continue;
      bool is_goal = side == 0 && vias->fields[1]->cost[vias->list[at[side]].cell] == 0;
      if (is_goal || vias->seen[at[side]] == vias->paths) return true;
      vias->seen[at[side]] = vias->paths;
      at[side] = vias->list[at[side]].sides[side].next;
    }
  return false;
}

static void via_sift_down(uint64_t *heap, size_t at, size_t count) {
  uint64_t entry = heap[at];
  for (size_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && heap[child + 1] < heap[child]) child++;
    if (heap[child] >= entry) break;
    heap[at] = heap[child];
  }
  heap[at] = entry;
}

/* Fills the heap with those that are eligible; returns how many there are. */
static size_t gather_eligible(Vias *vias, int32_t share, uint32_t plateau) {
  size_t count = 0;
  for (uint32_t i = 0; i < vias->count; i++) {
    const Via *via = &vias->list[i];
    if (is_eligible_via(vias, via, share, plateau))
      vias->heap[count++] = (uint64_t)via->cost << 32 | i;
  }
  for (size_t at = count / 2; at-- > 0;) via_sift_down(vias->heap, at, count);
  return count;
}

const Via *vias_choose(Vias *vias, const astar_alternatives_desc *desc, uint32_t plateau) {
  for (int side = 0; side < 2; side++) count_near(vias, side);
  size_t count = gather_eligible(vias, desc->share, plateau);
  while (count > 0) {
    Via *via = &vias->list[(uint32_t)vias->heap[0]];
    via->refused = crosses_itself(vias, via);
    if (!via->refused) return via;
    vias->heap[0] = vias->heap[--count];
    if (count > 0) via_sift_down(vias->heap, 0, count);
  }
  return NULL;
}
