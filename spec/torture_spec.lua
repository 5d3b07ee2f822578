-- tools/torture.sh, in a tree of its own with kinds that are toys: what it calls them with, in
-- which order, and what it makes of a finding. spec/fuzz/kind.lua and torture.h: where a run ends.

local command = require "support.command"
local file = require "support.file"

local folder

local function write(name, text) file.write(folder .. "/" .. name, text) end

local function output_of(line) return command.output_of(line .. " 2>&1") end

--- A kind that says what it was called with, and ends with a status.
local function toy(name, settings, status)
  write("spec/torture/" .. name .. ".sh", ("# torture: %s\n" ..
    "echo %s \"$1 $2 cases=$CASES\" >>called\necho \"1 toy\"\nexit %d\n"):format(settings, name,
    status or 0))
end

local function torture(settings)
  local output, status = output_of(("cd %s && env -u CASES MAKE=true BUILD=build JOBS=1 %s "
    .. "sh tools/torture.sh"):format(folder, settings))
  return output, status
end

before_each(function()
  folder = os.tmpname()
  os.remove(folder)
  output_of(("mkdir -p %s/spec/torture %s/tools && cp tools/torture.sh tools/lua.sh %s/tools")
    :format(folder, folder, folder))
end)

after_each(function() output_of("rm -rf " .. folder) end)

describe("the short form of torture #extra", function()
  it("gives each kind a number of cases, the greatest share first, and leaves some out", function()
    toy("a", "build=none share=1 short=yes cases=7")
    toy("b", "build=none share=3 short=yes cases=20")
    toy("c", "build=none share=4 short=no")
    local output, status = torture("SHORT=1")
    assert.equal(0, status, output)
    assert.equal("b 45 1 cases=20\na 15 1 cases=7\n", file.read(folder .. "/called"))
  end)

  it("runs only what says after how many cases it ends", function()
    toy("a", "build=none share=1 short=yes")
    local output, status = torture("SHORT=1")
    assert.equal(1, status)
    assert.matches("spec/torture/a%.sh says short=yes, and no cases=", output)
  end)
end)

describe("the long form of torture #extra", function()
  it("has no number of cases", function()
    toy("a", "build=none share=1 short=yes cases=7")
    toy("c", "build=none share=3 short=no")
    local output, status = torture("MINUTES=2 SEED=9 CASES=5")
    assert.equal(0, status, output)
    assert.equal("c 90 9 cases=\na 30 9 cases=\n", file.read(folder .. "/called"))
  end)

  it("refuses a kind that there is not", function()
    toy("a", "build=none share=1 short=yes cases=7")
    local output, status = torture("KINDS='a nothing'")
    assert.equal(1, status)
    assert.matches("no kind 'nothing'; there are: a\n", output)
  end)

  it("ends with the first finding, and says how to have it again", function()
    toy("a", "build=none share=3 short=no", 3)
    toy("b", "build=none share=1 short=no")
    local output, status = torture("SEED=9")
    assert.equal(1, status)
    assert.matches("FOUND   a\n", output)
    assert.matches("again: make torture KINDS=a SEED=9\n", output)
    assert.equal("a 225 9 cases=\n", file.read(folder .. "/called"))
  end)
end)

describe("a kind that has not tried what it counts #extra", function()
  local function outcome(count)
    write("spec/torture/a.sh", "# torture: build=none share=1 short=no\necho '" .. count .. "'\n")
    local output, status = torture("SEED=9")
    return status, output
  end

  it("is a finding", function()
    for _, count in ipairs { "0 programs", "7 worlds, 0 loaded", "9 (jump 5, turn 0)", "" } do
      local status, output = outcome(count)
      assert.equal(1, status, count)
      assert.matches("FOUND   a\nit has not tried all that it counts: " .. count:gsub("%p", "%%%0"),
        output)
    end
  end)

  it("is none if nothing was left out", function()
    for _, count in ipairs { "70 calls, 0 never", "0.5 s for 10 of 20 (jump 10)" } do
      assert.equal(0, (outcome(count)), count)
    end
  end)
end)

-- The shared loops: five cases from seed 3, although there are twenty seconds.
describe("a run ends after so many cases #extra", function()
  local seconds

  before_each(function() seconds = os.time() end)
  after_each(function() assert.is_true(os.time() - seconds < 15) end)

  it("in Lua", function()
    write("kind.lua", "local kind = require 'fuzz.kind'\nkind.run('toys', function(seed) "
      .. "io.write(seed, ' ') end)\n")
    local output = output_of(("CASES=5 WORK=%s lua5.4 %s/kind.lua 20 3"):format(folder, folder))
    assert.equal("3 4 5 6 7 5 toys\n", output)
  end)

  it("in C", function()
    write("kind.c", '#include "torture.h"\nstatic void toy(uint64_t seed) '
      .. '{ printf("%d ", (int)seed); }\nint main(int count, char **words) '
      .. '{ return !torture(count, words, toy); }\n')
    local output = output_of(("unset LD_PRELOAD; ${CC:-cc} -Isrc -Ispec/c -Ispec/torture "
      .. "-o %s/kind %s/kind.c && CASES=5 %s/kind 20 3"):format(folder, folder, folder))
    assert.equal("3 4 5 6 7 ", output)
  end)
end)
