#include "tick.h"

uint32_t astar_map_ticks(const astar_map *map) {
  return map->ticks;
}

uint64_t astar_map_waits(const astar_map *map) {
  return map->waits;
}

/* Room for an event of each unit: none has more than one a tick. */
static bool reserve_events(astar_map *map) {
  size_t units = 0;
  for (const astar_unit *unit = map->units; unit != NULL; unit = unit->next) units++;
  if (units <= map->event_capacity) return true;
  astar_unit_event *events = memory_resize(&map->memory, map->events,
                                           map->event_capacity * sizeof *events,
                                           2 * units * sizeof *events);
  if (events == NULL) return false;
  map->events = events;
  map->event_capacity = 2 * units;
  return true;
}

static void raise(astar_unit *unit, astar_unit_event_kind kind) {
  astar_map *map = unit->cls->map;
  map->events[map->event_count++] = (astar_unit_event){ kind, unit };
}

static void wait(astar_unit *unit) {
  if (unit->state != ASTAR_WAITING) raise(unit, ASTAR_EVENT_WAITING);
  unit->state = ASTAR_WAITING;
  unit->cls->map->waits++;
}

/* Spends movement on the step under way; returns what is left. */
static int32_t travel(astar_unit *unit, int32_t movement) {
  int32_t rest = unit->stride - unit->travelled;
  if (movement < rest) rest = movement;
  unit->travelled += rest;
  return movement - rest;
}

static void enter(astar_unit *unit, astar_cell to) {
  astar_map *map = unit->cls->map;
  occupancy_leave(map, unit->x, unit->y, unit->cls->size);
  occupancy_enter(map, unit, to.x, to.y, unit->cls->size);
  unit->from = astar_unit_cell(unit);
  bool diagonal = to.x != unit->x && to.y != unit->y;
  unit->stride = diagonal ? DIAGONAL_STRIDE : STRAIGHT_STRIDE;
  unit->travelled = 0;
  unit->x = to.x;
  unit->y = to.y;
  unit->progress++;
  unit->state = ASTAR_MOVING;
}

/* Begins the next step. False: there is none, or something is in the way. */
static bool begin_step(astar_unit *unit) {
  astar_map *map = unit->cls->map;
  astar_cell to = astar_path_cell(unit->path, unit->progress + 1);
  if (!unit_can_step(unit->cls, map->grid.terrain, astar_unit_cell(unit), to)) {
    unit_stand(unit);
    raise(unit, ASTAR_EVENT_BLOCKED);
    return false;
  }
  if (!occupancy_free(map, to.x, to.y, unit->cls->size, unit)) {
    wait(unit);
    return false;
  }
  enter(unit, to);
  return true;
}

static void move(astar_unit *unit) {
  int32_t movement = unit->speed;
  for (;;) {
    movement = travel(unit, movement);
    if (unit->travelled < unit->stride || unit->path == NULL) return;
    if (unit->progress == unit->path->length - 1) {
      unit_stand(unit);
      raise(unit, ASTAR_EVENT_ARRIVED);
      return;
    }
    if (movement == 0 || !begin_step(unit)) return;
  }
}

/* Looks from where the units are now. */
static void see(astar_map *map) {
  for (astar_unit *unit = map->units; unit != NULL; unit = unit->next) {
    astar_cell eye = unit_eye(unit);
    bool moved = eye.x != unit->look.x || eye.y != unit->look.y;
    if (unit->sight >= 0 && moved)
      player_move_look(unit->player, &unit->look, eye.x, eye.y, unit->sight);
  }
}

astar_status astar_tick(astar_map *map, const astar_unit_event **events, int32_t *count) {
  if (map->locks) return ASTAR_INVALID;
  if (!reserve_events(map)) return ASTAR_NO_MEMORY;
  map->event_count = 0;
  map->ticks++;
  for (astar_unit *unit = map->units; unit != NULL; unit = unit->next) move(unit);
  see(map);
  if (events != NULL) *events = map->events;
  if (count != NULL) *count = (int32_t)map->event_count;
  return ASTAR_OK;
}
