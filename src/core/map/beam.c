/*
** One line of sight, without a field of view: the light that would go from one cell to the whole of
** another one, row by row, as in sight.c, until what is opaque has taken all of it.
**
** Where it crosses a row it is narrower than a cell, so it falls on one cell or on two. An opaque
** one of two takes its side away and leaves the rest in one piece: a beam never splits.
*/
#include <stdlib.h>

#include "../grid/hex.h"
#include "class.h"
#include "player.h"
#include "unit_hooks.h"

/* A fraction; the denominator is above 0. Products of two of their numbers fit into 64 bits. */
typedef struct BeamEdge { int64_t over, under; } BeamEdge;

typedef struct Beam {
  const astar_aim *aim;
  const astar_map *map;
  const uint8_t *terrain;           /* as it is, or as a player knows it */
  Cell aimed;                       /* the cell aimed at: a unit there is no obstacle */
  int32_t row_x, row_y;             /* the direction of growing rows, see Quarter */
  int part;                         /* of hexagons, see hex_around: rows are rings there */
  int64_t depth, column;            /* of the cell aimed at */
  bool is_whole;                    /* any light that reaches it will do, not only at its center */
  BeamEdge left, right;             /* slopes between which there is light */
} Beam;

/* ---- what stops it --------------------------------------------------------------------------- */

static astar_cell beam_cell(const Beam *beam, int64_t row, int64_t column) {
  int32_t along = (int32_t)row, across = (int32_t)column;
  const Grid *grid = &beam->map->grid;
  if (grid_is_hex(grid)) return hex_around(grid, beam->aim->from, beam->part, along, across);
  return (astar_cell){ beam->aim->from.x + (beam->row_x == 0 ? across : along * beam->row_x),
                       beam->aim->from.y + (beam->row_x == 0 ? along * beam->row_y : across) };
}

/* Does a unit of the shooter's side stand there that neither shoots nor is shot at? */
static bool holds_friendly_unit(const Beam *beam, Cell cell) {
  const astar_unit *shooter = beam->aim->unit;
  return shooter != NULL && unit_hooks->is_in_line(shooter, cell, beam->aimed);
}

static bool is_opaque_to(const Beam *beam, Cell cell) {
  return beam->map->grid.kinds[beam->terrain[cell]].opaque;
}

static bool beam_is_stopped(const Beam *beam, int64_t row, int64_t column) {
  astar_cell at = beam_cell(beam, row, column);
  Cell cell = grid_cell(&beam->map->grid, at.x, at.y);
  return is_opaque_to(beam, cell) || holds_friendly_unit(beam, cell);
}

/* ---- light ----------------------------------------------------------------------------------- */

static int64_t beam_floor(int64_t over, int64_t under) {
  return over / under - (over % under < 0);
}

/* Is there light left for the cell? A center is seen from either side of the line to it. */
static bool beam_is_lit(const Beam *beam) {
  BeamEdge left = beam->left, right = beam->right;
  if (beam->is_whole) return left.over * right.under < right.over * left.under;
  return left.over * beam->depth <= beam->column * left.under &&
         right.over * beam->depth >= beam->column * right.under;
}

/* Crosses a row. False: there is no light left; *where: the cell that took the last of it, of two
** the one nearer to the middle. */
static bool beam_cross(Beam *beam, int64_t row, int64_t *where) {
  BeamEdge left = beam->left, right = beam->right;
  int64_t first = beam_floor(2 * row * left.over + left.under, 2 * left.under);
  int64_t last = -beam_floor(right.under - 2 * row * right.over, 2 * right.under);
  bool stops_first = beam_is_stopped(beam, row, first);
  bool stops_last = last == first ? stops_first : beam_is_stopped(beam, row, last);
  bool is_left = 2 * row * beam->column <= (2 * first + 1) * beam->depth;
  *where = stops_first && (is_left || !stops_last) ? first : last;
  if (stops_first && stops_last) return false;
  if (stops_first) beam->left = (BeamEdge){ 2 * first + 1, 2 * row };
  if (stops_last) beam->right = (BeamEdge){ 2 * last - 1, 2 * row };
  return beam_is_lit(beam);
}

/* The edges of the cell aimed at. At the side of the quarter, or of the sixth, one lies beyond it,
** and crosses no cell beyond it before that row. */
static void beam_open(Beam *beam) {
  beam->left = (BeamEdge){ 2 * beam->column - 1, 2 * beam->depth };
  beam->right = (BeamEdge){ 2 * beam->column + 1, 2 * beam->depth };
}

static bool beam_arrives(Beam *beam, astar_cell *where) {
  int64_t column;
  beam_open(beam);
  for (int64_t row = 1; row < beam->depth; row++)
    if (!beam_cross(beam, row, &column)) {
      *where = beam_cell(beam, row, column);
      return false;
    }
  return true;
}

/* A cell on a diagonal belongs to two quarters. */
static bool beam_arrives_somehow(Beam *beam, astar_cell *where) {
  int32_t dx = beam->aim->to.x - beam->aim->from.x, dy = beam->aim->to.y - beam->aim->from.y;
  bool arrives = dx == 0 && dy == 0;
  if (abs(dx) >= abs(dy) && !arrives) {
    *beam = (Beam){ beam->aim, beam->map, beam->terrain, beam->aimed, dx < 0 ? -1 : 1, 0, 0,
                    abs(dx), dy, beam->is_whole, { 0 }, { 0 } };
    arrives = beam_arrives(beam, where);
  }
  if (abs(dy) >= abs(dx) && !arrives) {
    *beam = (Beam){ beam->aim, beam->map, beam->terrain, beam->aimed, 0, dy < 0 ? -1 : 1, 0,
                    abs(dy), dx, beam->is_whole, { 0 }, { 0 } };
    arrives = beam_arrives(beam, where);
  }
  return arrives;
}

/* The same for hexagons: one straight towards a side belongs to two parts. */
static bool beam_arrives_by_ring(Beam *beam, astar_cell *where) {
  const astar_aim *aim = beam->aim;
  bool arrives = grid_same_cell(aim->from, aim->to);
  beam->depth = hex_distance(&beam->map->grid, aim->from, aim->to);
  for (beam->part = 0; beam->part < HEX_SIDES && !arrives; beam->part++)
    for (beam->column = 0; beam->column <= beam->depth && !arrives; beam->column++)
      if (grid_same_cell(beam_cell(beam, beam->depth, beam->column), aim->to))
        arrives = beam_arrives(beam, where);
  return arrives;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static bool aim_is_valid(const astar_map *map, const astar_aim *aim) {
  return map_accepts(map, grid_has(&map->grid, aim->from.x, aim->from.y),
                     "from: outside the map") &&
         map_accepts(map, grid_has(&map->grid, aim->to.x, aim->to.y), "to: outside the map") &&
         map_accepts(map, aim->range >= 0, "range: below 0") &&
         map_accepts(map, aim->min_range >= 0, "min_range: below 0") &&
         map_accepts(map, aim->range == 0 || aim->min_range <= aim->range,
                     "min_range: beyond range") &&
         map_accepts(map, aim->player == NULL || aim->player->map == map,
                     "player: of another map") &&
         map_accepts(map, aim->unit == NULL || unit_is_of(map, aim->unit),
                     "unit: of another map");
}

astar_shot astar_map_line_of_sight(const astar_map *map, const astar_aim *aim, astar_cell *where) {
  astar_cell stop;
  if (!aim_is_valid(map, aim)) return ASTAR_SHOT_INVALID;
  bool level = grid_same_level(&map->grid, aim->from, aim->to);
  int64_t square = grid_range_square(&map->grid, aim->from, aim->to);
  if (level && aim->range > 0 && square > (int64_t)aim->range * aim->range) return ASTAR_SHOT_FAR;
  if (level && square < (int64_t)aim->min_range * aim->min_range) return ASTAR_SHOT_NEAR;
  Cell goal = grid_cell(&map->grid, aim->to.x, aim->to.y);
  Beam beam = { .aim = aim, .map = map, .aimed = goal,
                .terrain = aim->player == NULL ? map->grid.terrain : aim->player->known };
  beam.is_whole = is_opaque_to(&beam, goal);
  bool arrives = grid_is_hex(&map->grid) ? beam_arrives_by_ring(&beam, &stop)
                                         : beam_arrives_somehow(&beam, &stop);
  if (arrives) return ASTAR_SHOT_CLEAR;
  if (where != NULL) *where = stop;
  return is_opaque_to(&beam, grid_cell(&map->grid, stop.x, stop.y)) ? ASTAR_SHOT_HIDDEN
                                                                   : ASTAR_SHOT_UNIT;
}
