#!/bin/sh
# coverage.sh: which lines and branches of src/core, src/binding and src/sandbox the tests run; `make coverage`
# calls it.
#
#   SPEC   run these parts only, and add what they run to what ran before
#   JOBS   so many parts side by side
#
# What each part of the tests has run is kept in $BUILD/coverage/parts/PART.info, and what all of
# them have in $BUILD/coverage/all.info, in the form of lcov. tools/coverage.lua judges it.

cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build} JOBS=${JOBS:-2} MAKE=${MAKE:-make}
root=$BUILD/coverage

$MAKE coverage-build || exit 1
# What objects of an older build have counted means nothing for this one.
newest=$(ls -t "$root"/core/*/*.gcno "$root"/lua5.4/*/*.gcno | head -n 1)
if [ -z "$SPEC" ] || [ "$newest" -nt "$root/parts" ]; then rm -rf "$root/parts"; fi
mkdir -p "$root/parts"

# What measures, draws or runs the documentation has nothing of its own to run here.
every=$(find spec -name '*_spec.lua' ! -name 'bench_spec*' ! -name 'demo_spec*' \
  ! -path 'spec/docs/*' ! -path 'spec/browser/*' | sort; ls spec/c/*.c spec/memory/*.c)
SPEC=${SPEC:-$every}

LUA=lua5.4 BUILD=$root JOBS=$JOBS SPEC=$SPEC ASTAR_SANITIZER=1 TIMEOUT=3600 \
  COVERAGE=$PWD/$root/parts tools/test.sh || exit 1
lua5.4 tools/coverage.lua "$root"
