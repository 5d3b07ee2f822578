/*
** Cells wait in buckets that are no wider than the least step (bucket_queue.h). So a cell in the
** current bucket can no longer become cheaper, and nearly every cell is taken once. If steps differ
** so much that the ring of buckets would be too short, buckets are wider; then some cells are taken
** again.
*/
#include "field.h"

#include <string.h>
#include "../base/assert.h"
#include "../base/builtin.h"
#include "../tables/wavefront.h"

/* To go over so many cells takes as long as to take one. */
enum { PASSED_CELLS = 8 };

#define STRAIGHT_STEPS 0x0fu
#define DIAGONAL_STEPS 0xf0u

ALWAYS_INLINE Cell repair_neighbour(const astar_field *field, Cell cell, int direction) {
  return cell + (Cell)direction_offset(&field->map->grid, direction);
}

/* ---- one cell -------------------------------------------------------------------------------- */

/* What is known of the costs of a field when this is compiled need not be asked at each cell. */
ALWAYS_INLINE uint32_t repair_cost(const astar_field *field, bool few, Cell cell) {
  return few ? sparse_array_at(&field->costs, cell) : field->cost[cell];
}

/* False: no memory. */
ALWAYS_INLINE bool repair_put(astar_field *field, bool few, Cell cell, uint32_t cost) {
  if (!few) field->cost[cell] = cost;
  else if (!sparse_array_put(&field->costs, &field->map->memory, cell, cost))
    field->no_memory = true;
  return !field->no_memory;
}

/* Composes the penalty of a cell of a field of few once, while there is memory. */
static int32_t few_penalty(astar_field *field, Cell cell) {
  uint32_t stored = sparse_array_at(&field->penalties, cell);
  if (stored == SPARSE_NONE) {
    int32_t penalty = view_compose(&field->view, cell);
    stored = penalty == VIEW_BLOCKED ? PENALTY_MASK : (uint32_t)(penalty + PENALTY_ZERO);
    if (!sparse_array_put(&field->penalties, &field->map->memory, cell, stored))
      field->no_memory = true;
  }
  return stored == PENALTY_MASK ? VIEW_BLOCKED : (int32_t)stored - PENALTY_ZERO;
}

ALWAYS_INLINE int32_t repair_penalty(astar_field *field, bool few, bool bare, Cell cell) {
  if (bare) return 0;
  return few ? few_penalty(field, cell) : view_penalty(&field->view, cell);
}

ALWAYS_INLINE bool repair_can_enter(astar_field *field, bool few, bool bare, Cell cell) {
  return field->view.kind[cell] != 0 &&
         (bare || repair_penalty(field, few, bare, cell) != VIEW_BLOCKED);
}

/* Of a step, of which it matters where it leads. */
ALWAYS_INLINE uint32_t sloped_cost(astar_field *field, bool few, ViewStep step) {
  const View *view = &field->view;
  int32_t penalty = repair_penalty(field, few, view->bare, step.to);
  penalty += view_slope(view, step);
  return view_step(view, view->kind[step.to], step.direction >= FIRST_DIAGONAL, penalty);
}

/* The neighbours that can be entered, a bit for each. */
ALWAYS_INLINE uint32_t open_around(astar_field *field, bool few, bool bare, Cell cell) {
  uint32_t open = 0;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    bool enter = repair_can_enter(field, few, bare, repair_neighbour(field, cell, direction));
    open |= (uint32_t)enter << direction;
  }
  return open;
}

/* The neighbours from which a step into the cell is legal, where `open` ones can be entered: those
** from which one goes need not be. */
ALWAYS_INLINE uint32_t steps_into(const astar_field *field, Cell cell, uint32_t open) {
  uint32_t legal = class_legal(field->query.cls, cell, open | DIAGONAL_STEPS);
  return (legal & DIAGONAL_STEPS) | STRAIGHT_STEPS;
}

/* Nobody flees through the very cell of a threat. */
ALWAYS_INLINE bool is_threat(const astar_field *field, Cell cell) {
  return field->threats != NULL && field_at(field->threats, cell) == 0;
}

ALWAYS_INLINE uint32_t without_threats(const astar_field *field, bool few, Cell cell,
                                       uint32_t ways) {
  for (uint32_t left = ways; left != 0; left &= left - 1) {
    int direction = low_zeros_32(left);
    Cell next = repair_neighbour(field, cell, direction);
    if (repair_cost(field->threats, few, next) == 0) ways &= ~(1u << direction);
  }
  return ways;
}

/* One may leave a cell in which a unit stands, but not enter it. A start may be such a cell, or one
** that cannot be entered at all: of the others none has a cost that cannot be entered. */
ALWAYS_INLINE uint32_t repair_ways(astar_field *field, bool few, Cell cell) {
  const View *view = &field->view;
  bool from = field->kind == FIELD_FROM, bare = view->bare;
  if (from ? !repair_can_enter(field, few, bare, cell) : view->kind[cell] == 0) return 0;
  uint32_t open = open_around(field, few, bare, cell);
  if (from) return steps_into(field, cell, open);
  uint32_t ways = class_legal(field->query.cls, cell, open);
  return field->threats != NULL ? without_threats(field, few, cell, ways) : ways;
}

uint32_t field_ways(astar_field *field, Cell cell) {
  return field->few ? repair_ways(field, true, cell) : repair_ways(field, false, cell);
}

uint32_t field_cost_at_rest(astar_field *field, Cell cell) {
  View *view = &field->view;
  const astar_field *threats = field->threats;
  if (threats != NULL) {
    bool open = repair_can_enter(field, field->few, view->bare, cell);
    uint32_t way = field_at(threats, cell);
    if (way > threats->far) way = threats->far;
    return open ? field_danger_left(way) : FIELD_NONE;
  }
  if (field->kind == FIELD_TO && view->kind[cell] == 0) return FIELD_NONE;
  return field_has_source(field, cell) ? 0 : FIELD_NONE;
}

ALWAYS_INLINE uint32_t cost_after(uint32_t cost, uint32_t step) {
  return step < FIELD_NONE - cost ? cost + step : FIELD_NONE;
}

ALWAYS_INLINE uint32_t repair_cost_by(astar_field *field, bool few, Cell cell, int direction) {
  Cell next = repair_neighbour(field, cell, direction);
  uint32_t cost = repair_cost(field, few, next);
  if (cost == FIELD_NONE) return FIELD_NONE;
  ViewStep step = { cell, next, direction };
  if (field->kind == FIELD_FROM) step = (ViewStep){ next, cell, direction_opposite(direction) };
  cost = cost_after(cost, sloped_cost(field, few, step));
  return cost <= field->most ? cost : FIELD_NONE;
}

uint32_t field_cost_by(astar_field *field, Cell cell, int direction) {
  return field->few ? repair_cost_by(field, true, cell, direction)
                    : repair_cost_by(field, false, cell, direction);
}

/* ---- links ----------------------------------------------------------------------------------- */

const Exit *field_exit(const astar_field *field, Cell cell, bool from, size_t *at) {
  const Exits *exits = field->view.exits;
  if (exits == NULL || !cellset_has(from ? &exits->from : &exits->to, cell)) return NULL;
  while (*at < exits->count) {
    const Exit *exit = &exits->list[(*at)++];
    if ((from ? exit->from : exit->to) == cell) return exit;
  }
  return NULL;
}

/* Can the exit be taken, to or from a cell with a cost? Nobody takes one out of a cell in which the
** class cannot stand, as a start or threat may. */
static bool exit_leads(astar_field *field, const Exit *exit) {
  View *view = &field->view;
  return field_at(field, field->kind == FIELD_TO ? exit->to : exit->from) != FIELD_NONE &&
         view->kind[exit->from] != 0 && repair_can_enter(field, field->few, view->bare, exit->to) &&
         !is_threat(field, exit->to);
}

uint32_t field_cost_over(astar_field *field, const Exit *exit) {
  View *view = &field->view;
  uint32_t cost = field_at(field, field->kind == FIELD_TO ? exit->to : exit->from);
  if (!exit_leads(field, exit)) return FIELD_NONE;
  uint32_t straight = view_step(view, view->kind[exit->to], false,
                                repair_penalty(field, field->few, view->bare, exit->to));
  cost = cost_after(cost, view_exit_cost(view, exit, straight));
  return cost <= field->most ? cost : FIELD_NONE;
}

/* The least cost that links allow a cell. */
static uint32_t linked_cost(astar_field *field, Cell cell) {
  uint32_t least = FIELD_NONE;
  const Exit *exit;
  for (size_t at = 0; (exit = field_exit(field, cell, field->kind == FIELD_TO, &at)) != NULL;) {
    uint32_t cost = field_cost_over(field, exit);
    if (cost < least) least = cost;
  }
  return least;
}

/* The least cost that the cell itself, its neighbours and links allow it. */
static uint32_t allowed_cost(astar_field *field, Cell cell) {
  uint32_t least = field_cost_at_rest(field, cell), linked = linked_cost(field, cell);
  if (linked < least) least = linked;
  for (uint32_t ways = field_ways(field, cell); ways != 0; ways &= ways - 1) {
    uint32_t cost = field_cost_by(field, cell, low_zeros_32(ways));
    if (cost < least) least = cost;
  }
  return least;
}

/* A cell without a cost that one with a cost would give one to. */
static bool is_beyond(astar_field *field, Cell cell) {
  if (field_at(field, cell) != FIELD_NONE) return false;
  for (uint32_t ways = field_ways(field, cell); ways != 0; ways &= ways - 1)
    if (field_at(field, repair_neighbour(field, cell, low_zeros_32(ways))) != FIELD_NONE)
      return true;
  const Exit *exit;
  for (size_t at = 0; (exit = field_exit(field, cell, field->kind == FIELD_TO, &at)) != NULL;)
    if (exit_leads(field, exit)) return true;
  return false;
}

bool field_overflows(astar_field *field) {
  const Grid *grid = &field->map->grid;
  if (!field->high || field->bounded) return false;
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++)
      if (is_beyond(field, grid_cell(grid, x, y))) return true;
  return false;
}

/* ---- the open list --------------------------------------------------------------------------- */

static uint32_t bucket_width(const astar_field *field) {
  const View *view = &field->view;
  uint32_t width = 1u << (31 - high_zeros_32(view->least_straight));
  uint64_t most = view_costliest(view);
  while ((uint64_t)width * (BUCKET_QUEUE_RING / 2) < most) width *= 2;
  return width;
}

/* Memory has run out, or the callback has given up. */
static bool must_end(const astar_field *field) {
  return field->no_memory || field->view.aborted;
}

static void repair_begin(astar_field *field, uint32_t first_f) {
  node_pool_take_buckets(&field->map->node_pool, &field->open);
  if (!bucket_queue_begin(&field->open, &field->map->memory, first_f, bucket_width(field)))
    field->no_memory = true;
}

static void repair_end(astar_field *field) {
  astar_map *map = field->map;
  if (field->paused && !field->no_memory) return;
  node_pool_give_buckets(&map->node_pool, &map->memory, &field->open);
}

ALWAYS_INLINE void repair_push(astar_field *field, Cell cell, uint32_t cost) {
  ASTAR_ASSERT(cost != FIELD_NONE);
  if (!bucket_queue_push(&field->open, &field->map->memory, open_entry(cost, cell)))
    field->no_memory = true;
}

/* The next cell whose cost is still the one it was pushed with. */
ALWAYS_INLINE bool repair_next(astar_field *field, bool few, Cell *cell) {
  uint64_t entry;
  if (few && field->work >= field->until) {
    field->paused = true;
    return false;
  }
  while (!field->no_memory && bucket_queue_take(&field->open, FIELD_NONE - 1, &entry)) {
    *cell = open_cell(entry);
    uint32_t cost = repair_cost(field, few, *cell);
    ASTAR_ASSERT(cost <= open_f(entry));
    if (cost != open_f(entry)) continue;
    if (open_f(entry) > field->most - VIEW_COST_MAX) field->high = true;
    if (!bucket_queue_is_early(&field->open, entry)) {
      field->work++;
      return true;
    }
    repair_push(field, *cell, cost);
  }
  return false;
}

/* Notes a cell that has a new cost, or none any more, with the cost that it had. */
static void repair_touch(astar_field *field, Cell cell) {
  if (!memory_grow(&field->map->memory, field->touched, field->touched_count,
                   &field->touched_capacity)) {
    field->no_memory = true;
    return;
  }
  field->touched[field->touched_count++] = open_entry(field_at(field, cell), cell);
}

/* ---- spreading ------------------------------------------------------------------------------- */

/* The neighbours that a way by this cell might serve, if it costs them so much at the least. */
ALWAYS_INLINE uint32_t farther_around(const astar_field *field, bool few, Cell cell,
                                      uint32_t straight, uint32_t diagonal) {
  uint32_t farther = 0;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    uint32_t cost = direction >= FIRST_DIAGONAL ? diagonal : straight;
    bool is_farther = repair_cost(field, few, repair_neighbour(field, cell, direction)) > cost;
    farther |= (uint32_t)is_farther << direction;
  }
  return farther;
}

/* A cell of a field of few is about to get its first cost. False: it gets none. */
static bool repair_note(astar_field *field, Cell cell) {
  if (!memory_grow(&field->map->memory, field->reached, field->reached_count,
                   &field->reached_capacity)) {
    field->no_memory = true;
    return false;
  }
  field->reached[field->reached_count++] = cell;
  return true;
}

/* All cells of a field of flight of few have costs from the beginning. */
static bool repair_admits(astar_field *field, Cell cell) {
  return field->threats == NULL && repair_note(field, cell);
}

ALWAYS_INLINE void repair_offer(astar_field *field, bool few, Cell cell, uint32_t cost) {
  uint32_t before = repair_cost(field, few, cell);
  if (cost >= before || cost > field->most) return;
  if (few && before == FIELD_NONE && !repair_admits(field, cell)) return;
  if (repair_put(field, few, cell, cost)) repair_push(field, cell, cost);
}

/* Offers the way by a cell to those that would go through it. */
ALWAYS_INLINE void spread_to(astar_field *field, bool bare, bool few, Cell cell) {
  View *view = &field->view;
  if (!repair_can_enter(field, few, bare, cell) || is_threat(field, cell)) return;
  uint32_t cost = repair_cost(field, few, cell);
  int32_t penalty = repair_penalty(field, few, bare, cell);
  uint32_t straight = cost_after(cost, view_step(view, view->kind[cell], false, penalty));
  uint32_t diagonal = cost_after(cost, view_step(view, view->kind[cell], true, penalty));
  uint32_t ways = farther_around(field, few, cell, straight, diagonal);
  if (ways != 0) ways &= steps_into(field, cell, open_around(field, few, bare, cell));
  for (; ways != 0; ways &= ways - 1) {
    int direction = low_zeros_32(ways);
    Cell at = repair_neighbour(field, cell, direction);
    if (view->kind[at] != 0)
      repair_offer(field, few, at, direction >= FIRST_DIAGONAL ? diagonal : straight);
  }
}

/* Offers the way that has come to a cell to those that it could go on to. */
ALWAYS_INLINE void spread_from(astar_field *field, bool bare, bool few, Cell cell) {
  View *view = &field->view;
  uint32_t cost = repair_cost(field, few, cell);
  uint32_t ways = farther_around(field, few, cell, cost_after(cost, view->least_straight),
                                 cost_after(cost, view->least_diagonal));
  if (ways != 0) ways &= class_legal(field->query.cls, cell, open_around(field, few, bare, cell));
  for (; ways != 0; ways &= ways - 1) {
    int direction = low_zeros_32(ways);
    Cell at = repair_neighbour(field, cell, direction);
    uint32_t entering = view_step(view, view->kind[at], direction >= FIRST_DIAGONAL,
                                  repair_penalty(field, few, bare, at));
    repair_offer(field, few, at, cost_after(cost, entering));
  }
}

/* Both of these where it matters from which side a cell is entered. */
static void spread_sloped(astar_field *field, Cell cell) {
  View *view = &field->view;
  bool bare = view->bare, few = field->few, towards = field->kind == FIELD_TO;
  if (towards && (!repair_can_enter(field, few, bare, cell) || is_threat(field, cell))) return;
  uint32_t cost = field_at(field, cell);
  uint32_t ways = farther_around(field, few, cell, cost_after(cost, view->least_straight),
                                 cost_after(cost, view->least_diagonal));
  uint32_t open = ways != 0 ? open_around(field, few, bare, cell) : 0;
  ways &= towards ? steps_into(field, cell, open) : class_legal(field->query.cls, cell, open);
  for (; ways != 0; ways &= ways - 1) {
    int direction = low_zeros_32(ways);
    Cell at = repair_neighbour(field, cell, direction);
    ViewStep step = { cell, at, direction };
    if (towards) step = (ViewStep){ at, cell, direction_opposite(direction) };
    if (view->kind[at] == 0) continue;
    repair_offer(field, few, at, cost_after(cost, sloped_cost(field, few, step)));
  }
}

/* Offers the way by a cell over the links to it, or over those from it. */
static void spread_links(astar_field *field, Cell cell) {
  const Exit *exit;
  for (size_t at = 0; (exit = field_exit(field, cell, field->kind == FIELD_FROM, &at)) != NULL;)
    repair_offer(field, field->few, field->kind == FIELD_TO ? exit->from : exit->to,
                 field_cost_over(field, exit));
}

/* What is known of a field when this is compiled need not be asked at each cell. */
ALWAYS_INLINE void spread_all(astar_field *field, FieldKind kind, bool bare, bool watched,
                              bool few) {
  Cell cell;
  while (repair_next(field, few, &cell)) {
    if (watched) repair_touch(field, cell);
    if (kind == FIELD_TO) spread_to(field, bare, few, cell);
    else spread_from(field, bare, few, cell);
    if (field->view.exits != NULL) spread_links(field, cell);
    if (!bare && field->view.aborted) break;
  }
}

static void spread_all_sloped(astar_field *field) {
  Cell cell;
  bool watched = field->watched && field->repaired_from != 0;
  while (repair_next(field, field->few, &cell)) {
    if (watched) repair_touch(field, cell);
    spread_sloped(field, cell);
    if (field->view.exits != NULL) spread_links(field, cell);
    if (field->view.aborted) break;
  }
}

static void repair_spread(astar_field *field) {
  if (field->view.slopes != NULL) {
    spread_all_sloped(field);
    return;
  }
  bool bare = field->view.bare, watched = field->watched && field->repaired_from != 0;
  if (field->few) spread_all(field, field->kind, bare, watched, true);
  else if (watched) spread_all(field, FIELD_FROM, bare, true, false);
  else if (field->kind == FIELD_TO && bare) spread_all(field, FIELD_TO, true, false, false);
  else if (field->kind == FIELD_TO) spread_all(field, FIELD_TO, false, false, false);
  else if (bare) spread_all(field, FIELD_FROM, true, false, false);
  else spread_all(field, FIELD_FROM, false, false, false);
}

/* Spreads from the touched cells with a cost of at least `from`, but below `to`. */
static void spread_between(astar_field *field, uint32_t from, uint32_t to) {
  uint32_t least = to;
  for (size_t i = 0; i < field->touched_count; i++) {
    uint32_t cost = field_at(field, open_cell(field->touched[i]));
    if (cost >= from && cost < least) least = cost;
  }
  if (least == to || field->no_memory) return;
  repair_begin(field, least);
  for (size_t i = 0, count = field->touched_count; i < count && !field->no_memory; i++) {
    Cell cell = open_cell(field->touched[i]);
    uint32_t cost = field_at(field, cell);
    if (cost >= from && cost < to) repair_push(field, cell, cost);
  }
  repair_spread(field);
}

/* Between what threats can reach and what they cannot the open list would find a wide gap. */
static void spread_touched(astar_field *field) {
  uint32_t middle = field->threats != NULL ? FIELD_DANGER_LEAST : FIELD_NONE;
  spread_between(field, 0, middle);
  spread_between(field, middle, FIELD_NONE);
}

typedef void Visit(astar_field *field, Cell cell);

/* Calls `visit` for each cell of the part of a rectangle that lies on the map. */
static void for_rect(astar_field *field, astar_rect rect, Visit *visit) {
  const Grid *grid = &field->map->grid;
  rect = grid_clip(grid, rect);
  for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
    Cell row = grid_cell(grid, rect.x, y);
    for (int32_t i = 0; i < rect.width && !must_end(field); i++) visit(field, row + (Cell)i);
  }
}

/* ---- all ------------------------------------------------------------------------------------- */

static void spread_sources(astar_field *field) {
  repair_begin(field, 0);
  for (size_t i = 0; i < field->source_count && !field->no_memory; i++) {
    Cell cell = field->sources[i];
    if (field_cost_at_rest(field, cell) != 0 || field_at(field, cell) == 0) continue;
    if (field->few && !repair_note(field, cell)) break;
    if (repair_put(field, field->few, cell, 0)) repair_push(field, cell, 0);
  }
  repair_spread(field);
}

/* Where all steps cost the same, the costs are found in wavefronts. */
static bool is_uniform(const astar_field *field) {
  const Plane *plane = field->view.plane;
  return field->threats == NULL && !field->few && field->view.bare && plane->uniform &&
         field->view.exits == NULL &&
         wavefront_possible(field->query.cls, plane->cheapest);
}

static void spread_from_sources(astar_field *field, Wavefront *wavefront) {
  for (size_t i = 0; i < field->source_count && !field->no_memory; i++) {
    Cell cell = field->sources[i];
    if (field_cost_at_rest(field, cell) == 0 && field->cost[cell] != 0)
      field->no_memory = !wavefront_add(wavefront, cell);
  }
  if (!field->no_memory) field->no_memory = !wavefront_spread(wavefront, SIZE_MAX);
}

static void spread_uniform(astar_field *field) {
  Wavefront wavefront;
  WavefrontTask task = { field->query.cls, field->view.kind, field->view.plane->cheapest,
                         field->cost, field->most };
  wavefront_begin(&wavefront, &field->map->memory, &task);
  spread_from_sources(field, &wavefront);
  field->work += wavefront.reached;
  field->high = wavefront_bound(&wavefront) > (uint64_t)field->most - VIEW_COST_MAX;
  wavefront_end(&wavefront);
}

static void put_at_rest(astar_field *field, Cell cell) {
  field->cost[cell] = field_cost_at_rest(field, cell);
}

static bool is_safest_around(astar_field *field, Cell cell) {
  uint32_t cost = field_at(field, cell);
  if (linked_cost(field, cell) < cost) return false;
  for (uint32_t ways = field_ways(field, cell); ways != 0; ways &= ways - 1)
    if (field_cost_by(field, cell, low_zeros_32(ways)) < cost) return false;
  return true;
}

/* Every cell of a field of flight is a source. Those that a neighbour makes safer need not be
** looked at: they will be, when its turn has come. */
static void touch_if_safest(astar_field *field, Cell cell) {
  if (field_at(field, cell) != FIELD_NONE && is_safest_around(field, cell))
    repair_touch(field, cell);
}

/* A cost below that of all entries that wait is known. */
static bool repair_conclude(astar_field *field) {
  field->work += field->touched_count;
  field->far = FIELD_NONE;
  if (field->paused) field->far = field->open.turn << field->open.shift;
  repair_end(field);
  field->stale = field->no_memory;
  field->version++;
  return !field->no_memory;
}

void field_wipe(astar_field *field) {
  sparse_array_clear(&field->costs);
  sparse_array_clear(&field->penalties);
  field->reached_count = 0;
  field->paused = false;
  repair_end(field);
}

static void repair_clear(astar_field *field) {
  size_t cells = field->few ? field->reached_count : field->map->grid.cells;
  field->work += cells / PASSED_CELLS;
  if (field->few) field_wipe(field);
  else memset(field->cost, 0xff, cells * sizeof *field->cost);
  field->high = field->no_memory = false;
  field->repaired_from = 0;
  field->touched_count = 0;
  field->until = field->nodes > 0 ? field->work + field->nodes : UINT64_MAX;
}

/* The cell is one of a field of flight of few. */
static void repair_include(astar_field *field, Cell cell) {
  if (field_at(field, cell) != FIELD_NONE) return;
  uint32_t cost = field_cost_at_rest(field, cell);
  if (cost != FIELD_NONE && repair_note(field, cell)) repair_put(field, true, cell, cost);
}

/* What threats have come to, and the cells around that, which they have farther to go to. */
static void flee_few(astar_field *field) {
  const astar_field *threats = field->threats;
  const Exit *exit;
  for (size_t i = 0; i < threats->reached_count; i++) repair_include(field, threats->reached[i]);
  for (size_t i = 0; i < threats->reached_count && !field->no_memory; i++) {
    Cell cell = threats->reached[i];
    for (int direction = 0; direction < DIRECTIONS; direction++)
      repair_include(field, repair_neighbour(field, cell, direction));
    for (size_t at = 0; (exit = field_exit(field, cell, true, &at)) != NULL;)
      repair_include(field, exit->to);
  }
  field->work += field->reached_count / PASSED_CELLS;
  for (size_t i = 0; i < field->reached_count && !field->no_memory; i++)
    touch_if_safest(field, field->reached[i]);
  spread_touched(field);
}

bool field_resume(astar_field *field) {
  ASTAR_ASSERT(field->paused && !field->stale);
  field->paused = false;
  repair_spread(field);
  return repair_conclude(field);
}

bool field_compute(astar_field *field) {
  repair_clear(field);
  if (is_uniform(field)) {
    spread_uniform(field);
  } else if (field->threats == NULL) {
    spread_sources(field);
  } else if (field->few) {
    flee_few(field);
  } else {
    astar_rect all = { 0, 0, field->map->grid.width, field->map->grid.height };
    for_rect(field, all, put_at_rest);
    for_rect(field, all, touch_if_safest);
    spread_touched(field);
  }
  return repair_conclude(field);
}

/* ---- some ------------------------------------------------------------------------------------ */

/* Links with an end in a rectangle may cost something else by now, or lead nowhere: that concerns
** the cells at their other ends. */
static void for_exits_at(astar_field *field, astar_rect rect, Visit *visit) {
  const Exits *exits = field->view.exits;
  bool to = field->kind == FIELD_TO;
  for (size_t i = 0; exits != NULL && i < exits->count; i++) {
    const Exit *exit = &exits->list[i];
    astar_cell at = grid_position(&field->map->grid, to ? exit->to : exit->from);
    if (rect_has(rect, at.x, at.y)) visit(field, to ? exit->from : exit->to);
  }
}

/* Calls `visit` for each cell that the logs name, with `margin` cells around. */
static void for_changed(astar_field *field, int32_t margin, Visit *visit) {
  for (int i = 0; i < field->log_count; i++) {
    const FieldLog *log = &field->logs[i];
    for (uint64_t at = log->seen; at < log->changes->written; at++) {
      astar_rect rect = changes_at(log->changes, at);
      int32_t before = log->reach + margin;
      rect = (astar_rect){ rect.x - before, rect.y - before, rect.width + before + margin,
                           rect.height + before + margin };
      for_rect(field, rect, visit);
      if (margin > 0) for_exits_at(field, rect, visit);
    }
  }
}

/* The same for each cell whose own source has changed. */
static void for_sources(astar_field *field, Visit *visit) {
  const astar_field *threats = field->threats;
  if (threats == NULL || threats->version == field->threats_seen) return;
  for (size_t i = 0; i < threats->touched_count; i++) visit(field, open_cell(threats->touched[i]));
}

static void forget_penalty(astar_field *field, Cell cell) {
  view_forget_penalty(&field->view, cell);
}

/* Do the cell itself or a neighbour still allow it its cost? */
static bool is_supported(astar_field *field, Cell cell) {
  const View *view = &field->view;
  uint32_t cost = field->cost[cell];
  if (field_cost_at_rest(field, cell) <= cost || linked_cost(field, cell) <= cost) return true;
  if (cost < view->least_straight) return false;
  uint32_t diagonal = cost < view->least_diagonal ? 0 : cost - view->least_diagonal;
  uint32_t nearer = ~farther_around(field, false, cell, cost - view->least_straight, diagonal);
  for (uint32_t ways = nearer & field_ways(field, cell); ways != 0; ways &= ways - 1)
    if (field_cost_by(field, cell, low_zeros_32(ways)) <= cost) return true;
  return false;
}

/* A cell whose cost no neighbour supports is lost. */
static void drop_unsupported(astar_field *field, Cell cell) {
  if (field->cost[cell] == FIELD_NONE || is_supported(field, cell)) return;
  repair_touch(field, cell);
  field->cost[cell] = FIELD_NONE;
}

/* So much is lost that to find all again takes less time. */
static bool is_hopeless(const astar_field *field) {
  return field->touched_count > field->map->grid.cells / 8;
}

/* The cells that may have rested on a lost one over links. */
static void drop_linked(astar_field *field, Cell cell, uint32_t cost) {
  const Exit *exit;
  for (size_t at = 0; (exit = field_exit(field, cell, field->kind == FIELD_FROM, &at)) != NULL;) {
    Cell other = field->kind == FIELD_TO ? exit->from : exit->to;
    if (field->cost[other] > cost) drop_unsupported(field, other);
  }
}

/* Those that are farther than a lost cell may have rested on it. */
static void find_lost(astar_field *field) {
  for_changed(field, 1, drop_unsupported);
  for_sources(field, drop_unsupported);
  for (size_t i = 0; i < field->touched_count && !must_end(field) && !is_hopeless(field); i++) {
    Cell cell = open_cell(field->touched[i]);
    uint32_t cost = open_f(field->touched[i]);
    for (int direction = 0; direction < DIRECTIONS; direction++) {
      Cell at = repair_neighbour(field, cell, direction);
      if (field->cost[at] > cost) drop_unsupported(field, at);
    }
    drop_linked(field, cell, cost);
  }
}

static void repair_improve(astar_field *field, Cell cell) {
  uint32_t cost = allowed_cost(field, cell);
  if (cost >= field->cost[cell]) return;
  repair_touch(field, cell);
  field->cost[cell] = cost;
}

static void find_improved(astar_field *field) {
  for (size_t i = 0; i < field->touched_count; i++) {
    Cell cell = open_cell(field->touched[i]);
    field->cost[cell] = allowed_cost(field, cell);
  }
  for_changed(field, 1, repair_improve);
  for_sources(field, repair_improve);
}

bool field_repair(astar_field *field) {
  field->no_memory = false;
  field->repaired_from = field->version;
  field->touched_count = 0;
  if (!field->view.bare) for_changed(field, 0, forget_penalty);
  find_lost(field);
  if (is_hopeless(field)) return field_compute(field);
  if (!must_end(field)) find_improved(field);
  if (!must_end(field)) spread_touched(field);
  return repair_conclude(field);
}

const char *field_validate(astar_field *field) {
  const Grid *grid = &field->map->grid;
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++) {
      Cell cell = grid_cell(grid, x, y);
      if (field->few && field_at(field, cell) == FIELD_NONE) continue;
      if (field_at(field, cell) != allowed_cost(field, cell))
        return "a cell of a field has a cost that its neighbours do not allow";
    }
  return bucket_queue_validate(&field->open);
}
