local new_box = require "support.box"
local kind = require "support.sandbox_kind"

describe("in a sandbox #quick", function()
  it("pairs goes through keys in order", function()
    local box = new_box()
    box.run [[
      local t = { 30, 10, 20, b = 1, a = 2, [true] = 3, [false] = 4, [2.5] = 5, [-1] = 6 }
      t["10"] = 7
      local keys = {}
      for key, value in pairs(t) do keys[#keys + 1] = tostring(key) end
      print(table.concat(keys, " "))
    ]]
    assert.same({ "-1 1 2 2.5 3 10 a b false true" }, box.printed)
  end)

  it("pairs may be used to empty a table", function()
    local run = new_box().run
    assert.equal(0, (run [[
      local t, n = { 1, 2, 3, x = 1 }, 0
      for key in pairs(t) do t[key] = nil end
      for key in pairs(t) do n = n + 1 end
      return n
    ]]))
    assert.equal(1, (run [[
      local t, n = { 1, 2, 3, x = 1 }, 0
      for key in pairs(t) do
        t[2], t[3], t.x = nil, nil, nil
        n = n + 1
      end
      return n
    ]]))
  end)

  it("next gives the next key in order", function()
    local run = new_box().run
    assert.same({ 1, 7, "a", 8 }, { run [[
      local t = { b = 9, a = 8, 7 }
      local first, value = next(t)
      return first, value, next(t, first)
    ]] })
    assert.is_nil((run "return next {}"))
    new_box().fails("there is no such key", "next({}, 1)")
  end)

  it("objects as keys come last, by kind and id", function()
    local box = new_box()
    box.inside:trust([[
      local metatable = sandbox.seal {}
      local function new(kind, id)
        return setmetatable({ kind = kind, id = id }, metatable)
      end
      sandbox.objects(function(o) return rawget(o, "kind"), rawget(o, "id") end, new)
      sandbox.environment.new = new
    ]], "=api")
    assert.equal("x7,9,3,", (box.run [[
      local names = ""
      local t = { [new("b", 3)] = "3", x = "x", [new("a", 9)] = "9", [new("a", 7)] = "7" }
      for _, name in pairs(t) do names = names .. name .. (name == "x" and "" or ",") end
      return names
    ]]))
    box.fails("has no place in an order", "for _ in pairs { [print] = 1 } do end")
  end)

  it("tostring gives no addresses", function()
    local run = new_box().run
    assert.same({ "table", "function", "coroutine", "nil", "true", "x", "nan" }, { run [[
      return tostring {}, tostring(print), tostring(coroutine.create(print)), tostring(nil),
        tostring(true), tostring "x", tostring(0 / 0)
    ]] })
    assert.equal("it", (run [[
      return tostring(setmetatable({}, { __tostring = function() return "it" end }))
    ]]))
    new_box().fails("'__tostring' must return a string",
      "tostring(setmetatable({}, { __tostring = function() end }))")
  end)

  kind.stock.it("metatables have no __gc, __close, __mode", function()
    local box = new_box()
    for _, name in ipairs{ "__gc", "__close", "__mode" } do
      box.fails("a mod has no " .. name, ("setmetatable({}, { %s = 'k' })"):format(name))
    end
  end)

  it("metatables may be protected", function()
    local box = new_box()
    box.fails("cannot change a protected metatable", "setmetatable(string, {})")
    assert.same({ 5, false }, { box.run [[
      local t = setmetatable({}, { __index = { x = 5 }, __metatable = false })
      return t.x, getmetatable(t)
    ]] })
  end)

  it("objects of the host's can be neither looked into nor changed", function()
    local box = new_box()
    box.inside:trust([[
      sandbox.environment.thing = setmetatable({ secret = 1 }, sandbox.seal { __index = { x = 2 } })
    ]], "=api")
    assert.equal(2, (box.run "return thing.x"))
    assert.equal(false, (box.run "return getmetatable(thing)"))
    box.fails("no keys to look through", "pairs(thing)")
    box.fails("no keys to look through", "next(thing)")
    box.fails("no keys to look through", "rawget(thing, 'secret')")
    box.fails("cannot be changed", "rawset(thing, 'secret', 2)")
    box.fails("protected metatable", "setmetatable(thing, {})")
  end)

  -- In the vault table.insert does what an assignment does: the object's own __newindex answers.
  kind.stock.it("objects of the host's are not inserted into", function()
    local box = new_box()
    box.inside:trust("sandbox.environment.thing = setmetatable({}, sandbox.seal {})", "=api")
    box.fails("cannot be changed", "table.insert(thing, 2)")
  end)

  it("numbers are read from text, raw access is raw", function()
    local run = new_box().run
    assert.same({ 12, 255, nil }, { run "return tonumber '12', tonumber('ff', 16), tonumber 'x'" })
    assert.same({ nil, 2, 3 }, { run [[
      local t = setmetatable({ 1, 2 }, { __index = function() return 9 end })
      rawset(t, 3, 3)
      return rawget(t, "x"), rawget(t, 2), rawlen(t)
    ]] })
  end)
end)
