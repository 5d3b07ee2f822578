--- The verbs: what units can do. Each is a function of the unit that yields until it is done, and
-- returns true, or nil and a code. A game writes verbs of its own in the same way, and calls one as
-- dance(unit), or, after adding it to this table, as unit:dance().

local verbs = {}

for _, name in ipairs {
  "wait", "await", "watch", "walk", "go", "patrol", "approach", "chase", "follow", "flee",
  "retreat", "explore", "gather", "engage", "defend", "guard", "escort", "attack_move",
  "hold_formation",
} do
  verbs[name] = require("astar.verbs." .. name)
end

return verbs
