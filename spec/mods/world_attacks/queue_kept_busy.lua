-- Fills the queue of searches: another player waits twice as long at most, however many do it.
local modded = require "support.modded"
local small_world = require "support.small_world"

local BUSY = [[return function(unit)
  local goal, query = { x = 90, y = 1 }, { heuristic = "none", engine = "astar", turn_cost = 1 }
  while true do
    while pcall(unit.body.request_path, unit.body, goal, query) do end
    unit:wait(1)
  end
end]]

local HONEST = [[return function(unit)
  unit:wait(3)
  local goal, query = { x = 90, y = 80 }, { heuristic = "none", engine = "astar" }
  local ticket, began = unit.body:request_path(goal, query), unit.world.ticks
  while not ticket.done do unit:wait(1) end
  print(unit.world.ticks - began)
end]]

local function ticks_with(busy)
  local world = small_world((("."):rep(90) .. "\n"):rep(90), { budget = 2000 })
  local told
  for name, text in pairs { busy = BUSY, honest = HONEST } do
    assert(modded(world, { ["it.lua"] = text, ["mod.lua"] =
      ("return { name = '%s', version = '1', behaviours = { it = 'it.lua' } }"):format(name) },
      { print = function(_, line) told = tonumber(line) end }))
  end
  for i = 1, busy do
    world:unit { player = "blue", x = 1 + i, y = 90, speed = 1, behaviour = "busy.it" }
  end
  world:unit { player = "red", x = 3, y = 3, speed = 1, behaviour = "honest.it" }
  world.run(60, function() return told end)
  return told or 60
end

return { broken = function()
  local alone, beside = ticks_with(0), ticks_with(6)
  if alone < 4 or beside > 2 * alone then
    return ("an honest search takes %d ticks alone, %d beside"):format(alone, beside)
  end
end }
