-- busted, for scripts: tools/lua.sh runs this one, wherever the program of that name is.
table.insert(arg, 1, "--ignore-lua")
require "busted.runner" { standalone = false }
