-- Red's commander: decides where the soldiers go, from what red has seen. It is no unit: the first
-- soldier that finds that it is time calls it. It divides the soldiers among squads, and orders
-- these.
--
--   bridge   holds the bridge with a few
--   raid     all others: together they go where the enemy digs, as long as they are the stronger
--            ones there; if not, they wait beside the bridge until more have come

local squads = require "astar.squads"

local commander = {}

local EVERY = 25                                 -- ticks between two decisions
local BRIDGE, MUSTER = { x = 43, y = 31 }, { x = 38, y = 31 }
local SEEN = 400                                 -- ticks: what was seen before is forgotten
local NEAR = 9                                   -- cells

local PLAN = {
  { name = "bridge", role = "soldier", count = 6, formation = "box" },
  { name = "raid", role = "soldier", formation = "wedge" },
}

local function is_soldier(enemy) return enemy.data.role == "soldier" end

-- What is around a place: how many diggers, and the strength of all.
local function around(enemies, place)
  local prey, strength = 0, 0
  for _, enemy in ipairs(enemies) do
    if math.max(math.abs(enemy.x - place.x), math.abs(enemy.y - place.y)) <= NEAR then
      strength = strength + (enemy.data.hp or 0)
      if not is_soldier(enemy) then prey = prey + 1 end
    end
  end
  return prey, strength
end

-- The enemy around which most diggers are, and where the raid can win.
local function target(enemies, strength)
  local best, most
  for _, enemy in ipairs(enemies) do
    local prey, guards = around(enemies, enemy)
    local can_win = 4 * guards < 3 * strength
    if can_win and prey > (most or 0) then best, most = enemy, prey end
  end
  return best
end

local function strength_of(group)
  local hp = 0
  for unit in group:units() do hp = hp + unit.data.hp end
  return hp
end

-- A local variable is enough: it is lost when the game is loaded, and then red decides at once.
local decided = -EVERY

--- Is it time for a decision? The first soldier that has its turn then takes it.
function commander.is_due(unit) return unit.world.ticks - decided >= EVERY end

function commander.decide(unit)
  local world = unit.world
  decided = world.ticks
  local groups = squads.muster(world, unit.player, PLAN)
  if groups.bridge.status == "standing" then groups.bridge:go(BRIDGE) end
  local raid = groups.raid
  local enemy = target(world:known_enemies { within = SEEN }, strength_of(raid))
  local goal = enemy or MUSTER
  raid:go(goal.x, goal.y)
end

return commander
