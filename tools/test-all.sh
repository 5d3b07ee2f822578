#!/bin/sh
# test-all.sh: `make test` under each of LUAS, one after the other, and what came of it in a line
# each. A Lua that can be neither found nor installed is named, and is no failure.
#
#   LUAS  lua5.4 lua5.3 …      SPEC  these parts only      MAKE, BUILD, JOBS  as in the Makefile

MAKE=${MAKE:-make} BUILD=${BUILD:-build} JOBS=${JOBS:-2}
failed=0 summary=

for lua in $LUAS; do
  if ! tools/need.sh compiler "$lua" "busted-$lua"; then
    line='not here'
  else
    rm -f "$BUILD/test/$lua/counts"
    "$MAKE" --no-print-directory test LUA="$lua" BUILD="$BUILD" JOBS="$JOBS" SPEC="$SPEC" || failed=1
    line=$(cat "$BUILD/test/$lua/counts" 2>/dev/null || echo 'did not come to an end')
  fi
  summary="$summary$(printf '%-8s %s' "$lua" "$line")
"
done

echo "== every Lua"
printf '%s' "$summary"
exit "$failed"
