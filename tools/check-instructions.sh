#!/bin/sh
# check-instructions.sh WORK FLAGS: no load of WORK, which is spec/golden/work.c compiled by $CC with
# FLAGS, takes more instructions than spec/golden/instructions allows. Another compiler, C library or
# processor makes other counts: nothing is counted where the file's first line does not name those of
# this machine.

cd "$(dirname "$0")/.." || exit 1
file=spec/golden/instructions

skip() { echo "skipped check-instructions: $*"; exit; }

version=$($CC --version | head -n 1)
number=$($CC -dumpfullversion 2>/dev/null) &&
  version="$(echo "$version" | sed 's/^[^(]*(\([A-Za-z]*\).*/\1/') gcc $number"
here="$version, $(getconf GNU_LIBC_VERSION 2>/dev/null), $(uname -m), $2"
read -r counted <"$file"
[ "$here" = "$counted" ] || skip "the counts are of $counted; this is $here"
command -v valgrind >/dev/null || skip "valgrind is not installed"

counts=$(tools/instructions.sh "$1") || exit 1
echo "$counts" | awk -v file="$file" '
  NR == FNR { if ($2 + 0 > 0) allowed[$1] = $2; next }
  !($1 in allowed) { print $1 ": " file " has no line for it"; failed = 1; next }
  { more = $2 / 1e4 / allowed[$1] - 100; taken = sprintf("%s: %.2f, %+.2f %%", $1, $2 / 1e6, more) }
  more > 0.1 { print taken ": more than " file " allows"; failed = 1 }
  more < -0.1 { print taken ": write that into " file }
  END { exit failed }' "$file" - && echo "ok      check-instructions"
