/*
** Jump point search (D. Harabor and A. Grastien, "Online Graph Pruning for Pathfinding on Grid
** Maps", AAAI 2011; block scanning and pruning of diagonal jump points after "Improving Jump Point
** Search", ICAPS 2014), on the tables of jump.h.
**
** Only cells reached by a straight scan enter the open list. From a cell the engine follows the
** steps that continue straight and those around forced sides. A straight step finds the next stop
** in one lookup. A diagonal step sweeps over the events of the diagonal, and at each event follows
** the scan sideways at once. A cell from which the goal is in plain sight, first diagonally and
** then straight, is not opened: no way from it is cheaper.
**
** An expansion first finds all successors, and then reads their nodes, so that the processor can
** fetch these from memory before they are needed.
**
** Canonical path. Among all equally cheap ways the pruning keeps the one that goes diagonally
** first; read backwards, that is the one with the smaller directions. (It is not if a diagonal step
** costs two straight ones; then this engine objects.) Ties at a node go to the smaller direction,
** and a closed node is opened again for it. Between two runs that enter a node in the same
** direction the longer one wins, unless the origin of the shorter one was itself entered in a
** smaller direction. All nodes with F up to the goal's cost are expanded before the equally good
** ways into the goal are compared: until then they may still improve.
**
** Invariant: the cell at which a run ends (`run` steps back from a node) has a node of this search,
** with the G from which the run started, or one reached at the same cost in a smaller direction.
** For that, event cells on diagonals are marked in the nodes without being opened.
*/
#include "jps_search.h"

#include "../base/builtin.h"
#include "heuristic.h"
#include "jps_place.h"
#include "trace.h"

/* ---- beelines -------------------------------------------------------------------------------- */

/* The path to the goal over open ground, first diagonally, then straight. If its cells are open no
** path is cheaper, and among equally cheap ones the rule of directions chooses it. */
typedef struct Beeline {
  int32_t dx, dy;
  int32_t diagonal, straight;       /* steps */
  bool level;                       /* the straight steps go east or west */
} Beeline;

ALWAYS_INLINE Beeline beeline_from(const astar_search *search, int32_t x, int32_t y) {
  int32_t dx = search->goal.cells.x - x, dy = search->goal.cells.y - y;
  int32_t across = dx < 0 ? -dx : dx, down = dy < 0 ? -dy : dy;
  bool level = across >= down;
  int32_t diagonal = level ? down : across;
  return (Beeline){ dx, dy, diagonal, across + down - 2 * diagonal, level };
}

/* The direction of the straight part. */
static inline int beeline_last(Beeline way) {
  return way.level ? direction_of(way.dx, 0) : direction_of(0, way.dy);
}

/* The directions in which a step does not lengthen the way to the goal over open ground. */
static inline uint32_t beeline_directions(Beeline way) {
  uint32_t first = 1u << direction_of(way.dx, way.dy);
  return way.straight > 0 ? first | 1u << beeline_last(way) : first;
}

/* Is the straight part of the way on one of the free lines through the goal, of which `lines` tells
** for each straight direction from how many cells it leads to the goal? */
ALWAYS_INLINE bool beeline_ends_open(const int32_t lines[4], Beeline way) {
  bool backwards = (way.level ? way.dx : way.dy) < 0;
  return way.straight <= lines[2 * !way.level + backwards];
}

/* Can the diagonal part of the way be gone from x, y? */
static inline bool beeline_begins_open(const Jumps *jumps, int32_t x, int32_t y, Beeline way) {
  int direction = direction_of(way.dx, way.dy);
  return way.diagonal == 0 || jumps_diagonal_open(jumps, direction, x, y, way.diagonal);
}

/* How the goal is reached from a cell by that way. */
static inline Arrival beeline_arrival(Cell cell, Beeline way) {
  Arrival arrival = { .node = cell };
  if (way.straight > 0)
    arrival.runs[arrival.run_count++] = (Run){ beeline_last(way), (uint32_t)way.straight };
  if (way.diagonal > 0) {
    int direction = direction_of(way.dx, way.dy);
    arrival.runs[arrival.run_count++] = (Run){ direction, (uint32_t)way.diagonal };
  }
  return arrival;
}

/* ---- ways back ------------------------------------------------------------------------------- */

/* From the goal, for comparing two of them. */
typedef struct Trail {
  const astar_search *search;
  Arrival arrival;
  int next_run;
  Run run;                          /* what is left of the present one; 0 steps: at the start */
} Trail;

static void next_run(Trail *trail) {
  Arrival *arrival = &trail->arrival;
  if (trail->next_run < arrival->run_count) {
    trail->run = arrival->runs[trail->next_run++];
    return;
  }
  Node node = trail->search->nodes.words[arrival->node];
  trail->run = (Run){ node_direction(node), node_run(node) };
  int32_t offset = direction_offset(&trail->search->map->grid, trail->run.direction);
  arrival->node -= (Cell)(offset * (int32_t)trail->run.steps);
}

/* Do the directions of the way that ends in `a`, read backwards from the goal, come before those
** of `b`? Both follow the nodes of the search back to its start. */
static bool trail_comes_before(const astar_search *search, const Arrival *a, const Arrival *b) {
  Trail one = { search, *a, 0, { 0, 0 } }, other = { search, *b, 0, { 0, 0 } };
  for (;;) {
    if (one.run.steps == 0) next_run(&one);
    if (other.run.steps == 0) next_run(&other);
    if (one.run.steps == 0 || other.run.steps == 0) return false;
    if (one.run.direction != other.run.direction)
      return one.run.direction < other.run.direction;
    uint32_t common = one.run.steps < other.run.steps ? one.run.steps : other.run.steps;
    one.run.steps -= common;
    other.run.steps -= common;
  }
}

/* ---- what the engine keeps ------------------------------------------------------------------- */

#define FOLLOW_ALL 0xffu
#define DIAGONALS 0xf0u

/*
** A node with a single way on is followed at once where its F is at most this much more than the
** least in the open list, in straight steps: in corridors that saves the queue. Best-first order
** is lost by that much; a node that was followed too early is opened again.
*/
#define RUSH 40

#define JPS_FOUND_MAX 512
#define NOTHING_PENDING UINT64_MAX

/* Of a search that may be suspended. */
typedef struct JpsState {
  int32_t goal_lines[4];            /* from how many cells the goal is reached in that direction */
  size_t tie_count;                 /* of the ties in the scratch memory */
  uint64_t pending;                 /* the entry to expand next, and how much worse than the */
  uint32_t rush;                    /* first in the open list it may be */
} JpsState;

_Static_assert(sizeof(JpsState) <= ENGINE_STATE_BYTES, "the state of an engine has its place");

static JpsState *jps_state(astar_search *search) {
  return (JpsState *)&search->engine_state;
}

/* What the loops need, gathered from the search. */
typedef struct Jps {
  astar_search *search;
  BucketQueue *open;
  JpsState *own;
  const Jumps *jumps;
  Node *nodes;
  JpsPlace step[DIRECTIONS];        /* what one step makes a difference */
  uint32_t straight, diagonal;      /* what it costs */
  uint32_t limit;                   /* no F beyond is of use: the best goal, or what fits */
  Node costliest;                     /* no node beyond is of use: the last one with that G */
  uint64_t pending;                 /* the best successor of the last expansion, not queued */
  JpsPlace *found, *found_end;      /* the successors of this expansion */
  Heuristic heuristic;
  const LandmarkRow *rows;          /* NULL: without landmarks */
  bool prepared;                    /* with landmarks or dead ends */
} Jps;

const char *jps_search_needs(const astar_search *search) {
  const View *view = &search->view;
  const astar_query *query = &search->query;
  if (search->targets.request.wanted > 0) return "it searches for one goal only";
  if (query->turn_cost > 0) return "it knows no cost of turning";
  if (view->traffic != NULL) return "it knows no traffic";
  if (query->heuristic != ASTAR_OCTILE) return "its heuristic is 'octile'";
  if (!search->exact) return "its 'heuristic_weight' is 1";
  astar_rect goal = search->goal.cells;
  if (goal.width != 1 || goal.height != 1) return "the goal is more than one cell";
  return plane_denies_jumps(view->plane);
}

const char *jps_search_objection(const astar_search *search) {
  const char *objection = jps_search_needs(search);
  if (objection != NULL) return objection;
  if (search->view.exits != NULL) return "it knows no links";
  if (search->view.bare) return NULL;
  return "influence maps, units or 'extra_cost' count";
}

/* ---- the goal in sight ----------------------------------------------------------------------- */

static void jps_set_limit(Jps *jps, uint32_t limit) {
  jps->limit = limit;
  jps->costliest = node_last(jps->search->nodes.epoch, limit);
}

/* From this cell the goal is in sight, at a cost that is not beyond the limit. */
static bool take_goal(Jps *jps, Cell cell, uint32_t cost) {
  astar_search *search = jps->search;
  JpsState *own = jps->own;
  SearchScratch *scratch = search->scratch;
  if (cost < search->bound) own->tie_count = 0;
  if (!memory_grow(&search->map->memory, scratch->ties, own->tie_count, &scratch->tie_capacity))
    return false;
  scratch->ties[own->tie_count++] = cell;
  search->bound = cost;
  jps_set_limit(jps, cost);
  return true;
}

/* Of all equally cheap ways into the goal, the first by the rule. */
static void choose_arrival(astar_search *search) {
  const Grid *grid = &search->map->grid;
  const JpsState *own = jps_state(search);
  for (size_t i = 0; i < own->tie_count; i++) {
    astar_cell at = grid_position(grid, search->scratch->ties[i]);
    Arrival arrival = beeline_arrival(search->scratch->ties[i], beeline_from(search, at.x, at.y));
    if (i == 0 || trail_comes_before(search, &arrival, &search->arrival))
      search->arrival = arrival;
  }
}

/* ---- reaching cells -------------------------------------------------------------------------- */

static void break_tie(Jps *jps, JpsPlace place) {
  jps_place_break_tie(jps->nodes, jps->step, place);
}

static bool jps_push(Jps *jps, uint64_t entry) {
  return bucket_queue_push(jps->open, &jps->search->map->memory, entry);
}

/* Keeps the best successor out of the queue: it is often the next to be expanded. */
static bool jps_queue(Jps *jps, uint64_t entry) {
  uint64_t pending = jps->pending;
  uint64_t worse = entry < pending ? pending : entry;
  jps->pending = entry < pending ? entry : pending;
  return worse == NOTHING_PENDING || jps_push(jps, worse);
}

/* A cell is left aside, being too dear. */
static bool jps_pass_over(Jps *jps) {
  jps->search->overflowed |= jps->search->bound == UINT32_MAX;
  return true;
}

/* The directions worth following from a cell, as its node says how it was reached. */
ALWAYS_INLINE uint32_t ways_on(uint32_t info, Node node) {
  int direction = node_direction(node);
  return jps_follow[direction][INFO_FORCED(info, direction)];
}

/* What the whole way costs, if the rest of it is a beeline. */
ALWAYS_INLINE uint64_t jps_f(const Jps *jps, Node node, Beeline way) {
  return node_g(node) + (uint64_t)jps->diagonal * (uint32_t)way.diagonal +
         (uint64_t)jps->straight * (uint32_t)way.straight;
}

/* A stop was reached by a scan. It is not opened where nothing goes on. `prepared`: there may be
** landmarks or dead ends. False: no memory. */
ALWAYS_INLINE bool jps_reach(Jps *jps, JpsPlace place, const bool prepared) {
  const astar_search *search = jps->search;
  const Cell cell = spot_cell(place.spot);
  const int32_t x = spot_x(place.spot), y = spot_y(place.spot);
  Node *known = &jps->nodes[cell], old = *known;
  if (place.node > jps->costliest) return jps_pass_over(jps);
  if (node_rank(place.node) >= node_rank(old)) {
    if (node_rank(place.node) == node_rank(old)) break_tie(jps, place);
    return true;
  }
  Beeline way = beeline_from(search, x, y);
  uint64_t cost = jps_f(jps, place.node, way), f = cost;
  if (prepared && jps->rows != NULL)
    f = node_g(place.node) +
        heuristic_raise(&jps->heuristic, cell, (astar_cell){ x, y }, cost - node_g(place.node));
  if (f > jps->limit) return jps_pass_over(jps);
  if (prepared && dead_end_filter_skips(&search->dead_end_filter, cell)) return true;
  *known = place.node;
  uint32_t info = jps->jumps->info[cell], follow = ways_on(info, place.node);
  if (beeline_ends_open(jps->own->goal_lines, way) &&
      (follow >> direction_of(way.dx, way.dy) & 1) &&
      beeline_begins_open(jps->jumps, x, y, way))
    return take_goal(jps, cell, (uint32_t)cost);
  if (!(follow & INFO_MEETS(info))) return true;
  *known = place.node | NODE_OPEN;
  return jps_queue(jps, open_entry((uint32_t)f, (uint32_t)place.spot));
}

ALWAYS_INLINE bool jps_reach_all(Jps *jps, const bool prepared) {
  for (const JpsPlace *place = jps->found; place < jps->found_end; place++)
    if (!jps_reach(jps, *place, prepared)) return false;
  jps->found_end = jps->found;
  return true;
}

static bool jps_reach_found(Jps *jps) {
  return jps->prepared ? jps_reach_all(jps, true) : jps_reach_all(jps, false);
}

/* ---- finding successors ---------------------------------------------------------------------- */

/* Finds the next stop; has what is needed when it is reached fetched: its node, info, and row. */
ALWAYS_INLINE void jps_scan(Jps *jps, JpsPlace from, int direction) {
  const Jumps *jumps = jps->jumps;
  int64_t bit = line_bit(&jumps->straight[direction], spot_x(from.spot), spot_y(from.spot));
  from.node = node_turn(from.node, direction);
  JpsPlace stop = jps_place_go(from, jps->step[direction], jumps_scan(jumps, direction, bit));
  PREFETCH(&jps->nodes[spot_cell(stop.spot)]);
  PREFETCH(&jumps->info[spot_cell(stop.spot)]);
  if (jps->rows != NULL) PREFETCH(&jps->rows[spot_cell(stop.spot)]);
  *jps->found_end++ = stop;
}

/*
** Marks the events of a sweep in their nodes; a bit of `events` for each, counted from `from`.
** Returns those before the first one that was reached better before: there the sweep ends.
*/
ALWAYS_INLINE uint64_t mark_events(Jps *jps, JpsPlace from, JpsPlace step, uint64_t events) {
  for (uint64_t rest = events; rest != 0; rest &= rest - 1) {
    JpsPlace event = jps_place_go(from, step, low_zeros_64(rest));
    Node *known = &jps->nodes[spot_cell(event.spot)];
    bool worse = node_rank(*known) < node_rank(event.node);
    if (worse || event.node > jps->costliest) return events ^ rest;
    if (node_rank(*known) == node_rank(event.node)) break_tie(jps, event);
    else *known = event.node;
  }
  return events;
}

/* Scans to both sides from the events of a sweep: in one loop, whose end is hard to foresee. */
ALWAYS_INLINE void jps_scan_aside(Jps *jps, JpsPlace from, int diagonal, uint64_t across,
                                  uint64_t down) {
  const JpsPlace step = jps->step[diagonal];
  while ((across | down) != 0) {
    bool first = across != 0;
    uint64_t events = first ? across : down;
    int direction = first ? direction_across(diagonal) : direction_down(diagonal);
    down = first ? down : down & (down - 1);
    across &= across - 1;
    jps_scan(jps, jps_place_go(from, step, low_zeros_64(events)), direction);
  }
}

/* The word with the bit of a cell on its diagonal, and the number of the bit in it. */
ALWAYS_INLINE const DiagonalWord *diagonal_word(const Jumps *jumps, JpsPlace from, int direction,
                                                int *bit) {
  int i = direction - FIRST_DIAGONAL;
  int64_t at = line_bit(&jumps->diagonal[i], spot_x(from.spot), spot_y(from.spot));
  *bit = (int)(at & 63);
  return jumps->diagonals[i] + (at >> 6);
}

/* Follows a diagonal to its end, 64 cells at a time. False: no memory. */
static bool jps_sweep(Jps *jps, JpsPlace from, int direction) {
  const Jumps *jumps = jps->jumps;
  const JpsPlace step = jps->step[direction];
  int bit;
  const DiagonalWord *word = diagonal_word(jumps, from, direction, &bit);
  uint64_t ahead = ~(uint64_t)1 << bit;
  from.node = node_turn(from.node, direction);
  for (from = jps_place_go(from, step, -bit);; from = jps_place_go(from, step, 64)) {
    uint64_t stop = word->stop & ahead;
    uint64_t until = ahead & ((stop & -stop) - 1);
    uint64_t events = (word->across | word->down) & until;
    uint64_t good = mark_events(jps, from, step, events);
    jps_scan_aside(jps, from, direction, word->across & good, word->down & good);
    if (stop != 0 || good != events) return true;
    bool full = jps->found_end - jps->found > JPS_FOUND_MAX / 2;
    if (full && !jps_reach_found(jps)) return false;
    ahead = ~(uint64_t)0;
    word++;
  }
}

/* ---- the engine ------------------------------------------------------------------------------ */

static bool jps_trace_direct(astar_search *search) {
  return trace_direct(search, search->bound) && trace_runs(search, 0);
}

/* The tables, and the answer if the start has the goal in sight. */
static astar_status jps_try_direct(astar_search *search) {
  int32_t x = search->goal.cells.x, y = search->goal.cells.y;
  JpsState *own = jps_state(search);
  const Jumps *jumps = plane_jumps(search->view.plane);
  if (jumps == NULL) return ASTAR_NO_MEMORY;
  own->goal_lines[EAST] = jumps_reach(jumps, WEST, x, y);
  own->goal_lines[WEST] = jumps_reach(jumps, EAST, x, y);
  own->goal_lines[SOUTH] = jumps_reach(jumps, NORTH, x, y);
  own->goal_lines[NORTH] = jumps_reach(jumps, SOUTH, x, y);
  Beeline way = beeline_from(search, search->start_x, search->start_y);
  bool sees = beeline_ends_open(own->goal_lines, way) &&
              beeline_begins_open(jumps, search->start_x, search->start_y, way);
  if (!sees) return ASTAR_RUNNING;
  search->arrival = beeline_arrival(search->start, way);
  search->bound = search_f(search, 0, search->start_x, search->start_y);
  if (search->query.trace && !jps_trace_direct(search)) return ASTAR_NO_MEMORY;
  return search->bound < UINT32_MAX ? ASTAR_OK : ASTAR_LIMIT;
}

static astar_status jps_begin(astar_search *search, uint32_t f) {
  JpsState *own = jps_state(search);
  if (!search_begin_nodes(search, 0) ||
      !search_begin_buckets(search, f, search_bucket_width(search)))
    return ASTAR_NO_MEMORY;
  search->nodes.words[search->start] = node_make(search->nodes.epoch, 0, 0, 0) | NODE_OPEN;
  const Grid *grid = &search->map->grid;
  own->pending = open_entry(f, (uint32_t)spot_of(grid, search->start_x, search->start_y));
  return ASTAR_OK;
}

static Jps jps_prepare(astar_search *search, JpsPlace *found) {
  const View *view = &search->view;
  JpsState *own = jps_state(search);
  Jps jps = { .search = search, .open = &search->buckets, .own = own,
                    .jumps = view->plane->jumps, .nodes = search->nodes.words,
                    .straight = view->least_straight, .diagonal = view->least_diagonal,
                    .pending = own->pending, .found = found, .found_end = found,
                    .heuristic = heuristic_best(search) };
  if (jps.heuristic.landmarks != NULL) jps.rows = jps.heuristic.landmarks->rows;
  jps.prepared = jps.rows != NULL || search->dead_end_filter.area_of != NULL;
  for (int i = 0; i < DIRECTIONS; i++) {
    uint32_t cost = i < FIRST_DIAGONAL ? jps.straight : jps.diagonal;
    jps.step[i].node = node_step(cost);
    jps.step[i].spot = spot_step(&search->map->grid, i);
  }
  jps_set_limit(&jps, search->bound < UINT32_MAX ? search->bound : UINT32_MAX - 1);
  return jps;
}

/* Finds and reaches the successors of an open node. False: no memory. */
static bool jps_expand(Jps *jps, JpsPlace at, uint32_t follow) {
  int bit;
  for (uint32_t rest = follow & DIAGONALS; rest != 0; rest &= rest - 1)
    PREFETCH(diagonal_word(jps->jumps, at, low_zeros_32(rest), &bit));
  for (; follow != 0; follow &= follow - 1) {
    int direction = low_zeros_32(follow);
    if (direction < FIRST_DIAGONAL) jps_scan(jps, at, direction);
    else if (!jps_sweep(jps, at, direction)) return false;
  }
  return jps_reach_found(jps);
}

/*
** The directions to follow from an open node. Where F leaves nothing for a detour, only those
** towards the goal: a straight step aside costs 2 * straight - diagonal more, a diagonal one
** 2 * (diagonal - straight), or more.
**
** The entry may be older than the node: within a bucket the first in is the first out, and the cell
** may have been reached more cheaply since. So an entry's F is only an upper bound, which is enough
** for leaving all ways open, but not for closing any.
*/
static uint32_t ways_to_expand(const Jps *jps, JpsPlace at, uint32_t most_f) {
  uint32_t info = jps->jumps->info[spot_cell(at.spot)];
  bool is_start = node_run(at.node) == 0;
  uint32_t follow = (is_start ? FOLLOW_ALL : ways_on(info, at.node)) & INFO_MEETS(info);
  uint32_t aside = 2 * jps->straight - jps->diagonal;
  uint32_t diagonally = 2 * (jps->diagonal - jps->straight);
  uint32_t detour = aside < diagonally ? aside : diagonally;
  if (jps->limit - most_f >= detour) return follow;
  Beeline way = beeline_from(jps->search, spot_x(at.spot), spot_y(at.spot));
  if (jps->limit - jps_f(jps, at.node, way) >= detour) return follow;
  return follow & beeline_directions(way);
}

/*
** The next entry: the pending one where it is good enough, else the first in the queue, which the
** pending one joins. RUNNING, OK when there is none with an F that is of use, or NO_MEMORY.
*/
static astar_status next_entry(Jps *jps, uint64_t *entry) {
  BucketQueue *open = jps->open;
  uint64_t pending = jps->pending;
  jps->pending = NOTHING_PENDING;
  if (pending != NOTHING_PENDING && open_f(pending) <= jps->limit) {
    if (open_f(pending) < bucket_queue_bound(open) + jps->own->rush) {
      *entry = pending;
      return ASTAR_RUNNING;
    }
    if (!jps_push(jps, pending)) return ASTAR_NO_MEMORY;
  }
  while (bucket_queue_take(open, jps->limit, entry)) {
    bool early = bucket_queue_is_early(open, *entry);
    if (early && !jps_push(jps, *entry)) return ASTAR_NO_MEMORY;
    if (!early && open_f(*entry) <= jps->limit) return ASTAR_RUNNING;
  }
  return ASTAR_OK;
}

/* Nothing is left that would be of use. */
static astar_status jps_conclude(astar_search *search) {
  if (search->bound != UINT32_MAX) choose_arrival(search);
  return search_outcome(search);
}

static astar_status run_jps(Jps *jps, uint32_t until) {
  astar_search *search = jps->search;
  const Grid *grid = &search->map->grid;
  for (;;) {
    uint64_t entry;
    astar_status status = next_entry(jps, &entry);
    if (status != ASTAR_RUNNING) return status == ASTAR_OK ? jps_conclude(search) : status;
    uint64_t spot = spot_of(grid, spot_x(entry), spot_y(entry));
    Node *known = &jps->nodes[spot_cell(spot)], node = *known;
    bool is_open = node & NODE_OPEN;
    if (is_open && search->expanded >= until) {
      jps->pending = entry;         /* it will be the next one again, with the same rush */
      return ASTAR_RUNNING;
    }
    jps->own->rush = 0;
    if (!is_open) continue;
    search->expanded++;
    *known = node & ~NODE_OPEN;
    JpsPlace place = { *known, spot };
    uint32_t follow = ways_to_expand(jps, place, open_f(entry));
    if (!jps_expand(jps, place, follow)) return ASTAR_NO_MEMORY;
    bool single = (follow & (follow - 1)) == 0;
    if (jps->rows == NULL) jps->own->rush = single * RUSH * jps->straight;
  }
}

static astar_status jps_run(astar_search *search, uint32_t until) {
  JpsPlace found[JPS_FOUND_MAX];
  Jps jps = jps_prepare(search, found);
  astar_status status = run_jps(&jps, until);
  jps.own->pending = jps.pending;
  return status;
}

/* No edit matters, but the tables may be in the making. */
static astar_status jps_resume(astar_search *search) {
  return plane_jumps(search->view.plane) != NULL ? ASTAR_RUNNING : ASTAR_NO_MEMORY;
}

static void jps_find_best(const astar_search *search, BestNode *best) {
  const JpsState *own = (const JpsState *)&search->engine_state;
  best->grid = &search->map->grid;
  search_find_best(search, best);
  if (own->pending != NOTHING_PENDING) best_node_consider(best, own->pending);
}

const Engine JPS_SEARCH = {
  ASTAR_ENGINE_JPS, jps_begin, jps_run,
  .try_direct = jps_try_direct,
  .resume = jps_resume,
  .find_best = jps_find_best,
  .keeps_runs = true
};
