--- The verbs: what units can do. Each is a function of the unit that gives way until it is done,
-- and returns true, or nil and a code. A verb of one's own is written in the same way, and called
-- as dance(unit) or, when it has been put into this table, as unit:dance().

local verbs = {}

for _, name in ipairs {
  "wait", "await", "watch", "walk", "go", "patrol", "approach", "chase", "follow", "flee",
  "retreat", "explore", "gather", "engage", "defend", "guard", "escort", "attack_move",
  "hold_formation",
} do
  verbs[name] = require("astar.verbs." .. name)
end

return verbs
