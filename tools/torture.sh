#!/bin/sh
# torture.sh: keeps looking for what breaks; `make torture` calls it.
#
#   MINUTES  how long, all kinds together (default 5)      SHORT=1  the short form of CI: the same
#                                                                   cases each time, 60 seconds
#   KINDS    these kinds only: KINDS="api maps"            SEED     begin with this seed
#   WITHOUT  what this machine may lack: WITHOUT=clang     JOBS     so many kinds side by side
#
# It prints a line for each kind, with its count. The first finding fails: torture.sh prints it,
# its seed, and the program that found it, shrunk to what is needed for it to fail.
#
# How to add a kind
#
# A kind is one file, spec/torture/NAME.lua, NAME.sh or NAME.c. Nothing else has to be told of it.
# One of its first ten lines describes it:
#
#   torture: build=asan share=2 short=yes cases=40   (in a comment)
#
#   build  what it runs on: `plain` (the release build), `asan` (gcc's address and undefined
#          sanitizers, the core's assertions on), `fuzzer` (clang's libFuzzer with the same; a C
#          file with LLVMFuzzerTestOneInput), `none` (a script that builds what it needs)
#   share  how much of the time it gets, beside the shares of the others
#   short  whether it belongs to the short form: `yes` or `no`
#   cases  after how many cases the short form ends, if its time is not over before: a fast machine
#          tries the cases that a slow one tries, and finds nothing else
#
# It is called as `NAME SECONDS SEED`, in the root of the tree, and tries one case after the other
# for so many seconds, or until it has tried $CASES of them. Case number n is made from the seed
# SEED + n - 1 and from nothing else, so that any case can be repeated as the first of a run.
#
#   - At the end it exits with 0. The last line that it prints is its count, with what
#     it has counted: "5120 programs, 402113 calls". A count of 0 is a finding: so much was not
#     tried. "0 never" is none: nothing was left out.
#   - A finding is a line or more on its output, with "seed N" on a line of its own, and an exit
#     status other than 0. A crash is a finding too, as is a case that takes longer than a minute
#     beyond the time (a script: a quarter of an hour, as it may build something): to name their seed the kind writes it to $WORK/seed before each case.
#   - To have its findings shrunk, a kind writes each case to $WORK/program.lua (lines; any of them
#     can be left out), program.calls (the same for C) or program.bytes before running it, and when called as `NAME replay
#     FILE` it runs that file only: exit status 0, or the finding again. The driver does the rest.
#     $WORK/program.binary is printed as it is.
#
# The environment of a kind: $WORK, an empty folder of its own; $BUILD, the folder of its build;
# $CASES, in the short form only; $LUA, the Lua to run, which finds what tools/lua.sh says. On `asan`
# the sanitizers are preloaded. spec/fuzz/ has what kinds share: fuzz/kind.lua is the
# loop above for kinds in Lua, fuzz/guided.lua makes bytes that reach new lines of Lua code.

cd "$(dirname "$0")/.." || exit 1
# A kind sees BUILD as the folder of its own build: TOP is that of all of them.
TOP=${TOP:-${BUILD:-build}} MAKE=${MAKE:-make} JOBS=${JOBS:-2} LUA=lua5.4 MINUTES=${MINUTES:-5}
root=$TOP/torture
export TOP
seconds=$((MINUTES * 60))
[ -z "$SHORT" ] || seconds=60 SEED=${SEED:-1}
SEED=${SEED:-$(od -An -N4 -tu4 /dev/urandom | awk '{ print $1 % 1000000000 + 1 }')}

fail() { echo "torture.sh: $*" >&2; exit 1; }

# --- the kinds ------------------------------------------------------------------------------------

file_of() { for file in "spec/torture/$1".*; do echo "$file"; return; done; }

# setting KIND NAME: what its first lines say
setting() { sed -n "1,10s/.*torture: .*\\<$2=\\([a-z0-9]*\\).*/\\1/p" "$(file_of "$1")"; }

all_kinds() { ls spec/torture | sed -n 's/\.\(lua\|sh\|c\)$//p'; }

# Kinds that need what this machine is allowed to lack are named and left out.
is_wanted() {
  [ -n "$SHORT" ] && [ -z "$KINDS" ] && [ "$(setting "$1" short)" != yes ] && return 1
  [ "$(setting "$1" build)" = fuzzer ] || return 0
  case " $WITHOUT " in *" clang "*) echo "skipped $1: WITHOUT=clang" >&2; return 1 ;; esac
}

wanted_kinds() {
  for kind in ${KINDS:-$(all_kinds)}; do
    [ -f "$(file_of "$kind")" ] || fail "no kind '$kind'; there are:" $(all_kinds)
    case $(setting "$kind" short),$(setting "$kind" cases) in
      yes,) fail "$(file_of "$kind") says short=yes, and no cases=…" ;;
    esac
    if is_wanted "$kind"; then echo "$kind"; fi
  done
}

# by_share KIND...: those with the greatest shares first, so that no long one is left for the end
by_share() {
  for kind in "$@"; do echo "$(setting "$kind" share) $kind"; done |
    sort -s -k 1,1nr | cut -d ' ' -f 2
}

folder() { # of the build that a kind runs on
  case $1 in asan) echo "$TOP/asan" ;; fuzzer) echo "$TOP/fuzzer" ;; *) echo "$TOP" ;; esac
}

# build KIND...: all that they run on
build() {
  for kind in "$@"; do
    how=$(setting "$kind" build)
    [ "$how" = none ] && continue
    [ -n "$how" ] || fail "$(file_of "$kind") does not say 'torture: build=…' in its first lines"
    echo "torture-$how"
    case $(file_of "$kind") in *.c) echo "torture-program-$how-$kind" ;; esac
  done | sort -u | xargs -n 1 $MAKE >"$root/build.log" 2>&1 ||
    { tail -n 30 "$root/build.log"; fail "cannot build what the kinds run on"; }
}

# --- one kind -------------------------------------------------------------------------------------

# environment KIND: what it finds when it is called
environment() {
  how=$(setting "$1" build)
  WORK=$root/$1 BUILD=$(folder "$how")
  unset CASES
  [ -z "$SHORT" ] || { CASES=$(setting "$1" cases); export CASES; }
  export WORK BUILD LUA MAKE
  [ "$how" = asan ] || return
  PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)"
  ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1:$ASAN_OPTIONS
  UBSAN_OPTIONS=print_stacktrace=1:$UBSAN_OPTIONS
  export PRELOAD ASAN_OPTIONS UBSAN_OPTIONS
}

# call KIND LIMIT ARGUMENT...: for so many seconds at most
call() {
  called=$1 limit=$2
  shift 2
  case $(file_of "$called") in
    *.lua) set -- tools/lua.sh "spec/torture/$called.lua" "$@" ;;
    *.sh)  set -- tools/lua.sh -- sh "spec/torture/$called.sh" "$@" ;;
    *.c)   set -- "$BUILD/spec/torture/$called" "$@" ;;
  esac
  timeout --foreground -k 10 "$limit" "$@"
}

# What a kind has found: its words, its seed, its program.
report() {
  echo "FOUND   $kind"
  case $1 in 0) echo "it has not tried all that it counts: $(tail -n 1 "$WORK/log")"; return ;; esac
  if [ "$1" = 124 ] || [ "$1" = 137 ]; then echo "it did not end in time"; fi
  grep -v '^seed [0-9]*$' "$WORK/log" | head -n 50
  seed=$(sed -n 's/^seed \([0-9]*\)$/\1/p' "$WORK/log" | tail -n 1)
  [ -n "$seed" ] || seed=$(cat "$WORK/seed" 2>/dev/null)
  for program in "$WORK"/program.*; do
    [ -f "$program" ] && env -u PRELOAD tools/lua.sh spec/fuzz/shrink.lua "$program" \
      "$0" replay "$kind" "$WORK/shrunk"
  done
  echo "again: make torture KINDS=$kind SEED=${seed:-$2}"
}

# Does the last line count something, and nothing 0 times?
has_counted() {
  tail -n 1 "$WORK/log" | sed 's/\<0 never//' | grep '[0-9]' | grep -qv '\(^\|[ (]\)0\($\|[ ,)]\)'
}

one_kind() {
  kind=$1
  environment "$kind"
  rm -rf "$WORK"
  mkdir -p "$WORK" || exit 255
  started=$(date +%s)
  # Scripts build what they need in a time of its own.
  limit=$(($2 + 60))
  case $(file_of "$kind") in *.sh) limit=$(($2 + 900)) ;; esac
  call "$kind" $limit "$2" "$3" >"$WORK/log" 2>&1
  status=$?
  if [ $status = 0 ] && has_counted; then
    printf 'ok      %-12s %4d s  %s\n' "$kind" $(($(date +%s) - started)) \
      "$(tail -n 1 "$WORK/log")"
    exit 0
  fi
  printf '%s\n' "$(report $status "$3")"
  exit 255 # xargs stops
}

# --- all kinds ------------------------------------------------------------------------------------

# seconds_of KIND: its part of the time, when JOBS kinds run side by side
seconds_of() {
  part=$((seconds * JOBS * $(setting "$1" share) / total))
  [ $part -lt $seconds ] || part=$seconds
  [ $part -gt 1 ] || part=1
  echo $part
}

case $1 in
  kind)   one_kind "$2" "$3" "$4" ;;
  replay) environment "$2"; call "$2" 20 replay "$3"; exit ;;
esac

mkdir -p "$root" || exit 1
kinds=$(wanted_kinds) || exit 1
[ -n "$kinds" ] || fail "no kind is left to run"
kinds=$(by_share $kinds)
total=0
for kind in $kinds; do total=$((total + $(setting "$kind" share))); done
build $kinds
echo "== torture: about $seconds seconds, seed $SEED, $JOBS at a time"
for kind in $kinds; do echo kind "$kind" "$(seconds_of "$kind")" "$SEED"; done |
  xargs -n 4 -P "$JOBS" sh "$0" || exit 1
echo "torture: nothing found"
