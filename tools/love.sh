#!/bin/sh
# love.sh OUT: puts the game for LÖVE together, as OUT/skirmish and OUT/skirmish.love. The archive has
# no core.so, because none can be loaded from inside: that lies beside it, in OUT/astar.
#
#   BUILD  the directory of the build, with luajit/astar/core.so

set -e
out=${1:?usage: love.sh OUT}
BUILD=${BUILD:-build}
game=$out/skirmish

rm -rf "$game" "$out/skirmish.love" "$out/astar"
mkdir -p "$game/demo" "$game/mods" "$out/astar"
cp -R examples/hosts/love/. "$game/"
cp -R lua/astar "$game/"
cp examples/demo/game.lua examples/demo/ground.lua examples/demo/rules.lua "$game/demo/"
cp examples/valley.txt "$game/"
cp -R examples/skirmish/red examples/skirmish/blue "$game/mods/"
(cd "$game" && zip -qr -9 ../skirmish.love .)
cp "$BUILD/luajit/astar/core.so" "$game/astar/"
cp "$BUILD/luajit/astar/core.so" "$out/astar/"
