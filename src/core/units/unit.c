#include "unit.h"

#include <string.h>

#include "../base/hash.h"
#include "unit_query.h"

#define SPEED_MAX (64 * ASTAR_ONE)

astar_unit_desc astar_unit_default(void) {
  return (astar_unit_desc){ .speed = ASTAR_ONE / 4, .sight = -1 };
}

astar_cell unit_observer(const astar_unit *unit) {
  int32_t half = (unit->cls->size - 1) / 2;
  return (astar_cell){ unit->x + half, unit->y + half };
}

astar_observer astar_unit_observer(const astar_unit *unit) {
  astar_cell observer = unit_observer(unit);
  return (astar_observer){ observer.x, observer.y, unit->sight };
}

void unit_come_to(astar_unit *unit, int32_t index) {
  const astar_path *path = unit->path;
  const Waypoint *points = path->waypoints;
  int32_t before = unit->progress;
  unit->progress = index;
  while (unit->leg > 0 && points[unit->leg].index > index) unit->leg--;
  while (unit->leg + 2 < path->waypoint_count && points[unit->leg + 1].index <= index) unit->leg++;
  const Waypoint *at = points + unit->leg;
  if (unit->leg + 1 < path->waypoint_count && at[1].index == index) at++;
  unit->link = at->index == index ? at->link : 0;
  unit->base = index == before + 1 ? unit->next : unit_path_cell(unit, index);
  unit->next = index < unit->last ? unit_path_cell(unit, index + 1) : unit->base;
}

void unit_begin_path(astar_unit *unit, int32_t progress) {
  unit->leg = 0;
  unit->progress = progress;
  unit->last = unit->path->length - 1;
  unit->goal = astar_path_cell(unit->path, unit->last);
  unit_come_to(unit, progress);
}

/* Where it stands is its goal. */
static void stay_at(astar_unit *unit, astar_cell at) {
  unit->goal = unit->base = unit->next = at;
}

bool unit_is_friendly(const astar_unit *unit, const astar_unit *of) {
  return unit->player == of->player || (unit->player->shared_with & of->player->bit);
}

bool unit_lets_pass(const astar_unit *unit, const astar_unit *of) {
  return unit->avoidance == ASTAR_AVOIDANCE_YIELD && of->avoidance == ASTAR_AVOIDANCE_YIELD &&
         unit->speed > 0 && unit_is_friendly(unit, of) && unit_is_friendly(of, unit);
}

static uint32_t time_of_step(int32_t speed) {
  return speed == 0 ? UINT32_MAX : (uint32_t)((STRAIGHT_STRIDE + speed - 1) / speed);
}

bool unit_can_step(const astar_class *cls, const uint8_t *terrain, astar_cell from,
                   astar_cell to) {
  if (!class_fits(cls, terrain, to.x, to.y)) return false;
  if (from.x == to.x || from.y == to.y) return true;
  int direction = direction_of(to.x - from.x, to.y - from.y);
  uint32_t across = class_fits(cls, terrain, to.x, from.y);
  uint32_t down = class_fits(cls, terrain, from.x, to.y);
  uint32_t open = 1u << direction | across << direction_across(direction) |
                  down << direction_down(direction);
  return class_legal_at(cls, from.x, from.y, open) >> direction & 1;
}

/* ---- when it has something to do ------------------------------------------------------------- */

void unit_schedule(astar_unit *unit) {
  uint32_t due = 0;
  int32_t rest = unit->stride - unit->travelled;
  bool acts = (unit->path != NULL && rest == 0) || unit_is_displaced(unit);
  if (!acts && (rest == 0 || unit->speed == 0)) due = UNIT_NEVER;
  else if (!acts) due = unit->as_of + (uint32_t)((rest - 1) / unit->speed + 1);
  unit->cls->map->units->list.due[unit->place] = due;
}

/* A tick comes when the step is completed at the latest. */
int32_t unit_travelled(const astar_unit *unit) {
  if (!step_under_way(unit)) return unit->travelled;
  uint64_t more = (uint64_t)(unit->cls->map->ticks - unit->as_of) * (uint64_t)unit->speed;
  return unit->travelled + (int32_t)more;
}

void unit_catch_up(astar_unit *unit) {
  unit->travelled = unit_travelled(unit);
  unit->as_of = unit->cls->map->ticks;
}

/* ---- units that stand ------------------------------------------------------------------------ */

static void note_standing(const astar_unit *unit, bool stands) {
  Units *units = unit->cls->map->units;
  bool stood = unit_set_has(&units->list, UNITS_STANDING, unit);
  if (stood && !stands) units->standing_count--;
  if (!stood && stands) units->standing_count++;
  unit_set_put(&units->list, UNITS_STANDING, unit, stands);
  unit_set_put(&units->list, UNITS_ON_PATHS, unit, !stands);
}

/* What makes a unit want another path sooner may have changed. */
static void note_waited(const astar_unit *unit) {
  unit_set_put(&unit->cls->map->units->list, UNITS_WAITED, unit, unit->waited > 0);
}

/* ---- making and removing --------------------------------------------------------------------- */

static size_t unit_covered_cells(const astar_class *cls) {
  return (size_t)cls->size * (size_t)cls->size;
}

/* May a unit stand there? `blocked` is the answer where the terrain forbids it. */
static astar_status check_place(const astar_class *cls, int32_t x, int32_t y,
                                const astar_unit *but, astar_status blocked) {
  astar_map *map = cls->map;
  if (!map_has_cell(map, x, y)) return ASTAR_INVALID;
  if (!class_can_stand(cls, x, y)) return blocked;
  return occupancy_vacant(map, x, y, cls->size, but) ? ASTAR_OK : ASTAR_CROWDED;
}

static bool unit_accepts_speed(const astar_map *map, int32_t speed) {
  return map_accepts_between(map, speed, 0, SPEED_MAX, "speed: not from 0 to 64 * ASTAR_ONE");
}

static bool unit_accepts_sight(const astar_map *map, int32_t sight) {
  return map_accepts_between(map, sight, -1, ASTAR_MAX_RADIUS,
                             "sight: not from -1 to ASTAR_MAX_RADIUS");
}

static bool unit_accepts_avoidance(const astar_map *map, astar_avoidance avoidance) {
  return map_accepts(map, (unsigned)avoidance <= ASTAR_AVOIDANCE_YIELD,
                     "avoidance: no such rule");
}

static bool unit_accepts_priority(const astar_map *map, int32_t priority) {
  return map_accepts_between(map, priority, 0, ASTAR_MAX_UNIT_PRIORITY,
                             "priority: not from 0 to ASTAR_MAX_UNIT_PRIORITY");
}

static bool unit_valid_desc(const astar_player *player, const astar_class *cls,
                            const astar_unit_desc *desc) {
  const astar_map *map = player->map;
  return map_is_open(map) && map_accepts(map, cls->map == map, "cls: of another map") &&
         unit_accepts_speed(map, desc->speed) && unit_accepts_sight(map, desc->sight) &&
         unit_accepts_avoidance(map, desc->avoidance) &&
         unit_accepts_priority(map, desc->priority);
}

static void unit_release(astar_map *map, astar_unit *unit) {
  fov_release(&unit->fov, map);
  unit_query_free(map, unit->query);
  path_free(&map->memory, unit->path);
  path_free(&map->memory, unit->rerouted);
  path_free(&map->memory, unit->repaired);
  memory_free(&map->memory, unit, sizeof *unit);
}

/* All that can fail for want of memory. */
static astar_unit *unit_reserve(astar_map *map, const astar_class *cls, int32_t sight) {
  if (!occupancy_reserve(map, map->units->occupancy.covered + unit_covered_cells(cls)) ||
      !unit_list_reserve(&map->units->list, &map->memory))
    return NULL;
  astar_unit *unit = memory_new(&map->memory, sizeof *unit);
  if (unit == NULL || sight < 0 || fov_reserve(&unit->fov, map, sight)) return unit;
  unit_release(map, unit);
  return NULL;
}

astar_unit *unit_add(const astar_unit *model) {
  astar_map *map = model->cls->map;
  astar_unit *unit = unit_reserve(map, model->cls, model->sight);
  if (unit == NULL) return NULL;
  Fov fov = unit->fov;
  *unit = *model;
  unit->fov = fov;
  unit->route = ++map->ids;
  unit->born = map->removals;
  unit_list_add(&map->units->list, unit);
  note_standing(unit, unit->path == NULL);
  unit_set_put(&map->units->list, UNITS_UNCHECKED, unit, unit->path != NULL);
  note_waited(unit);
  unit->as_of = map->ticks;
  unit->step_time = time_of_step(unit->speed);
  if (unit->path == NULL) stay_at(unit, unit->goal);
  unit_schedule(unit);
  occupancy_enter(map, unit, unit->x, unit->y, unit->cls->size);
  astar_cell observer = unit_observer(unit);
  player_add_fov(unit->player, &unit->fov, observer.x, observer.y, unit->sight);
  map->units->last_id = unit->id;
  return unit;
}

astar_unit *astar_unit_new(astar_player *player, const astar_unit_desc *desc,
                           astar_status *why) {
  astar_map *map = player->map;
  astar_class *cls = desc->cls != NULL ? desc->cls : map->classes;
  bool valid = unit_valid_desc(player, cls, desc);
  *why = valid ? check_place(cls, desc->x, desc->y, NULL, ASTAR_START_BLOCKED) : ASTAR_INVALID;
  if (*why == ASTAR_OK && map->units->last_id == INT32_MAX) *why = ASTAR_LIMIT;
  if (*why != ASTAR_OK) return NULL;
  astar_cell at = { desc->x, desc->y };
  astar_unit model = { .player = player, .cls = cls, .x = at.x, .y = at.y, .from = at,
                       .id = map->units->last_id + 1, .stride = STRAIGHT_STRIDE,
                       .travelled = STRAIGHT_STRIDE, .speed = desc->speed, .sight = desc->sight,
                       .avoidance = desc->avoidance, .priority = desc->priority,
                       .goal = at };
  astar_unit *unit = unit_add(&model);
  *why = unit != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
  return unit;
}

void unit_remove(astar_unit *unit) {
  astar_map *map = unit->player->map;
  map->units->standing_count -= unit->path == NULL;
  unit_list_remove(&map->units->list, unit);
  occupancy_leave(map, unit->x, unit->y, unit->cls->size);
  player_drop_fov(unit->player, &unit->fov);
  map->units->event_count = 0;
  map->removals++;
  unit_release(map, unit);
}

void units_free(astar_map *map) {
  const UnitList *list = &map->units->list;
  for (int32_t place = 0; place < list->count; place++)
    if (list->units[place] != NULL) unit_release(map, list->units[place]);
  occupancy_release(map);
  unit_list_free(&map->units->list, &map->memory);
  memory_free(&map->memory, map->units->events,
              map->units->event_capacity * sizeof *map->units->events);
}

/* ---- asking ---------------------------------------------------------------------------------- */

uint32_t astar_unit_id(const astar_unit *unit) {
  return unit->id;
}

uint32_t astar_map_last_unit_id(const astar_map *map) {
  return map->units->last_id;
}

astar_cell astar_unit_cell(const astar_unit *unit) {
  return unit_cell(unit);
}

int32_t astar_unit_fraction(const astar_unit *unit, astar_cell *from) {
  if (from != NULL) *from = unit->from;
  return unit_travelled(unit) * ASTAR_ONE / unit->stride;
}

/* The middle of all its cells: halfway between those of the first and of the last one. */
void astar_unit_position(const astar_unit *unit, double *wx, double *wy) {
  const astar_map *map = unit->player->map;
  int32_t far = unit->cls->size - 1;
  double share = (double)unit_travelled(unit) / unit->stride, x[3], y[3];
  astar_map_center(map, unit->from.x, unit->from.y, &x[0], &y[0]);
  astar_map_center(map, unit->x, unit->y, &x[1], &y[1]);
  astar_map_center(map, unit->from.x + far, unit->from.y + far, &x[2], &y[2]);
  *wx = x[0] + (x[1] - x[0]) * share + (x[2] - x[0]) / 2;
  *wy = y[0] + (y[1] - y[0]) * share + (y[2] - y[0]) / 2;
}

astar_unit_state astar_unit_state_of(const astar_unit *unit) {
  return unit->state;
}

astar_class *astar_unit_class(const astar_unit *unit) {
  return unit->cls;
}

astar_player *astar_unit_player(const astar_unit *unit) {
  return unit->player;
}

int32_t astar_unit_speed(const astar_unit *unit) {
  return unit->speed;
}

int32_t astar_unit_sight(const astar_unit *unit) {
  return unit->sight;
}

astar_avoidance astar_unit_avoidance(const astar_unit *unit) {
  return unit->avoidance;
}

int32_t astar_unit_priority(const astar_unit *unit) {
  return unit->priority;
}

const astar_path *astar_unit_path(const astar_unit *unit, int32_t *index) {
  if (index != NULL) *index = unit->progress;
  return unit->path;
}

astar_unit *astar_unit_at(const astar_map *map, int32_t x, int32_t y) {
  return grid_has(&map->grid, x, y) ? occupancy_at(map, grid_cell(&map->grid, x, y)) : NULL;
}

astar_unit *unit_by_id(const astar_map *map, uint32_t id) {
  return unit_list_find(&map->units->list, id);
}

astar_unit *astar_unit_next(const astar_map *map, const astar_unit *unit) {
  return unit_list_from(&map->units->list, unit == NULL ? 0 : unit->place + 1);
}

bool astar_unit_visible(const astar_unit *unit, const astar_player *player) {
  const Grid *grid = &player->map->grid;
  if (player->map != unit->player->map) return false;
  if (astar_player_shares(unit->player, player)) return true;
  for (int32_t dy = 0; dy < unit->cls->size; dy++)
    for (int32_t dx = 0; dx < unit->cls->size; dx++)
      if (player->viewers[grid_cell(grid, unit->x + dx, unit->y + dy)] > 0) return true;
  return false;
}

/* ---- orders ---------------------------------------------------------------------------------- */

astar_status astar_unit_set_speed(astar_unit *unit, int32_t speed) {
  const astar_map *map = unit->cls->map;
  if (!map_is_open(map) || !unit_accepts_speed(map, speed)) return ASTAR_INVALID;
  unit->cls->map->taken_version += (speed == 0) != (unit->speed == 0);
  unit_catch_up(unit);
  unit->speed = speed;
  unit->step_time = time_of_step(speed);
  note_waited(unit);
  unit_schedule(unit);
  return ASTAR_OK;
}

astar_status astar_unit_set_sight(astar_unit *unit, int32_t sight) {
  astar_map *map = unit->cls->map;
  if (!map_is_open(map) || !unit_accepts_sight(map, sight)) return ASTAR_INVALID;
  astar_cell observer = unit_observer(unit);
  if (sight >= 0 && !fov_reserve(&unit->fov, map, sight)) return ASTAR_NO_MEMORY;
  unit->sight = sight;
  player_move_fov(unit->player, &unit->fov, observer.x, observer.y, sight);
  return ASTAR_OK;
}

astar_status astar_unit_set_avoidance(astar_unit *unit, astar_avoidance avoidance) {
  const astar_map *map = unit->cls->map;
  if (!map_is_open(map) || !unit_accepts_avoidance(map, avoidance)) return ASTAR_INVALID;
  unit->avoidance = avoidance;
  note_waited(unit);
  unit->cls->map->taken_version++;
  return ASTAR_OK;
}

astar_status astar_unit_set_priority(astar_unit *unit, int32_t priority) {
  const astar_map *map = unit->cls->map;
  if (!map_is_open(map) || !unit_accepts_priority(map, priority)) return ASTAR_INVALID;
  unit->priority = priority;
  return ASTAR_OK;
}

/* The unit has a new goal, or none: its record of the last one begins again. */
static void begin_goal(astar_unit *unit) {
  unit->since = unit->cls->map->ticks;
  unit->waited = unit->retry = 0;
}

/* Nothing is known of the way ahead. */
static void forget_route(astar_unit *unit) {
  unit->route_seen = (RouteSeen){ 0 };
  unit->cls->map->units->list.lines[unit->place] = 0;
}

void unit_stand(astar_unit *unit) {
  unit->is_cut = false;
  unit_query_free(unit->cls->map, unit->query);
  unit->query = NULL;
  path_free(&unit->cls->map->memory, unit->path);
  unit->path = NULL;
  note_standing(unit, true);
  unit->cls->map->taken_version++;
  unit->progress = unit->last = 0;
  unit->link = 0;
  stay_at(unit, unit_cell(unit));
  forget_route(unit);
  unit->state = ASTAR_STANDING;
  begin_goal(unit);
  unit_set_put(&unit->cls->map->units->list, UNITS_UNCHECKED, unit, false);
  unit_schedule(unit);
}

void unit_take_path(astar_unit *unit, astar_path *path, int32_t progress) {
  path_free(&unit->cls->map->memory, unit->path);
  unit->path = path;
  note_standing(unit, false);
  unit->cls->map->taken_version++;
  unit->route = ++unit->cls->map->ids;
  unit_begin_path(unit, progress);
  forget_route(unit);
  unit->state = ASTAR_MOVING;
  unit->waited = 0;
  unit_set_put(&unit->cls->map->units->list, UNITS_UNCHECKED, unit, true);
  unit_schedule(unit);
}

void astar_unit_stop(astar_unit *unit) {
  if (!unit->cls->map->locks) unit_stand(unit);
}

astar_status astar_unit_follow_path(astar_unit *unit, const astar_path *path,
                                    const astar_query *query) {
  astar_map *map = unit->cls->map;
  UnitQuery *its_query;
  int32_t progress = path_find(path, unit->x, unit->y, 0);
  bool fits = map_is_open(map) &&
              map_accepts(map, progress >= 0, "path: the unit stands in none of its cells") &&
              map_has_path(map, path);
  if (!fits) return ASTAR_INVALID;
  astar_status status = unit_query_make(map, query, &its_query);
  if (status != ASTAR_OK) return status;
  astar_path *copy = memory_raw(&map->memory, path->bytes);
  if (copy == NULL) {
    unit_query_free(map, its_query);
    return ASTAR_NO_MEMORY;
  }
  memcpy(copy, path, path->bytes);
  copy->turn_count = 0;             /* it walks from cell to cell */
  unit_stand(unit);
  if (progress < copy->length - 1) {
    unit_take_path(unit, copy, progress);
    unit->query = its_query;
  } else {
    path_free(&map->memory, copy);
    unit_query_free(map, its_query);
  }
  return ASTAR_OK;
}

astar_status astar_unit_place(astar_unit *unit, int32_t x, int32_t y) {
  astar_map *map = unit->cls->map;
  if (!map_is_open(map)) return ASTAR_INVALID;
  astar_status status = check_place(unit->cls, x, y, unit, ASTAR_GOAL_BLOCKED);
  if (status != ASTAR_OK) return status;
  unit_stand(unit);
  occupancy_leave(map, unit->x, unit->y, unit->cls->size);
  occupancy_enter(map, unit, x, y, unit->cls->size);
  unit->x = x;
  unit->y = y;
  unit->from = unit_cell(unit);
  stay_at(unit, unit->from);
  unit->stride = unit->travelled = STRAIGHT_STRIDE;
  unit_schedule(unit);
  astar_cell observer = unit_observer(unit);
  player_move_fov(unit->player, &unit->fov, observer.x, observer.y, unit->sight);
  return ASTAR_OK;
}

/* What was asked for the unit as it was is void, as if it had been removed and added. */
static void unit_begin_life(astar_unit *unit) {
  unit_stand(unit);
  unit->born = ++unit->cls->map->removals;
}

astar_status astar_unit_set_player(astar_unit *unit, astar_player *player) {
  const astar_map *map = unit->cls->map;
  bool ours = map_accepts(map, player->map == map, "player: of another map");
  if (!ours || !map_is_open(map)) return ASTAR_INVALID;
  if (player == unit->player) return ASTAR_OK;
  astar_cell observer = unit_observer(unit);
  player_drop_fov(unit->player, &unit->fov);
  unit->player = player;
  player_add_fov(player, &unit->fov, observer.x, observer.y, unit->sight);
  unit_begin_life(unit);
  return ASTAR_OK;
}

astar_status astar_unit_set_class(astar_unit *unit, astar_class *cls) {
  astar_map *map = unit->cls->map;
  bool ours = map_accepts(map, cls->map == map, "cls: of another map");
  if (!ours || !map_is_open(map)) return ASTAR_INVALID;
  if (cls == unit->cls) return ASTAR_OK;
  astar_status status = check_place(cls, unit->x, unit->y, unit, ASTAR_GOAL_BLOCKED);
  if (status != ASTAR_OK) return status;
  if (!occupancy_reserve(map, map->units->occupancy.covered + unit_covered_cells(cls)))
    return ASTAR_NO_MEMORY;
  occupancy_leave(map, unit->x, unit->y, unit->cls->size);
  unit->cls = cls;
  occupancy_enter(map, unit, unit->x, unit->y, cls->size);
  astar_cell observer = unit_observer(unit);
  player_move_fov(unit->player, &unit->fov, observer.x, observer.y, unit->sight);
  unit_begin_life(unit);
  return ASTAR_OK;
}

/* ---- hash ------------------------------------------------------------------------------------ */

static int32_t player_index(const astar_unit *unit) {
  int32_t index = 0;
  for (const astar_player *one = unit->cls->map->players; one != unit->player; one = one->next)
    index++;
  return index;
}

static uint64_t unit_hash(const astar_unit *unit, uint64_t hash) {
  hash = HASH_INTS(hash, (int32_t)unit->id, unit->x, unit->y, unit->from.x, unit->from.y,
                   unit->stride, unit_travelled(unit), unit->speed, unit->sight,
                   (int32_t)unit->state, unit->progress, class_number(unit->cls->map, unit->cls),
                   player_index(unit), (int32_t)unit->avoidance, (int32_t)unit->since,
                   (int32_t)unit->waited, (int32_t)unit->retry, unit->goal.x, unit->goal.y);
  if (unit->priority > 0) hash = hash_int(hash, unit->priority);
  if (unit->query != NULL) hash = query_hash(unit->cls->map, &unit->query->query, hash);
  return unit->path != NULL ? path_hash(unit->path, hash) : hash;
}

uint64_t units_hash(const astar_map *map, uint64_t hash) {
  for (EACH_UNIT(unit, &map->units->list)) hash = unit_hash(unit, hash);
  return hash_int(hash, map->units->last_id);
}
