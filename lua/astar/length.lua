--- The length of what a script has given: a list or a path. Files that run in mods' states, too
-- (see mods/state_modules.lua), ask it instead of writing `#`.
--
-- There it is another function: `#` is any border of a table with holes, which depends on how the
-- table was built, and LuaJIT's `#` does not ask `__len`. See src/sandbox/length_operator.c.

return function(list) return #list end
