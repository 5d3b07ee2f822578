-- Calls that run ahead: they come to what they come to when nothing runs ahead.

local cases = require "support.cases"
local core = require "astar.core"
local sandbox = require "astar.sandbox"
local skip = require "support.skip"

local unpack = table.unpack or unpack

-- What runs in the state. `kept` is what one call leaves for the next.
local SOURCE = [[
  local host, expose, kept = sandbox.host, sandbox.expose, 0
  expose("add", function(n) kept = kept + n return kept end)
  expose("ask", function(...)
    local sum = kept
    for i = 1, select("#", ...) do sum = sum + host("value", (select(i, ...))) end
    kept = sum
    return sum
  end)
  expose("order", function(n)
    local seen = host("value", n)
    host("order", seen)
    kept = kept + host("value", n)
    return kept
  end)
  expose("fail", function(n) kept = kept + 1 error("no " .. n, 0) end)
  expose("loop", function() kept = kept + 1 while true do end end)
  expose("fill", function() local s = "x" while true do s = s .. s end end)
  expose("deep", function(n)
    local function nest(i)
      if i == 0 then return 1 end
      return (("x"):gsub("x", function() return tostring(nest(i - 1)) end))
    end
    return pcall(nest, n)
  end)
]]

local kinds = {}
for _, kind in ipairs(core.sandboxes) do
  if kind ~= "stock" then kinds[#kinds + 1] = kind end
end

if not kinds[1] then
  describe("calls ahead", function()
    skip.where "this module was built without the vault" "are tried"
  end)
  return
end

it("a state of the stock sandbox runs nothing ahead", function()
  local crew = core.crew(2)
  local box = core.sandbox { kind = "stock" }
  assert.is_false(crew:expect(box, 1000, "add", 1))
  crew:close()
end)

it("a crew is of 1 to 64 threads", function()
  for _, threads in ipairs { 0, 65, 1.5 } do
    assert.error_matches(function() core.crew(threads) end, "threads")
  end
end)

for _, kind in ipairs(kinds) do
  describe("calls ahead, of the kind " .. kind, function()
    local crew, log, values, guessed

    local function new(name)
      local box
      box = sandbox.new { kind = kind, instructions = 100000, memory = 2 ^ 22,
        host = function(op, n)
          log[#log + 1] = ("%s %s %s"):format(name or "box", op, n)
          box:charge(7)
          if op == "value" then return values[n] or error("no value", 0) end
          values[1] = values[1] + n
        end,
        guess = function(op, n)
          guessed = guessed + 1
          if op ~= "value" then return end
          box:charge(7)
          return values[n] or error("no value", 0)
        end }
      assert(box:trust(SOURCE, "=test"))
      return box
    end

    -- Until so many questions have come.
    local function wait(count)
      local deadline = os.clock() + 20
      while guessed < count and os.clock() < deadline do crew:serve() end
    end

    before_each(function()
      crew, log, values, guessed = core.crew(3), {}, { 10, 20, 30 }, 0
    end)

    after_each(function() crew:close() end)

    -- The same calls, ahead and not: results, what is left, instructions, questions in their order.
    local function expect_same(calls, questions, between)
      local told = {}
      for round = 1, 2 do
        log, values, guessed = {}, { 10, 20, 30 }, 0
        local boxes, list = { new "a", new "b" }, {}
        for _, call in ipairs(round == 2 and calls or {}) do
          assert.is_true(crew:expect(boxes[call[1]], 100000, unpack(call, 2)))
        end
        if round == 2 then wait(questions or 0) end
        if between then between() end
        for _, call in ipairs(calls) do
          local box = boxes[call[1]]
          local ok, result, more = box:call(unpack(call, 2))
          result = type(result) == "table" and result.message .. tostring(result.where) or result
          list[#list + 1] = ("%s %s %s %d"):format(tostring(ok), tostring(result),
            tostring(more), box.used)
        end
        for _, box in ipairs(boxes) do
          list[#list + 1] = box.broken and "broken" or box:snapshot():hash()
        end
        told[round] = table.concat(list, "\n") .. "\n" .. table.concat(log, "\n")
      end
      assert.equal(told[1], told[2])
    end

    it("come to the same, and the host is asked in the order of the calls", function()
      expect_same({ { 1, "ask", 1, 2 }, { 2, "ask", 3 }, { 1, "add", 5 }, { 1, "ask", 2 },
        { 2, "add", 1 } }, 4)
      assert(crew.taken > 0)
    end)

    it("wait with what cannot be guessed until their place has come", function()
      expect_same({ { 1, "order", 1 }, { 2, "order", 1 }, { 1, "order", 2 }, { 2, "order", 1 } }, 4)
    end)

    it("run again where a guess was wrong, and nothing is asked twice", function()
      expect_same({ { 1, "ask", 1, 2 }, { 2, "ask", 1, 3 }, { 1, "ask", 3 } }, 5,
        function() values[2] = 99 end)
      assert.equal(5, #log)
      assert(crew.given_up > 0)
    end)

    it("fail as they would", function()
      for _, name in ipairs { "fail", "loop", "fill" } do
        expect_same({ { 1, "add", 1 }, { 1, name, 4 }, { 2, "ask", 1 }, { 1, "add", 1 } }, 1)
      end
      expect_same({ { 1, "ask", 77 }, { 2, "ask", 1 }, { 1, "ask", 1 } }, 2)
    end)

    it("may be nested as deeply as on the host's thread", function()
      expect_same { { 1, "deep", 150 }, { 2, "deep", 190 }, { 1, "deep", 500 } }
    end)

    it("are forgotten where other calls come", function()
      local box = new()
      crew:expect(box, 100000, "ask", 1)
      crew:expect(box, 100000, "ask", 2)
      wait(2)
      assert.same({ true, 3 }, { box:call("add", 3) })
      assert.same({ true, 23 }, { box:call("ask", 2) })
      assert.same({ true, 33 }, { box:call("ask", 1) })
      assert.same({ "box value 2", "box value 1" }, log)
    end)

    it("are forgotten where they have other instructions", function()
      local box = new()
      crew:expect(box, 99999, "ask", 1)
      wait(1)
      assert.same({ true, 10 }, { box:call("ask", 1) })
      assert.equal(0, crew.taken)
    end)

    it("leave no trace in images, and none when the crew has gone", function()
      local box, other = new(), new()
      local hash = box:snapshot():hash()
      assert.equal(hash, other:snapshot():hash())
      for _ = 1, 3 do crew:expect(box, 100000, "ask", 1) end
      wait(3)
      assert.equal(hash, box:snapshot():hash())
      crew:expect(box, 100000, "loop")
      crew:expect(other, 100000, "order", 1)
      wait(4)
      crew:close()
      assert.equal(hash, box:snapshot():hash())
      assert.equal(hash, other:snapshot():hash())
      assert.same({}, log)
      assert.error_matches(function() crew:expect(box, 1, "add") end, "no calls can run ahead")
    end)

    it("end where their box is closed", function()
      local box = new()
      crew:expect(box, 100000, "ask", 1)
      crew:expect(box, 100000, "order", 1)
      box:close()
      assert.is_false(crew:expect(box, 100000, "add", 1))
    end)

    it("end with a crew that nobody holds any more", function()
      local box = new()
      local hash = box:snapshot():hash()
      for _ = 1, 5 do
        local own = core.crew(2)
        own:expect(box, 100000, "order", 1)
        own = nil -- luacheck: ignore
        collectgarbage()
        collectgarbage()
      end
      assert.equal(hash, box:snapshot():hash())
      assert.same({ true, 20 }, { box:call("ask", 2) })
    end)

    it("come to the same whatever the calls are", function()
      local random = require "support.random"(kind == "vault" and 1 or 2)
      local names = { "add", "ask", "ask", "order", "fail", "add" }
      for _ = 1, cases.of(4) do
        local calls = {}
        for i = 1, 12 do
          calls[i] = { random:int(1, 2), random:pick(names), random:int(1, 3), random:int(1, 3) }
        end
        expect_same(calls)
      end
    end)
  end)
end
