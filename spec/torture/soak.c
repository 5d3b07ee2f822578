/*
** torture: build=plain share=1 short=yes cases=2
**
** Queries of every kind over and over on maps that change: what a map and the process hold stays
** flat. A case is 40 rounds on one map; in the second half the map may hold no more than in the
** first, but for a tenth that tables may grow by, and the process no more than after
** the first cases.
*/
#include "soak.h"
#include "torture.h"

enum { ROUNDS = 40, CASES_TO_WARM_UP = 3, PAGES_MORE = 512 };

static uint64_t queries, cases;
static long most_pages;

/* Pages in memory; 0 where the system does not say. */
static long resident_pages(void) {
  long size, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL) return 0;
  if (fscanf(file, "%ld %ld", &size, &resident) != 2) resident = 0;
  fclose(file);
  return resident;
}

static void watch_process(void) {
  long pages = resident_pages();
  if (++cases <= CASES_TO_WARM_UP) most_pages = pages > most_pages ? pages : most_pages;
  else CHECK(pages <= most_pages + PAGES_MORE);
}

static void try_case(uint64_t seed) {
  random_seed(seed);
  Soak soak = soak_new();
  size_t first = 0, second = 0;
  for (uint64_t round = 0; round < ROUNDS; round++) {
    size_t held = soak_round(&soak, seed * ROUNDS + round);
    size_t *most = round < ROUNDS / 2 ? &first : &second;
    if (held > *most) *most = held;
  }
  CHECK(second <= first + first / 10);
  queries += soak.queries;
  astar_map_free(soak.map);
  watch_process();
}

int main(int count, char **words) {
  bool held = torture(count, words, try_case);
  printf("%llu queries on %llu maps, %ld KB in memory\n", (unsigned long long)queries,
         (unsigned long long)cases, resident_pages() * 4);
  return !held;
}
