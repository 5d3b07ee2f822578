/*
** work NAME: a fixed load for counting instructions (tools/golden.sh). Without a name it lists them.
*/
#include "../c/check.h"

enum { SIDE = 256, UNITS = 1000 };

typedef struct Load {
  const char *name;
  int32_t count;                    /* of queries, or ticks */
  void (*run)(astar_map *map, int32_t count);
  bool costs;                       /* half of the obstacles can be crossed */
} Load;

static _Alignas(16) char path_buffer[1 << 20];
static uint64_t sum;

static astar_map *make_land(bool costs) {
  astar_map *map = open_map(SIDE, SIDE);
  random_seed(1);
  for (int i = 0; i < 1200; i++) {
    int32_t x = random_below(SIDE - 6), y = random_below(SIDE - 6);
    int32_t width = between(1, 6), height = between(1, 6);
    astar_map_fill(map, (astar_rect){ x, y, width, height }, costs && i % 2 ? BUSH : GLASS);
  }
  return map;
}

static const astar_path *finish(astar_search *search) {
  if (search == NULL) return NULL;
  while (astar_search_step(search, 1000000) == ASTAR_RUNNING) continue;
  sum += astar_search_expanded(search);
  size_t size = astar_search_path_size(search, 0);
  bool fits = size > 0 && size <= sizeof path_buffer;
  return fits ? astar_search_path(search, 0, path_buffer) : NULL;
}

static int32_t clamped(int32_t at) {
  return at < 0 ? 0 : at < SIDE ? at : SIDE - 1;
}

static void ask_near(astar_map *map, int32_t count, int32_t far) {
  astar_status why;
  for (int32_t i = 0; i < count; i++) {
    int32_t x = random_below(SIDE), y = random_below(SIDE);
    astar_rect goal = { .width = 1, .height = 1 };
    goal.x = clamped(x + between(-far, far));
    goal.y = clamped(y + between(-far, far));
    astar_search *search = astar_search_new(map, x, y, goal, NULL, &why);
    sum += finish(search) != NULL;
    astar_search_free(search);
  }
}

static void ask_short(astar_map *map, int32_t count) {
  ask_near(map, count, 12);
}

static void ask_long(astar_map *map, int32_t count) {
  ask_near(map, count, SIDE);
}

static void ask_nearest(astar_map *map, int32_t count) {
  astar_target target = { .wanted = 3 };
  astar_status why;
  for (int32_t i = 0; i < 40; i++) {
    astar_cell at = { random_below(SIDE), 0 };
    at.y = random_below(SIDE);
    astar_map_set(map, at.x, at.y, BUSH);
  }
  target.terrain = BUSH;
  for (int32_t i = 0; i < count; i++) {
    int32_t x = random_below(SIDE), y = random_below(SIDE);
    astar_search *search = astar_nearest_new(map, x, y, &target, NULL, &why);
    sum += finish(search) != NULL;
    astar_search_free(search);
  }
}

static void make_fields(astar_map *map, int32_t count) {
  astar_status why;
  for (int32_t i = 0; i < count; i++) {
    astar_cell goal = { random_below(SIDE), 0 };
    goal.y = random_below(SIDE);
    astar_field *field = astar_field_new(map, &goal, 1, NULL, &why);
    for (int32_t x = 0; x < SIDE; x++) {
      uint32_t cost;
      if (astar_field_cost(field, x, x, &cost) == ASTAR_OK) sum += cost;
    }
    astar_field_free(field);
  }
}

static int32_t add_units(astar_map *map, astar_avoidance avoidance, astar_unit **units) {
  astar_player *player = new_player(map, "red");
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  int32_t count = 0;
  astar_player_reveal(player);
  desc.avoidance = avoidance;
  desc.sight = 6;
  for (int32_t i = 0; i < UNITS; i++) {
    desc.x = random_below(SIDE);
    desc.y = random_below(SIDE);
    astar_unit *unit = astar_unit_new(player, &desc, &why);
    if (unit != NULL) units[count++] = unit;
  }
  return count;
}

/* In each tick twenty units get a new goal. */
static void walk(astar_map *map, int32_t ticks, astar_avoidance avoidance) {
  astar_unit *units[UNITS];
  int32_t count = add_units(map, avoidance, units);
  astar_query query = astar_query_default();
  astar_status why;
  for (int32_t i = 0; i < 20 * ticks; i++) {
    astar_unit *unit = units[random_below(count)];
    astar_cell at = astar_unit_cell(unit);
    astar_rect goal = { .width = 1, .height = 1 };
    goal.x = random_below(SIDE);
    goal.y = random_below(SIDE);
    query.unit = unit;
    query.player = astar_unit_player(unit);
    astar_search *search = astar_search_new(map, at.x, at.y, goal, &query, &why);
    const astar_path *path = finish(search);
    if (path != NULL) astar_unit_follow_path(unit, path, &query);
    astar_search_free(search);
    if (i % 20 < 19) continue;
    const astar_unit_event *events;
    int32_t happened;
    astar_map_tick(map, &events, &happened);
    sum += (uint64_t)happened;
  }
}

static void walk_and_see(astar_map *map, int32_t ticks) {
  walk(map, ticks, ASTAR_AVOIDANCE_REPATH);
}

static void walk_and_yield(astar_map *map, int32_t ticks) {
  walk(map, ticks, ASTAR_AVOIDANCE_YIELD);
}

static const Load loads[] = {
  { "short", 20000, ask_short, false }, { "short_costs", 20000, ask_short, true },
  { "long", 1000, ask_long, false },     { "nearest", 100, ask_nearest, false },
  { "fields", 20, make_fields, true },  { "sight", 30, walk_and_see, false },
  { "yield", 30, walk_and_yield, false },
};

int main(int argc, char **argv) {
  for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
    if (argc == 1) printf("%s\n", loads[i].name);
    if (argc == 1 || strcmp(argv[1], loads[i].name) != 0) continue;
    astar_map *map = make_land(loads[i].costs);
    loads[i].run(map, loads[i].count);
    astar_map_free(map);
    printf("%s %llu\n", loads[i].name, (unsigned long long)sum);
  }
  return 0;
}
