-- Threads with small stacks: a machine of the vault goes as deep as there is room for, and the host
-- is told. spec/vault/room.c tries all sizes, in both engines.

local builds = require "support.builds"
local command = require "support.command"

local BUILD = os.getenv "BUILD" or "build"

local ENOUGH = 4096                              -- kilobytes

local DEEP = "flat\ttrue\t42\n" .. ("deep\ttrue\t197\nafter\ttrue\t42\n"):rep(2)
local TOO_DEEP = "flat\ttrue\t42\n" .. ("too deep\tthe stack of this thread is too small for what "
  .. "a mod's machine calls\ttrue\nafter\ttrue\t42\n"):rep(2)

describe("a stack", function()
  local function run(kilobytes)
    local line = "ulimit -s %d && LUA_PATH='lua/?.lua;lua/?/init.lua' LUA_CPATH='%s/%s/?.so' "
      .. "%s spec/support/small_stack.lua 2>&1"
    return (command.output_of(line:format(kilobytes, BUILD, builds.own, command.lua())))
  end

  if not require("astar").features.vault then
    pending "needs the vault"
    return
  end

  it("that is large enough lets a script go as deep as everywhere", function()
    assert.equal(DEEP, run(ENOUGH))
  end)

  it("that is too small is told, and the host goes on", function()
    for _, kilobytes in ipairs { 900, 600, 400 } do assert.equal(TOO_DEEP, run(kilobytes)) end
  end)
end)
