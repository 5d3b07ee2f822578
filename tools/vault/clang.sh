#!/bin/sh
# clang.sh [-o]: the compiler and the linker of the vault's guest, "clang-19 wasm-ld-19": the newest
# that this machine has with builtins for wasm32. Exit status 1: it has none.
# With -o: the newest version of which apt-get has all three, "19"; if of none, the newest of all.
#
# VAULT_CLANG and VAULT_LD in the environment are taken in place of these, if they are whole.

versions="19 18 17 16 14"

is_whole() {
  "$1" --version && "$2" --version &&
    test -f "$("$1" --target=wasm32-wasi -rtlib=compiler-rt --print-libgcc-file-name)"
} >/dev/null 2>&1 </dev/null

is_offered() {
  apt-get -s install --no-install-recommends "clang-$1" "lld-$1" "libclang-rt-$1-dev-wasm32"
} >/dev/null 2>&1 </dev/null

if [ "$1" = -o ]; then
  for version in $versions; do is_offered "$version" && break; done || version=${versions%% *}
  echo "$version"
  exit
fi

try() {
  clang=${VAULT_CLANG:-clang$1} ld=${VAULT_LD:-wasm-ld$1}
  is_whole "$clang" "$ld" && echo "$clang $ld"
}

# A compiler that is given has the linker of the same name.
if [ -n "$VAULT_CLANG" ]; then
  try "${VAULT_CLANG##*clang}"
  exit
fi
for version in $versions; do try "-$version" && exit; done
exit 1
