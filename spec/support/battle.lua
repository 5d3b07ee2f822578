-- lua spec/support/battle.lua TICKS: plays the skirmish of the examples, and prints what there is
-- after every hundredth tick: the map's hash, the next random number, each side's score and errors.

package.path = "examples/?.lua;" .. package.path

local game = require "demo.game"

local errors = 0
local play = game.new {
  file = "examples/valley.txt", seed = 1,
  mods = { red = "examples/skirmish/red", blue = "examples/skirmish/blue" },
  report = function(report)
    errors = errors + 1
    print(report.text)
  end,
}
for tick = 1, tonumber(arg[1]) do
  play:tick()
  if tick % 100 == 0 then
    print(("%d %s %.12f %d %d %d"):format(tick, play.map:hash(), play.world.random(),
      game.score(play.sides.red), game.score(play.sides.blue), errors))
  end
end
