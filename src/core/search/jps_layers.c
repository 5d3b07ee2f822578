/*
** Jump point search for maps on which layers change the costs of few cells. It works over a plane
** on which all steps cost the same, with a cost cache (cost_cache.h) that knows which cells are
** rough (rough.h). Compare M. Carlson, S. Moghadam, D. Harabor et al., "Optimal Pathfinding on
** Weighted Grid Maps", AAAI 2023.
**
** Around a cell that is not rough the plane's costs hold. There this is jump point search by the
** plane's tables, except that scans and sweeps also end at rough cells. Over rough cells it walks
** as JPSW does, by the steps worth following in the cost cache. The goal is treated as a rough
** cell.
**
** The tables cannot tell what a scan sideways from a diagonal will find, because a rough cell may
** lie before it. So a sweep scans to both sides of each of its cells.
**
** What jps_search.c says of the canonical path and of runs holds here too: no run leads over a
** rough cell; all runs end there.
*/
#include "jps_layers.h"

#include <string.h>

#include "../base/builtin.h"
#include "../view/cost_cache_hold.h"
#include "crossing.h"
#include "heuristic.h"
#include "jps_place.h"
#include "jps_search.h"

/* A direction, as a walk over rough cells needs it: the columns of the cost cache's rows that
** matter, and how far it moves; in bytes, for the reasons in jpsw_search.c. */
typedef struct JpsLayersCourse {
  ptrdiff_t offset;                 /* from node to node */
  const char *cost, *drop;          /* in the first row */
  Node direction;                   /* as part of a node, with a run of one step */
} JpsLayersCourse;

/* What the loops need, gathered from the search. */
typedef struct JpsLayers {
  astar_search *search;
  const Jumps *jumps;
  const Rough *rough;
  CostCache *cache;
  Node *nodes;
  JpsLayersCourse courses[DIRECTIONS];
  JpsPlace step[DIRECTIONS];        /* what one step changes in a place, on cells without layers */
  uint32_t straight, diagonal;      /* what it costs */
  uint32_t limit;                   /* no F beyond is of use: the best goal, or what fits */
  Node costliest;                     /* no node beyond is of use: the last one with that G */
  Cell goal;
  JpsPlace *found, *found_end;      /* stops that are still to be reached */
  Heuristic heuristic;
} JpsLayers;

#define JPS_LAYERS_FOUND_MAX 256

/* ---- where it is exact ---------------------------------------------------------------------- */

/* The part of the map that may be influenced, and that may be rough: else nearly every cell has to
** be looked at, and JPSW is faster. */
#define INFLUENCED_PART 32
#define ROUGH_PART 8

/* In narrow mazes and rubble, where most cells are jump points, JPSW is faster, too. So many cells
** to each side of the start are looked at. */
#define JUMP_POINTS_AROUND 8

static bool has_many_jump_points(const astar_search *search, const Jumps *jumps) {
  const Grid *grid = &search->map->grid;
  int32_t side = 2 * JUMP_POINTS_AROUND, open = 0, forced = 0;
  astar_rect around = grid_clip(grid, (astar_rect){ search->start_x - JUMP_POINTS_AROUND,
                                                    search->start_y - JUMP_POINTS_AROUND,
                                                    side, side });
  for (int32_t y = around.y; y < around.y + around.height; y++) {
    Cell first = grid_cell(grid, around.x, y);
    for (Cell cell = first; cell < first + (Cell)around.width; cell++) {
      open += search->view.kind[cell] != 0;
      forced += (jumps->info[cell] & 0xff) != 0;
    }
  }
  return 2 * forced > open;
}

static bool is_sparse(const View *view) {
  size_t filled = 0;
  for (int i = 0; i < view->influence_count; i++) {
    influence_find_bounds(view->influences[i].influence);
    filled += view->influences[i].influence->filled;
  }
  return filled <= view->map->grid.cells / INFLUENCED_PART;
}

/* With `partial` a search may have to visit every cell that it can reach, which this one does not.
*/
const char *jps_layers_objection(const astar_search *search) {
  const astar_query *query = &search->query;
  const char *objection = jps_search_needs(search);
  if (objection != NULL) return objection;
  if (search->view.bare && search->view.exits == NULL) return "no layer applies";
  if (query->extra_cost != NULL) return "it calls no 'extra_cost'";
  if (query->partial) return "it finds no partial paths";
  return search->view.least_penalty < 0 ? "an influence map makes cells cheaper" : NULL;
}

bool jps_layers_pays(astar_search *search, bool *pays) {
  const View *view = &search->view;
  *pays = jps_layers_objection(search) == NULL && search->progress.restarts == 0 &&
          is_sparse(view);
  if (!*pays) {
    search->cost_cache->rough_known = false;         /* it will not be asked again soon */
    return true;
  }
  const Jumps *jumps = plane_jumps(view->plane);
  if (jumps == NULL) return false;
  *pays = !has_many_jump_points(search, jumps);
  size_t most = view->map->grid.cells / ROUGH_PART;
  return !*pays || cost_cache_find_rough(search->cost_cache, view, most, pays);
}

/* ---- reaching cells -------------------------------------------------------------------------- */

static void jps_layers_set_limit(JpsLayers *jps, uint32_t limit) {
  jps->limit = limit;
  jps->costliest = node_last(jps->search->nodes.epoch, limit);
}

static Cell cell_of(const JpsLayers *jps, const Node *at) {
  return (Cell)(at - jps->nodes);
}

static JpsPlace jps_layers_place(const JpsLayers *jps, const Node *at, Node node) {
  const Grid *grid = &jps->search->map->grid;
  astar_cell position = grid_position(grid, cell_of(jps, at));
  return (JpsPlace){ node, spot_of(grid, position.x, position.y) };
}

/* A cell is left aside, being too dear. */
static bool jps_layers_pass_over(JpsLayers *jps) {
  jps->search->overflowed |= jps->search->bound == UINT32_MAX;
  return true;
}

/* Opens a cell from which there is more than one way to go, unless F is of no use. */
ALWAYS_INLINE bool jps_layers_open_at(JpsLayers *jps, Node *at, Node node) {
  astar_search *search = jps->search;
  Cell cell = cell_of(jps, at);
  astar_cell position = grid_position(&search->map->grid, cell);
  uint64_t f = node_g(node) + heuristic_estimate(&jps->heuristic, cell, position);
  if (f > jps->limit) return jps_layers_pass_over(jps);
  if (dead_end_filter_skips(&search->dead_end_filter, cell)) return true;
  *at = node | NODE_OPEN;
  return search_push(search, open_entry((uint32_t)f, cell));
}

static bool jps_layers_arrive(JpsLayers *jps, Node node) {
  astar_search *search = jps->search;
  jps->nodes[jps->goal] = node;
  search->bound = node_g(node);
  search->arrival = (Arrival){ .node = jps->goal };
  jps_layers_set_limit(jps, search->bound);
  return true;
}

/* Is this the better way into a cell? */
ALWAYS_INLINE bool jps_layers_improves(const JpsLayers *jps, const Node *at, Node node) {
  if (node_rank(node) < node_rank(*at)) return true;
  if (node_rank(node) == node_rank(*at))
    jps_place_break_tie(jps->nodes, jps->step, jps_layers_place(jps, at, node));
  return false;
}

/* ---- finding stops --------------------------------------------------------------------------- */

static void jps_layers_find(JpsLayers *jps, JpsPlace stop) {
  Cell cell = spot_cell(stop.spot);
  const void *row = &jps->cache->rows[cell], *info = &jps->jumps->info[cell];
  PREFETCH(&jps->nodes[cell]);
  PREFETCH(rough_has(jps->rough, cell) ? row : info);
  *jps->found_end++ = stop;
}

/* How many steps to the next stop, from the cell with that line bit; 0: it is a wall. That is what
** the tables say where the scan does not `hit` a jump point, if no rough cell comes first. */
ALWAYS_INLINE int32_t jps_layers_scan(const JpsLayers *jps, int direction, int64_t bit, bool hits) {
  const uint64_t *rough = jps->rough->bits[direction];
  int32_t steps = jumps_scan_both(jps->jumps, rough, direction, bit);
  int64_t end = bit + steps;
  return hits || (rough[end >> 6] >> (end & 63) & 1) ? steps : 0;
}

static void jps_layers_scan_from(JpsLayers *jps, JpsPlace from, int direction) {
  const Jumps *jumps = jps->jumps;
  const int32_t x = spot_x(from.spot), y = spot_y(from.spot);
  int64_t bit = line_bit(&jumps->straight[direction], x, y);
  bool hits = INFO_MEETS(jumps->info[spot_cell(from.spot)]) >> direction & 1;
  if (!hits && jps->rough->last[direction][rough_line(direction, x, y)] <= bit) return;
  int32_t steps = jps_layers_scan(jps, direction, bit, hits);
  from.node = node_turn(from.node, direction);
  if (steps > 0) jps_layers_find(jps, jps_place_go(from, jps->step[direction], steps));
}

/* ---- walking over rough cells ---------------------------------------------------------------- */

/* A walk comes with this node to a rough cell of which the row does not say what to follow: it is
** the goal, or not worked out, or cannot be entered. True: what to follow is known now. `opens`:
** there is an exit, so the cell is to be opened. */
static bool jps_layers_examine(JpsLayers *jps, Cell cell, Node node, bool *opens) {
  CostCache *cache = jps->cache;
  View *view = &jps->search->view;
  *opens = false;
  if (cost_cache_cost(cache, view, cell, false) == NEIGHBOURHOOD_BLOCKED) return false;
  if (cell == jps->goal) return jps_layers_arrive(jps, node) && false;
  *opens = crossing_at(jps->search, cell);
  if (*opens) return false;
  cost_cache_work_out(cache, view, cell, node_direction(node));
  return true;
}

/*
** A rough cell was reached, with a node that does not yet include the cost of entering it.
** Continues as long as only one direction is worth following. Where that leads off the rough cells,
** a scan finds the next stop; a sweep waits in the open list. False: no memory.
*/
static bool reach_rough(JpsLayers *jps, Node *at, Node node) {
  int direction = node_direction(node);
  for (;;) {
    const JpsLayersCourse *course = &jps->courses[direction];
    const size_t row = (size_t)((char *)at - (char *)jps->nodes) * 2;
    uint32_t cost = *(const uint32_t *)(course->cost + row);
    if (cost == 0)
      cost = cost_cache_cost(jps->cache, &jps->search->view, cell_of(jps, at),
                             direction >= FIRST_DIAGONAL);
    node += (Node)cost << NODE_G_SHIFT;
    if (!jps_layers_improves(jps, at, node)) return true;
    uint8_t drop = *(const uint8_t *)(course->drop + row);
    if (node > jps->costliest) return cost == NEIGHBOURHOOD_BLOCKED || jps_layers_pass_over(jps);
    if (drop == 0) {
      bool opens;
      if (!jps_layers_examine(jps, cell_of(jps, at), node, &opens))
        return !opens || jps_layers_open_at(jps, at, node);
      drop = *(const uint8_t *)(course->drop + row);
    }
    uint32_t follow = (uint8_t)~drop;
    if ((follow & (follow - 1)) != 0) return jps_layers_open_at(jps, at, node);
    if (follow == 0) {
      *at = node;
      return true;
    }
    direction = low_zeros_32(follow);
    course = &jps->courses[direction];
    Node *next = (Node *)((char *)at + course->offset);
    bool rough = rough_has(jps->rough, cell_of(jps, next));
    if (!rough && direction >= FIRST_DIAGONAL) return jps_layers_open_at(jps, at, node);
    *at = node;
    if (!rough) {
      jps_layers_scan_from(jps, jps_layers_place(jps, at, node), direction);
      return true;
    }
    node = (node >> NODE_G_SHIFT << NODE_G_SHIFT) | course->direction;
    at = next;
  }
}

/* Goes a step in a direction, to a rough cell, from one with the node `way`, of which epoch and G
** are given. False: no memory. */
ALWAYS_INLINE bool jps_layers_walk(JpsLayers *jps, Node *at, Node way, int direction) {
  const JpsLayersCourse *course = &jps->courses[direction];
  return reach_rough(jps, (Node *)((char *)at + course->offset), way | course->direction);
}

/* A stop was reached that a scan or sweep has found. False: no memory. */
static bool jps_layers_reach(JpsLayers *jps, JpsPlace place) {
  Cell cell = spot_cell(place.spot);
  Node *at = &jps->nodes[cell];
  if (rough_has(jps->rough, cell)) {
    bool diagonal = node_direction(place.node) >= FIRST_DIAGONAL;
    uint32_t usual = diagonal ? jps->diagonal : jps->straight;
    return reach_rough(jps, at, place.node - ((Node)usual << NODE_G_SHIFT));
  }
  if (!jps_layers_improves(jps, at, place.node)) return true;
  return place.node > jps->costliest ? jps_layers_pass_over(jps)
                                     : jps_layers_open_at(jps, at, place.node);
}

/* In the order in which they were found, so that their nodes have been fetched. At each stop at
** most one more is found, in place of one that was reached. */
static bool jps_layers_reach_found(JpsLayers *jps) {
  while (jps->found_end > jps->found) {
    const JpsPlace *end = jps->found_end;
    jps->found_end = jps->found;
    for (const JpsPlace *stop = jps->found; stop < end; stop++)
      if (!jps_layers_reach(jps, *stop)) return false;
  }
  return true;
}

/* ---- sweeping -------------------------------------------------------------------------------- */

/* Marks a cell of a sweep from which scans have found something. False: it was reached better
** before, and the sweep ends there. */
static bool jps_layers_mark(JpsLayers *jps, JpsPlace place) {
  Node *known = &jps->nodes[spot_cell(place.spot)];
  if (node_rank(*known) < node_rank(place.node) || place.node > jps->costliest) return false;
  if (node_rank(*known) == node_rank(place.node))
    jps_place_break_tie(jps->nodes, jps->step, place);
  else
    *known = place.node;
  return true;
}

/* By how many bits a diagonal step moves along a straight line. */
static int64_t jps_layers_slant(const Line *line, int diagonal) {
  return line->ax * DIRECTION_X[diagonal] + line->ay * DIRECTION_Y[diagonal];
}

/* Was the cell from which a scan has found a stop passed before, by a run to the same stop that was
** as cheap there? */
static bool is_passed(const JpsLayers *jps, JpsPlace stop, int32_t steps) {
  Cell cell = spot_cell(stop.spot);
  Node known = jps->nodes[cell];
  bool over = node_direction(known) == node_direction(stop.node) &&
              node_run(known) > (uint32_t)steps;
  if (!over || !node_in_epoch(known, jps->search->nodes.epoch)) return false;
  uint32_t extra = 0;
  if (rough_has(jps->rough, cell)) extra = jps->cache->rows[cell].cost[0] - jps->straight;
  return known >> NODE_G_SHIFT <= (stop.node >> NODE_G_SHIFT) + extra;
}

/* Scans to one side of a sweep, unless there is neither a jump point nor, up to the `last` one of
** the line, a rough cell. False: the sweep need not go on. */
ALWAYS_INLINE bool jps_layers_scan_aside(JpsLayers *jps, JpsPlace from, int direction, int64_t bit,
                                         bool hits, int64_t last) {
  if (!hits && last <= bit) return true;
  int32_t steps = jps_layers_scan(jps, direction, bit, hits);
  if (steps == 0) return true;
  from.node = node_turn(from.node, direction);
  JpsPlace stop = jps_place_go(from, jps->step[direction], steps);
  jps_layers_find(jps, stop);
  return !is_passed(jps, stop, steps);
}

/* Follows a diagonal to its end, or to the first rough cell. False: no memory. */
static bool jps_layers_sweep(JpsLayers *jps, JpsPlace from, int diagonal) {
  const Jumps *jumps = jps->jumps;
  const int across = direction_across(diagonal), down = direction_down(diagonal);
  const Line *rows = &jumps->straight[across], *columns = &jumps->straight[down];
  const int64_t across_ahead = jps_layers_slant(rows, diagonal);
  const int64_t down_ahead = jps_layers_slant(columns, diagonal);
  const DiagonalWord *words = jumps->diagonals[diagonal - FIRST_DIAGONAL];
  const int32_t x = spot_x(from.spot), y = spot_y(from.spot);
  int64_t bit = line_bit(&jumps->diagonal[diagonal - FIRST_DIAGONAL], x, y);
  int64_t across_bit = line_bit(rows, x, y), down_bit = line_bit(columns, x, y);
  const int64_t *across_last = jps->rough->last[across] + rough_line(across, x, y);
  const int64_t *down_last = jps->rough->last[down] + rough_line(down, x, y);
  from.node = node_turn(from.node, diagonal);
  for (;;) {
    const DiagonalWord *word = &words[++bit >> 6];
    if (word->stop >> (bit & 63) & 1) return true;
    from = jps_place_go(from, jps->step[diagonal], 1);
    across_bit += across_ahead;
    down_bit += down_ahead;
    across_last += DIRECTION_Y[diagonal];
    down_last += DIRECTION_X[diagonal];
    if (rough_has(jps->rough, spot_cell(from.spot))) {
      jps_layers_find(jps, from);
      return true;
    }
    JpsPlace *before = jps->found_end;
    bool hits = word->across >> (bit & 63) & 1, hits_down = word->down >> (bit & 63) & 1;
    bool goes_on = jps_layers_scan_aside(jps, from, across, across_bit, hits, *across_last) &&
                   jps_layers_scan_aside(jps, from, down, down_bit, hits_down, *down_last);
    if (!goes_on || (jps->found_end > before && !jps_layers_mark(jps, from))) {
      jps->found_end = before;
      return true;
    }
    bool full = jps->found_end - jps->found > JPS_LAYERS_FOUND_MAX - 3;
    if (full && !jps_layers_reach_found(jps)) return false;
  }
}

/* ---- the engine ------------------------------------------------------------------------------ */

/* The goal costs what it does now, as all cells that are not rough. */
static astar_status jps_layers_begin(astar_search *search, uint32_t f) {
  if (plane_jumps(search->view.plane) == NULL || !search_begin_nodes(search, 0) ||
      !search_begin_buckets(search, f, search_bucket_width(search)))
    return ASTAR_NO_MEMORY;
  Cell goal = grid_cell(&search->map->grid, search->goal.cells.x, search->goal.cells.y);
  cost_cache_cost(search->cost_cache, &search->view, goal, false);
  search->nodes.words[search->start] = node_make(search->nodes.epoch, 0, NO_DIRECTION, 0) |
                                       NODE_OPEN;
  return search_push(search, open_entry(f, search->start)) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static JpsLayersCourse jps_layers_make_course(const astar_search *search, int direction) {
  const CostCacheRow *first = search->cost_cache->rows;
  return (JpsLayersCourse){
    .offset = direction_offset(&search->map->grid, direction) * (ptrdiff_t)sizeof(Node),
    .cost = (const char *)&first->cost[direction >= FIRST_DIAGONAL],
    .drop = (const char *)&first->drop[direction],
    .direction = (Node)direction << NODE_RANK_SHIFT | 1
  };
}

static JpsLayers jps_layers_prepare(astar_search *search, JpsPlace *found) {
  const Grid *grid = &search->map->grid;
  const View *view = &search->view;
  JpsLayers jps = { .search = search, .jumps = view->plane->jumps,
                  .rough = search->cost_cache->rough, .cache = search->cost_cache,
                  .nodes = search->nodes.words,
                  .straight = view->least_straight, .diagonal = view->least_diagonal,
                  .goal = grid_cell(grid, search->goal.cells.x, search->goal.cells.y),
                  .found = found, .found_end = found,
                  .heuristic = heuristic_best(search) };
  for (int i = 0; i < DIRECTIONS; i++) {
    jps.courses[i] = jps_layers_make_course(search, i);
    jps.step[i].node = node_step(i < FIRST_DIAGONAL ? jps.straight : jps.diagonal);
    jps.step[i].spot = spot_step(grid, i);
  }
  jps_layers_set_limit(&jps, search->bound < UINT32_MAX ? search->bound : UINT32_MAX - 1);
  return jps;
}

/* Goes in a direction from a cell that is not rough; or to one that is not. False: no memory. */
static bool jps_layers_leave(JpsLayers *jps, JpsPlace from, int direction) {
  if (direction >= FIRST_DIAGONAL) return jps_layers_sweep(jps, from, direction);
  jps_layers_scan_from(jps, from, direction);
  return true;
}

/* The steps worth following from a rough cell. Where there is an exit, walks are to look closely
** again. */
static uint32_t jps_layers_follow(const JpsLayers *jps, Cell cell, int came) {
  const uint8_t *drop = &jps->cache->rows[cell].drop[came];
  if (*drop == 0) cost_cache_work_out(jps->cache, &jps->search->view, cell, came);
  uint32_t follow = (uint8_t)~*drop;
  if (crossing_at(jps->search, cell)) cost_cache_row_to_write(jps->cache, cell)->drop[came] = 0;
  return follow;
}

/* Takes the exits of a cell that is expanded. False: no memory. */
static bool jps_layers_cross(JpsLayers *jps, Cell cell, uint32_t g) {
  astar_search *search = jps->search;
  const Exit *exit;
  size_t count = exits_at(search->view.exits, cell, &exit);
  for (; count > 0; count--, exit++) {
    uint32_t straight = cost_cache_cost(jps->cache, &search->view, exit->to, false);
    if (straight == NEIGHBOURHOOD_BLOCKED || search->view.kind[exit->to] == 0) continue;
    uint64_t sum = (uint64_t)g + view_exit_cost(&search->view, exit, straight);
    if (sum > jps->limit) {
      jps_layers_pass_over(jps);
      continue;
    }
    Node *at = &jps->nodes[exit->to];
    Node node = node_make(search->nodes.epoch, (uint32_t)sum, NO_DIRECTION, 0);
    crossing_note(search, exit, (uint32_t)sum);
    if (node_rank(node) >= node_rank(*at)) continue;
    if (exit->to == jps->goal) jps_layers_arrive(jps, node);
    else if (!jps_layers_open_at(jps, at, node)) return false;
  }
  return true;
}

/* Goes in the directions worth it from an open node. Only of those from a rough cell, from the
** start and from the end of a link is it known that a step can be made. False: no memory. */
static bool jps_layers_expand(JpsLayers *jps, Node *at) {
  Cell cell = cell_of(jps, at);
  int came = node_direction(*at);
  uint32_t g = node_g(*at), follow;
  bool start = came == NO_DIRECTION, rough = rough_has(jps->rough, cell);
  if (start) follow = search_first_steps(jps->search, cell);
  else if (rough) follow = jps_layers_follow(jps, cell, came);
  else follow = jps_follow[came][INFO_FORCED(jps->jumps->info[cell], came)];
  JpsPlace place = jps_layers_place(jps, at, *at);
  Node way = *at >> NODE_G_SHIFT << NODE_G_SHIFT;
  for (; follow != 0; follow &= follow - 1) {
    int direction = low_zeros_32(follow);
    Cell next = cell + (Cell)direction_offset(&jps->search->map->grid, direction);
    bool walks = (start || rough) && rough_has(jps->rough, next);
    if (!(walks ? jps_layers_walk(jps, at, way, direction)
                : jps_layers_leave(jps, place, direction)))
      return false;
  }
  return jps_layers_reach_found(jps) &&
         (!crossing_at(jps->search, cell) || jps_layers_cross(jps, cell, g));
}

static astar_status run_jps_layers(JpsLayers *jps, uint32_t until) {
  astar_search *search = jps->search;
  BucketQueue *open = &search->buckets;
  uint64_t entry;
  while (bucket_queue_take(open, jps->limit, &entry)) {
    Node *at = &jps->nodes[open_cell(entry)];
    if (!(*at & NODE_OPEN) || open_f(entry) > jps->limit) continue;
    if (bucket_queue_is_early(open, entry)) {
      if (!search_push(search, entry)) return ASTAR_NO_MEMORY;
      continue;
    }
    if (search->expanded >= until) {
      bucket_queue_put_back(open);
      return ASTAR_RUNNING;
    }
    *at &= ~NODE_OPEN;
    search->expanded++;
    if (!jps_layers_expand(jps, at)) return ASTAR_NO_MEMORY;
  }
  return search_outcome(search);
}

/* Makes a cell a rough one of which nothing is known to be worth following: so all scans and sweeps
** end at it, and walks look closely. */
static void jps_layers_mark_stop(const JpsLayers *jps, Cell cell) {
  CostCache *cache = jps->cache;
  astar_cell at = grid_position(&jps->search->map->grid, cell);
  rough_put(cache->rough, at.x, at.y, true);
  CostCacheRow *row = cost_cache_row_to_write(cache, cell);
  memset(row->drop, 0, sizeof row->drop);
}

/* What it is without. */
static void jps_layers_unmark_stop(const JpsLayers *jps, Cell cell) {
  astar_cell at = grid_position(&jps->search->map->grid, cell);
  rough_update(jps->cache->rough, (astar_rect){ at.x, at.y, 1, 1 }, jps->cache->units.near);
}

/* The goal is one meanwhile, and the cells with exits. */
static astar_status jps_layers_run(astar_search *search, uint32_t until) {
  JpsPlace found[JPS_LAYERS_FOUND_MAX];
  JpsLayers jps = jps_layers_prepare(search, found);
  const Exits *exits = search->view.exits;
  size_t exit_count = exits != NULL ? exits->count : 0;
  for (size_t i = 0; i < exit_count; i++) jps_layers_mark_stop(&jps, exits->list[i].from);
  jps_layers_mark_stop(&jps, jps.goal);
  astar_status status = run_jps_layers(&jps, until);
  for (size_t i = 0; i < exit_count; i++) jps_layers_unmark_stop(&jps, exits->list[i].from);
  jps_layers_unmark_stop(&jps, jps.goal);
  return status;
}

/* The plane is what it was, or it would begin again. Cells that are not rough have been passed by
** what the plane says of all cells around them: so no other cells may become rough. */
static astar_status jps_layers_resume(astar_search *search) {
  if (!cost_cache_knows_rough(search->cost_cache)) return ASTAR_CHANGING;
  if (plane_jumps(search->view.plane) == NULL) return ASTAR_NO_MEMORY;
  CostCacheHolder holder = { &search->nodes, search->view.exits, search->start, search->goal.cells,
                         true };
  cost_cache_hold(search->cost_cache, &holder);
  return ASTAR_RUNNING;
}

const Engine JPS_LAYERS = {
  ASTAR_ENGINE_JPS_LAYERS, jps_layers_begin, jps_layers_run,
  .resume = jps_layers_resume,
  .find_best = search_find_best,
  .keeps_runs = true
};
