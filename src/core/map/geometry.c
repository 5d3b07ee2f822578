#include "geometry.h"

#include <math.h>

#include "../grid/path.h"
#include "terrain.h"

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

bool astar_map_cell_at(const astar_map *map, double wx, double wy, astar_cell *cell) {
  Point at = to_map(map, wx, wy);
  bool inside = at.x >= 0 && at.y >= 0 && at.x < map->grid.width && at.y < map->grid.height;
  if (inside) *cell = (astar_cell){ (int32_t)at.x, (int32_t)at.y };
  return inside;
}

void astar_map_center(const astar_map *map, int32_t x, int32_t y, double *wx, double *wy) {
  Point center = to_world(map, x + 0.5, y + 0.5);
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

/* Does the circle overlap the cell, in more than a touch unless it is a point? */
static bool circle_overlaps(const astar_map *map, Point center, double radius, int32_t x,
                            int32_t y) {
  Point at = to_map(map, center.x, center.y);
  if (at.x >= x && at.y >= y && at.x < x + 1.0 && at.y < y + 1.0) return true;
  Point corners[4] = { to_world(map, x, y), to_world(map, x + 1.0, y),
                       to_world(map, x + 1.0, y + 1.0), to_world(map, x, y + 1.0) };
  for (int i = 0; i < 4; i++)
    if (to_segment(center, corners[i], corners[(i + 1) % 4]) < radius * radius) return true;
  return false;
}

/* The part of the map whose cells the circle may overlap. */
static astar_rect circle_bounds(const astar_map *map, Point center, double radius) {
  Point least = to_map(map, center.x, center.y), most = least;
  for (int i = 0; i < 4; i++) {
    Point corner = to_map(map, center.x + (i & 1 ? radius : -radius),
                          center.y + (i & 2 ? radius : -radius));
    if (corner.x < least.x) least.x = corner.x;
    if (corner.y < least.y) least.y = corner.y;
    if (corner.x > most.x) most.x = corner.x;
    if (corner.y > most.y) most.y = corner.y;
  }
  int32_t left = (int32_t)geometry_clamp(least.x - 1, 0, map->grid.width);
  int32_t top = (int32_t)geometry_clamp(least.y - 1, 0, map->grid.height);
  int32_t right = (int32_t)geometry_clamp(most.x + 1, 0, map->grid.width);
  int32_t bottom = (int32_t)geometry_clamp(most.y + 1, 0, map->grid.height);
  return (astar_rect){ left, top, right - left, bottom - top };
}

astar_status astar_map_block_circle(astar_map *map, double wx, double wy, double radius,
                                    int32_t terrain, int32_t *changed) {
  bool valid = geometry_is_number(wx) && geometry_is_number(wy) &&
               geometry_is_number(radius) && radius >= 0 &&
               terrain_is_ground(&map->grid, terrain);
  if (!valid || map->locks) return ASTAR_INVALID;
  Point center = { wx, wy };
  astar_rect rect = circle_bounds(map, center, radius);
  int32_t count = 0;
  bool sight = false;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      if (astar_map_get(map, x, y) == terrain || grid_is_void(&map->grid, x, y)) continue;
      if (!circle_overlaps(map, center, radius, x, y)) continue;
      sight |= terrain_put(&map->grid, (astar_rect){ x, y, 1, 1 }, terrain);
      count++;
    }
  players_notice(map, rect, sight);
  if (changed != NULL) *changed = count;
  return ASTAR_OK;
}

/* ---- along a path ---------------------------------------------------------------------------- */

static Point center_of_turn(const astar_map *map, const astar_path *path, int32_t number) {
  astar_cell turn = astar_path_turn(path, number);
  return to_world(map, turn.x + 0.5, turn.y + 0.5);
}

static double length_between(Point a, Point b) {
  return sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

double astar_path_distance(const astar_map *map, const astar_path *path) {
  double sum = 0;
  for (int32_t i = 1; i < astar_path_turns(path); i++)
    sum += length_between(center_of_turn(map, path, i - 1), center_of_turn(map, path, i));
  return sum;
}

void astar_path_point(const astar_map *map, const astar_path *path, double distance, double *wx,
                      double *wy) {
  Point at = center_of_turn(map, path, 0);
  double left = distance > 0 ? distance : 0;
  for (int32_t i = 1; i < astar_path_turns(path); i++) {
    Point next = center_of_turn(map, path, i);
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
