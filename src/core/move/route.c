#include "route.h"

/* ---- walking along it ------------------------------------------------------------------------ */

/* A straight part of a way: `count` steps in a direction, the last one to the cell `index`. */
typedef struct RouteLeg {
  astar_cell from;
  int direction;
  int32_t count, index;
} RouteLeg;

/* The leg from a cell of the path to the next waypoint behind it. False: there is none. */
static bool next_leg(const astar_path *path, const Waypoint **to, RouteLeg *leg) {
  const Waypoint *end = path->waypoints + path->waypoint_count;
  while (*to < end && (*to)->index <= leg->index) ++*to;
  if (*to == end) return false;
  leg->direction = direction_of((*to)->x - leg->from.x, (*to)->y - leg->from.y);
  leg->count = (*to)->index - leg->index;
  leg->index = (*to)->index;
  return true;
}

static RouteLeg route_begin(const astar_path *path, int32_t from) {
  return (RouteLeg){ astar_path_cell(path, from), 0, 0, from };
}

int32_t route_blocked_on(const astar_unit *unit, const astar_path *path, int32_t from) {
  const uint8_t *known = unit->player->known;
  const Waypoint *to = path->waypoints;
  RouteLeg leg = route_begin(path, from);
  while (next_leg(path, &to, &leg))
    for (int32_t left = leg.count; left > 0; left--) {
      astar_cell next = { leg.from.x + DIRECTION_X[leg.direction],
                          leg.from.y + DIRECTION_Y[leg.direction] };
      if (!unit_can_step(unit->cls, known, leg.from, next)) return leg.index - left + 1;
      leg.from = next;
    }
  return -1;
}

/* ---- what has changed ------------------------------------------------------------------------ */

static bool route_overlap(int32_t a_first, int32_t a_last, int32_t b_first, int32_t b_last) {
  return a_first <= b_last && b_first <= a_last;
}

/* Has a rectangle a cell in common with those that a step of the leg depends on? Where the
** leg is diagonal they are those near it: all that differ from its own by less than two cells
** and the unit's size. True may be wrong. */
static bool route_touches(const RouteLeg *leg, int32_t size, astar_rect rect) {
  astar_cell from = leg->from;
  int32_t dx = DIRECTION_X[leg->direction], dy = DIRECTION_Y[leg->direction];
  int32_t to_x = from.x + dx * leg->count, to_y = from.y + dy * leg->count;
  int32_t left = from.x < to_x ? from.x : to_x, right = (from.x < to_x ? to_x : from.x) + size - 1;
  int32_t top = from.y < to_y ? from.y : to_y, bottom = (from.y < to_y ? to_y : from.y) + size - 1;
  int32_t rect_right = rect.x + rect.width - 1, rect_bottom = rect.y + rect.height - 1;
  if (!route_overlap(left, right, rect.x, rect_right)) return false;
  if (!route_overlap(top, bottom, rect.y, rect_bottom)) return false;
  if (dx == 0 || dy == 0) return true;
  /* along the leg, y - dx * dy * x is always the same */
  int32_t at = dx == dy ? from.y - from.x : from.y + from.x;
  int32_t least = dx == dy ? rect.y - rect_right : rect.y + rect.x;
  int32_t most = dx == dy ? rect_bottom - rect.x : rect_bottom + rect_right;
  return route_overlap(at - size, at + 2 * size, least, most);
}

/* A rectangle within which all cells lie that what is left of the path depends on. */
static astar_rect route_bounds(const astar_unit *unit) {
  astar_cell low = unit_base(unit), high = low;
  for (int32_t i = unit->path->waypoint_count - 1; i >= 0; i--) {
    Waypoint at = unit->path->waypoints[i];
    if (at.index <= unit->progress) break;
    if (at.x < low.x) low.x = at.x;
    if (at.y < low.y) low.y = at.y;
    if (at.x > high.x) high.x = at.x;
    if (at.y > high.y) high.y = at.y;
  }
  int32_t size = unit->cls->size;
  return (astar_rect){ low.x, low.y, high.x - low.x + size, high.y - low.y + size };
}

static bool rects_overlap(astar_rect a, astar_rect b) {
  return route_overlap(a.x, a.x + a.width - 1, b.x, b.x + b.width - 1) &&
         route_overlap(a.y, a.y + a.height - 1, b.y, b.y + b.height - 1);
}

static bool is_touched(const astar_unit *unit, astar_rect rect) {
  const Waypoint *to = unit->path->waypoints;
  RouteLeg leg = route_begin(unit->path, unit->progress);
  for (;;) {
    astar_cell from = leg.from;
    if (!next_leg(unit->path, &to, &leg)) return false;
    if (route_touches(&leg, unit->cls->size, rect)) return true;
    leg.from = (astar_cell){ from.x + DIRECTION_X[leg.direction] * leg.count,
                                 from.y + DIRECTION_Y[leg.direction] * leg.count };
  }
}

#define ROUTE_LOOKED_AT 4           /* the cells of a change that are looked at one by one */

/* May a change block anything? One after which the unit can enter all of its cells does not. */
static bool may_block(const astar_unit *unit, astar_rect rect) {
  const Grid *grid = &unit->cls->map->grid;
  if ((int64_t)rect.width * rect.height > ROUTE_LOOKED_AT) return true;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++)
      if (!class_can_enter(unit->cls, unit->player->known[grid_cell(grid, x, y)])) return true;
  return false;
}

/* Was the way found to be free, and has nothing changed that it depends on? */
static bool route_is_still_open(const astar_unit *unit, Changes *changes) {
  const RouteSeen *seen = &unit->route_seen;
  if (!seen->is_open || seen->kinds_version != unit->cls->map->grid.kinds_version) return false;
  if (seen->changes == changes->written) return true;
  if (!changes_begin(changes, seen->changes)) return false;
  for (uint64_t at = seen->changes; at < changes->written; at++) {
    astar_rect rect = changes_at(changes, at);
    if (!rects_overlap(seen->around, rect) || !may_block(unit, rect)) continue;
    if (is_touched(unit, rect)) return false;
  }
  return true;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static void route_note(astar_unit *unit, bool is_open) {
  unit->route_seen = (RouteSeen){ is_open, unit->cls->map->grid.kinds_version,
                                  changes_position(&unit->player->changes), route_bounds(unit) };
}

void route_note_open(astar_unit *unit) {
  route_note(unit, true);
}

int32_t route_blocked(astar_unit *unit) {
  if (unit->path == NULL) return -1;
  Changes *changes = &unit->player->changes;
  if (route_is_still_open(unit, changes)) {
    unit->route_seen.changes = changes_position(changes);
    return -1;
  }
  int32_t blocked = route_blocked_on(unit, unit->path, unit->progress);
  route_note(unit, blocked < 0);
  return blocked;
}

int32_t astar_unit_blocked(astar_unit *unit, astar_status *why) {
  *why = ASTAR_OK;
  return route_blocked(unit);
}

bool astar_unit_cut(const astar_unit *unit) {
  return unit->is_cut && unit->path != NULL;
}
