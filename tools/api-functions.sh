#!/bin/sh
# api-functions.sh [-d]: the names of the functions that the public headers declare, sorted; with -d
# the declarations instead, one a line, in their order. PARTS= as for make: the headers of these. The
# preprocessor takes the comments out; a declaration may be broken into lines in any way.

declarations() {
  cat $(tools/sources.sh src/ h "$PARTS" | grep -v astar_lua) |
    sed '/define ASTAR_API/d; /^#include "/d' | ${CC:-cc} -E -P -x c - | tr '\n' ' ' |
    tr ';{}' '\n\n\n' | grep ASTAR_API
}

if [ "$1" = -d ]; then declarations
else declarations | sed -n 's/.*ASTAR_API[^(]*[ *]\([a-z_0-9]*\) *(.*/\1/p' | LC_ALL=C sort
fi
