-- Where should an archer stand? Near its target and in sight of it, out of danger, on a hill, with
-- ways to run; and why that place.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local ROWS = {
  "..............................",
  "..............................",
  "......####............TT......",
  "......####...........TTT......",
  "......####............TT......",
  "..............................",
  ".................##...........",
  ".................##...........",
  ".................##...........",
  "..............................",
  "..............................",
}
local map = astar.map { rows = ROWS, legend = { ["."] = "plain", ["#"] = "wall", T = "wood" },
  terrains = { plain = 10, wood = { cost = 20, opaque = true },
    wall = false } }
map:influence("danger"):add(24, 8, 60, 4)        -- around enemies on the right
map:influence("height"):add(12, 9, 3, 3)         -- a hill
local archer, target = { x = 4, y = 9 }, { x = 16, y = 5 }

local places = map:positions(archer.x, archer.y, {
  from = { ring = { 3, 8, of = target } },
  filter = { { "sight", of = target }, { "danger", max = 20 } },
  score = {
    { "walk", weight = -0.1 },                   -- ten cells of plain ground cost 10
    { "height", weight = 3 },
    { "distance", to = target, curve = { { 3, 0 }, { 6, 8 }, { 8, 4 } } },   -- 6 cells are best
    { "exits", weight = 0.05 },
  },
  count = 1024,
})

-- The better, the higher the digit; the best is B.
local heat, best, worst = {}, places[1], places[#places]
for _, place in ipairs(places) do
  local share = (place.score - worst.score) / (best.score - worst.score)
  heat[place.y * 100 + place.x] = ("%d"):format(math.floor(share * 9))
end
heat[best.y * 100 + best.x] = "B"
heat[archer.y * 100 + archer.x], heat[target.y * 100 + target.x] = "A", "X"
for y, row in ipairs(ROWS) do
  print((row:gsub("()(.)", function(x, letter) return heat[y * 100 + x] or letter end)))
end

print(("%d places; the best is %d,%d:"):format(#places, best.x, best.y))
for _, name in ipairs { "walk", "height", "distance", "exits" } do
  print(("  %-8s %+.2f"):format(name, best.why[name]))
end
print(("  together %.2f"):format(best.score))

-- In a world the verbs ask such questions: three soldiers hold the passage between the wall and the
-- wood. Each has a post of its own, out of the enemy's sight, E, and sees the passage, P.
local world = astar.world { map = map, fog = false }
local passage = { x = 14, y = 4 }
world:unit { player = "blue", x = 15, y = 11, sight = 30 }
for y = 9, 11 do
  world:unit { player = "red", x = 2, y = y, speed = 1, sight = 30,
    behaviour = function(unit) unit:hold(passage) end }
end
for _ = 1, 60 do world:tick() end
local marks = { [passage.y * 100 + passage.x] = "P", [11 * 100 + 15] = "E" }
for unit in world:units "red" do marks[unit.y * 100 + unit.x] = "s" end
print "\nThree soldiers hold the passage:"
for y, row in ipairs(ROWS) do
  print((row:gsub("()(.)", function(x, letter) return marks[y * 100 + x] or letter end)))
end
