#include "tick.h"

uint32_t astar_map_ticks(const astar_map *map) {
  return map->ticks;
}

uint64_t astar_map_waits(const astar_map *map) {
  return map->waits;
}

/* Room for the events of each unit: a new path, and where it comes to on it. */
static bool reserve_events(astar_map *map) {
  size_t units = 0;
  for (const astar_unit *unit = map->units; unit != NULL; unit = unit->next) units += 2;
  if (units <= map->event_capacity) return true;
  astar_unit_event *events = memory_resize(&map->memory, map->events,
                                           map->event_capacity * sizeof *events,
                                           2 * units * sizeof *events);
  if (events == NULL) return false;
  map->events = events;
  map->event_capacity = 2 * units;
  return true;
}

static void tick_raise(astar_unit *unit, astar_unit_event_kind kind) {
  astar_map *map = unit->cls->map;
  map->events[map->event_count++] = (astar_unit_event){ kind, unit };
}

static void tick_wait(astar_unit *unit) {
  unit->waited++;
  if (unit->path == NULL) return;
  if (unit->state != ASTAR_WAITING) tick_raise(unit, ASTAR_EVENT_WAITING);
  unit->state = ASTAR_WAITING;
  unit->cls->map->waits++;
}

/* Spends movement on the step under way; returns what is left. */
static int32_t tick_travel(astar_unit *unit, int32_t movement) {
  int32_t rest = unit->stride - unit->travelled;
  if (movement < rest) rest = movement;
  unit->travelled += rest;
  return movement - rest;
}

/* It cannot go on: what belonged to a path says so, others have come to where they stay. */
static void give_up(astar_unit *unit) {
  bool had_path = unit->path != NULL;
  unit_stand(unit);
  if (had_path) tick_raise(unit, ASTAR_EVENT_BLOCKED);
}

/* The player of a unit that cannot take a step learns why: else the unit would plan it again. */
static void tick_touch(const astar_unit *unit, astar_cell to) {
  int32_t x = unit->x < to.x ? unit->x : to.x, y = unit->y < to.y ? unit->y : to.y;
  int32_t width = unit->cls->size + (to.x != unit->x), height = unit->cls->size + (to.y != unit->y);
  player_touch(unit->player, (astar_rect){ x, y, width, height });
}

/* Begins the next step. False: there is none, or something is in the way. */
static bool begin_step(astar_unit *unit) {
  astar_cell to;
  bool ends = !step_next(unit, &to);
  if (ends || !step_is_legal(unit, to)) {
    if (!ends) tick_touch(unit, to);
    give_up(unit);
    return false;
  }
  if (collision_step(unit, to)) return true;
  if (step_is_due(unit)) tick_wait(unit);
  return false;
}

static bool has_arrived(const astar_unit *unit) {
  return unit->path != NULL && unit->detour == 0 && unit->progress == unit->path->length - 1;
}

static void tick_move(astar_unit *unit) {
  int32_t movement = unit->speed;
  for (;;) {
    movement = tick_travel(unit, movement);
    if (step_under_way(unit) || !step_is_due(unit)) return;
    if (has_arrived(unit)) {
      unit_stand(unit);
      tick_raise(unit, ASTAR_EVENT_ARRIVED);
      return;
    }
    if (movement == 0 || !begin_step(unit)) return;
  }
}

/* Looks from where the units are now. */
static void tick_see(astar_map *map) {
  for (astar_unit *unit = map->units; unit != NULL; unit = unit->next) {
    astar_cell eye = unit_eye(unit);
    bool moved = eye.x != unit->fov.x || eye.y != unit->fov.y;
    if (unit->sight >= 0 && moved)
      player_move_fov(unit->player, &unit->fov, eye.x, eye.y, unit->sight);
  }
}

/* How long a unit waits before it searches for a new path again, in the ticks of its steps. */
#define RETRY 8

/* What was found before the tick began is followed from now on. */
static void follow_new_paths(astar_map *map) {
  for (astar_unit *unit = map->units; unit != NULL; unit = unit->next) {
    if (unit->tried) unit->retry = map->ticks + RETRY * unit_step_time(unit);
    unit->tried = false;
    if (unit->fresh == NULL) continue;
    reroute_follow(unit);
    tick_raise(unit, ASTAR_EVENT_REROUTED);
  }
}

astar_status astar_map_tick(astar_map *map, const astar_unit_event **events, int32_t *count) {
  if (map->locks) return ASTAR_INVALID;
  if (!reserve_events(map) || !reroute_search(map, collision_wants_path))
    return ASTAR_NO_MEMORY;
  map->event_count = 0;
  map->ticks++;
  follow_new_paths(map);
  for (astar_unit *unit = map->units; unit != NULL; unit = unit->next) tick_move(unit);
  tick_see(map);
  if (events != NULL) *events = map->events;
  if (count != NULL) *count = (int32_t)map->event_count;
  return ASTAR_OK;
}
