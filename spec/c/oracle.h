/*
** The oracle in C: what a search must answer, found in the simplest way, for the specs and torture.
**
** A *ground* is what entering each cell costs, 0 where it cannot be entered. Sums have 64 bits, so
** the oracle knows of costs that the library has to refuse. Dijkstra's search runs over states: a
** cell, or where turning costs something a cell and the direction in which it was entered. The path
** is then read off by the written rule: of all cheapest ones the one whose directions, read
** backwards from the goal, come first. Links come after all directions, in their own order.
*/
#ifndef ORACLE_H
#define ORACLE_H

#include "check.h"

enum { WAYS = 8, NO_WAY = WAYS, STATES_FREE = 1, STATES_TURNING = WAYS + 1 };

/* East, west, south, north, south-east, south-west, north-east, north-west. */
static const int32_t WAY_X[WAYS] = { 1, -1, 0, 0, 1, -1, 1, -1 };
static const int32_t WAY_Y[WAYS] = { 0, 0, 1, -1, 1, 1, -1, -1 };

#define FAR UINT64_MAX              /* the cost of what cannot be reached */

/* One way over a link, with what layers add at its end. */
typedef struct GroundLink { int32_t from, to; uint64_t cost; } GroundLink;

enum { GROUND_LINKS = 64 };

/* What a step costs where its direction matters: for a unit that stands at the cell. */
typedef struct GroundSlope {
  int32_t sum[2];                   /* of terrain and layers, straight and diagonally: before it is
                                    ** raised to 1 */
  bool seen;                        /* the height is known */
  int32_t height, east, south;      /* as far as the class pays for them */
} GroundSlope;

typedef struct Ground {
  int32_t width, height;
  astar_diagonal_rule rule;
  int32_t turn;                     /* the cost of an eighth of a turn */
  int32_t *straight, *diagonal;     /* by y * width + x */
  GroundSlope *slopes;              /* likewise; NULL: there are none */
  int32_t climb, descend;
  GroundLink links[GROUND_LINKS];   /* in their order */
  int32_t link_count;
} Ground;

typedef struct Oracle {
  const Ground *ground;
  int32_t start;                    /* a cell */
  int32_t per_cell;                 /* states: STATES_FREE or STATES_TURNING */
  uint64_t *g;                      /* by cell * per_cell + direction */
  uint64_t *heap;                   /* cost and state */
  size_t count, capacity;
  int32_t *cells;                   /* the path that was read off, from the start on */
  int32_t length;
} Oracle;

/* ---- the ground ------------------------------------------------------------------------------ */

static inline Ground ground_new(int32_t width, int32_t height) {
  size_t bytes = (size_t)width * (size_t)height * sizeof(int32_t);
  return (Ground){ .width = width, .height = height, .rule = ASTAR_DIAGONAL_NO_OBSTACLES,
                   .straight = malloc(bytes), .diagonal = malloc(bytes) };
}

static inline void ground_free(Ground *ground) {
  free(ground->straight);
  free(ground->diagonal);
  free(ground->slopes);
}

static inline bool ground_open(const Ground *ground, int32_t x, int32_t y) {
  if (x < 0 || y < 0 || x >= ground->width || y >= ground->height) return false;
  return ground->straight[y * ground->width + x] > 0;
}

static inline bool ground_legal(const Ground *ground, int32_t x, int32_t y, int way) {
  int32_t dx = WAY_X[way], dy = WAY_Y[way];
  if (!ground_open(ground, x + dx, y + dy)) return false;
  if (dx == 0 || dy == 0) return true;
  int beside = ground_open(ground, x + dx, y) + ground_open(ground, x, y + dy);
  switch (ground->rule) {
    case ASTAR_DIAGONAL_NO_OBSTACLES: return beside == 2;
    case ASTAR_DIAGONAL_AT_MOST_ONE: return beside >= 1;
    case ASTAR_DIAGONAL_ALWAYS: return true;
    default: return false;
  }
}

/* Of the step from a cell to its neighbour. */
static inline uint64_t ground_cost(const Ground *ground, int32_t from, int32_t cell, int way) {
  if (ground->slopes == NULL)
    return (uint64_t)(way < 4 ? ground->straight : ground->diagonal)[cell];
  const GroundSlope *left = &ground->slopes[from], *entered = &ground->slopes[cell];
  int64_t sum = entered->sum[way >= 4], rise = entered->height - left->height;
  if (left->seen && entered->seen && rise > 0) sum += ground->climb * rise;
  if (left->seen && entered->seen && rise < 0) sum -= ground->descend * rise;
  sum -= WAY_X[way] * entered->east + WAY_Y[way] * entered->south;
  return sum < 1 ? 1 : (uint64_t)sum;
}

/* How many eighths of a turn lie between two directions. */
static inline uint64_t eighths(int from, int to) {
  static const int clockwise[WAYS] = { 0, 4, 2, 6, 1, 3, 7, 5 };
  int difference = abs(clockwise[from] - clockwise[to]);
  return (uint64_t)(difference > 4 ? 8 - difference : difference);
}

/* ---- Dijkstra -------------------------------------------------------------------------------- */

static inline void heap_swap(uint64_t *a, uint64_t *b) {
  uint64_t old = *a;
  *a = *b;
  *b = old;
}

static inline void heap_push(Oracle *oracle, uint64_t cost, uint64_t state) {
  if (oracle->count == oracle->capacity) {
    oracle->capacity = 2 * oracle->capacity + 64;
    oracle->heap = realloc(oracle->heap, oracle->capacity * sizeof *oracle->heap);
  }
  size_t at = oracle->count++;
  oracle->heap[at] = cost << 24 | state;
  for (; at > 0 && oracle->heap[at] < oracle->heap[(at - 1) / 2]; at = (at - 1) / 2)
    heap_swap(&oracle->heap[at], &oracle->heap[(at - 1) / 2]);
}

static inline uint64_t heap_pop(Oracle *oracle) {
  uint64_t *heap = oracle->heap, first = heap[0];
  heap[0] = heap[--oracle->count];
  for (size_t at = 0, child; (child = 2 * at + 1) < oracle->count; at = child) {
    if (child + 1 < oracle->count && heap[child + 1] < heap[child]) child++;
    if (heap[at] <= heap[child]) break;
    heap_swap(&heap[at], &heap[child]);
  }
  return first;
}

static inline void oracle_reach(Oracle *oracle, int32_t state, uint64_t cost) {
  if (cost >= oracle->g[state]) return;
  oracle->g[state] = cost;
  heap_push(oracle, cost, (uint64_t)state);
}

static inline void oracle_expand(Oracle *oracle, int32_t state, uint64_t cost) {
  const Ground *ground = oracle->ground;
  int32_t cell = state / oracle->per_cell, x = cell % ground->width, y = cell / ground->width;
  bool turns = oracle->per_cell > 1;
  int came = state % oracle->per_cell;
  for (int way = 0; way < WAYS; way++) {
    if (!ground_legal(ground, x, y, way)) continue;
    int32_t next = cell + WAY_Y[way] * ground->width + WAY_X[way];
    uint64_t sum = cost + ground_cost(ground, cell, next, way);
    if (turns && came != NO_WAY) sum += (uint64_t)ground->turn * eighths(came, way);
    if (turns && next == oracle->start) continue;   /* no cheapest way comes back to it */
    oracle_reach(oracle, next * oracle->per_cell + (turns ? way : 0), sum);
  }
  for (int32_t i = 0; i < ground->link_count; i++) {
    const GroundLink *link = &ground->links[i];
    if (link->from != cell || (turns && link->to == oracle->start)) continue;
    oracle_reach(oracle, link->to * oracle->per_cell + came, cost + link->cost);
  }
}

/* The costs from a start to all cells, in g. */
static inline Oracle oracle_new(const Ground *ground, int32_t start) {
  Oracle oracle = { .ground = ground, .start = start, .length = 0 };
  oracle.per_cell = ground->turn > 0 ? STATES_TURNING : STATES_FREE;
  size_t states = (size_t)ground->width * (size_t)ground->height * (size_t)oracle.per_cell;
  oracle.g = malloc(states * sizeof *oracle.g);
  oracle.cells = malloc((states + 1) * sizeof *oracle.cells);
  for (size_t i = 0; i < states; i++) oracle.g[i] = FAR;
  oracle_reach(&oracle, start * oracle.per_cell + (oracle.per_cell > 1 ? NO_WAY : 0), 0);
  while (oracle.count > 0) {
    uint64_t entry = heap_pop(&oracle);
    int32_t state = (int32_t)(entry & 0xffffff);
    if (entry >> 24 == oracle.g[state]) oracle_expand(&oracle, state, entry >> 24);
  }
  return oracle;
}

static inline void oracle_free(Oracle *oracle) {
  free(oracle->g);
  free(oracle->heap);
  free(oracle->cells);
}

/* ---- reading off ----------------------------------------------------------------------------- */

/* The cheapest state of a cell, the first of several. */
static inline int32_t oracle_best_state(const Oracle *oracle, int32_t cell) {
  int32_t best = cell * oracle->per_cell;
  for (int32_t state = best + 1; state < (cell + 1) * oracle->per_cell; state++)
    if (oracle->g[state] < oracle->g[best]) best = state;
  return best;
}

static inline uint64_t oracle_cost(const Oracle *oracle, int32_t cell) {
  return oracle->g[oracle_best_state(oracle, cell)];
}

/* The cheapest cell of a rectangle to reach, the first in reading order; -1: there is none. */
static inline int32_t oracle_goal(const Oracle *oracle, astar_rect rect) {
  int32_t best = -1;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      int32_t cell = y * oracle->ground->width + x;
      uint64_t cost = oracle_cost(oracle, cell);
      if (cost != FAR && (best < 0 || cost < oracle_cost(oracle, best))) best = cell;
    }
  return best;
}

/* The state from which a state was reached by the step `way`, by the rule; -1: not by this step. */
static inline int32_t oracle_before(const Oracle *oracle, int32_t state, int way) {
  const Ground *ground = oracle->ground;
  int32_t cell = state / oracle->per_cell;
  int32_t x = cell % ground->width - WAY_X[way], y = cell / ground->width - WAY_Y[way];
  if (x < 0 || y < 0 || x >= ground->width || y >= ground->height) return -1;
  if (!ground_legal(ground, x, y, way)) return -1;
  int32_t from = y * ground->width + x, first = from * oracle->per_cell;
  uint64_t step = ground_cost(ground, from, cell, way);
  for (int32_t before = first; before < first + oracle->per_cell; before++) {
    if (oracle->g[before] == FAR) continue;
    int came = before % oracle->per_cell;
    uint64_t turn = oracle->per_cell > 1 && came != NO_WAY
                      ? (uint64_t)ground->turn * eighths(came, way) : 0;
    if (oracle->g[before] + step + turn == oracle->g[state]) return before;
  }
  return -1;
}

/* The state from which a state was reached over a link, the first of them; -1: not over a link. */
static inline int32_t oracle_before_link(const Oracle *oracle, int32_t state) {
  const Ground *ground = oracle->ground;
  int32_t per_cell = oracle->per_cell;
  for (int32_t i = 0; i < ground->link_count; i++) {
    const GroundLink *link = &ground->links[i];
    int32_t before = link->from * per_cell + state % per_cell;
    bool led = oracle->g[before] != FAR && oracle->g[before] + link->cost == oracle->g[state];
    if (link->to == state / per_cell && led) return before;
  }
  return -1;
}

/* Reads the path to a cell off, from its end. */
static inline void oracle_read(Oracle *oracle, int32_t goal) {
  int32_t state = oracle_best_state(oracle, goal), length = 0;
  for (;;) {
    int32_t before = -1;
    oracle->cells[length++] = state / oracle->per_cell;
    if (state / oracle->per_cell == oracle->start) break;
    int32_t came = state % oracle->per_cell;
    if (oracle->per_cell > 1 && came != NO_WAY) before = oracle_before(oracle, state, came);
    for (int way = 0; way < WAYS && before < 0 && oracle->per_cell == 1; way++)
      before = oracle_before(oracle, state, way);
    if (before < 0) before = oracle_before_link(oracle, state);
    state = before;
  }
  for (int32_t i = 0, j = length - 1; i < j; i++, j--) {
    int32_t cell = oracle->cells[i];
    oracle->cells[i] = oracle->cells[j];
    oracle->cells[j] = cell;
  }
  oracle->length = length;
}

/* The cells that count as arrived, on the map. */
static inline astar_rect oracle_accepted(const Ground *ground, astar_rect goal, int32_t within,
                                         int32_t size) {
  int32_t reach = within > 0 ? within + size - 1 : 0;
  int32_t left = goal.x - reach, top = goal.y - reach;
  int32_t right = goal.x + goal.width + within, bottom = goal.y + goal.height + within;
  left = left < 0 ? 0 : left;
  top = top < 0 ? 0 : top;
  right = right > ground->width ? ground->width : right;
  bottom = bottom > ground->height ? ground->height : bottom;
  return (astar_rect){ left, top, right - left, bottom - top };
}

#endif
