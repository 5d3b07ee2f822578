/*
** torture: build=plain share=1 short=yes cases=540
**
** Influence maps against a plain array, and sight against its definition: stamps of every radius and
** falloff, decay, spread, on maps of every shape, as the reference defines them.
*/
#include "../c/sight.h"
#include "torture.h"

enum { SIDE = 90, MOST = ASTAR_MAX_COST };

static uint64_t stamps, looks;

typedef struct Plain {
  int32_t width, height;
  int64_t values[SIDE * SIDE];
} Plain;

static int64_t clamped(int64_t value) {
  return value < -MOST ? -MOST : value > MOST ? MOST : value;
}

/* The nearest whole number, halves away from 0. */
static int64_t rounded(int64_t over, int64_t under) {
  int64_t twice = 2 * over;
  return (twice + (twice < 0 ? -under : under)) / (2 * under);
}

/* The distance in 1/1024, rounded down. */
static int64_t distance_of(int64_t dx, int64_t dy) {
  int64_t square = (dx * dx + dy * dy) * 1024 * 1024, low = 0, high = 1 << 20;
  while (high - low > 1) {
    int64_t middle = (low + high) / 2;
    if (middle * middle <= square) low = middle;
    else high = middle;
  }
  return low;
}

static void plain_add(Plain *plain, astar_cell at, int32_t amount, int32_t radius, bool falls) {
  for (int32_t y = 0; y < plain->height; y++)
    for (int32_t x = 0; x < plain->width; x++) {
      int64_t dx = x - at.x, dy = y - at.y, reach = (radius + 1) * 1024;
      int64_t *value = &plain->values[y * SIDE + x];
      if (dx * dx + dy * dy > (int64_t)radius * radius) continue;
      int64_t part = falls ? rounded(amount * (reach - distance_of(dx, dy)), reach) : amount;
      *value = clamped(*value + part);
    }
}

/* Each neighbour gets an eighth of the share, rounded towards 0; what none gets stays. */
static void plain_spread(Plain *plain, int32_t share) {
  static int64_t next[SIDE * SIDE];
  memcpy(next, plain->values, sizeof next);
  for (int32_t y = 0; y < plain->height; y++)
    for (int32_t x = 0; x < plain->width; x++) {
      int64_t part = plain->values[y * SIDE + x] * share / (1024 * 8);
      for (int32_t i = 0; i < 9; i++) {
        int32_t nx = x + i % 3 - 1, ny = y + i / 3 - 1;
        if (i == 4 || nx < 0 || ny < 0 || nx >= plain->width || ny >= plain->height) continue;
        next[ny * SIDE + nx] += part;
        next[y * SIDE + x] -= part;
      }
    }
  memcpy(plain->values, next, sizeof next);
}

static void plain_decay(Plain *plain, int32_t factor) {
  for (int32_t i = 0; i < SIDE * SIDE; i++) plain->values[i] = plain->values[i] * factor / 1024;
}

static void change(astar_influence *influence, Plain *plain) {
  astar_cell at = { random_below(plain->width), random_below(plain->height) };
  int32_t amount = random_below(2 * MOST + 1) - MOST;
  int32_t radius = random_below(3) ? random_below(9) : random_below(ASTAR_MAX_RADIUS + 1);
  int32_t ratio = random_below(1025), kind = random_below(6);
  bool falls = random_below(2);
  astar_falloff falloff = falls ? ASTAR_FALLOFF_LINEAR : ASTAR_FALLOFF_NONE;
  stamps++;
  if (kind == 0) {
    CHECK(astar_influence_decay(influence, ratio) == ASTAR_OK);
    plain_decay(plain, ratio);
  } else if (kind == 1) {
    CHECK(astar_influence_spread(influence, ratio) == ASTAR_OK);
    plain_spread(plain, ratio);
  } else {
    CHECK(astar_influence_add(influence, at.x, at.y, amount, radius, falloff) == ASTAR_OK);
    plain_add(plain, at, amount, radius, falls);
  }
}

static void try_influence(astar_map *map) {
  static Plain plain;
  astar_status why;
  astar_influence *influence = astar_influence_new(map, "danger", ASTAR_ONE, &why);
  memset(&plain, 0, sizeof plain);
  plain.width = astar_map_width(map);
  plain.height = astar_map_height(map);
  for (int step = 0; step < 12; step++) {
    change(influence, &plain);
    for (int32_t y = 0; y < plain.height; y++)
      for (int32_t x = 0; x < plain.width; x++)
        CHECK(astar_influence_get(influence, x, y) == plain.values[y * SIDE + x]);
  }
}

static void try_sight(astar_map *map) {
  astar_player *player = new_player(map, "red");
  int32_t width = astar_map_width(map), height = astar_map_height(map);
  for (int look = 0; look < 2; look++, looks++) {
    astar_cell at = { random_below(width), random_below(height) };
    int32_t radius = random_below(4) ? random_below(9) : random_below(40);
    CHECK(astar_player_end_sight(player) == ASTAR_OK);
    CHECK(astar_player_see(player, at.x, at.y, radius, NULL, NULL) == ASTAR_OK);
    for (int32_t y = 0; y < height; y++)
      for (int32_t x = 0; x < width; x++)
        CHECK((astar_player_knows(player, x, y) == ASTAR_VISIBLE) ==
              defined(map, at, x, y, radius));
  }
}

static void try_case(uint64_t seed) {
  random_seed(seed);
  int32_t width = 1 + random_below(SIDE), height = 1 + random_below(SIDE);
  astar_map *map = open_map(width, height);
  try_influence(map);
  astar_map_free(map);
  map = random_map(1 + random_below(14), 1 + random_below(14), 3 + random_below(50));
  try_sight(map);
  astar_map_free(map);
}

int main(int count, char **words) {
  bool held = torture(count, words, try_case);
  printf("%llu stamps, decays and spreads, %llu looks\n", (unsigned long long)stamps,
         (unsigned long long)looks);
  return !held;
}
