local core = require "astar.core"
local sandbox = require "astar.sandbox"
local says = require "support.says"

local printed

local function host(op, ...)
  if op == "print" then
    printed[#printed + 1] = (...)
  elseif op == "echo" then
    return ...
  elseif op == "fail" then
    error("no such luck", 0)
  elseif op == "raise" then
    error({})
  end
end

local function new_box(options)
  options = options or {}
  options.host = options.host or host
  return sandbox.new(options)
end

local function failure_of(box, source, ...)
  local ok, failure = box:run(source, "@mod.lua", ...)
  assert.is_false(ok)
  return failure
end

-- The results without the true before them.
local function run(box, source, ...)
  local results = { box:run(source, "@mod.lua", ...) }
  assert.is_true(results[1], type(results[2]) == "table" and results[2].message)
  return (table.unpack or unpack)(results, 2, 9)
end

before_each(function() printed = {} end)

describe("box:run #quick", function()
  it("passes arguments and results", function()
    local box = new_box()
    assert.same({ 1, "b", nil, true }, { run(box, "local a, b, c, d = ... return a, b, c, d", 1,
      "b", nil, true) })
    assert.same({ { 1, 2, { x = "y", [true] = 2.5 } } }, { run(box, "return ...",
      { 1, 2, { x = "y", [true] = 2.5 } }) })
  end)

  it("says what does not compile, and where", function()
    local failure = failure_of(new_box(), "x = 1\ny = = 2")
    assert.equal("syntax", failure.kind)
    assert.equal("mod.lua:2", failure.where)
    says("unexpected symbol", function() error(failure.message) end)
  end)

  it("says what was raised, and where", function()
    local failure = failure_of(new_box(), "local function f() error 'oh' end\nf()")
    assert.equal("error", failure.kind)
    assert.equal("mod.lua:1: oh", failure.message)
    assert.equal("mod.lua:1", failure.where)
    assert.truthy(failure.traceback:find("mod.lua:2", 1, true))
  end)

  it("lists the functions that were running, and none that are not the mod's", function()
    local failure = failure_of(new_box(), ([[
      local function inner() error "oh" end
      local function outer() inner() return 1 end
      table.sort({ 1, 2 }, function() return outer() == 1 end)
      return 1]]):gsub("\n +", "\n"))
    assert.equal("stack traceback:\n\t" .. table.concat({ "mod.lua:1: in 'inner'",
      "mod.lua:2: in 'outer'", "mod.lua:3: in the function of line 3",
      "mod.lua:3: in the file itself" }, "\n\t"), failure.traceback)
  end)

  it("lists the 24 innermost of them", function()
    local function levels(depth)
      local failure = failure_of(new_box(), ([[
        local function f(n) if n == 0 then error "oh" end f(n - 1) return 1 end
        f(%d)]]):format(depth - 2))
      local head, list = failure.traceback:match "^(.-:)(\n.*)$"
      assert.equal("stack traceback:", head)
      return select(2, list:gsub("\n\tmod.lua", "")), list:sub(-5)
    end
    assert.same({ 2, "tself" }, { levels(2) })
    assert.same({ 24, "tself" }, { levels(24) })
    assert.same({ 24, "\n\t..." }, { levels(25) })
    assert.same({ 24, "\n\t..." }, { levels(90) })
  end)

  it("refuses bytecode", function()
    local failure = failure_of(new_box(), string.dump(function() end))
    assert.equal("syntax", failure.kind)
  end)
end)

describe("the host's function #quick", function()
  it("gets and gives values", function()
    local box = new_box()
    assert.is_true(box:trust("expose('ask', function(...) return host('echo', ...) end)", "=t"))
    assert.same({ true, 1, { 2 }, "c" }, { box:call("ask", 1, { 2 }, "c") })
  end)

  it("may return nothing", function()
    local box = new_box()
    box:trust("expose('ask', function(...) return select('#', host('nothing', ...)) end)", "=t")
    assert.same({ true, 0 }, { box:call("ask", 1, "b", {}) })
  end)

  it("raises text in the mod", function()
    local box = new_box()
    box:trust("expose('ask', function(op) return pcall(host, op) end)", "=t")
    assert.same({ true, false, "no such luck" }, { box:call("ask", "fail") })
    assert.same({ true, false, "the host failed" }, { box:call("ask", "raise") })
  end)

  it("cannot call the box", function()
    local box, message
    box = new_box{ host = function()
      message = select(2, pcall(box.run, box, "", "@mod.lua"))
      return select(2, pcall(box.close, box))
    end }
    run(box, "print 'x'")
    assert.truthy(message:find("the sandbox is in a call", 1, true))
    assert.is_false(box.closed)
  end)
end)

describe("accounts #quick", function()
  it("end a call that takes too many instructions", function()
    local box = new_box{ instructions = 20000 }
    local failure = failure_of(box, "while true do pcall(error, 'x') end")
    assert.equal("instructions", failure.kind)
    assert.equal("mod.lua:1", failure.where)
    assert.equal(3, run(box, "return 1 + 2"))
  end)

  it("let a call go on that has room again after its garbage is gone, however often", function()
    local box = new_box{ memory = 2 ^ 19, instructions = 1e8 }
    box:collect "stop"
    assert.is_true(box:run([[
      for i = 1, 2000 do kept = ("x"):rep(5000) .. i % 10 end]], "@mod.lua"))
  end)

  it("end a call that takes too much memory", function()
    local box = new_box{ memory = 2 ^ 20 }
    local failure = failure_of(box, "local t = {} while true do pcall(function() t[#t + 1] = " ..
      "('x'):rep(1000) .. #t end) end")
    assert.equal("memory", failure.kind)
    assert.is_true(box.bytes <= 2 ^ 20)
    assert.equal(3, run(box, "return 1 + 2"))
  end)

  it("have the compiler's work paid for", function()
    local box = new_box{ instructions = 20000 }
    assert.equal("instructions", failure_of(box, ("--" .. ("x"):rep(2 ^ 17 - 2))).kind)
    assert.equal(3, run(box, "return 1 + 2"))
  end)
end)

describe("what only changes a box #quick", function()
  it("gives the box, and nothing else", function()
    local box = new_box{}
    for _, change in ipairs { { "charge", 1 }, { "allow", 1000 },
      { "_weigh", true }, { "collect" }, { "collect", "step" } } do
      local name = table.remove(change, 1)
      local list = { box[name](box, (table.unpack or unpack)(change)) }
      assert.equal(1, #list, name)
      assert.is_true(rawequal(box, list[1]), name)
    end
  end)
end)

describe("core.sandbox #quick", function()
  it("checks its options", function()
    assert.has_error(function() core.sandbox() end)
    assert.has_error(function() core.sandbox{ memory = 1 } end)
    assert.has_error(function() core.sandbox{ host = 1 } end)
  end)
end)
