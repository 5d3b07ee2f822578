#!/bin/sh
# link.sh OUT IMPORTS OBJECT...: links the guest, and refuses one that asks the host for anything but
# IMPORTS, a list of functions of the module h. LD is the linker, MEMORY the most bytes of a machine's
# memory, STACK those of the stack that the guest keeps in its memory.
#
# wasi-libc's library and the compiler's come last: of them only what is called gets in.

out=$1 imports=$2
shift 2
fail() { echo "link.sh: $*" >&2; rm -f "$out.new"; exit 1; }

builtins=$("$CLANG" --target=wasm32-wasi -rtlib=compiler-rt --print-libgcc-file-name)

"$LD" --no-entry -S --gc-sections --stack-first -z stack-size="$STACK" --max-memory="$MEMORY" \
  --export=__stack_pointer -o "$out.new" "$@" /usr/lib/wasm32-wasi/libc.a "$builtins" ||
  fail "the guest could not be linked"

imported=$(wasm-objdump -x -j Import "$out.new" | sed -n 's/^ - .*<- //p' | sort | tr '\n' ' ')
expected=$(printf 'h.%s\n' $imports | sort | tr '\n' ' ')
[ "$imported" = "$expected" ] ||
  fail "the guest imports $imported, and is to import $expected"
mv "$out.new" "$out"
