#!/bin/sh
# lua-source.sh FOLDER: Lua 5.4's source for the vault and for cross builds, in FOLDER/src: what
# Debian's package is made of, with its corrections. Where LUA_SOURCE is set, it is a copy of that
# folder (the one with lua.h in it). A folder that is there already stays.
#
# apt-get's lists of sources are FOLDER's own: nothing outside it changes.

folder=$1
say() { echo "lua-source.sh: $*" >&2; }

# Debian's luaconf.h asks for it; it is made when the package is built.
name_no_machine() { echo '#define DEB_HOST_MULTIARCH ""' >"$folder/src/lua5.4-deb-multiarch.h"; }

[ -f "$folder/src/lua.h" ] && exit 0
rm -rf "$folder"
mkdir -p "$folder/lists/partial" || exit 1
folder=$(cd "$folder" && pwd)

if [ -n "$LUA_SOURCE" ]; then
  [ -f "$LUA_SOURCE/lua.h" ] || { say "there is no lua.h in LUA_SOURCE=$LUA_SOURCE"; exit 1; }
  grep -q 'define LUA_VERSION_MINOR.*"4"' "$LUA_SOURCE/lua.h" ||
    { say "LUA_SOURCE=$LUA_SOURCE is another Lua than 5.4"; exit 1; }
  cp -r "$LUA_SOURCE" "$folder/src"
  name_no_machine
  exit
fi

# Where this machine's packages come from, as places of sources: one of the two forms.
sed 's/^Types:.*/Types: deb-src/' /etc/apt/sources.list.d/debian.sources >"$folder/own.sources" \
  2>/dev/null
[ -s "$folder/own.sources" ] || {
  rm -f "$folder/own.sources"
  sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$folder/own.list" 2>/dev/null
}
own=$(ls "$folder"/own.*)
[ -s "$own" ] || { say "no list of Debian packages here: set LUA_SOURCE to Lua's source"; exit 1; }

get() {
  apt-get -qq -o Dir::Etc::sourcelist="$own" -o Dir::Etc::sourceparts=- \
    -o Dir::State::lists="$folder/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
    -o APT::Sandbox::User= "$@"
}

cd "$folder" || exit 1
if get update && get source lua5.4 >/dev/null && mv lua5.4-5.4.*/src src; then
  rm -rf lists lua5.4*
  name_no_machine
else
  say "apt-get has no source of lua5.4: set LUA_SOURCE to a folder with it"
  exit 1
fi
