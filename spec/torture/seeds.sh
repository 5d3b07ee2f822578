#!/bin/sh
# torture: build=plain share=1 short=no
#
# seeds.sh SECONDS SEED: mods whose tables have histories, in one process after the other. Each
# hashes strings by a seed of its own, made of the time that it believes it is; what they print has
# to be the same (spec/mods/lockstep_spec.lua does this ten times).
end=$(($(date +%s) + $1)) seed=$2 count=0
fixed='' clock=''
setarch -R true 2>/dev/null && fixed="setarch -R"
library=$WORK/one_time.so
cc -shared -fPIC -o "$library" spec/support/one_time.c && clock="LD_PRELOAD=$library"

# printed TIME: what the mods print in a process that believes it is that time
printed() {
  $fixed env ASTAR_TIME="$1" $clock "$LUA" spec/support/histories.lua 2>&1 | tail -n +2
}

printed 1 >"$WORK/first"
grep -q '^mod 10' "$WORK/first" || { head -5 "$WORK/first"; echo "seed $seed"; exit 1; }
while [ "$count" = 0 ] || [ "$(date +%s)" -lt "$end" ]; do # one at least
  echo "$seed" >"$WORK/seed"
  printed "$((1700000000 + seed))" >"$WORK/printed"
  if ! diff "$WORK/first" "$WORK/printed" >"$WORK/difference"; then
    echo "what mods print depends on the seed of hashes:"
    head -5 "$WORK/difference" | cut -c1-300
    echo "seed $seed"
    exit 1
  fi
  count=$((count + 1)) seed=$((seed + 1))
done
echo "$count processes with seeds of their own"
