--- What the sandbox guarantees to a game, and which Lua does not let it keep that. The table of
-- docs/mods.md says the same, line by line; a spec compares them.

local blame = require "astar.arguments.blame"
local core = require "astar.core"

local ALL = { "5.5", "5.4", "5.3", "5.2", "5.1", "LuaJIT" }

local guarantees = {
  { "a behaviour may give way within `pcall`, `xpcall`" },
  { "a behaviour may give way within metamethods and iterators of `for`", "5.1" },
  { "a string of a mod has 16,384 bytes at most", "5.1", "LuaJIT" },
  { "objects and long strings have a price of their own", "5.1", "LuaJIT" },
  { "a text that arithmetic reads as a number is charged", "5.3", "5.2", "5.1", "LuaJIT" },
  { "memory is collected before it is refused", "5.1", "LuaJIT" },
}

local this = type(jit) == "table" and "LuaJIT" or _VERSION:match "%d%.%d"

--- The guarantees that `lua` does not keep: a list of texts. It is "5.1" to "5.5" or "LuaJIT", by
-- default the one that runs.
local function lacks(lua)
  local list, is_known = {}, lua == nil
  for _, one in ipairs(ALL) do is_known = is_known or lua == one end
  if not is_known then
    blame.fail("lacks", 1, "lua = %s is none of '%s'", core.show(lua), table.concat(ALL, "', '"))
  end
  for _, guarantee in ipairs(guarantees) do
    for i = 2, #guarantee do
      if guarantee[i] == (lua or this) then list[#list + 1] = guarantee[1] end
    end
  end
  return list
end

return { lacks = lacks, luas = ALL, all = guarantees }
