-- What a unit sees from where it stands.

local astar = require "astar"
local maps = require "support.maps"
local new_random = require "support.random"

local each_cell, drawn, rows = maps.each_cell, maps.known, maps.joined

--- What a player sees from A in a picture, within a radius.
local function sight(picture, radius)
  local map, at = maps.read(picture)
  local red = map:player "red"
  red:see(at.A.x, at.A.y, radius)
  return drawn(map, red)
end

describe("sight #quick", function()
  it("is a disc over open ground", function()
    assert.equal(rows [[
      ? ? ? . ? ? ?
      ? . . . . . ?
      ? . . . . . ?
      . . . . . . .
      ? . . . . . ?
      ? . . . . . ?
      ? ? ? . ? ? ?
    ]], sight([[
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . A . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .
    ]], 3))
  end)

  it("ends at what is opaque, which is seen itself", function()
    assert.equal(rows [[
      . . . # ?
      . . . # ?
      . . . # ?
      # # # # ?
      ? ? ? ? ?
    ]], sight([[
      A . . # .
      . . . # .
      . . . # .
      # # # # .
      . . . . .
    ]], 9))
  end)

  it("has shadows behind pillars and woods", function()
    assert.equal(rows [[
      . . . . . . ?
      . . . . ? ? ?
      . . % ? ? ? ?
      . . . . ? ? ?
      . . . . . . ?
    ]], sight([[
      . . . . . . .
      . . . . . . .
      . A % . . . .
      . . . . . . .
      . . . . . . .
    ]], 9))
  end)

  it("shows the walls along a corridor, to the end", function()
    assert.equal(rows [[
      # # # # # ? ? ?
      . . . . . . . .
      # # # # # ? ? ?
    ]], sight([[
      # # # # # . . .
      A . . . . . . .
      # # # # # . . .
    ]], 9))
  end)

  it("of radius 0 is one's own cell", function()
    assert.equal("?.?", sight(". A .", 0))
  end)

  it("is symmetric", function()
    for seed = 1, 25 do
      local random = new_random(seed)
      local map = astar.map { width = 10, height = 8 }
      map:paint(function() return random:chance(0.1 + seed / 60) and "wall" or nil end)
      local red, radius, seen = map:player "red", random:int(2, 12), {}
      each_cell(map, function(x, y)
        red:end_sight():forget():see(x, y, radius)
        each_cell(map, function(tx, ty)
          seen[("%d,%d>%d,%d"):format(x, y, tx, ty)] = red:knows(tx, ty) == "visible"
        end)
      end)
      each_cell(map, function(x, y)
        each_cell(map, function(tx, ty)
          local there = seen[("%d,%d>%d,%d"):format(x, y, tx, ty)]
          local back = seen[("%d,%d>%d,%d"):format(tx, ty, x, y)]
          local both = map:get(x, y) == "plain" and map:get(tx, ty) == "plain"
          if both and there ~= back then
            error(("seed %d: %d,%d and %d,%d, radius %d"):format(seed, x, y, tx, ty, radius))
          end
        end)
      end)
    end
  end)

  -- Fields of view are kept by blocks of 32 cells: units look over the borders of blocks, cross
  -- them, and what they see changes on the other side.
  it("of units on a large map is that of a player who looks now", function()
    for seed, size in ipairs { { 130, 70 }, { 128, 64 } } do
      local random, width, height = new_random(seed + 2), size[1], size[2]
      local map = astar.map { width = width, height = height }
      local red, other, units = map:player "red", map:player "other", {}
      for _ = 1, 12 do
        units[#units + 1] = red:unit { x = random:int(1, width), y = random:int(1, height),
          sight = random:pick { false, 3, 9, 20 } or nil }
      end
      for _ = 1, 60 do
        for _, unit in ipairs(units) do
          local x, y = unit.x + random:int(-9, 9), unit.y + random:int(-9, 9)
          map:set(math.max(1, math.min(x, width)), math.max(1, math.min(y, height)),
            random:pick { "wall", "plain" })
        end
        local rect = random:rect(map, random:pick { 2, 30 })
        map:fill(rect.x, rect.y, rect.width, rect.height, random:pick { "wall", "plain", "plain" })
        local unit = random:pick(units)
        unit:place(math.max(1, math.min(unit.x + random:int(-40, 40), width)),
          random:int(1, height))
        if random:chance(0.2) then random:pick(units).sight = random:pick { 0, 5, 30 } end
        other:end_sight():forget()
        for _, one in ipairs(units) do
          if one.sight then other:see(one.x, one.y, one.sight) end
        end
        each_cell(map, function(x, y)
          local mine, its = red:knows(x, y) == "visible", other:knows(x, y) == "visible"
          if mine ~= its then error(("cell %d, %d"):format(x, y)) end
        end)
      end
    end
  end)
end)
