#include "any_cell.h"

static bool is_in_block(const AnyCell *any, int32_t level, int32_t x, int32_t y) {
  int32_t side = REGION_LEAF << level;
  astar_rect rect = rect_common(any->area->around, (astar_rect){ x * side, y * side, side, side });
  if (any_cell_few(rect)) return any_cell_among(any, rect);
  if (!any->meets(any->user, level, x, y)) return false;
  if (level == 0) return any_cell_among(any, rect);
  for (int i = 0; i < 4; i++)
    if (is_in_block(any, level - 1, 2 * x + (i & 1), 2 * y + (i >> 1))) return true;
  return false;
}

/* Four blocks hold all of the area, at the most. */
bool any_cell_by_blocks(const AnyCell *any) {
  astar_rect rect = any->area->around;
  int32_t level = 0;
  while (REGION_LEAF << level < rect.width || REGION_LEAF << level < rect.height) level++;
  int32_t side = REGION_LEAF << level;
  for (int32_t y = rect.y / side; y * side < rect.y + rect.height; y++)
    for (int32_t x = rect.x / side; x * side < rect.x + rect.width; x++)
      if (is_in_block(any, level, x, y)) return true;
  return false;
}
