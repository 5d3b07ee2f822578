/*
** Priority inheritance with backtracking in its plain form (Okumura and others, Artificial
** Intelligence 310, 2022), for crowds: pibt MAP AGENTS TASKS STEPS DIRECTIONS prints what
** bench/crowd.lua prints, with IDEAL left out.
**
** Each unit has a table with the distance of every cell to its goal, made by a breadth-first search
** for each task. In every step the units choose their next cells in the order of their
** priorities: how long ago their tasks began. A unit wants the cell that is nearest to its goal.
** If another unit is there that has not chosen yet, that one inherits the priority and chooses
** first; if it finds no cell, the unit takes its next best one.
**
** A step takes one tick in any direction. With 8 directions no corner is cut, and two units do not
** cross: neither does a unit take a diagonal that another one takes the other way.
*/
#include "../scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1, DIRECTIONS = 8 };

/* The cells of the largest region, numbered row by row. */
typedef struct Region {
  int width, height, directions, count;
  int *number;                      /* of each cell of the map; NONE: not in the region */
  int *neighbours;                  /* DIRECTIONS for each: numbers; NONE: no step that way */
} Region;

typedef struct Unit {
  int at, next;                     /* next: NONE while it has not chosen */
  int goal;
  size_t task;                      /* index of its task */
  unsigned waited, tie;             /* steps since its task began; breaks ties, below 2^24 */
  uint8_t *distance;                /* of each cell to its goal, modulo 256 */
} Unit;

typedef struct List { int *values; size_t count; } List;

typedef struct Crowd {
  Region region;
  List starts, tasks;               /* cells of the map */
  Unit *units;
  int count;
  int *occupied, *reserved;         /* by cell: the unit there now, and in the next step; or NONE */
  int *order, *queue;               /* units by priority; cells of a search */
  unsigned *seen, search;           /* by cell: the last search that came there */
  uint32_t random;
} Crowd;

static const int DX[DIRECTIONS] = { 1, 0, -1, 0, 1, -1, -1, 1 };
static const int DY[DIRECTIONS] = { 0, 1, 0, -1, 1, 1, -1, -1 };

static uint32_t next_random(Crowd *crowd) {   /* Marsaglia's xorshift */
  uint32_t r = crowd->random;
  r ^= r << 13;
  r ^= r >> 17;
  return crowd->random = r ^ r << 5;
}

/* ---- the map ------------------------------------------------------------------------------- */

static void *new_filled(size_t count, size_t size) {
  return memset(scenario_alloc(count, size), 0xff, count * size);
}

/* Numbers the open cells from `start` on that are reached by straight steps; returns how many. */
static int flood(const scenario *map, int start, int id, int *number, int *queue) {
  int read = 0, count = 0;
  queue[count++] = start;
  number[start] = id;
  while (read < count) {
    int x = queue[read] % map->width, y = queue[read] / map->width;
    read++;
    for (int i = 0; i < 4; i++) {
      int next = (y + DY[i]) * map->width + x + DX[i];
      if (cost_at(map, x + DX[i], y + DY[i]) && number[next] == NONE) {
        number[next] = id;
        queue[count++] = next;
      }
    }
  }
  return count;
}

/* No region has more cells than the one of this id. */
static int find_largest(const scenario *map, int *ids, int *queue) {
  int best = NONE, most = 0, cells = map->width * map->height;
  for (int cell = 0; cell < cells; cell++)
    if (map->cost[cell] && ids[cell] == NONE) {
      int count = flood(map, cell, cell, ids, queue);
      if (count > most) {
        most = count;
        best = cell;
      }
    }
  return best;
}

static void link_neighbours(Region *region, const scenario *map, int cell) {
  int x = cell % map->width, y = cell / map->width;
  int *neighbours = region->neighbours + (ptrdiff_t)region->number[cell] * DIRECTIONS;
  for (int i = 0; i < region->directions; i++)
    if (step_factor(map, x, y, x + DX[i], y + DY[i]))
      neighbours[i] = region->number[cell + DY[i] * map->width + DX[i]];
}

static Region make_region(const scenario *map, int directions) {
  int cells = map->width * map->height;
  Region region = { map->width, map->height, directions, 0, new_filled((size_t)cells, sizeof(int)),
                    NULL };
  int *ids = new_filled((size_t)cells, sizeof *ids);
  int *queue = scenario_alloc((size_t)cells, sizeof *queue);
  int largest = find_largest(map, ids, queue);
  for (int cell = 0; cell < cells; cell++)
    if (ids[cell] == largest && largest != NONE) region.number[cell] = region.count++;
  region.neighbours = new_filled((size_t)region.count * DIRECTIONS, sizeof(int));
  for (int cell = 0; cell < cells; cell++)
    if (region.number[cell] != NONE) link_neighbours(&region, map, cell);
  free(ids);
  free(queue);
  return region;
}

/* ---- tasks -------------------------------------------------------------------------------- */

static void fail(const char *what, const char *name) {
  fprintf(stderr, "%s: %s\n", name, what);
  exit(2);
}

/* Numbers, one a line; the first one says how many follow. */
static List read_list(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file) fail("cannot be opened", name);
  List list = {0};
  if (fscanf(file, "%zu", &list.count) != 1) fail("begins with no number", name);
  list.values = scenario_alloc(list.count, sizeof *list.values);
  for (size_t i = 0; i < list.count; i++)
    if (fscanf(file, "%d", &list.values[i]) != 1) fail("is too short", name);
  fclose(file);
  return list;
}

/* The number of a cell of the map; NONE: it is not in the region. */
static int region_cell(const Region *region, int cell) {
  bool on_map = cell >= 0 && cell < region->width * region->height;
  return on_map ? region->number[cell] : NONE;
}

static void measure_distances(Crowd *crowd, Unit *unit) {
  const int *neighbours = crowd->region.neighbours;
  int *queue = crowd->queue, directions = crowd->region.directions, read = 0, count = 0;
  uint8_t *distance = unit->distance;
  unsigned search = ++crowd->search;
  queue[count++] = unit->goal;
  crowd->seen[unit->goal] = search;
  distance[unit->goal] = 0;
  while (read < count) {
    int cell = queue[read++];
    const int *around = neighbours + (ptrdiff_t)cell * DIRECTIONS;
    for (int i = 0; i < directions; i++) {
      int next = around[i];
      if (next == NONE || crowd->seen[next] == search) continue;
      crowd->seen[next] = search;
      distance[next] = (uint8_t)(distance[cell] + 1);
      queue[count++] = next;
    }
  }
}

/* The unit's task is the first one in the region, from the task with this index on. */
static void begin_task(Crowd *crowd, Unit *unit, size_t index) {
  const List *tasks = &crowd->tasks;
  unit->goal = NONE;
  for (size_t tries = tasks->count; tries > 0 && unit->goal == NONE; tries--) {
    if (index >= tasks->count) index %= crowd->starts.count;
    unit->goal = region_cell(&crowd->region, tasks->values[index]);
    unit->task = index;
    index += crowd->starts.count;
  }
  if (unit->goal == NONE) fail("a unit has no task that it can come to", "tasks");
  unit->waited = 0;
  measure_distances(crowd, unit);
}

/* ---- choosing ------------------------------------------------------------------------------ */

/* A cell that a unit may go to, and how far off its goal it is then; where others stand comes
** last of equal ones. */
typedef struct Choice { int cell, key; } Choice;

static int list_choices(Crowd *crowd, const Unit *unit, Choice *choices) {
  const int *around = crowd->region.neighbours + (ptrdiff_t)unit->at * DIRECTIONS;
  uint8_t here = unit->distance[unit->at];
  int count = 0;
  for (int i = 0; i < crowd->region.directions; i++)
    if (around[i] != NONE) {
      int nearer = (int8_t)(unit->distance[around[i]] - here);
      choices[count++] = (Choice){ around[i], 2 * nearer + (crowd->occupied[around[i]] != NONE) };
    }
  for (int i = count - 1; i > 0; i--) {
    int other = (int)(next_random(crowd) % (unsigned)(i + 1));
    Choice choice = choices[i];
    choices[i] = choices[other];
    choices[other] = choice;
  }
  choices[count++] = (Choice){ unit->at, 0 };
  return count;
}

static void sort_choices(Choice *choices, int count) {
  for (int i = 1; i < count; i++) {
    Choice choice = choices[i];
    int at = i;
    for (; at > 0 && choices[at - 1].key > choice.key; at--) choices[at] = choices[at - 1];
    choices[at] = choice;
  }
}

static bool has_chosen(const Crowd *crowd, int from, int to) {
  int other = crowd->occupied[from];
  return other != NONE && crowd->units[other].next == to;
}

/* Does a unit on a diagonal of the same square cross this step? */
static bool is_crossed(const Crowd *crowd, int from, int to) {
  const int *around = crowd->region.neighbours + (ptrdiff_t)from * DIRECTIONS;
  for (int i = 4; i < crowd->region.directions; i++) {
    if (around[i] != to) continue;
    int side = around[DX[i] > 0 ? 0 : 2], other_side = around[DY[i] > 0 ? 1 : 3];
    return has_chosen(crowd, side, other_side) || has_chosen(crowd, other_side, side);
  }
  return false;
}

/* The unit chooses its next cell. `pusher` wants its cell, or is NULL. False: the unit stays. */
static bool choose(Crowd *crowd, int id, const Unit *pusher) {
  Unit *unit = &crowd->units[id];
  Choice choices[DIRECTIONS + 1];
  int count = list_choices(crowd, unit, choices);
  sort_choices(choices, count);
  for (int i = 0; i < count; i++) {
    int cell = choices[i].cell, other = crowd->occupied[cell];
    if (crowd->reserved[cell] != NONE || (pusher && cell == pusher->at)) continue;
    if (other != id && has_chosen(crowd, cell, unit->at)) continue;
    if (is_crossed(crowd, unit->at, cell)) continue;
    crowd->reserved[cell] = id;
    unit->next = cell;
    bool pushes = other != NONE && other != id && crowd->units[other].next == NONE;
    if (!pushes || choose(crowd, other, unit)) return true;
  }
  unit->next = unit->at;
  crowd->reserved[unit->at] = id;
  return false;
}

/* ---- a tick -------------------------------------------------------------------------------- */

static bool is_before(const Unit *a, const Unit *b) {
  return a->waited != b->waited ? a->waited > b->waited : a->tie > b->tie;
}

/* Little changes from tick to tick: those who have come to their goals go to the end. */
static void sort_units(Crowd *crowd) {
  int *order = crowd->order;
  for (int i = 1; i < crowd->count; i++) {
    int id = order[i], at = i;
    for (; at > 0 && is_before(&crowd->units[id], &crowd->units[order[at - 1]]); at--)
      order[at] = order[at - 1];
    order[at] = id;
  }
}

static void move_all(Crowd *crowd) {
  for (int id = 0; id < crowd->count; id++) {
    Unit *unit = &crowd->units[id];
    crowd->reserved[unit->next] = NONE;
    if (crowd->occupied[unit->at] == id) crowd->occupied[unit->at] = NONE;
    crowd->occupied[unit->next] = id;
    unit->at = unit->next;
    unit->next = NONE;
    unit->waited++;
  }
}

/* Returns how many units have come to their goals: these have none now. */
static int end_tasks(Crowd *crowd) {
  int arrivals = 0;
  for (int id = 0; id < crowd->count; id++) {
    Unit *unit = &crowd->units[id];
    if (unit->at != unit->goal) continue;
    unit->goal = NONE;
    arrivals++;
  }
  return arrivals;
}

static int tick(Crowd *crowd) {
  for (int id = 0; id < crowd->count; id++) {
    Unit *unit = &crowd->units[id];
    if (unit->goal == NONE) begin_task(crowd, unit, unit->task + crowd->starts.count);
  }
  sort_units(crowd);
  for (int i = 0; i < crowd->count; i++)
    if (crowd->units[crowd->order[i]].next == NONE) choose(crowd, crowd->order[i], NULL);
  move_all(crowd);
  return end_tasks(crowd);
}

/* ---- running it ---------------------------------------------------------------------------- */

static void populate(Crowd *crowd) {
  size_t cells = (size_t)crowd->region.count;
  for (size_t i = 0; i < crowd->starts.count; i++) {
    int at = region_cell(&crowd->region, crowd->starts.values[i]);
    if (at == NONE) continue;
    int id = crowd->count++;
    crowd->units[id] = (Unit){ .at = at, .next = NONE, .goal = NONE, .tie = next_random(crowd) >> 8,
                               .task = i - crowd->starts.count,   /* its first one comes after it */
                               .distance = scenario_alloc(cells, 1) };
    crowd->occupied[at] = crowd->order[id] = id;
  }
}

static Crowd make_crowd(char **argv) {
  scenario map = scenario_load_map(argv[1]);
  Crowd crowd = { .region = make_region(&map, atoi(argv[5])), .starts = read_list(argv[2]),
                  .tasks = read_list(argv[3]), .random = 12345 };
  size_t cells = (size_t)crowd.region.count, units = crowd.starts.count;
  crowd.units = scenario_alloc(units, sizeof *crowd.units);
  crowd.order = scenario_alloc(units, sizeof *crowd.order);
  crowd.occupied = new_filled(cells, sizeof *crowd.occupied);
  crowd.reserved = new_filled(cells, sizeof *crowd.reserved);
  crowd.queue = scenario_alloc(cells, sizeof *crowd.queue);
  crowd.seen = scenario_alloc(cells, sizeof *crowd.seen);
  populate(&crowd);
  scenario_free(&map);
  return crowd;
}

static void free_crowd(Crowd *crowd) {
  for (int id = 0; id < crowd->count; id++) free(crowd->units[id].distance);
  void *blocks[] = { crowd->region.number, crowd->region.neighbours, crowd->starts.values,
                     crowd->tasks.values, crowd->units, crowd->order, crowd->occupied,
                     crowd->reserved, crowd->queue, crowd->seen };
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) free(blocks[i]);
}

/* How many units share a cell with another one, or have come to theirs by a step that met one. */
static int count_wrong(const Crowd *crowd, const int *before, int *now_at, int *was_at) {
  int wrong = 0;
  for (int id = 0; id < crowd->count; id++) {
    int at = crowd->units[id].at;
    wrong += now_at[at] != NONE;
    now_at[at] = was_at[before[id]] = id;
  }
  for (int id = 0; id < crowd->count; id++) {
    int other = was_at[crowd->units[id].at];
    wrong += other != NONE && other != id && crowd->units[other].at == before[id];
  }
  for (int id = 0; id < crowd->count; id++)
    now_at[crowd->units[id].at] = was_at[before[id]] = NONE;
  return wrong;
}

int main(int argc, char **argv) {
  if (argc != 6) fail("usage: MAP AGENTS TASKS STEPS DIRECTIONS", argv[0]);
  Crowd crowd = make_crowd(argv);
  size_t cells = (size_t)crowd.region.count;
  int *before = scenario_alloc((size_t)crowd.count, sizeof *before);
  int *now_at = new_filled(cells, sizeof *now_at), *was_at = new_filled(cells, sizeof *was_at);
  int wrong = 0;
  for (int step = atoi(argv[4]); step > 0; step--) {
    for (int id = 0; id < crowd.count; id++) before[id] = crowd.units[id].at;
    stopwatch watch = stopwatch_start();
    int arrivals = tick(&crowd);
    printf("%.1f %d\n", stopwatch_us(&watch), arrivals);
    wrong += count_wrong(&crowd, before, now_at, was_at);
  }
  printf("end %d %d\n", wrong, crowd.count);
  free(before);
  free(now_at);
  free(was_at);
  free_crowd(&crowd);
  return 0;
}
