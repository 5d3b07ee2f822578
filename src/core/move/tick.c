#include "tick.h"

#include "arrival.h"
#include "collision.h"
#include "movement.h"
#include "repair.h"

uint64_t astar_map_wait_ticks(const astar_map *map) {
  return map->units->waits;
}

/* Room for the events of each unit: a new path, and where it comes to on it. */
static bool reserve_events(astar_map *map) {
  size_t units = 2 * (size_t)map->units->list.count;
  if (units <= map->units->event_capacity) return true;
  astar_unit_event *events = memory_resize(&map->memory, map->units->events,
                                           map->units->event_capacity * sizeof *events,
                                           2 * units * sizeof *events);
  if (events == NULL) return false;
  map->units->events = events;
  map->units->event_capacity = 2 * units;
  return true;
}

static void tick_raise(astar_unit *unit, astar_unit_event_kind kind) {
  astar_map *map = unit->cls->map;
  map->units->events[map->units->event_count++] = (astar_unit_event){ kind, unit };
}

#define DEADLOCK 6                  /* steps of time without getting on: then others go first */
#define DEADLOCKS 8                 /* so often; from then on each time doubles */

static bool is_deadlock(const astar_unit *unit) {
  uint64_t time = DEADLOCK * (uint64_t)unit->step_time, times = unit->waited / time;
  return unit->waited % time == 0 && (times <= DEADLOCKS || (times & (times - 1)) == 0);
}

/* A unit with the right of way may have no way, because the other could only go where it came from.
** After a while its goal is taken for new, and others come first. */
static void tick_lose_time(astar_unit *unit) {
  unit->waited++;
  if (collision_may_want_path(unit))
    unit_set_put(&unit->cls->map->units->list, UNITS_WAITED, unit, true);
  if (is_deadlock(unit)) unit->since = unit->cls->map->ticks;
}

/* It stays although it has somewhere to go. */
static void tick_wait(astar_unit *unit) {
  uint32_t time = unit->step_time;
  if (!unit_is_displaced(unit)) tick_lose_time(unit);
  if (unit->waited % time == 0)
    traffic_wait(&unit->player->traffic, &unit->cls->map->grid, unit_cell(unit),
                 unit->cls->size, time);
  if (unit->path == NULL) return;
  if (unit->state != ASTAR_WAITING) tick_raise(unit, ASTAR_EVENT_WAITING);
  unit->state = ASTAR_WAITING;
  unit->cls->map->units->waits++;
}

/* The player of a unit that cannot take a step learns why: else the unit would plan it again. */
static void tick_touch(const astar_unit *unit, astar_cell to) {
  if (unit->link != 0) {
    int32_t size = unit->cls->size;
    player_touch(unit->player, (astar_rect){ unit->x, unit->y, size, size });
    player_touch(unit->player, (astar_rect){ to.x, to.y, size, size });
    return;
  }
  int32_t x = unit->x < to.x ? unit->x : to.x, y = unit->y < to.y ? unit->y : to.y;
  int32_t width = unit->cls->size + (to.x != unit->x), height = unit->cls->size + (to.y != unit->y);
  player_touch(unit->player, (astar_rect){ x, y, width, height });
}

/* Gives up a path whose next step the terrain forbids. */
static bool gives_up(astar_unit *unit) {
  astar_cell to;
  if (!step_on_path(unit, &to) || unit_is_displaced(unit) || step_is_legal(unit, to)) return false;
  tick_touch(unit, to);
  unit_stand(unit);
  tick_raise(unit, ASTAR_EVENT_BLOCKED);
  return true;
}

/* Comes nearer to a goal that others have taken, without moving them; or stands where it is. True:
** it has done so, or waits whether they stay. */
static bool joins_crowd(astar_unit *unit) {
  astar_cell to;
  if (unit->avoidance != ASTAR_AVOIDANCE_YIELD || !arrival_is_full(unit)) return false;
  if (arrival_nearer(unit, &to)) {
    step_take(unit, to);
    step_travel(unit);
  } else if (arrival_is_final(unit)) {
    arrival_join(unit);
    tick_raise(unit, ASTAR_EVENT_CROWDED);
  } else {
    tick_wait(unit);
  }
  return true;
}

static bool has_arrived(const astar_unit *unit) {
  return unit->path != NULL && unit->progress == unit->last && !unit_is_displaced(unit);
}

/* Is there no free row or column between the two? */
static bool units_touch(const astar_unit *a, const astar_unit *b) {
  astar_cell around = { a->x - 1, a->y - 1 };
  return squares_overlap(around, a->cls->size + 2, unit_cell(b), b->cls->size);
}

/* Has another, to which the unit has come, settled where that was at home? Two that want to stand
** in one cell would move each other for ever. */
static bool is_ousted(const astar_unit *unit) {
  int32_t size = unit->cls->size;
  if (unit->path != NULL || !unit_is_displaced(unit)) return false;
  for (int32_t i = 0; i < size * size; i++) {
    const astar_unit *other = occupancy_in(unit->cls->map, unit->goal, size, i);
    if (other != NULL && other != unit && !step_is_due(other) && units_touch(unit, other))
      return true;
  }
  return false;
}

/* Goes on with the step under way. Returns whether it is ready for another one. */
static bool tick_travel(astar_unit *unit) {
  step_travel(unit);
  if (step_under_way(unit)) return false;
  if (arrival_drifts(unit)) arrival_join(unit);
  else if (is_ousted(unit)) unit_stand(unit);
  if (has_arrived(unit)) {
    unit_stand(unit);
    tick_raise(unit, ASTAR_EVENT_ARRIVED);
  }
  return unit->movement > 0 && step_is_due(unit) && !gives_up(unit) && !joins_crowd(unit);
}

static bool tick_begin(astar_unit *unit) {
  if (step_under_way(unit))
    unit->travelled = unit_travelled(unit) - unit->speed;
  unit->as_of = unit->cls->map->ticks;
  unit->movement = unit->speed;
  if (unit_is_displaced(unit)) tick_lose_time(unit);
  return tick_travel(unit);
}

/* ---- alone, and together --------------------------------------------------------------------- */

static void move_alone(astar_unit *unit) {
  astar_cell to;
  do {
    if (collision_next(unit, &to) && collision_step(unit, to)) continue;
    tick_wait(unit);
    return;
  } while (tick_travel(unit));
}

/* What became of those that chose. Some are fast enough for another step. */
static void end_round(astar_map *map) {
  Crowd *crowd = &map->units->movement->crowd;
  size_t count = crowd->decided_count;
  crowd_begin(map);
  for (size_t i = 0; i < count; i++) {
    astar_unit *unit = crowd->decided[i];
    if (step_under_way(unit)) {
      if (tick_travel(unit)) crowd_add(map, unit);
    } else if (step_is_due(unit)) {
      tick_wait(unit);
    }
  }
}

static void tick_move(astar_map *map) {
  const UnitList *list = &map->units->list;
  crowd_begin(map);
  for (int32_t place = 0; place < list->count; place++) {
    if (list->due[place] > map->ticks) continue;
    astar_unit *unit = list->units[place];
    if (!tick_begin(unit)) continue;
    if (unit->avoidance == ASTAR_AVOIDANCE_YIELD) crowd_add(map, unit);
    else move_alone(unit);
  }
  while (map->units->movement->crowd.count > 0) {
    crowd_move(map);
    end_round(map);
  }
}

/* Looks from where the units are now. */
static void tick_see(astar_map *map) {
  UnitCursor stepped = unit_set_begin(&map->units->list, UNITS_STEPPED);
  for (astar_unit *unit; (unit = unit_set_next(&stepped)) != NULL;) {
    unit_set_put(&map->units->list, UNITS_STEPPED, unit, false);
    astar_cell observer = unit_observer(unit);
    if (unit->sight >= 0)
      player_move_fov(unit->player, &unit->fov, observer.x, observer.y, unit->sight);
  }
}

/* How long a unit waits before it searches for a new path again, in the ticks of its steps. */
#define RETRY 8

/* A unit's path is cut: it has tried to repair it, unless it has tried not long ago or stays. */
static void tick_stay_cut(astar_unit *unit) {
  if (unit->speed > 0 && unit->retry < unit->cls->map->ticks) unit->tried = true;
}

/* What was found before the tick began is followed from now on. */
static void follow_new_paths(astar_map *map) {
  UnitCursor found = unit_set_begin(&map->units->list, UNITS_FOUND);
  for (astar_unit *unit; (unit = unit_set_next(&found)) != NULL;) {
    unit_set_put(&map->units->list, UNITS_FOUND, unit, false);
    if (unit->is_cut) tick_stay_cut(unit);
    if (unit->tried) unit->retry = map->ticks + RETRY * unit->step_time;
    unit->tried = false;
    if (unit->repaired != NULL) {
      repair_follow(unit);
      tick_raise(unit, ASTAR_EVENT_REPAIRED);
    }
    if (unit->rerouted == NULL) continue;
    reroute_follow(unit);
    tick_raise(unit, ASTAR_EVENT_REROUTED);
  }
}

bool tick_prepare(astar_map *map) {
  if (!path_watches_round(map) || !reserve_events(map) || !crowd_reserve(map)) return false;
  if (!guides_reserve(map)) return false;
  if (!repair_search(map)) return false;
  if (reroute_search(map, collision_wants_path)) return true;
  repair_forget(map);
  return false;
}

const astar_unit_event *tick_units(astar_map *map, int32_t *count) {
  map->units->event_count = 0;
  path_watches_tell(map);
  follow_new_paths(map);
  tick_move(map);
  tick_see(map);
  *count = (int32_t)map->units->event_count;
  return map->units->events;
}
