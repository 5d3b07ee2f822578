/*
** torture: build=plain share=2 short=yes cases=1300
**
** Random queries, each answered by every engine that is exact for it, chosen by name: status, cost
** and cells are the oracle's, or the length of lines in any direction. One case in a hundred is
** about costs near to what 32 bits hold.
*/
#include "limits.h"
#include "torture.h"

static Tally tally;

static void try_case(uint64_t seed) {
  if (seed % 100 == 0) try_limits(&tally, seed / 100);
  else try_world(&tally, seed);
}

/* Has every engine answered? False: one was never asked rightly, or is never exact. */
static bool all_have_answered(void) {
  bool all = true;
  for (astar_engine engine = ASTAR_ENGINE_ASTAR; engine < ASTAR_ENGINE_NONE; engine++) {
    if (tally.by[engine] > 0) continue;
    printf("never answered: %s\n", astar_engine_name(engine));
    all = false;
  }
  return all;
}

int main(int count, char **words) {
  bool held = torture(count, words, try_case);
  held = held && all_have_answered();
  printf("%llu queries, %llu answers (", (unsigned long long)tally.queries,
         (unsigned long long)tally.searches);
  for (astar_engine engine = ASTAR_ENGINE_ASTAR; engine < ASTAR_ENGINE_NONE; engine++)
    printf("%s %llu, ", astar_engine_name(engine), (unsigned long long)tally.by[engine]);
  printf("known at once %llu), %llu at the limit, %llu fields\n",
         (unsigned long long)tally.by[ASTAR_ENGINE_NONE], (unsigned long long)tally.limits,
         (unsigned long long)tally.fields);
  return !held;
}
