--- Where two worlds differ, now.
--
-- What a world is: its map, and what it keeps in Lua, as it would be saved. When units have their
-- next activations, and how far the searches of the queue have come, is compared only if that is
-- asked for: a world that was loaded, or forked, has begun them again.

local core = require "astar.core"
local plain = require "astar.save.data_text"
local save = require "astar.save"
local saved_map = require "astar.save.map_fields"
local states = require "astar.save.states"

local worlds = {}

-- ---- the same -----------------------------------------------------------------------------------

local function state_of(world, exactly)
  local state, name_of = save.state(world)
  if not exactly then state.turns, state.line = nil, nil end
  return state, name_of
end

local function text_of(world, exactly)
  local state, name_of = state_of(world, exactly)
  return plain.write(state, name_of, true)
end

--- Are two worlds the same? `exactly`: see above.
function worlds.is_same(world, other, exactly)
  return world.map:hash() == other.map:hash()
    and (not exactly or world.map:_queue_hash() == other.map:_queue_hash())
    and text_of(world, exactly) == text_of(other, exactly)
end

-- ---- where not ----------------------------------------------------------------------------------

-- What is not saved, and yet belongs to the hash.
local function of_rest(world, other, exactly)
  local one, another = world.map:_queue_hash(), other.map:_queue_hash()
  if exactly and one ~= another then
    return { owner = "the queue", field = "how far its searches have come", a = one, b = another }
  end
  return { owner = "the map", field = "its hash", a = world.map:hash(), b = other.map:hash() }
end

--- What mods are in the middle of, byte by byte: the first that differs, or nil.
function worlds.of_instances(world, other)
  local next_mod = other:mods()
  local _, name_of = save.state(world)
  local _, name_of_other = save.state(other)
  for mod in world:mods() do
    local twin = next_mod()
    local text = plain.write({ mod:_instance_states "hash" }, name_of, true)
    local text_of_other = twin
      and plain.write({ twin:_instance_states "hash" }, name_of_other, true) or ""
    if text ~= text_of_other then
      return { owner = "mod " .. mod.name, field = "what it is in the middle of",
        a = core.checksum(text), b = core.checksum(text_of_other) }
    end
  end
end

-- A map as it would be saved. Saving ends searches: the map goes back to before that.
local function saved(map)
  local snapshot = map:snapshot()
  local text = map:save()
  map:restore(snapshot)
  snapshot:close()
  return text
end

--- Where two saved maps differ: { owner =, field =, a =, b =, unit = }, or nil.
function worlds.of_maps(text, other)
  local owner, field, a, b = saved_map.difference(text, other)
  if not owner then return nil end
  return { owner = owner, field = field, a = a, b = b,
    unit = tonumber((owner:match("^unit (%d+)$"))) }
end

--- Where two maps that are not the same differ, likewise.
function worlds.of_saved(map, other)
  return worlds.of_maps(saved(map), saved(other)) or { owner = "the map", field = "its hash",
    a = map:hash(), b = other:hash() }
end

--- The same of two states, see states.lua.
function worlds.of_states(a, b, names)
  local id, field, one, another = states.difference(a, b, names)
  if not field then return nil end
  return { owner = id and ("unit %d"):format(id) or "the world", unit = id, field = field, a = one,
    b = another }
end

--- Where the sizes and grids of two maps, or of two runs (record/run.lua), differ; or nil.
function worlds.of_size(map, other)
  for _, key in ipairs { "width", "height", "grid" } do
    if map[key] ~= other[key] then
      return { owner = "the map", field = key, a = map[key], b = other[key] }
    end
  end
end

--- The first difference of two worlds that are not the same: { owner = "unit 3", unit = 3 or nil,
-- field = "data.hp", a =, b = }, the values in either. Both worlds stay as they are.
function worlds.difference(world, other, exactly)
  local found = worlds.of_size(world.map, other.map)
  if found then return found end
  if world.ticks ~= other.ticks then
    return { owner = "the world", field = "ticks", a = world.ticks, b = other.ticks }
  end
  found = worlds.of_maps(saved(world.map), saved(other.map))
  if found then return found end
  local a, name_of_a = state_of(world, exactly)
  local b, name_of_b = state_of(other, exactly)
  return worlds.of_states(a, b, { a = name_of_a, b = name_of_b }) or of_rest(world, other, exactly)
end

return worlds
