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

: >"$out/instructions"
for load in $("$WORK"); do
  callgrind=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$WORK" "$load" 2>&1) ||
    { echo "$callgrind"; exit 1; }
  echo "$callgrind" | sed -n "s/.*Collected : \([0-9]*\).*/$load \1/p" >>"$out/instructions"
  echo "$callgrind" | grep "^$load " >>"$out/loads.txt.new"
done
mv "$out/loads.txt.new" "$out/loads.txt"

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
