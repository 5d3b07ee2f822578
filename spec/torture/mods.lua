--- torture: build=asan share=3 short=yes cases=270
--
-- Mods as source: the attacks of spec/mods/attacks, changed at random and mixed with each other, as
-- the behaviour of a unit in a mod with small limits. The host must survive; its globals and the
-- functions in its libraries must stay as they are; the mod keeps to its memory; a tick takes no
-- longer than its account allows; what goes wrong is reported; and the world is closed afterwards.

local astar = require "astar"
local command = require "support.command"
local kind = require "fuzz.kind"
local mutate = require "fuzz.mutate"
local Random = require "support.random"
local file = require "support.file"

local MEMORY, INSTRUCTIONS = 2000000, 20000
local LONGEST = 5 -- seconds of processor time that a case may take, on a machine with sanitizers

local WORDS = { "local ", "function() end", "end", "while true do end", "for i = 1, 1e9 do ",
  "pcall(", "error(", "setmetatable({}, {", "__index", "__gc", "__close", "__concat",
  "coroutine.wrap(", "coroutine.yield()", "('x'):rep(1e9)", "table.concat(",
  "string.format('%99d', 1)", "unit:go(3, 2)", "unit:wait(1)", "unit.data.x = ", "unit.data",
  "unit.world:units()", "require 'ways'", "goto x", "::x::",
  "#", "..", "//", "0/0", "1e308", "math.maxinteger", "nil", "{", "}", "(", ")", "[[", "]]" }

-- The stock sandbox is for mods that one trusts.
assert(astar.features.vault, "the library lacks the vault: make vault")

local attacks = {}
for _, name in ipairs(command.list "ls spec/mods/attacks/*.lua | LC_ALL=C sort") do
  local text = file.read(name)
  if #text < 4000 then attacks[#attacks + 1] = text end
end

--- All functions of the host that a mod might reach for.
local function host()
  local all = {}
  for name, value in pairs(_G) do
    all[name] = value
    if type(value) == "table" and name ~= "_G" and name ~= "package" and name ~= "arg" then
      for key, inner in pairs(value) do all[name .. "." .. tostring(key)] = inner end
    end
  end
  all.strings = getmetatable("").__index
  return all
end

local function check_host(before)
  local now = host()
  for name, value in pairs(now) do
    assert(before[name] == value, "the host's " .. name .. " has changed")
  end
  for name in pairs(before) do assert(now[name] ~= nil, "the host has lost " .. name) end
end

local function try(text)
  local before, began = host(), os.clock()
  local map = astar.map { rows = { "........", ".####.#.", "........" } }
  local world = astar.world { map = map, report = function(report)
    assert(type(report.text) == "string")
  end }
  local mod, message = world:mod({ name = "fuzz", files = {
    ["mod.lua"] = "return { name = 'fuzz', version = '1', behaviours = { it = 'it.lua' } }",
    ["it.lua"] = "return function(unit) " .. text .. "\nend",
    ["ways.lua"] = "return { { x = 8, y = 1 }, { x = 1, y = 3 } }",
  } }, { memory = MEMORY, instructions = INSTRUCTIONS })
  if not mod then
    assert(type(message) == "string", "a mod is refused without a message")
  else
    kind.count("run", 1)
    for i = 1, 2 do
      world:unit { player = "red", x = i, y = 1, speed = 1, behaviour = "fuzz.it" }
    end
    for _ = 1, 5 do world:tick() end
    world:hash()
    world:save()
  end
  map:close()
  check_host(before)
  local took = os.clock() - began
  assert(took < LONGEST, ("the mod has kept the host for %.1f seconds"):format(took))
end

kind.run("mods", function(seed)
  local random = Random(seed)
  local text = random:pick(attacks)
  if random:chance(0.8) then text = mutate.text(text, random, WORDS, random:pick(attacks)) end
  kind.keep("program.lua", text)
  try(text)
end, try)
