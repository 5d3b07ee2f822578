#!/bin/sh
# arch.sh: Lua with the module for other processors, s390x with the bytes of its numbers in the other
# order among them; run by qemu. Calls: `make test-arch`.
#
#   WITHOUT  what this machine may lack, among aarch64 i686 s390x

. "$(dirname "$0")/common.sh"
TICKS=${TICKS:-200}

# i686: without SSE2 its floating point keeps more digits than a number has, and Lua's arithmetic
# can differ from that of other machines. The core has integers only, and does not need the flags.
table() {
  echo "s390x|qemu-s390x|"
  echo "aarch64|qemu-aarch64|"
  echo "i686|qemu-i386|-msse2 -mfpmath=sse"
}

link_host() { # NAME FLAGS
  $1-linux-gnu-gcc -O2 $2 -static -I"$lua/src" \
    -o "$BUILD/$1/lua" "$tools/host.c" $(lua_sources) "$BUILD/$1"/lua5.4/binding/*.o \
    "$BUILD/$1"/lua5.4/sandbox/*.o "$BUILD/$1"/lua5.4/sandbox/vault/*.o "$BUILD/$1/vault/libguest.a" \
    "$BUILD/$1/libastar.a" -lm 2>"$BUILD/$1.link.log" ||
    { cat "$BUILD/$1.link.log"; die "linking for $1"; }
}

run_on() { # RUNNER NAME SCRIPT...
  runner=$1 name=$2
  shift 2
  env LUA_PATH="./lua/?.lua;./lua/?/init.lua;;" "$runner" "$BUILD/$name/lua" "$@"
}

program_of_vault() { # RUNNER NAME PROGRAM WORDS...
  runner=$1 file=$BUILD/$2/spec/vault/$3
  shift 3
  "$runner" "$file" "$@"
}

get_lua
get_vault

while IFS='|' read -r name runner flags; do
  case " $WITHOUT " in *" $name "*) echo "skipped $name: WITHOUT=$WITHOUT"; continue ;; esac
  build "$BUILD/$name" CC="$name-linux-gnu-gcc" AR="$name-linux-gnu-ar" CFLAGS="-O1 -DNDEBUG $flags" GUEST_OPTIMIZE=-O1
  link_host "$name" "$flags"
  on=$name
  battles run_on "$runner" "$name"
  crosses "$BUILD/$name" run_on "$runner" "$name"
  machine_programs "$BUILD/$name" CC="$name-linux-gnu-gcc" CFLAGS="-O1 -DNDEBUG $flags" GUEST_OPTIMIZE=-O1 LDFLAGS=-static
  machines program_of_vault "$runner" "$name"
done <<END
$(table)
END
exit $failed
