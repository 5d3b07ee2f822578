/* The loop of a kind of torture in C (see tools/torture.sh): one case after the other. */
#ifndef TORTURE_H
#define TORTURE_H

#include <time.h>

#include "check.h"

/* For the driver, should the case crash or never end. */
static inline void note_seed(unsigned long long seed) {
  const char *folder = getenv("WORK");
  char name[4096];
  if (folder == NULL) return;
  snprintf(name, sizeof name, "%s/seed", folder);
  FILE *file = fopen(name, "w");
  if (file == NULL) return;
  fprintf(file, "%llu\n", seed);
  fclose(file);
}

/* After how many cases it ends, whatever the time; unset in the long form. */
static inline unsigned long long cases_at_most(void) {
  const char *number = getenv("CASES");
  return number != NULL && *number != '\0' ? strtoull(number, NULL, 10) : ~0ull;
}

/* NAME SECONDS SEED. False: a case has failed; its seed is printed. */
static inline bool torture(int count, char **words, void (*try_case)(uint64_t seed)) {
  double seconds = count > 1 ? atof(words[1]) : 10;
  unsigned long long seed = count > 2 ? strtoull(words[2], NULL, 10) : 1;
  unsigned long long left = cases_at_most();
  time_t end = time(NULL) + (time_t)seconds;
  for (; left > 0 && time(NULL) < end; seed++, left--) {
    note_seed(seed);
    try_case(seed);
    if (check_complaints == 0) continue;
    printf("seed %llu\n", seed);
    return false;
  }
  return true;
}

#endif
