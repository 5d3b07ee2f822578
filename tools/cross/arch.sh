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
    "$BUILD/$1"/lua5.4/sandbox/*.o "$BUILD/$1/libastar.a" -lm 2>"$BUILD/$1.link.log" ||
    { cat "$BUILD/$1.link.log"; die "linking for $1"; }
}

run_on() { # RUNNER NAME SCRIPT...
  runner=$1 name=$2
  shift 2
  env LUA_PATH="./lua/?.lua;./lua/?/init.lua;;" "$runner" "$BUILD/$name/lua" "$@"
}

# The vault's machines with the guest of the tests: the same results, fuel and bytes. And they harm
# nothing here, either.
machines() { # NAME RUNNER FLAGS
  folder=$BUILD/$1
  programs="one_state mistakes imports limits"
  $MAKE -j"$JOBS" JOBS="$JOBS" BUILD="$folder" CC="$1-linux-gnu-gcc" CFLAGS="-O1 -DNDEBUG $3" LDFLAGS=-static \
    $(printf "$folder/spec/vault/%s " $programs) >"$folder.machines.log" 2>&1 ||
    { tail "$folder.machines.log"; die "the programs of spec/vault for $1"; }
  same "$1: a machine of the vault, the same bytes" "$here/machine" "$2" "$folder/spec/vault/one_state" print
  for program in mistakes imports limits; do
    passes "$1: spec/vault/$program" env ASTAR_FEWER=20 "$2" "$folder/spec/vault/$program"
  done
}

get_lua
vault=${BUILD%/cross}/spec/vault/one_state
$MAKE -j"$JOBS" vault "$vault" >/dev/null || die "the vault of this machine"
"$vault" print >"$here/machine"
expected battle spec/support/battle.lua "$TICKS"
expected crossing spec/support/crossing.lua save "$here/world.save"
readers=

while IFS='|' read -r name runner flags; do
  case " $WITHOUT " in *" $name "*) echo "skipped $name: WITHOUT=$WITHOUT"; continue ;; esac
  build "$BUILD/$name" CC="$name-linux-gnu-gcc" AR="$name-linux-gnu-ar" CFLAGS="-O1 -DNDEBUG $flags"
  link_host "$name" "$flags"
  readers="$readers $runner|$name"
  same "$name: a battle of $TICKS ticks, the same hashes" "$here/battle" \
    run_on "$runner" "$name" spec/support/battle.lua "$TICKS"
  same "$name: a world is saved, and goes on" "$here/crossing" \
    run_on "$runner" "$name" spec/support/crossing.lua save "$BUILD/$name/there.save"
  if cmp -s "$here/world.save" "$BUILD/$name/there.save"; then
    ok "$name: the file is the same, byte by byte"
  else fail "$name: the file is another one than on this machine"
  fi
  machines "$name" "$runner" "$flags"
done <<END
$(table)
END

# Files that are the same need not be read twice.
for reader in $readers; do
  done=
  for file in "$here/world.save" "$BUILD"/*/there.save; do
    sum=$(cksum <"$file" | tr ' ' -)
    case " $done " in *" $sum "*) continue ;; esac
    done="$done $sum"
    same "${reader#*|}: loads what the others saved, and goes on" "$here/crossing" \
      run_on "${reader%|*}" "${reader#*|}" spec/support/crossing.lua load "$file"
  done
done
exit $failed
