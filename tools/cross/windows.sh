#!/bin/sh
# windows.sh: the library and the module for Windows (64 bits), and their tests under wine. Calls:
# `make windows`. What a game takes from $BUILD/windows:
#
#   astar.dll libastar.dll.a astar.def   the C library, and what to link with (define ASTAR_DLL)
#   libastar.a                           the same as a static library
#   astar/core.dll                       the module for lua54.dll
#   lua54.dll lua.exe                    Lua itself, for the tests

. "$(dirname "$0")/common.sh"
host=x86_64-w64-mingw32
cc=$host-gcc
out=$BUILD/windows
TICKS=${TICKS:-300}
CFLAGS=${CFLAGS:--O2 -DNDEBUG}
mkdir -p "$out/astar" || exit 1

# ---- building ------------------------------------------------------------------------------------

get_lua
get_vault
build "$out" CC="$cc" AR=$host-ar CFLAGS="$CFLAGS" CPPFLAGS=-DASTAR_EXPORTS

# One compilation serves both: the static library does not say what a DLL would export.
link_libraries() {
  objects=$(cd src && find core -name '*.c' | sed "s|\(.*\)c$|$out/\1o|")
  $cc -shared -static-libgcc -s -o "$out/astar.dll" $objects \
    -Wl,--out-implib,"$out/libastar.dll.a" -Wl,--output-def,"$out/astar.def" &&
  $host-objcopy --remove-section=.drectve "$out/libastar.a"
}

link_lua() {
  for source in $(lua_sources) "$lua/src/lua.c"; do
    object=$out/lua/$(basename "$source" .c).o
    [ -f "$object" ] || $cc -std=c99 -O2 -DLUA_BUILD_AS_DLL -c -o "$object" "$source" || return 1
  done
  $cc -shared -static-libgcc -s -o "$out/lua54.dll" $(ls "$out"/lua/*.o | grep -v '/lua\.o$') &&
  $cc -static-libgcc -s -o "$out/lua.exe" "$out/lua/lua.o" "$out/lua54.dll"
}

link_module() {
  $cc -shared -static-libgcc -s -o "$out/astar/core.dll" \
    "$out"/lua5.4/binding/*.o "$out"/lua5.4/sandbox/*.o "$out"/lua5.4/sandbox/vault/*.o \
    "$out/vault/libguest.a" "$out/libastar.a" "$out/lua54.dll"
}

mkdir -p "$out/lua"
link_libraries && link_lua && link_module || die "linking"

# ---- what the files say --------------------------------------------------------------------------

exports() { $host-objdump -p "$1" | awk '/Ordinal\/Name Pointer/ { on = 1; next } on && NF == 0 { exit }
  on { print $NF }' | LC_ALL=C sort; }
imports() { $host-objdump -p "$1" | sed -n 's/.*DLL Name: //p' | LC_ALL=C sort | tr '\n' ' '; }

# Windows has these; lua54.dll is the game's.
for file in astar.dll astar/core.dll lua54.dll; do
  others=
  for name in $(imports "$out/$file"); do
    case $name in KERNEL32.dll|msvcrt.dll) ;; lua54.dll) [ $file = astar/core.dll ] || others=$name ;;
      *) others="$others $name" ;;
    esac
  done
  if [ -z "$others" ]; then ok "$file needs $(imports "$out/$file")"
  else fail "$file needs$others"
  fi
done

tools/api-functions.sh >"$out/declared"
if exports "$out/astar.dll" | diff "$out/declared" -; then
  ok "astar.dll exports the $(wc -l <"$out/declared") functions of the headers"
else fail "astar.dll exports something else than the headers declare"
fi
only=$(exports "$out/astar/core.dll" | tr '\n' ' ')
if [ "$only" = "luaopen_astar_core " ]; then ok "core.dll exports luaopen_astar_core"
else fail "core.dll exports $only"
fi

# ---- wine ----------------------------------------------------------------------------------------

WINEPREFIX=$(cd "$out" && pwd)/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml="
export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES
wine=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)
wineserver=$(command -v wineserver || echo /usr/lib/wine/wineserver)
# It stays until the end: a server that starts again has its drivers print among what the tests print.
"$wineserver" -p >/dev/null 2>&1
trap '"$wineserver" -k >/dev/null 2>&1' EXIT # ours: that of this WINEPREFIX
"$wine" cmd /c exit >/dev/null 2>&1 || die "wine does not run"

program() { # NAME SOURCE FLAGS...: compiles a program of spec/c
  object=$out/$1.exe source=$2
  shift 2
  $cc -std=c11 -O1 -ffp-contract=off -static-libgcc -Isrc -o "$object" "$source" "$@" ||
    fail "$source does not compile"
}

for name in base builtins builtins_c11 thread_pool grid move save load field_of_view units one_hash; do
  program $name spec/c/$name.c "$out/libastar.a" && passes "spec/c/$name" "$wine" "$out/$name.exe"
done
program builtins_microsoft spec/c/builtins.c -DASTAR_BUILTINS=3 &&
  passes "spec/c/builtins, Microsoft's branch" "$wine" "$out/builtins_microsoft.exe"
program embed spec/c/embed.c -DASTAR_DLL "$out/libastar.dll.a" &&
  passes "spec/c/embed, with astar.dll" "$wine" "$out/embed.exe"

# ---- Lua under wine ------------------------------------------------------------------------------

LUA_PATH="lua/?.lua;lua/?/init.lua;;" LUA_CPATH="$out/?.dll;;"
program_of_vault() { # NAME WORDS...
  what=$1
  shift
  "$wine" "$out/spec/vault/$what.exe" "$@"
}
run_lua() { env LUA_PATH="$LUA_PATH" LUA_CPATH="$LUA_CPATH" "$wine" "$out/lua.exe" "$@"; }

battles run_lua
readme_lines >"$out/readme.lua"
readme_output >"$out/readme.expected"
same "the first program of the README" "$out/readme.expected" run_lua "$out/readme.lua"

crosses "$out" run_lua

# Stacks of 2 MB, which mingw gives, and of 512 KB.
small() { env LUA_PATH="$LUA_PATH" LUA_CPATH="$LUA_CPATH" "$wine" "$out/small.exe" "$@"; }
$cc -static-libgcc -s -Wl,--stack,524288 -o "$out/small.exe" "$out/lua/lua.o" "$out/lua54.dll" ||
  die "linking"
expected_deep
same "as deep as everywhere" "$here/deep" run_lua spec/support/small_stack.lua
same "a stack that is too small is told, and all goes on" "$here/too_deep" small spec/support/small_stack.lua

machine_programs "$out" CC="$cc" AR=$host-ar CFLAGS="-O1 -DNDEBUG" LDFLAGS=-static-libgcc
machines program_of_vault

# Files, folders and links, as mods are read.
rm -rf "$out/folder"
mkdir -p "$out/folder/inner/deep" "$out/folder/other"
echo "return 1" >"$out/folder/inner/a.lua"
echo "return 2" >"$out/folder/other/b.lua"
ln -s ../other/b.lua "$out/folder/inner/out.lua"
ln -s a.lua "$out/folder/inner/in.lua"
run_lua "$tools/files.lua" "$out/folder/inner" >"$out/files.out" 2>"$out/files.err"
if [ "$(tr -d '\r' <"$out/files.out" | tail -n 1)" = passed ]; then ok "files, folders, what is refused"
else fail "files"; cat "$out/files.out" "$out/files.err"
fi

exit $failed
