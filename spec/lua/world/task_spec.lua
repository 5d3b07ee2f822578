local random = require "astar.world.random"
local task = require "astar.world.task"

local unpack = table.unpack or unpack

describe("a task #quick", function()
  it("runs until it gives way, and says when it wants to go on", function()
    local seen = {}
    local one = task.new(function(a, b)
      seen[#seen + 1] = a + b
      coroutine.yield(7)
      coroutine.yield()
      return "done", nil
    end, 1, 2)
    assert.is_false(one:_step(3))
    assert.same({ 3 }, seen)
    assert.equal(7, one.wake)
    one:_step(7)
    assert.equal(8, one.wake)
    assert.is_true(one:_step(8))
    assert.equal(2, select("#", one:values()))
    assert.is_true(one:_step(9))
  end)

  local function with_cleanups(log, body)
    return task.new(function()
      local own = log.task
      own:defer(function() log[#log + 1] = "first" end)
      local take_back = own:defer(function() log[#log + 1] = "taken back" end)
      own:defer(function() log[#log + 1] = "last" end)
      take_back()
      take_back()
      return body()
    end)
  end

  it("gives back what it holds, the last first, however it ends", function()
    local endings = {
      returned = function(log) log.task:_step(1) end,
      failed = function(log) log.task:_step(1) end,
      dropped = function(log)
        log.task:_step(1)
        assert.same({ task = log.task }, log)
        log.task:drop()
        log.task:drop()
      end,
    }
    local bodies = {
      returned = function() return 1 end, failed = function() error("oh", 0) end,
      dropped = coroutine.yield,
    }
    for name, finish in pairs(endings) do
      local log = {}
      log.task = with_cleanups(log, bodies[name])
      finish(log)
      assert.same({ "last", "first", task = log.task }, log)
      assert.equal(name == "failed", log.task.failed or false)
    end
  end)

  -- The order of a list that grows at its end, out of which each can be taken, once.
  it("gives back what was not taken back, in any order, also twice", function()
    local rng = random.new(3)
    for _ = 1, 200 do
      local one, log, expected, list, undo = task.new(coroutine.yield), {}, {}, {}, {}
      for i = 1, rng(12) do
        undo[#undo + 1] = one:defer(function() log[#log + 1] = i end)
        list[i] = true
        while rng(2) == 1 do
          local other = rng(#undo)
          undo[other]()
          list[other] = false
        end
      end
      for i = #list, 1, -1 do
        if list[i] then expected[#expected + 1] = i end
      end
      one:_step(1)
      one:drop()
      for _, f in ipairs(undo) do f() end
      assert.same(expected, log)
    end
  end)

  it("keeps the error, and where it came from", function()
    local one = task.new(function() error({ code = 5 }) end)
    assert.is_true(one:_step(1))
    assert.is_true(one.ended)
    assert.is_true(one.failed)
    assert.same({ code = 5 }, one.message)
    assert.matches("task_spec", one.traceback)
  end)

  it("reports the first error in its cleanups, whatever it is", function()
    for name, value in pairs { text = "in a cleanup", table = { code = 5 }, no = false } do
      local one
      one = task.new(function()
        one:defer(function() error("later", 0) end)
        one:defer(function() error(value, 0) end)
      end)
      assert.is_true(one:_step(1))
      assert.is_true(one.failed)
      assert.equal(value or "false", one.message, name)
    end
  end)

  it("calls every cleanup, and reports the first error in them", function()
    local called = false
    local one
    one = task.new(function()
      one:defer(function() called = true end)
      one:defer(function() error("in a cleanup", 0) end)
    end)
    one:_step(1)
    assert.is_true(called)
    assert.is_true(one.failed)
    assert.equal("in a cleanup", one.message)
  end)

  it("is not resumed again when it was dropped while it ran", function()
    local log, one = {}, nil
    one = task.new(function()
      one:defer(function() log[#log + 1] = "given back" end)
      one:drop()
      log[#log + 1] = "goes on"
      coroutine.yield()
      log[#log + 1] = "never"
    end)
    assert.is_true(one:_step(1))
    assert.is_true(one:_step(2))
    assert.same({ "given back", "goes on" }, log)
    assert.is_false(one.failed)
    assert.equal(0, select("#", one:values()))
  end)

  it("keeps an error that is raised after it was dropped", function()
    local one
    one = task.new(function()
      one:drop()
      error("too late", 0)
    end)
    assert.is_true(one:_step(1))
    assert.is_true(one.failed)
    assert.equal("too late", one.message)
  end)

  it("fails when it yields what is no tick", function()
    for _, what in ipairs { "soon", 0 / 0, {} } do
      local one = task.new(function() coroutine.yield(what) end)
      assert.is_true(one:_step(1))
      assert.is_true(one.failed)
      assert.matches("a behaviour has yielded %l+, and not the tick", one.message)
      assert.matches("task_spec", one.traceback)
    end
  end)

  it("drops those within it first, and forgets those that have ended", function()
    local log = {}
    local function body(name)
      return function()
        log[name]:defer(function() log[#log + 1] = name end)
        coroutine.yield()
      end
    end
    log.outer = task.new(body "outer")
    log.outer:_step(1)
    log.ends, log.inner = log.outer:start(body "ends"), log.outer:start(body "inner")
    for _, name in ipairs { "ends", "inner", "ends" } do log[name]:_step(1) end
    assert.equal(log.outer.last.above.above, false)  -- that of inner, and outer's own
    log.outer:drop()
    assert.same({ "ends", "inner", "outer" }, { unpack(log) })
    assert.is_true(log.inner.ended)
  end)

  if coroutine.close then
    it("closes what is to be closed when it is dropped", function()
      local closed = 0
      local held = setmetatable({}, { __close = function() closed = closed + 1 end })
      local one = task.new(load "local held = ...; local own <close> = held; coroutine.yield()",
        held)
      one:_step(1)
      one:drop()
      assert.equal(1, closed)
    end)
  end
end)
