--- `pairs` and `next` that every LuaJIT runs correctly; elsewhere they are Lua's own.
--
-- Some builds of LuaJIT 2.1.0-beta3 for x64, such as Debian 12's, compile a loop over `pairs`
-- wrongly: half of a pointer is lost, and the process crashes
-- (github.com/LuaJIT/LuaJIT/issues/829). These builds cannot be told from others of that version.
-- So under all of them such a loop is left to the interpreter, which is correct. No file of this
-- library uses the global `pairs` or `next` (`make check` tests that), except in mods, where
-- LuaJIT's compiler is off.

local safe = { pairs = pairs, next = next }

if type(jit) == "table" and jit.version == "LuaJIT 2.1.0-beta3" and jit.arch == "x64" then
  local builtin = next

  function safe.next(t, key) return builtin(t, key) end
  jit.off(safe.next)

  function safe.pairs(t) return safe.next, t end
end

return safe
