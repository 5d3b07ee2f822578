--- What a mod may ask of the ground as its player knows it: areas and chokes, what is cut off, the
-- land of sides; what is seen from where. All of it goes by the player's knowledge alone: what the
-- player has not seen changes no answer.
--
-- Areas stay as they were found until the mod asks for them again, which it pays for. So reading
-- them costs little, and the account is never surprised. When the world is saved, areas and sights
-- are found again, in that world and in the one that is loaded (saved_instances.lua).

local arguments = require "astar.mods.arguments"
local pairs = require "astar.pairs".pairs

local ground = {}

local LOOKS = 2                                  -- at each cell, for areas and each field
local CELL_BYTES = 5                             -- of areas, and of each field
local AN_AREA, A_CHOKE, A_CELL = 40, 60, 4       -- instructions that one listed is worth
local A_PASS = 4                                 -- an area or choke that a way is searched through
local AN_EYE, A_SHOT, AN_EYE_LOOKED_AT = 400, 50, 1
local EYE_BYTES, BLOCK = 128, 64
local MOST_SIDES, MOST_RADIUS = 8, 255

-- ---- areas --------------------------------------------------------------------------------------

-- { x1, y1, x2, y2 … } as a list of cells.
local function cells_of(instance, list)
  if type(list) ~= "table" then error("a list of cells expected", 0) end
  instance.box:charge(A_CELL * #list)
  return arguments.cells(list)
end

local makers = {}

function makers.areas(map, asked, query)
  return map:areas(query, { ratio = asked.ratio, width = asked.width })
end

function makers.cut_off(map, asked, query) return map:cut_off(asked.cells, query) end

function makers.sides(map, asked, query) return map:sides(asked.lists, query) end

-- What was asked for, with lists of cells.
local function read(instance, kind, given)
  if not makers[kind] or type(given) ~= "table" then error("areas expected", 0) end
  if kind == "areas" then return { ratio = given.ratio, width = given.width } end
  if kind == "cut_off" then return { cells = cells_of(instance, given.cells) } end
  local lists = {}
  if type(given.lists) ~= "table" or #given.lists > MOST_SIDES then
    error(("sides: at most %d sides expected"):format(MOST_SIDES), 0)
  end
  for i, list in ipairs(given.lists) do lists[i] = cells_of(instance, list) end
  return { lists = lists }
end

-- By which they are found again: only those of the whole map are.
local function name_of(kind, class, given)
  if kind ~= "areas" then return nil end
  return ("%s %s %s"):format(class, tostring(given.ratio), tostring(given.width))
end

-- Brings areas up to date: true | nil, code.
local function refresh(one)
  local version, areas, chokes = one.object:_refresh()
  if not version then return nil, areas end
  one.areas, one.chokes = areas, chokes
  return version
end

-- How many fields it takes to find areas.
local function fields_of(asked) return asked.lists and #asked.lists or 0 end

-- The areas that were asked for, kept, and their number; nil, code.
local function keep(instance, kind, class, asked)
  local map = instance.world.map
  local query = { class = instance.classes[class], player = instance.player }
  local name = name_of(kind, class, asked)
  local one = name and instance.grounds:named(name)
  if one then return one, one.number end
  local bytes = CELL_BYTES * map.width * map.height * (1 + fields_of(asked))
  local from = { kind = kind, class = class, asked = asked }
  return instance.grounds:add(instance.account, bytes, name, from, function()
    return makers[kind](map, asked, query)
  end)
end

--- The number of areas for the class of a number; nil, code. Those of the same options are found
-- again only if something has changed.
function ground.areas(instance, kind, class, given)
  local map, account, own = instance.world.map, instance.account, instance.own
  if not instance.classes[class] then error("a class expected", 0) end
  local asked = read(instance, kind, given)
  local cells = map.width * map.height * (1 + fields_of(asked))
  if own.nodes <= 0 or not account:may_flood(cells, instance.box.used) then return nil, "budget" end
  local one, number = keep(instance, kind, class, asked)
  if not one then
    account:flood(own, LOOKS * cells)
    return nil, number
  end
  local version, code = refresh(one)
  if version ~= one.version then account:flood(own, LOOKS * cells) end
  if not version then return nil, code end
  one.version = version
  return number
end

--- Finds areas again from what they were made from.
function ground.remake_areas(instance, from)
  local one = keep(instance, from.kind, from.class, from.asked)
  one.version = refresh(one) or error("areas cannot be found again", 0)
end

--- The id of the area of each of some cells, x1, y1, x2, y2 …; false: none.
function ground.areas_at(instance, number, list)
  local areas, ids = instance.grounds:get(number).object, {}
  for i, cell in ipairs(cells_of(instance, list)) do
    ids[i] = areas:at(cell[1], cell[2]) or false
  end
  return ids
end

-- An area, charged by its neighbours. Those that touch it are looked through.
local function charge_area(instance, area)
  instance.box:charge(AN_AREA + A_PASS * area.chokes + 2 * #area.neighbours)
end

function ground.area(instance, number, id)
  local area = instance.grounds:get(number).object:get(id)
  if area then charge_area(instance, area) end
  return area
end

function ground.list_areas(instance, number)
  local one = instance.grounds:get(number)
  instance.box:charge(AN_AREA * one.areas + A_PASS * one.chokes)
  return one.object:list()
end

-- Chokes as plain tables: links are true.
local function plain(instance, chokes)
  local cells = 0
  for _, choke in ipairs(chokes) do
    choke.link = choke.link ~= nil or nil
    cells = cells + #choke.cells
  end
  instance.box:charge(A_CELL * cells)
  return chokes
end

--- Those of an area, or all.
function ground.chokes(instance, number, id)
  local one = instance.grounds:get(number)
  if id ~= nil then
    local chokes = plain(instance, one.object:chokes(id))
    instance.box:charge(A_CHOKE * #chokes)
    return chokes
  end
  instance.box:charge(A_CHOKE * one.chokes)
  return plain(instance, one.object:chokes())
end

function ground.areas_path(instance, number, from, to, width)
  local one = instance.grounds:get(number)
  instance.box:charge(A_PASS * (one.areas + one.chokes))
  local chokes, code = one.object:path(from, to, width)
  if not chokes then return nil, code end
  instance.box:charge(A_CHOKE * #chokes)
  return plain(instance, chokes)
end

-- ---- sight --------------------------------------------------------------------------------------

local SHOT = { range = true, min_range = true }

function ground.line_of_sight(instance, x, y, to_x, to_y, options)
  local map = instance.world.map
  instance.box:charge(A_SHOT + 2 * math.max(map.width, map.height))
  for key in pairs(options or {}) do
    if not SHOT[key] then error(("unknown key %s"):format(tostring(key)), 0) end
  end
  return instance.player:line_of_sight(x, y, to_x, to_y, options)
end

-- The eyes of a list x1, y1, radius1 …; the bytes that a sight of them takes; and the instructions
-- that it is worth, by what they may see.
local function read_eyes(instance, list)
  local map, eyes, bytes, blocks, cost = instance.world.map, {}, 0, 0, 0
  local problem = arguments.threats(#list / 3)
  if problem then error(problem, 0) end
  for i = 1, #list, 3 do
    local radius = list[i + 2]
    if type(radius) ~= "number" or not (radius >= 0 and radius <= MOST_RADIUS) then
      error(("a radius of 0 to %d expected"):format(MOST_RADIUS), 0)
    end
    local width = 2 * radius + 1
    cost = cost + math.floor(AN_EYE + width ^ 2)
    bytes, blocks = bytes + EYE_BYTES + width ^ 2 / 4, blocks + (width + BLOCK) ^ 2
    eyes[#eyes + 1] = { list[i], list[i + 1], radius }
  end
  local cells = (map.width + BLOCK) * (map.height + BLOCK)
  return eyes, math.ceil(bytes + 2 * math.min(blocks, cells) + cells / 128), cost
end

-- What eyes see, kept: a number.
local function keep_sight(instance, eyes, bytes, list)
  local one, number = instance.sights:add(instance.account, bytes, nil, list, function()
    return instance.player:sight(eyes)
  end)
  one.eyes, one.places = #eyes, {}
  for i, eye in ipairs(eyes) do one.places[eye] = i end
  return number
end

--- What eyes, x1, y1, radius1 …, see together now: a number.
function ground.sight(instance, list)
  local eyes, bytes, cost = read_eyes(instance, list)
  instance.box:charge(cost)
  return keep_sight(instance, eyes, bytes, list)
end

--- What the same eyes see by now.
function ground.remake_sight(instance, list)
  local eyes, bytes = read_eyes(instance, list)
  keep_sight(instance, eyes, bytes, list)
end

function ground.sight_count(instance, number, x, y)
  return instance.sights:get(number).object:count(x, y)
end

--- The places in the list of the eyes that see a cell.
function ground.sight_seen_by(instance, number, x, y)
  local one, places = instance.sights:get(number), {}
  instance.box:charge(AN_EYE_LOOKED_AT * one.eyes)
  for i, eye in ipairs(one.object:seen_by(x, y)) do places[i] = one.places[eye] end
  return places
end

--- x, y, count of all cells that are seen.
function ground.sight_cells(instance, number)
  local one, list, n = instance.sights:get(number), {}, 0
  instance.box:charge(math.floor(instance.world.map.width * instance.world.map.height / 16))
  for x, y, count in one.object:cells() do
    list[n + 1], list[n + 2], list[n + 3] = x, y, count
    n = n + 3
  end
  instance.box:charge(A_CELL * n / 3)
  return list
end

return ground
