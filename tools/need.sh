#!/bin/sh
# need.sh [-n] GROUP...: sees to it that what the groups need is on this machine.
#
# Looks for programs and headers, not for packages: what is there counts, wherever it came from,
# and then neither the network nor root is needed. What is missing is installed with apt-get.
# With -n nothing is installed: what is missing is named, and the exit status is 1.
# CC in the environment is the compiler to look for (default: cc).

dir=$(dirname "$0")
CC=${CC:-cc}

# --- how to see that something is there -----------------------------------------------------

runs() { "$@" >/dev/null 2>&1 </dev/null; }

# links FLAGS...: the compiler makes a program from the C source on its input
links() {
  out=$(mktemp) || exit 1
  "$CC" -x c - -o "$out" "$@" >/dev/null 2>&1
  status=$?
  rm -f "$out"
  return $status
}

c_library()  { echo '#include <stdlib.h>
int main(void) { return EXIT_SUCCESS; }' | links; }

lua_headers() { printf '#include <lauxlib.h>
#if LUA_VERSION_NUM != %s
#error another Lua
#endif
int main(void) { return 0; }' "$2" | links $("$dir/lua-flags.sh" --cflags "$1"); }

lua_library() { echo '#include <lauxlib.h>
int main(void) { return !luaL_newstate(); }' |
  links $("$dir/lua-flags.sh" --cflags "$1") $("$dir/lua-flags.sh" --libs "$1"); }

sanitizers() { CC=gcc; echo 'int main(void) { return 0; }' |
  links -fsanitize=address,undefined; }

tcod_headers() { echo '#include <libtcod/path.h>
int main(void) { TCOD_dijkstra_delete(0); return 0; }' |
  links $(pkg-config --cflags --libs libtcod 2>/dev/null || echo -ltcod); }

boost_headers() { CC=g++; printf '%s\n' '#include <boost/graph/astar_search.hpp>' \
  'int main() { return 0; }' | "$CC" -x c++ - -fsyntax-only >/dev/null 2>&1; }

fuzzer() { CC=clang; printf '%s\n' '#include <stddef.h>
int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size) { return !bytes && size; }' |
  links -fsanitize=fuzzer,address,undefined; }

lua_source_is_there() { [ -n "$LUA_SOURCE" ] || runs dpkg-source --version; }

# Debian keeps it where no PATH looks.
wine_is_there() { command -v wine64 || command -v wine || [ -x /usr/lib/wine/wine64 ]; }

# dev_package MINOR: of Lua 5.1 it has a number more in its name
dev_package() { [ "$1" = 1 ] && echo liblua5.1-0-dev || echo "liblua5.$1-dev"; }

# has LUA MODULE...: this Lua finds the modules when it runs the tests
has() {
  lua=$1
  shift
  for module; do LUA=$lua "$dir/lua.sh" -e "require '$module'" || return; done
}

# --- the table: group, what a person calls it, Debian packages, how to see it -----------------
# lua5.4 stands beside lua-busted because apt-get would choose an older Lua to run it with.
# N is the newest version that apt-get offers of those that vault/clang.sh knows.

table() {
  need compiler      "a C compiler ($CC)"   'gcc libc6-dev'      c_library
  for minor in 5 4 3 2 1; do
    need lua5.$minor "lua5.$minor"            lua5.$minor          runs lua5.$minor -v
    need lua5.$minor "headers of Lua 5.$minor" "$(dev_package $minor)" \
      lua_headers lua5.$minor 50$minor
    need busted-lua5.$minor "busted for lua5.$minor" 'lua-busted lua5.4' \
      has lua5.$minor busted.runner luassert
    need cli-lua5.$minor "argparse for lua5.$minor" 'lua-argparse lua5.4' \
      has lua5.$minor argparse
  done
  for lua in lua5.5 lua5.4 lua5.3 lua5.2 lua5.1 luajit; do
    need sockets-$lua "LuaSocket for $lua"  'lua-socket lua5.4'  has $lua socket
  done
  need luajit        'luajit'               luajit               runs luajit -v
  need luajit        'headers of LuaJIT'    libluajit-5.1-dev    lua_headers luajit 501
  need busted-luajit 'busted for luajit'    'lua-busted lua5.4'  has luajit busted.runner luassert
  need cli-luajit    'argparse for luajit' 'lua-argparse lua5.4' has luajit argparse
  need tiled         'LuaExpat and lua-zlib' 'lua-expat lua-zlib lua5.4' has lua5.4 lxp zlib
  need memory        'library of Lua 5.4'   liblua5.4-dev        lua_library lua5.4
  need asan          'gcc with sanitizers'  'gcc libc6-dev'      sanitizers
  need fuzzer        'clang with libFuzzer' 'clang libclang-rt-dev' fuzzer
  need valgrind      'valgrind'            valgrind             runs valgrind --version
  need vault         'clang with wasm-ld and builtins for wasm32' \
    'clang-N lld-N libclang-rt-N-dev-wasm32' "$dir/vault/clang.sh"
  need vault         'wasi-libc'            wasi-libc            test -f /usr/lib/wasm32-wasi/libc.a
  need vault         'wasm2c'               wabt                 runs wasm2c --version
  need vault         'dpkg-source'          dpkg-dev             lua_source_is_there
  need check         'gcc'                  'gcc libc6-dev'      runs gcc --version
  need check         'objdump and nm'       binutils             runs objdump --version
  need check         'clang'                clang                runs clang --version
  need check         'tcc'                  tcc                  runs tcc -v
  need check         'luacheck'             lua-check            runs luacheck --version
  need check         'LuaSocket for lua5.4' 'lua-socket lua5.4'  has lua5.4 socket
  need cppcheck      'cppcheck'             cppcheck             runs cppcheck --version
  need processors 'compiler for aarch64' 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross' runs aarch64-linux-gnu-gcc --version
  need processors 'compiler for i686'    'gcc-i686-linux-gnu libc6-dev-i386-cross' runs i686-linux-gnu-gcc --version
  need processors 'compiler for s390x'   'gcc-s390x-linux-gnu libc6-dev-s390x-cross' runs s390x-linux-gnu-gcc --version
  need processors 'qemu-user'            qemu-user            runs qemu-s390x --version
  need processors 'clang'                clang                runs clang --version
  need hosts         'g++'                  g++                  runs g++ --version
  need hosts         'clang'                clang                runs clang++ --version
  need hosts         'cmake'                cmake                runs cmake --version
  need hosts         'pkg-config'           pkg-config           runs pkg-config --version
  need debootstrap   'debootstrap'         debootstrap          runs debootstrap --version
  need servers       'lighttpd with Lua'    'lighttpd lighttpd-modules-lua' test -f /usr/lib/lighttpd/mod_magnet.so
  need servers       'curl'                 curl                 runs curl --version
  need servers       'tarantool'            tarantool            runs tarantool --version
  need servers       'minetestserver'       minetest-server      test -x /usr/games/minetestserver
  need parallel      'GNU parallel'         parallel             runs parallel --version
  need love          'love'                love                 runs love --version
  need love          'zip'                 zip                  runs zip -v
  need windows    'compiler for Windows' gcc-mingw-w64-x86-64 runs x86_64-w64-mingw32-gcc --version
  need windows    'wine'                 wine64               wine_is_there
  need wasm       'emscripten'           emscripten           runs emcc --version
  need wasm       'node'                 nodejs               runs node --version
  need wasi       'node'                 nodejs               runs node --version
  for group in windows wasm arch; do
    need $group   'dpkg-source'          dpkg-dev             runs dpkg-source --version
  done
  need playground    'CodeMirror'          libjs-codemirror     test -f /usr/share/javascript/codemirror/lib/codemirror.js
  need playground    'cmark-gfm'           cmark-gfm            runs cmark-gfm --version
  need playground    'esbuild'             esbuild              runs esbuild --version
  need playground    'cwebp'               webp                 runs cwebp -version
  need libtcod       'libtcod'              libtcod-dev          tcod_headers
  need boost         'Boost.Graph'          'g++ libboost-graph-dev' boost_headers
  need node          'node'                 nodejs               runs node --version
  need node          'npm'                  npm                  runs npm --version
  need browser       'chromium'             'chromium fonts-dejavu-core' runs "${CHROMIUM:-chromium}" --version
}

# need GROUP WHAT PACKAGES TEST...: notes what is missing, if the group was asked for
need() {
  case " $groups " in *" $1 "*) ;; *) return ;; esac
  what=$2 packages=$3
  shift 3
  if ! ( "$@" ) >/dev/null 2>&1; then
    missing="$missing${missing:+, }$what"
    install="$install $packages"
  fi
}

look() {
  missing= install=
  table
  case $install in
    *-N*) install=$(echo "$install" | sed "s/-N/-$("$dir/vault/clang.sh" -o)/g") ;;
  esac
  install=$(printf '%s\n' $install | sort -u)
}

say()  { echo "need.sh: $*"; }
fail() { say "$*" >&2; exit 1; }

# --- apt-get ----------------------------------------------------------------------------------

# apt ARGUMENTS...: waits where another process has one of apt's locks, for ten minutes. apt-get's
# own option DPkg::Lock::Timeout waits for dpkg's locks only.
apt() {
  errors=$(mktemp) || exit 1
  for second in $(seq 0 2 600); do
    $sudo env LC_ALL=C DEBIAN_FRONTEND=noninteractive \
      apt-get -qq -o Dpkg::Use-Pty=0 "$@" </dev/null 2>"$errors"
    status=$?
    [ $status != 0 ] && grep -q 'Could not get lock' "$errors" || break
    [ "$second" != 0 ] || say "waiting: $(head -n 1 "$errors")"
    sleep 2
  done
  cat "$errors" >&2
  rm -f "$errors"
  return $status
}

update() { say "running apt-get update"; apt update || say "apt-get update failed"; }

install() {
  say "installing with ${sudo:+sudo }apt-get:" $install
  apt install -y --no-install-recommends $install
}

# may_sudo: may this user become root? Asks for a password once, and only where somebody can answer.
may_sudo() {
  command -v sudo >/dev/null || return
  sudo -n true 2>/dev/null && return
  (: </dev/tty) 2>/dev/null && sudo -v
}

# --- main -------------------------------------------------------------------------------------

dry=
if [ "$1" = -n ]; then dry=1; shift; fi
groups=$*

look
[ -z "$missing" ] && exit 0

[ -n "$dry" ] && fail "missing: $missing (Debian packages:" $install")"
command -v apt-get >/dev/null 2>&1 ||
  fail "missing: $missing. There is no apt-get here: install them yourself and try again."

say "missing: $missing"
sudo=
if [ "$(id -u)" != 0 ]; then
  may_sudo || fail "Neither root nor the right to sudo: run as root: apt-get install" $install
  sudo=sudo
fi

# A fresh machine has no lists of packages at all: ask before trying.
apt-get install -s --no-install-recommends $install >/dev/null 2>&1 </dev/null || { update; look; }
install || { update; look; install; } || fail "apt-get could not install:" $install
installed=$install
look
[ -z "$missing" ] || fail "still missing after the installation: $missing"
say "installed:" $installed
