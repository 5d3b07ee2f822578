#!/bin/sh
# test-asan.sh: test.sh on a build with sanitizers. Lua itself has none, so that their run time
# is preloaded.

PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)"
# For the specs: long runs may be cut short here.
ASTAR_SANITIZER=1
# An allocation too large returns NULL, as malloc does.
ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1:$ASAN_OPTIONS
UBSAN_OPTIONS=print_stacktrace=1:$UBSAN_OPTIONS
# What runs other programs, which have no sanitizer.
LEAVE_OUT="${LEAVE_OUT:+$LEAVE_OUT|}"'^spec/(cli|hosts|single|browser)/|^spec/lua/(sandbox/room|locale)_spec|^spec/(meta|vault_build|demo|skips|docs/(command_line|coming_from|examples|modding|cookbook))_spec'
export LEAVE_OUT PRELOAD ASTAR_SANITIZER ASAN_OPTIONS UBSAN_OPTIONS

exec "$(dirname "$0")/test.sh"
