--- The program of the playground in WebAssembly: playground/host.c calls what it returns.

package.path = "/lua/?.lua;/lua/?/init.lua;/playground/lua/?.lua;/examples/?.lua"

local json = require "astar.replay.json"
local literal = require "astar.formats.tiled.literal"

-- What the page may ask for, by name: each takes a table and returns one.
local commands = {}
for _, name in ipairs { "battle", "changes", "paths", "programs" } do
  for command, answer in pairs(require(name)) do commands[command] = answer end
end

-- A call as JSON, { name =, with = }, to its reply as JSON. A failure of this program's is a reply,
-- too: `failed`.
return function(text)
  local call = assert(literal.read(text, "json"))
  local ok, reply = xpcall(commands[call.name], debug.traceback, call.with or {})
  return json(ok and reply or { failed = reply })
end
