#include "landmark.h"

#include <string.h>

#include "front.h"

#define LANDMARK_FAR UINT32_MAX     /* there is no way */
#define LANDMARK_MOST (UINT32_MAX / 2)

/* A flood of the map, from a landmark on or, with steps turned round, towards it. */
typedef struct Flood {
  Memory *memory;
  const Grid *grid;
  const astar_class *cls;
  const uint8_t *kind;
  Buckets open;
  Cell source;
  uint32_t *costs;                  /* array over cells */
  bool backwards;
  int cheapest;                     /* the kind of the cheapest cells */
  bool in_fronts;                   /* all steps cost the same, and fit into fronts */
  bool too_far;                     /* a cost did not fit */
} Flood;

/* Forwards a step costs what the cell entered does; backwards it was `cell` that was entered. */
static uint32_t landmark_step_cost(const Flood *flood, Cell cell, Cell next, int direction) {
  uint8_t kind = flood->kind[flood->backwards ? cell : next];
  return direction < FIRST_DIAGONAL ? flood->cls->straight_cost[kind]
                                    : flood->cls->diagonal_cost[kind];
}

static bool landmark_expand(Flood *flood, Cell cell, uint32_t cost) {
  uint32_t legal = class_legal_steps(flood->cls, flood->kind, cell);
  for (; legal != 0; legal &= legal - 1) {
    int direction = __builtin_ctz(legal);
    Cell next = cell + (Cell)direction_offset(flood->grid, direction);
    uint64_t total = (uint64_t)cost + landmark_step_cost(flood, cell, next, direction);
    if (total > LANDMARK_MOST) flood->too_far = true;
    if (total >= flood->costs[next] || flood->too_far) continue;
    flood->costs[next] = (uint32_t)total;
    if (!buckets_push(&flood->open, flood->memory, open_entry((uint32_t)total, next))) return false;
  }
  return true;
}

/* Dijkstra's algorithm, in buckets no wider than the least step. False: no memory. */
static bool flood_in_order(Flood *flood) {
  uint64_t first;
  flood->costs[flood->source] = 0;
  if (!buckets_begin(&flood->open, flood->memory, 0, flood->cls->straight_cost[flood->cheapest]) ||
      !buckets_push(&flood->open, flood->memory, open_entry(0, flood->source)))
    return false;
  while (buckets_take(&flood->open, UINT32_MAX - 1, &first)) {
    if (buckets_is_early(&flood->open, first)) {
      if (!buckets_push(&flood->open, flood->memory, first)) return false;
      continue;
    }
    bool current = flood->costs[open_cell(first)] == open_f(first);
    if (current && !landmark_expand(flood, open_cell(first), open_f(first))) return false;
  }
  return true;
}

/* The same, many times as fast, where all steps cost the same. */
static bool flood_in_fronts(Flood *flood) {
  Front front;
  FrontTask task = { flood->cls, flood->kind, flood->cheapest, flood->costs, LANDMARK_MOST };
  front_begin(&front, flood->memory, &task);
  bool done = front_add(&front, flood->source) && front_spread(&front);
  if (front_bound(&front) > LANDMARK_MOST) flood->too_far = true;
  front_end(&front);
  return done;
}

/* The cost from the source to every cell, or from every cell to it. False: no memory. */
static bool flood_from(Flood *flood, bool backwards) {
  flood->backwards = backwards;
  memset(flood->costs, 0xff, flood->grid->cells * sizeof *flood->costs);
  return flood->in_fronts ? flood_in_fronts(flood) : flood_in_order(flood);
}

/* ---- choosing and flooding ------------------------------------------------------------------- */

/* The most that a cell costs which was reached. */
static uint32_t flood_most(const Flood *flood) {
  uint32_t most = 0;
  for (size_t cell = 0; cell < flood->grid->cells; cell++)
    if (flood->costs[cell] != LANDMARK_FAR && flood->costs[cell] > most) most = flood->costs[cell];
  return most;
}

/* Writes a column of all cells that were reached. */
static void flood_keep(const Flood *flood, Landmarks *landmarks, int column) {
  for (size_t cell = 0; cell < flood->grid->cells; cell++) {
    uint32_t cost = flood->costs[cell];
    if (cost == LANDMARK_FAR) continue;
    int16_t units = (int16_t)(cost >> landmarks->shift);
    landmarks->rows[cell].columns[column] = flood->backwards ? INT16_MAX - units : units;
  }
}

/* The cell whose least cost from any of the landmarks so far is the largest, where `least` is that
** of those before this flood. */
static Cell flood_farthest(const Flood *flood, uint32_t *least) {
  Cell best = flood->source;
  uint32_t best_cost = 0;
  for (size_t cell = 0; cell < flood->grid->cells; cell++) {
    if (flood->costs[cell] < least[cell]) least[cell] = flood->costs[cell];
    if (least[cell] == LANDMARK_FAR || least[cell] <= best_cost) continue;
    best = (Cell)cell;
    best_cost = least[cell];
  }
  return best;
}

/* Finds a unit in which all costs fit into a column: no cost is more than that to the seed and that
** from it. And the cell that is farthest from the seed. */
static bool flood_survey(Flood *flood, Landmarks *landmarks, uint32_t *least, Cell *farthest) {
  if (!flood_from(flood, false)) return false;
  uint64_t most = flood_most(flood);
  *farthest = flood_farthest(flood, least);
  if (!landmarks->both_ways && !flood_from(flood, true)) return false;
  most += flood_most(flood);
  while (most >> landmarks->shift > INT16_MAX) landmarks->shift++;
  return true;
}

/* The first landmark is the cell farthest from the seed, each further one from those before. */
static bool choose_and_flood(Flood *flood, Landmarks *landmarks, uint32_t *least) {
  Cell farthest;
  memset(least, 0xff, flood->grid->cells * sizeof *least);
  if (!flood_survey(flood, landmarks, least, &farthest)) return false;
  memset(least, 0xff, flood->grid->cells * sizeof *least);
  for (int column = 0; column < LANDMARK_COLUMNS;) {
    flood->source = farthest;
    if (!flood_from(flood, false)) return false;
    flood_keep(flood, landmarks, column++);
    farthest = flood_farthest(flood, least);
    if (landmarks->both_ways) continue;
    if (!flood_from(flood, true)) return false;
    flood_keep(flood, landmarks, column++);
  }
  return true;
}

/* ---- keeping up ------------------------------------------------------------------------------ */

/* Is a cell of this kind, that was of another, a shortcut? */
static bool landmark_gains(const Landmarks *landmarks, uint8_t old, uint8_t kind) {
  if (kind == 0) return false;
  return old == 0 || landmarks->cls->diagonal_cost[kind] < landmarks->old_cost[old];
}

void landmarks_note(Landmarks *landmarks, Cell cell, uint8_t before, uint8_t after) {
  uint8_t old = landmarks->old_kind[cell];
  bool was = landmark_gains(landmarks, old, before), is = landmark_gains(landmarks, old, after);
  if (was && !is) shortcuts_remove(&landmarks->shortcuts, cell);
  if (is && !was) shortcuts_add(&landmarks->shortcuts, cell);
}

void landmarks_recount(Landmarks *landmarks) {
  shortcuts_clear(&landmarks->shortcuts);
  for (size_t cell = 0; cell < landmarks->grid->cells; cell++)
    if (landmark_gains(landmarks, landmarks->old_kind[cell], landmarks->kind[cell]))
      shortcuts_add(&landmarks->shortcuts, (Cell)cell);
}

void landmarks_settle(Landmarks *landmarks) {
  Shortcuts *shortcuts = &landmarks->shortcuts;
  if (!shortcuts_are_few(shortcuts)) return;
  if (!shortcuts_are_listed(shortcuts)) landmarks_recount(landmarks);
  shortcuts_gather(shortcuts, landmarks->grid);
}

bool landmarks_are_fresh(const Landmarks *landmarks) {
  const uint32_t *costs = landmarks->cls->diagonal_cost;
  return memcmp(landmarks->old_kind, landmarks->kind, landmarks->grid->cells) == 0 &&
         memcmp(landmarks->old_cost, costs, sizeof landmarks->old_cost) == 0;
}

/* ---- estimating ------------------------------------------------------------------------------ */

/* A lower bound in units. `back` is -1 where the cost back is the same, else 0. Without a branch,
** and not inlined, so that the compiler compares all columns at once. */
static int16_t landmark_rise(const LandmarkRow *here, const LandmarkRow *goal, int16_t back) {
  int16_t most = 0;
  for (int i = 0; i < LANDMARK_COLUMNS; i++) {
    int16_t rise = (int16_t)(goal->columns[i] - here->columns[i]), fall = (int16_t)(-rise & back);
    if (rise > most) most = rise;
    if (fall > most) most = fall;
  }
  return most;
}

/* Columns are rounded down, so the difference of two may be nearly one unit too large. */
uint64_t landmarks_bound(const Landmarks *landmarks, const LandmarkRow *here,
                         const LandmarkRow *goal) {
  uint64_t rise = (uint64_t)landmark_rise(here, goal, landmarks->both_ways ? -1 : 0);
  uint64_t rounding = ((uint64_t)1 << landmarks->shift) - 1;
  return rise > 0 ? (rise << landmarks->shift) - rounding : 0;
}

/* ---- making ---------------------------------------------------------------------------------- */

void landmarks_free(Landmarks *landmarks, Memory *memory) {
  if (landmarks == NULL) return;
  memory_free(memory, landmarks->rows, landmarks->grid->cells * sizeof *landmarks->rows);
  memory_free(memory, landmarks->old_kind, landmarks->grid->cells);
  memory_free(memory, landmarks, sizeof *landmarks);
}

static bool landmarks_make(Landmarks *landmarks, Flood *flood) {
  Memory *memory = flood->memory;
  size_t cells = flood->grid->cells;
  uint32_t *least = memory_raw(memory, cells * sizeof *least);
  flood->costs = memory_raw(memory, cells * sizeof *flood->costs);
  bool made = least != NULL && flood->costs != NULL && choose_and_flood(flood, landmarks, least);
  buckets_free(&flood->open, memory);
  memory_free(memory, flood->costs, cells * sizeof *flood->costs);
  memory_free(memory, least, cells * sizeof *least);
  landmarks->too_far = flood->too_far;
  return made;
}

Landmarks *landmarks_new(Memory *memory, const Grid *grid, const astar_class *cls,
                         const uint8_t *kind, int cheapest, bool uniform, Cell seed) {
  Flood flood = { .memory = memory, .grid = grid, .cls = cls, .kind = kind, .source = seed,
                  .cheapest = cheapest,
                  .in_fronts = uniform && front_possible(cls, cheapest) };
  Landmarks *landmarks = memory_new(memory, sizeof *landmarks);
  if (landmarks == NULL) return NULL;
  landmarks->grid = grid;
  landmarks->cls = cls;
  landmarks->kind = kind;
  landmarks->both_ways = uniform;
  shortcuts_clear(&landmarks->shortcuts);
  memcpy(landmarks->old_cost, cls->diagonal_cost, sizeof landmarks->old_cost);
  landmarks->rows = memory_new(memory, grid->cells * sizeof *landmarks->rows);
  landmarks->old_kind = memory_raw(memory, grid->cells);
  bool made = landmarks->rows != NULL && landmarks->old_kind != NULL &&
              landmarks_make(landmarks, &flood);
  if (!made) {
    landmarks_free(landmarks, memory);
    return NULL;
  }
  memcpy(landmarks->old_kind, kind, grid->cells);
  landmarks_settle(landmarks);
  return landmarks;
}
