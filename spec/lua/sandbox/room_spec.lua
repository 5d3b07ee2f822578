-- What the host has too little of is told, and is no failure of the mod's: a stack for calls in a
-- machine, memory for a machine that grows. spec/vault/room.c tries all sizes of stacks.

local command = require "support.command"
local skip = require "support.skip"

local ENOUGH = 4096                              -- kilobytes

local DEEP = "flat\ttrue\t42\n" .. ("deep\ttrue\t197\nafter\ttrue\t42\n"):rep(2)
local TOO_DEEP = "flat\ttrue\t42\n" .. ("too deep\tthe stack of this thread is too small for what "
  .. "a mod's machine calls\ttrue\nafter\ttrue\t42\n"):rep(2)

local HUNGRY = "the mod's\tfalse\tmemory\tnot enough memory\nafter\ttrue\t42\n"
  .. "the host's\tnot enough memory\tfalse\nafter\ttrue\t42\n"

-- What a script of spec/support prints where `ulimit` has set such a limit.
local function run(limit, kilobytes, words)
  local line = "ulimit -%s %d && %s spec/support/%s 2>&1"
  return (command.output_of(line:format(limit, kilobytes, command.lua(), words)))
end

describe("in the vault", function()
  local why = not require("astar").features.vault and "needs the vault" or nil
  local it, roomy_it = skip.where(why), skip.where(why or skip.preloaded())

  it("a stack that is large enough lets a script go as deep as everywhere", function()
    assert.equal(DEEP, run("s", ENOUGH, "small_stack.lua"))
  end)

  it("a stack that is too small is told, and the host goes on", function()
    for _, kilobytes in ipairs { 900, 600, 400 } do
      assert.equal(TOO_DEEP, run("s", kilobytes, "small_stack.lua"))
    end
  end)

  -- The sanitizer's own memory is more than that limit.
  roomy_it("a host without memory is told from a mod that has used up its own", function()
    for _, kind in ipairs { "vault", "bounds" } do
      assert.equal(HUNGRY, run("d", 60000, "little_memory.lua " .. kind))
    end
  end)
end)
