#!/bin/sh
# check-exports.sh LIBRARY MODULE: the shared library exports the functions that the public headers
# declare, no more and no less; the Lua module exports its entry only.

exported() { nm -D --defined-only "$1" | awk '{ print $NF }' | LC_ALL=C sort; }

declared=$(mktemp) || exit 1
trap 'rm -f "$declared"' EXIT
"$(dirname "$0")/api-functions.sh" >"$declared"

if ! exported "$1" | diff "$declared" - >"$declared.diff"; then
  sed -n 's/^< /in a header, but not in the library: /p
          s/^> /in the library, but not in a header: /p' "$declared.diff"
  failed=1
fi
rm -f "$declared.diff"

others=$(exported "$2" | grep -v '^luaopen_astar_core$')
[ -z "$others" ] || { echo "the module exports:" $others; failed=1; }
exported "$2" | grep -q '^luaopen_astar_core$' ||
  { echo "the module does not export luaopen_astar_core: is it ASTAR_API?"; failed=1; }
[ -z "$failed" ]
