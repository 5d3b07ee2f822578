#include "units_load.h"

#include "../grid/level.h"
#include "movement.h"
#include "../units/unit_query.h"
#include "../units/units.h"
#include "units_save.h"

/* NULL also for id 0. */
static astar_unit *read_unit_by_id(Loading *loading, Reader *reader) {
  uint32_t id = read_count(reader);
  astar_unit *unit = id == 0 ? NULL : unit_by_id(loading->map, id);
  reader_expect(reader, id == 0 || unit != NULL);
  return unit;
}

/* ---- units ----------------------------------------------------------------------------------- */

/* Where it is, and on which step. */
static void read_place(Loading *loading, Reader *reader, astar_unit *unit) {
  const astar_map *map = loading->map;
  astar_cell at = loading_cell(loading, reader);
  unit->x = at.x;
  unit->y = at.y;
  unit->from = loading_cell(loading, reader);
  unit->stride = read_within(reader, 1, INT32_MAX);
  unit->travelled = read_within(reader, 0, unit->stride);
  int32_t size = unit->cls->size;
  reader_expect(reader, grid_holds(&map->grid, (astar_rect){ at.x, at.y, size, size }));
  reader_expect(reader, reader->bad || occupancy_vacant(map, at.x, at.y, size, NULL));
}

static void read_avoidance(Loading *loading, Reader *reader, astar_unit *unit) {
  uint8_t rule = read_byte(reader);
  unit->avoidance = (astar_avoidance)(rule & 15);
  unit->priority = rule >> 4;
  reader_expect(reader, unit->avoidance <= ASTAR_AVOIDANCE_YIELD);
  unit->since = read_count(reader);
  unit->waited = read_count(reader);
  unit->retry = read_count(reader);
  if (unit->state == ASTAR_STANDING) unit->goal = loading_cell(loading, reader);
}

static void read_route(Loading *loading, Reader *reader, astar_unit *unit) {
  if (unit->state == ASTAR_STANDING) return;
  unit->progress = read_int(reader);
  unit->path = loading_path(loading, reader);
  if (unit->path == NULL) return;
  reader_expect(reader, unit->progress >= 0 && unit->progress < unit->path->length);
  if (!reader->bad) unit_begin_path(unit, unit->progress);
}

static void read_unit(Loading *loading, Reader *reader, astar_unit *unit) {
  const astar_map *map = loading->map;
  unit->id = read_count(reader);
  reader_expect(reader, unit->id > unit_list_last_id(&map->units->list) && unit->id <= INT32_MAX);
  unit->player = loading_player(loading, reader, false);
  unit->cls = loading_class(loading, reader);
  if (!reader->bad) read_place(loading, reader, unit);
  unit->speed = read_within(reader, 0, 64 * ASTAR_ONE);
  unit->sight = read_within(reader, -1, ASTAR_MAX_RADIUS);
  unit->state = (astar_unit_state)read_byte(reader);
  reader_expect(reader, unit->state <= ASTAR_WAITING);
  read_avoidance(loading, reader, unit);
  if (!reader->bad) read_route(loading, reader, unit);
}

/* A unit may have a query for its path. */
static void load_unit_query(Loading *loading, Reader *reader, astar_unit *unit) {
  astar_weighted *weights;
  if (unit->path == NULL || !read_bool(reader)) return;
  astar_query query = { 0 };
  loading_options(loading, reader, &query, &weights);
  if (!loading_failed(loading, reader))
    loading_note(loading, unit_query_make(loading->map, &query, &unit->query));
  loading_free_weights(loading, &query, weights);
}

static void load_unit(Loading *loading, Reader *reader) {
  astar_unit model = { 0 }, *unit = NULL;
  read_unit(loading, reader, &model);
  if (!loading_failed(loading, reader)) {
    unit = unit_add(&model);
    loading_note(loading, unit != NULL ? ASTAR_OK : ASTAR_NO_MEMORY);
  }
  if (unit != NULL) load_unit_query(loading, reader, unit);
  else path_free(&loading->map->memory, model.path);
}

static void load_numbers(Loading *loading, Reader *reader) {
  Units *units = loading->map->units;
  reader_expect(reader, units_are_as_loaded(units));        /* else it is there twice */
  units->waits = read_number(reader, 8);
  units->last_id = read_count(reader);
  units->movement->rerouting.nodes = read_count(reader);
  units->movement->rerouting.unit = read_count(reader);
  reader_expect(reader, units->last_id >= unit_list_last_id(&units->list) &&
                            units->last_id <= INT32_MAX && units->movement->rerouting.nodes > 0);
}

const Section unit_sections[] = {
  { "UNIT", load_unit, false }, { "UNUM", load_numbers, false }, { NULL, NULL, false },
};

/* ---- watches --------------------------------------------------------------------------------- */

/* The greatest number that one has had is known before any is there. */
static void load_watches(Loading *loading, Reader *reader) {
  PathWatches *watches = path_watches(loading->map);
  reader_expect(reader, watches->last_number == 0);
  watches->last_number = read_count(reader);
  watches->served = watches->searched = read_count(reader);
  reader_expect(reader, watches->last_number > 0 && watches->last_number <= INT32_MAX &&
                            watches->served <= watches->last_number);
}

static uint32_t number_of_last_watch(const PathWatches *watches) {
  const astar_watch *last = watches->first;
  while (last != NULL && last->next != NULL) last = last->next;
  return last != NULL ? last->number : 0;
}

/* None are known of a class that had too many costs. */
static void read_costs_before(Reader *reader, astar_watch *watch) {
  int32_t length = read_int(reader);
  reader_expect(reader, length == 0 || length == watch->length);
  for (int32_t i = 1; i < length && !reader->bad; i++)
    watch->steps[i].before = (uint32_t)read_small(reader);
}

/* Whose path is its own. The path, and the query if there is one, are for the caller to free. */
static void read_watched(Loading *loading, Reader *reader, astar_watch *watch) {
  astar_weighted *weights;
  astar_query query = { 0 };
  watch->cls = loading_class(loading, reader);
  watch->player = loading_player(loading, reader, true);
  if (!reader->bad) watch->path = loading_path(loading, reader);
  if (loading_failed(loading, reader) || !read_bool(reader)) return;
  loading_options(loading, reader, &query, &weights);
  if (!loading_failed(loading, reader))
    loading_note(loading, unit_query_make(loading->map, &query, &watch->query));
  loading_free_weights(loading, &query, weights);
}

static void read_watch(Loading *loading, Reader *reader, astar_watch *watch) {
  watch->map = loading->map;
  watch->number = read_count(reader);
  const PathWatches *watches = path_watches(loading->map);
  reader_expect(reader, watch->number > number_of_last_watch(watches) &&
                            watch->number <= watches->last_number);
  watch->unit = read_unit_by_id(loading, reader);
  reader_expect(reader, watch->unit == NULL || watch->unit->watch == NULL);
  watch->costlier = read_within(reader, -1, 64 * ASTAR_ONE);
  watch->better = read_within(reader, -1, ASTAR_ONE);
  uint8_t told = read_byte(reader), found = read_byte(reader);
  watch->blocked = told & SAVE_TELLS_BLOCKS;
  watch->is_blocked = told & SAVE_IS_BLOCKED;
  watch->follows = told & SAVE_FOLLOWS;
  watch->is_due = found & SAVE_IS_DUE;
  watch->seeks = found & SAVE_SEEKS;
  reader_expect(reader, told < 8 && found < 4 &&
                            !(watch->unit != NULL ? watch->blocked : watch->follows));
  watch->offered = read_number(reader, 8);
  if (!reader->bad && watch->unit == NULL) read_watched(loading, reader, watch);
}

/* What was told is put over what a new watch knows. */
static void load_watch(Loading *loading, Reader *reader) {
  astar_watch model = { 0 }, *watch = NULL;
  astar_status why = ASTAR_OK;
  read_watch(loading, reader, &model);
  if (!loading_failed(loading, reader)) {
    watch = path_watch_adopt(&model, &why);
    loading_note(loading, watch != NULL ? ASTAR_OK : why);
  }
  if (watch == NULL) {
    unit_query_free(loading->map, model.query);
    path_free(&loading->map->memory, model.path);
    return;
  }
  watch->is_blocked = model.is_blocked;
  watch->is_due = model.is_due;
  watch->seeks = model.seeks;
  watch->offered = model.offered;
  read_costs_before(reader, watch);
}

const Section watch_sections[] = {
  { "WNUM", load_watches, false }, { "WATC", load_watch, false }, { NULL, NULL, false },
};
