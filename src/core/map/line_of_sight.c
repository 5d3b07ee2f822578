/*
** One line of sight, without a field of view: the light that would go from one cell to the whole of
** another one, row by row, as in field_of_view.c, until what is opaque has taken all of it.
**
** Where it crosses a row it is narrower than a cell, so it falls on one cell or on two. An opaque
** one of two takes its side away and leaves the rest in one piece: it never splits.
*/
#include <stdlib.h>

#include "../grid/hex.h"
#include "class.h"
#include "player.h"
#include "unit_hooks.h"

/* A fraction; the run is above 0. Products of two of their numbers fit into 64 bits. */
typedef struct LosEdge { int64_t rise, run; } LosEdge;

typedef struct LineOfSight {
  const astar_sight_line *line;
  const astar_map *map;
  const uint8_t *terrain;           /* as it is, or as a player knows it */
  Cell goal;                        /* a unit there is no obstacle */
  int32_t row_x, row_y;             /* the direction of growing rows, see Quadrant */
  int part;                         /* of hexagons, see hex_around: rows are rings there */
  int64_t depth, column;            /* of the goal */
  bool is_whole;                    /* any light that reaches it will do, not only at its center */
  LosEdge left, right;              /* slopes between which there is light */
} LineOfSight;

/* ---- what stops it --------------------------------------------------------------------------- */

static astar_cell los_cell(const LineOfSight *los, int64_t row, int64_t column) {
  int32_t along = (int32_t)row, across = (int32_t)column;
  const Grid *grid = &los->map->grid;
  if (grid_is_hex(grid)) return hex_around(grid, los->line->from, los->part, along, across);
  return (astar_cell){ los->line->from.x + (los->row_x == 0 ? across : along * los->row_x),
                       los->line->from.y + (los->row_x == 0 ? along * los->row_y : across) };
}

/* Does a unit of the viewer's side stand there, other than itself and the one at the goal? */
static bool holds_friendly_unit(const LineOfSight *los, Cell cell) {
  const astar_unit *viewer = los->line->unit;
  return viewer != NULL && unit_hooks->is_in_line(viewer, cell, los->goal);
}

static bool is_opaque_to(const LineOfSight *los, Cell cell) {
  return los->map->grid.kinds[los->terrain[cell]].opaque;
}

static bool los_is_stopped(const LineOfSight *los, int64_t row, int64_t column) {
  astar_cell at = los_cell(los, row, column);
  Cell cell = grid_cell(&los->map->grid, at.x, at.y);
  return is_opaque_to(los, cell) || holds_friendly_unit(los, cell);
}

/* ---- light ----------------------------------------------------------------------------------- */

static int64_t los_floor(int64_t rise, int64_t run) {
  return rise / run - (rise % run < 0);
}

/* Is there light left for the cell? A center is seen from either side of the line to it. */
static bool los_is_lit(const LineOfSight *los) {
  LosEdge left = los->left, right = los->right;
  if (los->is_whole) return left.rise * right.run < right.rise * left.run;
  return left.rise * los->depth <= los->column * left.run &&
         right.rise * los->depth >= los->column * right.run;
}

/* Crosses a row. False: there is no light left; *where: the cell that took the last of it, of two
** the one nearer to the middle. */
static bool los_cross(LineOfSight *los, int64_t row, int64_t *where) {
  LosEdge left = los->left, right = los->right;
  int64_t first = los_floor(2 * row * left.rise + left.run, 2 * left.run);
  int64_t last = -los_floor(right.run - 2 * row * right.rise, 2 * right.run);
  bool stops_first = los_is_stopped(los, row, first);
  bool stops_last = last == first ? stops_first : los_is_stopped(los, row, last);
  bool is_left = 2 * row * los->column <= (2 * first + 1) * los->depth;
  *where = stops_first && (is_left || !stops_last) ? first : last;
  if (stops_first && stops_last) return false;
  if (stops_first) los->left = (LosEdge){ 2 * first + 1, 2 * row };
  if (stops_last) los->right = (LosEdge){ 2 * last - 1, 2 * row };
  return los_is_lit(los);
}

/* The edges of the goal. At the side of the quadrant, or of the sixth, one lies beyond it,
** and crosses no cell beyond it before that row. */
static void los_open(LineOfSight *los) {
  los->left = (LosEdge){ 2 * los->column - 1, 2 * los->depth };
  los->right = (LosEdge){ 2 * los->column + 1, 2 * los->depth };
}

static bool los_arrives(LineOfSight *los, astar_cell *where) {
  int64_t column;
  los_open(los);
  for (int64_t row = 1; row < los->depth; row++)
    if (!los_cross(los, row, &column)) {
      *where = los_cell(los, row, column);
      return false;
    }
  return true;
}

/* A cell on a diagonal belongs to two quadrants. */
static bool los_arrives_somehow(LineOfSight *los, astar_cell *where) {
  int32_t dx = los->line->to.x - los->line->from.x, dy = los->line->to.y - los->line->from.y;
  bool arrives = dx == 0 && dy == 0;
  if (abs(dx) >= abs(dy) && !arrives) {
    *los = (LineOfSight){ los->line, los->map, los->terrain, los->goal, dx < 0 ? -1 : 1, 0, 0,
                          abs(dx), dy, los->is_whole, { 0 }, { 0 } };
    arrives = los_arrives(los, where);
  }
  if (abs(dy) >= abs(dx) && !arrives) {
    *los = (LineOfSight){ los->line, los->map, los->terrain, los->goal, 0, dy < 0 ? -1 : 1, 0,
                          abs(dy), dx, los->is_whole, { 0 }, { 0 } };
    arrives = los_arrives(los, where);
  }
  return arrives;
}

/* The same for hexagons: one straight towards a side belongs to two parts. */
static bool los_arrives_by_ring(LineOfSight *los, astar_cell *where) {
  const astar_sight_line *line = los->line;
  bool arrives = grid_same_cell(line->from, line->to);
  los->depth = hex_distance(&los->map->grid, line->from, line->to);
  for (los->part = 0; los->part < HEX_SIDES && !arrives; los->part++)
    for (los->column = 0; los->column <= los->depth && !arrives; los->column++)
      if (grid_same_cell(los_cell(los, los->depth, los->column), line->to))
        arrives = los_arrives(los, where);
  return arrives;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static bool line_is_valid(const astar_map *map, const astar_sight_line *line) {
  return map_accepts(map, grid_has(&map->grid, line->from.x, line->from.y),
                     "from: outside the map") &&
         map_accepts(map, grid_has(&map->grid, line->to.x, line->to.y), "to: outside the map") &&
         map_accepts(map, line->range >= 0, "range: below 0") &&
         map_accepts(map, line->min_range >= 0, "min_range: below 0") &&
         map_accepts(map, line->range == 0 || line->min_range <= line->range,
                     "min_range: beyond range") &&
         map_accepts(map, line->player == NULL || line->player->map == map,
                     "player: of another map") &&
         map_accepts(map, line->unit == NULL || unit_is_of(map, line->unit),
                     "unit: of another map");
}

astar_sight_code astar_map_line_of_sight(const astar_map *map, const astar_sight_line *line,
                                         astar_cell *where) {
  astar_cell stop;
  if (!line_is_valid(map, line)) return ASTAR_SIGHT_INVALID;
  bool level = grid_same_level(&map->grid, line->from, line->to);
  int64_t square = grid_range_square(&map->grid, line->from, line->to);
  int64_t range = line->range;
  if (level && range > 0 && square > range * range) return ASTAR_SIGHT_FAR;
  if (level && square < (int64_t)line->min_range * line->min_range) return ASTAR_SIGHT_NEAR;
  Cell goal = grid_cell(&map->grid, line->to.x, line->to.y);
  LineOfSight los = { .line = line, .map = map, .goal = goal,
                      .terrain = line->player == NULL ? map->grid.terrain : line->player->known };
  los.is_whole = is_opaque_to(&los, goal);
  bool arrives = grid_is_hex(&map->grid) ? los_arrives_by_ring(&los, &stop)
                                         : los_arrives_somehow(&los, &stop);
  if (arrives) return ASTAR_SIGHT_CLEAR;
  if (where != NULL) *where = stop;
  return is_opaque_to(&los, grid_cell(&map->grid, stop.x, stop.y)) ? ASTAR_SIGHT_HIDDEN
                                                                   : ASTAR_SIGHT_UNIT;
}
