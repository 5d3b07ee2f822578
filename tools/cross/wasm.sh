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
get_vault
REQUIRED="-std=c11 -fvisibility=hidden -ffp-contract=off -Wall -Wextra -MMD -MP"
build "$out" CC=emcc AR=emar CFLAGS="-O2 -DNDEBUG" REQUIRED="$REQUIRED"

# Node's files are the program's files. A page would take -sNODERAWFS out, and --preload-file or a
# file system of emscripten's in; the rest stays.
SETTINGS="-sMODULARIZE=1 -sEXPORT_NAME=astar -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=2MB"
SETTINGS="$SETTINGS -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sENVIRONMENT=node"
emcc -O2 -o "$out/astar.js" -I"$lua/src" "$tools/host.c" $(lua_sources) \
  "$out"/lua5.4/binding/*.o "$out"/lua5.4/sandbox/*.o "$out"/lua5.4/sandbox/vault/*.o \
  "$out/vault/libguest.a" "$out/libastar.a" $SETTINGS -sEXPORTED_RUNTIME_METHODS=ENV \
  >"$out.link.log" 2>&1 || { tail -n 20 "$out.link.log"; die "linking"; }

run_lua() { node "$tools/node.js" "$out/astar" "$@"; }

readme_lines >"$out/readme.lua"
readme_output >"$out/readme.expected"
same "the first program of the README" "$out/readme.expected" run_lua "$out/readme.lua"

battles run_lua
crosses "$out" run_lua

# Where the stack ends in a browser nobody tells beforehand: with little of it, and with what node has.
deep() { node --stack-size="$1" "$tools/node.js" "$out/astar" spec/support/small_stack.lua; }
expected_deep
same "as deep as everywhere" "$here/deep" deep 984
sed -e 's/^deep.*/too deep\tthe stack of this thread is too small for what a mod'"'s"' machine calls\ttrue/' \
  "$here/deep" >"$here/too_deep"
same "a stack that ends in a machine is told, and all goes on" "$here/too_deep" deep 200

# The loader wants names with an ending.
program_of_vault() { # NAME WORDS...
  node "$tools/node.js" "$out/spec/vault/$1" $2
}
machine_programs "$out" CC=emcc AR=emar CFLAGS="-O1 -DNDEBUG" REQUIRED="$REQUIRED" LDFLAGS="$SETTINGS"
for program in $MACHINES; do cp "$out/spec/vault/$program" "$out/spec/vault/$program.js"; done
machines program_of_vault
packed() { node -e 'const zlib = require("zlib"), text = require("fs").readFileSync(process.argv[1])
  console.log((zlib[process.argv[2]](text, { level: 9 }).length / 1024).toFixed())' "$out/astar.wasm" "$1"; }
ok "astar.wasm has $(($(wc -c <"$out/astar.wasm") / 1024)) KB, $(packed gzipSync) KB with gzip, $(packed \
  brotliCompressSync) KB with brotli"
exit $failed
