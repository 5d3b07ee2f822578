/*
** Units as a part of a map: what the rooms before them ask of units, the life of what they keep,
** its hash, and whether all of it fits together.
*/
#include "../map/unit_hooks.h"

#include "../base/hash.h"
#include "../lifetime/fork.h"
#include "../lifetime/resize.h"
#include "../units/claims.h"
#include "../units/unit_query.h"
#include "collision.h"
#include "movement.h"
#include "route.h"
#include "tick.h"
#include "units_load.h"
#include "units_save.h"

/* ---- the unit that asks ---------------------------------------------------------------------- */

static bool part_is_there(const astar_map *map, const astar_unit *unit, uint32_t id,
                          uint32_t since) {
  return unit_by_id(map, id) == unit && unit->born <= since;
}

static uint32_t part_id_at(const astar_map *map, Cell cell) {
  const astar_unit *unit = occupancy_at(map, cell);
  return unit != NULL ? unit->id : 0;
}

static bool part_is_in_line(const astar_unit *viewer, Cell cell, Cell goal) {
  const astar_map *map = viewer->cls->map;
  const astar_unit *unit = occupancy_at(map, cell);
  return unit != NULL && unit != viewer && unit != occupancy_at(map, goal) &&
         unit_is_friendly(unit, viewer);
}

/* ---- their life ------------------------------------------------------------------------------ */

static bool part_open(astar_map *map) {
  map->units = memory_new(&map->memory, sizeof *map->units);
  if (map->units == NULL) return false;
  occupancy_init(map);
  return movement_init(map);
}

static void part_end_searches(astar_map *map) {
  if (map->units != NULL) movement_free(map);
}

static void part_close(astar_map *map) {
  if (map->units == NULL) return;
  units_free(map);
  memory_free(&map->memory, map->units, sizeof *map->units);
  map->units = NULL;
}

void astar_unit_remove(astar_unit *unit) {
  if (unit->player->map->locks) return;
  if (unit->watch != NULL) astar_watch_remove(unit->watch);
  unit_remove(unit);
}

static void part_forget_influence(astar_map *map, const astar_influence *influence) {
  path_watches_forget_influence(map, influence);
  unit_queries_forget(map, influence);
}

static void part_forget_player(astar_map *map, const astar_player *player) {
  const UnitList *list = &map->units->list;
  for (int32_t place = 0; place < list->count; place++) {
    astar_unit *unit = list->units[place];
    if (unit != NULL && unit->player == player) astar_unit_remove(unit);
  }
  path_watches_forget_player(map, player);
}

/* ---- hash, validity -------------------------------------------------------------------------- */

/* Of a map that never had any it is that of a library without units. */
static uint64_t part_hash(const astar_map *map, uint64_t hash) {
  const Units *units = map->units;
  if (units->last_id == 0 && units_are_as_loaded(units) && path_watches(map)->last_number == 0)
    return hash;
  hash = units_hash(map, hash);
  hash = reroute_hash(map, hash);
  hash = path_watches_hash(map, hash);
  return hash_int(hash, (int64_t)map->units->waits);
}

uint64_t astar_units_hash(const astar_map *map) {
  return hash_int(units_hash(map, HASH_START), map->ticks);
}

static bool is_seeing_from_elsewhere(const astar_unit *unit) {
  return unit->sight >= 0 &&
         !grid_same_cell(unit_observer(unit), (astar_cell){ unit->fov.x, unit->fov.y });
}

/* Is it in the sets that it belongs to, and does the next tick come to it in time? */
static const char *validate_schedule(const UnitList *list, const astar_unit *unit) {
  const astar_map *map = unit->cls->map;
  bool stands = unit->path == NULL, acts = unit_is_displaced(unit);
  if (unit_set_has(list, UNITS_STANDING, unit) != stands ||
      unit_set_has(list, UNITS_ON_PATHS, unit) == stands)
    return "other units stand than those without a path";
  if (!stands && !step_under_way(unit)) acts = true;
  if (step_under_way(unit) && unit->speed >= unit->stride - unit_travelled(unit)) acts = true;
  if (acts && list->due[unit->place] > map->ticks + 1) return "a unit is passed by that has to act";
  if (step_under_way(unit) && unit_travelled(unit) >= unit->stride)
    return "a unit has been passed by that had arrived";
  if (collision_may_want_path(unit) && !unit_set_has(list, UNITS_WAITED, unit))
    return "a unit that has waited is not among those that have";
  if (!stands && !unit->route_seen.is_open && !unit_set_has(list, UNITS_UNCHECKED, unit))
    return "a path that may be blocked is not checked";
  return NULL;
}

/* Is what it knows of its path that path? */
static const char *validate_way(const astar_unit *unit) {
  const astar_path *path = unit->path;
  astar_cell base = unit->goal, next = unit->goal, end = unit->goal;
  int32_t last = path != NULL ? path->length - 1 : 0;
  if (unit->progress < 0 || unit->progress > last) return "a unit is behind the end of its path";
  if (path != NULL) {
    base = astar_path_cell(path, unit->progress);
    next = unit->progress < last ? astar_path_cell(path, unit->progress + 1) : base;
    end = astar_path_cell(path, last);
  }
  uint32_t link = path != NULL ? astar_path_link(path, unit->progress + 1) : 0;
  bool is_so = unit->last == last && unit->link == link && grid_same_cell(unit->base, base) &&
               grid_same_cell(unit->next, next) && grid_same_cell(unit->goal, end);
  return is_so ? NULL : "a unit takes another way than that of its path";
}

static const char *validate_units(const astar_map *map) {
  const UnitList *list = &map->units->list;
  uint32_t before = 0;
  size_t standing = 0;
  for (int32_t place = 0; place < list->count; place++) {
    const astar_unit *unit = list->units[place];
    if (unit == NULL) continue;
    if (unit->id <= before) return "units are not in the order of their ids";
    if (unit->place != place) return "a unit is not in its place";
    before = unit->id;
    standing += unit->path == NULL;
    const char *late = validate_schedule(list, unit);
    if (late != NULL) return late;
    if (is_seeing_from_elsewhere(unit)) return "a unit sees from where it is not";
    const char *wrong = validate_way(unit);
    if (wrong == NULL) wrong = guide_validate(unit);
    if (wrong == NULL) wrong = route_validate(unit);
    if (wrong != NULL) return wrong;
  }
  return map->units->standing_count == standing ? NULL : "other units stand than are counted";
}

static const char *part_validate(const astar_map *map) {
  const char *wrong = occupancy_validate(map);
  if (wrong == NULL) wrong = validate_units(map);
  return wrong == NULL ? path_watches_validate(map) : wrong;
}

/* ---- saving, resizing, forking --------------------------------------------------------------- */

static bool part_settle(astar_map *map) {
  if (!path_watches_settle(map)) return false;
  reroute_drop(map);
  return true;
}

static void part_time_is_set(astar_map *map) {
  for (EACH_UNIT(unit, &map->units->list)) {
    unit->as_of = map->ticks;
    unit_schedule(unit);
  }
}

static astar_unit *first_outside(const astar_map *map, const Frame *frame, int32_t place) {
  astar_unit *unit = unit_list_from(&map->units->list, place);
  while (unit != NULL && frame_has_unit(frame, unit))
    unit = unit_list_from(&map->units->list, unit->place + 1);
  return unit;
}

static bool part_fits_frame(const astar_map *map, const Frame *frame) {
  return first_outside(map, frame, 0) == NULL;
}

astar_unit *astar_resize_unit(const astar_map *map, const astar_resize *resize,
                              const astar_unit *after) {
  Frame frame = resize_frame(map, resize);
  return first_outside(map, &frame, after == NULL ? 0 : after->place + 1);
}

static void part_hand_on_user_data(const astar_map *map, astar_map *other) {
  for (EACH_UNIT(unit, &other->units->list))
    unit->user_data = unit_by_id(map, unit->id)->user_data;
  HAND_ON_SOME(astar_watch, units->movement->watches.first);
}

/* ---- the table ------------------------------------------------------------------------------- */

const UnitHooks units_of_map = {
  .cls = astar_unit_class,
  .player = astar_unit_player,
  .id = astar_unit_id,
  .cell = astar_unit_cell,
  .is_there = part_is_there,
  .by_id = unit_by_id,
  .claims_mark = claims_mark,
  .taken_find = taken_find,
  .taken_add_goals = taken_add_goals,
  .taken_add_all = taken_add_all,
  .taken_is_new = taken_is_new,
  .taken_is_kept = taken_is_kept,
  .id_at = part_id_at,
  .is_in_line = part_is_in_line,
  .open = part_open,
  .end_searches = part_end_searches,
  .close = part_close,
  .hash = part_hash,
  .validate = part_validate,
  .forget_influence = part_forget_influence,
  .forget_player = part_forget_player,
  .tick_prepare = tick_prepare,
  .tick_units = tick_units,
  .time_is_set = part_time_is_set,
  .settle = part_settle,
  .save_units = units_save,
  .save_watches = watches_save,
  .unit_sections = unit_sections,
  .watch_sections = watch_sections,
  .fits_frame = part_fits_frame,
  .hand_on_user_data = part_hand_on_user_data,
};
