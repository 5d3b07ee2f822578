#include "jump.h"

#include <string.h>

#include "../base/builtin.h"
#include "jump_builder.h"

/*
** Coordinates here are those of the map, from 0; lines cover the border, -1 … width or height,
** which counts as blocked.
*/

static bool is_open(const Jumps *jumps, int32_t x, int32_t y) {
  return jumps->open[grid_cell(jumps->grid, x, y)] != 0;
}

static uint16_t *info_at(const Jumps *jumps, int32_t x, int32_t y) {
  return &jumps->info[grid_cell(jumps->grid, x, y)];
}

bool jumps_possible(const Grid *grid) {
  return grid->width < UINT16_MAX && grid->height < UINT16_MAX;
}

void jumps_free(Jumps *jumps, Memory *memory) {
  if (jumps == NULL) return;
  memory_free(memory, jumps->info, jumps->grid->cells * sizeof *jumps->info);
  for (int i = 0; i < 4; i++) {
    memory_free(memory, jumps->stops[i], jumps->stop_words[i] * sizeof(uint64_t));
    memory_free(memory, jumps->diagonals[i], jumps->diagonal_words * sizeof(DiagonalWord));
  }
  memory_free(memory, jumps, sizeof *jumps);
}

Jumps *jumps_new(Memory *memory, const Grid *grid, const uint8_t *open) {
  Jumps *jumps = memory_new(memory, sizeof *jumps);
  if (jumps == NULL) return NULL;
  jumps->grid = grid;
  jumps->open = open;
  jumps->diagonal_words = line_diagonal_words(grid);
  jumps->info = memory_raw(memory, grid->cells * sizeof *jumps->info);
  bool whole = jumps->info != NULL;
  for (int i = 0; i < 4; i++) {
    jumps->straight[i] = line_straight(grid, i);
    jumps->diagonal[i] = line_diagonal(grid, FIRST_DIAGONAL + i);
    jumps->stop_words[i] = line_straight_words(grid, i);
    jumps->stops[i] = memory_raw(memory, jumps->stop_words[i] * sizeof(uint64_t));
    jumps->diagonals[i] = memory_raw(memory, jumps->diagonal_words * sizeof(DiagonalWord));
    whole = whole && jumps->stops[i] != NULL && jumps->diagonals[i] != NULL;
  }
  if (whole) return jumps;
  jumps_free(jumps, memory);
  return NULL;
}

/* ---- one cell -------------------------------------------------------------------------------- */

static void put_bit(uint64_t *word, int64_t bit, bool on) {
  uint64_t mask = (uint64_t)1 << (bit & 63);
  *word = on ? *word | mask : *word & ~mask;
}

static void put_info(uint16_t *info, int bit, bool on) {
  *info = (uint16_t)(on ? *info | 1u << bit : *info & ~(1u << bit));
}

/* Which of the two sides of an open cell are forced for a path that comes straight. */
static uint32_t forced_sides(const Jumps *jumps, int direction, int32_t x, int32_t y) {
  uint32_t forced = 0;
  for (int i = 0; i < 2; i++) {
    int side = JUMP_SIDES[direction][i];
    int32_t beside_x = x + DIRECTION_X[side], beside_y = y + DIRECTION_Y[side];
    bool turn = is_open(jumps, beside_x, beside_y) &&
                !is_open(jumps, beside_x - DIRECTION_X[direction],
                         beside_y - DIRECTION_Y[direction]);
    forced |= (uint32_t)turn << i;
  }
  return forced;
}

/* Forced sides and straight stops of a cell, which depend on its 3 x 3. */
static void make_stops(Jumps *jumps, int32_t x, int32_t y) {
  uint16_t *info = info_at(jumps, x, y);
  bool open = is_open(jumps, x, y);
  uint32_t all = 0;
  for (int direction = 0; direction < 4; direction++) {
    uint32_t forced = open ? forced_sides(jumps, direction, x, y) : 0;
    int64_t bit = line_bit(&jumps->straight[direction], x, y);
    put_bit(&jumps->stops[direction][bit >> 6], bit, !open || forced);
    all |= forced << (2 * direction);
  }
  *info = (uint16_t)((*info & 0xff00) | all);
}

static bool diagonal_legal(const Jumps *jumps, int direction, int32_t x, int32_t y) {
  int dx = DIRECTION_X[direction], dy = DIRECTION_Y[direction];
  return is_open(jumps, x, y) && is_open(jumps, x - dx, y) && is_open(jumps, x, y - dy) &&
         is_open(jumps, x - dx, y - dy);
}

static void make_diagonal_stops(Jumps *jumps, int32_t x, int32_t y) {
  for (int i = 0; i < 4; i++) {
    int64_t bit = line_bit(&jumps->diagonal[i], x, y);
    put_bit(&jumps->diagonals[i][bit >> 6].stop, bit,
            !diagonal_legal(jumps, FIRST_DIAGONAL + i, x, y));
  }
}

static bool is_stop(const Jumps *jumps, int direction, int32_t x, int32_t y) {
  int64_t bit = line_bit(&jumps->straight[direction], x, y);
  return jumps->stops[direction][bit >> 6] >> (bit & 63) & 1;
}

static bool jumps_meets(const Jumps *jumps, int direction, int32_t x, int32_t y) {
  return INFO_MEETS(*info_at(jumps, x, y)) >> direction & 1;
}

/* Does a straight scan from x, y hit? Rests on the answer for the next cell. */
static bool find_hit(const Jumps *jumps, int direction, int32_t x, int32_t y) {
  int32_t next_x = x + DIRECTION_X[direction], next_y = y + DIRECTION_Y[direction];
  if (!is_open(jumps, x, y) || !is_open(jumps, next_x, next_y)) return false;
  return is_stop(jumps, direction, next_x, next_y) || jumps_meets(jumps, direction, next_x, next_y);
}

/* Notes a hit in a cell's info and on the two kinds of diagonal that have this component. */
static void put_hit(Jumps *jumps, int direction, int32_t x, int32_t y, bool hit) {
  put_info(info_at(jumps, x, y), 8 + direction, hit);
  for (int i = 0; i < 4; i++) {
    int64_t bit = line_bit(&jumps->diagonal[i], x, y);
    DiagonalWord *word = &jumps->diagonals[i][bit >> 6];
    if (direction_across(FIRST_DIAGONAL + i) == direction) put_bit(&word->across, bit, hit);
    if (direction_down(FIRST_DIAGONAL + i) == direction) put_bit(&word->down, bit, hit);
  }
}

/* Does a diagonal sweep from x, y meet an event? Rests on the answer for the next cell. */
static bool find_event(const Jumps *jumps, int direction, int32_t x, int32_t y) {
  int32_t next_x = x + DIRECTION_X[direction], next_y = y + DIRECTION_Y[direction];
  if (!diagonal_legal(jumps, direction, next_x, next_y)) return false;
  uint32_t components = 1u << direction_across(direction) | 1u << direction_down(direction);
  uint32_t wanted = components | 1u << direction;
  return (INFO_MEETS(*info_at(jumps, next_x, next_y)) & wanted) != 0;
}

/* ---- the whole map --------------------------------------------------------------------------- */

bool jumps_rebuild(Jumps *jumps, Memory *memory) {
  JumpBuilder *builder = jump_builder_new(jumps, memory, 1);
  if (builder == NULL) return false;
  int32_t steps = jump_builder_steps(jumps->grid);
  for (int32_t step = 0; step < steps; step++) jump_builder_do(builder, step);
  jump_builder_free(builder, memory);
  return true;
}

/* ---- repairing ------------------------------------------------------------------------------- */

/* Finds again whether sweeps meet events, from x, y backwards as long as answers change. */
static void repair_events(Jumps *jumps, int direction, int32_t x, int32_t y) {
  while (grid_has(jumps->grid, x, y)) {
    bool event = find_event(jumps, direction, x, y);
    if (event == jumps_meets(jumps, direction, x, y)) return;
    put_info(info_at(jumps, x, y), 8 + direction, event);
    x -= DIRECTION_X[direction];
    y -= DIRECTION_Y[direction];
  }
}

static void repair_hit(Jumps *jumps, int direction, int32_t x, int32_t y, bool hit) {
  put_hit(jumps, direction, x, y, hit);
  for (int i = FIRST_DIAGONAL; i < DIRECTIONS; i++)
    if (direction_across(i) == direction || direction_down(i) == direction)
      repair_events(jumps, i, x - DIRECTION_X[i], y - DIRECTION_Y[i]);
}

/*
** Finds hits again along a line that begins at x, y: in the three cells whose stops may have
** changed, in the one that rests on the last of them, and backwards as long as answers change.
*/
static void repair_hits(Jumps *jumps, int direction, int32_t x, int32_t y) {
  for (int done = 0;; done++) {
    bool changed = false;
    if (grid_has(jumps->grid, x, y)) {
      bool hit = find_hit(jumps, direction, x, y);
      changed = hit != jumps_meets(jumps, direction, x, y);
      if (changed) repair_hit(jumps, direction, x, y, hit);
    }
    if (!changed && done >= 3) return;
    x -= DIRECTION_X[direction];
    y -= DIRECTION_Y[direction];
  }
}

void jumps_repair(Jumps *jumps, int32_t x, int32_t y) {
  for (int32_t dy = -1; dy <= 1; dy++)
    for (int32_t dx = -1; dx <= 1; dx++)
      if (grid_has(jumps->grid, x + dx, y + dy)) {
        make_stops(jumps, x + dx, y + dy);
        make_diagonal_stops(jumps, x + dx, y + dy);
      }
  for (int direction = 0; direction < 4; direction++)
    for (int i = -1; i <= 1; i++) {
      int side = JUMP_SIDES[direction][0];
      repair_hits(jumps, direction, x + DIRECTION_X[direction] + i * DIRECTION_X[side],
                  y + DIRECTION_Y[direction] + i * DIRECTION_Y[side]);
    }
  for (int direction = FIRST_DIAGONAL; direction < DIRECTIONS; direction++)
    for (int32_t dy = -1; dy <= 1; dy++)
      for (int32_t dx = -1; dx <= 1; dx++)
        repair_events(jumps, direction, x + dx - DIRECTION_X[direction],
                      y + dy - DIRECTION_Y[direction]);
}

/* ---- reading --------------------------------------------------------------------------------- */

int32_t jumps_reach(const Jumps *jumps, int direction, int32_t x, int32_t y) {
  int32_t steps = 0;
  for (;;) {
    bool hit = jumps_meets(jumps, direction, x, y);
    int32_t run = jumps_scan(jumps, direction, line_bit(&jumps->straight[direction], x, y));
    steps += run;
    if (!hit) return steps - 1;
    x += DIRECTION_X[direction] * run;
    y += DIRECTION_Y[direction] * run;
  }
}

bool jumps_diagonal_open(const Jumps *jumps, int direction, int32_t x, int32_t y, int32_t steps) {
  int i = direction - FIRST_DIAGONAL;
  int64_t bit = line_bit(&jumps->diagonal[i], x, y);
  const DiagonalWord *word = jumps->diagonals[i] + (bit >> 6);
  uint64_t found = word->stop & (~(uint64_t)1 << (bit & 63));
  int64_t first = bit & ~(int64_t)63;
  while (found == 0) {
    if (first + 64 > bit + steps) return true;
    found = (++word)->stop;
    first += 64;
  }
  return first + low_zeros_64(found) - bit > steps;
}

/* ---- checking -------------------------------------------------------------------------------- */

static bool jumps_equal(const Jumps *a, const Jumps *b) {
  bool same = memcmp(a->info, b->info, a->grid->cells * sizeof *a->info) == 0;
  for (int i = 0; i < 4 && same; i++)
    same = memcmp(a->stops[i], b->stops[i], a->stop_words[i] * sizeof *a->stops[i]) == 0 &&
           memcmp(a->diagonals[i], b->diagonals[i],
                  a->diagonal_words * sizeof *a->diagonals[i]) == 0;
  return same;
}

const char *jumps_validate(const Jumps *jumps, Memory *memory) {
  Jumps *fresh = jumps_new(memory, jumps->grid, jumps->open);
  bool made = fresh != NULL && jumps_rebuild(fresh, memory);
  bool same = !made || jumps_equal(jumps, fresh);
  jumps_free(fresh, memory);
  return same ? NULL : "jump tables are not those of their plane";
}
