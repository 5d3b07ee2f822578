/*
** The units around a place, and around a unit: through the cells there, or through all units,
** whichever are fewer.
*/
#include "near.h"

#include "../grid/hex.h"
#include "../map/link.h"

/* ---- units around a place -------------------------------------------------------------------- */

/* Those found so far: the nearest `room`, in order. */
typedef struct NearUnits {
  const astar_surroundings *where;
  astar_unit **units;
  int32_t room, kept, count;
} NearUnits;

static int32_t near_larger(int32_t a, int32_t b) {
  return a > b ? a : b;
}

/* From the nearest cell of one span to the nearest of the other. */
static int32_t near_gap(int32_t a, int32_t length_a, int32_t b, int32_t length_b) {
  return near_larger(0, near_larger(b - (a + length_a - 1), a - (b + length_b - 1)));
}

static int32_t near_distance(const astar_unit *unit, const astar_rect *place) {
  int32_t size = unit->cls->size;
  const Grid *grid = &unit->cls->map->grid;
  if (grid_is_hex(grid))
    return (int32_t)hex_rects_distance(grid, (astar_rect){ unit->x, unit->y, size, size }, *place);
  return near_larger(near_gap(place->x, place->width, unit->x, size),
                     near_gap(place->y, place->height, unit->y, size));
}

static bool is_wanted(const astar_surroundings *where, const astar_unit *unit) {
  if (unit == where->except) return false;
  if (where->player == NULL) return true;
  bool friendly = astar_player_shares(unit->player, where->player);
  if (where->side != ASTAR_ANY_SIDE && friendly != (where->side == ASTAR_FRIENDS)) return false;
  return astar_unit_visible(unit, where->player);
}

/* No two units have one cell. Their ids would tell which was made first. */
static bool comes_before(const astar_unit *a, const astar_unit *b, const astar_rect *place) {
  int32_t far_a = near_distance(a, place), far_b = near_distance(b, place);
  if (far_a != far_b) return far_a < far_b;
  return a->y != b->y ? a->y < b->y : a->x < b->x;
}

static void near_note(NearUnits *found, astar_unit *unit) {
  const astar_rect *place = &found->where->place;
  int32_t at = found->kept;
  found->count++;
  if (found->kept < found->room) found->kept++;
  else if (at == 0 || !comes_before(unit, found->units[--at], place)) return;
  for (; at > 0 && comes_before(unit, found->units[at - 1], place); at--)
    found->units[at] = found->units[at - 1];
  found->units[at] = unit;
}

/* Cells are looked at in reading order: is this the first of those that the unit covers there? */
static bool is_first(const astar_unit *unit, const astar_rect *area, int32_t x, int32_t y) {
  return x == near_larger(unit->x, area->x) && y == near_larger(unit->y, area->y);
}

static void near_scan_cells(const astar_map *map, const astar_rect *area, NearUnits *found) {
  for (int32_t y = area->y; y < area->y + area->height; y++)
    for (int32_t x = area->x; x < area->x + area->width; x++) {
      astar_unit *unit = occupancy_at(map, grid_cell(&map->grid, x, y));
      if (unit == NULL || !is_first(unit, area, x, y)) continue;
      bool reaches = near_distance(unit, &found->where->place) <= found->where->radius;
      if (reaches && is_wanted(found->where, unit)) near_note(found, unit);
    }
}

/* Those on its level. */
static void near_scan_units(const astar_map *map, NearUnits *found) {
  const astar_surroundings *where = found->where;
  astar_rect level = grid_level(&map->grid, where->place.x, where->place.y);
  for (EACH_UNIT(unit, &map->units->list))
    if (rect_has(level, unit->x, unit->y) && near_distance(unit, &where->place) <= where->radius &&
        is_wanted(where, unit))
      near_note(found, unit);
}

static bool near_valid(const astar_map *map, const astar_surroundings *where, int32_t room) {
  const astar_player *player = where->player;
  return map_holds(map, where->place) &&
         map_accepts(map, where->radius >= 0, "radius: below 0") &&
         map_accepts(map, room >= 0, "room: below 0") &&
         map_accepts(map, player == NULL || player->map == map, "player: of another map") &&
         map_accepts(map, player != NULL || where->side == ASTAR_ANY_SIDE,
                     "side: friends and enemies are a player's, and there is none");
}

int32_t astar_map_units_near(const astar_map *map, const astar_surroundings *where,
                             astar_unit **units, int32_t room) {
  if (!near_valid(map, where, room)) return -1;
  NearUnits found = { .where = where, .units = units, .room = room };
  int32_t most = near_larger(map->grid.width, map->grid.height);
  int32_t radius = where->radius < most ? where->radius : most;
  astar_rect area = where->place;
  area.x -= radius;
  area.y -= radius;
  area.width += 2 * radius;
  area.height += 2 * radius;
  area = grid_clip_near(&map->grid, where->place.x, where->place.y, area);
  /* The units cover at least as many cells as there are units. */
  if ((size_t)area.width * (size_t)area.height < map->units->occupancy.covered)
    near_scan_cells(map, &area, &found);
  else
    near_scan_units(map, &found);
  return found.count;
}

/* ---- friendly units ------------------------------------------------------------------------- */

FriendlyUnits friendly_units_begin(const astar_unit *unit, int32_t radius, bool stand) {
  const astar_map *map = unit->cls->map;
  int32_t side = 2 * radius + 1;
  astar_rect area = { unit->x - radius, unit->y - radius, side, side };
  FriendlyUnits friends = { .unit = unit, .stand = stand, .radius = radius,
                        .area = grid_clip_near(&map->grid, unit->x, unit->y, area) };
  size_t units = stand ? map->units->standing_count : map->units->occupancy.covered;
  friends.by_cells = (size_t)side * (size_t)side < units;
  friends.at = (astar_cell){ friends.area.x, friends.area.y };
  friends.cursor = unit_set_begin(&map->units->list, stand ? UNITS_STANDING : UNITS_ON_PATHS);
  return friends;
}

/* The next unit with its position in the area. */
static bool friendly_units_next_cell(FriendlyUnits *friends) {
  const astar_map *map = friends->unit->cls->map;
  const astar_rect *area = &friends->area;
  while (friends->at.y < area->y + area->height) {
    astar_cell at = friends->at;
    friends->at.x++;
    if (friends->at.x == area->x + area->width)
      friends->at = (astar_cell){ area->x, at.y + 1 };
    friends->other = occupancy_at(map, grid_cell(&map->grid, at.x, at.y));
    const astar_unit *other = friends->other;
    if (other != NULL && grid_same_cell(unit_cell(other), at)) return true;
  }
  return false;
}

static bool friendly_units_next_unit(FriendlyUnits *friends) {
  while ((friends->other = unit_set_next(&friends->cursor)) != NULL)
    if (rect_has(friends->area, friends->other->x, friends->other->y)) return true;
  return false;
}

static bool friendly_units_are_near(const FriendlyUnits *friends) {
  const Grid *grid = &friends->unit->cls->map->grid;
  return !grid_is_hex(grid) ||
         hex_distance(grid, unit_cell(friends->unit), unit_cell(friends->other)) <=
             friends->radius;
}

bool friendly_units_next(FriendlyUnits *friends) {
  const astar_unit *unit = friends->unit;
  while (friends->by_cells ? friendly_units_next_cell(friends) : friendly_units_next_unit(friends))
    if (friends->other != unit && (friends->other->path == NULL) == friends->stand &&
        friendly_units_are_near(friends) && unit_is_friendly(friends->other, unit))
      return true;
  return false;
}

/* ---- across links ---------------------------------------------------------------------------- */

int32_t astar_unit_link_ends(const astar_unit *unit, astar_cell *ends, int32_t room) {
  const astar_map *map = unit->cls->map;
  astar_cell at = unit_cell(unit);
  int32_t count = 0;
  if (!link_end_known(unit->player, grid_cell(&map->grid, at.x, at.y))) return 0;
  for (const astar_link *link = map->links.first; link != NULL; link = link->next) {
    astar_cell to = grid_same_cell(link->from, at) ? link->to : link->from;
    if (!link_leads(link, link_as_known(link, unit->player), unit->cls, at, to)) continue;
    if (count < room) ends[count] = to;
    count++;
  }
  return count;
}
