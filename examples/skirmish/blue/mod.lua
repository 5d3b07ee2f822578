-- Blue: raiders. Few of them stay at home; a warband goes where red digs, and comes back only to
-- heal.

return {
  name = "blue",
  version = "1.0",
  behaviours = { gatherer = "gatherer.lua", soldier = "soldier.lua", scout = "scout.lua" },
}
