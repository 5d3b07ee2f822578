/*
** For lockstep_spec: a library that is loaded before all others, so that a process believes it is
** another time. Lua makes the seed of its hashes of the time and of addresses.
*/
#include <stdlib.h>
#include <time.h>

time_t time(time_t *result) {
  const char *given = getenv("ASTAR_TIME");
  time_t now = given != NULL ? (time_t)atoll(given) : 0;
  if (result != NULL) *result = now;
  return now;
}
