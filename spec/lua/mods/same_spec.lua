-- A behaviour prints the same in a mod as in the host's state: it finds the same fields in tasks,
-- paths, tickets and players, and the same errors where it sets them.

local modded = require "support.modded"
local small_world = require "support.small_world"

local FIELD = [[
  . . . . . . . .
  . . # # # # . .
  . . . . . . . .
]]

local BEHAVIOURS = {
  tasks = [[
    local task = unit:start(function(one, a)
      one:wait(2)
      return a, "x"
    end, 7)
    show(task.ended, task.failed, task.message, type(task.wake))
    while not unit:step(task) do unit:sleep(1) end
    show(task.ended, task.failed, task.message, task:values())
    local left = unit:start(function(one)
      one:defer(function() show "dropped" end)
      one:wait(50)
    end)
    show(unit:step(left), left.ended, left.wake - unit.world.ticks)
    show(left:drop())
    show(left.ended)
    local bad = unit:start(function() error("oh", 0) end)
    show(pcall(unit.step, unit, bad))
    show(bad.ended, bad.failed, bad.message)
    try(task, { "ended", "failed", "message", "wake", "values", "drop", "other" })]],
  paths = [[
    local path, missing = unit:path(8, 3), unit:path(3, 2)
    show(path.cost, path.status, #path, path:cell(1), missing)
    show(path:cell(-1))
    for x, y, i in path:cells() do show(i, x, y) end
    try(path, { "cost", "status", "other", "cell" })]],
  sight = [[
    local friend = unit:friends(9)[1]
    show(unit:clear_shot(friend), unit:clear_shot(4, 1), unit:clear_shot({ x = 8, y = 3 }))
    show(unit:clear_shot(8, 3))
    show(unit:clear_shot(8, 1, { range = 3 }))
    show(unit:clear_shot(friend, { min_range = 3, through_units = true }))
    show(pcall(unit.clear_shot, unit, "x"))
    local path = unit:cover({ { x = 1, y = 2 }, friend }, 9)
    show(#path, path.cost, path:cell(-1))
    show(#unit:cover({}, 3), unit:cover({ { x = 1, y = 2 } }, 9, { budget = 1 }))
    show(pcall(unit.cover, unit, { { x = 9, y = 9 } }, 3))
    show(pcall(unit.cover, unit, {}, 256))]],
  players = [[
    local player = unit.player
    show(player.name, player:knows(1, 1), player:knows(3, 2), player == unit.player)
    try(player, { "name", "knows" })]],
  units = [[
    local friend = unit:friends(9)[1]
    show(friend.id, friend.x, friend.y, friend.state, friend.player == unit.player)
    show(unit:distance(friend), unit:visible_to(unit.player), unit.class.size, unit.home.x)
    show(unit:go(4, 3))
    show(unit:go(3, 2))
    show(unit:nearest({ { x = 8, y = 1 }, { x = 1, y = 1 } }))
    show(unit:reachable(8, 3), unit:reachable(3, 2), unit:knows(8, 3))]],
}

local HEAD = [[
  local function show(...)
    local words = {}
    for i = 1, select("#", ...) do
      local value = (select(i, ...))
      words[i] = type(value) == "table" and "table" or type(value) == "userdata" and "table"
        or tostring(value)
    end
    print(table.concat(words, " "))
  end
  local function plain(ok, message)
    return ok, ok or message
  end
  local function try(object, names)
    for _, name in ipairs(names) do
      local read, value = pcall(function() return object[name] end)
      show(name, read, read and type(value) or plain(false, value))
      show(plain(pcall(function() object[name] = 1 end)))
    end
  end
  return function(unit)
]]

local function new_world()
  local world = small_world(FIELD)
  world:unit { player = "red", x = 2, y = 3, behaviour = function(unit) unit:wait(100) end }
  return world
end

local function run(world, behaviour)
  world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 4, behaviour = behaviour }
  world.run(60)
  assert.equal(nil, world.reports[1] and world.reports[1].text)
end

local function lines_of_host(text)
  local world, lines = new_world(), {}
  local env = setmetatable({ print = function(line) lines[#lines + 1] = line end },
    { __index = _G })
  local chunk = setfenv and setfenv(assert(loadstring(text, "=it")), env) -- luacheck: ignore 113
    or assert(load(text, "=it", "t", env))
  run(world, chunk())
  return lines
end

local function lines_of_mod(text)
  local world = new_world()
  local _, lines = modded(world, text)
  run(world, "test.it")
  return lines
end

-- Places are named differently.
local function without_places(lines)
  for i, line in ipairs(lines) do lines[i] = line:gsub("%f[%w][%w./]+:%d+: ", "") end
  return lines
end

describe("a behaviour prints the same in a mod as in the host: #quick", function()
  for name, body in pairs(BEHAVIOURS) do
    it(name, function()
      local text = HEAD .. body .. "\nend"
      local lines = without_places(lines_of_host(text))
      assert.is_true(#lines > 4)
      assert.same(lines, without_places(lines_of_mod(text)))
    end)
  end
end)
