#include "plane_draft.h"

#include <string.h>

PlaneDraft plane_draft(astar_class *cls, const uint8_t *terrain, uint8_t *kind) {
  return (PlaneDraft){ .cls = cls, .version = cls->version, .terrain = terrain, .kind = kind };
}

uint8_t plane_kind_at(const astar_class *cls, const uint8_t *terrain, int32_t x, int32_t y) {
  const Grid *grid = &cls->map->grid;
  if (x + cls->size > grid->width || y + cls->size > grid->height) return 0;
  const uint8_t *row = terrain + grid_cell(grid, x, y);
  uint8_t least = KINDS - 1;
  for (int32_t dy = 0; dy < cls->size; dy++, row += grid->stride)
    for (int32_t dx = 0; dx < cls->size; dx++) {
      uint8_t kind = cls->kind_of[row[dx]];
      if (kind < least) least = kind;
    }
  return least;
}

static const Grid *draft_grid(const PlaneDraft *draft) {
  return &draft->cls->map->grid;
}

/* ---- passes ---------------------------------------------------------------------------------- */

/* How far away cells are taken together in a pass, where those next to each other are already for
** `side` cells. So the square that is taken together doubles, up to the class's size. */
static int32_t draft_reach(const PlaneDraft *draft, int32_t side) {
  int32_t left = draft->cls->size - side;
  return side < left ? side : left;
}

/* The first pass reads and goes across the rows, the others go down the columns. */
static int32_t draft_passes(const PlaneDraft *draft) {
  int32_t passes = 1;
  for (int32_t side = 1; side < draft->cls->size; side += draft_reach(draft, side)) passes++;
  return passes;
}

/* Of a pass down the columns, from 1 on. */
static int32_t draft_reach_of_pass(const PlaneDraft *draft, int32_t pass) {
  int32_t side = 1;
  for (; pass > 1; pass--) side += draft_reach(draft, side);
  return draft_reach(draft, side);
}

int32_t plane_draft_steps(const PlaneDraft *draft) {
  return draft_passes(draft) * grid_bands(draft_grid(draft));
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void take_least(uint8_t *kind, const uint8_t *other, int32_t count) {
  for (int32_t i = 0; i < count; i++)
    if (other[i] < kind[i]) kind[i] = other[i];
}

/* Each kind becomes the least of those that a unit there covers in its row. */
static void widen_across(const PlaneDraft *draft, uint8_t *kind) {
  int32_t width = draft_grid(draft)->width, size = draft->cls->size;
  for (int32_t side = 1, reach; side < size; side += reach) {
    reach = draft_reach(draft, side);
    int32_t left = reach < width ? width - reach : 0;
    take_least(kind, kind + reach, left);
    memset(kind + left, 0, (size_t)(width - left));
  }
}

static void read_row(const PlaneDraft *draft, Cell row) {
  const uint8_t *restrict terrain = draft->terrain + row;
  const uint8_t *restrict kind_of = draft->cls->kind_of;
  uint8_t *restrict kind = draft->kind + row;
  int32_t width = draft_grid(draft)->width;
  kind[-1] = kind[width] = 0;
  for (int32_t i = 0; i < width; i++) kind[i] = kind_of[terrain[i]];
  widen_across(draft, kind);
}

/* The rows below have not had this pass yet. */
static void widen_down(const PlaneDraft *draft, int32_t y, int32_t reach) {
  const Grid *grid = draft_grid(draft);
  uint8_t *kind = draft->kind + grid_cell(grid, 0, y);
  if (reach < grid->height - y)
    take_least(kind, kind + (size_t)reach * (size_t)grid->stride, grid->width);
  else
    memset(kind, 0, (size_t)grid->width);
}

/* Counts four cells at a time, each in a table of its own: neighbours are often of one kind, and to
** count in one place takes turns. */
static void draft_count_row(PlaneDraft *draft, Cell row) {
  const uint8_t *kind = draft->kind + row;
  int32_t i = 0, count = draft_grid(draft)->width;
  for (; i + 4 <= count; i += 4)
    for (int lane = 0; lane < 4; lane++) draft->lanes[lane][kind[i + lane]]++;
  for (; i < count; i++) draft->lanes[0][kind[i]]++;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void draft_row(PlaneDraft *draft, int32_t y, int32_t pass) {
  const Grid *grid = draft_grid(draft);
  if (y < 0 || y >= grid->height) {
    memset(draft->kind + grid_cell(grid, -1, y), 0, (size_t)grid->stride);
    return;
  }
  if (pass == 0) read_row(draft, grid_cell(grid, 0, y));
  else widen_down(draft, y, draft_reach_of_pass(draft, pass));
  if (pass + 1 == draft_passes(draft)) draft_count_row(draft, grid_cell(grid, 0, y));
}

void plane_draft_do(PlaneDraft *draft, int32_t step) {
  int32_t bands = grid_bands(draft_grid(draft));
  GridBand band = grid_band(draft_grid(draft), step % bands);
  for (int32_t y = band.first; y < band.end; y++) draft_row(draft, y, step / bands);
}

void plane_draft_count(const PlaneDraft *draft, uint32_t population[KINDS]) {
  for (int kind = 0; kind < KINDS; kind++) {
    population[kind] = 0;
    for (int lane = 0; lane < 4; lane++) population[kind] += draft->lanes[lane][kind];
  }
}

/* ---- keeping up ------------------------------------------------------------------------------ */

astar_rect plane_draft_reached(const astar_class *cls, astar_rect rect) {
  int32_t reach = cls->size - 1;
  rect = (astar_rect){ rect.x - reach, rect.y - reach, rect.width + reach, rect.height + reach };
  return grid_clip(&cls->map->grid, rect);
}

void plane_draft_repair(PlaneDraft *draft, astar_rect rect) {
  rect = plane_draft_reached(draft->cls, rect);
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      uint8_t *kind = &draft->kind[grid_cell(draft_grid(draft), x, y)];
      draft->lanes[0][*kind]--;
      *kind = plane_kind_at(draft->cls, draft->terrain, x, y);
      draft->lanes[0][*kind]++;
    }
}
