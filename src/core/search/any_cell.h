/*
** Is any cell of a goal area one of some? The area is divided into blocks as the regions are. What
** a whole block has none of is not looked at, so that a large area takes about as long as its edge
** is long, and not as it has cells.
*/
#ifndef ASTAR_ANY_CELL_H
#define ASTAR_ANY_CELL_H

#include "../map/query.h"
#include "../tables/plane.h"

typedef struct AnyCell {
  const Plane *plane;
  const GoalArea *area;
  void *user;
  bool (*accepts)(void *user, Cell cell);           /* asked of cells that can be entered */
  /* May any be in a block of REGION_LEAF << level cells a side? */
  bool (*meets)(void *user, int32_t level, int32_t x, int32_t y);
} AnyCell;

/* To ask about a block takes as long as to look at so many cells. */
#define ANY_CELL_FEW 8

static inline bool any_cell_few(astar_rect rect) {
  return rect.height <= ANY_CELL_FEW && rect.width * rect.height <= ANY_CELL_FEW;
}

/* Is it among the cells of a rectangle within the area? */
ALWAYS_INLINE bool any_cell_among(const AnyCell *any, astar_rect rect) {
  const Grid *grid = &any->plane->cls->map->grid;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      Cell cell = grid_cell(grid, x, y);
      if (any->plane->kind[cell] != 0 && goal_area_accepts(grid, any->area, x, y) &&
          any->accepts(any->user, cell))
        return true;
    }
  return false;
}

bool any_cell_by_blocks(const AnyCell *any);

/* Most areas are a cell. */
ALWAYS_INLINE bool any_cell_exists(const AnyCell *any) {
  astar_rect rect = any->area->around;
  return any_cell_few(rect) ? any_cell_among(any, rect) : any_cell_by_blocks(any);
}

#endif
