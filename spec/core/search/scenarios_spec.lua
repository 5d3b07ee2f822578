-- The scenarios of MovingAI that lie beside the project: every optimal length is met.
--
-- $ASTAR_BENCH or ../shared/bench holds them (see its README); where it is missing they are
-- reported as skipped. 5741 : 8119 is very nearly 1 : root 2, and five times 8119 is still a cost.

local astar = require "astar"
local maps = require "support.maps"

local STRAIGHT, DIAGONAL = 5741, 8119
local TOLERANCE = 1e-4

local UNIFORM = { "32room_000", "AR0400SR", "BigGameHunters", "arena2", "battleground", "brc202d",
                  "lak303d", "maze512-1-0", "maze512-8-0", "orz900d", "random512-10-0",
                  "random512-35-0" }
local WEIGHTED = { "arena2", "battleground", "brc202d", "lak303d", "orz900d" }

local folder = os.getenv "ASTAR_BENCH" or "../shared/bench"

local function read(name)
  local file = io.open(folder .. "/" .. name, "rb")
  if not file then return nil end
  local text = file:read "*a"
  file:close()
  return text
end

--- A list of { x, y, goal x, goal y, optimal length }, cells counted from 1.
local function scenarios(name)
  local list = {}
  for line in read(name):gmatch "[^\r\n]+" do
    local x, y, gx, gy, length = line:match "(%d+)%s+(%d+)%s+(%d+)%s+(%d+)%s+([%d.]+)%s*$"
    if x then
      list[#list + 1] = { x + 1, y + 1, gx + 1, gy + 1, tonumber(length) }
    end
  end
  return list
end

local function uniform_map(name)
  local rows, inside = {}, false
  for line in read("uniform/" .. name .. ".map"):gmatch "[^\r\n]+" do
    if inside then rows[#rows + 1] = line end
    inside = inside or line == "map"
  end
  return astar.map { rows = rows, legend = { ["."] = "open", ["@"] = "wall" }, fill = "open",
                     terrains = { open = STRAIGHT, wall = false }, straight = STRAIGHT,
                     diagonal = DIAGONAL }
end

--- The same with the cost factor of each cell: one byte each, 0 for blocked.
local function weighted_map(name)
  local map, bytes = uniform_map(name), read("weighted/" .. name .. ".cost")
  for _, factor in ipairs { 2, 3, 5 } do map:terrain("x" .. factor, factor * STRAIGHT) end
  local names = { [0] = "wall", [1] = "open", [2] = "x2", [3] = "x3", [5] = "x5" }
  return map:paint(function(x, y) return names[bytes:byte((y - 1) * map.width + x)] end)
end

local function check_cost(scenario, path, why)
  local what = ("from %d,%d to %d,%d"):format(scenario[1], scenario[2], scenario[3], scenario[4])
  if not path then error(("%s: %s"):format(what, why)) end
  local length, expected = path.cost / STRAIGHT, scenario[5]
  if math.abs(length - expected) > TOLERANCE * expected then
    error(("%s: %.8f, not %.8f"):format(what, length, expected))
  end
end

--- One scenario of eight with the fastest engine, each `nth` of these with plain A* too: the same
-- cells.
local function meets_all(map, list, nth)
  assert.is_true(#list > 100)
  for i = 1, #list / 8 do
    local one = list[8 * i]
    local path, why = map:path(one[1], one[2], one[3], one[4])
    check_cost(one, path, why)
    if i % nth == 0 then
      local plain, reason = map:path(one[1], one[2], one[3], one[4], { engine = "astar" })
      check_cost(one, plain, reason)
      assert.equal(maps.cells(plain), maps.cells(path))
    end
  end
  map:close()
end

local here = read "uniform/arena2.map" ~= nil

describe("optimal lengths are met #extra", function()
  for _, name in ipairs(UNIFORM) do
    it("on " .. name, function()
      if not here then return pending("no " .. folder) end
      meets_all(uniform_map(name), scenarios("uniform/" .. name .. ".scen"), 3)
    end)
  end

  for _, name in ipairs(WEIGHTED) do
    it("on weighted " .. name, function()
      if not here then return pending("no " .. folder) end
      meets_all(weighted_map(name), scenarios("weighted/" .. name .. ".scen"), 3)
    end)

    it("on weighted " .. name .. " with landmarks", function()
      if not here then return pending("no " .. folder) end
      local map = weighted_map(name):prepare { landmarks = true }
      meets_all(map, scenarios("weighted/" .. name .. ".scen"), 20)
    end)
  end
end)
