-- Blue's scripts: raiders. Few of them stay at home; a warband goes where red digs, and comes back
-- only to heal.

local think = require "astar.think"

local bold = { within = 1, influence = { ["blue fear"] = 0.5 } }

local PREY = { { x = 46, y = 31 }, { x = 16, y = 12 }, { x = 24, y = 31 }, { x = 80, y = 30 } }
local WEAK = 12

local heal = think.sequence(
  think.retry(function(unit) return unit:go(unit.home, bold) end),
  think.act("await", "healed", 400))

-- The nearest ore, as often as it goes.
local function fetch(unit)
  local ore, code = unit:gather("ore", bold)
  if not ore then return nil, code end
  unit:await("full", 60)
  return unit:go(unit.home, bold)
end

local gatherer = think.interrupt(think.loop(think.anyway(fetch)),
  { attacked = think.anyway(think.act("flee", nil, { ticks = 40 })) })

-- Through all the places where red may be, fighting whoever is met. Each soldier begins elsewhere,
-- so that the warband comes from several sides.
local function raid(unit)
  local data = unit.data
  data.prey = (data.prey or data.number) % #PREY + 1
  local done = unit:attack_move(PREY[data.prey], { radius = 7, query = bold })
  if done then unit:wait(40) end
  return true
end

local function defend_home(unit)
  return unit:guard({ x = 88, y = 8 }, { radius = 10 })
end

local soldier = think.chooser {
  { name = "heal", execute = heal,
    evaluate = function(unit) return unit.data.hp < WEAK and 3 end },
  { name = "defend", execute = defend_home,
    evaluate = function(unit) return unit.data.number % 4 == 0 and 2 end },
  { name = "raid", execute = raid, evaluate = function() return 1 end },
  every = 15, events = { "attacked" }, margin = 0.5,
}

-- Where it goes when all is known.
local ROUNDS = {
  { x = 80, y = 10 }, { x = 76, y = 29 }, { x = 30, y = 25 },
  { x = 38, y = 12 },
}

local scout = think.interrupt(
  think.loop(think.choice(think.act("explore", bold),
    think.act("patrol", ROUNDS, 1),
    think.act("wait", 20))),
  { attacked = think.anyway(think.act("flee", nil, { ticks = 60 })) })

return { gatherer = gatherer, soldier = soldier, scout = scout }
