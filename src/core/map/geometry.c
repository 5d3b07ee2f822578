#include "geometry.h"

#include <math.h>

#include "../grid/hex.h"
#include "../grid/path.h"
#include "map.h"

/* Map coordinates count cells, with fractions: cell x, y lies between x, y and x + 1, y + 1. */
typedef struct Point { double x, y; } Point;

static Point to_world(const astar_map *map, double x, double y) {
  const Geometry *world = &map->geometry;
  if (world->projection == ASTAR_SQUARE)
    return (Point){ world->origin_x + x * world->cell_width,
                    world->origin_y + y * world->cell_height };
  return (Point){ world->origin_x + (x - y) * world->cell_width / 2,
                  world->origin_y + (x + y) * world->cell_height / 2 };
}

static Point to_map(const astar_map *map, double wx, double wy) {
  const Geometry *world = &map->geometry;
  double across = (wx - world->origin_x) / world->cell_width;
  double down = (wy - world->origin_y) / world->cell_height;
  if (world->projection == ASTAR_SQUARE) return (Point){ across, down };
  return (Point){ down + across, down - across };
}

/* ---- hexagons -------------------------------------------------------------------------------- */

/*
** Here map coordinates count widths and heights of a hexagon's bounding box, whose corner is the
** origin for the first cell. `along` is the axis along which lines of cells lie (x, or y where tops
** are flat); lines are three quarters of a cell apart.
*/
#define HEX_LINE 0.75

static Point hex_swapped(const Grid *grid, double along, double aside) {
  bool flat = grid->shape == ASTAR_GRID_FLAT_HEX;
  return (Point){ flat ? aside : along, flat ? along : aside };
}

/* Where the bounding box of a cell begins. */
static Point hex_corner(const Grid *grid, int32_t x, int32_t y) {
  bool flat = grid->shape == ASTAR_GRID_FLAT_HEX;
  double half = hex_is_shifted(grid, x, y) / 2.0;
  return flat ? (Point){ HEX_LINE * x, y + half } : (Point){ x + half, HEX_LINE * y };
}

/* The cell under a point: of the line in which it lies; or of the one before, beyond the slopes
** where the hexagons of both lines meet. */
static astar_cell hex_under(const Grid *grid, Point at) {
  Point point = hex_swapped(grid, at.x, at.y);
  double row = floor(point.y / HEX_LINE), depth = point.y - HEX_LINE * row;
  int32_t line = (int32_t)row;
  double across = point.x - (line & 1) / 2.0, column = floor(across);
  double beside = across - column - 0.5;
  if (depth < fabs(beside) / 2) {
    line--;
    column = floor(point.x - (line & 1) / 2.0);
  }
  Point cell = hex_swapped(grid, column, line);
  return (astar_cell){ (int32_t)cell.x, (int32_t)cell.y };
}

/* ---- cells ----------------------------------------------------------------------------------- */

static Point cell_corner(const astar_map *map, int32_t x, int32_t y) {
  return grid_is_hex(&map->grid) ? hex_corner(&map->grid, x, y) : (Point){ x, y };
}

void geometry_corner(const astar_map *map, int32_t x, int32_t y, double *wx, double *wy) {
  Point corner = cell_corner(map, x, y), world = to_world(map, corner.x, corner.y);
  *wx = world.x;
  *wy = world.y;
}

static Point cell_center(const astar_map *map, int32_t x, int32_t y) {
  Point corner = cell_corner(map, x, y);
  return to_world(map, corner.x + 0.5, corner.y + 0.5);
}

bool astar_map_cell_at(const astar_map *map, double wx, double wy, astar_cell *cell) {
  Point at = to_map(map, wx, wy);
  int32_t width = map->grid.width, height = map->grid.height;
  bool is_near = at.x > -2 && at.y > -2 && at.x < width + 2.0 && at.y < height + 2.0;
  if (!is_near) return false;       /* farther than any cell reaches */
  astar_cell under = grid_is_hex(&map->grid) ? hex_under(&map->grid, at)
                                             : (astar_cell){ (int32_t)floor(at.x),
                                                             (int32_t)floor(at.y) };
  bool has = grid_has(&map->grid, under.x, under.y);
  if (has) *cell = under;
  return has;
}

void astar_map_center(const astar_map *map, int32_t x, int32_t y, double *wx, double *wy) {
  Point center = cell_center(map, x, y);
  *wx = center.x;
  *wy = center.y;
}

/* ---- round obstacles ------------------------------------------------------------------------- */

/* Of what is no number it makes the least. */
static double geometry_clamp(double value, double least, double most) {
  return value > least ? (value < most ? value : most) : least;
}

/* The square of the distance from a point to the line from a to b. */
static double to_segment(Point p, Point a, Point b) {
  double dx = b.x - a.x, dy = b.y - a.y;
  double along = geometry_clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy), 0, 1);
  double x = a.x + along * dx - p.x, y = a.y + along * dy - p.y;
  return x * x + y * y;
}

/* The corners of a cell; returns how many. */
static int cell_corners(const astar_map *map, int32_t x, int32_t y, Point corners[HEX_SIDES]) {
  static const double squares[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
  static const double hexagons[HEX_SIDES][2] = { { 0.5, 0 }, { 1, 0.25 }, { 1, 0.75 },
                                                 { 0.5, 1 }, { 0, 0.75 }, { 0, 0.25 } };
  const Grid *grid = &map->grid;
  bool hex = grid_is_hex(grid);
  int count = hex ? HEX_SIDES : 4;
  Point corner = cell_corner(map, x, y);
  for (int i = 0; i < count; i++) {
    const double *at = hex ? hexagons[i] : squares[i];
    Point by = hex ? hex_swapped(grid, at[0], at[1]) : (Point){ at[0], at[1] };
    corners[i] = to_world(map, corner.x + by.x, corner.y + by.y);
  }
  return count;
}

bool geometry_overlaps(const astar_map *map, Disk disk, int32_t x, int32_t y) {
  Point center = { disk.wx, disk.wy }, corners[HEX_SIDES];
  astar_cell under;
  bool on_map = astar_map_cell_at(map, center.x, center.y, &under);
  if (on_map && grid_same_cell(under, (astar_cell){ x, y })) return true;
  int count = cell_corners(map, x, y, corners);
  for (int i = 0; i < count; i++) {
    double squared = to_segment(center, corners[i], corners[(i + 1) % count]);
    if (squared < disk.radius * disk.radius) return true;
  }
  return false;
}

astar_rect geometry_bounds(const astar_map *map, Disk disk) {
  Point least = to_map(map, disk.wx, disk.wy), most = least;
  for (int i = 0; i < 4; i++) {
    Point corner = to_map(map, disk.wx + (i & 1 ? disk.radius : -disk.radius),
                          disk.wy + (i & 2 ? disk.radius : -disk.radius));
    if (corner.x < least.x) least.x = corner.x;
    if (corner.y < least.y) least.y = corner.y;
    if (corner.x > most.x) most.x = corner.x;
    if (corner.y > most.y) most.y = corner.y;
  }
  if (map->grid.shape == ASTAR_GRID_HEX) least.y /= HEX_LINE, most.y /= HEX_LINE;
  if (map->grid.shape == ASTAR_GRID_FLAT_HEX) least.x /= HEX_LINE, most.x /= HEX_LINE;
  int32_t left = (int32_t)geometry_clamp(least.x - 1, 0, map->grid.width);
  int32_t top = (int32_t)geometry_clamp(least.y - 1, 0, map->grid.height);
  int32_t right = (int32_t)geometry_clamp(most.x + 1, 0, map->grid.width);
  int32_t bottom = (int32_t)geometry_clamp(most.y + 1, 0, map->grid.height);
  return (astar_rect){ left, top, right - left, bottom - top };
}

/* ---- along a path ---------------------------------------------------------------------------- */

/* The points between which the path leads straight: where it turns. Of hexagons, all its cells: the
** rows that are shifted bend what is straight in coordinates. */
static int32_t count_points(const astar_map *map, const astar_path *path) {
  return grid_is_hex(&map->grid) ? path->length : astar_path_corners(path);
}

static Point path_point(const astar_map *map, const astar_path *path, int32_t number) {
  astar_cell at = grid_is_hex(&map->grid) ? astar_path_cell(path, number)
                                          : astar_path_corner(path, number);
  return cell_center(map, at.x, at.y);
}

static double length_between(Point a, Point b) {
  return sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

double astar_path_distance(const astar_map *map, const astar_path *path) {
  double sum = 0;
  for (int32_t i = 1; i < count_points(map, path); i++)
    sum += length_between(path_point(map, path, i - 1), path_point(map, path, i));
  return sum;
}

void astar_path_point(const astar_map *map, const astar_path *path, double distance, double *wx,
                      double *wy) {
  Point at = path_point(map, path, 0);
  double left = distance > 0 ? distance : 0;
  for (int32_t i = 1; i < count_points(map, path); i++) {
    Point next = path_point(map, path, i);
    double length = length_between(at, next);
    if (left < length) {
      at.x += (next.x - at.x) * left / length;
      at.y += (next.y - at.y) * left / length;
      break;
    }
    left -= length;
    at = next;
  }
  *wx = at.x;
  *wy = at.y;
}

/* ---- steps, and axial coordinates ------------------------------------------------------------ */

int32_t astar_map_distance(const astar_map *map, int32_t x, int32_t y, int32_t to_x, int32_t to_y) {
  astar_cell a = { x, y }, b = { to_x, to_y };
  if (!grid_has(&map->grid, x, y) || !grid_has(&map->grid, to_x, to_y)) return -1;
  if (!grid_same_level(&map->grid, a, b)) return -1;
  if (grid_is_hex(&map->grid)) return hex_distance(&map->grid, a, b);
  int32_t dx = a.x < b.x ? b.x - a.x : a.x - b.x, dy = a.y < b.y ? b.y - a.y : a.y - b.y;
  return dx > dy ? dx : dy;
}

/* By how much a line of offset coordinates is slanted: half its number, rounded down. */
static int32_t axial_slant(int32_t line) {
  return (line - (line & 1)) / 2;
}

/* Cells far off the map may wrap. */
static astar_cell axial_moved(const Grid *grid, int32_t x, int32_t y, int32_t sign) {
  uint32_t dx = grid->shape == ASTAR_GRID_HEX ? (uint32_t)(sign * axial_slant(y)) : 0;
  uint32_t dy = grid->shape == ASTAR_GRID_FLAT_HEX ? (uint32_t)(sign * axial_slant(x)) : 0;
  return (astar_cell){ (int32_t)((uint32_t)x + dx), (int32_t)((uint32_t)y + dy) };
}

astar_cell astar_map_to_axial(const astar_map *map, int32_t x, int32_t y) {
  return axial_moved(&map->grid, x, y, -1);
}

astar_cell astar_map_from_axial(const astar_map *map, int32_t x, int32_t y) {
  return axial_moved(&map->grid, x, y, 1);
}
