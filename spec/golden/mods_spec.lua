--- Mods that do wrong, each in its own way: what the game is told, and what it has cost them.

local modded = require "support.modded"
local part = require "golden.part"
local small_world = require "support.small_world"

local FIELD = [[
  . . . . . . . . . . . .
  . . # # # . . . # # . .
  . . . . . . . . . . . .]]

-- Bodies of behaviours.
local BODIES = {
  "unit:go(8, 1) unit:patrol { { x = 1, y = 1 }, { x = 9, y = 3 } }",
  "unit:goo(8, 1)",
  "return unit:go 'there'",
  "unit:wait(-1)",
  "unit:go(8, 1, { partail = true })",
  "unit.nonsense = 1",
  "unit.data.list = { print }",
  "error 'of its own'",
  "error { code = 7 }",
  "while true do end",
  "local list = {} while true do list[#list + 1] = ('x'):rep(1000) end",
  "local s = 'x' while true do s = s .. s end",
  "coroutine.yield()",
  "pcall(function() while true do end end) print 'after'",
  "print(unit.x, unit.y, unit.player, unit.state) unit:go(3, 3) print(unit.x, unit.y)",
  "print(#unit:enemies(20), #unit:friends(20), unit.world.random(100))",
  "for i = 1, 3 do unit:start(function() unit:sleep(i) print(i) end) end unit:wait(9)",
  "local path, code = unit:find(12, 3) print(path, code) unit:walk(path)",
  "print(unit:path(12, 3)) print(unit:nearest({ unseen = true })) print(unit:reachable(9, 3))",
  "print(#unit:positions { from = { cells = { { x = 2, y = 1 } } }, score = { { 'walk' } } })",
  "print(unit:explore())",
  "print(unit:chase(unit:enemies(20)[1]))",
  "local t = setmetatable({}, { __index = function(_, key) error(key) end }) return t.key",
  "require 'nowhere'",
  "local astar = require 'astar' return astar.think.sequence(7)",
  "string.rep('x', -1):foo()",
  "return nil .. 'x'",
}

local function play(print, i, body)
  local world = small_world(FIELD)
  rawset(world, "_on_report", false)
  local mod, lines = modded(world, "return function(unit) " .. body .. "\nend",
    { print = function(_, text) print(i, "print", text) end })
  if not mod then return print(i, "not loaded", lines) end
  local unit = world:unit { player = "red", x = 1, y = 1, sight = 20, speed = 1,
    behaviour = "test.it" }
  world:unit { player = "blue", x = 11, y = 3, sight = 5 }
  local used = 0                                 -- instructions
  for _ = 1, 40 do
    world:tick()
    used = used + mod._parts[1].account.used
  end
  for _, report in ipairs(world.reports) do print(i, "report", report.text) end
  print(i, unit.x, unit.y, unit.state, used, world:hash())
end

return part("mods", function(print)
  for i, body in ipairs(BODIES) do play(print, i, body) end
end)
