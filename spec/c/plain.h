/* Influence maps as they are defined: stamps of every radius and falloff, decay and spread, on a plain
** array. */
#ifndef PLAIN_H
#define PLAIN_H

#include "check.h"

enum { SIDE = 90, MOST = ASTAR_MAX_COST };

typedef struct Plain {
  int32_t width, height;
  int64_t values[SIDE * SIDE];
} Plain;

static inline int64_t clamped(int64_t value) {
  return value < -MOST ? -MOST : value > MOST ? MOST : value;
}

/* The nearest whole number, halves away from 0. */
static inline int64_t rounded(int64_t over, int64_t under) {
  int64_t twice = 2 * over;
  return (twice + (twice < 0 ? -under : under)) / (2 * under);
}

/* The distance in 1/1024, rounded down. */
static inline int64_t distance_of(int64_t dx, int64_t dy) {
  int64_t square = (dx * dx + dy * dy) * 1024 * 1024, low = 0, high = 1 << 20;
  while (high - low > 1) {
    int64_t middle = (low + high) / 2;
    if (middle * middle <= square) low = middle;
    else high = middle;
  }
  return low;
}

static inline void plain_add(Plain *plain, astar_cell at, int32_t amount, int32_t radius, bool falls) {
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
static inline void plain_spread(Plain *plain, int32_t share) {
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

static inline void plain_decay(Plain *plain, int32_t factor) {
  for (int32_t i = 0; i < SIDE * SIDE; i++) plain->values[i] = plain->values[i] * factor / 1024;
}

/* The same to an influence map and to the model. */
static inline void plain_change(astar_influence *influence, Plain *plain) {
  astar_cell at = { random_below(plain->width), random_below(plain->height) };
  int32_t amount = random_below(2 * MOST + 1) - MOST;
  int32_t radius = random_below(3) ? random_below(9) : random_below(ASTAR_MAX_RADIUS + 1);
  int32_t ratio = random_below(1025), kind = random_below(14);
  bool falls = random_below(2);
  astar_falloff falloff = falls ? ASTAR_FALLOFF_LINEAR : ASTAR_FALLOFF_NONE;
  if (kind < 2) {
    CHECK(astar_influence_decay(influence, ratio) == ASTAR_OK);
    plain_decay(plain, ratio);
  } else if (kind < 4) {
    CHECK(astar_influence_spread(influence, ratio) == ASTAR_OK);
    plain_spread(plain, ratio);
  } else if (kind == 4) {
    CHECK(astar_influence_set(influence, at.x, at.y, amount) == ASTAR_OK);
    plain->values[at.y * SIDE + at.x] = amount;
  } else if (kind == 5 && falls) {
    CHECK(astar_influence_clear(influence) == ASTAR_OK);
    memset(plain->values, 0, sizeof plain->values);
  } else {
    CHECK(astar_influence_add(influence, at.x, at.y, amount, radius, falloff) == ASTAR_OK);
    plain_add(plain, at, amount, radius, falls);
  }
}

/* A new influence map and its model, changed `steps` times: the two are the same each time. */
static inline void plain_try(astar_map *map, int steps) {
  static Plain plain;
  astar_status why;
  astar_influence *influence = astar_influence_new(map, "danger", ASTAR_ONE, &why);
  CHECK(influence != NULL && why == ASTAR_OK);
  memset(&plain, 0, sizeof plain);
  plain.width = astar_map_width(map);
  plain.height = astar_map_height(map);
  for (int step = 0; step < steps; step++) {
    plain_change(influence, &plain);
    for (int32_t y = 0; y < plain.height; y++)
      for (int32_t x = 0; x < plain.width; x++)
        CHECK(astar_influence_get(influence, x, y) == plain.values[y * SIDE + x]);
  }
}

#endif
