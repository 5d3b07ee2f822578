#!/bin/sh
# stages.sh NAME...: runs `make NAME` for each name, whatever fails, and says what came of all of them.
# `.ci/run`, `make nightly` and `make test-all` are such lists (tools/stages.mk).
#
# The last line is "N passed, N failed": the tests of all stages, and one more failure for a stage that
# failed otherwise. A test that is skipped counts as failed, unless spec/skips names its reason: what is
# not tried is known.

cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build}
logs=$BUILD/stages
mkdir -p "$logs" || exit 1

passed=0 failed=0 skipped=0 broken= times=

# count LOG STATUS: adds the log's counts up. A part's own line begins with its verdict, and is in the
# count of all parts already.
count() {
  set -- "$1" "$2" $(grep -aE '^[0-9]+ passed, [0-9]+ failed' "$1" | sed 's/[^0-9]\{1,\}/ /g' |
    awk '{ p += $1; f += $2; s += $3 } END { print p + 0, f + 0, s + 0 }')
  passed=$((passed + $3)) failed=$((failed + $4)) skipped=$((skipped + $5))
  [ "$2" = 0 ] || [ "$4" != 0 ] || failed=$((failed + 1))
  reasons=$(sed -n -E "s/^(any|$stage) +//p" spec/skips)
  unnamed=$(grep -a '^ *skipped ' "$1" | sed 's/.*: //' | grep -vcF "${reasons:-none may be skipped}")
  [ "$unnamed" = 0 ] && return
  echo "== $stage skips $unnamed tests that spec/skips does not name"
  failed=$((failed + unnamed)) skipped=$((skipped - unnamed))
  return 1
}

for stage in "$@"; do
  echo "== make $stage"
  log=$logs/$stage.log began=$(date +%s)
  { ${MAKE:-make} --no-print-directory "$stage" 2>&1; echo $? >"$logs/status"; } | tee "$log"
  status=$(cat "$logs/status")
  count "$log" "$status" && [ "$status" = 0 ] || broken="$broken $stage"
  times="$times, $stage $(($(date +%s) - began)) s"
done

# What failed, once more: a long log is read from its end.
for stage in $broken; do
  echo "== $stage failed"
  grep -a -A 15 -e FAILED -e 'error:' -e '[*][*][*] \[' "$logs/$stage.log" | head -n 60
done
echo "== took${times#,}"

line="$passed passed, $failed failed"
[ "$skipped" = 0 ] || line="$line, $skipped skipped"
echo "$line"
[ -z "$broken" ] && [ "$failed" = 0 ]
