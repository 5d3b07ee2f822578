--- Where two saved worlds differ. They are read as data: neither mods nor behaviours are needed.

local exact = require "astar.save.exact"
local pairs = require "astar.pairs".pairs
local plain = require "astar.save.data_text"
local restore = require "astar.save.restore"
local worlds = require "astar.compare.worlds"

local saves = {}

-- ---- reading ------------------------------------------------------------------------------------

-- What stands for the objects that a text names, and what names these: for states.lua.
local function stand_ins()
  local by_name, names = {}, {}
  local function object_of(kind, name)
    by_name[kind] = by_name[kind] or {}
    local one = by_name[kind][name] or {}
    by_name[kind][name], names[one] = one, { kind, name }
    return one
  end
  return object_of, function(value)
    local named = names[value]
    if named then return named[1], named[2] end
  end
end

--- The save in a text: { map =, state =, name_of =, version = } | nil, message.
function saves.read(text)
  local map, body, version = restore.parts_of(text)
  if not map then return nil, body end
  local object_of, name_of = stand_ins()
  local state = plain.read(body, object_of)
  if type(state) ~= "table" or type(state.units) ~= "table" or type(state.mods) ~= "table" then
    return nil, restore.DAMAGED
  end
  return { map = map, state = state, name_of = name_of, version = version }
end

-- ---- mods ---------------------------------------------------------------------------------------

local function files_that_differ(one, other)
  local names, list = {}, {}
  for name in pairs(one.files or {}) do names[name] = true end
  for name in pairs(other.files or {}) do names[name] = true end
  for name in pairs(names) do
    if (one.files or {})[name] ~= (other.files or {})[name] then list[#list + 1] = tostring(name) end
  end
  table.sort(list)
  return table.concat(list, ", ")
end

local function of_parameters(one, other)
  local list = {}
  for _, key in ipairs { "parameters" } do
    for name, value in pairs(one[key] or {}) do
      if (other[key] or {})[name] ~= value then
        list[#list + 1] = ("%s = %s"):format(tostring(name),
          type(value) == "number" and exact.digits(value, 14) or tostring(value))
      end
    end
  end
  table.sort(list)
  return table.concat(list, ", ")
end

local function of_mod(one, other)
  local words = {}
  if one.version ~= other.version then
    words[1] = ("version %s, and %s"):format(tostring(one.version), tostring(other.version))
  end
  local files, parameters = files_that_differ(one, other), of_parameters(one, other)
  if files ~= "" then words[#words + 1] = "these files differ: " .. files end
  if parameters ~= "" then words[#words + 1] = "parameters differ: " .. parameters end
  if words[1] then return ("the mod '%s': %s"):format(tostring(one.name), table.concat(words, "; ")) end
end

--- Why the two could not agree: a list of texts.
function saves.warnings(a, b)
  local list, others = {}, {}
  if a.version ~= b.version then
    list[1] = ("the saves are of format %d, and %d"):format(a.version, b.version)
  end
  for _, mod in ipairs(b.state.mods) do others[mod.name] = mod end
  for _, mod in ipairs(a.state.mods) do
    local other = others[mod.name]
    others[mod.name] = nil
    local words = other and of_mod(mod, other)
      or not other and ("only the first has the mod '%s'"):format(tostring(mod.name))
    if words then list[#list + 1] = words end
  end
  for _, mod in ipairs(b.state.mods) do
    if others[mod.name] then
      list[#list + 1] = ("only the second has the mod '%s'"):format(tostring(mod.name))
    end
  end
  return list
end

-- ---- comparing ----------------------------------------------------------------------------------

--- The first difference of two saves, as worlds.difference has it; or nil.
function saves.difference(a, b)
  local ticks, other_ticks = a.state.ticks, b.state.ticks
  if ticks ~= other_ticks then
    return { owner = "the world", field = "ticks", a = ticks, b = other_ticks }
  end
  local difference = worlds.of_maps(a.map, b.map)
    or worlds.of_states(a.state, b.state, { a = a.name_of, b = b.name_of })
  if difference then difference.tick = ticks end
  return difference
end

return saves
