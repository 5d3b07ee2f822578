-- Red: careful people. They dig, keep a guard at the bridge, walk with their gatherers, and
-- remember where their own have died.
--
-- A mod is a folder. This file says what is in it: for each role the file with its behaviour.
-- Change a number in one of them while `make demo` plays, and see what it does.

return {
  name = "red",
  version = "1.0",
  behaviours = { gatherer = "gatherer.lua", soldier = "soldier.lua", scout = "scout.lua" },
}
