#!/bin/sh
# bare.sh [SUITE]: runs the README's commands where its readers run them, on a Debian that has
# nothing else. `make test-bare` calls it.
#
# The root is a minimal Debian of the SUITE (default: this machine's) with make and a C compiler; it
# is kept in KEEP for the next run. A copy of it gets the sources, without what was built, and then:
#
#   - A user who cannot install anything tries each make command: it must name the packages that are
#     missing, and fail at once. (make's status is 2 when that of need.sh is 1.)
#   - The packages that the README names are installed, and its commands run, in their order, with no
#     variable set but PATH. Packages and commands are read from the text of the README: the first
#     line with `apt-get install …`, and the first block of commands after "## Start".
#
# Where there can be no such root (that takes the user root and a mirror of Debian), it says so, and
# the commands run in a copy of the sources instead.
#
#   BUILD   its logs are in $BUILD/bare; the log of `make test` is test.log

cd "$(dirname "$0")/.." || exit 1
KEEP=/var/cache/astar-bare logs=${BUILD:-build}/bare
suite=${1:-$(. /etc/os-release 2>/dev/null && echo "$VERSION_CODENAME")}
suite=${suite:-stable}
base=$KEEP/$suite copy=$KEEP/run.$$
RUN="env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin"
STRANGER=65534                       # a user who owns nothing and may not install
AT_ONCE=10                           # seconds

say()  { echo "bare.sh: $*"; }
fail() { say "$*" >&2; exit 1; }

PACKAGES=$(sed -n 's/.*`apt-get install \([^`]*\)`.*/\1/p' README.md | head -n 1)
COMMANDS=$(awk '/^## Start/ { on = 1 } on && /^```$/ { exit } block { print } on && /^```sh/ { block = 1 }' \
  README.md | sed 's/ *#.*//')
[ -n "$PACKAGES" ] && [ -n "$COMMANDS" ] || fail "README.md names no packages or no commands"

rm -rf "$logs"
mkdir -p "$logs" || exit 1
trap 'exit 1' INT TERM HUP # the copy is removed at the exit

# --- the root ---------------------------------------------------------------------------------------

# The mirror of Debian that this machine's apt takes its packages from.
mirror() {
  apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Origin: Debian' 2>/dev/null |
    head -n 1
}

# in_root FOLDER COMMAND...: in mounts of its own, which end with the command
in_root() {
  unshare --mount sh -c 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" &&
    root=$1 && shift && exec chroot "$root" "$@"' sh "$@" </dev/null
}

INSTALL="$RUN DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends"

can_make_base() {
  [ "$(id -u)" = 0 ] && unshare --mount true 2>/dev/null && [ -n "$(mirror)" ] &&
    tools/need.sh debootstrap
}

make_base() {
  [ -f "$base/made" ] && return
  say "making a minimal root of Debian $suite in $base"
  rm -rf --one-file-system "$base"
  mkdir -p "$KEEP"
  debootstrap --variant=minbase "$suite" "$base" "$(mirror)" >"$logs/debootstrap.log" 2>&1 || return 1
  apt-config dump Acquire | grep -v IndexTargets >"$base/etc/apt/apt.conf.d/99host"
  cp /etc/resolv.conf "$base/etc/" 2>/dev/null
  in_root "$base" $RUN apt-get -qq update >>"$logs/debootstrap.log" 2>&1 &&
    in_root "$base" $INSTALL make gcc libc6-dev >>"$logs/debootstrap.log" 2>&1 && touch "$base/made"
}

# sources FOLDER: what git knows of, as it is now
sources() {
  mkdir -p "$1" && { git ls-files -z --cached --others --exclude-standard 2>/dev/null ||
    find . -path ./build -prune -o -type f -print0; } | tar --null -T - -cf - | tar xf - -C "$1"
}

# --- what runs there --------------------------------------------------------------------------------

# here COMMAND: in the sources of the root; without a root, of the copy
if can_make_base; then
  make_base || { tail "$logs/debootstrap.log"; fail "cannot make a minimal root of Debian $suite"; }
  trap 'rm -rf --one-file-system "$copy"' EXIT
  for old in "$KEEP"/run.*; do # of a run that was killed
    kill -0 "${old##*.}" 2>/dev/null || rm -rf --one-file-system "$old"
  done
  cp -a --reflink=auto "$base" "$copy" && sources "$copy/astar" || fail "cannot copy $base to $copy"
  here()     { in_root "$copy" $RUN sh -c "cd /astar && $1"; }
  stranger() { in_root "$copy" chroot --userspec=$STRANGER:$STRANGER / $RUN sh -c "cd /astar && $1"; }
else
  say "there can be no minimal root here: the commands run in a copy of the sources"
  copy=$(mktemp -d) base=
  trap 'rm -rf "$copy"' EXIT
  sources "$copy/astar" || fail "cannot copy the sources"
  here() { (cd "$copy/astar" && env -i PATH="$PATH" HOME="$HOME" sh -c "$1" </dev/null); }
fi

# refused COMMAND: the stranger is told which packages are missing, and does not wait
refused() {
  log=$logs/stranger.log
  chown -R "$STRANGER" "$copy/astar"
  began=$(date +%s)
  stranger "$1" >"$log" 2>&1
  status=$?
  took=$(($(date +%s) - began))
  chown -R 0 "$copy/astar"
  grep -q 'run as root: apt-get install ' "$log" && [ $status = 2 ] && [ $took -le $AT_ONCE ] && return
  cat "$log"
  fail "'$1', for a user who cannot install: status $status after $took seconds"
}

# works COMMAND: with status 0; the end of its log if not
works() {
  log=$logs/$(echo "${1##* }" | tr -c '[:alnum:]\n' -).log
  began=$(date +%s)
  here "$1" >"$log" 2>&1
  status=$?
  # busted's status is the number of failures, of which the system keeps eight bits.
  case $1 in busted*) grep -q ' / 0 failures / 0 errors / ' "$log" || status=1 ;; esac
  took="$(($(date +%s) - began)) s"
  if [ $status = 0 ]; then
    printf 'ok      %-12s %6s  %s\n' "$1" "$took" "$(tail -n 1 "$log")"
    [ "$1" != 'make test' ] || { grep -a '^ *skipped ' "$log"; tail -n 1 "$log"; }
  else
    grep -a -A 15 -e FAILED -e 'error:' -e '[*][*][*] \[' "$log" | head -n 60
    tail -n 15 "$log"
    fail "'$1' ended with status $status after $took${base:+, in a Debian $suite with $PACKAGES}"
  fi
}

# in_order FUNCTION PATTERN: for each command of the README that matches
in_order() {
  while IFS= read -r command; do
    case $command in $2) "$1" "$command" || exit 1 ;; esac
  done <<EOF
$COMMANDS
EOF
}

if [ -n "$base" ]; then
  in_order refused 'make *'
  say "a user who cannot install is told what is missing"
  in_root "$copy" $RUN apt-get -qq update >"$logs/packages.log" 2>&1 # the root may be of last week
  in_root "$copy" $INSTALL $PACKAGES >>"$logs/packages.log" 2>&1 ||
    { tail "$logs/packages.log"; fail "the README's packages cannot be installed: $PACKAGES"; }
fi
in_order works '*'
