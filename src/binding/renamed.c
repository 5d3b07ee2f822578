#include "renamed.h"

#include <stddef.h>
#include <string.h>

typedef struct Renamed {
  const char *was, *now;
} Renamed;

/* A word that still is a name elsewhere may stand here: it is looked up only where it is none. */
static const Renamed words[] = {
  { "extra", "extra_cost" }, { "turn", "turn_cost" }, { "weight", "heuristic_weight" },
  { "search", "engine" }, { NULL, NULL }
};

const char *la_renamed_word(const char *was) {
  for (const Renamed *one = words; one->was != NULL; one++)
    if (strcmp(one->was, was) == 0) return one->now;
  return NULL;
}
