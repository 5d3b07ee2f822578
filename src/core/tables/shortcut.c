#include "shortcut.h"

#include <string.h>

#include "../base/assert.h"
#include "../base/hash.h"

/* A cell that is no farther than this from an area joins it. */
#define SHORTCUT_NEAR 8

static uint64_t shortcut_hash(Cell cell) {
  return hash_mixed(hash_int(HASH_START, (int64_t)cell));
}

/* The first place in the list whose cell is not before `cell`. */
static size_t shortcut_place(const Shortcuts *shortcuts, size_t count, Cell cell) {
  size_t place = 0;
  while (place < count && shortcuts->cells[place] < cell) place++;
  return place;
}

void shortcuts_clear(Shortcuts *shortcuts) {
  shortcuts->count = 0;
  shortcuts->sum = 0;
  shortcuts->listed = true;
  shortcuts->gathered = false;
}

void shortcuts_add(Shortcuts *shortcuts, Cell cell) {
  size_t count = shortcuts->count++;
  shortcuts->sum += shortcut_hash(cell);
  shortcuts->gathered = false;
  shortcuts->listed &= count < SHORTCUT_CELLS;
  if (!shortcuts->listed) return;
  Cell *at = shortcuts->cells + shortcut_place(shortcuts, count, cell);
  memmove(at + 1, at, (size_t)(shortcuts->cells + count - at) * sizeof *at);
  *at = cell;
}

void shortcuts_remove(Shortcuts *shortcuts, Cell cell) {
  ASTAR_ASSERT(shortcuts->count > 0);
  size_t count = shortcuts->count--;
  shortcuts->sum -= shortcut_hash(cell);
  shortcuts->gathered = false;
  if (!shortcuts->listed) return;
  Cell *at = shortcuts->cells + shortcut_place(shortcuts, count, cell);
  ASTAR_ASSERT(at < shortcuts->cells + count && *at == cell);
  memmove(at, at + 1, (size_t)(shortcuts->cells + count - at - 1) * sizeof *at);
}

/* ---- areas ----------------------------------------------------------------------------------- */

/* How far a cell lies outside an area, in steps of a king. */
static int32_t area_distance(astar_rect area, astar_cell at) {
  int32_t left = area.x - at.x, right = at.x - (area.x + area.width - 1);
  int32_t above = area.y - at.y, below = at.y - (area.y + area.height - 1);
  int32_t across = left > right ? left : right, down = above > below ? above : below;
  int32_t most = across > down ? across : down;
  return most > 0 ? most : 0;
}

static int nearest_area(const Shortcuts *shortcuts, astar_cell at) {
  int nearest = 0;
  for (int i = 1; i < shortcuts->area_count; i++) {
    int32_t best = area_distance(shortcuts->areas[nearest], at);
    if (area_distance(shortcuts->areas[i], at) < best) nearest = i;
  }
  return nearest;
}

static void gather_cell(Shortcuts *shortcuts, astar_cell at) {
  int area = nearest_area(shortcuts, at);
  bool is_near = shortcuts->area_count > 0 &&
                 area_distance(shortcuts->areas[area], at) <= SHORTCUT_NEAR;
  astar_rect around = { at.x - 1, at.y - 1, 3, 3 };
  if (!is_near && shortcuts->area_count < SHORTCUT_AREAS)
    shortcuts->areas[shortcuts->area_count++] = around;
  else
    rect_join(&shortcuts->areas[area], around);
}

void shortcuts_gather(Shortcuts *shortcuts, const Grid *grid) {
  ASTAR_ASSERT(shortcuts->listed);
  if (shortcuts->gathered) return;
  shortcuts->area_count = 0;
  for (size_t i = 0; i < shortcuts->count; i++)
    gather_cell(shortcuts, grid_position(grid, shortcuts->cells[i]));
  shortcuts->gathered = true;
}
