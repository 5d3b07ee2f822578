--- part(name, play): a part of the golden run, which prints what it did when results.txt was
-- written. In busted it is a test; run.lua plays it by hand, and shows what it prints.
--
-- What changes a part on purpose changes its line, after a look at what differs: `make golden` at
-- both commits, then its lines into results.txt.

local astar = require "astar"
local check_constant = require "support.constant"
local core = require "astar.core"
local file = require "support.file"

local busted = package.loaded.busted

local RESULTS = "spec/golden/results.txt"

-- Mods run in the stock sandbox, which every build has: the vault counts other instructions.
-- Addresses of objects differ from run to run, and lines of specs are nobody's business.
local function printed(play)
  local lines, sandbox = {}, astar.sandbox
  astar.sandbox = "stock"
  play(function(...)
    local words = { ... }
    for i = 1, select("#", ...) do words[i] = tostring(words[i]) end
    lines[#lines + 1] = table.concat(words, " ")
      :gsub("0x%x+", "0x"):gsub("%.?/?spec/[%w_/]+%.lua:%d+: ", "")
  end)
  astar.sandbox = sandbox
  return table.concat(lines, "\n") .. "\n", #lines
end

local function result(name, text, count)
  return ("%s %d %s"):format(name, count, core.checksum(text))
end

return function(name, play)
  if busted then
    local it = require("support.skip").where(_VERSION ~= "Lua 5.4" and "its numbers are Lua 5.4's")
    busted.describe("the golden run", function()
      it("prints what it did: " .. name, function()
        local expected = file.read(RESULTS):match("%f[%w]" .. name .. " [^\n]*")
        check_constant(expected, result(name, printed(play)))
      end)
    end)
  end
  --- Writes what it prints to FOLDER/NAME.txt: its line of the results.
  return function(folder)
    local text, count = printed(play)
    file.write(("%s/%s.txt"):format(folder, name), text)
    return result(name, text, count)
  end
end
