/* Influence from sight: the amount for each eye that sees a cell; and ways that avoid eyes. */
#include "sight.h"

#include "core/lifetime/validate.h"

enum { WIDTH = 90, HEIGHT = 70, EYES = 10 };

static astar_sight *look(astar_map *map, const astar_observer *eyes, int32_t count) {
  astar_status why;
  astar_sight *sight = astar_sight_new(map, eyes, count, NULL, &why);
  CHECK(sight != NULL);
  return sight;
}

static astar_influence *new_influence(astar_map *map, const char *name) {
  astar_status why;
  astar_influence *influence = astar_influence_new(map, name, 1024, &why);
  CHECK(influence != NULL);
  return influence;
}

static void check_values(const astar_map *map, const astar_influence *influence,
                         const astar_sight *sight, int64_t amount) {
  for (int32_t y = 0; y < astar_map_height(map); y++)
    for (int32_t x = 0; x < astar_map_width(map); x++) {
      int64_t value = amount * astar_sight_count(sight, x, y);
      if (value > ASTAR_MAX_COST) value = ASTAR_MAX_COST;
      if (value < -ASTAR_MAX_COST) value = -ASTAR_MAX_COST;
      CHECK(astar_influence_get(influence, x, y) == value);
    }
}

/* Eyes wander, come and go; the map holds what they see now, and nothing of what they saw then. */
TEST(values_are_what_eyes_see) {
  for (EACH_CASE(seed, 8)) {
    astar_map *map = random_map(WIDTH, HEIGHT, 12);
    astar_influence *seen = new_influence(map, "seen");
    astar_observer eyes[EYES];
    for (int k = 0; k < EYES; k++)
      eyes[k] = (astar_observer){ random_below(WIDTH), random_below(HEIGHT), random_below(25) - 1 };
    astar_influence_add(seen, 30, 30, 70, 20, ASTAR_FALLOFF_LINEAR);
    for (int step = 0; step < 12; step++) {
      int32_t amount = step == 5 ? -30000 : 7 + step;
      astar_observer *one = &eyes[random_below(EYES)];
      one->x = random_below(WIDTH);
      astar_sight *sight = look(map, eyes, step == 9 ? 0 : EYES);
      CHECK(astar_influence_from_sight(seen, sight, amount) == ASTAR_OK);
      check_values(map, seen, sight, amount);
      CHECK(map_validate(map) == NULL);
      astar_sight_free(sight);
    }
    astar_map_free(map);
  }
}

/* Paths are those over a map with the same values set one by one, through all that changes. */
TEST(paths_avoid_eyes) {
  for (EACH_CASE(seed, 10)) {
    astar_map *map = random_map(60, 50, 10);
    astar_influence *seen = new_influence(map, "seen"), *set = new_influence(map, "set");
    astar_weighted with_seen = { seen, 1024 }, with_set = { set, 1024 };
    for (int step = 0; step < 12; step++) {
      astar_observer eyes[3];
      for (int k = 0; k < 3; k++)
        eyes[k] = (astar_observer){ random_below(60), random_below(50), 4 + random_below(12) };
      astar_sight *sight = look(map, eyes, 3);
      CHECK(astar_influence_from_sight(seen, sight, 40) == ASTAR_OK);
      for (int32_t y = 0; y < 50; y++)
        for (int32_t x = 0; x < 60; x++)
          astar_influence_set(set, x, y, 40 * astar_sight_count(sight, x, y));
      astar_sight_free(sight);
      astar_query query = astar_query_default(), other = astar_query_default();
      astar_path *path = NULL, *expected = NULL;
      query.influences = &with_seen;
      other.influences = &with_set;
      query.influence_count = other.influence_count = 1;
      astar_rect goal = { random_below(60), random_below(50), 1, 1 };
      astar_cell at = { random_below(60), random_below(50) };
      astar_status status;
      path = astar_path_find(map, at.x, at.y, goal, &query, &status);
      astar_status why;
      expected = astar_path_find(map, at.x, at.y, goal, &other, &why);
      CHECK(why == status);
      if (status == ASTAR_OK) CHECK(astar_path_cost(path) == astar_path_cost(expected));
      if (status == ASTAR_OK) CHECK(memcmp(path, expected, astar_path_bytes(path)) == 0);
      astar_path_free(map, path);
      astar_path_free(map, expected);
    }
    astar_map_free(map);
  }
}

/* Where nothing has changed, nothing is said to have changed. */
TEST(the_same_sight_changes_nothing) {
  astar_map *map = open_map(WIDTH, HEIGHT);
  astar_influence *seen = new_influence(map, "seen");
  astar_observer eye = { 40, 40, 20 };
  astar_sight *sight = look(map, &eye, 1);
  CHECK(astar_influence_from_sight(seen, sight, 9) == ASTAR_OK);
  uint64_t changes = astar_influence_changes(seen), hash = astar_map_hash(map);
  CHECK(astar_influence_from_sight(seen, sight, 9) == ASTAR_OK);
  CHECK(astar_influence_changes(seen) == changes && astar_map_hash(map) == hash);
  CHECK(astar_influence_from_sight(seen, sight, 8) == ASTAR_OK);
  CHECK(astar_influence_changes(seen) > changes && astar_map_hash(map) != hash);
  astar_map_free(map);
}

TEST(bad_arguments_are_refused) {
  astar_map *map = open_map(9, 9), *other = open_map(9, 9);
  astar_influence *seen = new_influence(map, "seen");
  astar_observer eye = { 4, 4, 2 };
  astar_sight *sight = look(map, &eye, 1), *foreign = look(other, &eye, 1);
  uint64_t before = astar_map_hash(map);
  CHECK(astar_influence_from_sight(seen, foreign, 1) == ASTAR_INVALID);
  CHECK(astar_influence_from_sight(seen, sight, ASTAR_MAX_COST + 1) == ASTAR_INVALID);
  CHECK(astar_influence_from_sight(seen, sight, -ASTAR_MAX_COST - 1) == ASTAR_INVALID);
  CHECK(astar_map_hash(map) == before);
  CHECK(astar_influence_from_sight(seen, sight, -ASTAR_MAX_COST) == ASTAR_OK);
  astar_map_free(map);
  astar_map_free(other);
}

int main(void) { return run_tests(); }
