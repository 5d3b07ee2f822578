#include "goal_side.h"

#include "../base/builtin.h"
#include "goal.h"
#include "path_builder.h"

ALWAYS_INLINE bool goal_side_add(astar_search *search, Cell cell) {
  GoalSide *side = &search->scratch->goal_side;
  Memory *memory = &search->map->memory;
  if (cellset_has(&side->seen, cell)) return true;
  if (!memory_grow(memory, side->cells, side->count, &side->capacity)) return false;
  if (!cellset_add(&side->seen, search->map, (CellRun){ cell, 1, 1 })) return false;
  side->cells[side->count++] = cell;
  return true;
}

/* The start is always open, even if a unit stands there. */
static bool goal_side_can_enter(const astar_search *search, Cell cell) {
  return cell == search->start ||
         (search->view.kind[cell] != 0 && !view_taken(&search->view, cell));
}

static uint32_t side_steps(const astar_search *search, Cell cell) {
  uint32_t open = 0;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    Cell next = cell + (Cell)direction_offset(&search->map->grid, direction);
    open |= (uint32_t)goal_side_can_enter(search, next) << direction;
  }
  return class_legal(search->query.cls, cell, open);
}

static uint32_t goal_side_sum(uint32_t a, uint32_t b) {
  return a < UINT32_MAX - b ? a + b : UINT32_MAX;
}

#define STRIDE 64                   /* the first, in nodes of the search; it doubles */
#define SHARE 4                     /* nodes for a cell here: to be walled in is rare, and narrow */
#define CELLS_AT_ONCE 256           /* of the goal; the rows of a larger one are added in turn */

/* Adds the next row of the goal. False: no memory. */
static bool goal_side_add_row(astar_search *search) {
  astar_rect goal = search->goal.cells;
  int32_t y = goal.y + search->scratch->goal_side.rows++;
  for (int32_t x = goal.x; x < goal.x + goal.width; x++) {
    Cell cell = grid_cell(&search->map->grid, x, y);
    bool counts = goal_has(search, x, y) && goal_side_can_enter(search, cell);
    if (counts && !goal_side_add(search, cell)) return false;
  }
  return true;
}

static bool goal_side_has_rows(const astar_search *search) {
  return search->scratch->goal_side.rows < search->goal.cells.height;
}

bool goal_side_begin(astar_search *search) {
  GoalSide *side = &search->scratch->goal_side;
  search_scratch_clear_goal_side(side);
  bool one_goal = search->targets.wish.wanted == 0;
  if (search->view.scratch->taken.count == 0 || search->query.partial || !one_goal) return true;
  side->rows = 0;
  while (goal_side_has_rows(search) && side->rows * search->goal.cells.width < CELLS_AT_ONCE)
    if (!goal_side_add_row(search)) return false;
  side->watches = true;
  side->stride = STRIDE;
  side->turn = goal_side_sum(search->expanded, STRIDE);
  return true;
}

/* From where links lead to a cell. False: no memory. */
static bool goal_side_cross(astar_search *search, Cell cell) {
  const Exits *exits = search->view.exits;
  if (exits == NULL || !cellset_has(&exits->to, cell)) return true;
  for (size_t i = 0; i < exits->count; i++) {
    const Exit *exit = &exits->list[i];
    bool leads = exit->to == cell && goal_side_can_enter(search, exit->from);
    if (leads && !goal_side_add(search, exit->from)) return false;
  }
  return true;
}

/* Steps are as legal one way as the other, so what the goal's side meets can come to the goal. */
static astar_status goal_side_expand(astar_search *search, uint32_t cells) {
  GoalSide *side = &search->scratch->goal_side;
  for (; cells > 0 && side->done < side->count; cells--) {
    Cell cell = side->cells[side->done++];
    if (node_in_epoch(search->nodes.words[cell], search->nodes.epoch)) {
      side->watches = false;
      return ASTAR_RUNNING;
    }
    for (uint32_t steps = side_steps(search, cell); steps != 0; steps &= steps - 1) {
      int direction = low_zeros_32(steps);
      if (!goal_side_add(search, cell + (Cell)direction_offset(&search->map->grid, direction)))
        return ASTAR_NO_MEMORY;
    }
    if (!goal_side_cross(search, cell)) return ASTAR_NO_MEMORY;
  }
  return side->done < side->count ? ASTAR_RUNNING : ASTAR_CROWDED;
}

/* Adds rows of a large goal instead of looking at so many cells. */
COLD static astar_status goal_side_add_rows(astar_search *search, uint32_t cells) {
  for (uint32_t added = 0; added < cells && goal_side_has_rows(search);
       added += (uint32_t)search->goal.cells.width)
    if (!goal_side_add_row(search)) return ASTAR_NO_MEMORY;
  return ASTAR_RUNNING;
}

astar_status goal_side_advance(astar_search *search) {
  GoalSide *side = &search->scratch->goal_side;
  uint32_t cells = side->stride / SHARE;
  astar_status status = goal_side_has_rows(search) ? goal_side_add_rows(search, cells)
                                                   : goal_side_expand(search, cells);
  side->stride = goal_side_sum(side->stride, side->stride);
  side->turn = goal_side_sum(search->expanded, side->stride);
  return status;
}
