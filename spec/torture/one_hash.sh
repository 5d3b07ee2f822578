#!/bin/sh
# torture: build=none share=1 short=no
#
# Random worlds of spec/c/one_hash.c, on every compiler and processor that this machine has: all
# print the same numbers.

seconds=$1 seed=$2
ends=$(($(date +%s) + seconds))
count=0

for compiler in clang aarch64-linux-gnu-gcc i686-linux-gnu-gcc s390x-linux-gnu-gcc; do
  command -v "$compiler" >/dev/null 2>&1 || WITHOUT="$WITHOUT ${compiler%-linux-gnu-gcc}"
done
command -v qemu-s390x >/dev/null 2>&1 || WITHOUT="$WITHOUT aarch64 i686 s390x"
export WITHOUT

while [ "$(date +%s)" -lt "$ends" ] || [ "$count" = 0 ]; do
  echo "$seed" >"$WORK/seed"
  if ! BUILD=$WORK tools/one-hash.sh "$seed" >"$WORK/report"; then
    cat "$WORK/report"
    echo "seed $seed"
    exit 1
  fi
  count=$((count + 1)) seed=$((seed + 1))
done
builds=$(ls "$WORK"/one-hash/*.messages | wc -l)
echo "$count worlds, $builds builds"
