#include "field_repair.h"

#include <string.h>

#include "path.h"

/* ---- making ---------------------------------------------------------------------------------- */

static void release(astar_field *field) {
  astar_map *map = field->map;
  Memory *memory = &map->memory;
  cellset_free(&field->sources, map);
  view_scratch_free(&field->scratch, map);
  open_free(&field->open, memory);
  memory_free(memory, field->cost, map->grid.cells * sizeof *field->cost);
  memory_free(memory, field->least, map->grid.cells * sizeof *field->least);
  memory_free(memory, field->lost, field->lost_capacity * sizeof *field->lost);
  if (field->query.influence_count > 0)
    memory_free(memory, field->weighted,
                (size_t)field->query.influence_count * sizeof *field->weighted);
  memory_free(memory, field, sizeof *field);
}

static bool copy_query(astar_field *field, const astar_query *query) {
  field->query = *query;
  if (query->influence_count <= 0) return true;
  size_t bytes = (size_t)query->influence_count * sizeof *field->weighted;
  field->weighted = memory_raw(&field->map->memory, bytes);
  if (field->weighted == NULL) return false;
  memcpy(field->weighted, query->influences, bytes);
  field->query.influences = field->weighted;
  return true;
}

static bool add_sources(astar_field *field, const astar_cell *sources, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    Cell cell = grid_cell(&field->map->grid, sources[i].x, sources[i].y);
    if (!cellset_add(&field->sources, field->map, (CellRun){ cell, 1, 1 })) return false;
  }
  return true;
}

static astar_field *make(astar_map *map, FieldKind kind, const astar_query *query) {
  astar_field *field = memory_new(&map->memory, sizeof *field);
  if (field == NULL) return NULL;
  field->map = map;
  field->kind = kind;
  field->limit = FIELD_NONE - 1;
  field->stale = true;
  field->removals = map->removals;
  field->cost = memory_raw(&map->memory, map->grid.cells * sizeof *field->cost);
  if (field->cost != NULL && copy_query(field, query)) return field;
  field->query.influence_count = 0;
  release(field);
  return NULL;
}

static bool valid(const astar_map *map, const astar_cell *cells, int32_t count) {
  for (int32_t i = 0; i < count; i++)
    if (!grid_has(&map->grid, cells[i].x, cells[i].y)) return false;
  return count > 0 && map->locks == 0;
}

/* ---- keeping up ------------------------------------------------------------------------------ */

static void note_positions(astar_field *field) {
  View *view = &field->view;
  field->plane_seen = changes_position(&view->plane->changes);
  for (int i = 0; i < view->influence_count; i++)
    field->influence_seen[i] = changes_position(&view->influences[i].influence->changes);
}

/* How safe cells are: the farther from what is fled, the less the cost at rest. A fifth more than
** the distance makes it worth going past a threat to somewhere farther, rather than into a corner
** (Brogue's "safety maps"). */
static void find_safety(astar_field *field) {
  const uint32_t *far = field->threats->cost;
  size_t cells = field->map->grid.cells;
  uint32_t most = 0;
  for (size_t cell = 0; cell < cells; cell++)
    if (far[cell] != FIELD_NONE && far[cell] > most) most = far[cell];
  for (size_t cell = 0; cell < cells; cell++) {
    uint64_t left = far[cell] == FIELD_NONE ? 0 : most - far[cell];
    uint64_t weighted = left + left / 5;
    field->least[cell] = weighted < FIELD_NONE ? (uint32_t)weighted : FIELD_NONE - 1;
  }
  field->threats_seen = field->threats->version;
}

static astar_status compute(astar_field *field) {
  if (field->view.scratch != NULL) view_clear(&field->view);
  field->stale = true;
  astar_status status = view_make(&field->view, field->map, &field->query, &field->scratch);
  if (status != ASTAR_OK) return status;
  if (!field->view.bare && !view_begin_looks(&field->view)) return ASTAR_NO_MEMORY;
  note_positions(field);
  if (field->threats != NULL) find_safety(field);
  if (!field_compute(field)) return ASTAR_NO_MEMORY;
  field->stale = field->view.aborted;
  return field->view.aborted ? ASTAR_CANCELLED : ASTAR_OK;
}

/* Cells that have changed, collected from several logs. */
typedef struct Changed {
  Cell *cells;
  size_t count, capacity;
} Changed;

static bool collect_rect(astar_field *field, Changed *changed, astar_rect rect) {
  const Grid *grid = &field->map->grid;
  rect = grid_clip(grid, rect);
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      void *cells = changed->cells;
      if (!memory_grow(&field->map->memory, &cells, sizeof(Cell), changed->count,
                       &changed->capacity))
        return false;
      changed->cells = cells;
      changed->cells[changed->count++] = grid_cell(grid, x, y);
    }
  return true;
}

/* Where so much has changed, or so much of the log is lost, all is found anew. */
static bool too_much(astar_field *field, Changes *changes, uint64_t from) {
  size_t area = 0;
  if (!changes_begin(changes, from)) return true;
  for (uint64_t at = from; at < changes->written; at++) {
    astar_rect rect = changes_at(changes, at);
    area += (size_t)rect.width * (size_t)rect.height;
  }
  return area > field->map->grid.cells / 16;
}

static bool collect(astar_field *field, Changed *changed) {
  View *view = &field->view;
  const Changes *changes = &view->plane->changes;
  for (uint64_t at = field->plane_seen; at < changes->written; at++)
    if (!collect_rect(field, changed, changes_at(changes, at))) return false;
  int32_t reach = field->query.cls->size - 1;
  for (int i = 0; i < view->influence_count; i++) {
    changes = &view->influences[i].influence->changes;
    for (uint64_t at = field->influence_seen[i]; at < changes->written; at++) {
      astar_rect rect = changes_at(changes, at);
      rect = (astar_rect){ rect.x - reach, rect.y - reach, rect.width + reach,
                           rect.height + reach };
      if (!collect_rect(field, changed, rect)) return false;
    }
  }
  return true;
}

static astar_status repair(astar_field *field, const Changed *changed) {
  if (changed->count == 0) return ASTAR_OK;
  for (size_t i = 0; i < changed->count && !field->view.bare; i++)
    view_forget(&field->view, changed->cells[i]);
  note_positions(field);
  if (!field_repair(field, changed->cells, changed->count)) return ASTAR_NO_MEMORY;
  field->stale = field->view.aborted;
  return field->view.aborted ? ASTAR_CANCELLED : ASTAR_OK;
}

static bool is_outdated(astar_field *field) {
  View *view = &field->view;
  if (field->stale || !view_bounds_hold(view)) return true;
  if (too_much(field, &view->plane->changes, field->plane_seen)) return true;
  for (int i = 0; i < view->influence_count; i++)
    if (too_much(field, &view->influences[i].influence->changes, field->influence_seen[i]))
      return true;
  return false;
}

static bool is_whole(astar_field *field) {
  const astar_map *map = field->map;
  if (field->removals == map->removals) return true;
  if (field->view.map == NULL || !view_is_whole(&field->view, &field->query, field->removals)) return false;
  field->removals = map->removals;
  return true;
}

static astar_status sync(astar_field *field);

static astar_status sync_threats(astar_field *field) {
  if (field->threats == NULL) return ASTAR_OK;
  astar_status status = sync(field->threats);
  if (status == ASTAR_OK && field->threats->version != field->threats_seen) field->stale = true;
  return status;
}

static astar_status catch_up(astar_field *field) {
  astar_status status;
  if (!is_whole(field)) return ASTAR_CANCELLED;
  if (plane_get(field->map, field->query.cls, field->query.player, &status) == NULL)
    return status;
  status = sync_threats(field);
  if (status != ASTAR_OK) return status;
  if (is_outdated(field)) return compute(field);
  Changed changed = { 0 };
  status = collect(field, &changed) ? repair(field, &changed) : ASTAR_NO_MEMORY;
  memory_free(&field->map->memory, changed.cells, changed.capacity * sizeof(Cell));
  return status;
}

/* Brings the costs up to date. OK, CANCELLED, LIMIT, NO_MEMORY; INVALID: the callback itself asks. */
static astar_status sync(astar_field *field) {
  if (field->busy) return ASTAR_INVALID;
  field->busy = true;
  astar_status status = catch_up(field);
  field->busy = false;
  return status;
}

astar_status astar_field_update(astar_field *field) {
  if (field->threats != NULL) field->threats->stale = true;
  field->stale = true;
  return sync(field);
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static void unlink_field(astar_field *field) {
  astar_field **at = &field->map->fields;
  while (*at != NULL && *at != field) at = &(*at)->next;
  if (*at != NULL) *at = field->next;
}

void astar_field_free(astar_field *field) {
  if (field == NULL) return;
  unlink_field(field);
  if (field->threats != NULL) astar_field_free(field->threats);
  release(field);
}

void fields_free(astar_map *map) {
  while (map->fields != NULL) astar_field_free(map->fields);
}

/* Puts the field among the map's, with its costs found; gone again where that fails. */
static astar_field *finish(astar_field *field, astar_status *why) {
  field->next = field->map->fields;
  field->map->fields = field;
  *why = sync(field);
  if (*why == ASTAR_OK) return field;
  astar_field_free(field);
  return NULL;
}

static astar_field *from_sources(astar_map *map, FieldKind kind, const astar_cell *sources,
                                 int32_t count, uint32_t limit, const astar_query *query,
                                 astar_status *why) {
  astar_query resolved = query != NULL ? *query : astar_query_default();
  *why = valid(map, sources, count) ? query_resolve(map, &resolved) : ASTAR_INVALID;
  if (*why != ASTAR_OK) return NULL;
  astar_field *field = make(map, kind, &resolved);
  *why = ASTAR_NO_MEMORY;
  if (field == NULL) return NULL;
  field->limit = limit < FIELD_NONE ? limit : FIELD_NONE - 1;
  if (add_sources(field, sources, count)) return finish(field, why);
  release(field);
  return NULL;
}

astar_field *astar_field_new(astar_map *map, const astar_cell *goals, int32_t count,
                             const astar_query *query, astar_status *why) {
  return from_sources(map, FIELD_TO, goals, count, FIELD_NONE, query, why);
}

astar_field *astar_field_reach(astar_map *map, int32_t x, int32_t y, uint32_t limit,
                               const astar_query *query, astar_status *why) {
  astar_cell start = { x, y };
  return from_sources(map, FIELD_FROM, &start, 1, limit, query, why);
}

astar_field *astar_field_flee(astar_map *map, const astar_cell *threats, int32_t count,
                              const astar_query *query, astar_status *why) {
  astar_field *far = from_sources(map, FIELD_FROM, threats, count, FIELD_NONE, query, why);
  if (far == NULL) return NULL;
  astar_field *field = make(map, FIELD_TO, &far->query);
  if (field != NULL)
    field->least = memory_raw(&map->memory, map->grid.cells * sizeof *field->least);
  if (field == NULL || field->least == NULL) {
    if (field != NULL) release(field);
    astar_field_free(far);
    *why = ASTAR_NO_MEMORY;
    return NULL;
  }
  field->threats = far;
  return finish(field, why);
}

/* ---- reading --------------------------------------------------------------------------------- */

static astar_status cost_at(const astar_field *field, Cell cell, uint32_t *cost) {
  *cost = field->cost[cell];
  if (*cost != FIELD_NONE) return ASTAR_OK;
  if (field->view.kind[cell] == 0)
    return field->kind == FIELD_TO ? ASTAR_START_BLOCKED : ASTAR_GOAL_BLOCKED;
  return field->overflowed ? ASTAR_LIMIT : ASTAR_UNREACHABLE;
}

static astar_status look_up(astar_field *field, int32_t x, int32_t y, Cell *cell,
                            uint32_t *cost) {
  *cost = 0;
  if (!grid_has(&field->map->grid, x, y)) return ASTAR_INVALID;
  astar_status status = sync(field);
  *cell = grid_cell(&field->map->grid, x, y);
  return status == ASTAR_OK ? cost_at(field, *cell, cost) : status;
}

astar_status astar_field_cost(astar_field *field, int32_t x, int32_t y, uint32_t *cost) {
  Cell cell;
  return look_up(field, x, y, &cell, cost);
}

/*
** The way on from a cell, to a neighbour that bears its cost out; -1: it is a source, or a place to
** stay at. The first one in the order of directions of the steps as they are made: that of a field
** from a start leads the other way, so that the way back through it is the canonical path.
*/
static int direction_on(astar_field *field, Cell cell) {
  uint32_t cost = field->cost[cell];
  if (field_cost_at_rest(field, cell) == cost) return -1;
  uint32_t legal = field_steps(field, cell);
  for (int step = 0; step < DIRECTIONS; step++) {
    int direction = field->kind == FIELD_TO ? step : direction_opposite(step);
    bool is_legal = legal >> direction & 1;
    if (is_legal && field_cost_by(field, cell, direction) == cost) return direction;
  }
  return -1;
}

astar_status astar_field_step(astar_field *field, int32_t x, int32_t y, astar_cell *next) {
  Cell cell;
  uint32_t cost;
  *next = (astar_cell){ x, y };
  astar_status status = look_up(field, x, y, &cell, &cost);
  if (status != ASTAR_OK) return status;
  int direction = direction_on(field, cell);
  if (direction < 0) return ASTAR_OK;
  *next = (astar_cell){ x + DIRECTION_X[direction], y + DIRECTION_Y[direction] };
  return ASTAR_OK;
}

/* ---- paths ----------------------------------------------------------------------------------- */

/* Walks from a cell until there is nothing left to go; writes waypoints unless NULL. */
static int32_t walk(astar_field *field, astar_cell at, Waypoint *waypoints, int32_t *length) {
  Cell cell = grid_cell(&field->map->grid, at.x, at.y);
  int32_t count = 0, index = 0, previous = -1;
  for (;; index++) {
    int direction = direction_on(field, cell);
    if (direction != previous || index == 0 || direction < 0) {
      if (waypoints != NULL) waypoints[count] = (Waypoint){ at.x, at.y, index };
      count++;
    }
    if (direction < 0) break;
    previous = direction;
    at.x += DIRECTION_X[direction];
    at.y += DIRECTION_Y[direction];
    cell += (Cell)direction_offset(&field->map->grid, direction);
  }
  *length = index + 1;
  return count;
}

static void reverse(Waypoint *waypoints, int32_t count, int32_t length) {
  for (int32_t i = 0, j = count - 1; i < j; i++, j--) {
    Waypoint swapped = waypoints[i];
    waypoints[i] = waypoints[j];
    waypoints[j] = swapped;
  }
  for (int32_t i = 0; i < count; i++) waypoints[i].index = length - 1 - waypoints[i].index;
}

size_t astar_field_path_size(astar_field *field, int32_t x, int32_t y, astar_status *why) {
  Cell cell;
  uint32_t cost;
  int32_t length;
  *why = look_up(field, x, y, &cell, &cost);
  if (*why != ASTAR_OK) return 0;
  int32_t count = walk(field, (astar_cell){ x, y }, NULL, &length);
  return path_bytes(count, length, false, 0);
}

astar_path *astar_field_path(astar_field *field, int32_t x, int32_t y, void *memory) {
  const Grid *grid = &field->map->grid;
  astar_path *path = memory;
  *path = (astar_path){ .status = ASTAR_OK };
  path->waypoint_count = walk(field, (astar_cell){ x, y }, path->waypoints, &path->length);
  path->bytes = path_bytes(path->waypoint_count, path->length, false, 0);
  const Waypoint *end = &path->waypoints[path->waypoint_count - 1];
  path->cost = field->cost[grid_cell(grid, x, y)] - field->cost[grid_cell(grid, end->x, end->y)];
  if (field->kind == FIELD_FROM) reverse(path->waypoints, path->waypoint_count, path->length);
  return path;
}
