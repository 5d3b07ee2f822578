-- Heights and currents: a valley between two villages, with a hill and a river. A mule pays for
-- each step uphill, a raft goes with the river, and the way back is another one.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  rows = {
    ".....................",
    ".....hhhhhhhhhh......",
    "....hhhHHHHHHHhh.....",
    ".....hhhhhhhhhh......",
    "......hhhhhhhh.......",
    "~~~~~~~~~~~~~~~~~~~~~",
    ".....................",
  },
  legend = { ["."] = "plain", h = "hill", H = "top", ["~"] = "river" },
  terrains = {
    plain = 10, hill = { cost = 10, height = 3 }, top = { cost = 10, height = 6 },
    river = { cost = 14, current = { east = 10 } },
  },
}

-- A mule minds every step up, a runner hardly; downhill both are a little faster. A bird minds
-- neither hill nor river.
local kinds = {
  { "mule", map:class { climb = 9, descend = -1, river = false } },
  { "runner", map:class { climb = 2, descend = -1, river = 30 } },
  { "raft", map:class { climb = 20, drift = 1.2 } },
  { "bird", map:class { river = 10, drift = 0 } },
}
for _, kind in ipairs(kinds) do
  local query = { class = kind[2] }
  local there, back = map:path(2, 3, 20, 3, query), map:path(20, 3, 2, 3, query)
  print(("%s: %d there, %d back"):format(kind[1], there.cost, back.cost))
  io.write(map:draw { path = there }, "\n")
end

-- Each step tells what the hill and the river have made of it.
local path = map:path(2, 5, 20, 5, { class = kinds[3][2], explain = true })
local height, current = 0, 0
for _, step in ipairs(path:explain()) do
  height, current = height + (step.height or 0), current + (step.current or 0)
end
print(("The raft from 2, 5 to 20, 5: %d, of which %d for height and %d for the current."):format(
  path.cost, height, current))
io.write(map:draw { path = path })

-- Costs from everywhere to the village: a field goes up and down as its units will.
local field = map:field({ to = { { 20, 3 } } }, { class = kinds[1][2] })
print(("\nA mule from the top at 8, 3: %d; to the top: %d."):format(field:cost(8, 3),
  map:path(20, 3, 8, 3, { class = kinds[1][2] }).cost))
