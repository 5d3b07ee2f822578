--- unit.data in a mod's state: a table that is a copy of the host's. It is updated when the unit
-- is activated, or when the data of another unit are first read in an activation. What has changed
-- in it by the end of the activation is sent back. Data cross as strings, see packed.c.

local bridge = require "astar.mods.guest.bridge"
local plain = require "astar.mods.plain_data"

local data = {
  is_open = false,                               -- have data been read in this activation?
}

local packed_if_kept, unpacked = plain.packed_if_kept, plain.unpacked
local touched, count = {}, 0                     -- units whose data were read in this activation

-- `own` is what is private of a unit. Of one that the mod does not run the copy lasts for an
-- activation: if it stayed with the object, a script would see whether the collector has taken that
-- meanwhile.

local function touch(own)
  if own.data_activation == bridge.activation then return end
  own.data_activation = bridge.activation
  count = count + 1
  touched[count] = own
  data.is_open = true
end

-- `fresh` is packed: the bytes tell what has changed since.
local function take(own, fresh)
  own.data_copy, own.data = fresh, unpacked(fresh, own.data or nil)
end

--- A unit begins a behaviour: what was known of its data is forgotten.
function data.forget(own)
  own.data, own.data_copy, own.data_activation = false, false, false
end

--- A unit's activation begins; `fresh` are its data, packed, if they are not what they were.
function data.begin(own, fresh)
  if count > 0 then touched, count, data.is_open = {}, 0, false end
  if fresh then take(own, fresh) end
  if not own.data then return end
  own.data_activation, touched[1], count, data.is_open = bridge.activation, own, 1, true
end

--- unit.data
function data.get(own)
  if own.data_activation ~= bridge.activation then
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

--- What has changed in the data of the unit whose activation ends, packed, if no others were read;
-- false: nothing; nil: data.changes says it.
function data.own_change(own)
  if count > 1 or touched[1] ~= own or not own.data then return nil end
  local packed = packed_if_kept(own.data, own.data_copy)
  if packed == nil then return nil end
  if packed then own.data_copy = packed end
  count, data.is_open = 0, false
  return packed
end

--- What has changed by the end of an activation: a list of ids, each followed by the data, packed;
-- or nil.
function data.changes()
  local list
  for i = 1, count do
    local own = touched[i]
    local packed = own.data and plain.packed_strictly(own.data, own.data_copy, "unit.data")
    if packed then
      list = list or {}
      list[#list + 1] = own.id
      list[#list + 1] = packed
      own.data_copy = packed
    end
  end
  for i = 1, count do
    if not touched[i].runs then data.forget(touched[i]) end
  end
  touched, count, data.is_open = {}, 0, false
  return list
end

return data
