#!/bin/sh
# check-paths.sh: no path of the machine this was written on, no left-over reminder, and no binary
# file, such as the core file of a crash, where none belongs.

find . -name .git -prune -o -path ./build -prune -o -type f -print |
  xargs grep -nIE '(^|[^A-Za-z0-9_.])/(wor[k]|far[m]|roo[t]|hom[e]|tm[p]/bash_jobs)/' &&
  { echo "paths of a machine (see above)"; failed=1; }

find . -name .git -prune -o -path ./build -prune -o -path ./spec/data -prune -o \
  -type f -size +0 ! -name '*.png' ! -name '*_binary.lua' -print |
  xargs grep -LI '' | grep . &&
  { echo "binary files (see above)"; failed=1; }

find src lua spec -type f | xargs grep -nIE 'TOD[O]|FIXM[E]|XX[X]' &&
  { echo "left open in the code (see above)"; failed=1; }
[ -z "$failed" ]
