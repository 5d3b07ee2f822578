#!/bin/sh
# wasm.sh: Lua with the library as one WebAssembly module, astar.js and astar.wasm in $BUILD/wasm, and
# its tests in node. Calls: `make wasm`. Threads are not used: a page would need headers for them.

. "$(dirname "$0")/common.sh"
out=$BUILD/wasm
TICKS=${TICKS:-300}
NODE_PATH=/usr/share/nodejs # Debian's emscripten looks for its tools there
export NODE_PATH

mkdir -p "$out" || exit 1
get_lua
build "$out" CC=emcc AR=emar CFLAGS="-O2 -DNDEBUG" \
  REQUIRED="-std=c11 -fvisibility=hidden -ffp-contract=off -Wall -Wextra -MMD -MP"

# Node's files are the program's files. A page would take -sNODERAWFS out, and --preload-file or a
# file system of emscripten's in; the rest stays.
emcc -O2 -o "$out/astar.js" -I"$lua/src" "$tools/host.c" $(lua_sources) \
  "$out"/lua5.4/binding/*.o "$out"/lua5.4/sandbox/*.o "$out/libastar.a" \
  -sMODULARIZE=1 -sEXPORT_NAME=astar -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=2MB -sNODERAWFS=1 \
  -sEXIT_RUNTIME=1 -sENVIRONMENT=node -sEXPORTED_RUNTIME_METHODS=ENV >"$out.link.log" 2>&1 ||
  { tail -n 20 "$out.link.log"; die "linking"; }

run_lua() { node "$tools/node.js" "$out/astar" "$@"; }

readme_lines >"$out/readme.lua"
readme_output >"$out/readme.expected"
same "the first program of the README" "$out/readme.expected" run_lua "$out/readme.lua"

expected battle spec/support/battle.lua "$TICKS"
same "a battle of $TICKS ticks, the same hashes" "$here/battle" \
  run_lua spec/support/battle.lua "$TICKS"

expected crossing spec/support/crossing.lua save "$here/world.save"
same "a world is saved, and goes on" "$here/crossing" \
  run_lua spec/support/crossing.lua save "$out/there.save"
if cmp -s "$here/world.save" "$out/there.save"; then ok "the file is the same, byte by byte"
else fail "the file is another one than on this machine"
fi
same "loads what was saved here" "$here/crossing" \
  run_lua spec/support/crossing.lua load "$here/world.save"
ok "astar.wasm has $(($(wc -c <"$out/astar.wasm") / 1024)) KB, $(($(gzip -9c "$out/astar.wasm" |
  wc -c) / 1024)) KB with gzip"
exit $failed
