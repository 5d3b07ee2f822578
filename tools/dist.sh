#!/bin/sh
# dist.sh VAULT ARCHIVE: packs the files that git knows, as they are now, and the C that `make vault`
# has made in the folder VAULT. The same files give the same archive.

vault=$1 archive=$2
fail() { echo "dist.sh: $*" >&2; exit 1; }

name=$(basename "$archive" .tar.gz)
folder=$(dirname "$archive")/$name

git ls-files >/dev/null 2>&1 || fail "only a clone of the repository can be packed: there is no git here"
[ -f "$vault/identity.h" ] || fail "there is no vault in $vault: run make vault"

rm -rf "$folder" "$archive"
mkdir -p "$folder/vault/licenses" || exit 1
git ls-files -z | xargs -0 tar cf - -- | tar xf - -C "$folder" || exit 1

for file in guard.c guard.h bounds.c bounds.h library.c identity.h; do
  cp "$vault/$file" "$folder/vault/" || exit 1
done

# What the generated C is made of: Lua, wasi-libc and the compiler's builtins, and wabt's own text.
awk '/^\* Copyright \(C\)/ { on = 1 } on { print } /^\*\*\*/ { on = 0 }' "$vault/lua/src/lua.h" \
  >"$folder/vault/licenses/lua"
[ -s "$folder/vault/licenses/lua" ] || fail "there is no license in lua.h"
read -r clang ld <"$vault/clang" && version=$("$clang" -dumpversion) || exit 1
for package in wasi-libc "libclang-rt-${version%%.*}-dev-wasm32" wabt; do
  cp "$(readlink -f "/usr/share/doc/$package/copyright")" "$folder/vault/licenses/$package" ||
    fail "the license of $package is not here"
done

date=$(git log -1 --format=%ct)
tar cf - -C "$(dirname "$folder")" --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rw,go=rX \
  --mtime="@$date" "$name" | gzip -9n >"$archive" || exit 1
rm -rf "$folder"
ls -l "$archive" | awk '{ print $5, $NF }'
