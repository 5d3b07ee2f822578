-- Sandboxes whose states are machines, and what stops one: the host and the other sandboxes go on,
-- and the sandbox itself does when it is put back. The machines themselves are tried in spec/vault.

local core = require "astar.core"
local cases = require "support.cases"
local images = require "fuzz.images"
local sandbox = require "astar.sandbox"
local skip = require "support.skip"

-- One instruction of a mod's that takes longer than what is left to end a call.
local LONG = "(('a'):rep(800)):find('.-.-.-.-b')"

local function kinds()
  local list = {}
  for _, kind in ipairs(core.sandboxes) do
    if kind ~= "stock" then list[#list + 1] = kind end
  end
  return list
end

if #kinds() == 0 then
  describe("machines of mods", function()
    skip.where "this module was built without the vault" "are tried"
  end)
  return
end

for _, kind in ipairs(kinds()) do
  describe("a machine of the kind " .. kind, function()
    local function new(options)
      options = options or {}
      options.kind = kind
      return sandbox.new(options)
    end

    it("that stops says where, and does nothing until it is put back", function()
      local box = new { instructions = 100000 }
      assert.is_true(box:run("kept = 1", "@mod.lua"))
      local image = box:snapshot()
      local ok, failure = box:run("local x = 1\nreturn " .. LONG, "@mod.lua")
      assert.is_false(ok)
      assert.equal("instructions", failure.kind)
      assert.equal("mod.lua:2", failure.where)
      assert.is_true(box.broken)
      assert.is_false((box:run("return 1", "@mod.lua")))
      assert.has_error(function() box:snapshot() end)
      box:collect()
      box:restore(image)
      assert.equal(image:hash(), box:snapshot():hash())
      assert.same({ true, 1 }, { box:run("return kept", "@mod.lua") })
    end)

    it("goes on when the one that answers its question stops", function()
      local inner = new { instructions = 100000 }
      local image, stops = inner:snapshot(), 0
      local box = new { host = function(_, n)
        local ok = inner:run("return " .. LONG, "@inner.lua")
        if not ok then stops = stops + 1 end
        inner:restore(image)
        return n + 1
      end }
      box:trust("local sandbox = sandbox; sandbox.set_environment { ask = function(n) " ..
        "return sandbox.host('ask', n) end, table = table, coroutine = coroutine }", "=own")
      local source = [[
        local log = { ask(1) }
        table.sort({ 2, 1 }, function(a, b) log[#log + 1] = ask(5) return a < b end)
        log[#log + 1] = coroutine.wrap(function() return ask(8) end)()
        return log[1], log[2], log[#log] ]]
      assert.same({ true, 2, 6, 9 }, { box:run(source, "@mod.lua") })
      assert.is_true(stops >= 3)
      assert.is_true((inner:run("return 1", "@inner.lua")))
    end)

    it("has the least memory that it names", function()
      local least
      for memory = 2 ^ 18, 2 ^ 21, 2 ^ 16 do
        local ok, made = pcall(new, { memory = memory })
        if not ok then
          least = tonumber(made:match("at least (%d+) bytes"))
          assert(least and least > memory, made)
        else
          assert.is_true(least == nil or memory >= least)
          local done, failure = made:run("local t = {} while true do t[#t + 1] = {} end",
            "@mod.lua")
          assert.is_false(done)
          assert.is_true(failure.kind == "memory" or failure.kind == "instructions")
        end
      end
      assert.is_true((new { memory = least or 2 ^ 18 }:run("return 1", "@mod.lua")))
    end)

    it("passes on all that may cross", function()
      local box = new()
      local ok, list = box:run("local t = {} for i = 1, 13000 do t[i] = {} end return t",
        "@mod.lua")
      assert.is_true(ok)
      assert.equal(13000, #list)
    end)

    it("whose bytes are any harms itself alone", function()
      local beside = new()
      assert.is_true(beside:run("kept = 7", "@mod.lua"))
      local hash = beside:snapshot():hash()
      local tally = images.try(new, 1, cases.of(80))
      assert.is_true(tally.refused > 2 and tally.run > 2 and tally.broken > 2)
      assert.equal(hash, beside:snapshot():hash())
      assert.same({ true, 7 }, { beside:run("return kept", "@mod.lua") })
    end)
  end)
end
