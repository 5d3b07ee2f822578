#!/bin/sh
# api-functions.sh: the names of the functions that src/astar.h declares, sorted. The preprocessor
# takes the comments out; a declaration may be broken into lines in any way.

sed '/define ASTAR_API/d' src/astar.h | ${CC:-cc} -E -P -x c - | tr '\n' ' ' | tr ';{}' '\n\n\n' |
  sed -n 's/.*ASTAR_API[^(]*[ *]\([a-z_0-9]*\) *(.*/\1/p' | LC_ALL=C sort
