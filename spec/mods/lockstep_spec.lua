-- Nothing that a mod can read depends on the seed by which a process hashes strings, on addresses,
-- on the collector or on how a table came to be: processes with other seeds print the same.
--
-- Lua makes the seed of the time and of addresses. Where addresses can be kept (setarch -R) the
-- time alone makes it, and a failure names the time with which it comes back.

local cases = require "support.cases"
local command = require "support.command"
local file = require "support.file"

local SEEDS = cases.of(3)

local function output_of(line) return (command.output_of(line .. " 2>&1")) end

local BUILD = os.getenv "BUILD" or "build"
local CLOCK = BUILD .. "/one_time.so"

-- Words before a command that give it a time of its own, where there is a compiler.
local function at_times()
  local is_plain = not os.getenv "ASTAR_SANITIZER" and not os.getenv "LD_PRELOAD"
  local is_made = is_plain and output_of(
    ("cc -shared -fPIC -o %s spec/support/one_time.c"):format(CLOCK)) == ""
  local fixed = output_of("setarch -R echo yes") == "yes\n" and "setarch -R " or ""
  return function(turn)
    if not is_made then return "env " end
    local at = 1700000000 + 7919 * turn
    return ("%senv ASTAR_TIME=%d LD_PRELOAD=%s "):format(fixed, at, CLOCK)
  end
end

local time_of = at_times()

local function lua(turn, words, more)
  return output_of(("%s %s %s %s"):format(time_of(turn), more or "", command.lua(), words))
end

-- The first line in which two texts differ.
local function difference(a, b)
  local lines, i = {}, 0
  for line in (a .. "\n"):gmatch "([^\n]*)\n" do lines[#lines + 1] = line end
  for line in (b .. "\n"):gmatch "([^\n]*)\n" do
    i = i + 1
    if line ~= lines[i] then return ("line %d: %s | %s"):format(i, tostring(lines[i]), line) end
  end
  return ("line %d: %s | nothing"):format(i + 1, tostring(lines[i + 1]))
end

local function expect_same(turn, first, text)
  if text == first then return end
  error(("with the time %d: %s"):format(1700000000 + 7919 * turn, difference(first, text)), 2)
end

describe("processes with other seeds", function()
  it("hear the same from mods whose tables have histories, holes and mistakes", function()
    local seeds, first = {}, nil
    for turn = 1, SEEDS do
      local seed, text = lua(turn, "spec/support/histories.lua"):match "^(seed[^\n]*)\n(.*)$"
      assert(text and text:find("\nmod 10\n", 1, true), text)
      assert(not text:find("lua5.4:", 1, true) and not text:find("traceback", 1, true), text)
      first = first or text
      expect_same(turn, first, text)
      seeds[seed] = true
    end
    -- Lua 5.1 has none.
    assert(_VERSION == "Lua 5.1" or next(seeds, (next(seeds))), "all processes had one seed")
  end)

  -- Each spec of mods writes down what the mods have printed, what was reported, and hashes.
  local function trace_of(turn, spec)
    local name = os.tmpname()
    local said = lua(turn, ("tools/busted.lua %s"):format(spec), "ASTAR_TRACE=" .. name)
    local text = file.read(name)
    os.remove(name)
    assert(#text > 30, said)
    return text
  end

  local function it_is_the_same(spec, times)
    it("come to the same in " .. spec, function()
      local first
      for turn = 1, times do
        local text = trace_of(turn, spec)
        first = first or text
        expect_same(turn, first, text)
      end
    end)
  end

  it_is_the_same("spec/mods/play_spec.lua", SEEDS)
  it_is_the_same("spec/mods/attacks_spec.lua --filter='is contained'", cases.of(2))
  it_is_the_same("spec/mods/world_attacks_spec.lua --filter='in each process alike'", cases.of(2))
  it_is_the_same("spec/mods/units_spec.lua --filter=data --filter=saved --filter=told"
    .. " --filter=player", cases.of(2))
  if cases.of(1) > 1 then it_is_the_same("spec/mods/skirmish_spec.lua", cases.of(1)) end
end)
