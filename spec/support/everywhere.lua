-- lua spec/support/everywhere.lua TICKS: plays the skirmish with a recording, saves it half-way,
-- and prints what must be the same under every Lua: hashes, and the checksums of the files that it
-- writes: the saved world, the page of the replay, the map.

package.path = "examples/?.lua;" .. package.path

local astar = require "astar"
local core = require "astar.core"
local game = require "demo.game"

local ticks = tonumber(arg[1])
local play = game.new {
  file = "examples/valley.txt", seed = 1,
  mods = { red = "examples/skirmish/red", blue = "examples/skirmish/blue" },
  report = function(report) print(report.text) end,
}
local recording = play:record()

local function read(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function note(what, text)
  print(("%s %s %d"):format(what, core.checksum(text), #text))
end

for tick = 1, ticks do
  play:tick()
  print(("tick %d %s %s"):format(tick, play.map:hash(), play.world:hash()))
  if tick == math.floor(ticks / 2) then note("world", assert(play.world:save())) end
end

local name = os.tmpname()
assert(astar.replay(recording, name))
note("replay", read(name))
assert(play.map:save(name))
note("map", read(name))
os.remove(name)
