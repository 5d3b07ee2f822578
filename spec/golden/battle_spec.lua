--- The skirmish of the examples, between its two mods; and recorded, what the recording says.

package.path = "examples/?.lua;" .. package.path

local astar = require "astar"
local game = require "demo.game"
local part = require "golden.part"

local TICKS, EVERY = 160, 20

return part("battle", function(print)
  local play = game.new {
    file = "examples/valley.txt", seed = 1,
    mods = { red = "examples/skirmish/red", blue = "examples/skirmish/blue" },
    report = function(report) print("report", report.text) end,
  }
  local recording = astar.record(play.world)
  for tick = 1, TICKS do
    play:tick()
    if tick % EVERY == 0 then
      print(tick, play.map:hash(), play.world:hash(), ("%.12f"):format(play.world.random()),
        game.score(play.sides.red), game.score(play.sides.blue))
    end
  end
  print("map", play.map:draw())
  print("recording", recording:stop():size())
end)
