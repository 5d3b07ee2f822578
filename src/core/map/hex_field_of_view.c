/*
** Fields of view among hexagons: the same shadowcasting as between squares (field_of_view.h), in
** six parts instead of four, ring by ring.
**
** Precisely: a transparent cell is seen if the line between the two centers, moved to its left or
** right by an arbitrarily small amount, meets only transparent cells, where on each ring between
** the two it meets the cell whose center is nearest. Cells off the map are transparent.
*/
#include "../grid/hex.h"
#include "field_of_view.h"

/* Which part of a ring's side one looks at; the run is above 0. */
typedef struct HexSlope { int32_t rise, run; } HexSlope;

typedef struct HexCast {
  Fov *fov;
  const Grid *grid;
  const Opacity *opacity;
  int part;                         /* of the surroundings, see hex_around */
} HexCast;

static astar_cell hex_cast_cell(const HexCast *cast, int32_t ring, int32_t across) {
  astar_cell from = { cast->fov->x, cast->fov->y };
  return hex_around(cast->grid, from, cast->part, ring, across);
}

static bool hex_cast_is_opaque(const HexCast *cast, int32_t ring, int32_t across) {
  astar_cell at = hex_cast_cell(cast, ring, across);
  return grid_has(cast->grid, at.x, at.y) && opacity_has(cast->opacity, OPACITY_ROWS, at.x, at.y);
}

static void hex_cast_show(const HexCast *cast, int32_t ring, int32_t across) {
  Fov *fov = cast->fov;
  astar_cell at = hex_cast_cell(cast, ring, across);
  if (!grid_has(cast->grid, at.x, at.y)) return;
  uint32_t column = (uint32_t)(at.x - fov->x + fov->radius);
  uint64_t *row = fov->bits + (size_t)(at.y - fov->y + fov->radius) * fov_row_words(fov->radius);
  row[column / 64] |= (uint64_t)1 << column % 64;
}

/* The cells of a ring whose middle lines have a part between two slopes, which are 0 … 1. */
static int32_t hex_cast_first(int32_t ring, HexSlope from) {
  return (2 * ring * from.rise + from.run) / (2 * from.run);
}
static int32_t hex_cast_last(int32_t ring, HexSlope to) {
  return (2 * ring * to.rise + to.run - 1) / (2 * to.run);
}

/* A transparent cell is shown when its center lies between the slopes. */
static bool hex_cast_has_center(int32_t ring, int32_t across, HexSlope from, HexSlope to) {
  return across * from.run >= ring * from.rise && across * to.run <= ring * to.rise;
}

/* Scans the rings from this one on between two slopes: through each gap in one, those behind. */
static void hex_cast_scan(const HexCast *cast, int32_t ring, HexSlope from, HexSlope to) {
  for (; ring <= cast->fov->radius; ring++) {
    int32_t first = hex_cast_first(ring, from), last = hex_cast_last(ring, to);
    HexSlope begin = from;          /* of the gap that is looked through */
    bool was_opaque = false;
    if (first > last) return;
    for (int32_t across = first; across <= last; across++) {
      bool is_opaque = hex_cast_is_opaque(cast, ring, across);
      if (is_opaque || hex_cast_has_center(ring, across, from, to))
        hex_cast_show(cast, ring, across);
      HexSlope edge = { 2 * across - 1, 2 * ring };
      if (is_opaque && !was_opaque && across > first) hex_cast_scan(cast, ring + 1, begin, edge);
      if (!is_opaque && was_opaque) begin = edge;
      was_opaque = is_opaque;
    }
    if (was_opaque) return;
    from = begin;
  }
}

void hex_fov_cast(Fov *fov, const Grid *grid, const Opacity *opacity) {
  HexCast cast = { fov, grid, opacity, 0 };
  hex_cast_show(&cast, 0, 0);
  for (; cast.part < HEX_SIDES; cast.part++)
    hex_cast_scan(&cast, 1, (HexSlope){ 0, 1 }, (HexSlope){ 1, 1 });
}
