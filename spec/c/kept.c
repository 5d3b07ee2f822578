/* What units and players keep from tick to tick, while units crowd and the terrain changes: it is
** what would be worked out from everything as it is. */
#include "check.h"

#include "core/lifetime/validate.h"

enum { WIDTH = 44, HEIGHT = 30, UNITS = 36, TICKS = 200 };

typedef struct Crowded {
  astar_map *map;
  astar_unit *units[UNITS];
} Crowded;

static void add_unit(Crowded *crowded, int i, astar_player *player, astar_class *const *classes) {
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  desc.cls = classes[i % 3];
  desc.sight = i % 4 == 0 ? 40 : i % 9;
  desc.avoidance = ASTAR_AVOIDANCE_YIELD;
  desc.speed = ASTAR_ONE / (1 + i % 3);
  do {
    desc.x = random_below(WIDTH);
    desc.y = random_below(HEIGHT);
    crowded->units[i] = astar_unit_new(player, &desc, &why);
  } while (crowded->units[i] == NULL);
}

static Crowded begin(uint64_t seed) {
  Crowded crowded;
  astar_class *classes[3];
  astar_status why;
  random_seed(seed);
  crowded.map = random_map(WIDTH, HEIGHT, 8);
  for (int i = 0; i < 3; i++) {
    astar_class_desc desc = astar_class_default();
    desc.size = i + 1;
    classes[i] = astar_class_new(crowded.map, &desc, &why);
  }
  astar_player *players[] = { new_player(crowded.map, "red"), new_player(crowded.map, "blue") };
  CHECK(astar_player_set_fog(players[0], false) == ASTAR_OK);
  CHECK(astar_player_share(players[1], players[0], true) == ASTAR_OK);
  for (int i = 0; i < UNITS; i++) add_unit(&crowded, i, players[i % 3 == 2], classes);
  return crowded;
}

static void send_somewhere(const Crowded *crowded) {
  astar_unit *unit = crowded->units[random_below(UNITS)];
  astar_query query = astar_query_default();
  astar_cell at = astar_unit_cell(unit);
  astar_rect goal = { random_below(WIDTH), random_below(HEIGHT), 1, 1 };
  astar_path *path = NULL;
  query.unit = unit;
  query.occupancy = false;
  astar_status why;
  path = astar_path_find(crowded->map, at.x, at.y, goal, &query, &why);
  if (path != NULL) CHECK(astar_unit_follow_path(unit, path, NULL) == ASTAR_OK);
  astar_path_free(crowded->map, path);
}

static void edit_somewhere(astar_map *map) {
  int32_t x = random_below(WIDTH - 3), y = random_below(HEIGHT - 3);
  astar_rect rect = { x, y, 1 + random_below(3), 1 + random_below(3) };
  for (int32_t i = 0; i < rect.width * rect.height; i++)
    if (astar_unit_at(map, x + i % rect.width, y + i / rect.width) != NULL) return;
  CHECK(astar_map_fill(map, rect, random_terrain(30)) == ASTAR_OK);
}

TEST(what_is_kept_is_as_everything_is) {
  for (EACH_CASE(seed, 3)) {
    Crowded crowded = begin(seed);
    for (int tick = 0; tick < TICKS; tick++) {
      send_somewhere(&crowded);
      if (tick % 2 == 0) edit_somewhere(crowded.map);
      CHECK(astar_map_tick(crowded.map, NULL, NULL) == ASTAR_OK);
      const char *wrong = map_validate(crowded.map);
      if (!CHECK(wrong == NULL)) printf("seed %d, tick %d: %s\n", (int)seed, tick, wrong);
    }
    astar_map_free(crowded.map);
  }
}

int main(void) { return run_tests(); }
