#!/bin/sh
# browser.sh: sees to it that there is a browser to test replays with, and what drives it. Where
# that cannot be had the tests are skipped: this never fails.
#
#   BUILD  the directory of the build; node_modules is in $BUILD/browser

dir=$(dirname "$0") modules=${BUILD:-build}/browser
say() { echo "browser.sh: $*"; }

"$dir/need.sh" node browser || { say "replays are not tested in a browser"; exit 0; }
[ -d "$modules/node_modules/playwright-core" ] && exit 0
mkdir -p "$modules"
say "installing playwright-core with npm"
npm install --silent --no-audit --no-fund --prefix "$modules" playwright-core@1.65.1 ||
  say "npm could not: replays are not tested in a browser"
exit 0
