#!/bin/sh
# make.sh BUILD: builds the programs that measure the peers, in BUILD/peers. A peer whose package
# cannot be installed is left out, with a word; so the exit status is always 0.

build=$1
bench=$(dirname "$0")/..
mkdir -p "$build/peers" "$build/bench"

say()  { echo "peers: $*"; }
need() { "$bench/../tools/need.sh" "$@" || { say "going on without $1"; return 1; }; }

# newer FILE SOURCE...: FILE is there and none of the sources is newer
newer() {
  file=$1
  shift
  [ -f "$file" ] && [ -z "$(find "$@" -newer "$file")" ]
}

scenario=$build/peers/scenario.o
newer "$scenario" "$bench/scenario.c" "$bench/scenario.h" ||
  ${CC:-cc} -std=c11 -O3 -DNDEBUG -c -o "$scenario" "$bench/scenario.c" || exit 0

# build NAME SOURCE COMMAND...: the command, when the source is newer
LIBS=
build() {
  name=$1 source=$bench/peers/$2
  shift 2
  newer "$build/peers/$name" "$source" "$scenario" && return
  say "building $name"
  "$@" -o "$build/peers/$name" "$source" "$scenario" $LIBS -lm || say "going on without $name"
}

need libtcod && {
  LIBS=$(pkg-config --libs libtcod 2>/dev/null || echo -ltcod)
  build tcod tcod.c ${CC:-cc} -std=c11 -O3 -DNDEBUG
  LIBS=
}
need boost && build boost boost.cpp g++ -O3 -DNDEBUG
need luajit
need node && [ ! -d "$build/peers/node_modules/pathfinding" ] && {
  say "installing pathfinding with npm"
  npm install --silent --no-audit --no-fund --prefix "$build/peers" pathfinding@0.4.18 ||
    say "going on without PathFinding.js"
}
exit 0
