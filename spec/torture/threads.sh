#!/bin/sh
# torture: build=none share=3 short=no
#
# clang's thread sanitizer: the specs of the queue in C, and calls of the C interface at random, whose
# searches run on several threads. With POSIX threads: it knows nothing of thrd_create, and crashes.

. spec/fuzz/specs.sh
build=$TOP/tsan
$MAKE -s CC=clang BUILD="$build" CPPFLAGS=-D__STDC_NO_THREADS__ \
  CFLAGS="-g -O1 -fsanitize=thread" \
  "$build/spec/c/queue" "$build/spec/torture/capi" >"$WORK/build.log" 2>&1 ||
  { tail "$WORK/build.log"; exit 1; }

ends=$(($(date +%s) + $1))
export TSAN_OPTIONS=halt_on_error=1
echo "$build/spec/c/queue" >"$WORK/list"
each_until "$ends" env <"$WORK/list"
left=$((ends - $(date +%s)))
[ $left -gt 2 ] || left=2
"$build/spec/torture/capi" $left "$2" >"$WORK/capi.log" 2>&1 || { cat "$WORK/capi.log"; exit 1; }
echo "$count run of spec/c/queue, $(tail -n 1 "$WORK/capi.log")"
