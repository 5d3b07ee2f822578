#!/bin/sh
# torture: build=plain share=3 short=no
#
# Specs in a Lua that checks how its C interface is used (LUA_USE_APICHECK), but not itself
# (lua_assert): sandboxes try what this Lua is known to compile wrongly. Its source is Debian's
# package lua5.4.

. spec/fuzz/specs.sh
home=$TOP/lua-apicheck

# The lists of packages are its own: nothing of the machine's changes.
fetch() {
  mkdir -p "$home/lists/partial"
  for file in /etc/apt/sources.list.d/*.sources; do
    [ -f "$file" ] && sed 's/^Types:.*/Types: deb-src/' "$file" && echo
  done >"$home/src.sources"
  (cd "$home" && set -- -qq -o Dir::Etc::sourcelist="$PWD/src.sources" \
     -o Dir::Etc::sourceparts=- -o Dir::State::lists="$PWD/lists" &&
     apt-get "$@" update && apt-get "$@" --download-only source lua5.4 &&
     tar xzf lua5.4_*.orig.tar.gz && tar xJf lua5.4_*.debian.tar.xz && cd lua-5.4* &&
     for fix in ../debian/patches/*cve*; do patch -p1 <"$fix" || exit 1; done)
}

if [ ! -x "$home/lua" ]; then
  fetch >"$WORK/build.log" 2>&1 || { tail "$WORK/build.log"; echo "no source of Lua"; exit 1; }
  sources=$(ls "$home"/lua-5.4*/src/*.c | grep -v luac.c)
  gcc -g -O1 -std=gnu99 -DLUA_USE_LINUX -DLUA_USE_APICHECK -Wl,-E -o "$home/lua" $sources -lm -ldl >"$WORK/build.log" 2>&1 ||
    { tail "$WORK/build.log"; exit 1; }
fi

# Where Debian keeps busted.
LUA_PATH="$LUA_PATH;$(env -u LUA_PATH $LUA -e 'io.write(package.path)')"
LUA_CPATH="$LUA_CPATH;$(env -u LUA_CPATH $LUA -e 'io.write(package.cpath)')"
specs | from "$2" >"$WORK/list"
each_until $(($(date +%s) + $1)) "$home/lua" $busted <"$WORK/list"
echo "$count specs with Lua's checks"
