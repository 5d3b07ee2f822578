#!/bin/sh
# lua.sh ARGUMENT...: runs Lua. It finds the Lua files of this folder and the module of this build
# before all others, and no settings of the user's but LUA_PATH and LUA_CPATH.
# lua.sh -- COMMAND...: runs a command that has a Lua in itself, or starts one.
#
#   LUA    lua5.1 to lua5.5 or luajit, or where one is      BUILD    the folder of the build
#   PRELOAD  libraries for Lua to preload

LUA=${LUA:-lua5.4} BUILD=${BUILD:-build}
unset LUA_INIT
for version in 5_2 5_3 5_4 5_5; do
  unset LUA_INIT_$version LUA_PATH_$version LUA_CPATH_$version
done
LUA_PATH="./lua/?.lua;./lua/?/init.lua;./spec/?.lua;${LUA_PATH:-;}"
LUA_CPATH="$BUILD/${LUA##*/}/?.so;${LUA_CPATH:-;}"
export LUA BUILD LUA_PATH LUA_CPATH

if [ "$1" = -- ]; then
  shift
  exec "$@"
fi
[ -z "$PRELOAD" ] || export LD_PRELOAD="$PRELOAD"
exec "$LUA" "$@"
