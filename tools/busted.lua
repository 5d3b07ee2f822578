-- busted, run by whichever Lua runs this file. The program /usr/bin/busted would do the same, but
-- it is not in the same place everywhere, and its first line names a Lua of its own.
require "busted.runner" { standalone = false }
