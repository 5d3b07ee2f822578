#!/bin/sh
# check-globals.sh OBJECT...: fails when an object holds a variable that can be written.
# Constants with pointers in them (.data.rel.ro) are written by the loader only.

for object in "$@"; do
  objdump -t "$object" | awk -v object="$object" '
    / O (\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && !/ \.data\.rel\.ro/ {
      print object ": a global variable: " $NF
      found = 1
    }
    END { exit found }' || failed=1
done
[ -z "$failed" ]
