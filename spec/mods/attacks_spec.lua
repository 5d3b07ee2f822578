-- Attacks on the host, each a mod in a file of attacks/. The first line says what it tries, the
-- second how it may end: done, error, syntax, instructions, memory. "-- repeat 300: TEXT" stands
-- for so many lines TEXT, in which each $ is the number of the line. Whatever one reaches that it
-- should not it prints. What needs units and players is in units_spec.lua.
--
-- The vault gives mods more of Lua: "-- ends in the vault: instructions" says how one ends there if
-- that is other, "-- reached in the vault: load, string" what it may reach. "-- for the vault" says
-- that only the vault holds it: what it does takes long within an instruction, or uses a mistake of
-- Lua's. In either sandbox the same must hold: so much is used at most, the host and the battle
-- beside are as they were, and a report says in which line it was.

local builds = require "support.builds"
local cases = require "support.cases"
local command = require "support.command"
local files = require "support.file"
local fray = require "support.fray"
local kind = require "support.sandbox_kind"
local sandbox = require "astar.sandbox"
local trace = require "support.trace"

local FOLDER = "spec/mods/attacks/"
local LIMIT = 2 ^ 21
local INSTRUCTIONS = 300000

-- ---- what must not change -----------------------------------------------------------------------

local LIBRARIES = { "string", "table", "math", "os", "io", "coroutine", "debug", "package" }

local function copy(t)
  local entries = {}
  for key, value in pairs(t) do entries[key] = value end
  return entries
end

-- All that a mod might have got at.
local function picture()
  local all = { globals = copy(_G), strings = copy(getmetatable("")) }
  for _, name in ipairs(LIBRARIES) do all[name] = copy(_G[name]) end
  for _, value in ipairs{ 1, true, print } do
    all[#all + 1] = { metatable = debug.getmetatable(value) }
  end
  all.none = { metatable = debug.getmetatable(nil) }
  all.hook = { debug.gethook() }
  return all
end

local function same(a, b)
  for key, value in pairs(a) do
    if not rawequal(b[key], value) then return false, key end
  end
  for key in pairs(b) do
    if a[key] == nil then return false, key end
  end
  return true
end

local function check_unchanged(before)
  local after = picture()
  for name, entries in pairs(before) do
    local unchanged, key = same(entries, after[name])
    assert.is_true(unchanged, ("%s: %s has changed"):format(name, tostring(key)))
  end
end

-- ---- the attacks --------------------------------------------------------------------------------

local function word_in(words, wanted)
  for word in words:gmatch("%a+") do
    if word == wanted then return true end
  end
  return false
end

-- Whatever became of the call, the mod has what it may have, and the next call does its work. In
-- the vault work in C that does not end stops the machine: then the next call says so.
local function check_account(box)
  assert.is_true(box.bytes <= LIMIT)
  local ok, answer = box:run("return 6 * 7", "@after.lua")
  if not box.broken then return assert.same({ true, 42 }, { ok, answer }) end
  assert.is_true(kind.is_vault)
  assert.is_false(ok)
  assert.match("^the sandbox is broken", answer.message)
end

local function check_failure(failure, file)
  assert.is_string(failure.message)
  assert.is_nil((failure.message .. (failure.traceback or "")):find("0x%x%x%x%x%x"))
  local is_running = not file:find "/compiler_" and not file:find "reach_fake_end"
  if kind.is_vault and failure.kind ~= "error" and is_running then
    assert.equal(file, (failure.where or ""):match "^(.*):%d+$")
  end
end

local function repeated(times, line)
  local lines = {}
  for i = 1, tonumber(times) do lines[i] = line:gsub("%$", i) end
  return table.concat(lines, "\n")
end

-- The text of an attack, how it may end: here, or with most Luas, and what it may reach.
local function read_attack(file)
  local text = files.read(file):gsub("%-%- repeat (%d+): ([^\n]*)", repeated)
  local ends = text:match("^[^\n]*\n%-%- ends: ([^\n]*)\n")
  local place = kind.pick { stock = builds.own, vault = "the vault" }
  for places, words in text:gmatch("%-%- ends in ([^:\n]+): ([^\n]*)\n") do
    if (places .. ","):find(place .. ",", 1, true) then ends = words end
  end
  local may_reach = {}
  local said = kind.is_vault and text:match("%-%- reached in the vault: ([^\n]*)\n") or ""
  for what in said:gmatch "[^,]+" do may_reach["reached: " .. what:match "^ *(.*)$"] = true end
  return text, ends, may_reach
end

local function attack(file)
  local text, ends, may_reach = read_attack(file)
  local printed = {}
  local box = sandbox.new{ memory = LIMIT, instructions = INSTRUCTIONS,
    host = function(op, words)
      if op == "print" and words:find("^reached") and not may_reach[words] then
        printed[#printed + 1] = words
      end
    end }
  local before = picture()
  local ok, failure = box:run(text, "@" .. file)
  assert.same({}, printed)
  local outcome = ok and "done" or failure.kind
  -- How full memory is depends a little on the seed: docs/mods.md, "What is exact".
  local is_used_up = (outcome == "memory" or outcome == "instructions")
    and word_in(ends, "memory") and word_in(ends, "instructions")
  trace("outcome", file .. " " .. (is_used_up and "used up" or outcome))
  assert.is_true(word_in(ends, outcome), ("%s, not %s: %s"):format(outcome, ends,
    type(failure) == "table" and failure.message or ""))
  if not ok then check_failure(failure, file) end
  -- The last instruction may have asked for all of the memory, at an instruction for 32 bytes; and
  -- where Lua asks for more than there is, all that there is is collected twice, at the same price.
  local most = 1.1 * INSTRUCTIONS + 3 * LIMIT / 32
  assert.is_true(box.used <= most, ("it used %d"):format(box.used))
  check_unchanged(before)
  check_account(box)
  box:close()
end

-- ---- beside a battle ----------------------------------------------------------------------------

local IDLE = "return function(unit) unit:sleep() end"

-- The attack is made as a mod is loaded, and by a behaviour, time and again.
local function attack_beside(file, peace)
  local text, ends, may_reach = read_attack(file)
  local reached = {}
  local limits = { memory = 2 * LIMIT, instructions = 100000 }
  local function listen(line)
    if line.text:find("^reached") and not may_reach[line.text] then
      reached[#reached + 1] = line.text
    end
  end
  local function each(world, unit)
    rawset(world, "_on_line", listen)
    if world.ticks == 5 then world:mod({ name = "bad", files = { ["mod.lua"] = text } }, limits) end
    if world.ticks % 20 == 10 and pcall(world.behaviour, world, "test.it") then
      unit:behave("test.it")
    end
  end
  local hash, world = fray(("return function(...) %s\nend"):format(text),
    { each = each, limits = limits })
  assert.same({}, reached)
  local may_go_well = ends:find("done") or ends:find("syntax") or ends:find("error")
  assert.is_truthy(may_go_well or world.failures > 3, "the attack was not made")
  assert.equal(peace, hash)
end

-- ---- all of them --------------------------------------------------------------------------------

local function is_for_this(file)
  return kind.is_vault or not files.read(file):find("\n-- for the vault\n", 1, true)
end

local FILES = {}
for _, file in ipairs(command.list("LC_ALL=C ls " .. FOLDER .. "*.lua")) do
  if is_for_this(file) then FILES[#FILES + 1] = file end
end

describe("attacks", function()
  for _, file in ipairs(FILES) do
    it(file:match("([%w_]+)%.lua$") .. " is contained", function() attack(file) end)
  end
end)

describe("a battle beside an attack", function()
  local peace = fray(IDLE, {})
  -- Each kind of attack is among them: the files are in order of their names.
  for i = 1, #FILES, math.max(1, math.floor(4 / cases.of(1))) do
    local file = FILES[i]
    local name = file:match("([%w_]+)%.lua$")
    it("does not notice " .. name, function() attack_beside(file, peace) end)
  end
end)
