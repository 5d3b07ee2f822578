# specs.sh, for kinds of torture in sh: runs specs and test programs until the time is over.

# specs: those that any build can run. Left out are those that start other programs, and that read
# the documentation.
specs() {
  find spec/binding spec/core spec/lua spec/mods -name '*_spec.lua' | LC_ALL=C sort
}

# from SEED: the lines of the input, beginning with another one for each seed
from() { awk -v seed="$1" '{ all[NR] = $0 } END { for (i = 0; i < NR; i++) print all[(seed + i) % NR + 1] }'; }

# each_until ENDS COMMAND...: calls COMMAND with each line of the input until the time is over. Sets
# `count`; what fails is printed, and ends the kind.
each_until() {
  ends=$1
  shift
  count=0
  while read -r item; do
    left=$((ends - $(date +%s)))
    if [ $left -le 0 ]; then
      [ $count = 0 ] || break # one at least
      left=30
    fi
    timeout --foreground $((left + 30)) "$@" "$item" >"$WORK/one.log" 2>&1 </dev/null
    status=$?
    [ $status = 124 ] && break # cut off by the end of the time, not by a mistake
    if [ $status != 0 ]; then
      echo "$item fails with status $status:"
      tail -n 60 "$WORK/one.log"
      exit 1
    fi
    count=$((count + 1))
  done
}

export ASTAR_SANITIZER=1 ASTAR_COUNTS="$WORK/counts"

busted="tools/busted.lua -o spec/support/outputhandler.lua"
