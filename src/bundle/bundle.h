/*
** The library's files in Lua, as parts of a program. tools/single.lua writes the list.
*/
#ifndef ASTAR_BUNDLE_H
#define ASTAR_BUNDLE_H

#include <stddef.h>

typedef struct la_bundled {
  const char *module;               /* "astar.world" */
  const char *file;                 /* what messages call it: "=[astar]/world/init.lua" */
  const char *text;
  size_t length;
} la_bundled;

/* By module, in the order of strcmp. */
extern const la_bundled la_bundle[];
extern const size_t la_bundle_count;

#endif
