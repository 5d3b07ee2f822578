-- lua spec/support/ends.lua: how calls end in the vault, when fuel, memory or the stack does, and
-- what a machine is afterwards. Prints the same on every machine; see tools/cross.

local astar = require "astar"
local sandbox = require "astar.sandbox"

local CALLS = {
  { "a loop", "while true do end" },
  { "a loop that catches all", "while true do pcall(function() while true do end end) end" },
  { "one pattern", "return (('a'):rep(600)):find('.-.-.-.-b')" },
  { "memory", "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end" },
  { "memory at once", "return #('x'):rep(2 ^ 31 - 1)" },
  { "calls", "local function f(n) return 1 + f(n + 1) end return f(1)" },
  { "calls of C", "local function f() return (('a'):gsub('a', f)) end return f()" },
  { "protected calls",
    "local function f(n) local a, b = pcall(f, n + 1) return a, b end return f(1)" },
  { "load in load", "local n = 0 local function f() n = n + 1 local g = load('return ...') "
    .. "return pcall(f, g(n)) end return f(), n" },
  { "coroutines", "local n = 0 local function f() n = n + 1 return coroutine.wrap(f)() end "
    .. "pcall(f) return n" },
  { "numbers",
    "return 1 / 3, 2 ^ 0.5, 0 / 0, -(0 / 0), math.sin(1), 7 // 0.0, math.maxinteger + 1" },
  { "formats", "return ('%.17g %a %q'):format(0.1, 1 / 3, 1e100)" },
}

print("vault", astar.features.vault)
local box = sandbox.new { instructions = 200000, memory = 2 ^ 21 }
for _, call in ipairs(CALLS) do
  if box.broken then box = sandbox.new { instructions = 200000, memory = 2 ^ 21 } end
  local results = { box:run(call[2], "ends.lua") }
  local first = results[2]
  if not results[1] then
    results = { false, first.kind, first.message:sub(1, 200), first.where or "" }
  end
  for i = 1, #results do results[i] = tostring(results[i]) end
  print(call[1], table.concat(results, " | "), box.used, box.broken,
    box.broken or box:snapshot():hash())
end
