--- unit.data in a mod's state: a table that is a copy of the host's. It is updated when the unit
-- has its turn, or when the data of another unit are first read in a turn. What has changed in it
-- by the end of the turn is sent back.

local bridge = require "astar.mods.guest.bridge"
local plain = require "astar.mods.plain_data"

local data = {}

local touched, count = {}, 0                     -- units whose data were read in this turn

-- `own` is what is private of a unit. Of one that the mod does not run the copy lasts for a turn:
-- if it stayed with the object, a script would see whether the collector has taken that meanwhile.

local function touch(own)
  if own.data_turn == bridge.turn then return end
  own.data_turn = bridge.turn
  count = count + 1
  touched[count] = own
end

local function take(own, fresh)
  own.data_copy = fresh
  if own.data then
    plain.merge(own.data, fresh)
  else
    own.data = plain.copy(fresh)
  end
end

--- A unit begins a behaviour: what was known of its data is forgotten.
function data.forget(own)
  own.data, own.data_copy, own.data_turn = false, false, false
end

--- A unit's turn begins; `fresh` are its data if they are not what they were.
function data.begin(own, fresh)
  if count > 0 then touched, count = {}, 0 end
  if fresh then take(own, fresh) end
  if own.data then touch(own) end
end

--- unit.data
function data.get(own)
  if own.data_turn ~= bridge.turn then
    local fresh = bridge.ask("data", own.id, own.data and true)
    if fresh then take(own, fresh) end
    touch(own)
  end
  return own.data
end

--- unit.data = given
function data.set(own, given)
  if type(given) ~= "table" then
    error(("unit.data is a table, and not a %s"):format(type(given)), 3)
  end
  data.get(own)
  own.data = given
end

--- Has a unit's data been read, so that they may have changed?
function data.is_touched() return count > 0 end

--- What has changed by the end of a turn: a list of ids, each followed by the data; or nil.
function data.changes()
  local list
  for i = 1, count do
    local own = touched[i]
    if not plain.same(own.data_copy, own.data, true) then
      local copy = plain.strict(own.data, "unit.data")
      list = list or {}
      list[#list + 1] = own.id
      list[#list + 1] = copy
      own.data_copy = copy
    end
  end
  for i = 1, count do
    if not touched[i].runs then data.forget(touched[i]) end
  end
  touched, count = {}, 0
  return list
end

return data
