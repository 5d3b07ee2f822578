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

# build FOLDER WORDS...: the core as a static library and the objects of the module, by the Makefile;
# without the vault
build() {
  folder=$1
  shift
  $MAKE -j"$JOBS" JOBS="$JOBS" BUILD="$folder" LUA=lua5.4 LUA_CFLAGS="-I$lua/src" VAULT=no "$@" cross-objects \
    >"$folder.log" 2>&1 && ! grep -q 'warning:' "$folder.log" ||
    { grep -E -A4 'error|warning' "$folder.log"; die "the library, see $folder.log"; }
}

# Lua's library, without its two programs
lua_sources() { ls "$lua"/src/*.c | grep -v '/luac\{0,1\}\.c$'; }

# expected NAME COMMAND...: what Lua of this machine prints, to compare with
expected() {
  printed=$here/$1
  shift
  $MAKE -j"$JOBS" module >/dev/null || die "the module of this machine"
  LUA_PATH="./lua/?.lua;./lua/?/init.lua;;" LUA_CPATH="${BUILD%/cross}/lua5.4/?.so;;" \
    lua5.4 "$@" >"$printed" 2>&1 || { cat "$printed"; die "lua5.4 $*"; }
}

# same NAME EXPECTED COMMAND...: the command prints what is in a file, but for the ends of lines
same() {
  what=$1 wanted=$2 got=$here/$(echo "$1" | tr -c 'a-z0-9\n' _).out
  shift 2
  "$@" 2>&1 | tr -d '\r' >"$got"
  if cmp -s "$wanted" "$got"; then ok "$what"
  else fail "$what: other output than on this machine"; diff "$wanted" "$got" | head -n 10
  fi
}

# passes NAME COMMAND...: a program of spec/c
passes() {
  what=$1
  shift
  last=$("$@" 2>&1 | tr -d '\r' | tail -n 3)
  case $(echo "$last" | tail -n 1) in
    *" passed, 0 failed") ok "$what: $(echo "$last" | tail -n 1)" ;;
    *) fail "$what"; echo "$last" ;;
  esac
}

# The twenty lines of the README, and what it says that they print.
readme_lines()  { awk '/^```lua$/ { on = 1; next } /^```$/ { if (on) exit } on' README.md; }
readme_output() { awk '/<!-- output -->/ { near = 1 } /^```$/ { if (on) exit }
  on { print } /^```text$/ { if (near) on = 1 }' README.md; }
