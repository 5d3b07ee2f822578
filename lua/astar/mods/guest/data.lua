--- unit.data in a mod's state: a table that is a copy of the host's. It is brought up to date when
-- the unit has its turn, or when the data of another unit are first read in a turn; and what has
-- changed in it by the end of the turn goes back.

local bridge = require "astar.mods.guest.bridge"
local plain = require "astar.mods.plain"

local data = {}

local touched = {}                               -- units whose data were read in this turn

local function touch(unit)
  if unit._data_turn == bridge.turn then return end
  unit._data_turn = bridge.turn
  touched[#touched + 1] = unit
end

local function take(unit, fresh)
  unit._data_copy = fresh
  if unit._data then
    plain.merge(unit._data, fresh)
  else
    unit._data = plain.copy(fresh)
  end
end

--- A unit begins a behaviour: what was known of its data is forgotten.
function data.forget(unit)
  unit._data, unit._data_copy, unit._data_turn = false, false, false
end

--- A unit's turn begins; `fresh` are its data if they are not what they were.
function data.begin(unit, fresh)
  touched = {}
  if fresh then take(unit, fresh) end
  if unit._data then touch(unit) end
end

--- unit.data
function data.get(unit)
  if unit._data_turn ~= bridge.turn then
    local fresh = bridge.ask("data", unit.id, unit._data and true)
    if fresh then take(unit, fresh) end
    touch(unit)
  end
  return unit._data
end

--- unit.data = given
function data.set(unit, given)
  if type(given) ~= "table" then
    error(("unit.data is a table, and not a %s"):format(type(given)), 3)
  end
  data.get(unit)
  unit._data = given
end

local function refuse(at, why)
  error(("%s %s; only plain data can be kept there"):format(at, why), 0)
end

local is_broken

local function note_broken() is_broken = true end

-- A copy that can be passed. What cannot be kept is named only if there is any: names take time.
local function copy_of(given)
  is_broken = false
  local copy = plain.copy(given, note_broken)
  if is_broken then plain.copy(given, refuse, "unit.data") end
  return copy
end

--- What has changed by the end of a turn: a list of ids, each followed by the data; or nil.
function data.changes()
  local list
  for _, unit in ipairs(touched) do
    if not plain.same(unit._data_copy, unit._data, true) then
      local copy = copy_of(unit._data)
      list = list or {}
      list[#list + 1] = unit.id
      list[#list + 1] = copy
      unit._data_copy = copy
    end
  end
  touched = {}
  return list
end

return data
