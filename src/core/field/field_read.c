#include "field.h"

#include "../grid/path.h"
#include "../open_list/node.h"
#include "../tables/reachability.h"

/* ---- costs ----------------------------------------------------------------------------------- */

/* The least cost of all cells that threats can reach: that of the farthest one. */
static uint32_t field_safest_cost(astar_field *field) {
  const astar_field *threats = field->threats;
  uint32_t beyond = 0;              /* one more than how far it is; FIELD_NONE + 1 is 0 */
  if (field->safest_seen == threats->version) return field->safest;
  for (size_t i = 0; i < threats->reached_count; i++) {
    uint32_t cost = sparse_array_at(&threats->costs, threats->reached[i]);
    if (cost + 1 > beyond) beyond = cost + 1;
  }
  for (size_t cell = 0; !threats->few && cell < field->map->grid.cells; cell++)
    if (threats->cost[cell] + 1 > beyond) beyond = threats->cost[cell] + 1;
  uint32_t way = beyond - 1 < threats->far ? beyond - 1 : threats->far;
  field->safest = field_danger_left(way);
  field->safest_seen = threats->version;
  return field->safest;
}

/* The cost as it is told: where threats cannot come there is no danger, and otherwise none that the
** farthest cell has, too. */
static uint32_t field_public_cost(astar_field *field, Cell cell) {
  uint32_t cost = field_at(field, cell);
  bool is_threatened = field->threats != NULL && cost >= FIELD_DANGER_LEAST;
  return is_threatened ? cost - field_safest_cost(field) : cost;
}

/* Can nobody stand there, not even for this query's units? */
static bool is_closed(const astar_field *field, Cell cell) {
  return field->view.kind[cell] == 0 || view_taken(&field->view, cell);
}

static bool are_goals_closed(const astar_field *field) {
  for (size_t i = 0; i < field->source_count; i++)
    if (!is_closed(field, field->sources[i])) return false;
  return true;
}

/* Do the terrain and links alone connect the cell with a source? Sets *why where that cannot be
** known. */
static bool is_connected(const astar_field *field, Cell cell, astar_status *why) {
  Plane *plane = field->view.plane;
  Memory *memory = &field->map->memory;
  Reachability reachable = { 0 };
  bool towards = field->kind == FIELD_TO, connected = false;
  bool found = plane_regions(plane) != NULL &&
               reachability_find(&reachable, plane, towards ? cell : field->sources[0]);
  *why = found ? ASTAR_OK : ASTAR_NO_MEMORY;
  for (size_t i = 0; i < field->source_count && found; i++)
    connected |= reachability_has(&reachable, towards ? field->sources[i] : cell);
  reachability_free(&reachable, memory);
  return connected;
}

/* Does a unit stand in a cell that this one would cover somewhere where the terrain lets it be? */
static bool is_in_the_way(const astar_field *field, Cell taken) {
  const View *view = &field->view;
  int32_t size = field->query.cls->size;
  astar_cell at = grid_position(&field->map->grid, taken);
  for (int32_t y = at.y - size + 1; y <= at.y; y++)
    for (int32_t x = at.x - size + 1; x <= at.x; x++) {
      if (!grid_has(&field->map->grid, x, y)) continue;
      Cell cell = grid_cell(&field->map->grid, x, y);
      if (view->kind[cell] != 0 && view_taken(view, cell)) return true;
    }
  return false;
}

static bool has_units_in_the_way(const astar_field *field) {
  const CellSet *taken = taken_cells(&field->scratch.taken);
  for (size_t i = 0; taken != NULL && i < taken->count; i++)
    for (int32_t k = 0; k < taken->runs[i].count; k++)
      if (is_in_the_way(field, taken->runs[i].first + (Cell)k)) return true;
  return false;
}

/* The terrain leaves the cell open, and the sources: what else is in the way? */
static astar_status cut_off(astar_field *field, Cell cell) {
  astar_status why;
  if (field->bounded) return ASTAR_UNREACHABLE;
  if (!is_connected(field, cell, &why)) return why == ASTAR_OK ? ASTAR_UNREACHABLE : why;
  if (field_overflows(field)) return ASTAR_LIMIT;
  return has_units_in_the_way(field) ? ASTAR_CROWDED : ASTAR_UNREACHABLE;
}

/* Why a cell has no cost: as a search from or to it would say. */
static astar_status field_reason(astar_field *field, Cell cell) {
  const uint8_t *kind = field->view.kind;
  bool towards = field->kind == FIELD_TO;
  if (kind[towards ? cell : field->sources[0]] == 0) return ASTAR_START_BLOCKED;
  if (towards && field->threats == NULL && are_goals_closed(field)) return ASTAR_GOAL_BLOCKED;
  return !towards && is_closed(field, cell) ? ASTAR_GOAL_BLOCKED : cut_off(field, cell);
}

/* A search would not start where the class cannot stand, so a field from there is none. */
static bool has_costs(const astar_field *field) {
  return field->kind == FIELD_TO || field->view.kind[field->sources[0]] != 0;
}

/* Brings the field up to date and looks a cell up in it. */
static astar_status field_lookup(astar_field *field, int32_t x, int32_t y, Cell *cell) {
  if (!map_has_cell(field->map, x, y)) return ASTAR_INVALID;
  astar_status status = field_sync(field);
  if (status != ASTAR_OK) return status;
  *cell = grid_cell(&field->map->grid, x, y);
  bool has_cost = has_costs(field) && field_at(field, *cell) != FIELD_NONE;
  return has_cost ? ASTAR_OK : field_reason(field, *cell);
}

astar_status astar_field_cost(astar_field *field, int32_t x, int32_t y, uint32_t *cost) {
  Cell cell;
  astar_status status = field_lookup(field, x, y, &cell);
  *cost = status == ASTAR_OK ? field_public_cost(field, cell) : 0;
  return status;
}

astar_status astar_field_costs(astar_field *field, astar_rect rect, uint32_t *costs) {
  const Grid *grid = &field->map->grid;
  if (!map_encloses(field->map, rect)) return ASTAR_INVALID;
  astar_status status = field_sync(field);
  if (status != ASTAR_OK) return status;
  bool has_any = has_costs(field);
  for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
    Cell first = grid_cell(grid, rect.x, y);
    for (int32_t i = 0; i < rect.width; i++) {
      Cell cell = first + (Cell)i;
      bool has_cost = has_any && field_at(field, cell) != FIELD_NONE;
      *costs++ = has_cost ? field_public_cost(field, cell) : UINT32_MAX;
    }
  }
  return ASTAR_OK;
}

/* Moves on to the next cell with a cost in the same row. False: there is none. */
static bool seek_in_row(const astar_field *field, astar_cell *at) {
  Cell row = grid_cell(&field->map->grid, 0, at->y);
  while (at->x < field->map->grid.width && field_at(field, row + (Cell)at->x) == FIELD_NONE)
    at->x++;
  return at->x < field->map->grid.width;
}

astar_status astar_field_seek(astar_field *field, astar_cell *at, uint32_t *cost) {
  const Grid *grid = &field->map->grid;
  *cost = 0;
  if (!map_accepts(field->map, at->x >= 0 && at->y >= 0, "at: x or y is below 0"))
    return ASTAR_INVALID;
  astar_status status = field_sync(field);
  if (status != ASTAR_OK) return status;
  for (; at->y < grid->height && has_costs(field); *at = (astar_cell){ 0, at->y + 1 })
    if (seek_in_row(field, at)) {
      *cost = field_public_cost(field, grid_cell(grid, at->x, at->y));
      return ASTAR_OK;
    }
  return ASTAR_UNREACHABLE;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* The way on over a link that bears a cell's cost out, the first in the order of links. There is
** one. */
static const Exit *exit_on(astar_field *field, Cell cell) {
  const Exit *exit, *best = NULL;
  for (size_t at = 0; (exit = field_exit(field, cell, field->kind == FIELD_TO, &at)) != NULL;) {
    bool leads = field_cost_over(field, exit) == field_at(field, cell);
    if (leads && (best == NULL || exit->link < best->link)) best = exit;
  }
  return best;
}

/*
** The way on from a cell, to a neighbour that bears its cost out; -1: it is a source, or a place to
** stay at; NO_DIRECTION: only a link does. The first one in the order of directions of the steps as
** they are made: that of a field from a start leads the other way, so that the way back through it
** is the canonical path.
*/
static int direction_on(astar_field *field, Cell cell) {
  uint32_t cost = field_at(field, cell);
  if (field_cost_at_rest(field, cell) == cost) return -1;
  uint32_t ways = field_ways(field, cell);
  for (int step = 0; step < DIRECTIONS; step++) {
    int direction = field->kind == FIELD_TO ? step : direction_opposite(step);
    if ((ways >> direction & 1) && field_cost_by(field, cell, direction) == cost) return direction;
  }
  return field->view.exits != NULL && exit_on(field, cell) != NULL ? NO_DIRECTION : -1;
}

static Cell other_end(const astar_field *field, const Exit *exit) {
  return field->kind == FIELD_TO ? exit->to : exit->from;
}

Cell field_next(astar_field *field, Cell cell) {
  int direction = direction_on(field, cell);
  if (direction == NO_DIRECTION) return other_end(field, exit_on(field, cell));
  if (direction < 0) return NO_CELL;
  return cell + (Cell)direction_offset(&field->map->grid, direction);
}

astar_status astar_field_step(astar_field *field, int32_t x, int32_t y, astar_cell *next) {
  Cell cell;
  *next = (astar_cell){ x, y };
  astar_status status = field_lookup(field, x, y, &cell);
  int direction = status == ASTAR_OK ? direction_on(field, cell) : -1;
  if (direction == NO_DIRECTION)
    *next = grid_position(&field->map->grid, other_end(field, exit_on(field, cell)));
  else if (direction >= 0)
    *next = (astar_cell){ x + DIRECTION_X[direction], y + DIRECTION_Y[direction] };
  return status;
}

/* ---- paths ----------------------------------------------------------------------------------- */

/* Walks from a cell until there is nothing left to go; writes waypoints unless NULL. */
static int32_t field_walk(astar_field *field, astar_cell at, Waypoint *waypoints, int32_t *length) {
  Cell cell = grid_cell(&field->map->grid, at.x, at.y);
  int32_t count = 0, index = 0, previous = -1;
  uint32_t came = 0;                /* the link by which it came to the cell */
  for (;; index++) {
    int direction = direction_on(field, cell);
    const Exit *exit = direction == NO_DIRECTION ? exit_on(field, cell) : NULL;
    uint32_t leaves = exit != NULL ? exit->link : 0;
    if (direction != previous || index == 0 || direction < 0 || exit != NULL) {
      uint32_t link = field->kind == FIELD_TO ? leaves : came;
      if (waypoints != NULL) waypoints[count] = (Waypoint){ at.x, at.y, index, link };
      count++;
    }
    if (direction < 0) break;
    previous = direction;
    came = leaves;
    if (exit != NULL) {
      cell = other_end(field, exit);
      at = grid_position(&field->map->grid, cell);
      continue;
    }
    at.x += DIRECTION_X[direction];
    at.y += DIRECTION_Y[direction];
    cell += (Cell)direction_offset(&field->map->grid, direction);
  }
  *length = index + 1;
  return count;
}

astar_status astar_field_path_size(astar_field *field, int32_t x, int32_t y, size_t *size) {
  Cell cell;
  int32_t length;
  astar_status status = field_lookup(field, x, y, &cell);
  bool has = status == ASTAR_OK;
  *size = has ? path_bytes(field_walk(field, (astar_cell){ x, y }, NULL, &length)) : 0;
  return status;
}

astar_path *astar_field_path(astar_field *field, int32_t x, int32_t y, void *memory) {
  const Grid *grid = &field->map->grid;
  astar_path *path = memory;
  *path = (astar_path){ .status = ASTAR_OK };
  path->waypoint_count = field_walk(field, (astar_cell){ x, y }, path->waypoints, &path->length);
  path->bytes = path_bytes(path->waypoint_count);
  const Waypoint *end = &path->waypoints[path->waypoint_count - 1];
  path->cost = field_at(field, grid_cell(grid, x, y)) -
               field_at(field, grid_cell(grid, end->x, end->y));
  if (field->kind == FIELD_FROM)
    waypoints_reverse(path->waypoints, (size_t)path->waypoint_count, path->length);
  return path;
}
