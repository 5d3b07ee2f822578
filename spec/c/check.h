/*
** The few lines that the C tests need: named tests, checks, random numbers, small maps. A test is
** TEST(name) { ... }, and fails when one of its checks does. run_tests runs all of a program in the
** order in which they stand; its last line is "N passed, N failed".
*/
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "astar_units.h"

static int check_passed, check_failed, check_complaints;
static const char *check_name;      /* of the test that runs, */
static uint64_t check_salt;         /* and the name in a number */
static uint64_t check_seed;         /* of the random case that runs; 0: none does */
static uint64_t check_only;         /* the seed of the only one to run; 0: all run */

/* Complains about a check that failed; about the first ones of a test only. */
static inline bool check_that(bool holds, const char *what, const char *file, int line) {
  if (holds || ++check_complaints > 3) return holds;
  printf("%s:%d: %s", file, line, what);
  if (check_seed > 0)
    printf(" (ASTAR_CASES=%s:%llu runs this case alone)", check_name,
           (unsigned long long)check_seed);
  printf("\n");
  return false;
}

#define CHECK(what) check_that(what, #what, __FILE__, __LINE__)

/* Is it the number that stands in the program? `make hashes` reads what this prints. */
static inline bool is_constant(uint64_t number, uint64_t expected) {
  if (number != expected)
    printf("expected 0x%016llxu, got 0x%016llxu\n", (unsigned long long)expected,
           (unsigned long long)number);
  return number == expected;
}

/* ASTAR_CASES=name:seed runs that test only, with that one random case. What the test counts over all
** its cases then fails. */
static inline void run_test(const char *name, void (*run)(void)) {
  const char *only = getenv("ASTAR_CASES");
  if (only != NULL && strchr(only, ':') == NULL) only = NULL;
  size_t length = strlen(name);
  if (only != NULL && (strncmp(only, name, length) != 0 || only[length] != ':')) return;
  check_only = only != NULL ? strtoull(only + length + 1, NULL, 10) : 0;
  check_name = name;
  check_complaints = 0;
  check_seed = check_salt = 0;
  for (const char *c = name; *c != 0; c++) check_salt = 31 * check_salt + (unsigned char)*c;
  run();
  if (check_complaints == 0) check_passed++;
  else check_failed++;
  if (check_complaints > 0) printf("FAILED %s (%d checks)\n", name, check_complaints);
}

typedef struct Test { const char *name; void (*run)(void); int number; } Test;

static Test check_tests[64];
static size_t check_count;

/* Some systems call constructors from the last to the first. */
static inline void check_add(Test test) {
  if (check_count == sizeof check_tests / sizeof *check_tests) abort();
  size_t at = check_count++;
  for (; at > 0 && check_tests[at - 1].number > test.number; at--)
    check_tests[at] = check_tests[at - 1];
  check_tests[at] = test;
}

/* It is noted before `main` begins. */
#define TEST(name)                                                          \
  static void name(void);                                                   \
  __attribute__((constructor)) static void check_adds_##name(void) {        \
    check_add((Test){ #name, name, __COUNTER__ });                          \
  }                                                                         \
  static void name(void)

static inline int run_tests(void) {
  for (size_t i = 0; i < check_count; i++) run_test(check_tests[i].name, check_tests[i].run);
  printf("%d passed, %d failed\n", check_passed, check_failed);
  return check_failed != 0 || check_passed == 0;
}

/* ---- random numbers: the same on every machine ----------------------------------------------- */

static uint64_t random_state = 1;

static inline void random_seed(uint64_t seed) {
  random_state = seed * 0x9e3779b97f4a7c15u + 1;
}

static inline int32_t random_below(int32_t limit) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (int32_t)((random_state >> 33) % (uint64_t)limit);
}

static inline int32_t between(int32_t least, int32_t most) {
  return least + random_below(most - least + 1);
}

static inline bool chance(int32_t percent) {
  return random_below(100) < percent;
}

/* ---- random cases ---------------------------------------------------------------------------- */

/* How many random cases are tried where `count` are by default: ASTAR_CASES times as many. */
static inline uint64_t cases_of(uint64_t count) {
  const char *times = getenv("ASTAR_CASES");
  char *end;
  if (times == NULL || strchr(times, ':') != NULL) return count;
  uint64_t factor = strtoull(times, &end, 10);
  if (*times < '1' || *times > '9' || *end != 0) {
    fprintf(stderr, "ASTAR_CASES is an integer of 1 or more\n");
    exit(2);
  }
  return count * factor;
}

/* The case after the one that has ended; 0: there is none. */
static inline uint64_t next_case(uint64_t ended, uint64_t count) {
  if (check_only > 0) check_seed = ended == 0 ? check_only : 0;
  else check_seed = ended < cases_of(count) ? ended + 1 : 0;
  random_seed(check_seed + check_salt);
  return check_seed;
}

/*
** Runs what follows once for each random case: the cases count from 1, and each is made from its
** number, the seed, alone. A check that fails prints it. Not to be left by `break`.
*/
#define EACH_CASE(seed, count) \
  uint64_t seed = next_case(0, count); seed > 0; seed = next_case(seed, count)

/* ---- maps ------------------------------------------------------------------------------------ */

enum { OPEN = 1, WALL, GLASS, BUSH };   /* glass blocks the way only, a bush the sight only */

static inline void define_terrains(astar_map *map) {
  CHECK(astar_terrain_define(map, "open", 10, false, NULL) == ASTAR_OK);
  CHECK(astar_terrain_define(map, "wall", 0, true, NULL) == ASTAR_OK);
  CHECK(astar_terrain_define(map, "glass", 0, false, NULL) == ASTAR_OK);
  CHECK(astar_terrain_define(map, "bush", 20, true, NULL) == ASTAR_OK);
}

static inline astar_map *open_map(int32_t width, int32_t height) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = width;
  desc.height = height;
  astar_map *map = astar_map_new(&desc, &why);
  if (map == NULL) exit(2);
  define_terrains(map);
  return map;
}

/* From rows of text: '.' open, '#' wall, 'o' glass, '%' bush. */
static inline astar_map *drawn_map(int32_t height, const char *const *rows) {
  astar_map *map = open_map((int32_t)strlen(rows[0]), height);
  for (int32_t y = 0; y < height; y++)
    for (int32_t x = 0; rows[y][x] != 0; x++)
      astar_map_set(map, x, y, (int32_t)(strchr(".#o%", rows[y][x]) - ".#o%") + 1);
  return map;
}

static inline int32_t random_terrain(int32_t percent) {
  return random_below(100) < percent ? WALL + random_below(3) : OPEN;
}

static inline astar_map *random_map(int32_t width, int32_t height, int32_t percent) {
  astar_map *map = open_map(width, height);
  for (int32_t y = 0; y < height; y++)
    for (int32_t x = 0; x < width; x++) astar_map_set(map, x, y, random_terrain(percent));
  return map;
}

static inline astar_player *new_player(astar_map *map, const char *name) {
  astar_status why;
  astar_player *player = astar_player_new(map, name, &why);
  CHECK(player != NULL && why == ASTAR_OK);
  return player;
}

/* Each prepares one thing alone. */
static inline astar_status prepare_tables(astar_map *map, const astar_query *query, bool layers) {
  astar_preparation what = astar_preparation_default();
  what.query = query;
  what.layers = layers;
  return astar_map_prepare(map, &what);
}

static inline astar_status prepare_only(astar_map *map, const astar_query *query, bool landmarks,
                                        bool dead_ends) {
  astar_preparation what = astar_preparation_default();
  what.query = query;
  what.tables = false;
  what.landmarks = landmarks;
  what.dead_ends = dead_ends;
  return astar_map_prepare(map, &what);
}

static inline astar_status find_landmarks(astar_map *map, const astar_query *query) {
  return prepare_only(map, query, true, false);
}

static inline astar_status find_dead_ends(astar_map *map, const astar_query *query) {
  return prepare_only(map, query, false, true);
}

/* NULL where the place is taken or blocked. */
static inline astar_unit *new_unit(astar_player *player, int32_t x, int32_t y, int32_t sight) {
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  desc.x = x;
  desc.y = y;
  desc.sight = sight;
  return astar_unit_new(player, &desc, &why);
}

/* The map as saved bytes, which the caller frees. With too little room nothing is written beyond
** it. */
static inline uint8_t *saved_map(astar_map *map, size_t *size) {
  size_t again, half;
  CHECK(astar_map_save(map, NULL, 0, size) == ASTAR_OK && *size > 0);
  uint8_t *bytes = malloc(*size);
  if (bytes == NULL) exit(2);
  memset(bytes, 0xee, *size);
  CHECK(astar_map_save(map, bytes, *size / 2, &half) == ASTAR_OK && half == *size);
  CHECK(bytes[*size / 2] == 0xee && bytes[*size - 1] == 0xee);
  CHECK(astar_map_save(map, bytes, *size, &again) == ASTAR_OK && again == *size);
  return bytes;
}

#endif
