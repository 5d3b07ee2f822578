/*
** For locale_spec: a library that is loaded before all others, so that text is in reverse order for
** `<`, as it may be in any order in the locale that a game has set.
*/
#include <string.h>

int strcoll(const char *a, const char *b) {
  return strcmp(b, a);
}
