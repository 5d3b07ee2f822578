#include "route.h"

#include <string.h>

#include "../base/integer.h"
#include "../map/link.h"
#include "movement.h"

/* ---- walking along it ------------------------------------------------------------------------ */

/* A straight part of a way: `count` steps in a direction, the last one to the cell `index`; or a
** link to that cell. */
typedef struct RouteLeg {
  astar_cell from;
  int direction;
  int32_t count, index;
  uint32_t link;                    /* its number, or 0 */
  astar_cell to;                    /* its end */
} RouteLeg;

/* The cell `steps` from the beginning of a leg. */
static astar_cell leg_cell(const RouteLeg *leg, int32_t steps) {
  if (leg->link != 0) return steps > 0 ? leg->to : leg->from;
  return (astar_cell){ leg->from.x + DIRECTION_X[leg->direction] * steps,
                       leg->from.y + DIRECTION_Y[leg->direction] * steps };
}

/* The leg from a cell of the path to the next waypoint behind it. False: there is none. */
static bool next_leg(const astar_path *path, const Waypoint **to, RouteLeg *leg) {
  const Waypoint *end = path->waypoints + path->waypoint_count;
  while (*to < end && (*to)->index <= leg->index) ++*to;
  if (*to == end) return false;
  leg->to = (astar_cell){ (*to)->x, (*to)->y };
  leg->link = *to > path->waypoints && (*to)[-1].index == leg->index ? (*to)[-1].link : 0;
  leg->direction = direction_of((*to)->x - leg->from.x, (*to)->y - leg->from.y);
  leg->count = (*to)->index - leg->index;
  leg->index = (*to)->index;
  return true;
}

static RouteLeg route_begin(const astar_path *path, int32_t from) {
  return (RouteLeg){ .from = astar_path_cell(path, from), .index = from };
}

/* The same on the unit's own path, from where it has come to. */
static RouteLeg route_begin_own(const astar_unit *unit, const Waypoint **to) {
  const Waypoint *from = unit->path->waypoints + unit->leg;
  *to = from->index <= unit->progress ? from : unit->path->waypoints;
  return (RouteLeg){ .from = unit_path_cell(unit, unit->progress), .index = unit->progress };
}

/* Can the link be taken, as the unit's player knows it? */
static bool leg_leads(const astar_unit *unit, const RouteLeg *leg) {
  const astar_map *map = unit->cls->map;
  const astar_link *link = link_find(map, leg->link);
  return link != NULL &&
         link_leads(link, link_as_known(link, unit->player), unit->cls, leg->from, leg->to) &&
         link_end_known(unit->player, grid_cell(&map->grid, leg->from.x, leg->from.y)) &&
         class_fits(unit->cls, unit->player->known, leg->to.x, leg->to.y);
}

/* How many steps of the leg can be taken, as the unit's player knows the terrain. */
static int32_t count_open_steps(const astar_unit *unit, const RouteLeg *leg) {
  const astar_class *cls = unit->cls;
  const uint8_t *known = unit->player->known;
  for (int32_t steps = 0; steps < leg->count; steps++)
    if (!unit_can_step(cls, known, leg_cell(leg, steps), leg_cell(leg, steps + 1))) return steps;
  return leg->count;
}

/* The same for a class that is a cell large and compiled. All cells lie on the map. */
static int32_t count_open_cells(const astar_unit *unit, const RouteLeg *leg) {
  const astar_class *cls = unit->cls;
  const Grid *grid = &cls->map->grid;
  const uint8_t *known = unit->player->known + grid_cell(grid, leg->from.x, leg->from.y);
  int direction = leg->direction;
  ptrdiff_t dx = DIRECTION_X[direction], dy = (ptrdiff_t)DIRECTION_Y[direction] * grid->stride;
  for (int32_t steps = 0; steps < leg->count; steps++, known += dx + dy) {
    uint32_t open = (uint32_t)(cls->kind_of[known[dx + dy]] != 0) << direction;
    if (direction >= FIRST_DIAGONAL)
      open |= (uint32_t)(cls->kind_of[known[dx]] != 0) << direction_across(direction) |
              (uint32_t)(cls->kind_of[known[dy]] != 0) << direction_down(direction);
    astar_cell at = leg_cell(leg, steps);
    if (!(class_legal_at(cls, at.x, at.y, open) >> direction & 1)) return steps;
  }
  return leg->count;
}

/* Does the unit stand in a cell that was closed after it had come there, as far as is known? */
static bool is_built_over(const astar_unit *unit) {
  return !class_fits(unit->cls, unit->player->known, unit->x, unit->y);
}

/* The path of a unit that was built over may lead out, perhaps through other closed cells: the
** index of the first cell from which on steps have to be open. A link has to be in any case. */
static int32_t route_out(const astar_unit *unit, const astar_path *path, int32_t from) {
  const Waypoint *last = path->waypoints;
  if (!is_built_over(unit)) return from;
  for (; from < path->length - 1; from++) {
    astar_cell at = astar_path_cell(path, from);
    if (class_fits(unit->cls, unit->player->known, at.x, at.y)) return from;
    while (last->index < from) last++;
    if (last->index == from && last->link != 0) return from;
  }
  return from;
}

int32_t route_blocked_on(const astar_unit *unit, const astar_path *path, int32_t from) {
  const Waypoint *to = path->waypoints;
  from = route_out(unit, path, from);
  RouteLeg leg = route_begin(path, from);
  for (; next_leg(path, &to, &leg); leg.from = leg_cell(&leg, leg.count)) {
    int32_t open;
    if (leg.link != 0) open = leg_leads(unit, &leg);
    else if (class_is_simple(unit->cls)) open = count_open_cells(unit, &leg);
    else open = count_open_steps(unit, &leg);
    if (open < leg.count) return leg.index - leg.count + open + 1;
  }
  return -1;
}

/* ---- what has changed ------------------------------------------------------------------------ */

static bool route_overlap(int32_t a_first, int32_t a_last, int32_t b_first, int32_t b_last) {
  return a_first <= b_last && b_first <= a_last;
}

static bool square_meets(astar_cell at, int32_t size, astar_rect rect) {
  return route_overlap(at.x, at.x + size - 1, rect.x, rect.x + rect.width - 1) &&
         route_overlap(at.y, at.y + size - 1, rect.y, rect.y + rect.height - 1);
}

/* Has a rectangle a cell in common with those that a step of the leg depends on? Where the
** leg is diagonal they are those near it: all that differ from its own by less than two cells
** and the unit's size. True may be wrong. */
static bool route_touches(const RouteLeg *leg, int32_t size, astar_rect rect) {
  astar_cell from = leg->from;
  if (leg->link != 0) return square_meets(from, size, rect) || square_meets(leg->to, size, rect);
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

static bool is_touched(const astar_unit *unit, astar_rect rect) {
  const Waypoint *to;
  RouteLeg leg = route_begin_own(unit, &to);
  for (; next_leg(unit->path, &to, &leg); leg.from = leg_cell(&leg, leg.count))
    if (route_touches(&leg, unit->cls->size, rect)) return true;
  return false;
}

#define ROUTE_LOOKED_AT 4           /* the cells of a change that are looked at one by one */

/* May a change block anything? One after which the unit can enter all of its cells does not. */
static bool may_block(const astar_player *player, const astar_class *cls, astar_rect rect) {
  const Grid *grid = &player->map->grid;
  if ((int64_t)rect.width * rect.height > ROUTE_LOOKED_AT) return true;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++)
      if (!class_can_enter(cls, player->known[grid_cell(grid, x, y)])) return true;
  return false;
}

static bool may_block_any(const astar_player *player, astar_rect rect) {
  for (const astar_class *cls = player->map->classes; cls != NULL; cls = cls->next)
    if (may_block(player, cls, rect)) return true;
  return false;
}

/* What has happened since a position in the log, or since an earlier one. Paths that were checked
** before a terrain or class changed do not ask. */
static const ChangedBlocks *changed_blocks(astar_player *player, uint64_t from) {
  ChangedBlocks *changed = &player->changed_blocks;
  const Changes *changes = &player->changes;
  if (changed->from <= from && changed->to == changes->written) return changed;
  *changed = (ChangedBlocks){ .from = from, .to = changes->written };
  for (uint64_t at = from; at < changes->written; at++) {
    astar_rect rect = changes_at(changes, at);
    if (may_block_any(player, rect)) block_set_add(&changed->blocks, rect);
  }
  return changed;
}

/* Does a change since then touch the path? */
static bool is_touched_since(const astar_unit *unit, const Changes *changes, uint64_t from) {
  const RouteSeen *seen = &unit->route_seen;
  for (uint64_t at = from; at < changes->written; at++) {
    astar_rect rect = changes_at(changes, at);
    if (!block_set_has(&seen->blocks, rect) || !may_block(unit->player, unit->cls, rect)) continue;
    if (is_touched(unit, rect)) return true;
  }
  return false;
}

static bool is_unchecked(const astar_unit *unit) {
  return unit_set_has(&unit->cls->map->units->list, UNITS_UNCHECKED, unit);
}

/* Up to where in the log of its player it is known that nothing has blocked the path. */
static uint64_t open_up_to(const astar_unit *unit) {
  uint64_t seen = unit->route_seen.changes, checked = unit->player->checked_routes;
  return is_unchecked(unit) || seen > checked ? seen : checked;
}

/* Was the way found to be free, and has nothing changed that it depends on? */
static bool route_is_still_open(const astar_unit *unit, Changes *changes) {
  const RouteSeen *seen = &unit->route_seen;
  if (!seen->is_open || seen->kinds_version != unit->cls->map->grid.kinds_version) return false;
  if (seen->links != unit->cls->map->links.version) return false;
  uint64_t from = open_up_to(unit);
  if (from == changes->written) return true;
  if (!changes_begin(changes, from)) return false;
  const ChangedBlocks *changed = changed_blocks(unit->player, from);
  return !block_sets_meet(&seen->blocks, &changed->blocks) ||
         !is_touched_since(unit, changes, from);
}

/* The paths of the player's units that its changes since the last tick may have blocked. */
static void note_touched(astar_player *player) {
  UnitList *list = &player->map->units->list;
  bool is_lost = !changes_begin(&player->changes, player->checked_routes);
  BlockSet touched;
  memset(&touched, UINT8_MAX, sizeof touched);
  if (!is_lost) touched = changed_blocks(player, player->checked_routes)->blocks;
  uint64_t lines = block_set_lines(&touched);
  for (int32_t place = 0; place < list->count; place++) {
    astar_unit *unit = list->units[place];
    if (!block_lines_meet(list->lines[place], lines) || unit->player != player) continue;
    if (!block_sets_meet(&unit->route_seen.blocks, &touched)) continue;
    unit->route_seen.changes = open_up_to(unit);
    unit_set_put(list, UNITS_UNCHECKED, unit, true);
  }
}

void routes_note_changes(astar_map *map) {
  Movement *movement = map->units->movement;
  bool all = movement->checked_kinds != map->grid.kinds_version ||
             movement->checked_links != map->links.version;
  UnitCursor on_paths = unit_set_begin(&map->units->list, UNITS_ON_PATHS);
  for (astar_unit *unit; all && (unit = unit_set_next(&on_paths)) != NULL;)
    unit_set_put(&map->units->list, UNITS_UNCHECKED, unit, true);
  movement->checked_kinds = map->grid.kinds_version;
  movement->checked_links = map->links.version;
  for (astar_player *one = map->players; one != NULL; one = one->next) {
    if (one->checked_routes == one->changes.written) continue;
    if (!all) note_touched(one);
    one->checked_routes = changes_position(&one->changes);
  }
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* The rectangle of two cells of the path and those between them on a leg, as the unit covers it. */
static astar_rect leg_bounds(astar_cell a, astar_cell b, int32_t size) {
  int32_t left = a.x < b.x ? a.x : b.x, top = a.y < b.y ? a.y : b.y;
  return (astar_rect){ left, top, (a.x < b.x ? b.x : a.x) - left + size,
                       (a.y < b.y ? b.y : a.y) - top + size };
}

/* By parts of legs, since the rectangle of a long diagonal one holds much else. */
static BlockSet leg_blocks(const astar_path *path, const Waypoint *to, RouteLeg leg, int32_t size) {
  BlockSet blocks = { { 0 } };
  for (; next_leg(path, &to, &leg); leg.from = leg_cell(&leg, leg.count))
    for (int32_t at = 0; at < leg.count; at += BLOCK_SET_CELLS) {
      if (leg.link != 0) {
        block_set_add(&blocks, leg_bounds(leg.from, leg.from, size));
        block_set_add(&blocks, leg_bounds(leg.to, leg.to, size));
        continue;
      }
      astar_cell end = leg_cell(&leg, integer_least(at + BLOCK_SET_CELLS, leg.count));
      block_set_add(&blocks, leg_bounds(leg_cell(&leg, at), end, size));
    }
  return blocks;
}

BlockSet route_blocks(const astar_path *path, int32_t size) {
  return leg_blocks(path, path->waypoints, route_begin(path, 0), size);
}

/* Of what is left of the unit's path. */
static BlockSet blocks_ahead(const astar_unit *unit) {
  const Waypoint *to;
  RouteLeg leg = route_begin_own(unit, &to);
  return leg_blocks(unit->path, to, leg, unit->cls->size);
}

static void route_note_checked(const astar_unit *unit, bool is_open) {
  unit_set_put(&unit->cls->map->units->list, UNITS_UNCHECKED, unit, !is_open);
}

static void route_note(astar_unit *unit, bool is_open) {
  route_note_checked(unit, is_open);
  const astar_map *map = unit->cls->map;
  unit->route_seen = (RouteSeen){ is_open, map->grid.kinds_version,
                                  changes_position(&unit->player->changes), map->links.version,
                                  blocks_ahead(unit) };
  map->units->list.lines[unit->place] = block_set_lines(&unit->route_seen.blocks);
}

void route_note_open(astar_unit *unit) {
  route_note(unit, true);
}

int32_t route_blocked(astar_unit *unit) {
  if (unit->path == NULL) return -1;
  Changes *changes = &unit->player->changes;
  if (route_is_still_open(unit, changes)) {
    unit->route_seen.changes = changes_position(changes);
    route_note_checked(unit, true);
    return -1;
  }
  int32_t blocked = route_blocked_on(unit, unit->path, unit->progress);
  route_note(unit, blocked < 0 && !is_built_over(unit));
  return blocked;
}

int32_t astar_unit_blocked(astar_unit *unit) {
  return route_blocked(unit);
}

bool astar_unit_cut(const astar_unit *unit) {
  return unit->is_cut && unit->path != NULL;
}

const char *route_validate(const astar_unit *unit) {
  const RouteSeen *seen = &unit->route_seen;
  bool is_known = unit->path != NULL && seen->is_open &&
                  seen->kinds_version == unit->cls->map->grid.kinds_version &&
                  open_up_to(unit) == unit->player->changes.written &&
                  seen->links == unit->cls->map->links.version;
  bool is_wrong = is_known && route_blocked_on(unit, unit->path, unit->progress) >= 0;
  return is_wrong ? "a unit takes a path for open that is cut" : NULL;
}
