-- What a mod pays for its data in the stock sandbox does not depend on the order in which Lua has
-- the keys of a table, also where they are refused in the middle.

local new_box = require "support.box"

local TRUSTED = [[
  local names = { "copied", "packed", "holds_more" }
  for _, name in ipairs(names) do
    local f = sandbox[name]
    sandbox.environment[name] = function(t, most) f(t, most, 16) end
  end
]]

-- Tables that are equal, and have their keys in another order: `turn` says which. In each there is
-- something that cannot be kept.
local TABLE = [[
  local turn = ...
  t = {}
  for i = 1, 2 ^ (turn % 4) * 8 do t["gone" .. turn .. i] = i end
  for i = 1, 2 ^ (turn % 4) * 8 do t["gone" .. turn .. i] = nil end
  for i = 0, 29 do
    local n = (i * 7 + turn) % 30
    t["key" .. n] = { n, { n, text = ("x"):rep(100) } }
  end
  t.odd = print
]]

describe("equal tables that are refused", function()
  for _, call in ipairs { "copied(t, 4096)", "copied(t, 50)", "packed(t, 4096)", "packed(t, 50)",
    "holds_more(t, 50)" } do
    it("cost the same: " .. call, function()
      local prices = {}
      for turn = 1, 20 do
        local box = new_box { kind = "stock" }
        assert(box.inside:trust(TRUSTED, "=ours"))
        box.run(TABLE, turn)
        box.run(call)
        prices[turn] = box.inside.used
        assert.equal(prices[1], prices[turn])
      end
    end)
  end
end)
