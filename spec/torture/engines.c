/*
** torture: build=plain share=2 short=yes cases=4000
**
** Random queries for a path, in every way in which one can be asked for, each answered by every
** engine that is exact for it: status, cost and cells are the oracle's. One case in two hundred is
** about costs near to what 32 bits hold.
*/
#include "limits.h"
#include "torture.h"

static void (*const EXAMINE[])(Case *one) = {
  examine_named, examine_found, examine_partial, examine_named, examine_steps, examine_bounded,
  examine_budget, examine_prepared, examine_edited, examine_ended_early, examine_reachable,
  examine_costs, examine_queued, examine_cut,
};

static void try_case(uint64_t seed) {
  static const Wish *const wishes[] = { &SMALL, &SMALL, &LARGE, &WIDE };
  random_seed(seed);
  if (seed % 200 == 0) try_limits(seed / 200);
  else try_world(wishes[seed / 3 % 4], EXAMINE[seed % (sizeof EXAMINE / sizeof *EXAMINE)]);
}

/* Has every engine answered? False: one was never asked rightly, or is never exact. */
static bool all_have_answered(void) {
  bool all = true;
  for (astar_engine engine = ASTAR_ENGINE_ASTAR; engine < ASTAR_ENGINE_DIJKSTRA; engine++) {
    if (answered[engine] > 0) continue;
    printf("never answered: %s\n", astar_engine_name(engine));
    all = false;
  }
  return all;
}

int main(int count, char **words) {
  bool held = torture(count, words, try_case);
  held = held && all_have_answered();
  for (astar_engine engine = ASTAR_ENGINE_ASTAR; engine < ASTAR_ENGINE_DIJKSTRA; engine++)
    printf("%s %llu, ", astar_engine_name(engine), (unsigned long long)answered[engine]);
  printf("known at once %llu; %llu at the limit\n",
         (unsigned long long)answered[ASTAR_ENGINE_NONE], (unsigned long long)limits_met);
  return !held;
}
