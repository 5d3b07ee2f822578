#!/bin/sh
# check-globals.sh OBJECT...: fails when an object holds a variable that can be written.
# Constants with pointers in them (.data.rel.ro) are written by the loader only.

objdump -t "$@" | awk '
  / file format / { object = $1 }
  / O (\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && !/ \.data\.rel\.ro/ {
    print object " a global variable: " $NF
    found = 1
  }
  END { exit found || !object }'
