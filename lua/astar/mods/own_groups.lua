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

local function is_own(side, group)
  return group.owner == side.mod.name and group.player == side.player
end

-- The group of an id, of units of the side's player: a mod may read it.
local function known_group(side, id)
  for group in side.world:groups() do
    if group.id == id and group.player == side.player then return group end
  end
  error(("group %s was disbanded"):format(tostring(id)), 0)
end

-- One that this mod has made.
local function own_group(side, id)
  local group = known_group(side, id)
  if is_own(side, group) then return group end
  error(("group %d is not this mod's: you order only groups that it has made"):format(id), 0)
end

-- A unit that may be in one of them.
local function member(side, id)
  local unit = side:script_of(id).unit
  local group = unit.group
  if group and not is_own(side, group) then
    error(("unit %d is in a group of the game's"):format(id), 0)
  end
  return unit
end

-- ---- questions ----------------------------------------------------------------------------------

--- The ids of the mod's groups, in the order in which they were made.
function own_groups.queries.groups(side)
  local list = {}
  for group in side.world:groups() do
    if is_own(side, group) then list[#list + 1] = group.id end
  end
  return list
end

local FIELDS = { name = true, status = true, code = true }

function own_groups.queries.group_field(side, id, key)
  return FIELDS[key] and known_group(side, id)[key]
end

--- By unit id, the code of each unit that was left behind.
function own_groups.queries.group_left(side, id)
  local left = {}
  for unit, code in pairs(known_group(side, id).left) do left[unit] = code end
  return left
end

function own_groups.queries.group_size(side, id) return known_group(side, id):count() end

--- id, x, y, state of each unit.
function own_groups.queries.group_units(side, id)
  local list = {}
  for unit in known_group(side, id):units() do
    list[#list + 1], list[#list + 2], list[#list + 3], list[#list + 4] = unit.id, unit.x, unit.y,
      unit.state
  end
  side.box:charge(5 * #list)
  return list
end

-- ---- orders -------------------------------------------------------------------------------------

--- A new group: its id.
function own_groups.orders.new_group(side, given, ids)
  if #own_groups.queries.groups(side) >= MOST then
    error(("a mod has at most %d groups for a player"):format(MOST), 0)
  end
  side:check_influence(given)
  local units = {}
  for i, id in ipairs(ids) do units[i] = member(side, id) end
  given.units = units
  return side.world:_new_group(given, { mod = side.mod.name, player = side.player }).id
end

function own_groups.orders.add_to_group(side, id, unit)
  own_group(side, id):add(member(side, unit))
end

function own_groups.orders.remove_from_group(side, id, unit)
  local group, one = own_group(side, id), side.world._units[unit]
  if one then group:remove(one) end
end

-- Bytes of the fields of an owner's groups that are under way, but for one group.
local function bytes_of_fields(world, owner, player, but)
  local map, count = world.map, 0
  for group in world:groups() do
    local is_meant = group.owner == owner and group.player == player and group ~= but
    if is_meant and group.order then count = count + 1 end
  end
  return count * CELL_BYTES * map.width * map.height
end

-- Gives an order whose field the side pays for; true | nil, "budget".
local function march(side, id, given, order)
  local group, world, own = own_group(side, id), side.world, side.own
  local cells, account = world.map.width * world.map.height, side.account
  if own.nodes <= 0 or not account:may_flood(cells, side.box.used) then return nil, "budget" end
  side:check_influence(given)
  account:hold_fields(bytes_of_fields(world, side.mod.name, side.player, group))
  account:expect_room(CELL_BYTES * cells, "the way of a group")
  order(group)
  account:search(own, A_SEARCH)
  account:flood(own, group:_work())
  account:hold_fields(bytes_of_fields(world, side.mod.name, side.player))
  return true
end

--- To a place: a unit, or a table with x and y.
function own_groups.orders.march(side, id, target, given)
  return march(side, id, given, function(group) Group.go(group, target, given) end)
end

function own_groups.orders.hold_group(side, id, given)
  return march(side, id, given, function(group) Group.hold(group, given) end)
end

function own_groups.orders.stop_group(side, id) own_group(side, id):stop() end

function own_groups.orders.disband(side, id) own_group(side, id):disband() end

-- ---- beginning again ----------------------------------------------------------------------------

--- The behaviours of a mod's units, or of all mods', begin again: those whose group has an order
-- are called again.
function own_groups.call_up(world, mod)
  for group in world:groups() do
    local is_meant = group.owner and (not mod or mod.name == group.owner)
    if is_meant and group.order then group:_call_up() end
  end
end

-- ---- turns --------------------------------------------------------------------------------------

--- The turn of a group that a mod has made. The mod's account pays for what its field takes; if
-- that has nothing left the group waits.
function own_groups.turn(world, group, now)
  local account
  for _, mod in ipairs(world._mods) do
    if mod.name == group.owner then account = mod:_account_of(group.player) end
  end
  if not account then return group:_turn(now) end
  if not account:may_march(now) then return end
  local before = group:_work()
  group:_turn(now)
  account:hold_fields(bytes_of_fields(world, group.owner, group.player))
  account:march(math.max(0, group:_work() - before), group:count())
end

return own_groups
