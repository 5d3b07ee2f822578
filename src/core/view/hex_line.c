#include "hex_line.h"

#include "../grid/hex.h"

/* Where the end of the line lies, see hex_around. */
typedef struct HexLine {
  const Grid *grid;
  astar_cell from;
  int part;
  int32_t length, across;
} HexLine;

static HexLine hex_line_between(const Grid *grid, astar_cell from, astar_cell to) {
  HexLine line = { grid, from, 0, hex_distance(grid, from, to), 0 };
  for (; line.part < HEX_SIDES; line.part++)
    for (line.across = 0; line.across <= line.length; line.across++)
      if (grid_same_cell(hex_around(grid, from, line.part, line.length, line.across), to))
        return line;
  return line;
}

/* The cell of a ring; of two equally near ones, the second where `side` is 1, else the first. */
static astar_cell hex_line_cell(const HexLine *line, int32_t ring, int side) {
  int64_t length = line->length, twice = 2 * (int64_t)line->across * ring;
  int64_t across = (twice + length - 1 + side) / (2 * length);
  return hex_around(line->grid, line->from, line->part, ring, (int32_t)across);
}

static bool hex_line_add(View *view, astar_cell at, uint64_t *sum) {
  if (!grid_has(&view->map->grid, at.x, at.y)) return false;
  Cell cell = grid_cell(&view->map->grid, at.x, at.y);
  if (view->kind[cell] == 0) return false;
  int32_t penalty = view->bare ? 0 : view_penalty(view, cell);
  if (penalty == VIEW_BLOCKED) return false;
  *sum += view_step(view, view->kind[cell], false, penalty);
  return true;
}

bool hex_line_cost(View *view, astar_cell from, astar_cell to, uint32_t *cost) {
  HexLine line = hex_line_between(&view->map->grid, from, to);
  uint64_t least = UINT64_MAX;
  for (int side = 0; side < 2; side++) {
    uint64_t sum = 0;
    bool open = true;
    for (int32_t ring = 1; ring <= line.length && open && !view->aborted; ring++)
      open = hex_line_add(view, hex_line_cell(&line, ring, side), &sum);
    if (open && sum < least) least = sum;
  }
  if (least < UINT32_MAX) *cost = (uint32_t)least;
  return least < UINT32_MAX;
}
