#include "backward_search.h"

#include "../base/builtin.h"
#include "goal.h"
#include "path_builder.h"

ALWAYS_INLINE bool backward_search_add(astar_search *search, Cell cell) {
  BackwardSearch *backward = &search->scratch->backward;
  Memory *memory = &search->map->memory;
  if (cellset_has(&backward->seen, cell)) return true;
  if (!memory_grow(memory, backward->cells, backward->count, &backward->capacity)) return false;
  if (!cellset_add(&backward->seen, search->map, (CellRun){ cell, 1, 1 })) return false;
  backward->cells[backward->count++] = cell;
  return true;
}

/* The start is always open, even if a unit stands there. */
static bool backward_search_can_enter(const astar_search *search, Cell cell) {
  return cell == search->start ||
         (search->view.kind[cell] != 0 && !view_taken(&search->view, cell));
}

static uint32_t backward_search_steps(const astar_search *search, Cell cell) {
  uint32_t open = 0;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    Cell next = cell + (Cell)direction_offset(&search->map->grid, direction);
    open |= (uint32_t)backward_search_can_enter(search, next) << direction;
  }
  return class_legal(search->query.cls, cell, open);
}

static uint32_t backward_search_sum(uint32_t a, uint32_t b) {
  return a < UINT32_MAX - b ? a + b : UINT32_MAX;
}

#define STRIDE 64                   /* the first, in nodes of the search; it doubles */
#define SHARE 4                     /* nodes for a cell here: to be walled in is rare, and narrow */
#define CELLS_AT_ONCE 256           /* of the goal; the rows of a larger one are added in turn */

/* Adds the next row of the goal. False: no memory. */
static bool backward_search_add_row(astar_search *search) {
  astar_rect goal = search->goal.cells;
  int32_t y = goal.y + search->scratch->backward.rows++;
  for (int32_t x = goal.x; x < goal.x + goal.width; x++) {
    Cell cell = grid_cell(&search->map->grid, x, y);
    bool counts = goal_has(search, x, y) && backward_search_can_enter(search, cell);
    if (counts && !backward_search_add(search, cell)) return false;
  }
  return true;
}

static bool backward_search_has_rows(const astar_search *search) {
  return search->scratch->backward.rows < search->goal.cells.height;
}

bool backward_search_begin(astar_search *search) {
  BackwardSearch *backward = &search->scratch->backward;
  search_scratch_clear_backward(backward);
  bool one_goal = search->targets.request.wanted == 0;
  if (search->view.scratch->taken.count == 0 || search->query.partial || !one_goal) return true;
  backward->rows = 0;
  while (backward_search_has_rows(search) &&
         backward->rows * search->goal.cells.width < CELLS_AT_ONCE)
    if (!backward_search_add_row(search)) return false;
  backward->active = true;
  backward->stride = STRIDE;
  backward->next_at = backward_search_sum(search->expanded, STRIDE);
  return true;
}

/* From where links lead to a cell. False: no memory. */
static bool backward_search_cross(astar_search *search, Cell cell) {
  const Exits *exits = search->view.exits;
  if (exits == NULL || !cellset_has(&exits->to, cell)) return true;
  for (size_t i = 0; i < exits->count; i++) {
    const Exit *exit = &exits->list[i];
    bool leads = exit->to == cell && backward_search_can_enter(search, exit->from);
    if (leads && !backward_search_add(search, exit->from)) return false;
  }
  return true;
}

/* Steps are as legal one way as the other, so what is met from the goal can come to it. */
static astar_status backward_search_expand(astar_search *search, uint32_t cells) {
  BackwardSearch *backward = &search->scratch->backward;
  for (; cells > 0 && backward->done < backward->count; cells--) {
    Cell cell = backward->cells[backward->done++];
    if (node_in_epoch(search->nodes.words[cell], search->nodes.epoch)) {
      backward->active = false;
      return ASTAR_RUNNING;
    }
    for (uint32_t steps = backward_search_steps(search, cell); steps != 0; steps &= steps - 1) {
      int direction = low_zeros_32(steps);
      Cell next = cell + (Cell)direction_offset(&search->map->grid, direction);
      if (!backward_search_add(search, next)) return ASTAR_NO_MEMORY;
    }
    if (!backward_search_cross(search, cell)) return ASTAR_NO_MEMORY;
  }
  return backward->done < backward->count ? ASTAR_RUNNING : ASTAR_CROWDED;
}

/* Adds rows of a large goal instead of looking at so many cells. */
COLD static astar_status backward_search_add_rows(astar_search *search, uint32_t cells) {
  for (uint32_t added = 0; added < cells && backward_search_has_rows(search);
       added += (uint32_t)search->goal.cells.width)
    if (!backward_search_add_row(search)) return ASTAR_NO_MEMORY;
  return ASTAR_RUNNING;
}

astar_status backward_search_advance(astar_search *search) {
  BackwardSearch *backward = &search->scratch->backward;
  uint32_t cells = backward->stride / SHARE;
  astar_status status = backward_search_has_rows(search) ? backward_search_add_rows(search, cells)
                                                   : backward_search_expand(search, cells);
  backward->stride = backward_search_sum(backward->stride, backward->stride);
  backward->next_at = backward_search_sum(search->expanded, backward->stride);
  return status;
}
