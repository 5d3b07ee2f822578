--- Groups that a mod makes of its units: what it may ask of them and order. The world has them
-- among its groups, with their owner, and saves them. They are no orders of the game's: a unit
-- takes part when its behaviour calls the verb hold_formation.

local Group = require "astar.group"
local pairs = require "astar.pairs".pairs

local own_groups = { orders = {}, queries = {} }

local MOST = 64                                  -- groups of a mod, for each player
local CELL_BYTES = 8                             -- of a field that the game keeps for a march
local A_SEARCH = 64                              -- nodes that a field is worth at least

-- ---- which they are -----------------------------------------------------------------------------

local function is_own(instance, group)
  return group.owner == instance.mod.name and group.player == instance.player
end

-- The group of a number, of units of the instance's player: a mod may read it.
local function known_group(instance, number)
  local id = instance.numbers.group_ids[number]
  for group in instance.world:groups() do
    if group.id == id and group.player == instance.player then return group end
  end
  error(("group %s was disbanded"):format(tostring(number)), 0)
end

local function number_of(instance, group) return instance.numbers.groups[group.id] end

-- One that this mod has made.
local function own_group(instance, number)
  local group = known_group(instance, number)
  if is_own(instance, group) then return group end
  error(("group %d is not this mod's: you order only groups that it has made"):format(number), 0)
end

-- A unit that may be in one of them.
local function member(instance, number)
  local unit = instance:script_of(number).unit
  local group = unit.group
  if group and not is_own(instance, group) then
    error(("unit %d is in a group of the game's"):format(number), 0)
  end
  return unit
end

-- ---- questions ----------------------------------------------------------------------------------

--- The numbers of the mod's groups, in the order in which they were made.
function own_groups.queries.groups(instance)
  local list = {}
  for group in instance.world:groups() do
    if is_own(instance, group) then list[#list + 1] = number_of(instance, group) end
  end
  return list
end

local FIELDS = { name = true, status = true, code = true }

function own_groups.queries.group_field(instance, number, key)
  return FIELDS[key] and known_group(instance, number)[key]
end

--- By the numbers of units, the code of each that was left behind.
function own_groups.queries.group_left(instance, number)
  local left, known = {}, instance.numbers.units
  for id, code in pairs(known_group(instance, number).left) do     -- in any order
    if known[id] then left[known[id]] = code end
  end
  return left
end

function own_groups.queries.group_size(instance, number)
  return known_group(instance, number):count()
end

--- The number, x, y, state of each unit.
function own_groups.queries.group_units(instance, number)
  local list = {}
  for unit in known_group(instance, number):units() do
    list[#list + 1], list[#list + 2], list[#list + 3], list[#list + 4] =
      instance.numbers.units[unit.id], unit.x, unit.y, unit.state
  end
  instance.box:charge(5 * #list)
  return list
end

-- ---- orders -------------------------------------------------------------------------------------

--- A new group of units with these numbers: its number.
function own_groups.orders.new_group(instance, given, members)
  if #own_groups.queries.groups(instance) >= MOST then
    error(("a mod has at most %d groups for a player"):format(MOST), 0)
  end
  instance:check_influence(given)
  local units = {}
  for i, number in ipairs(members) do units[i] = member(instance, number) end
  given.units = units
  local owner = { mod = instance.mod.name, player = instance.player }
  local group = instance.world:_new_group(given, owner)
  return number_of(instance, group)
end

function own_groups.orders.add_to_group(instance, number, unit)
  own_group(instance, number):add(member(instance, unit))
end

function own_groups.orders.remove_from_group(instance, number, unit)
  local group, one = own_group(instance, number), instance:unit_of(unit)
  if one then group:remove(one) end
end

-- Bytes of the fields of an owner's groups that are under way, but for one group.
local function bytes_of_fields(world, owner, player, but)
  local map, count = world.map, 0
  for group in world:groups() do
    local is_meant = group.owner == owner and group.player == player and group ~= but
    if is_meant and group.order then count = count + group:_fields() end
  end
  return count * CELL_BYTES * map.width * map.height
end

-- Gives an order whose field the instance pays for; true | nil, "budget".
local function march(instance, number, given, order)
  local group, world, own = own_group(instance, number), instance.world, instance.own
  local cells, account = world.map.width * world.map.height, instance.account
  if own.nodes <= 0 or not account:may_flood(cells, instance.box.used) then return nil, "budget" end
  instance:check_influence(given)
  account:hold_fields(bytes_of_fields(world, instance.mod.name, instance.player, group))
  account:expect_room(CELL_BYTES * cells, "the way of a group")
  order(group)
  account:search(own, A_SEARCH)
  account:flood(own, group:_work())
  account:hold_fields(bytes_of_fields(world, instance.mod.name, instance.player))
  return true
end

--- To a place: a unit, or a table with x and y.
function own_groups.orders.march(instance, number, target, given)
  return march(instance, number, given, function(group) Group.go(group, target, given) end)
end

function own_groups.orders.hold_group(instance, number, given)
  return march(instance, number, given, function(group) Group.hold(group, given) end)
end

function own_groups.orders.stop_group(instance, number) own_group(instance, number):stop() end

function own_groups.orders.disband(instance, number) own_group(instance, number):disband() end

-- ---- beginning again ----------------------------------------------------------------------------

--- The behaviours of a mod's units, or of all mods', begin again: those whose group has an order
-- are called again.
function own_groups.call_up(world, mod)
  for group in world:groups() do
    local is_meant = group.owner and (not mod or mod.name == group.owner)
    if is_meant and group.order then group:_call_up() end
  end
end

-- ---- activations --------------------------------------------------------------------------------

--- The activation of a group that a mod has made. The mod's account pays for what its field takes;
-- if that has nothing left the group waits.
function own_groups.turn(world, group, now, room)
  local account
  for _, mod in ipairs(world._mods) do
    if mod.name == group.owner then account = mod:_account_of(group.player) end
  end
  if not account then return group:_turn(now, room) end
  if not account:may_march(now) then return end
  local before = group:_work()
  group:_turn(now, room)
  account:hold_fields(bytes_of_fields(world, group.owner, group.player))
  account:march(math.max(0, group:_work() - before), group:count())
end

return own_groups
