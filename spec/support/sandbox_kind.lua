--- The kind of sandbox that specs run mods in, which ASTAR_SANDBOX chooses, and what holds in one
-- kind only:
--
--   local kind = require "support.sandbox_kind"
--   kind.stock.it("…", function() … end)        -- a test of the stock sandbox
--   kind.vault.it("…", function() … end)        -- a test of the vault, with guard pages or without
--   kind.pick { stock = "time", vault = "instructions" }
--
-- In the other kind there is no such test: it is not skipped, and not counted.

local astar = require "astar"
local busted = require "busted"

local kind = { is_vault = astar.sandbox ~= "stock" }

local function nothing() end

local function tests_if(holds)
  return { it = holds and busted.it or nothing, describe = holds and busted.describe or nothing }
end

kind.stock, kind.vault = tests_if(not kind.is_vault), tests_if(kind.is_vault)

--- What is expected in the kind that mods run in.
function kind.pick(expected)
  if kind.is_vault then return expected.vault end
  return expected.stock
end

return kind
