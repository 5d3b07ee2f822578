/*
** Refusals: why a call was INVALID, in words that name the argument. A check that fails leaves them
** where the map, or graph, is; they are texts that last for ever. So a map says what is wrong with
** calls that change nothing, too, and no two threads share anything.
*/
#ifndef ASTAR_REFUSAL_H
#define ASTAR_REFUSAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Refusal {
  const char *words;                /* of the last one; NULL: there was none */
} Refusal;

/* Does it hold? If not, these words say what is wrong. */
static inline bool refusal_unless(Refusal *refusal, bool holds, const char *words) {
  if (!holds) refusal->words = words;
  return holds;
}
/* Is a number from `least` to `most`? */
static inline bool refusal_unless_between(Refusal *refusal, int64_t number, int64_t least,
                                          int64_t most, const char *words) {
  return refusal_unless(refusal, number >= least && number <= most, words);
}

#endif
