#!/bin/sh
# clang.sh [-o]: the compiler and the linker of the vault's guest, "clang-19 wasm-ld-19": the newest
# that this machine has with builtins for wasm32. Exit status 1: it has none.
# With -o: the newest version of which apt-get has all three, "19"; if of none, the newest of all.
#
# VAULT_CLANG and VAULT_LD in the environment are taken in place of these, if they are of one
# version and have builtins. With -o the version is then that of VAULT_CLANG.

versions="19 18 17 16 14"

# version_of CLANG: "19"; of one that is not here what its name says
version_of() {
  { "$1" -dumpversion || expr "$1" : '.*clang-\([0-9]*\)$'; } 2>/dev/null | sed 's/\..*//'
}

is_offered() {
  apt-get -s install --no-install-recommends "clang-$1" "lld-$1" "libclang-rt-$1-dev-wasm32"
} >/dev/null 2>&1 </dev/null

if [ "$1" = -o ]; then
  given=$(version_of "$VAULT_CLANG")
  versions=${given:-$versions}
  for version in $versions; do is_offered "$version" && break; done || version=${versions%% *}
  echo "$version"
  exit
fi

# try CLANG: where there are builtins, and a linker of the same version
try() {
  version=$(version_of "$1")
  builtins=$("$1" --target=wasm32-wasi -rtlib=compiler-rt --print-libgcc-file-name 2>/dev/null)
  [ -f "$builtins" ] || return
  for ld in ${VAULT_LD:-"wasm-ld-$version" wasm-ld}; do
    "$ld" --version 2>/dev/null | grep -q "LLD $version\." && echo "$1 $ld" && return
  done
}

if [ -n "$VAULT_CLANG" ]; then
  try "$VAULT_CLANG"
  exit
fi
for name in $versions; do try "clang-$name" && exit; done
# Not every system has versions in its programs' names.
case " $versions " in *" $(version_of clang) "*) try clang ;; *) exit 1 ;; esac
