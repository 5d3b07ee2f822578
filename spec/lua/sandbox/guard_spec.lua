local new_box = require "support.box"

describe("in a sandbox #quick", function()
  it("pcall and xpcall do what they do in Lua", function()
    local run = new_box().run
    assert.same({ true, 1, nil, 3 },
      { run "return pcall(function(...) return ... end, 1, nil, 3)" })
    assert.same({ false, "x" }, { run "return pcall(error, 'x', 0)" })
    assert.same({ false, "handled x" },
      { run "return xpcall(error, function(m) return 'handled ' .. m end, 'x', 0)" })
    assert.same({ true, 5 }, { run "return xpcall(function(a) return a end, print, 5)" })
  end)

  it("what is yielded passes through pcall", function()
    local run = new_box().run
    assert.same({ true, 1, true, 2 }, { run [[
      local co = coroutine.create(function()
        return select(2, pcall(function() return coroutine.yield(1) end))
      end)
      local a, b = coroutine.resume(co)
      return a, b, coroutine.resume(co, 2)
    ]] })
  end)

  it("coroutines do what they do in Lua", function()
    local run = new_box().run
    assert.same({ 1, 2, "dead" }, { run [[
      local co = coroutine.create(function() coroutine.yield(1) return 2 end)
      local _, a = coroutine.resume(co)
      local _, b = coroutine.resume(co)
      return a, b, coroutine.status(co)
    ]] })
    assert.same({ false, "oh" }, { run [[
      return pcall(coroutine.wrap(function() error("oh", 0) end))
    ]] })
    assert.equal(6, (run [[
      local sum = 0
      for i in coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) do
        sum = sum + i
      end
      return sum
    ]]))
  end)

  it("complaints name the function and the mod's line", function()
    local box = new_box()
    box.fails("mod.lua:2: bad argument #1 to 'create' (function expected, got nil)",
      "\ncoroutine.create()")
    box.fails("mod.lua:1: bad argument #1 to 'pcall'", "pcall()")
    box.fails("mod.lua:1: bad argument #2 to 'xpcall'", "xpcall(print)")
  end)

  it("complaints about arguments, whatever the function, name the mod's line", function()
    local box = new_box()
    local names = box.run [[
      local names = {}
      for library, functions in pairs(_G) do
        if type(functions) == "function" then names[#names + 1] = library end
        for name, f in pairs(type(functions) == "table" and library ~= "_G" and functions or {}) do
          if type(f) == "function" then names[#names + 1] = library .. "." .. name end
        end
      end
      return names
    ]]
    local failed = 0
    for _, name in ipairs(names) do
      for _, arguments in ipairs { "", "true", "{}", "{}, {}", "'a', {}", "{}, 1, {}", "'a', 1.5",
        "'a', 'a', {}", "1, 'a', {}", "{}, 1, 2, {}", "'%y', 1", "-1, -1", "'a', 9, 9" } do
        local call = ("\nlocal x, y = %s(%s)"):format(name, arguments)
        local ok, failure = box.inside:run(call, "@mod.lua")
        if not ok and failure.message:find("bad argument", 1, true) then
          failed = failed + 1
          assert.equal("mod.lua:2: ", failure.message:match("^mod.lua:2: "), call .. "\n" ..
            failure.message)
        end
      end
    end
    assert.is_true(#names > 50 and failed > 150, ("%d functions, %d failed"):format(#names, failed))
  end)

  it("the end of a call cannot be caught", function()
    local box = new_box{ instructions = 20000 }
    assert.equal("instructions", box.fails("too many instructions", [[
      pcall(function() while true do end end)
      print "caught"
    ]]).kind)
    assert.equal("instructions", box.fails("too many instructions", [[
      coroutine.resume(coroutine.create(function() while true do end end))
      print "caught"
    ]]).kind)
    assert.same({}, box.printed)
  end)
end)
