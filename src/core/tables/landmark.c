#include "landmark.h"

#include <string.h>

#include "../base/hash.h"

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
  if (!shortcuts->listed) landmarks_recount(landmarks);
  shortcuts_gather(shortcuts, landmarks->grid);
}

void landmarks_move(Landmarks *landmarks, const uint8_t *kind) {
  landmarks->kind = kind;
  landmarks_recount(landmarks);
  landmarks_settle(landmarks);
}

bool landmarks_costs_hold(const Landmarks *landmarks) {
  const uint32_t *costs = landmarks->cls->diagonal_cost;
  return memcmp(landmarks->old_cost, costs, sizeof landmarks->old_cost) == 0;
}

bool landmarks_are_fresh(const Landmarks *landmarks) {
  return memcmp(landmarks->old_kind, landmarks->kind, landmarks->grid->cells) == 0 &&
         landmarks_costs_hold(landmarks);
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

Landmarks *landmarks_new(Memory *memory, const Grid *grid, const astar_class *cls,
                         const uint8_t *kind) {
  Landmarks *landmarks = memory_new(memory, sizeof *landmarks);
  if (landmarks == NULL) return NULL;
  landmarks->grid = grid;
  landmarks->cls = cls;
  landmarks->kind = kind;
  shortcuts_clear(&landmarks->shortcuts);
  memcpy(landmarks->old_cost, cls->diagonal_cost, sizeof landmarks->old_cost);
  landmarks->rows = memory_new(memory, grid->cells * sizeof *landmarks->rows);
  landmarks->old_kind = memory_raw(memory, grid->cells);
  if (landmarks->rows == NULL || landmarks->old_kind == NULL) {
    landmarks_free(landmarks, memory);
    return NULL;
  }
  memcpy(landmarks->old_kind, kind, grid->cells);
  landmarks->old_hash = hash_bytes(HASH_START, kind, grid->cells);
  return landmarks;
}
