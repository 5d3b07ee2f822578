-- Blue: raiders. Few of them stay at home; a warband goes where red digs, and comes back only to
-- heal. `astar arena --search` tries other values of the parameters.

return {
  name = "blue",
  version = "1.0",
  parameters = {
    retreat_at = { 5, 40, 12 },   -- a soldier goes home to heal below this strength
  },
  behaviours = { gatherer = "gatherer.lua", soldier = "soldier.lua", scout = "scout.lua" },
}
