-- A patrol that does not repeat, and two columns that attack from different sides.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  rows = {
    "....................................",
    "..............####..................",
    "......####....####....########......",
    "......####............########......",
    "......####....####....########......",
    "..............####..................",
    "....................................",
    ".......#######......########........",
    ".......#######......########........",
    "....................................",
  },
}

local ways = map:alternatives(2, 4, 35, 4, nil, { count = 3, apart = 2, stretch = 1.4 })
for i, path in ipairs(ways) do
  local bill = ways[1]:compare(path)
  print(("Way %d costs %d, %d more than the first:"):format(i, path.cost, bill.difference))
  io.write(map:draw { path = path })
end

-- Out and back, each time by another way.
local guard = map:player("red"):reveal():unit { x = 2, y = 4, speed = 1 }
for round = 1, 3 do
  local out = ways[round]
  guard:follow_path(out)
  for _ = 1, 100 do
    if not guard.route then break end
    map:tick()
  end
  print(("Round %d: the guard comes to %d,%d."):format(round, guard.x, guard.y))
  guard:place(2, 4)
end

-- Several columns, which come to the camp in the east through different doors.
local fort = astar.map {
  rows = {
    "......#.......#.......",
    "..............#.......",
    "......#...............",
    "......#.......#.......",
    "......#.......#.......",
    "......#...............",
    "..............#.......",
    "......#.......#.......",
  },
}
local columns = fort:alternatives(2, 2, 21, 2, nil, { share = 0.3, apart = 1, plateau = 0 })
for i, path in ipairs(columns) do
  print(("Column %d walks %d:"):format(i, path.cost))
  io.write(fort:draw { path = path })
end
