-- Red's scripts: careful people. They dig, keep a guard at the bridge, walk with their gatherers,
-- and remember where their own have died.
--
-- A script is a file that returns a table: for each role a behaviour, a function of the unit.
-- Change a number, run `make demo`, and see what it does.

local think = require "astar.think"

-- A query says what counts on the way. "red fear" is an influence map of the game: high where red's
-- units have died, fading with time. With this weight a pass where many died is worth a long way
-- round.
local careful = { within = 1, influence = { ["red fear"] = 2 } }

local MINES = { { x = 14, y = 11 }, { x = 81, y = 34 } }
local BRIDGE = { x = 43, y = 31 }
local WEAK = 15               -- a soldier goes home to heal below this strength

local function is_weak(unit) return unit.data.hp < WEAK end

-- Home, and there until all is well again. Who cannot get home keeps trying, less and less often.
local heal = think.sequence(
  think.retry(function(unit) return unit:go(unit.home, careful) end),
  think.act("await", "healed", 400))

-- ---- gatherers ----------------------------------------------------------------------------------

-- One load. unit:gather would go to the nearest ore; these are sent to the mine that is theirs.
local function fetch(unit)
  local mine = MINES[unit.data.number % 3 == 0 and 2 or 1]
  local done, code = unit:go(mine, { within = 3, influence = careful.influence })
  if not done then return nil, code end
  local ore
  ore, code = unit:gather("ore", careful)
  if not ore then return nil, code end
  unit:await("full", 60)
  return unit:go(unit.home, careful)
end

-- Whoever is attacked runs home, whatever it was doing.
local gatherer = think.interrupt(think.loop(think.anyway(fetch)), { attacked = heal })

-- ---- soldiers -----------------------------------------------------------------------------------

-- The gatherer with the same number; others take its place when it has died.
local function charge_of(unit)
  for other in unit.world:units(unit.player) do
    if other.data.role == "gatherer" and other.data.number % 6 == unit.data.number % 6 then
      return other
    end
  end
end

-- What to do with a foe: get next to it, and leave the rest to the blades.
local function fight(unit, foe)
  return unit:chase(foe, careful)
end

local function escort(unit)
  local friend = charge_of(unit)
  if not friend then return unit:wait(20) end
  return unit:escort(friend, { radius = 5, engage = fight })
end

local function hold_bridge(unit)
  return unit:guard(BRIDGE, { radius = 8, engage = fight })
end

-- A chooser does what is worth most at the time.
local soldier = think.chooser {
  { name = "heal", execute = heal,
    evaluate = function(unit) return is_weak(unit) and 3 end },
  { name = "hold the bridge", execute = hold_bridge,
    evaluate = function(unit) return unit.data.number % 3 ~= 0 and 2 end },
  { name = "escort", execute = escort, evaluate = function() return 1 end },
  every = 15, events = { "attacked" }, margin = 0.5,
}

-- ---- scouts -------------------------------------------------------------------------------------

-- Where it goes when all is known.
local ROUNDS = {
  { x = 30, y = 25 }, { x = 38, y = 14 }, { x = 55, y = 10 },
  { x = 76, y = 22 }, { x = 54, y = 30 },
}

-- Looks for land that nobody has seen; runs from whoever strikes. When all is known it goes the
-- rounds.
local scout = think.interrupt(
  think.loop(think.choice(
    think.act("explore", careful),
    think.act("patrol", ROUNDS, 1),
    think.act("wait", 20))),
  { attacked = think.anyway(think.act("flee", nil, { ticks = 60 })) })

return { gatherer = gatherer, soldier = soldier, scout = scout }
