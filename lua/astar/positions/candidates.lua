--- The `from` of position queries: which cells there are to choose from. It comes to an area or a
-- list of cells, and a filter.

local read = require "astar.positions.read"
local terms = require "astar.positions.terms"

local candidates = {}

local WITHIN, MOST = 24, 255                     -- cells from the asker
local KEYS = { ring = true, reach = true, terrain = true, cover = true, front = true, cells = true,
  within = true, range = true }
local SOURCES = { "ring", "reach", "terrain", "cover", "front", "cells" }

local function add(asker, into, key, given)
  into[#into + 1] = terms.read(asker, "filter", "from." .. key, given)
end

-- The cells from which a unit of the asker's size is no farther than that from a rectangle.
local function around(asker, place, far)
  local before = far + asker.slack
  return { place[1] - before, place[2] - before, place[3] + far + before,
    place[4] + far + before }
end

local function own_place(asker) return { asker.x, asker.y, asker.size, asker.size } end

-- The part of an area, x, y, width, height, that lies on the asker's level.
local function on_level(asker, area)
  local level = asker.level
  local left, top = math.max(area[1], level.x), math.max(area[2], level.y)
  local right = math.min(area[1] + area[3], level.x + level.width)
  local bottom = math.min(area[2] + area[4], level.y + level.height)
  return { left, top, right - left, bottom - top }
end

local function square(asker, from)
  return on_level(asker, around(asker, own_place(asker),
    read.whole("from.within", from.within, 0, MOST, WITHIN)))
end

local RING = { of = true }

local function ring(asker, from, into)
  local given = from.ring
  read.expect_table("from.ring", given)
  read.check_keys("from.ring: ", given, RING, 2)
  local near = read.whole("from.ring[1]", given[1], 0, MOST)
  local far = read.whole("from.ring[2]", given[2], near, MOST)
  local place = own_place(asker)
  if given.of ~= nil then
    place = {}
    read.place(asker, "from.ring.of", given.of, place)
  end
  if not place[1] then return { 1, 1, 0, 0 } end  -- it is not known where: asker.code says why
  local target = { x = place[1], y = place[2], width = place[3], height = place[4] }
  add(asker, into, "ring", { "distance", to = target, min = near, max = far })
  return around(asker, place, far)
end

local function reach(asker, from, into)
  local most = read.whole("from.reach", from.reach, 0, 2 ^ 24 - 2)
  add(asker, into, "reach", { "walk", max = most })
  return { 1, 1, asker.width, asker.height }
end

local function cells(asker, from)
  read.expect_table("from.cells", from.cells)
  local flat, list = {}, {}
  read.places(asker, "from.cells", from.cells, flat)
  for i = 1, #flat, 4 do list[#list + 1], list[#list + 2] = flat[i], flat[i + 1] end
  return { 1, 1, 0, 0 }, list
end

local READERS = {
  ring = ring, reach = reach, cells = cells,
  terrain = function(asker, from, into)
    add(asker, into, "terrain", { "terrain", is = from.terrain })
    return square(asker, from)
  end,
  cover = function(asker, from, into)
    add(asker, into, "cover", { "cover", from = from.cover, range = from.range })
    return square(asker, from)
  end,
  front = function(asker, from, into)
    add(asker, into, "front", { "front", influence = from.front })
    return square(asker, from)
  end,
}

local function source_of(from)
  local source
  for _, key in ipairs(SOURCES) do
    if from[key] ~= nil and source then
      read.reject("from: '%s' together with '%s'", source, key)
    end
    if from[key] ~= nil then source = key end
  end
  return source
end

-- Keys that go with some sources only.
local function check_companions(from, source)
  local has_square = source ~= "ring" and source ~= "reach" and source ~= "cells"
  if from.within ~= nil and not has_square then
    read.reject("from: 'within' together with '%s'", source)
  elseif from.range ~= nil and source ~= "cover" then
    read.reject("from: 'range' without 'cover'")
  end
end

--- Returns an area, x, y, width, height, and a list of cells, x1, y1, …; adds what else a cell must
-- be to the terms in `into`.
function candidates.read(asker, from, into)
  if from == nil then read.reject("'from' is missing") end
  read.expect_table("from", from)
  read.check_keys("from: ", from, KEYS)
  local source = source_of(from)
  if not source and from.within == nil then
    read.reject("from: one of '%s' or 'within' is missing", table.concat(SOURCES, "', '"))
  end
  check_companions(from, source)
  if not source then return square(asker, from), {} end
  local area, list = READERS[source](asker, from, into)
  return area, list or {}
end

return candidates
