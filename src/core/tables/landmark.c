#include "landmark.h"

#include <string.h>

/* A flood of the map, from a landmark on or, with steps turned round, towards it. */
typedef struct Flood {
  Memory *memory;
  const Grid *grid;
  const astar_class *cls;
  const uint8_t *kind;
  Buckets open;
  uint32_t *costs;                  /* array over cells */
  bool backwards;
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
    if (total >= LANDMARK_FAR / 2) flood->too_far = true;
    if (total >= flood->costs[next] || flood->too_far) continue;
    flood->costs[next] = (uint32_t)total;
    if (!buckets_push(&flood->open, flood->memory, open_entry((uint32_t)total, next))) return false;
  }
  return true;
}

/* Dijkstra's algorithm. False: no memory. */
static bool flood_from(Flood *flood, Cell source, uint32_t step) {
  uint64_t first;
  memset(flood->costs, 0xff, flood->grid->cells * sizeof *flood->costs);
  flood->costs[source] = 0;
  if (!buckets_begin(&flood->open, flood->memory, 0, step) ||
      !buckets_push(&flood->open, flood->memory, open_entry(0, source)))
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

static void landmark_keep(const Flood *flood, Landmarks *landmarks, int index) {
  for (size_t cell = 0; cell < flood->grid->cells; cell++) {
    LandmarkCosts *costs = &landmarks->costs[cell];
    *(flood->backwards ? &costs->to[index] : &costs->from[index]) = flood->costs[cell];
  }
}

/* The cell whose least cost from any of the first `count` landmarks is the largest. */
static Cell landmark_farthest(const Flood *flood, const Landmarks *landmarks, int count,
                              Cell fallback) {
  Cell best = fallback;
  uint32_t best_cost = 0;
  for (size_t cell = 0; cell < flood->grid->cells; cell++) {
    uint32_t least = LANDMARK_FAR;
    for (int i = 0; i < count; i++) {
      uint32_t cost = landmarks->costs[cell].from[i];
      if (cost < least) least = cost;
    }
    if (least == LANDMARK_FAR || least <= best_cost) continue;
    best = (Cell)cell;
    best_cost = least;
  }
  return best;
}

static bool flood_both_ways(Flood *flood, Landmarks *landmarks, Cell source, int index) {
  uint32_t step = flood->cls->straight_cost[flood->kind[source]];
  flood->backwards = false;
  if (!flood_from(flood, source, step)) return false;
  landmark_keep(flood, landmarks, index);
  flood->backwards = true;
  if (!flood_from(flood, source, step)) return false;
  landmark_keep(flood, landmarks, index);
  return true;
}

/* The first landmark is the cell farthest from the seed, each further one from those before. */
static bool choose_and_flood(Flood *flood, Landmarks *landmarks, Cell seed) {
  if (!flood_both_ways(flood, landmarks, seed, 0)) return false;
  Cell source = landmark_farthest(flood, landmarks, 1, seed);
  for (int index = 0; index < LANDMARKS; index++) {
    if (!flood_both_ways(flood, landmarks, source, index)) return false;
    source = landmark_farthest(flood, landmarks, index + 1, seed);
  }
  return true;
}

/* ---- keeping up ------------------------------------------------------------------------------ */

/* What a cell of this kind, that was of another, could save a path. */
static uint64_t landmark_saving(const Landmarks *landmarks, uint8_t old, uint8_t kind) {
  uint32_t cost = landmarks->cls->diagonal_cost[kind];
  return kind != 0 && old != 0 && cost < landmarks->old_cost[old]
             ? landmarks->old_cost[old] - cost
             : 0;
}

static bool is_opened(uint8_t old, uint8_t kind) {
  return old == 0 && kind != 0;
}

void landmarks_note(Landmarks *landmarks, Cell cell, uint8_t before, uint8_t after) {
  uint8_t old = landmarks->old_kind[cell];
  landmarks->slack -= landmark_saving(landmarks, old, before);
  landmarks->slack += landmark_saving(landmarks, old, after);
  landmarks->opened -= is_opened(old, before);
  landmarks->opened += is_opened(old, after);
}

void landmarks_recount(Landmarks *landmarks) {
  landmarks->slack = 0;
  landmarks->opened = 0;
  for (size_t cell = 0; cell < landmarks->grid->cells; cell++) {
    uint8_t old = landmarks->old_kind[cell], kind = landmarks->kind[cell];
    landmarks->slack += landmark_saving(landmarks, old, kind);
    landmarks->opened += is_opened(old, kind);
  }
}

/* ---- making ---------------------------------------------------------------------------------- */

void landmarks_free(Landmarks *landmarks, Memory *memory) {
  if (landmarks == NULL) return;
  memory_free(memory, landmarks->costs, landmarks->grid->cells * sizeof *landmarks->costs);
  memory_free(memory, landmarks->old_kind, landmarks->grid->cells);
  memory_free(memory, landmarks, sizeof *landmarks);
}

Landmarks *landmarks_new(Memory *memory, const Grid *grid, const astar_class *cls,
                         const uint8_t *kind, Cell seed) {
  Flood flood = { .memory = memory, .grid = grid, .cls = cls, .kind = kind };
  Landmarks *landmarks = memory_new(memory, sizeof *landmarks);
  if (landmarks == NULL) return NULL;
  landmarks->grid = grid;
  landmarks->cls = cls;
  landmarks->kind = kind;
  memcpy(landmarks->old_cost, cls->diagonal_cost, sizeof landmarks->old_cost);
  landmarks->costs = memory_new(memory, grid->cells * sizeof *landmarks->costs);
  flood.costs = memory_raw(memory, grid->cells * sizeof *flood.costs);
  landmarks->old_kind = memory_raw(memory, grid->cells);
  bool made = landmarks->costs != NULL && flood.costs != NULL && landmarks->old_kind != NULL &&
              choose_and_flood(&flood, landmarks, seed);
  if (made) memcpy(landmarks->old_kind, kind, grid->cells);
  buckets_free(&flood.open, memory);
  memory_free(memory, flood.costs, grid->cells * sizeof *flood.costs);
  landmarks->too_far = flood.too_far;
  if (made) return landmarks;
  landmarks_free(landmarks, memory);
  return NULL;
}
