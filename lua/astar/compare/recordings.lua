--- Where two recordings part: the first tick, the unit, the field, and both values.
--
-- Two things are looked at. What is written down of each tick: units with all that is recorded of
-- them, the land, what players know. And marks (record/run.lua), which also tell of what is not
-- written down: chance, and what a unit's path was found with. Recordings may begin and end at
-- other ticks and have other key frames: the ticks are compared that both have.

local core = require "astar.core"
local Reader = require "astar.record.reader"
local next = require "astar.pairs".next
local run = require "astar.record.run"
local worlds = require "astar.save.worlds"

local recordings = {}

-- ---- values -------------------------------------------------------------------------------------

local function of_fields(a, b, fields)
  for _, key in ipairs(fields) do
    if a[key] ~= b[key] then return key, a[key], b[key] end
  end
end

-- How far it has come in its step, in 1/1024: what is written down says no more.
local function of_step(a, b)
  local one = math.floor(a.travelled * 1024 / a.stride)
  local other = math.floor(b.travelled * 1024 / b.stride)
  if one ~= other then return "fraction of its step", one, other end
end

-- In cells a tick, as scripts know it; written down are 1/1024.
local function of_speed(a, b)
  if a.speed ~= b.speed then return "speed", a.speed / 1024, b.speed / 1024 end
end

local function of_data(a, b)
  local differing = {}
  for key, value in next, a.data do
    if b.data[key] ~= value then differing[key] = true end
  end
  for key in next, b.data do
    if a.data[key] == nil then differing[key] = true end
  end
  local first = core.keys(differing)[1]
  if first ~= nil then return "data." .. first, a.data[first], b.data[first] end
end

local function goal_of(route)
  local last = route and route.cells[#route.cells]
  return last and ("to %d, %d at a cost of %d"):format(last[1], last[2], route.cost) or "none"
end

-- A key frame has a path from where its unit is: so they are compared from their ends. A path that
-- was compared before, with the same other one, is the same.
local function of_route(a, b)
  local one, other = a.route, b.route
  if one == other or one and other and one.same == other then return end
  if not one or not other or one.cost ~= other.cost or one.length ~= other.length then
    return "path", goal_of(one), goal_of(other)
  end
  for i = 0, math.min(#one.cells, #other.cells) - 1 do
    local cell, same = one.cells[#one.cells - i], other.cells[#other.cells - i]
    if cell[1] ~= same[1] or cell[2] ~= same[2] then
      return ("path, cell %d,"):format(one.length - i), ("%d, %d"):format(cell[1], cell[2]),
        ("%d, %d"):format(same[1], same[2])
    end
  end
  one.same = other
end

-- ---- units --------------------------------------------------------------------------------------

local function player_of(reader, unit) return reader.run.players[unit.player].name end

-- What may be the reason of something else comes first.
local STEPS = { { of_data }, { of_fields, { "size" } }, { of_speed },
  { of_fields, { "sight" } }, { of_route },
  { of_fields, { "x", "y", "from_x", "from_y" } }, { of_step },
  { of_fields, { "state", "health", "failed", "behaviour", "verbs" } } }

local function of_unit(one, other, a, b)
  local owner, other_owner = player_of(a, one), player_of(b, other)
  if owner ~= other_owner then return "player", owner, other_owner end
  for _, step in ipairs(STEPS) do
    local field, value, other_value = step[1](one, other, step[2])
    if field then return field, value, other_value end
  end
end

local function noted(value) return value == nil and "not there" or value end

local function found(reader, id, field, a, b)
  local entry = reader.cast[id]
  return { owner = ("unit %d"):format(id), name = entry and entry.name, unit = id, field = field,
    a = noted(a), b = noted(b) }
end

-- Both lists are in the order of ids.
local function of_units(a, b)
  local units, others, i, k = a.units, b.units, 1, 1
  while units[i] or others[k] do
    local one, other = units[i], others[k]
    if not other or one and one.id < other.id then
      return found(a, one.id, "", "there", "not there")
    elseif not one or other.id < one.id then
      return found(b, other.id, "", "not there", "there")
    end
    local field, value, other_value = of_unit(one, other, a, b)
    if field then return found(a, one.id, field, value, other_value) end
    i, k = i + 1, k + 1
  end
end

-- ---- the land -----------------------------------------------------------------------------------

local function of_plane(width, plane, other, owner, field, words, other_words)
  for cell = 1, math.max(#plane, #other) do
    if plane[cell] ~= other[cell] then
      local x, y = (cell - 1) % width + 1, math.floor((cell - 1) / width) + 1
      return { owner = owner, field = ("%s at %d, %d"):format(field, x, y),
        a = words(plane[cell]), b = other_words(other[cell]) }
    end
  end
end

local AS_IT_IS = 255

local function terrain_words(reader)
  local terrains = reader.run.terrains or {}
  return function(id)
    if not id or id == 0 then return "unseen" end
    if id == AS_IT_IS then return "as it is" end
    return terrains[id] and terrains[id].name or ("terrain %d"):format(id)
  end
end

local function number_of(list, name)
  for i, one in ipairs(list) do
    if (type(one) == "table" and one.name or one) == name then return i end
  end
end

local function of_players(a, b)
  local width = a.run.width
  for i, one in ipairs(a.run.players) do
    local k = number_of(b.run.players, one.name)
    local difference = k and a.known[i] and b.known[k] and of_plane(width, a.known[i], b.known[k],
      "player " .. one.name, "what it knows", terrain_words(a), terrain_words(b))
    if difference then return difference end
  end
end

local function level_words(value) return ("level %s"):format(tostring(value or 0)) end

local function of_layers(a, b)
  for i, name in ipairs(a.run.layers) do
    local k = number_of(b.run.layers, name)
    local difference = k and of_plane(a.run.width, a.levels[i], b.levels[k], "influence " .. name,
      "value", level_words, level_words)
    if difference then return difference end
  end
end

local function links_words(links)
  local list = {}
  for i, link in ipairs(links) do
    list[i] = ("%d, %d to %d, %d%s%s"):format(link[1], link[2], link[3], link[4],
      link.is_open and "" or " closed", link.one_way and " one-way" or "")
  end
  return table.concat(list, "; ")
end

local function of_land(a, b)
  local one, other = links_words(a.links), links_words(b.links)
  if one ~= other then return { owner = "the map", field = "links", a = one, b = other } end
  return of_plane(a.run.width, a.terrain, b.terrain, "the map", "terrain", terrain_words(a),
    terrain_words(b)) or of_players(a, b) or of_layers(a, b)
end

-- ---- marks --------------------------------------------------------------------------------------

local HIDDEN = {
  { 1, run.UNITS, "the units", "what is not recorded of them" },
  { run.UNITS + 1, run.MARK, "the world", "random" },
}

-- The first tick from one to another in which marks differ, and which.
local function of_marks(a, b, from, to)
  for tick = from, to do
    local at, other_at = (tick - a.first) * run.MARK, (tick - b.first) * run.MARK
    local one = a.marks:sub(at + 1, at + run.MARK)
    local other = b.marks:sub(other_at + 1, other_at + run.MARK)
    if #one < run.MARK or #other < run.MARK then return nil end
    if one ~= other then
      for _, part in ipairs(HIDDEN) do
        local value, other_value = one:sub(part[1], part[2]), other:sub(part[1], part[2])
        if value ~= other_value then
          return { tick = tick, owner = part[3], field = part[4], a = value, b = other_value }
        end
      end
    end
  end
end

-- ---- ticks --------------------------------------------------------------------------------------

local function is_same_list(a, b)
  for i = 1, math.max(#a, #b) do
    local one, other = a[i], b[i]
    if not one or not other then return false end
    for _, key in ipairs { "id", "name", "player", "size", "role" } do
      if one[key] ~= other[key] then return false end
    end
  end
  return true
end

-- How many texts are the same in both, from the first one on.
local function same_texts(a, b)
  local count = 0
  while a.strings[count + 1] and a.strings[count + 1] == b.strings[count + 1] do
    count = count + 1
  end
  return count
end

-- How many parts are the same in both, byte by byte, with the texts that they name.
local function same_parts(a, b)
  if not is_same_list(a.cast, b.cast) or not is_same_list(a.players, b.players)
    or table.concat(a.layers, "\n") ~= table.concat(b.layers, "\n") then
    return 0
  end
  local texts, count = same_texts(a, b), 0
  for i, part in ipairs(a.parts) do
    local other, next_one = b.parts[i], a.parts[i + 1]
    local last = next_one and next_one.strings or #a.strings
    local is_same = other and part.tick == other.tick and part.bytes == other.bytes
      and last and last <= texts
    if not is_same then break end
    count = i
  end
  return count
end

-- The last part from which all ticks from `from` on are read.
local function part_before(one, from)
  local part = 1
  for i, each in ipairs(one.parts) do
    if each.tick <= from then part = i end
  end
  return part
end

local function of_tick(a, b, tick)
  local difference = of_units(a, b)
  if difference then return difference end
  local is_looked_at = tick % (a.run.every or 1) == 0 and tick % (b.run.every or 1) == 0
  if is_looked_at and (a.has_land or b.has_land) then return of_land(a, b) end
end

local function advance(reader, tick)
  repeat
    if not reader:next() then return false end
  until reader.tick >= tick
  return true
end

-- The first tick from one to another of which something else is written down.
local function of_ticks(a, b, from, to)
  local same = same_parts(a, b)
  if same > 0 and same == #a.parts and same == #b.parts then return nil end
  if same > 0 then from = math.max(from, a.parts[same].tick) end
  local reader, other = Reader.of(a, part_before(a, from)), Reader.of(b, part_before(b, from))
  for tick = from, to do
    if not advance(reader, tick) or not advance(other, tick) then return nil end
    local difference = of_tick(reader, other, tick)
    if difference then
      difference.tick = tick
      return difference
    end
  end
end

-- ---- all of it ----------------------------------------------------------------------------------

--- The first and the last tick that both have; the first is behind the last where there is none.
-- A recording begins between two ticks, when the game may have done more than at the end of the
-- first: so the tick in which only one begins is left out.
function recordings.common_ticks(a, b)
  local first = math.max(a.first, b.first)
  return a.first == b.first and first or first + 1, math.min(a.last, b.last)
end

--- The first difference of two runs: { tick =, owner = "unit 3", name = "archer", unit = 3 or nil,
-- field = "x", a =, b = }, the values in either; or nil. `shown`, where nothing that is written
-- down differs in that tick: the first difference of what is.
function recordings.difference(a, b)
  local difference = worlds.of_size(a, b)
  if difference then return difference end
  local from, to = recordings.common_ticks(a, b)
  local shown, hidden = of_ticks(a, b, from, to), of_marks(a, b, from, to)
  if not hidden or shown and shown.tick <= hidden.tick then return shown end
  hidden.shown = shown
  return hidden
end

return recordings
