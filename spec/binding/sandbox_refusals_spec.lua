-- What does not cross into a sandbox or out of it, and code that cannot become the sandbox's own.

local kind = require "support.sandbox_kind"
local sandbox = require "astar.sandbox"
local says = require "support.says"

local function new_box(options)
  options = options or {}
  options.host = options.host or function() end
  return sandbox.new(options)
end

local function run(box, source, ...) return select(2, assert(box:run(source, "@mod.lua", ...))) end

local function failure_of(box, source, ...)
  local ok, failure = box:run(source, "@mod.lua", ...)
  assert.is_false(ok)
  return failure
end

describe("from host to mod #quick", function()
  it("keys that are objects are refused by the name of their type", function()
    local box = new_box()
    says("a table as a key cannot be passed between a mod and its host", box.run, box,
      "return ...", "@mod.lua", { [{}] = 1 })
    says("a function as a key cannot be passed between a mod and its host", box.run, box,
      "return ...", "@mod.lua", { 1, [{}] = 2, a = 3, [print] = 4 })
    assert.equal(7, run(box, "return ...", 7))
  end)

  it("userdata that nothing is known of is refused", function()
    local file = assert(io.tmpfile())
    file:close()
    debug.setmetatable(file, nil)
    local box = new_box()
    says("a userdata cannot be passed between a mod and its host", box.run, box, "return ...",
      "@mod.lua", file)
    assert.equal("nil", run(box, "return type(...)", nil))
  end)

  it("values with metatables are refused unless the host names them", function()
    local box, value = new_box(), setmetatable({}, {})
    says("a table with a metatable cannot be passed", box.run, box, "return ...", "@mod.lua", value)
  end)

  it("objects are nil where the sandbox knows none", function()
    local box = new_box { encode = function() return "thing", 1 end }
    assert.equal("nil 9", run(box, "local a, b = ... return type(a) .. ' ' .. b",
      setmetatable({}, {}), 9))
  end)

  it("tables in tables are taken down to a depth, and circles are refused", function()
    local circle = {}
    circle.again = circle
    local box = new_box()
    says("or in a circle", box.run, box, "return ...", "@mod.lua", circle)
    assert.equal(3, run(box, "return (...)[1][1][1]", { { { 3 } } }))
  end)
end)

describe("a failure #quick", function()
  it("of a number is its text", function()
    assert.equal("5", failure_of(new_box(), "error(5)").message)
    assert.equal("2.5", failure_of(new_box(), "error(2.5)").message)
  end)

  it("of another value says which kind that was", function()
    assert.equal("an error that is no text (table)", failure_of(new_box(), "error({})").message)
  end)

  it("of a text that does not end is one of syntax", function()
    for _, source in ipairs { "return [[ abc", "return [==[ abc ]]", "--[[ abc", "return 'abc",
      "return [=" } do
      assert.equal("syntax", failure_of(new_box(), source).kind, source)
    end
  end)
end)

describe("box:define #quick", function()
  it("wants code, the name of a chunk and one of a module", function()
    local box = new_box()
    says("string expected", box.define, box, print, "=it", "it")
    says("string expected", box.define, box, "return 1", nil, "it")
    says("string expected", box.define, box, "return 1", "=it", nil)
  end)

  it("needs what takes the modules, which runs none of them", function()
    local box = new_box()
    local ok, failure = box:define("return 1", "=it", "it")
    assert.is_false(ok)
    assert.truthy(failure.message:find("nothing called 'define'", 1, true), failure.message)
    assert(box:trust("local known = {} expose('define', function(name, f) known[name] = f end)"
      .. "expose('get', function(name) return known[name](name) end)", "=taker"))
    -- A machine has a Lua of its own, which does not read the code of every other one.
    local code = kind.is_vault and "return ... .. '!'"
      or string.dump(function(name) return name .. "!" end, true)
    assert.is_true(box:define(code, "=it", "it"))
    assert.same({ true, "it!" }, { box:call("get", "it") })
    ok, failure = box:define("return = 1", "=wrong", "wrong")
    assert.is_false(ok)
    assert.truthy(failure.message:find("wrong:1:", 1, true), failure.message)
    ok = box:define("return 1", "=it", "it", "more")
    assert.is_false(ok)
  end)
end)

describe("box:trust #quick", function()
  kind.vault.it("takes text in the vault, and no function", function()
    local box = new_box()
    says("a machine takes the text of trusted code", box.trust, box, function() end, "it")
    assert.is_true(box:trust("return 5", "it"))
  end)

  kind.stock.it("takes no function that needs others, and none of C", function()
    local box, other = new_box(), {}
    says("#1 to 'trust' (the function has an upvalue, 'other', which could not follow it)",
      box.trust, box,
      function() return other end, "it")
    says("string expected", box.trust, box, print, "it")
    assert.is_true(box:trust(function() return 5 end, "it"))
    assert.is_true(box:trust(function() return type(nothing) end, "it"))   -- luacheck: ignore
  end)

  it("takes so many files", function()
    local box = new_box()
    local ok, failure, taken = true, nil, 0
    while ok and taken < 1000 do
      taken = taken + 1
      ok, failure = box:trust("return 1", "file " .. taken)
    end
    assert.is_false(ok)
    assert.truthy(failure.message:find("too many trusted files", 1, true), failure.message)
    assert.is_true(taken > 100)
    assert.is_true((box:trust("return 1", "file 1")))
    assert.equal(8, run(box, "return 8"))
  end)
end)
