/*
** Since no bucket is wider than a step is dear, a cell that comes into turn has its final cost and
** its canonical parent: whatever might better either costs at least a step less, and came into turn
** in a bucket before. So each cell is closed once, though those of a bucket are closed in no order.
**
** That order would only matter for the goals. Cells from which there are some in reach are put
** aside, and are looked at by their cost, and then in reading order, when their bucket is empty.
*/
#include "flood_search.h"

/* A ring that is too short has entries sorted in again whenever it has gone round. */
#define ROUNDS_MAX 4

uint32_t flood_search_width(const astar_search *search) {
  return 1u << (31 - __builtin_clz(search->view.least_straight));
}

const char *flood_search_objection(const astar_search *search) {
  const astar_query *query = &search->query;
  const astar_target *wish = &search->targets.wish;
  if (wish->wanted == 0) return "it finds the nearest of many goals only";
  if (wish->accepts != NULL) return "goals that a function accepts are asked for in order of cost";
  if (query->extra_cost != NULL) return "it asks no 'extra_cost'";
  return query->trace ? "it is not traced" : NULL;
}

bool flood_search_pays(const astar_search *search) {
  const View *view = &search->view;
  uint64_t dearest = view->diagonal_cost[plane_dearest(view->plane)];
  uint64_t reach = (uint64_t)flood_search_width(search) * BUCKETS_RING * ROUNDS_MAX;
  return dearest + (uint64_t)view->greatest_penalty < reach;
}

/* ---- one cell -------------------------------------------------------------------------------- */

static bool open_at(astar_search *search, Cell cell, Node node) {
  Node *known = &search->nodes.words[cell];
  *known = node | NODE_OPEN | (*known & NODE_LOW);
  return buckets_push(&search->buckets, &search->map->memory, open_entry(node_g(node), cell));
}

/* A way into a cell: takes it if it is cheaper, or as cheap and canonical. False: no memory. */
ALWAYS_INLINE bool reach(astar_search *search, Cell cell, uint64_t g, int direction) {
  if (g >= UINT32_MAX) {
    search->overflowed = true;
    return true;
  }
  Node *known = &search->nodes.words[cell];
  Node node = node_make(search->nodes.epoch, (uint32_t)g, direction, 0);
  if (node_rank(node) >= node_rank(*known)) return true;
  if (node >> NODE_G_SHIFT != *known >> NODE_G_SHIFT) return open_at(search, cell, node);
  *known = node | (*known & (NODE_OPEN | NODE_LOW));
  return true;
}

/* The neighbours that this way might serve, if no step is dearer than it must be. */
ALWAYS_INLINE uint32_t worse_around(const astar_search *search, Cell cell, uint32_t g) {
  const View *view = &search->view;
  const Grid *grid = &search->map->grid;
  uint32_t epoch = search->nodes.epoch, worse = 0;
  if (g > UINT32_MAX - VIEW_COST_MAX) return UINT32_MAX;
  Node straight = node_make(epoch, g + view->least_straight, 0, NODE_LOW) | NODE_OPEN;
  Node diagonal = node_make(epoch, g + view->least_diagonal, 0, NODE_LOW) | NODE_OPEN;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    Node way = (direction >= FIRST_DIAGONAL ? diagonal : straight) |
               (Node)direction << NODE_RANK_SHIFT;
    Node known = search->nodes.words[cell + (Cell)direction_offset(grid, direction)];
    worse |= (uint32_t)(way < known) << direction;
  }
  return worse;
}

ALWAYS_INLINE uint32_t steps_from(astar_search *search, bool bare, Cell cell) {
  View *view = &search->view;
  if (!bare) return view_steps(view, cell);
  uint32_t open = 0;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    Cell next = cell + (Cell)direction_offset(&search->map->grid, direction);
    open |= (uint32_t)(view->kind[next] != 0) << direction;
  }
  return search->query.cls->legal[open];
}

ALWAYS_INLINE bool expand(astar_search *search, bool bare, Cell cell, uint32_t g) {
  View *view = &search->view;
  uint32_t steps = worse_around(search, cell, g);
  if (steps != 0) steps &= steps_from(search, bare, cell);
  for (; steps != 0; steps &= steps - 1) {
    int direction = __builtin_ctz(steps);
    Cell next = cell + (Cell)direction_offset(&search->map->grid, direction);
    int32_t penalty = bare ? 0 : view_penalty(view, next);
    uint32_t cost = view_step(view, view->kind[next], direction >= FIRST_DIAGONAL, penalty);
    if (!reach(search, next, (uint64_t)g + cost, direction)) return false;
  }
  return true;
}

/* ---- the engine ------------------------------------------------------------------------------ */

static astar_status begin(astar_search *search, uint32_t f) {
  if (!search_begin_nodes(search, STAMP_ANY) ||
      !search_begin_buckets(search, f, flood_search_width(search)))
    return ASTAR_NO_MEMORY;
  Node node = node_make(search->nodes.epoch, 0, 0, 0);
  return open_at(search, search->start, node) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static astar_status outcome(astar_search *search) {
  astar_status status = targets_meet_aside(search);
  if (status != ASTAR_RUNNING) return status;
  if (search->targets.count > 0) return ASTAR_OK;
  return search->overflowed ? ASTAR_LIMIT : ASTAR_UNREACHABLE;
}

/* May a goal count as reached from the cell? */
static inline bool in_reach(const astar_search *search, Cell cell) {
  const Targets *targets = &search->targets;
  return search->query.within > 0 ? targets_around(search, cell)
                                  : targets_has(targets, search->view.plane, cell);
}

ALWAYS_INLINE astar_status flood(astar_search *search, uint32_t until, bool bare) {
  Buckets *open = &search->buckets;
  uint64_t entry;
  while (buckets_take(open, UINT32_MAX, &entry)) {
    Cell cell = open_cell(entry);
    Node node = search->nodes.words[cell];
    if (!(node & NODE_OPEN) || node_g(node) != open_f(entry)) continue;
    if (buckets_is_early(open, entry)) {
      if (!buckets_push(open, &search->map->memory, entry)) return ASTAR_NO_MEMORY;
      continue;
    }
    if (targets_aside_before(&search->targets, open->turn)) {
      astar_status status = targets_meet_aside(search);
      if (status != ASTAR_RUNNING) return status;
    }
    if (search->expanded >= until) {
      buckets_put_back(open);
      return ASTAR_RUNNING;
    }
    search->nodes.words[cell] = node & ~NODE_OPEN;
    search->expanded++;
    if (in_reach(search, cell) && !targets_put_aside(search, cell, node_g(node), open->turn))
      return ASTAR_NO_MEMORY;
    if (!expand(search, bare, cell, node_g(node))) return ASTAR_NO_MEMORY;
  }
  return outcome(search);
}

static astar_status run(astar_search *search, uint32_t until) {
  return search->view.bare ? flood(search, until, true) : flood(search, until, false);
}

const Engine FLOOD_SEARCH = { ASTAR_ENGINE_FLOOD, begin, run, .reads_each_cell = true };
