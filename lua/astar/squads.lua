--- Squads: a player's units divided among named groups, by their roles. A plan says which squads
-- there are; `muster` fills them, and fills their gaps when it is called again. Works for the
-- game's scripts and for mods: what it makes are groups, which last when a world is saved, and it
-- finds them by their names.
--
--   local squads = require "astar.squads"
--   local PLAN = {
--     { name = "bridge", role = "soldier", count = 6, formation = "line" },
--     { name = "raid", role = "soldier", formation = "wedge" },          -- all others
--   }
--   local groups = squads.muster(unit.world, unit.player, PLAN)
--   groups.raid:go(80, 30)

local blame = require "astar.arguments.blame"
local field = require("astar.arguments.cells").field
local options = require "astar.arguments.options"

local squads = {}

local SQUAD = {
  name = { "string", "a name" }, role = { "string", "a role" },
  accepts = { "function", "a function" }, count = options.whole(0, 2 ^ 31),
  formation = { "string", "the name of a formation" },
}

local function check(world, player, plan)
  if not field(world, "groups") then
    blame.fail("muster", 1, "a world expected, got %s", type(world))
  elseif not field(player, "name") then
    blame.fail("muster", 2, "a player expected, got %s", type(player))
  elseif type(plan) ~= "table" then
    blame.fail("muster", 3, "a list of squads expected, got %s", type(plan))
  end
  local names = {}
  for i, squad in ipairs(plan) do
    if type(squad) ~= "table" then
      blame.fail("muster", 3, "squad %d is not a table, but a %s", i, type(squad))
    end
    options.check("muster", squad, SQUAD, 3)
    if not squad.name then blame.fail("muster", 3, "squad %d has no name", i) end
    if names[squad.name] then blame.fail("muster", 3, "two squads are called '%s'", squad.name) end
    names[squad.name] = true
  end
end

local function takes(squad, unit)
  if squad.role and unit.data.role ~= squad.role then return false end
  return not squad.accepts or squad.accepts(unit)
end

local function is_full(squad, count) return squad.count ~= nil and count >= squad.count end

-- Those of the player's groups that have a name.
local function named(world, player)
  local groups = {}
  for group in world:groups() do
    local is_own = group.player == nil or group.player == player
    if group.name and is_own then groups[group.name] = groups[group.name] or group end
  end
  return groups
end

-- Lets go of members that a squad does not take, or has too many of: how many stay.
local function sift(group, squad)
  local count = 0
  for unit in group:units() do
    if takes(squad, unit) and not is_full(squad, count) then
      count = count + 1
    else
      group:remove(unit)
    end
  end
  return count
end

-- Units that are in no group, in the order of their ids.
local function idle(world, player)
  local list = {}
  for unit in world:units(player) do
    if not unit.group then list[#list + 1] = unit end
  end
  return list
end

local function fill(group, squad, count, free)
  local rest = {}
  for _, unit in ipairs(free) do
    if takes(squad, unit) and not is_full(squad, count) then
      group:add(unit)
      count = count + 1
    else
      rest[#rest + 1] = unit
    end
  end
  return rest
end

--- Fills the squads of a plan with a player's units: from their names to groups. A squad has
-- `name`; `role`, what unit.data.role has to be; accepts(unit), which units it takes; `count`, how
-- many at most; `formation`, of a new group. Members stay where they are as long as their squad
-- takes them. Then units that are in no group come in the order of their ids, the first squad that
-- takes one has it. Groups that are not in the plan keep their units.
function squads.muster(world, player, plan)
  check(world, player, plan)
  local groups, filled, counts = named(world, player), {}, {}
  for _, squad in ipairs(plan) do
    local group = groups[squad.name]
      or world:group { name = squad.name, formation = squad.formation }
    filled[squad.name], counts[squad.name] = group, sift(group, squad)
  end
  local free = idle(world, player)
  for _, squad in ipairs(plan) do
    free = fill(filled[squad.name], squad, counts[squad.name], free)
  end
  return filled
end

return squads
