-- The rules of the skirmish as figures and words, which game.lua plays by. docs/card.md prints
-- them, and the check of mods reads them:
--
--   astar mod check mine --rules examples/demo/rules.lua

local rules = {}

rules.sides = {
  { name = "red", keep = { x = 10, y = 31, width = 3, height = 2 } },
  { name = "blue", keep = { x = 90, y = 6, width = 3, height = 2 } },
}

-- What each role is, in the order in which they are made. damage: of a blow, from 1 to this.
rules.role_names = { "gatherer", "soldier", "scout" }
rules.kinds = {
  gatherer = { count = 12, speed = 0.3, sight = 6, hp = 12, damage = 1 },
  soldier = { count = 16, speed = 0.3, sight = 8, hp = 40, damage = 6 },
  scout = { count = 6, speed = 0.45, sight = 10, hp = 16, damage = 2 },
}

rules.bridge = { x = 44, y = 30, width = 6, height = 3 }       -- the southern one, which is held
rules.gate = { x = 77, y = 17, width = 3, height = 1 }         -- in the pass
rules.gate_cost = 14                                           -- for the side that holds it
rules.mines = { { x = 14, y = 11 }, { x = 81, y = 34 } }       -- where ore is
rules.near_bridge, rules.near_gate, rules.near_keep = 2, 2, 3  -- cells

-- Links between two cells, each a level and x, y on it: two ferries over the river, and the mouths
-- of the cave. A ferry takes as long as so much open ground: 10 is a straight step.
rules.ferry_cost, rules.mouth_cost = 50, 40
rules.links = {
  { from = { "valley", 41, 21 }, to = { "valley", 46, 21 }, cost = rules.ferry_cost },
  { from = { "valley", 41, 22 }, to = { "valley", 46, 22 }, cost = rules.ferry_cost },
  { from = { "valley", 53, 18 }, to = { "cave", 3, 6 }, cost = rules.mouth_cost },
  { from = { "valley", 54, 18 }, to = { "cave", 4, 6 }, cost = rules.mouth_cost },
  { from = { "valley", 57, 14 }, to = { "cave", 6, 2 }, cost = rules.mouth_cost },
  { from = { "valley", 58, 14 }, to = { "cave", 7, 2 }, cost = rules.mouth_cost },
  { from = { "valley", 83, 15 }, to = { "cave", 33, 2 }, cost = rules.mouth_cost },
  { from = { "valley", 84, 15 }, to = { "cave", 33, 3 }, cost = rules.mouth_cost },
}

rules.points = { load = 2, kill = 3, bridge = 1 }

-- Ticks: for a load, between two blows, for a point of health beside the keep, until a lost unit is
-- replaced, of holding the bridge for a point.
rules.dig, rules.strike, rules.heal, rules.recruit, rules.hold = 25, 8, 6, 150, 50

-- What a death adds to its side's fear, and a soldier in sight to its enemies' danger.
rules.fear = { amount = 120, radius = 6, decay = 0.9, every = 50 }
rules.danger = { amount = 60, radius = 6, decay = 0.5, every = 10 }

-- ---- what a mod is told -------------------------------------------------------------------------

-- Events, with the kinds of their arguments.
rules.events = {
  full = {}, unloaded = {}, healed = {}, attacked = { "enemy" }, born = { "friend" },
  died = { "number", "number", "string", "number" },
}
rules.about_events = {
  { "full", "", "a gatherer that stands beside ore has dug a load" },
  { "unloaded", "", "a gatherer beside its keep has got rid of it" },
  { "healed", "", "it has all its strength again" },
  { "attacked", "by", "a unit has struck it" },
  { "born", "unit", "a unit of its side has come" },
  { "died", "x, y, role, number", "a unit of its side has died there" },
}

-- unit.data: what the game keeps there, which mods read and cannot write; of visible enemies what
-- is public.
rules.own = { "side", "role", "number", "hp", "load", "dug", "rests" }
rules.public = { "role", "hp", "load" }
rules.data = { side = "red" }
rules.roles = {}
for name, kind in pairs(rules.kinds) do rules.roles[name] = { role = name, hp = kind.hp } end

-- unit.world.facts
rules.facts = { points = 0, their_points = 0, loads = 0, kills = 0, lost = 0, units = 34,
  waiting = 0, bridge = "red", gate = "open" }
rules.about_facts = {
  { "points", "its side's score" }, { "their_points", "the other side's" },
  { "loads", "loads brought home" }, { "kills", "enemies that its side has killed" },
  { "lost", "units that it has lost" }, { "units", "units that it has" },
  { "waiting", "units that will come again" }, { "bridge", "the side that held the bridge last" },
  { "gate", "the side that the gate in the pass lets through, or `open`" },
}

-- Influence maps, for queries and unit:influence.
rules.influences = { "red fear", "blue fear", "red danger", "blue danger" }

return rules
