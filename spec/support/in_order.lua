-- For locale_spec: prints what astar writes of tables with text as keys. It must not depend on what
-- `<` says of text, which the locale of a game decides.

package.path = "spec/?.lua;" .. package.path

local astar = require "astar"

astar.sandbox = "stock"                         -- mods of the vault know no locale
local check = require "astar.mods.check"

print("x" < "y")

local NAMES = { "alpha", "Beta", "gamma", "Delta", "_x", "zeta", "Zeta", "\195\169t\195\169" }

local function named(value)
  local t = {}
  for i, name in ipairs(NAMES) do t[name] = value or i end
  return t
end

-- ---- maps -------------------------------------------------------------------------------------

local map = astar.map { rows = { "aaBBccDDee", "gZgZgZgZgZ", "aaBBccDDee", "aaBBccDDee" },
  legend = { a = "alpha", B = "Beta", c = "gamma", D = "Delta", e = "zeta", g = "alpha",
    Z = "Beta" }, terrains = named(10) }
print(map:draw())
print(map:draw { legend = { x = "alpha", Y = "alpha", z = "Beta" } })
print(map:hash())
print(pcall(astar.map, { rows = { "?" }, terrains = named { price = 1 } }))
print(pcall(astar.map, { rows = { "?" }, terrains = named { price = 1 }, legend = named() }))
print(pcall(astar.map, { rows = { "." }, alpha = 1, Beta = 1, zeta = 1 }))
print(pcall(astar.map, { rows = { "?." }, legend = { x = "plain", Y = "wall" } }))

-- ---- worlds ------------------------------------------------------------------------------------

local world = astar.world { map = map, report = function(report) print(report.text) end,
  log = function(line) if line.kind == "print" then print(line.text) end end }
world:mod({ name = "m", files = {
  ["mod.lua"] = "return { name = 'm', version = '1', behaviours = { it = 'it.lua' } }",
  ["it.lua"] = [[return function(unit)
    local players, text = {}, {}
    for other in unit.world:units() do players[other.player] = other.id end
    for player, id in pairs(players) do print(player, id) end
    for i, name in ipairs { "b", "a", "B", "A" } do text[i] = name end
    table.sort(text)
    print(table.concat(text, " "))
    table.sort(setmetatable(text, { __index = {} }))
    print(table.concat(text, " "))
    unit.data.text = { table.unpack(text) }
    print(pcall(pairs, { [print] = 1, [{}] = 2, [coroutine.running()] = 3 }))
    unit:reserve("Zeta") unit:reserve("alpha")
    unit:wait(2)
    unit.data.bad = { [print] = 1, [{}] = 2, [coroutine.running()] = 3 }
  end]],
}})
local recording = astar.record(world)
for i, name in ipairs(NAMES) do
  local is_even = i % 2 == 0
  local data = named { [is_even] = named(), [i] = 1 }
  data.mates, data.share = {}, i + 0.5
  world:influence(name, { weight = 1 }):add(i, 2, 30 + i, 3)
  local unit = world:unit { player = name, x = i, y = 1, speed = 0.5, sight = 9, behaviour = "m.it",
    data = data }
  world.data[name], world.data[world:player(name)] = i, i
  world.data[unit] = i
end
for _ = 1, 4 do world:tick() end
print(world:hash())
local text = assert(world:save())
print(text)
print(astar.read_world((text:gsub("5:alpha", "5:Alpha"))))

-- ---- recordings, checks ---------------------------------------------------------------------

recording:stop()
local name = os.tmpname()
assert(astar.replay(recording, name))
local file = assert(io.open(name, "rb"))
print(file:read("*a"))
file:close()
os.remove(name)
for _, line in ipairs(check.list("examples/skirmish/red")) do print(line) end
