--- What a mod calls units and groups by: numbers of its player's own counting. The world's ids tell
-- how many units others have had made, in the dark too. A player counts its own units as they are
-- made, and those of others as it comes to know them, by seeing them or by being told of them. All
-- mods of a player have the same numbers, and no number is given twice.
--
-- `world._numbers` has these for each player that has any, at the player's place in the world's
-- list. What gives numbers is the world's history, never a mod's question: so a world that somebody
-- records or looks at is the same as one that nobody does.

local core = require "astar.core"
local safe = require "astar.pairs"

local next, pairs = safe.next, safe.pairs

local numbers = {}

--- The numbers of a player: a thing, see rewind/tracked_objects.lua.
local Numbers = {}
Numbers.__index = Numbers
numbers.class = Numbers

local function new(world)
  return setmetatable({ world = world, last = 0, last_group = 0,
    units = {}, ids = {},                        -- from ids of units to numbers, and back
    order = {},                                  -- ids, in the order of their numbers
    groups = {}, group_ids = {},                 -- the same for groups
    met = {},                                    -- names of players whose units it has met
  }, Numbers)
end

local function at_place(world, place)
  world._numbers[place] = world._numbers[place] or new(world)
  return world._numbers[place]
end

--- The place of a player in the world's list.
function numbers.place_of(world, player)
  for place, one in ipairs(world._players) do
    if one == player then return place end
  end
end

--- Those of a player of the world.
function numbers.of(world, player)
  local place = numbers.place_of(world, player)
  return place and at_place(world, place)
end

--- Gives a unit a number, if it has none: its number.
function Numbers:take(id)
  local number = self.units[id]
  if number then return number end
  self.world:_touch(self)
  number = self.last + 1
  self.last, self.units[id], self.ids[number] = number, number, id
  self.order[#self.order + 1] = id
  return number
end

--- Its player has met a unit of that player's.
function Numbers:meet(player)
  if self.met[player.name] then return end
  self.world:_touch(self)
  self.met[player.name] = true
end

local function take_group(self, id)
  if self.groups[id] then return end
  self.world:_touch(self)
  local number = self.last_group + 1
  self.last_group, self.groups[id], self.group_ids[number] = number, number, id
end

-- Worlds that never had a mod give no numbers.
local function is_kept(world) return world._mods[1] or next(world._numbers) ~= nil end

--- A unit of its player's was made, or has come to it.
function numbers.note(world, unit)
  if is_kept(world) then numbers.of(world, unit.player):take(unit.id) end
end

--- A group of a player's was made, or has its first unit.
function numbers.note_group(world, group)
  if is_kept(world) and group.player then
    take_group(numbers.of(world, group.player), group.id)
  end
end

--- A group was disbanded, or is nobody's any more.
function numbers.forget_group(world, id)
  for _, own in pairs(world._numbers) do         -- in any order
    local number = own.groups[id]
    if number then
      world:_touch(own)
      own.groups[id], own.group_ids[number] = nil, nil
    end
  end
end

-- In reading order: in which order the units were made is not to be known.
local function comes_before(a, b)
  if a.y ~= b.y then return a.y < b.y end
  return a.x < b.x
end

--- A player, by its place, sees units for the first time: a list of them.
function numbers.discover(world, place, units)
  local own = at_place(world, place)
  table.sort(units, comes_before)
  for _, unit in ipairs(units) do
    own:take(unit.id)
    own:meet(unit.player)
  end
end

--- A world has a mod, or was loaded with one: what players have, and have seen before, is counted.
function numbers.begin(world)
  for unit in world:units() do numbers.of(world, unit.player):take(unit.id) end
  for group in world:groups() do
    if group.player then take_group(numbers.of(world, group.player), group.id) end
  end
  for place in ipairs(world._players) do
    for _, id in ipairs(core.keys(world._sighted[place] or {})) do
      local own, player = at_place(world, place), world._sighted[place][id].player
      own:take(id)
      if player then own:meet(player) end
    end
  end
end

--- A player was removed: the places of those behind it change.
function numbers.drop_player(world, place)
  for i = place, #world._players do world._numbers[i] = world._numbers[i + 1] end
end

--- Forgets units that were removed, where the player knows that.
function numbers.sweep(world)
  for _, own in pairs(world._numbers) do         -- in any order
    local kept = {}
    world:_touch(own)
    for _, id in ipairs(own.order) do
      if world._units[id] or world._ghosts[id] then
        kept[#kept + 1] = id
      else
        own.ids[own.units[id]], own.units[id] = nil, nil
      end
    end
    own.order = kept
  end
end

-- ---- saving -------------------------------------------------------------------------------------

--- All of them as they are saved, by the places of players; nil: there are none.
function numbers.state(world)
  local state
  for place in ipairs(world._players) do
    local own = world._numbers[place]
    if own then
      state = state or {}
      state[place] = { last = own.last, last_group = own.last_group, units = own.units,
        groups = own.groups, met = own.met }
    end
  end
  return state
end

local function reversed(by_id)
  local ids = {}
  for id, number in pairs(by_id) do ids[number] = id end         -- in any order
  return ids
end

--- What was saved holds again.
function numbers.revive(world, state)
  world._numbers = {}
  for place, saved in pairs(state or {}) do      -- in any order
    local own = at_place(world, place)
    own.last, own.last_group, own.met = saved.last, saved.last_group, saved.met
    own.units, own.ids = saved.units, reversed(saved.units)
    own.groups, own.group_ids = saved.groups, reversed(saved.groups)
    for _, number in ipairs(core.keys(own.ids)) do
      own.order[#own.order + 1] = own.ids[number]
    end
  end
end

return numbers
