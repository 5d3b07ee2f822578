--- Worlds drawn as text, for specs: small_world(picture, options) -> world, places. Reports of
-- errors are gathered in world.reports, those of reloads in world.reloads; all is known to the
-- players red and blue unless options.fog.

local astar = require "astar"
local maps = require "support.maps"
local own_lines = require "support.own_lines"
local trace = require "support.trace"

return function(picture, options)
  options = options or {}
  local map, at = maps.read(picture, options.map)
  local reports, reloads = {}, {}
  local world = astar.world { map = map, seed = options.seed or 1, budget = options.budget,
    report = function(report)
      local list = report.kind == "reload" and reloads or reports
      list[#list + 1] = report
      report.message = own_lines.shown(report.message)
      trace("report", report.text)
    end }
  rawset(world, "reports", reports)
  rawset(world, "reloads", reloads)
  for _, name in ipairs { "red", "blue" } do
    local player = world:player(name)
    if not options.fog then player:reveal() end
  end
  --- Ticks until done() or so many have passed; returns how many.
  rawset(world, "run", function(ticks, done)
    for tick = 1, ticks do
      world:tick()
      if done and done() then return tick end
    end
    return ticks
  end)
  --- The result of a behaviour that is run to its end: what it returned, or "never".
  rawset(world, "outcome", function(unit, ticks, behaviour)
    local result
    unit:behave(function(one)
      result = { behaviour(one) }
      result.ticks = world.ticks
    end)
    world.run(ticks, function() return result end)
    return result or { "never" }
  end)
  return world, at
end
