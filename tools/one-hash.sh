#!/bin/sh
# one-hash.sh [SEED...]: spec/c/one_hash.c, built by several compilers for several processors, and
# run. Without seeds each run must give the numbers that stand in the program; with seeds all must
# print the same. `make one-hash` calls it.
#
#   BUILD    the directory of the build
#   WITHOUT  what this machine may lack, among clang aarch64 i686 s390x; "processors": all of these

folder=${BUILD:-build}/one-hash
mkdir -p "$folder" || exit 1
case " $WITHOUT " in *" processors "*) WITHOUT="clang aarch64 i686 s390x" ;; esac

# name, compiler with its flags, what runs the program
table() {
  echo "gcc-O0|gcc -O0|"
  echo "gcc-O3|gcc -O3 -DNDEBUG|"
  echo "gcc-without-builtins|gcc -O2 -DASTAR_BUILTINS=1|"
  echo "clang-O0|clang -O0|"
  echo "clang-O3|clang -O3 -DNDEBUG|"
  echo "aarch64|aarch64-linux-gnu-gcc -O2 -static|qemu-aarch64"
  echo "i686|i686-linux-gnu-gcc -O2 -static|qemu-i386"
  echo "s390x|s390x-linux-gnu-gcc -O2 -static|qemu-s390x"
}

is_wanted() {
  for word in $WITHOUT; do
    case $1 in "$word"*) return 1 ;; esac
  done
}

compile() { # NAME COMPILER...
  name=$1
  shift
  "$@" -std=c11 -pthread -ffp-contract=off -Isrc -Ispec/c -o "$folder/$name" \
    $(tools/sources.sh 'src/core/.*' c) spec/c/one_hash.c -lm 2>"$folder/$name.messages" ||
    { cat "$folder/$name.messages"; return 1; }
}

failed=0

complain() { # NAME SEED WHY
  echo "FAILED $1: $3"
  cat "$folder/$1.$2.out"
  failed=1
}

# check NAME RUNNER SEED: "none" is the run that must give the numbers of the program
check() {
  out=$folder/$1.$3.out
  if ! $2 "$folder/$1" ${3#none} >"$out" 2>&1; then complain "$1" "$3" "it is another number"
  elif ! cmp -s "$folder/$first.$3.out" "$out"; then complain "$1" "$3" "not the same as $first"
  fi
}

is_fresh() {
  [ -x "$folder/$1" ] && [ -z "$(find src/core src/*.h spec/c -newer "$folder/$1")" ]
}

first=
while IFS='|' read -r name compiler runner; do
  is_wanted "$name" || { echo "skipped $name: WITHOUT=$WITHOUT"; continue; }
  first=${first:-$name}
  if ! is_fresh "$name" && ! compile "$name" $compiler; then
    echo "FAILED $name: not built"
    failed=1
    continue
  fi
  before=$failed failed=0
  for seed in ${*:-none}; do check "$name" "$runner" "$seed"; done
  [ "$failed" = 0 ] && echo "ok      one hash: $name"
  [ "$before" = 0 ] || failed=1
done <<END
$(table)
END
exit $failed
