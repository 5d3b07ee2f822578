-- The seconds of a mod, which only the stock sandbox counts: in the vault all that takes time costs
-- instructions.

local core = require "astar.core"
local kind = require "support.sandbox_kind"
local modded = require "support.modded"
local small_world = require "support.small_world"

-- The honest ones do what mods do most of, as long as they may.
describe("the seconds of a mod", function()
  local HONEST = {
    "local s repeat s = ('%d %s'):format(#(s or ''), tostring(1.5)) until false",
    "local l repeat l = { { x = 1 }, { 2 }, l and l[2] } until false",
    "local n = 0 repeat n = n + #unit:friends(9) unit.data.n = n until false",
    "local t = {} repeat t[#t + 1] = #t if #t > 500 then table.sort(t) t = {} end until false",
  }

  local function reports_of(code, limits)
    local reports = {}
    local world = small_world("..........\n..........")
    assert(modded(world, "return function(unit) " .. code .. " end", limits))
    for i = 1, 4 do
      world:unit { player = "red", x = i, y = 1, sight = 9, behaviour = "test.it" }
    end
    for _ = 1, 4 do world:tick() end
    for i, report in ipairs(world.reports) do reports[i] = report.message end
    return reports, world
  end

  it("are enough for all that instructions pay for", function()
    -- Under a sanitizer memory takes ten times as long as else.
    local limits = os.getenv "ASTAR_SANITIZER" and { seconds = 2 } or nil
    for _, code in ipairs(HONEST) do
      local reports, world = reports_of(code, limits)
      assert.is_true(world.failures >= 4, code)
      for _, message in ipairs(reports) do assert.equal("too many instructions", message, code) end
    end
  end)

  -- LuaJIT looks through a hundred tables at most.
  if not rawget(_G, "jit") then kind.stock.it("end what takes long in few instructions", function()
    local code = "local t = {} for _ = 1, 1900 do t = setmetatable({}, { __index = t }) end "
      .. "while true do local _ = t.a, t.b, t.c, t.d end"
    local reports, world = reports_of(code)
    assert.equal("too much time", reports[1])
    assert.equal(1, world.failures)              -- the mod rests: its other units have had no turn
    assert.equal("too many instructions", reports_of(code, { seconds = math.huge,
      instructions = 20000 })[1])
  end) end

  it("are as many as the machine is slower than usual", function()
    local world = small_world "."
    local mod = modded(world, "return function() end", { instructions = 5e5, total = 15e5 })
    assert.is_true(core.pace() >= 1)
    assert.equal(core.pace(), core.pace())
    local usual = rawget(_G, "jit") and 0.4 or 0.1
    assert.is_true(math.abs(mod.limits.seconds - usual * core.pace()) < 1e-9)
  end)
end)
