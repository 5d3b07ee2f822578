#!/bin/sh
# instructions.sh WORK: a line for each load of spec/golden/work.c: its name, the instructions that it
# takes, and the number that it ends with. The count is the same in each run, whatever else the machine
# does.

loads=$("$1") || exit 1
for load in $loads; do
  said=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" "$load" 2>&1) ||
    { echo "$said" >&2; exit 1; }
  echo "$said" | awk -v load="$load" '
    / Collected : / { count = $NF }
    $1 == load { sum = $2 }
    END { print load, count, sum }'
done
