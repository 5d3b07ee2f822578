#!/bin/sh
# test.sh: runs every part of the test suite and adds the counts up; `make test` calls it.
#
# A part is a spec file, run by a busted of its own, or a program of spec/c or spec/memory. One
# process a part: a crash takes its own part only, and the parts keep all processors busy.
#
# A part may be named with a sandbox, FILE@stock: then the mods of that file run in this one (stock,
# bounds or vault); else in the default one.
#
#   LUA      lua5.1 to lua5.5, or luajit       BUILD    the directory of the build
#   SPEC     run these parts only              JOBS     so many parts side by side
#   EXTRA    unless SPEC names any, specs that are tagged #extra are left out: they need more than a
#            compiler and Lua, or test the project's own tools. yes: they are run, too; only: the
#            others are left out
#   LEAVE_OUT  a pattern of grep -E: parts that are not run if SPEC does not name any
#   PRELOAD  libraries for Lua to preload      TIMEOUT  seconds until a part counts as hanging
#
# The last line is "N passed, N failed", with ", N skipped" where something was; $results/counts
# holds the same line.

LUA=${LUA:-lua5.4} BUILD=${BUILD:-build} JOBS=${JOBS:-2} TIMEOUT=${TIMEOUT:-900}
export LUA BUILD JOBS TIMEOUT SPEC PRELOAD
results=$BUILD/test/$LUA

count_line='^[0-9][0-9]* passed, [0-9][0-9]* failed\(, [0-9][0-9]* skipped\)\{0,1\}$'

# numbers: "3 passed, 0 failed, 1 skipped" -> "3 0 1"
numbers() { sed 's/[^0-9]\{1,\}/ /g; s/^ *\([0-9]* [0-9]*\) *$/\1 0/'; }

# --- one part -----------------------------------------------------------------------------------

limit() {
  if timeout --foreground 1 true 2>/dev/null; then
    timeout --foreground -k 10 "$TIMEOUT" "$@"
  else
    "$@"
  fi
}

run() {
  case $1 in *@*) ASTAR_SANDBOX=${1#*@}; export ASTAR_SANDBOX ;; esac
  case $1 in
    *.lua | *.lua@*)
      limit tools/lua.sh tools/busted.lua -o spec/support/outputhandler.lua "${1%@*}" ;;
    *) limit tools/lua.sh -- "$1" ;;
  esac
}

# why STATUS: an exit status in words
why() {
  if [ "$1" = 124 ]; then echo "took longer than $TIMEOUT seconds"
  elif [ "$1" -gt 128 ] && name=$(kill -l $(($1 - 128)) 2>/dev/null); then
    echo "was killed by signal $name"
  else echo "ended with exit status $1"
  fi
}

# where_it_crashed: the end of the stack, from the core file that a part, or a program that it has
# run, has left; and removes that file. A crash that comes once in many runs cannot be repeated.
where_it_crashed() {
  for core in core core.*; do
    [ -f "$core" ] && [ "$core" -nt "$base.begun" ] || continue
    echo "the stack of $core:"
    if command -v gdb >/dev/null; then
      gdb -batch -ex "bt 24" -ex "x/5i \$pc" "$(command -v "$LUA")" "$core" 2>/dev/null |
        tail -n 32
    else echo "(gdb, which shows it, is not there)"
    fi
    rm -f "$core"
  done
}

# judge STATUS: sets passed, failed, skipped and trouble from the part's counts and exit status.
# A part that fails without saying so in its counts has failed all the same.
judge() {
  case $part in *.lua | *.lua@*) from=$base.counts ;; *) from=$base.log ;; esac
  trouble=
  counts=$(grep "$count_line" "$from" 2>/dev/null | tail -n 1)
  if [ -z "$counts" ]; then
    trouble="$(why "$1"), and did not say how many tests passed"
    partial=$(sed -n '1s/^\(.* skipped\), then \(.*\)/\1/p' "$base.counts" 2>/dev/null)
    running=$(sed -n '1s/^\(.* skipped\), then \(.*\)/\2/p' "$base.counts" 2>/dev/null)
    [ -n "$running" ] && trouble="$(why "$1") in $running"
    counts=${partial:-0 passed, 0 failed}
  fi
  set -- "$1" $(echo "$counts" | numbers)
  passed=$2 failed=$3 skipped=$4
  if [ -z "$trouble" ] && [ "$1" != 0 ] && [ "$failed" = 0 ]; then
    trouble="$(why "$1"), although no test failed"
  elif [ -z "$trouble" ] && [ $((passed + failed + skipped)) = 0 ]; then
    trouble="holds no test"
  fi
  [ -z "$trouble" ] || failed=$((failed + 1))
}

# processor_seconds: what `times` says of this shell and of all that it has run, added up
processor_seconds() {
  sed 's/s//g; s/m/ /g' | awk '{ sum += ($1 + $3) * 60 + $2 + $4 } END { printf "%.1f", sum }'
}

report() {
  verdict=ok
  [ "$failed" = 0 ] || verdict=FAILED
  shown="$passed passed, $failed failed"
  [ "$skipped" = 0 ] || shown="$shown, $skipped skipped"
  printf '%-7s %-48s %5s s  %s\n' "$verdict" "${part#"$BUILD/"}" "$1" "$shown"
  # The log of what passes is of no interest, but for what it skipped and why.
  if [ "$ALONE" ]; then :
  elif [ "$verdict" = FAILED ]; then sed 's/^/    /' "$base.log"
  else grep '^skipped ' "$base.log" | sed 's/^/    /'
  fi
  [ -z "$trouble" ] || echo "    $part $trouble"
}

one_part() {
  part=$1
  base=$results/$(echo "${part#"$BUILD/"}" | tr / -)
  export ASTAR_COUNTS="$base.counts"
  : >"$base.begun"
  { (ulimit -c unlimited 2>/dev/null; run "$part"); echo $? >"$base.status"; } 2>&1 |
    if [ "$ALONE" ]; then tee "$base.log"; else cat >"$base.log"; fi
  times >"$base.times"
  where_it_crashed >>"$base.log"
  judge "$(cat "$base.status")"
  echo "$passed $failed $skipped" >"$base.result"
  report=$(report "$(processor_seconds <"$base.times")")
  printf '%s\n' "$report"
}

# --- all parts ----------------------------------------------------------------------------------

# parts_in NAME[@SANDBOX]: the parts that a spec, the source of a program, or a folder of them stands for
parts_in() {
  case $1 in *@*) kind=@${1#*@} ;; *) kind= ;; esac
  [ -e "${1%@*}" ] || { echo "$1"; return; } # which fails, as there is no such part
  find "${1%@*}" \( -name '*_spec.lua' -o -path 'spec/c/*.c' -o -path 'spec/memory/*.c' \) |
    sed -e "s|^\(.*\)\.c\$|$BUILD/\1|" -e "s|\$|$kind|" | sort
}

# long_first: the parts that spec/long names come first, so that none of them is alone at the end
long_first() {
  parts=$(cat)
  long=$(sed "s|^\(.*\)\.c\$|$BUILD/\1|" spec/long 2>/dev/null)
  for part in $long; do printf '%s\n' "$parts" | grep -xF "$part"; done
  printf '%s\n' "$parts" | grep -vxF "$long"
}

# chosen: those of the parts that EXTRA asks for
chosen() {
  extra=$(grep -rlF --include='*_spec.lua' '#extra' spec)
  case $SPEC/$EXTRA in
    /)     grep -vF "$extra" ;;
    /only) grep -F "$extra" ;;
    *)     cat ;;
  esac
}

all_parts() {
  {
    for name in ${SPEC:-spec}; do
      parts_in "${name%/}"
    done
  } | chosen | { if [ "$LUA" = lua5.4 ]; then cat; else grep -v '/spec/memory/'; fi; } |
    { if [ -n "$LEAVE_OUT" ] && [ -z "$SPEC" ]; then grep -Ev "$LEAVE_OUT"; else cat; fi; } |
    long_first
}

total() {
  count=0 passed=0 failed=0 skipped=0
  for result in "$results"/*.result; do
    [ -f "$result" ] || continue
    read -r p f s <"$result"
    count=$((count + 1))
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
  done
  if [ "$count" = 0 ]; then
    echo "no test was run"
    failed=1
  elif [ "$count" != "$1" ]; then
    echo "only $count of $1 parts came to an end"
    failed=$((failed + $1 - count))
  fi
}

if [ "$1" = part ]; then
  one_part "$2"
  exit
fi

rm -rf "$results"
mkdir -p "$results" || exit 1
parts=$(all_parts)
# What a part alone prints is shown as it comes.
case $parts in *"
"*) ALONE= ;; *) ALONE=yes ;; esac
export ALONE
echo "== tests with $LUA ($BUILD), $JOBS at a time"
[ -n "$parts" ] && printf '%s\n' $parts | xargs -n 1 -P "$JOBS" sh "$0" part
total "$(printf '%s' "$parts" | grep -c .)"

line="$passed passed, $failed failed"
[ "$skipped" = 0 ] || line="$line, $skipped skipped"
echo "$line" >"$results/counts"
echo "$line"
[ "$failed" = 0 ]
