#!/bin/sh
# build.sh: the playground, a static site in $BUILD/playground: the library and Lua as WebAssembly, the
# page, and an editor. Called by `make playground`; BUILD, MAKE, JOBS and VERSION are tools/cross.mk's.

. "$(dirname "$0")/../cross/common.sh"
tools=$(dirname "$0")
out=${BUILD%/cross}/playground
made=$BUILD/wasm
CODEMIRROR=${CODEMIRROR:-/usr/share/javascript/codemirror}
NODE_PATH=/usr/share/nodejs # Debian's emscripten looks for its tools there
export NODE_PATH

rm -rf "$out" && mkdir -p "$out" "$made" || exit 1
get_lua
get_vault
build "$made" CC=emcc AR=emar CFLAGS="-O2 -DNDEBUG" \
  REQUIRED="-std=c11 -fvisibility=hidden -ffp-contract=off -Wall -Wextra -MMD -MP"

# What the program reads, as one file beside it.
files=$made/files
rm -rf "$files" && mkdir -p "$files/playground" "$files/examples" || exit 1
cp -r lua "$files/lua" && rm -rf "$files/lua/astar/meta" "$files/lua/astar/cli" "$files/lua/astar/arena" &&
  find "$files/lua" -name '*.lua' -exec lua5.4 "$tools/strip.lua" {} + || die "taking comments out"
cp -r playground/lua playground/first "$files/playground"
cp -r examples/skirmish "$files/game" && cp -r playground/first "$files/game" || exit 1
cp -r examples/demo examples/skirmish examples/valley.txt "$files/examples"

emcc -O2 -o "$out/astar.js" -I"$lua/src" playground/host.c $(lua_sources) \
  "$made"/lua5.4/binding/*.o "$made"/lua5.4/sandbox/*.o "$made"/lua5.4/sandbox/vault/*.o \
  "$made/vault/libguest.a" "$made/libastar.a" \
  -sMODULARIZE=1 -sEXPORT_NAME=newAstar -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=2MB \
  -sENVIRONMENT=worker -sEXPORTED_FUNCTIONS=_playground_call,_malloc,_free \
  -sEXPORTED_RUNTIME_METHODS=ccall --preload-file "$files@/" >"$made.link.log" 2>&1 ||
  { tail -n 20 "$made.link.log"; die "linking"; }

cp playground/page/* "$out" || exit 1
small() { esbuild --minify --log-level=error --allow-overwrite --outfile="$1" "$1" || die "$1"; }
cat "$CODEMIRROR/lib/codemirror.js" "$CODEMIRROR/mode/lua/lua.js" \
  "$CODEMIRROR/addon/edit/matchbrackets.js" "$CODEMIRROR/addon/lint/lint.js" >"$out/codemirror.js" &&
  cat "$CODEMIRROR/lib/codemirror.css" "$CODEMIRROR/addon/lint/lint.css" >"$out/codemirror.css" ||
  die "the editor, CodeMirror"
for file in "$out"/*.js "$out"/*.css; do small "$file"; done
LUA_PATH="./lua/?.lua;./lua/?/init.lua;;" LUA_CPATH="${BUILD%/cross}/lua5.4/?.so;;" \
  lua5.4 -e 'io.write((require "astar.replay".live_page("The battle")))' >"$out/battle.html" ||
  die "the page of the battle"

# The manual.
mkdir -p "$out/manual/images" && cp playground/manual/* "$out/manual" || exit 1
for file in "$out"/manual/*.js "$out"/manual/*.css; do small "$file"; done
for page in docs/*.md docs/reference/*.md; do
  cmark-gfm -e table --unsafe "$page" |
    lua5.4 tools/playground/manual.lua "$page" docs/*.md docs/reference/*.md \
    >"$out/manual/$(basename "$page" .md).html" || die "$page"
done
for name in $(sed -n 's/.*src="images\/\([a-z_-]*\)\.webp".*/\1/p' "$out"/manual/*.html | sort -u); do
  cwebp -quiet -q 80 "docs/images/$name.png" -o "$out/manual/images/$name.webp" || die "$name.png"
done

packed() { find "$1" -type f -exec sh -c 'gzip -9c "$1" | wc -c' sh {} \; | awk '{ sum += $1 } END { print int(sum / 1024) }'; }
ok "$out: $(packed "$out") KB with gzip, $(packed "$out/manual") of them the manual"
echo "serve it with: python3 -m http.server -d $out 8000"
