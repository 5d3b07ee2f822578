/*
** The oracle: what a search must answer, found in the simplest way.
**
** A *ground* is what entering each cell costs. Sums have 64 bits, so the oracle knows of costs that
** the library has to refuse. Dijkstra's search runs over states: a cell, or where turning costs
** something a cell and the direction in which it was entered. The path is then read off by the
** written rule: of all cheapest ones the one whose directions, read backwards from the goal, come
** first. Links come after all directions, in their own order.
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
typedef struct GroundLink { int32_t from, to; uint64_t cost; uint32_t number; } GroundLink;

enum { GROUND_LINKS = 64 };

/* A unit whose position is a cell: what it costs to come there, and to leave. */
typedef struct Place {
  bool open;                        /* it can be entered */
  bool seen;                        /* its height is known */
  int32_t terrain;                  /* of a straight step, by terrain alone */
  int64_t sum[2];                   /* with all layers, straight and diagonally; before it is raised
                                    ** to 1 */
  int32_t height, east, south;      /* as far as the class pays for them */
  int32_t traffic[WAYS];            /* what leaving it in a direction costs more */
} Place;

typedef struct Ground {
  int32_t width, height;
  astar_grid grid;
  astar_diagonal_rule rule;
  int32_t turn;                     /* the cost of an eighth of a turn */
  int32_t climb, descend;
  Place *places;                    /* by y * width + x */
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

/* ---- distances ------------------------------------------------------------------------------- */

static inline int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

/* Offset coordinates of hexagons to axial ones, in which all rows are slanted alike. */
static inline astar_cell axial(astar_grid grid, int32_t x, int32_t y) {
  if (grid == ASTAR_GRID_HEX) return (astar_cell){ x - (y - (y & 1)) / 2, y };
  return (astar_cell){ x, y - (x - (x & 1)) / 2 };
}

/* How many steps it is from one cell to another over open ground. */
static inline int32_t cells_apart(astar_grid grid, astar_cell a, astar_cell b) {
  if (grid == ASTAR_GRID_SQUARE) return larger(abs(a.x - b.x), abs(a.y - b.y));
  a = axial(grid, a.x, a.y);
  b = axial(grid, b.x, b.y);
  int32_t dx = b.x - a.x, dy = b.y - a.y;
  return larger(larger(abs(dx), abs(dy)), abs(dx + dy));
}

/* Between the nearest cells of two rectangles. */
static inline int32_t rects_apart(astar_grid grid, astar_rect a, astar_rect b) {
  int32_t least = INT32_MAX;
  if (grid == ASTAR_GRID_SQUARE) {
    int32_t dx = larger(0, larger(b.x - (a.x + a.width - 1), a.x - (b.x + b.width - 1)));
    return larger(dx, larger(b.y - (a.y + a.height - 1), a.y - (b.y + b.height - 1)));
  }
  for (int32_t i = 0; i < a.width * a.height; i++)
    for (int32_t j = 0; j < b.width * b.height; j++) {
      astar_cell from = { a.x + i % a.width, a.y + i / a.width };
      astar_cell to = { b.x + j % b.width, b.y + j / b.width };
      int32_t apart = cells_apart(grid, from, to);
      if (apart < least) least = apart;
    }
  return least;
}

/* ---- the ground ------------------------------------------------------------------------------ */

static inline Ground ground_new(astar_grid grid, int32_t width, int32_t height) {
  size_t cells = (size_t)width * (size_t)height;
  return (Ground){ .width = width, .height = height, .grid = grid,
                   .rule = ASTAR_DIAGONAL_NO_OBSTACLES, .places = calloc(cells, sizeof(Place)) };
}

static inline void ground_free(Ground *ground) {
  free(ground->places);
}

static inline bool ground_has(const Ground *ground, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < ground->width && y < ground->height;
}

static inline bool ground_open(const Ground *ground, int32_t x, int32_t y) {
  return ground_has(ground, x, y) && ground->places[y * ground->width + x].open;
}

/* Is there a step in this direction at all? Hexagons have six neighbours. */
static inline bool is_neighbour(astar_grid grid, int32_t x, int32_t y, int way) {
  astar_cell from = { x, y }, to = { x + WAY_X[way], y + WAY_Y[way] };
  return grid == ASTAR_GRID_SQUARE || cells_apart(grid, from, to) == 1;
}

static inline bool rule_allows(astar_diagonal_rule rule, int open_beside) {
  static const int needed[] = { [ASTAR_DIAGONAL_NO_OBSTACLES] = 2, [ASTAR_DIAGONAL_AT_MOST_ONE] = 1,
                                [ASTAR_DIAGONAL_ALWAYS] = 0, [ASTAR_DIAGONAL_NEVER] = 3 };
  return open_beside >= needed[rule];
}

/* May a step be made from x, y? The cell that it leaves does not matter. */
static inline bool ground_legal(const Ground *ground, int32_t x, int32_t y, int way) {
  int32_t dx = WAY_X[way], dy = WAY_Y[way];
  if (!ground_open(ground, x + dx, y + dy)) return false;
  if (ground->grid != ASTAR_GRID_SQUARE) return is_neighbour(ground->grid, x, y, way);
  if (dx == 0 || dy == 0) return true;
  int beside = ground_open(ground, x + dx, y) + ground_open(ground, x, y + dy);
  return rule_allows(ground->rule, beside);
}

/* What a step costs more because of where it leads. */
static inline int64_t ground_slope(const Ground *ground, int32_t from, int32_t cell, int way) {
  const Place *left = &ground->places[from], *entered = &ground->places[cell];
  int64_t rise = left->seen && entered->seen ? entered->height - left->height : 0;
  int64_t paid = rise > 0 ? ground->climb * rise : ground->descend * -rise;
  return paid - WAY_X[way] * entered->east - WAY_Y[way] * entered->south;
}

static inline uint64_t at_least_one(int64_t sum) {
  return sum < 1 ? 1 : (uint64_t)sum;
}

/* Of the step from a cell to its neighbour. */
static inline uint64_t ground_cost(const Ground *ground, int32_t from, int32_t cell, int way) {
  int64_t sum = ground->places[cell].sum[way >= 4] + ground_slope(ground, from, cell, way);
  return at_least_one(sum) + (uint64_t)ground->places[from].traffic[way];
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
  *oracle = (Oracle){ .ground = NULL };
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

/* The state from which a state was reached by the step `way`, by the rule; -1: not by this step. */
static inline int32_t oracle_before(const Oracle *oracle, int32_t state, int way) {
  const Ground *ground = oracle->ground;
  int32_t cell = state / oracle->per_cell;
  int32_t x = cell % ground->width - WAY_X[way], y = cell / ground->width - WAY_Y[way];
  if (!ground_has(ground, x, y) || !ground_legal(ground, x, y, way)) return -1;
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

/* What the steps of a path to its cells `first` to `last` - 1 cost by the ground; FAR: one cannot
** be made. */
static inline uint64_t cost_by_ground(const Ground *ground, const astar_path *path, int32_t first,
                                      int32_t last) {
  uint64_t sum = 0;
  int came = NO_WAY;
  for (int32_t i = first; i < last; i++) {
    astar_cell from = astar_path_cell(path, i - 1), to = astar_path_cell(path, i);
    int32_t start = from.y * ground->width + from.x, end = to.y * ground->width + to.x, way = 0;
    uint32_t number = astar_path_link(path, i);
    uint64_t step = FAR;
    for (int32_t k = 0; k < ground->link_count && number != 0; k++) {
      const GroundLink *link = &ground->links[k];
      if (link->number == number && link->from == start && link->to == end) step = link->cost;
    }
    while (way < WAYS && (from.x + WAY_X[way] != to.x || from.y + WAY_Y[way] != to.y)) way++;
    if (number == 0 && way < WAYS && ground_legal(ground, from.x, from.y, way)) {
      step = ground_cost(ground, start, end, way);
      if (came != NO_WAY) step += (uint64_t)ground->turn * eighths(came, way);
      came = way;
    }
    if (step == FAR) return FAR;
    sum += step;
  }
  return sum;
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

#endif
