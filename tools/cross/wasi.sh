#!/bin/sh
# wasi.sh: the library as a few files, compiled for WASI without threads, and programs of spec/c with it
# in node. Calls: `make wasi`.

. "$(dirname "$0")/common.sh"
out=$BUILD/wasi
mkdir -p "$out" || exit 1
set -- $("$tools/../vault/clang.sh") || die "no clang for WASI"
clang=$1 ld=$2
single=${BUILD%/cross}/single
$MAKE single >"$here/single.log" 2>&1 || { tail "$here/single.log"; die "the library as a few files"; }

compile() { # OBJECT SOURCE
  "$clang" --target=wasm32-wasi --sysroot=/usr -isystem /usr/include/wasm32-wasi -std=c11 -O1 -Wall \
    -Wextra -Werror -ffp-contract=off -D_WASI_EMULATED_PROCESS_CLOCKS -Isrc \
    -c -o "$1" "$2" || die "$2 does not compile"
}

builtins=$("$clang" --target=wasm32-wasi -rtlib=compiler-rt -print-libgcc-file-name)
link() { # PROGRAM OBJECTS...
  program=$1
  shift
  "$ld" --stack-first -z stack-size=1048576 -o "$program" /usr/lib/wasm32-wasi/crt1.o "$@" \
    -L/usr/lib/wasm32-wasi -lwasi-emulated-process-clocks -lc "$builtins" ||
    die "$program does not link"
}

compile "$out/astar.o" "$single/astar.c"
for name in any_angle breach layers queue save units one_hash; do
  compile "$out/$name.o" "spec/c/$name.c"
  link "$out/$name.wasm" "$out/$name.o" "$out/astar.o"
  passes "spec/c/$name" node --no-warnings "$tools/wasi.js" "$out/$name.wasm"
done
exit $failed
