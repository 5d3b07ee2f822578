#!/bin/sh
# lua-flags.sh --cflags|--libs LUA: the compiler's flags for a Lua, lua5.1 to lua5.5 or luajit, with
# or without pkg-config. The module itself takes --cflags only: linked with a library of its own it
# would bring a second Lua into the process.

case $2 in
  lua5.[1-5])
    minor=${2#lua5.}
    names="lua5.$minor lua-5.$minor lua5$minor" cflags=-I/usr/include/$2 libs=-l$2 ;;
  luajit) names=luajit cflags=-I/usr/include/luajit-2.1 libs=-lluajit-5.1 ;;
  *)      echo "lua-flags.sh: no flags known for '$2'" >&2; exit 1 ;;
esac

for name in $names; do
  pkg-config "$1" "$name" 2>/dev/null && exit
done
case $1 in
  --cflags) echo "$cflags" ;;
  --libs)   echo "$libs" ;;
esac
