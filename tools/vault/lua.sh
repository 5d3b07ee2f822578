#!/bin/sh
# lua.sh FOLDER: Lua's source in FOLDER/src, as the guest needs it. LUA_SOURCE: see lua-source.sh.
#
# One line of Lua is changed: a number that is kept goes through vm_number, which the guest's
# configuration.h defines, because the bits of a NaN differ between processors. And WASI has no
# setjmp.h, which ldo.c includes and, as it is configured, does not use.

folder=$1
[ -f "$folder/ready" ] && exit 0

rm -rf "$folder"
"$(dirname "$0")/../lua-source.sh" "$folder" || exit 1

lobject=$folder/src/lobject.h
sed '/^#define setfltvalue(obj,x)/,/}/s/val_(io)\.n=(x)/val_(io).n=vm_number(x)/' "$lobject" \
  >"$lobject.new"
[ "$(grep -c 'vm_number(x)' "$lobject.new")" = 1 ] || {
  echo "lua.sh: the macro setfltvalue of $lobject is not what was expected" >&2
  exit 1
}
mv "$lobject.new" "$lobject"

echo '/* There is none. */' >"$folder/src/setjmp.h"
touch "$folder/ready"
