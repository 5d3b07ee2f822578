#!/bin/sh
# golden.sh [FOLDER]: the golden run, for changes after which everything must be as it was: plays fixed
# searches, worlds, battles, saves, mods and errors (spec/golden), and counts the instructions of fixed
# loads under callgrind. What was printed is in $BUILD/golden. With the FOLDER of another commit's run
# it shows what differs, and ends with status 1 if anything but instructions does. `make golden` calls
# it.
#
#   BUILD    the folder of the build       LUA      which Lua plays
#   WORK     the program of spec/golden/work.c

out=${BUILD:-build}/golden
mkdir -p "$out" || exit 1
tools/lua.sh spec/golden/run.lua "$out" || exit 1

tools/instructions.sh "$WORK" >"$out/loads" || exit 1
cut -d ' ' -f 1,2 "$out/loads" >"$out/instructions"
cut -d ' ' -f 1,3 "$out/loads" >"$out/loads.txt"

if [ -z "$1" ]; then
  cat "$out/instructions"
  exit
fi
join "$1/instructions" "$out/instructions" |
  awk '{ printf "%-12s %12d -> %12d  %+.2f %%\n", $1, $2, $3, 100 * ($3 / $2 - 1) }'
failed=0
for file in "$out"/*.txt; do
  name=${file##*/}
  cmp -s "$1/$name" "$file" && continue
  failed=1
  echo "$name differs:"
  diff "$1/$name" "$file" | head -n 6 | cut -c 1-200
done
exit $failed
