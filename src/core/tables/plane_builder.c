#include "plane_builder.h"

#include <string.h>

PlaneBuilder plane_builder_of(astar_class *cls, const uint8_t *terrain, uint8_t *kind) {
  return (PlaneBuilder){ .cls = cls, .version = cls->version, .terrain = terrain, .kind = kind };
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

static const Grid *plane_builder_grid(const PlaneBuilder *builder) {
  return &builder->cls->map->grid;
}

/* ---- passes ---------------------------------------------------------------------------------- */

/* How far away cells are taken together in a pass, where those next to each other are already for
** `side` cells. So the square that is taken together doubles, up to the class's size. */
static int32_t plane_builder_reach(const PlaneBuilder *builder, int32_t side) {
  int32_t left = builder->cls->size - side;
  return side < left ? side : left;
}

/* The first pass reads and goes across the rows, the others go down the columns. */
static int32_t plane_builder_passes(const PlaneBuilder *builder) {
  int32_t passes = 1;
  for (int32_t side = 1; side < builder->cls->size; side += plane_builder_reach(builder, side))
    passes++;
  return passes;
}

/* Of a pass down the columns, from 1 on. */
static int32_t plane_builder_reach_of_pass(const PlaneBuilder *builder, int32_t pass) {
  int32_t side = 1;
  for (; pass > 1; pass--) side += plane_builder_reach(builder, side);
  return plane_builder_reach(builder, side);
}

int32_t plane_builder_steps(const PlaneBuilder *builder) {
  return plane_builder_passes(builder) * grid_bands(plane_builder_grid(builder));
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void take_least(uint8_t *kind, const uint8_t *other, int32_t count) {
  for (int32_t i = 0; i < count; i++)
    if (other[i] < kind[i]) kind[i] = other[i];
}

/* Each kind becomes the least of those that a unit there covers in its row. */
static void widen_across(const PlaneBuilder *builder, uint8_t *kind) {
  int32_t width = plane_builder_grid(builder)->width, size = builder->cls->size;
  for (int32_t side = 1, reach; side < size; side += reach) {
    reach = plane_builder_reach(builder, side);
    int32_t left = reach < width ? width - reach : 0;
    take_least(kind, kind + reach, left);
    memset(kind + left, 0, (size_t)(width - left));
  }
}

static void read_row(const PlaneBuilder *builder, Cell row) {
  const uint8_t *restrict terrain = builder->terrain + row;
  const uint8_t *restrict kind_of = builder->cls->kind_of;
  uint8_t *restrict kind = builder->kind + row;
  int32_t width = plane_builder_grid(builder)->width;
  kind[-1] = kind[width] = 0;
  for (int32_t i = 0; i < width; i++) kind[i] = kind_of[terrain[i]];
  widen_across(builder, kind);
}

/* The rows below have not had this pass yet. */
static void widen_down(const PlaneBuilder *builder, int32_t y, int32_t reach) {
  const Grid *grid = plane_builder_grid(builder);
  uint8_t *kind = builder->kind + grid_cell(grid, 0, y);
  if (reach < grid->height - y)
    take_least(kind, kind + (size_t)reach * (size_t)grid->stride, grid->width);
  else
    memset(kind, 0, (size_t)grid->width);
}

/* Counts four cells at a time, each in a table of its own: neighbours are often of one kind, and to
** count in one place takes turns. */
static void plane_builder_count_row(PlaneBuilder *builder, Cell row) {
  const uint8_t *kind = builder->kind + row;
  int32_t i = 0, count = plane_builder_grid(builder)->width;
  for (; i + 4 <= count; i += 4)
    for (int lane = 0; lane < 4; lane++) builder->lanes[lane][kind[i + lane]]++;
  for (; i < count; i++) builder->lanes[0][kind[i]]++;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void plane_builder_row(PlaneBuilder *builder, int32_t y, int32_t pass) {
  const Grid *grid = plane_builder_grid(builder);
  if (y < 0 || y >= grid->height) {
    memset(builder->kind + grid_cell(grid, -1, y), 0, (size_t)grid->stride);
    return;
  }
  if (pass == 0) read_row(builder, grid_cell(grid, 0, y));
  else widen_down(builder, y, plane_builder_reach_of_pass(builder, pass));
  if (pass + 1 == plane_builder_passes(builder))
    plane_builder_count_row(builder, grid_cell(grid, 0, y));
}

void plane_builder_do(PlaneBuilder *builder, int32_t step) {
  int32_t bands = grid_bands(plane_builder_grid(builder));
  GridBand band = grid_band(plane_builder_grid(builder), step % bands);
  for (int32_t y = band.first; y < band.end; y++) plane_builder_row(builder, y, step / bands);
}

void plane_builder_count(const PlaneBuilder *builder, uint32_t population[KINDS]) {
  for (int kind = 0; kind < KINDS; kind++) {
    population[kind] = 0;
    for (int lane = 0; lane < 4; lane++) population[kind] += builder->lanes[lane][kind];
  }
}

/* ---- keeping up ------------------------------------------------------------------------------ */

astar_rect plane_builder_reached(const astar_class *cls, astar_rect rect) {
  int32_t reach = cls->size - 1;
  rect = (astar_rect){ rect.x - reach, rect.y - reach, rect.width + reach, rect.height + reach };
  return grid_clip(&cls->map->grid, rect);
}

void plane_builder_repair(PlaneBuilder *builder, astar_rect rect) {
  rect = plane_builder_reached(builder->cls, rect);
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      uint8_t *kind = &builder->kind[grid_cell(plane_builder_grid(builder), x, y)];
      builder->lanes[0][*kind]--;
      *kind = plane_kind_at(builder->cls, builder->terrain, x, y);
      builder->lanes[0][*kind]++;
    }
}
