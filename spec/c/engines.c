/* Every engine of the grid by its name against the oracle, in a short sample of
** spec/torture/engines.c. */
#include "limits.h"

enum { WORLDS = 600, LIMITS = 12 };

static Tally tally;

static void all_engines_agree_with_the_oracle(void) {
  for (uint64_t seed = 1; seed <= WORLDS; seed++) try_world(&tally, seed);
  CHECK(tally.queries > 10 * WORLDS);
  for (astar_engine engine = ASTAR_ENGINE_ASTAR; engine < ASTAR_ENGINE_NONE; engine++)
    CHECK(tally.by[engine] > (engine == ASTAR_ENGINE_ANY_ANGLE ? WORLDS / 10 : WORLDS / 5));
  CHECK(tally.lines > WORLDS / 10);
  int32_t untried = 0;
  for (int32_t size = 1; size <= ASTAR_MAX_SIZE; size++) untried += tally.sizes[size] == 0;
  CHECK(untried < 4 && tally.sizes[ASTAR_MAX_SIZE] > 0);
}

static void all_engines_know_the_limit(void) {
  memset(&tally, 0, sizeof tally);
  for (uint64_t seed = 1; seed <= LIMITS; seed++) try_limits(&tally, seed);
  CHECK(tally.limits > 3 * LIMITS);
  for (astar_engine engine = ASTAR_ENGINE_ASTAR; engine <= ASTAR_ENGINE_FLOOD; engine++)
    CHECK(tally.by[engine] > 0);
}

int main(void) {
  TEST(all_engines_agree_with_the_oracle);
  TEST(all_engines_know_the_limit);
  return check_summary();
}
