--- Which of the game's values can be passed to a mod: plain ones, and objects that it knows.

local core = require "astar.core"
local object = require "astar.units.object"
local plain = require "astar.mods.plain_data"

local sanitize = {}

local function is_object(value)
  local kind = type(value)
  return object.is_unit(value) or
    kind == "userdata" and getmetatable(value) == core.metatables.player
end

local function only_objects(_, _, value)
  if is_object(value) then return value end
end

local SCALAR = { number = true, string = true, boolean = true, ["nil"] = true }

-- As much of a value as can be told to a mod.
local function passable(value)
  if SCALAR[type(value)] then return value end
  if is_object(value) then return value end
  return plain.copy(value, only_objects)
end

local unpack = table.unpack or unpack

--- Values as far as a mod can be told them.
function sanitize.passable(...)
  local list = { n = select("#", ...), ... }
  for i = 1, list.n do list[i] = passable(list[i]) end
  return unpack(list, 1, list.n)
end

sanitize.MOST_NEWS = 2 ^ 17                       -- bytes

--- The same for a list of events. Events beyond what a unit can be told at once are dropped.
function sanitize.news(events)
  if not events[1] then return nil end
  local list, weight = {}, 0
  for i, event in ipairs(events) do
    local told = { name = event.name, n = event.n }
    for k = 1, event.n do told[k] = passable(event[k]) end
    weight = weight + plain.weight(told)
    if weight > sanitize.MOST_NEWS then break end
    list[i] = told
  end
  return list
end

return sanitize
