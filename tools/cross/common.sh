# common.sh: what the scripts of this folder share. BUILD, MAKE, JOBS and VERSION come from
# tools/cross.mk; each script builds in a folder of its own, $BUILD/NAME.

tools=$(dirname "$0")
lua=$BUILD/lua                      # Lua's source
here=$BUILD/$(basename "$0" .sh)-here  # what this machine prints and saves, to compare with
mkdir -p "$here" || exit 1

failed=0

ok()   { printf 'ok      %s\n' "$*"; }
fail() { printf 'FAILED  %s\n' "$*"; failed=1; }
die()  { fail "$*"; exit 1; }

get_lua() { "$tools/../lua-source.sh" "$lua" || exit 1; }

# The C of the vault, which is the same for all, and what is not of this machine is compared with.
get_vault() {
  $MAKE -j"$JOBS" has-vault >"$here/vault.log" 2>&1 || { tail "$here/vault.log"; die "the vault"; }
}

# build FOLDER WORDS...: the core as a static library and the objects of the module, by the Makefile.
# What the compiler warns of is an error; of a make within a make -j there may be a warning, too.
build() {
  folder=$1
  shift
  $MAKE -j"$JOBS" JOBS="$JOBS" BUILD="$folder" LUA=lua5.4 LUA_CFLAGS="-I$lua/src" VAULT=yes "$@" cross-objects \
    >"$folder.log" 2>&1 && ! grep -v '^make' "$folder.log" | grep -q 'warning:' ||
    { grep -v '^make' "$folder.log" | grep -E -A4 'error|warning'; die "the library, see $folder.log"; }
}

# Lua's library, without its two programs
lua_sources() { ls "$lua"/src/*.c | grep -v '/luac\{0,1\}\.c$'; }

# expected NAME COMMAND...: what Lua of this machine prints, to compare with
expected() {
  printed=$here/$1
  shift
  $MAKE -j"$JOBS" module >/dev/null || die "the module of this machine"
  LUA_PATH="./lua/?.lua;./lua/?/init.lua;;" LUA_CPATH="${BUILD%/cross}/lua5.4/?.so;;" \
    lua5.4 "$@" >"$printed" 2>"$printed.err" || { cat "$printed" "$printed.err"; die "lua5.4 $*"; }
}

# same NAME EXPECTED COMMAND...: the command prints what is in a file, but for the ends of lines. What
# it says on the side is not compared: wine and qemu have something to say there, too, now and then.
same() {
  what=$1 wanted=$2 got=$here/$(echo "$1" | tr -c 'a-z0-9\n' _).out
  shift 2
  "$@" 2>"$got.err" | tr -d '\r' >"$got"
  if cmp -s "$wanted" "$got"; then ok "$what"
  else
    fail "$what: other output than on this machine"
    diff "$wanted" "$got" | head -n 10
    tail -n 10 "$got.err"
  fi
}

# `on` is the name of the other machine, where there are several.
on=

# battles RUN...: a battle in which mods fight gives the same hashes; calls in the vault end alike
battles() {
  expected battle spec/support/battle.lua "$TICKS"
  same "${on:+$on: }a battle of $TICKS ticks, the same hashes" "$here/battle" \
    "$@" spec/support/battle.lua "$TICKS"
  expected ends spec/support/ends.lua
  same "${on:+$on: }fuel, memory and calls of the vault end as here" "$here/ends" "$@" spec/support/ends.lua
}

# crosses FOLDER RUN...: worlds are saved, byte by byte as here, and loaded; in the vault with the minds
# of their mods
crosses() {
  folder=$1
  shift
  for kind in vault stock; do
    expected "crossing.$kind" spec/support/crossing.lua save "$here/world.$kind" $kind
    same "${on:+$on: }a world is saved ($kind), and goes on" "$here/crossing.$kind" \
      "$@" spec/support/crossing.lua save "$folder/there.$kind" $kind
    if cmp -s "$here/world.$kind" "$folder/there.$kind"; then ok "${on:+$on: }the file is the same ($kind), byte by byte"
    else fail "${on:+$on: }the file is another one ($kind) than on this machine"
    fi
    same "${on:+$on: }loads what was saved here ($kind)" "$here/crossing.$kind" \
      "$@" spec/support/crossing.lua load "$here/world.$kind" $kind
  done
}

# What spec/support/small_stack.lua prints with enough stack, and with too little.
expected_deep() {
  expected deep spec/support/small_stack.lua
  too_small="the stack of this thread is too small for what a mod's machine calls"
  sed "s/^deep.*/too deep\t$too_small\ttrue/" "$here/deep" >"$here/too_deep"
}

# machine_programs FOLDER WORDS...: makes the programs of spec/vault, with words for make. A release
# has not what their guest is made of.
MACHINES="one_state mistakes imports limits"
machine_programs() {
  folder=$1
  shift
  $MAKE -j"$JOBS" JOBS="$JOBS" BUILD="$folder" "$@" $(printf "$folder/spec/vault/%s " $MACHINES) \
    >"$folder.machines.log" 2>&1 || { tail "$folder.machines.log"; die "the programs of spec/vault"; }
}

# machines RUN...: the vault's machines with the guest of the tests: the same results, fuel and bytes.
# And they harm nothing there, either. RUN gets the name of a program.
machines() {
  own=${BUILD%/cross}/spec/vault/one_state
  $MAKE -j"$JOBS" "$own" >/dev/null || die "$own"
  "$own" print >"$here/machine"
  same "${on:+$on: }a machine of the vault, the same bytes" "$here/machine" "$@" one_state print
  for program in mistakes imports limits; do
    passes "${on:+$on: }spec/vault/$program" "$@" $program
  done
}

# passes NAME COMMAND...: a program of spec/c
passes() {
  what=$1
  shift
  last=$("$@" 2>"$here/passes.err" | tr -d '\r' | tail -n 3)
  case $(echo "$last" | tail -n 1) in
    *" passed, 0 failed") ok "$what: $(echo "$last" | tail -n 1)" ;;
    *) fail "$what"; echo "$last"; tail -n 10 "$here/passes.err" ;;
  esac
}

# The twenty lines of the README, and what it says that they print.
readme_lines()  { awk '/^```lua$/ { on = 1; next } /^```$/ { if (on) exit } on' README.md; }
readme_output() { awk '/<!-- output -->/ { near = 1 } /^```$/ { if (on) exit }
  on { print } /^```text$/ { if (near) on = 1 }' README.md; }
