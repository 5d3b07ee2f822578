#!/bin/sh
# test-dist.sh ARCHIVE: unpacks a release into an empty folder and builds it with a PATH on which there
# is neither clang, wasm2c nor apt-get. Then a path is searched, and two mods fight. LUA, JOBS: as in make.

archive=$1
fail() { echo "FAILED  $*"; exit 1; }

folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" || exit 1
tar xzf "$archive" -C "$folder" || fail "the archive cannot be unpacked"

# All programs of this machine but these. A compiler behind ccache would search for itself there.
( IFS=:
  for place in $PATH; do
    for program in "$place"/*; do
      case ${program##*/} in clang*|wasm*|wat*|lld*|ld.lld*|apt*|dpkg*|git|curl|wget) continue ;;
        cc|gcc) case $(readlink -f "$program") in */ccache) continue ;; esac ;;
      esac
      [ -e "$folder/bin/${program##*/}" ] || ln -s "$program" "$folder/bin/"
    done
  done )
PATH=$folder/bin
export PATH
unset LUA_SOURCE MAKEFLAGS MAKELEVEL
for program in "$PATH"/clang* "$PATH"/wasm* apt-get; do
  command -v "$program" >/dev/null && fail "$program is still on the PATH"
done

cd "$folder"/astar-*/ || exit 1
make V=1 LUA="$LUA" JOBS="$JOBS" >../make.log 2>&1 || { tail -n 20 ../make.log; fail "make, in the release"; }
grep -q 'LA_HAS_VAULT' ../make.log || fail "the release is built without the vault"
grep -q 'warning:' ../make.log && { grep -A4 'warning:' ../make.log; fail "warnings, in the release"; }
echo "ok      make, in the release"

# A path, and a battle of two mods.
for example in first_path demo; do
  LUA_PATH="./lua/?.lua;./lua/?/init.lua" LUA_CPATH="./build/$LUA/?.so" "$LUA" "examples/$example.lua" \
    >../example.log 2>&1 || { tail -n 20 ../example.log; fail "examples/$example.lua, in the release"; }
  echo "ok      examples/$example.lua, in the release"
done
