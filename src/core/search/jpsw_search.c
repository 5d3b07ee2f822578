/*
** JPSW: jump point search for weighted grids (M. Carlson, S. Moghadam, D. Harabor et al., "Optimal
** Pathfinding on Weighted Grid Maps", AAAI 2023), as far as it goes without scans. It is A* that
** follows only the steps worth following (neighbourhood.h), and walks straight on through cells
** from which only one direction is worth following, without putting them into the open list.
**
** What astar_search.c says of ties and the canonical path holds here too, with two additions. A
** closed cell that is reached at the same cost in a smaller direction is opened again, because then
** other steps are worth following. And cells that were only walked through count as closed.
**
** What is known of a cell is in a row: the row of its pattern (pattern.h) or, with layers, its own
** row in a cost cache (cost_cache.h).
**
** Most time is spent in the inner loop of `jpsw_walk`. On patterns a step reads one node, which
** holds the number of the cell's pattern, and one row of the table of patterns. A goal is a
** pattern, too, written into its nodes while the engine runs. Offsets and columns are in bytes:
** with indices the compiler makes a special case of steps to the east, and branches that the
** processor cannot foresee. The loop is compiled twice, for patterns and for a cost cache.
*/
#include "jpsw_search.h"

#include <string.h>

#include "../base/assert.h"
#include "../base/builtin.h"
#include "../view/cost_cache_hold.h"
#include "crossing.h"
#include "goal.h"
#include "heuristic.h"

/* A direction, as a walk needs it: the columns of the rows that matter, and how far it moves. */
typedef struct JpswCourse {
  ptrdiff_t offset;                 /* from node to node, in bytes */
  const char *cost, *follow;        /* in the first row */
  Node direction;                   /* as part of a node */
  uint8_t straight_on;              /* what `follow` says where there is only one way: on */
} JpswCourse;

/* Where the rows are. */
typedef enum JpswGround {
  OVER_PATTERNS, OVER_SLOPES, OVER_CACHE, OVER_SLOPED_CACHE
} JpswGround;

/* What the loops need, gathered from the search. */
typedef struct Jpsw {
  astar_search *search;
  const Patterns *patterns;
  Node *nodes;
  const Pattern *table;             /* patterns; */
  const PatternSteps *steps;
  const PatternCosts *costs;        /* where slopes count; */
  CostCache *cache;                 /* or a cost cache */
  JpswCourse courses[DIRECTIONS];
  Node last_useful;                 /* no word beyond is of use: its G is too large */
  uint32_t limit;                   /* no F beyond is of use */
  Heuristic heuristic;
} Jpsw;

const char *jpsw_search_objection(const astar_search *search) {
  const astar_query *query = &search->query;
  bool estimate = query->heuristic == ASTAR_OCTILE || query->heuristic == ASTAR_NO_HEURISTIC;
  if (search->targets.request.wanted > 0) return "it searches for one goal only";
  if (query->turn_cost > 0) return "it knows no cost of turning";
  if (query->extra_cost != NULL) return "it calls no 'extra_cost'";
  if (search->view.traffic != NULL) return "it knows no traffic";
  if (goal_is_round(search)) return "of hexagons it knows no 'within'";
  if (!estimate) return "its heuristic is 'octile' or 'none'";
  return search->exact ? NULL : "its 'heuristic_weight' is 1";
}

astar_status jpsw_search_prepare(astar_search *search, bool caches, bool *possible) {
  View *view = &search->view;
  *possible = true;
  if (view->bare && !caches) {
    const Patterns *patterns = plane_patterns(view->plane);
    if (patterns == NULL) return ASTAR_NO_MEMORY;
    *possible = !patterns->too_varied;
    /* Heights make many kinds, and so many patterns: a cost cache takes more memory, and no notice.
    ** */
    if (*possible || view->slopes == NULL) return ASTAR_OK;
    *possible = true;
  }
  search->cost_cache = cost_cache_take(view);
  return search->cost_cache != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}

ALWAYS_INLINE uint64_t jpsw_f(const Jpsw *jpsw, Cell cell, uint64_t g) {
  astar_cell at = grid_position(&jpsw->search->map->grid, cell);
  return g + heuristic_estimate(&jpsw->heuristic, cell, at);
}

static void jpsw_set_limit(Jpsw *jpsw, uint32_t limit) {
  jpsw->limit = limit;
  jpsw->last_useful = node_last(jpsw->search->nodes.epoch, limit);
}

static bool is_goal(const Jpsw *jpsw, Cell cell) {
  return heuristic_is_goal(&jpsw->heuristic, grid_position(&jpsw->search->map->grid, cell));
}

/* A goal was reached. Among several at the same cost the first in reading order is taken. */
static void jpsw_arrive(Jpsw *jpsw, Node *at, Node node) {
  astar_search *search = jpsw->search;
  Cell cell = (Cell)(at - jpsw->nodes);
  *at = node | (*at & NODE_LOW);
  if (node_g(node) == search->bound && cell > search->arrival.node) return;
  search->bound = node_g(node);
  search->arrival = (Arrival){ .node = cell };
  jpsw_set_limit(jpsw, search->bound);
}

/* Opens a cell from which there is more than one way to go, unless F is of no use. */
ALWAYS_INLINE bool jpsw_open_at(Jpsw *jpsw, Node *at, Node node) {
  astar_search *search = jpsw->search;
  Cell cell = (Cell)(at - jpsw->nodes);
  uint64_t f = jpsw_f(jpsw, cell, node_g(node));
  if (f > jpsw->limit) {
    search->overflowed = true;
    return true;
  }
  if (dead_end_filter_skips(&search->dead_end_filter, cell)) return true;
  *at = node | NODE_OPEN | node_pattern(*at);
  return search_push(search, open_entry((uint32_t)f, cell));
}

/* ---- cells of which more is to be found out than their row says ------------------------------ */

/* Of a step into a cell where slopes count. */
static uint32_t find_sloped_cost(Jpsw *jpsw, Cell cell, int direction) {
  if (jpsw->cache == NULL) return jpsw->costs[jpsw->patterns->of[cell]].cost[direction];
  ViewStep step = { cell - jpsw->cache->around[direction], cell, direction };
  return cost_cache_step(jpsw->cache, &jpsw->search->view, step);
}

/* Of a step into a cell, up to slopes. */
static uint32_t find_cost(Jpsw *jpsw, Cell cell, bool diagonal) {
  View *view = &jpsw->search->view;
  if (jpsw->cache == NULL) return jpsw->table[jpsw->patterns->of[cell]].cost[diagonal];
  if (!jpsw->cache->sloped) return cost_cache_cost(jpsw->cache, view, cell, diagonal);
  ASTAR_ASSERT(!diagonal);          /* from nowhere */
  return cost_cache_step(jpsw->cache, view, (ViewStep){ cell, cell, NO_DIRECTION });
}

static bool minds_slopes(const Jpsw *jpsw) {
  return jpsw->costs != NULL || (jpsw->cache != NULL && jpsw->cache->sloped);
}

/* The steps worth following from a cell after arriving in a direction. Where there is an exit,
** walks are to look closely again. */
static uint32_t find_follow(Jpsw *jpsw, Cell cell, int direction) {
  astar_search *search = jpsw->search;
  if (jpsw->cache == NULL) return jpsw->steps[jpsw->patterns->of[cell]].follow[direction];
  const CostCacheRow *row = &jpsw->cache->rows[cell];
  if (row->drop[direction] == 0) cost_cache_work_out(jpsw->cache, &search->view, cell, direction);
  uint32_t follow = (uint8_t)~row->drop[direction];
  if (crossing_at(search, cell)) cost_cache_row_to_write(jpsw->cache, cell)->drop[direction] = 0;
  return follow;
}

typedef struct Reached { Node node; int goes; } Reached;

/* A walk comes with this node to a cell of which the row does not say all: it is a goal, or has an
** exit, or is not worked out. `paid` has been counted for entering it. */
static Reached jpsw_examine(Jpsw *jpsw, const Node *at, Node node, uint32_t paid) {
  Cell cell = (Cell)(at - jpsw->nodes);
  int direction = node_direction(node);
  uint32_t cost = minds_slopes(jpsw) ? find_sloped_cost(jpsw, cell, direction)
                                       : find_cost(jpsw, cell, direction >= FIRST_DIAGONAL);
  node += ((Node)cost << NODE_G_SHIFT) - ((Node)paid << NODE_G_SHIFT);
  jpsw->search->overflowed |= cost < NEIGHBOURHOOD_BLOCKED && node > jpsw->last_useful;
  bool reached = cost < NEIGHBOURHOOD_BLOCKED && node <= jpsw->last_useful &&
                 node_rank(node) < node_rank(*at);
  if (!reached) return (Reached){ node, GOES_UNREACHED };
  if (is_goal(jpsw, cell)) return (Reached){ node, GOES_INTO_GOAL };
  if (crossing_at(jpsw->search, cell)) return (Reached){ node, GOES_SEVERAL_WAYS };
  return (Reached){ node, goes_by(find_follow(jpsw, cell, direction)) };
}

/* ---- walking --------------------------------------------------------------------------------- */

/* What a path does that goes no further for now, at a cell which it has reached. */
ALWAYS_INLINE bool jpsw_stop(Jpsw *jpsw, Node *at, Node node, int goes) {
  if (goes == GOES_SEVERAL_WAYS) return jpsw_open_at(jpsw, at, node);
  if (goes == GOES_INTO_GOAL) jpsw_arrive(jpsw, at, node);
  if (goes == GOES_NOWHERE) *at = node | node_pattern(*at);
  return true;
}

/* What slopes make of a cost in a row of a cache, at the end of a step. */
ALWAYS_INLINE uint32_t jpsw_sloped(const Jpsw *jpsw, const Node *at, int direction,
                                   uint32_t cost) {
  if (cost == 0 || cost >= NEIGHBOURHOOD_BLOCKED) return cost;
  Cell cell = (Cell)(at - jpsw->nodes);
  ViewStep step = { cell - jpsw->cache->around[direction], cell, direction };
  return cost_cache_sloped(&jpsw->search->view, cost, step);
}

/* Goes in a direction from a cell with the node `way`, of which epoch and G are given; goes on as
** long as there is only one way to go. False: no memory. */
ALWAYS_INLINE bool jpsw_walk(Jpsw *jpsw, Node *at, Node way, int direction,
                             const JpswGround ground) {
  const bool cached = ground >= OVER_CACHE;
  const Node last_useful = jpsw->last_useful;
  Node node = way;
  for (;;) {
    const JpswCourse *course = &jpsw->courses[direction];
    const uint8_t straight_on = course->straight_on;
    uint32_t cost, follow;
    node |= course->direction;
    for (;;) {
      at = (Node *)((char *)at + course->offset);
      Node known = *at;
      size_t row = cached ? (size_t)((char *)at - (char *)jpsw->nodes) * 2
                           : node_pattern(known) * sizeof(Pattern);
      size_t price = ground == OVER_SLOPES ? node_pattern(known) * sizeof(PatternCosts) : row;
      cost = *(const uint32_t *)(course->cost + price);
      if (ground == OVER_SLOPED_CACHE) cost = jpsw_sloped(jpsw, at, direction, cost);
      node += (Node)cost << NODE_G_SHIFT;
      if (node >= (known & ~(NODE_OPEN | NODE_LOW))) return true;
      if (node > last_useful) {
        jpsw->search->overflowed = true;
        return true;
      }
      follow = *(const uint8_t *)(course->follow + row);
      if (follow != straight_on) break;
      *at = node | node_pattern(known);
    }
    int goes = cached ? goes_by((uint8_t)~follow) : (int)follow;
    if (cached ? follow == 0 : follow == GOES_INTO_GOAL) {
      Reached reached = jpsw_examine(jpsw, at, node, cost);
      node = reached.node;
      goes = reached.goes;
    }
    if (goes >= GOES_NOWHERE) return jpsw_stop(jpsw, at, node, goes);
    *at = node | node_pattern(*at);
    node = node >> NODE_G_SHIFT << NODE_G_SHIFT;
    direction = goes;
  }
}

/* ---- the engine ------------------------------------------------------------------------------ */

static astar_status jpsw_begin(astar_search *search, uint32_t f) {
  bool numbered = search->cost_cache == NULL;
  const Patterns *patterns = numbered ? plane_patterns(search->view.plane) : NULL;
  if (numbered && patterns == NULL) return ASTAR_NO_MEMORY;
  if (!search_begin_nodes(search, numbered ? patterns->numbering : NUMBERING_ANY))
    return ASTAR_NO_MEMORY;
  if (numbered) plane_number_nodes(search->view.plane, &search->nodes);
  if (!search_begin_buckets(search, f, search_bucket_width(search)))
    return ASTAR_NO_MEMORY;
  Node *node = &search->nodes.words[search->start];
  *node = node_make(search->nodes.epoch, 0, NO_DIRECTION, node_pattern(*node)) | NODE_OPEN;
  return search_push(search, open_entry(f, search->start)) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* The rows of patterns and of cost caches are laid out alike. */
static JpswCourse jpsw_make_course(const Jpsw *jpsw, int direction) {
  const Grid *grid = &jpsw->search->map->grid;
  JpswCourse course = { .offset = direction_offset(grid, direction) * (ptrdiff_t)sizeof(Node),
                    .direction = (Node)direction << NODE_RANK_SHIFT };
  if (jpsw->cache != NULL) {
    const CostCacheRow *first = jpsw->cache->rows;
    course.cost = (const char *)&first->cost[direction >= FIRST_DIAGONAL];
    course.follow = (const char *)&first->drop[direction];
    course.straight_on = (uint8_t)~(1u << direction);
  } else {
    course.cost = (const char *)&jpsw->table->cost[direction >= FIRST_DIAGONAL];
    if (jpsw->costs != NULL) course.cost = (const char *)&jpsw->costs->cost[direction];
    course.follow = (const char *)&jpsw->table->goes[direction];
    course.straight_on = (uint8_t)direction;
  }
  return course;
}

static Jpsw jpsw_prepare(astar_search *search) {
  const Patterns *patterns = search->cost_cache == NULL ? search->view.plane->patterns : NULL;
  Jpsw jpsw = { .search = search, .patterns = patterns,
                    .nodes = search->nodes.words, .cache = search->cost_cache,
                    .heuristic = heuristic_best(search) };
  if (patterns != NULL) {
    jpsw.table = patterns->table;
    jpsw.steps = patterns->steps;
    jpsw.costs = patterns->costs;
  }
  jpsw_set_limit(&jpsw, search->bound < UINT32_MAX ? search->bound : UINT32_MAX - 1);
  for (int i = 0; i < DIRECTIONS; i++) jpsw.courses[i] = jpsw_make_course(&jpsw, i);
  return jpsw;
}

/* Makes a cell one at which walks look closely and find the goal; or what it is otherwise. */
static void mark_cell(const Jpsw *jpsw, Cell cell, bool as_goal) {
  if (jpsw->cache != NULL) {
    CostCacheRow *row = cost_cache_row_to_write(jpsw->cache, cell);
    memset(row->drop, 0, sizeof row->drop);
    return;
  }
  patterns_number(jpsw->patterns, jpsw->nodes, cell);
  if (as_goal && node_pattern(jpsw->nodes[cell]) != PATTERN_BLOCKED)
    jpsw->nodes[cell] = (jpsw->nodes[cell] & ~NODE_LOW) | PATTERN_GOAL;
}

/* Marks the cells along the sides of the goal: no walk comes to others without passing these. */
static void mark_goal(const Jpsw *jpsw, bool as_goal) {
  const Heuristic *goal = &jpsw->heuristic;
  int32_t width = goal->right - goal->left + 1;
  for (int32_t y = goal->top; y <= goal->bottom; y++) {
    bool whole = y == goal->top || y == goal->bottom;
    int32_t step = whole || width == 1 ? 1 : width - 1;
    for (int32_t x = goal->left; x <= goal->right; x += step)
      mark_cell(jpsw, grid_cell(&jpsw->search->map->grid, x, y), as_goal);
  }
}

/* The cells with exits are marked, too: from them there is more than one way to go. */
static void mark_exits(const Jpsw *jpsw, bool as_goal) {
  const Exits *exits = jpsw->search->view.exits;
  for (size_t i = 0; exits != NULL && i < exits->count; i++)
    mark_cell(jpsw, exits->list[i].from, as_goal);
}

ALWAYS_INLINE uint32_t jpsw_steps_from(Jpsw *jpsw, Cell cell, Node node,
                                       const JpswGround ground) {
  if (node_direction(node) == NO_DIRECTION) return search_first_steps(jpsw->search, cell);
  if (ground >= OVER_CACHE || node_pattern(node) == PATTERN_GOAL)
    return find_follow(jpsw, cell, node_direction(node));
  return jpsw->steps[node_pattern(node)].follow[node_direction(node)];
}

/* Takes the exits of a cell that is expanded. False: no memory. */
static bool jpsw_cross(Jpsw *jpsw, Cell cell, uint32_t g) {
  astar_search *search = jpsw->search;
  const Exit *exit;
  size_t count = exits_at(search->view.exits, cell, &exit);
  for (; count > 0; count--, exit++) {
    uint32_t straight = find_cost(jpsw, exit->to, false);
    if (straight >= NEIGHBOURHOOD_BLOCKED || search->view.kind[exit->to] == 0) continue;
    uint64_t sum = (uint64_t)g + view_exit_cost(&search->view, exit, straight);
    if (sum > jpsw->limit) {
      search->overflowed = true;
      continue;
    }
    Node *at = &jpsw->nodes[exit->to];
    Node node = node_make(search->nodes.epoch, (uint32_t)sum, NO_DIRECTION, 0);
    crossing_note(search, exit, (uint32_t)sum);
    if (node_rank(node) >= node_rank(*at)) continue;
    if (is_goal(jpsw, exit->to)) jpsw_arrive(jpsw, at, node);
    else if (!jpsw_open_at(jpsw, at, node)) return false;
  }
  return true;
}

ALWAYS_INLINE bool jpsw_expand(Jpsw *jpsw, Cell cell, Node node, const JpswGround ground) {
  uint32_t follow = jpsw_steps_from(jpsw, cell, node, ground);
  Node way = node >> NODE_G_SHIFT << NODE_G_SHIFT;
  for (; follow != 0; follow &= follow - 1)
    if (!jpsw_walk(jpsw, &jpsw->nodes[cell], way, low_zeros_32(follow), ground))
      return false;
  return !crossing_at(jpsw->search, cell) || jpsw_cross(jpsw, cell, node_g(node));
}

ALWAYS_INLINE astar_status search_on(Jpsw *jpsw, uint32_t until, const JpswGround ground) {
  astar_search *search = jpsw->search;
  BucketQueue *open = &search->buckets;
  uint64_t entry;
  while (bucket_queue_take(open, jpsw->limit, &entry)) {
    Cell cell = open_cell(entry);
    Node node = jpsw->nodes[cell];
    if (!(node & NODE_OPEN) || open_f(entry) > jpsw->limit) continue;
    if (bucket_queue_is_early(open, entry)) {
      if (!search_push(search, entry)) return ASTAR_NO_MEMORY;
      continue;
    }
    if (search->expanded >= until) {
      bucket_queue_put_back(open);
      return ASTAR_RUNNING;
    }
    jpsw->nodes[cell] = node & ~NODE_OPEN;
    search->expanded++;
    if (!jpsw_expand(jpsw, cell, node, ground)) return ASTAR_NO_MEMORY;
  }
  return search_outcome(search);
}

/* A function for each, not one with all: the compiler keeps more in registers then. */
NOINLINE
static astar_status search_patterns(Jpsw *jpsw, uint32_t until) {
  return search_on(jpsw, until, OVER_PATTERNS);
}

NOINLINE
static astar_status search_slopes(Jpsw *jpsw, uint32_t until) {
  return search_on(jpsw, until, OVER_SLOPES);
}

NOINLINE
static astar_status search_cost_cache(Jpsw *jpsw, uint32_t until) {
  return search_on(jpsw, until, OVER_CACHE);
}

NOINLINE
static astar_status search_sloped_cost_cache(Jpsw *jpsw, uint32_t until) {
  return search_on(jpsw, until, OVER_SLOPED_CACHE);
}

static astar_status jpsw_walk_on(Jpsw *jpsw, uint32_t until) {
  if (jpsw->cache == NULL)
    return jpsw->costs != NULL ? search_slopes(jpsw, until) : search_patterns(jpsw, until);
  return jpsw->cache->sloped ? search_sloped_cost_cache(jpsw, until)
                             : search_cost_cache(jpsw, until);
}

static astar_status jpsw_run(astar_search *search, uint32_t until) {
  Jpsw jpsw = jpsw_prepare(search);
  mark_exits(&jpsw, true);
  mark_goal(&jpsw, true);
  astar_status status = jpsw_walk_on(&jpsw, until);
  mark_exits(&jpsw, false);
  mark_goal(&jpsw, false);
  return status;
}

/* What the search has not read yet it sees as it is now. */
static void follow_layers(astar_search *search) {
  CostCacheHolder holder = { &search->nodes, search->view.exits, search->start, search->goal.cells,
                         false };
  cost_cache_mend(search->cost_cache);
  cost_cache_hold(search->cost_cache, &holder);
}

/* Brings rows or patterns up to date. Estimates are those of the landmarks with which it began. */
static astar_status jpsw_resume(astar_search *search) {
  if (!landmarks_still_are(search)) return ASTAR_CHANGING;
  if (search->cost_cache != NULL) {
    if (cost_cache_minds_slopes(&search->view) && !search->cost_cache->sloped)
      return ASTAR_CHANGING;
    follow_layers(search);
    return ASTAR_RUNNING;
  }
  const Patterns *patterns = plane_patterns(search->view.plane);
  if (patterns == NULL) return ASTAR_NO_MEMORY;
  if (patterns->too_varied) return ASTAR_CHANGING;
  plane_number_nodes(search->view.plane, &search->nodes);
  return ASTAR_RUNNING;
}

const Engine JPSW_SEARCH = {
  ASTAR_ENGINE_JPSW, jpsw_begin, jpsw_run,
  .resume = jpsw_resume,
  .find_best = search_find_best,
  .reads_each_cell = true
};
