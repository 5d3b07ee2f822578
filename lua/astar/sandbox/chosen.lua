--- Which kind of sandbox the game has chosen: `by` is the table in which it does, see
-- parts/mods.lua.

return { by = {} }
