--- Where two saved worlds differ. They are read as data: neither mods nor behaviours are needed.

local exact = require "astar.save.exact"
local pairs = require "astar.pairs".pairs
local plain = require "astar.save.data_text"
local restore = require "astar.save.restore"
local worlds = require "astar.save.worlds"

local saves = { VAULTS = "mods ran in the vault %s, and %s: the two machines need not agree" }

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

--- The save in a text: { map =, state =, name_of = } | nil, message.
function saves.read(text)
  local map, body = restore.parts_of(text)
  if not map then return nil, body end
  local object_of, name_of = stand_ins()
  local state = plain.read(body, object_of)
  if type(state) ~= "table" or type(state.units) ~= "table" or type(state.mods) ~= "table" then
    return nil, restore.DAMAGED
  end
  return { map = map, state = state, name_of = name_of }
end

-- ---- mods ---------------------------------------------------------------------------------------

-- The keys of which two tables have other values, which may be nil, as a list.
local function keys_that_differ(one, other)
  local list = {}
  for key, value in pairs(one) do
    if other[key] ~= value then list[#list + 1] = tostring(key) end
  end
  for key in pairs(other) do
    if one[key] == nil then list[#list + 1] = tostring(key) end
  end
  table.sort(list)
  return list
end

local function set_words(value)
  return type(value) == "number" and exact.digits(value, 14) or value == nil and "not set"
    or tostring(value)
end

local function parameters_that_differ(one, other)
  local own, others = one.parameters or {}, other.parameters or {}
  local list = keys_that_differ(own, others)
  for i, name in ipairs(list) do
    list[i] = ("%s is %s, and %s"):format(name, set_words(own[name]), set_words(others[name]))
  end
  return table.concat(list, ", ")
end

local function of_mod(one, other)
  local words = {}
  if one.version ~= other.version then
    words[1] = ("version %s, and %s"):format(tostring(one.version), tostring(other.version))
  end
  local files = table.concat(keys_that_differ(one.files or {}, other.files or {}), ", ")
  local parameters = parameters_that_differ(one, other)
  if files ~= "" then words[#words + 1] = "these files differ: " .. files end
  if parameters ~= "" then words[#words + 1] = "its parameters differ: " .. parameters end
  return words[1] and ("the mod '%s': %s"):format(tostring(one.name), table.concat(words, "; "))
end

-- The vault in which the mods of a save ran; nil: none goes on from where it was.
local function vault_of(save)
  for _, mod in ipairs(save.state.mods) do
    for _, state in pairs(mod.instances or {}) do     -- in any order: it is the same of all
      if type(state) == "table" and type(state.vault) == "string" then return state.vault end
    end
  end
end

--- Why the two could not agree: a list of texts.
function saves.warnings(a, b)
  local list, others, vault, other_vault = {}, {}, vault_of(a), vault_of(b)
  if vault ~= other_vault then
    list[1] = saves.VAULTS:format(vault or "none", other_vault or "none")
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
