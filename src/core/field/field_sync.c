#include "field.h"

#include <string.h>

/* ---- making ---------------------------------------------------------------------------------- */

static void field_release(astar_field *field) {
  astar_map *map = field->map;
  Memory *memory = &map->memory;
  field_wipe(field);
  sparse_array_free(&field->costs, memory);
  sparse_array_free(&field->penalties, memory);
  sparse_array_free(&field->is_source, memory);
  memory_free(memory, field->sources, field->source_count * sizeof *field->sources);
  view_scratch_free(&field->scratch, map);
  memory_free(memory, field->cost, map->grid.cells * sizeof *field->cost);
  memory_free(memory, field->reached, field->reached_capacity * sizeof *field->reached);
  memory_free(memory, field->touched, field->touched_capacity * sizeof *field->touched);
  if (field->weighted != NULL)
    memory_free(memory, field->weighted,
                (size_t)field->query.influence_count * sizeof *field->weighted);
  if (field->threats != NULL) field_release(field->threats);
  memory_free(memory, field, sizeof *field);
}

static bool add_sources(astar_field *field, const astar_cell *sources, int32_t count) {
  Memory *memory = &field->map->memory;
  field->sources = memory_raw(memory, (size_t)count * sizeof *field->sources);
  if (field->sources == NULL) return false;
  field->source_count = (size_t)count;
  for (int32_t i = 0; i < count; i++) {
    field->sources[i] = grid_cell(&field->map->grid, sources[i].x, sources[i].y);
    if (!sparse_array_put(&field->is_source, memory, field->sources[i], 0)) return false;
  }
  return true;
}

static bool take_costs(astar_field *field) {
  astar_map *map = field->map;
  if (field->few) return true;
  field->cost = memory_raw(&map->memory, map->grid.cells * sizeof *field->cost);
  return field->cost != NULL;
}

/* What a field is to be. */
typedef struct FieldPlan {
  FieldKind kind;
  const astar_cell *sources;
  int32_t count;
  uint32_t limit;                   /* of costs; FIELD_NONE: none */
  const astar_query *query;
  bool few;                         /* one of few cells */
} FieldPlan;

/* NULL: no memory. */
static astar_field *field_make(astar_map *map, const FieldPlan *plan, const astar_query *query) {
  astar_field *field = memory_new(&map->memory, sizeof *field);
  if (field == NULL) return NULL;
  field->map = map;
  field->kind = plan->kind;
  field->few = plan->few;
  field->bounded = plan->limit < FIELD_NONE;
  field->most = field->bounded ? plan->limit : FIELD_NONE - 1;
  field->until = UINT64_MAX;
  field->far = FIELD_NONE;
  field->stale = true;
  field->date = query_date(map, query);
  bool made = take_costs(field) && add_sources(field, plan->sources, plan->count) &&
              query_copy(&field->query, &field->weighted, query, &map->memory);
  field->query.explain = false;
  if (made) return field;
  field_release(field);
  return NULL;
}

/* ---- keeping up ------------------------------------------------------------------------------ */

static void field_follow_changes(astar_field *field, Changes *changes, int32_t reach) {
  field->logs[field->log_count++] = (FieldLog){ changes, changes_position(changes), reach };
}

/* A change of an influence map at a cell affects all places where the unit would cover that cell. A
** cost callback is told the terrain, which may change although the plane does not. */
static void follow_all(astar_field *field) {
  View *view = &field->view;
  field->log_count = 0;
  field_follow_changes(field, &view->plane->changes, 0);
  int32_t beside = field->query.cls->size - 1;
  for (int i = 0; i < view->influence_count; i++)
    field_follow_changes(field, &view->influences[i].influence->changes, beside);
  if (field->query.extra_cost != NULL) field_follow_changes(field, plane_source(view->plane), 0);
}

static astar_status field_finish(astar_field *field, bool done) {
  for (int i = 0; i < field->log_count; i++)
    field->logs[i].seen = changes_position(field->logs[i].changes);
  if (field->threats != NULL) field->threats_seen = field->threats->version;
  if (!done) return ASTAR_NO_MEMORY;
  if (!field->view.aborted) return ASTAR_OK;
  field->stale = true;
  return ASTAR_CANCELLED;
}

/* Each cell of a field is one in which a unit may want to stay: so all that stand are in the way,
** even those that make way. False: no memory. */
static bool take_places(astar_field *field) {
  const astar_query *query = &field->query;
  Taken *taken = &field->scratch.taken;
  if (query->unit == NULL || !query->occupancy) return true;
  if (!unit_hooks->taken_add_all(query->unit, taken)) return false;
  if (taken->count > 0) field->view.bare = false;
  return true;
}

static astar_status field_make_view(astar_field *field) {
  if (field->marked) return view_renew(&field->view);
  if (field->view.scratch != NULL) view_clear(&field->view);
  astar_status status = view_make(&field->view, field->map, &field->query, &field->scratch);
  if (status == ASTAR_OK && !take_places(field)) status = ASTAR_NO_MEMORY;
  field->marked = status == ASTAR_OK;
  return status;
}

static astar_status field_make_costs(astar_field *field) {
  field->stale = true;
  astar_status status = field_make_view(field);
  if (status != ASTAR_OK) return status;
  bool keeps_all = !field->few && !field->view.bare;
  if (keeps_all && !view_begin_penalties(&field->view)) return ASTAR_NO_MEMORY;
  follow_all(field);
  return field_finish(field, field_compute(field));
}

/* Where so much has changed, or so much of the log is lost, all is found again. */
static bool field_lost_track(const astar_field *field, const FieldLog *log) {
  size_t area = 0;
  if (!changes_begin(log->changes, log->seen)) return true;
  for (uint64_t at = log->seen; at < log->changes->written; at++) {
    astar_rect rect = changes_at(log->changes, at);
    area += (size_t)rect.width * (size_t)rect.height;
  }
  return area > field->map->grid.cells / 16;
}

/* Threats that have been found again have not kept which of their costs have changed. */
static bool is_outdated(astar_field *field) {
  const astar_field *threats = field->threats;
  if (field->stale || !view_bounds_hold(&field->view)) return true;
  if (view_follow_links(&field->view) != ASTAR_OK) return true;
  for (int i = 0; i < field->log_count; i++)
    if (field_lost_track(field, &field->logs[i])) return true;
  return threats != NULL && threats->version != field->threats_seen &&
         threats->repaired_from != field->threats_seen;
}

static bool has_changed(const astar_field *field) {
  for (int i = 0; i < field->log_count; i++)
    if (field->logs[i].seen != field->logs[i].changes->written) return true;
  return field->threats != NULL && field->threats->version != field->threats_seen;
}

/* Is everything still there that the query names? */
static bool field_is_whole(astar_field *field) {
  const astar_map *map = field->map;
  if (field->date.removals == map->removals) return true;
  if (!view_is_whole(&field->view, &field->query, field->date)) return false;
  field->date.removals = map->removals;
  return true;
}

static astar_status field_catch_up(astar_field *field) {
  astar_status status;
  if (!field_is_whole(field)) return ASTAR_CANCELLED;
  if (plane_get(field->map, field->query.cls, field->query.player, &status) == NULL) return status;
  if (field->threats != NULL) {
    status = field_sync(field->threats);
    if (status != ASTAR_OK) return status;
    if (field_overflows(field->threats)) {
      field->stale = true;
      return ASTAR_LIMIT;
    }
  }
  if (is_outdated(field)) return field_make_costs(field);
  if (!has_changed(field)) return ASTAR_OK;
  if (field->few) return field_make_costs(field);
  view_find_least(&field->view);
  return field_finish(field, field_repair(field));
}

static void forget_touched(astar_field *field) {
  memory_free(&field->map->memory, field->touched,
              field->touched_capacity * sizeof *field->touched);
  field->touched = NULL;
  field->touched_count = field->touched_capacity = 0;
}

static bool field_is_free(const astar_field *field) {
  return map_accepts(field->map, !field->busy, "field: its own callback is running");
}

astar_status field_sync(astar_field *field) {
  if (!field_is_free(field)) return ASTAR_INVALID;
  field->busy = true;
  astar_status status = field_catch_up(field);
  field->busy = false;
  if (!field->watched) forget_touched(field);
  if (field->threats != NULL) forget_touched(field->threats);
  return status;
}

astar_status astar_field_update(astar_field *field) {
  if (!field_is_free(field)) return ASTAR_INVALID;
  for (astar_field *one = field; one != NULL; one = one->threats) {
    one->stale = true;
    one->marked = false;
  }
  return field_sync(field);
}

uint64_t astar_field_work(const astar_field *field) {
  return field->work + (field->threats != NULL ? field->threats->work : 0);
}

/* ---- beginning and end ----------------------------------------------------------------------- */

void astar_field_free(astar_field *field) {
  if (field == NULL || field->busy) return;
  astar_field **at = &field->map->fields;
  while (*at != field) at = &(*at)->next;
  *at = field->next;
  field_release(field);
}

void fields_free(astar_map *map) {
  while (map->fields != NULL) {
    astar_field *field = map->fields;
    map->fields = field->next;
    field_release(field);
  }
}

static bool field_has_cells(const astar_map *map, const astar_cell *cells, int32_t count) {
  return map_is_open(map) && map_accepts(map, count > 0, "count: no cells") &&
         map_has_cells(map, cells, count);
}

/* A field whose costs are not known yet, with the query resolved. */
static astar_field *open_field(astar_map *map, const FieldPlan *plan, astar_status *why) {
  astar_query resolved = plan->query != NULL ? *plan->query : astar_query_default();
  bool valid = field_has_cells(map, plan->sources, plan->count);
  *why = valid ? query_resolve(map, &resolved) : ASTAR_INVALID;
  if (*why != ASTAR_OK) return NULL;
  astar_field *field = field_make(map, plan, &resolved);
  if (field == NULL) *why = ASTAR_NO_MEMORY;
  return field;
}

static void join_fields(astar_field *field) {
  field->next = field->map->fields;
  field->map->fields = field;
}

/* Puts the field among the map's, with its costs found; gone again where that fails. */
static astar_field *field_enlist(astar_field *field, astar_status *why) {
  if (field == NULL) return NULL;
  join_fields(field);
  *why = field_sync(field);
  if (*why == ASTAR_OK) return field;
  astar_field_free(field);
  return NULL;
}

astar_field *field_towards(astar_map *map, const astar_cell *goals, int32_t count, uint32_t limit,
                           const astar_query *query, astar_status *why) {
  FieldPlan plan = { FIELD_TO, goals, count, limit, query, false };
  return field_enlist(open_field(map, &plan, why), why);
}

astar_field *astar_field_new(astar_map *map, const astar_cell *goals, int32_t count,
                             const astar_query *query, astar_status *why) {
  return field_towards(map, goals, count, FIELD_NONE, query, why);
}

astar_field *field_from(astar_map *map, const astar_cell *sources, int32_t count, uint32_t limit,
                        const astar_query *query, astar_status *why) {
  FieldPlan plan = { FIELD_FROM, sources, count, limit, query, false };
  return field_enlist(open_field(map, &plan, why), why);
}

astar_field *astar_field_reach(astar_map *map, int32_t x, int32_t y, uint32_t limit,
                               const astar_query *query, astar_status *why) {
  astar_cell start = { x, y };
  return field_from(map, &start, 1, limit, query, why);
}

astar_field *field_begin_walk(astar_map *map, astar_cell start, uint32_t limit,
                              const astar_query *query, astar_status *why) {
  FieldPlan plan = { FIELD_FROM, &start, 1, limit, query, true };
  astar_field *field = open_field(map, &plan, why);
  if (field != NULL) join_fields(field);
  return field;
}

astar_status field_walk_on(astar_field *field, uint64_t nodes) {
  field->nodes = nodes;
  if (field->stale) return field_sync(field);
  if (!field->paused) return ASTAR_OK;
  field->until = field->work + nodes;
  return field_finish(field, field_resume(field));
}

astar_field *astar_field_flee(astar_map *map, const astar_cell *threats, int32_t count,
                              uint32_t nodes, const astar_query *query, astar_status *why) {
  FieldPlan to = { FIELD_TO, threats, count, FIELD_NONE, query, nodes > 0 }, from = to;
  from.kind = FIELD_FROM;
  astar_field *field = open_field(map, &to, why);
  if (field == NULL) return NULL;
  field->bounded = nodes > 0;
  field->threats = open_field(map, &from, why);
  if (field->threats == NULL) {
    field_release(field);
    return NULL;
  }
  field->threats->nodes = nodes;
  field->threats->bounded = nodes > 0;
  field->threats->most = FIELD_FARTHEST;
  field->threats->watched = true;
  return field_enlist(field, why);
}

static bool field_links_hold(const astar_field *field) {
  return field->view.plane != NULL && field->view.plane->exits.sum == field->view.exits_sum &&
         field->view.plane->exits_seen == field->map->links.version;
}

/* Fields with a cost callback are left out: what the game would return now is not known. */
const char *fields_validate(astar_map *map) {
  const char *wrong = NULL;
  for (astar_field *field = map->fields; field != NULL && wrong == NULL; field = field->next) {
    bool calls_game = field->query.extra_cost != NULL;
    bool whole = field_is_whole(field) && field_links_hold(field);
    bool known = whole && !field->stale && !field->busy && !field->paused && !calls_game &&
                 !has_changed(field) && plane_is_current(field->view.plane);
    if (known) wrong = field_validate(field);
  }
  return wrong;
}
