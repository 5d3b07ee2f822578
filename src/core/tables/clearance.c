#include "clearance.h"

#include <string.h>

#include "../grid/hex.h"
#include "../map/query.h"
#include "plane.h"

/* ---- one cell -------------------------------------------------------------------------------- */

static uint32_t clearance_least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

/* The square of how far it is from the cell to the nearest one outside the map. */
static uint32_t clearance_of_border(const Grid *grid, int32_t x, int32_t y) {
  int32_t across = x < grid->width - 1 - x ? x : grid->width - 1 - x;
  int32_t down = y < grid->height - 1 - y ? y : grid->height - 1 - y;
  uint32_t least = (uint32_t)(across < down ? across : down) + 1;
  return least * least;
}

/* Looks at the cells along the sides of the square that reaches `radius` cells from the cell. */
static uint32_t clearance_try_ring(const Grid *grid, const uint8_t *at, int32_t radius,
                                   uint32_t least) {
  int32_t stride = grid->stride;
  for (int32_t i = -radius; i <= radius; i++) {
    bool is_open = at[i - radius * stride] != 0 && at[i + radius * stride] != 0 &&
                   at[i * stride - radius] != 0 && at[i * stride + radius] != 0;
    if (!is_open) least = clearance_least(least, (uint32_t)(radius * radius + i * i));
  }
  return least;
}

/* Are all cells at so many steps from a hexagon open? */
static bool clearance_has_ring(const Grid *grid, const uint8_t *kind, astar_cell from,
                               int32_t ring) {
  for (int part = 0; part < HEX_SIDES; part++)
    for (int32_t across = 0; across < ring; across++) {
      astar_cell at = hex_around(grid, from, part, ring, across);
      if (!grid_has(grid, at.x, at.y) || kind[grid_cell(grid, at.x, at.y)] == 0) return false;
    }
  return true;
}

/* Of one cell: the time goes with the result. `kind` is an array over cells, 0 where blocked. */
static uint32_t clearance_at(const Grid *grid, const uint8_t *kind, int32_t x, int32_t y) {
  const uint8_t *at = kind + grid_cell(grid, x, y);
  if (*at == 0) return 0;
  if (grid_is_hex(grid)) {
    int32_t ring = 1;
    while (clearance_has_ring(grid, kind, (astar_cell){ x, y }, ring)) ring++;
    return (uint32_t)(ring * ring);
  }
  uint32_t least = clearance_of_border(grid, x, y);
  for (int32_t radius = 1; (uint32_t)(radius * radius) < least; radius++)
    least = clearance_try_ring(grid, at, radius, least);
  return least;
}

astar_status astar_map_clearance(astar_map *map, int32_t x, int32_t y, const astar_query *query,
                                 uint32_t *clearance) {
  astar_query resolved = query != NULL ? *query : astar_query_default();
  astar_status status = map_has_cell(map, x, y) ? query_resolve(map, &resolved) : ASTAR_INVALID;
  if (status != ASTAR_OK) return status;
  const Plane *plane = plane_get(map, resolved.cls, resolved.player, &status);
  if (plane != NULL) *clearance = clearance_at(&map->grid, plane->kind, x, y);
  return status;
}

/* ---- all cells ------------------------------------------------------------------------------- */

/* How far up and down it is to a blocked cell; the rows outside the map are blocked. */
static void clearance_measure_columns(uint32_t *clearance, const Grid *grid, const uint8_t *kind) {
  size_t stride = (size_t)grid->stride, last = grid->cells - 1;
  for (size_t cell = 0; cell < stride; cell++) clearance[cell] = clearance[last - cell] = 0;
  for (size_t cell = stride; cell < grid->cells; cell++)
    clearance[cell] = kind[cell] != 0 ? clearance[cell - stride] + 1 : 0;
  for (size_t cell = last - stride; cell > stride; cell--)
    clearance[cell] = clearance_least(clearance[cell], clearance[cell + stride] + 1);
}

/* One of the lower envelope of a row: x -> (x - at)^2 + height, the least one from `from` on. */
typedef struct Parabola {
  int32_t at, from;
  int64_t height;
} Parabola;

static int64_t parabola_value(const Parabola *parabola, int32_t x) {
  int64_t beside = x - parabola->at;
  return beside * beside + parabola->height;
}

/* From which x on is the second one, which lies to the right, the lower one? */
static int32_t parabola_cut(const Parabola *left, const Parabola *right) {
  int64_t rise = right->height - left->height +
                 (int64_t)right->at * right->at - (int64_t)left->at * left->at;
  int64_t twice = 2 * ((int64_t)right->at - left->at);
  return (int32_t)((rise >= 0 ? rise / twice : -((-rise + twice - 1) / twice)) + 1);
}

static int32_t clearance_envelope(const uint32_t *row, int32_t width, Parabola *parabolas) {
  int32_t count = 0;
  for (int32_t x = 0; x < width; x++) {
    Parabola next = { x, 0, (int64_t)row[x] * row[x] };
    while (count > 0 && parabola_value(&parabolas[count - 1], parabolas[count - 1].from) >
                        parabola_value(&next, parabolas[count - 1].from))
      count--;
    if (count > 0) next.from = parabola_cut(&parabolas[count - 1], &next);
    if (next.from < width) parabolas[count++] = next;
  }
  return count;
}

static void clearance_measure_row(uint32_t *row, int32_t width, Parabola *parabolas) {
  int32_t last = clearance_envelope(row, width, parabolas) - 1;
  for (int32_t x = width - 1; x >= 0; x--) {
    row[x] = (uint32_t)parabola_value(&parabolas[last], x);
    if (x == parabolas[last].from) last--;
  }
}

static void clearance_fill_hexagons(uint32_t *clearance, const Grid *grid, const uint8_t *kind) {
  memset(clearance, 0, grid->cells * sizeof *clearance);
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++)
      clearance[grid_cell(grid, x, y)] = clearance_at(grid, kind, x, y);
}

bool clearance_fill(uint32_t *clearance, Memory *memory, const Grid *grid, const uint8_t *kind) {
  if (grid_is_hex(grid)) {
    clearance_fill_hexagons(clearance, grid, kind);
    return true;
  }
  size_t size = (size_t)grid->stride * sizeof(Parabola);
  Parabola *parabolas = memory_raw(memory, size);
  if (parabolas == NULL) return false;
  clearance_measure_columns(clearance, grid, kind);
  for (int32_t y = 0; y < grid->height; y++)
    clearance_measure_row(clearance + grid_cell(grid, -1, y), grid->stride, parabolas);
  memory_free(memory, parabolas, size);
  return true;
}
