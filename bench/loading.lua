-- What it takes to load the library: loading.lua [WHAT]. Prints milliseconds of processor time,
-- kilobytes that stay, and modules, for WHAT, in a process of its own:
--
--   module   require "astar"
--   world    also a world with a unit, and a tick
--   mod      also a mod in it
--
-- Without WHAT it runs itself 11 times for each, and prints medians.

local TAKES = {}

function TAKES.module() return require "astar" end

function TAKES.world()
  local astar = TAKES.module()
  local world = astar.world { map = astar.map { width = 32, height = 32 } }
  world:unit { player = "red", x = 1, y = 1, behaviour = function(unit) unit:go(9, 9) end }
  return world:tick()
end

function TAKES.mod()
  local world = TAKES.world()
  assert(world:mod { name = "one", files = {
    ["mod.lua"] = 'return { name = "one", version = "1", behaviours = { idle = "idle.lua" } }',
    ["idle.lua"] = "return function(unit) unit:wait(9) end",
  } })
  return world:tick()
end

local function modules()
  local count = 0
  for name in pairs(package.loaded) do
    if name:find "^astar" then count = count + 1 end
  end
  return count
end

local function kilobytes()
  for _ = 1, 3 do collectgarbage() end
  return collectgarbage "count"
end

local function measure(take)
  local before, begun = kilobytes(), os.clock()
  local kept = take()
  local milliseconds = (os.clock() - begun) * 1000
  print(("%.2f %.0f %d"):format(milliseconds, kilobytes() - before, modules()), kept and "" or nil)
end

if TAKES[arg[1]] then return measure(TAKES[arg[1]]) end

local least = 0
while arg[least - 1] do least = least - 1 end

for _, what in ipairs { "module", "world", "mod" } do
  local columns = { {}, {}, {} }
  for _ = 1, 11 do
    local pipe = assert(io.popen(("'%s' '%s' %s"):format(arg[least], arg[0], what)))
    local values = { pipe:read("*n", "*n", "*n") }
    pipe:close()
    if #values < 3 then error(what .. " failed", 0) end
    for i, value in ipairs(values) do table.insert(columns[i], value) end
  end
  local function median(i) table.sort(columns[i]) return columns[i][6] end
  print(("%-7s %6.2f ms %6.0f KB %4d modules"):format(what, median(1), median(2), median(3)))
end
