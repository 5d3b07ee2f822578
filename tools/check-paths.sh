#!/bin/sh
# check-paths.sh: no path of the machine this was written on, and no left-over reminder, in the tree.

find . -name .git -prune -o -path ./build -prune -o -type f -print |
  xargs grep -nIE '(^|[^A-Za-z0-9_.])/(wor[k]|far[m]|roo[t]|hom[e]|tm[p]/bash_jobs)/' &&
  { echo "paths of a machine (see above)"; failed=1; }

find src lua spec -type f | xargs grep -nIE 'TOD[O]|FIXM[E]|XX[X]' &&
  { echo "left open in the code (see above)"; failed=1; }
[ -z "$failed" ]
