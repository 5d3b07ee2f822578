/* Queries of every kind over and over: what a map holds does not grow. See spec/torture/soak.c. */
#include "soak.h"

enum { WARM_UP = 10, ROUNDS = 15 };

TEST(memory_stays_flat) {
  random_seed(1);
  Soak soak = soak_new();
  size_t most = 0, later = 0;
  for (uint64_t round = 1; round <= WARM_UP + cases_of(ROUNDS); round++) {
    size_t held = soak_round(&soak, round);
    if (round <= WARM_UP) most = held > most ? held : most;
    else later = held > later ? held : later;
  }
  CHECK(later <= most + most / 10);
  CHECK(soak.found > soak.queries / 3);
  astar_map_free(soak.map);
}

int main(void) { return run_tests(); }
