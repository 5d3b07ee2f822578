#!/bin/sh
# lua-flags.sh --cflags|--libs lua5.4|luajit: the compiler's flags for a Lua, with or without
# pkg-config. The module itself takes --cflags only: linked with a library of its own it would
# bring a second Lua into the process.

case $2 in
  lua5.4) names='lua5.4 lua-5.4 lua54' cflags=-I/usr/include/lua5.4    libs=-llua5.4 ;;
  luajit) names=luajit                cflags=-I/usr/include/luajit-2.1 libs=-lluajit-5.1 ;;
  *)      echo "lua-flags.sh: no flags known for '$2'" >&2; exit 1 ;;
esac

for name in $names; do
  pkg-config "$1" "$name" 2>/dev/null && exit
done
case $1 in
  --cflags) echo "$cflags" ;;
  --libs)   echo "$libs" ;;
esac
