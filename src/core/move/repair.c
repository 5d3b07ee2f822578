#include "repair.h"

#include <string.h>

#include "../base/integer.h"
#include "../units/unit_query.h"
#include "../search/direct.h"
#include "detour.h"
#include "movement.h"
#include "route.h"

#define REPAIR_BEFORE 8             /* the most steps of the path that are replaced before a cut */
#define REPAIR_BEHIND 12            /* and from it on */
#define REPAIR_DETOUR 8             /* straight steps over open ground that a repair may add */
#define REPAIR_CUTS 4               /* of one path that are repaired in a tick */
#define REPAIR_NODES 8192           /* cells that may be expanded in a tick, of all units */
#define REPAIR_LEAST 64             /* charged for a repair at least: beginning one takes time */

/* What one path is repaired with. */
typedef struct Repair {
  const astar_unit *unit;
  DirectQuery direct;
  Detour detour;
  uint32_t expanded;
  int32_t checked;                  /* up to there the new path is open */
} Repair;

/* ---- the part to be replaced ----------------------------------------------------------------- */

typedef struct RepairPart {
  int32_t first, last;              /* indices on the path */
  uint32_t cost;                    /* at least what it has cost */
} RepairPart;

/* What a straight step into the end of a link costs, whether or not another unit stands there. */
static uint32_t repair_entering_cost(const View *view, Cell cell) {
  uint8_t kind = view->kind[cell];
  if (kind == 0) return view->least_straight;
  return view_step(view, kind, false, view_influence(view, cell));
}

/* What a step costs, likewise. */
static uint32_t repair_step_cost(const View *view, ViewStep step) {
  uint8_t kind = view->kind[step.to];
  bool diagonal = step.direction >= FIRST_DIAGONAL;
  if (kind == 0) return diagonal ? view->least_diagonal : view->least_straight;
  int32_t slope = view_slope(view, step);
  return view_step(view, kind, diagonal, view_influence(view, step.to) + slope);
}

static ViewStep repair_step(const View *view, astar_cell from, astar_cell to) {
  const Grid *grid = &view->map->grid;
  return (ViewStep){ grid_cell(grid, from.x, from.y), grid_cell(grid, to.x, to.y),
                     direction_of(to.x - from.x, to.y - from.y) };
}

static uint32_t repair_part_cost(const View *view, const astar_path *path, RepairPart part) {
  astar_cell cells[REPAIR_BEFORE + REPAIR_BEHIND + 2];
  int32_t count = astar_path_cells(path, part.first, part.last - part.first + 1, cells);
  uint32_t cost = 0;
  for (int32_t i = 1; i < count; i++)
    cost += repair_step_cost(view, repair_step(view, cells[i - 1], cells[i]));
  return cost;
}

/* A part with a link in it is not replaced: it is made shorter. False: the cut is a link. */
static bool repair_keeps_links(const astar_path *path, int32_t cut, RepairPart *part) {
  for (int32_t i = 0; i < path->waypoint_count; i++) {
    Waypoint at = path->waypoints[i];
    if (at.link == 0) continue;
    if (at.index + 1 == cut) return false;
    if (at.index + 1 < cut && at.index + 1 > part->first) part->first = at.index + 1;
    if (at.index >= cut && at.index < part->last) part->last = at.index;
  }
  return true;
}

/* From some steps before the cut to the last open cell that lies some steps behind it. False: there
** is none. */
static bool repair_find_part(View *view, const astar_path *path, int32_t progress, int32_t cut,
                             RepairPart *part) {
  part->first = cut - 1 - REPAIR_BEFORE > progress ? cut - 1 - REPAIR_BEFORE : progress;
  part->last = integer_least(cut + REPAIR_BEHIND, path->length - 1);
  if (!repair_keeps_links(path, cut, part)) return false;
  while (part->last >= cut && !detour_is_open(view, astar_path_cell(path, part->last)))
    part->last--;
  if (part->last < cut) return false;
  part->cost = repair_part_cost(view, path, *part);
  return true;
}

/* ---- the new path ---------------------------------------------------------------------------- */

/* Waypoints in the making. The first pass only counts them. */
typedef struct RepairWay {
  Waypoint *out;                    /* NULL: they are counted */
  int32_t count;
  Waypoint last;
  int direction;                    /* of the run to the last one; -1: there is none */
} RepairWay;

static RepairWay way_begin(Waypoint *out, astar_cell from) {
  RepairWay way = { out, 1, { from.x, from.y, 0, 0 }, -1 };
  if (out != NULL) *out = way.last;
  return way;
}

/* Goes on straight to a cell. */
static void way_on(RepairWay *way, int32_t x, int32_t y) {
  int64_t dx = integer_absolute((int64_t)x - way->last.x);
  int64_t dy = integer_absolute((int64_t)y - way->last.y);
  if (dx == 0 && dy == 0) return;
  int direction = direction_of(x - way->last.x, y - way->last.y);
  way->count += direction != way->direction;
  way->direction = direction;
  way->last = (Waypoint){ x, y, way->last.index + (int32_t)(dx > dy ? dx : dy), 0 };
  if (way->out != NULL) way->out[way->count - 1] = way->last;
}

/* Goes on by a link. */
static void way_cross(RepairWay *way, const Waypoint *to, uint32_t link) {
  if (way->out != NULL) way->out[way->count - 1].link = link;
  way->last = (Waypoint){ to->x, to->y, way->last.index + 1, 0 };
  way->direction = -1;
  way->count++;
  if (way->out != NULL) way->out[way->count - 1] = way->last;
}

/* The waypoints that lie behind index `after`, up to `last`. */
static void way_along(RepairWay *way, const astar_path *path, int32_t after, int32_t last) {
  for (int32_t i = 1; i < path->waypoint_count; i++) {
    const Waypoint *at = &path->waypoints[i];
    if (at->index <= after || at->index > last) continue;
    if (at[-1].link != 0) way_cross(way, at, at[-1].link);
    else way_on(way, at->x, at->y);
  }
}

/* What is left of the path, with the detour in it. */
static RepairWay repair_write(const Repair *repair, const astar_path *path, int32_t progress,
                              RepairPart part, Waypoint *out) {
  const Detour *detour = &repair->detour;
  RepairWay way = way_begin(out, astar_path_cell(path, progress));
  way_along(&way, path, progress, part.first);
  for (int32_t i = 0; i < detour->length; i++) way_on(&way, detour->cells[i].x, detour->cells[i].y);
  way_along(&way, path, part.last, INT32_MAX);
  return way;
}

static astar_path *repair_splice(Repair *repair, const astar_path *path, int32_t progress,
                                 RepairPart part) {
  RepairWay way = repair_write(repair, path, progress, part, NULL);
  size_t bytes = path_bytes(way.count);
  astar_path *spliced = memory_raw(&repair->unit->cls->map->memory, bytes);
  if (spliced == NULL) return NULL;
  *spliced = (astar_path){ .bytes = bytes, .status = path->status, .length = way.last.index + 1,
                           .waypoint_count = way.count };
  repair_write(repair, path, progress, part, spliced->waypoints);
  repair->checked = part.first - progress + repair->detour.length - 1;
  return spliced;
}

/* ---- what it costs --------------------------------------------------------------------------- */

/* The exit by which a path goes on from a waypoint; NULL: it leads nowhere any more. */
static const Exit *repair_exit(const View *view, const Waypoint *from) {
  const Exit *exit;
  if (view->exits == NULL) return NULL;
  size_t count = exits_at(view->exits, grid_cell(&view->map->grid, from->x, from->y), &exit);
  for (; count > 0; count--, exit++)
    if (exit->link == from->link) return exit;
  return NULL;
}

static uint32_t repair_link_cost(const View *view, const Waypoint *from) {
  const Exit *exit = repair_exit(view, from);
  return exit != NULL ? view_exit_cost(view, exit, repair_entering_cost(view, exit->to)) : 0;
}

/* As everything is now. False: it cannot be told in 32 bits, or a link is closed. */
static bool repair_price(const View *view, astar_path *path) {
  const Grid *grid = &view->map->grid;
  uint64_t sum = 0;
  for (const Waypoint *from = path->waypoints; from->index < path->length - 1; from++) {
    if (from->link != 0) {
      uint32_t cost = repair_link_cost(view, from);
      if (cost == 0) return false;
      sum += cost;
      continue;
    }
    int direction = direction_of(from[1].x - from->x, from[1].y - from->y);
    Cell cell = grid_cell(grid, from->x, from->y);
    for (int32_t left = from[1].index - from->index; left > 0; left--) {
      ViewStep step = { cell, cell + (Cell)direction_offset(grid, direction), direction };
      sum += repair_step_cost(view, step);
      cell = step.to;
    }
  }
  path->cost = (uint32_t)sum;
  return sum < UINT32_MAX;
}

static void repair_explain_steps(const View *view, const astar_path *path,
                                 const Explanation *explanation) {
  astar_cell from = astar_path_cell(path, 0);
  for (int32_t i = 1; i < path->length; i++) {
    astar_cell to = astar_path_cell(path, i);
    astar_step_cost *record = explanation_record(explanation, i);
    uint32_t link = astar_path_link(path, i);
    ViewStep step = { 0, grid_cell(&view->map->grid, to.x, to.y), NO_DIRECTION };
    if (link == 0) step = repair_step(view, from, to);
    *record = view_explain(view, step, (int32_t *)(record + 1));
    if (link != 0) {
      record->terrain = 0;
      record->link = repair_exit(view, &(Waypoint){ from.x, from.y, i - 1, link })->cost;
    }
    from = to;
  }
  for (int32_t i = 0; i < explanation->influences; i++) {
    char *name = explanation_name(explanation, i);
    memset(name, 0, PATH_NAME_BYTES);
    strcpy(name, view_counted(view, i)->name);
  }
}

/* The path of a unit whose path was explained is explained, too. NULL: no memory. */
static astar_path *repair_explain(const View *view, const astar_path *path) {
  Explanation explanation = { NULL, path->length, view->influence_total };
  size_t bytes = path->bytes + explanation_bytes(&explanation);
  astar_path *explained = memory_raw(&view->map->memory, bytes);
  if (explained == NULL) return NULL;
  memcpy(explained, path, path->bytes);
  explained->bytes = bytes;
  explained->explained = 1;
  explained->influence_count = view->influence_total;
  explanation.block = explained->waypoints + explained->waypoint_count;
  repair_explain_steps(view, explained, &explanation);
  return explained;
}

/* ---- one path -------------------------------------------------------------------------------- */

/* Round one cut. OK: *path is new; UNREACHABLE: there is no such way; NO_MEMORY. */
static astar_status repair_cut(Repair *repair, const astar_path *path, int32_t progress,
                               int32_t cut, astar_path **repaired) {
  View *view = &repair->direct.view;
  RepairPart part;
  if (!repair_find_part(view, path, progress, cut, &part)) return ASTAR_UNREACHABLE;
  astar_cell ends[2] = { astar_path_cell(path, part.first), astar_path_cell(path, part.last) };
  uint32_t more = REPAIR_DETOUR * (uint32_t)view->map->grid.straight;
  bool found = detour_find(&repair->detour, view, astar_path_cell(path, cut), ends,
                           part.cost + more);
  repair->expanded += repair->detour.expanded;
  if (!found) return ASTAR_UNREACHABLE;
  *repaired = repair_splice(repair, path, progress, part);
  return *repaired != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* One cut after the other. */
static astar_status repair_cuts(Repair *repair, int32_t cut, astar_path **repaired) {
  const astar_unit *unit = repair->unit;
  const astar_path *path = unit->path;
  int32_t progress = unit->progress;
  *repaired = NULL;
  for (int cuts = 0; cut >= 0; cuts++) {
    astar_path *next = NULL;
    astar_status status = cuts < REPAIR_CUTS ? repair_cut(repair, path, progress, cut, &next)
                                             : ASTAR_UNREACHABLE;
    path_free(&unit->cls->map->memory, *repaired);
    *repaired = next;
    if (status != ASTAR_OK) return status;
    path = next;
    progress = 0;
    cut = route_blocked_on(unit, path, repair->checked);
  }
  return ASTAR_OK;
}

static astar_status repair_finish(const Repair *repair, astar_path **repaired) {
  const View *view = &repair->direct.view;
  Memory *memory = &view->map->memory;
  astar_path *path = *repaired, *explained = NULL;
  path->expanded = repair->expanded;
  astar_status status = repair_price(view, path) ? ASTAR_OK : ASTAR_UNREACHABLE;
  if (status == ASTAR_OK && repair->unit->path->explained) {
    explained = repair_explain(view, path);
    if (explained == NULL) status = ASTAR_NO_MEMORY;
  }
  if (status == ASTAR_OK && explained == NULL) return ASTAR_OK;
  path_free(memory, path);
  *repaired = explained;
  return status;
}

static astar_status repair_path(astar_unit *unit, int32_t cut, uint32_t *expanded) {
  Repair repair;
  repair.unit = unit;
  repair.expanded = 0;
  astar_query query = unit_query(unit);
  query.claims = false;
  astar_status status = direct_open(&repair.direct, unit->cls->map, &query);
  if (status != ASTAR_OK) return status;
  status = repair_cuts(&repair, cut, &unit->repaired);
  if (status == ASTAR_OK) status = repair_finish(&repair, &unit->repaired);
  direct_close(&repair.direct);
  *expanded = repair.expanded;
  return status;
}

/* ---- all of them ----------------------------------------------------------------------------- */

void repair_forget(astar_map *map) {
  for (EACH_UNIT(unit, &map->units->list)) {
    path_free(&map->memory, unit->repaired);
    unit->repaired = NULL;
  }
}

/* One that has just found no way round, or does not move, leaves it at that. */
static bool repair_is_tried(const astar_unit *unit) {
  return unit->speed > 0 && unit->retry <= unit->cls->map->ticks;
}

static bool repair_serve(astar_unit *unit, int32_t cut, uint32_t *nodes) {
  uint32_t expanded = 0;
  astar_status status = ASTAR_UNREACHABLE;
  if (repair_is_tried(unit)) {
    status = repair_path(unit, cut, &expanded);
    if (expanded < REPAIR_LEAST) expanded = REPAIR_LEAST;
    *nodes = expanded < *nodes ? *nodes - expanded : 0;
  }
  unit->is_cut = status != ASTAR_OK && status != ASTAR_NO_MEMORY;
  unit_set_put(&unit->cls->map->units->list, UNITS_FOUND, unit, true);
  return status != ASTAR_NO_MEMORY;
}

bool repair_search(astar_map *map) {
  uint32_t nodes = REPAIR_NODES;
  routes_note_changes(map);
  UnitCursor unchecked = unit_set_begin(&map->units->list, UNITS_UNCHECKED);
  for (astar_unit *unit; (unit = unit_set_next(&unchecked)) != NULL;) {
    unit->is_cut = false;
    int32_t cut = nodes > 0 ? route_blocked(unit) : -1;
    if (cut < 0 || repair_serve(unit, cut, &nodes)) continue;
    repair_forget(map);
    return false;
  }
  return true;
}

void repair_follow(astar_unit *unit) {
  astar_unit_state state = unit->state;
  uint32_t waited = unit->waited;
  unit_take_path(unit, unit->repaired, 0);
  unit->repaired = NULL;
  route_note_open(unit);
  unit->state = state;
  unit->waited = waited;
}
