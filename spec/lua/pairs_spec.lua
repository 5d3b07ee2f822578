local safe = require "astar.pairs"

describe("astar.pairs #quick #pairs", function()
  it("goes through all keys of a table, and ends", function()
    local sum, count = 0, 0
    for key, value in safe.pairs { 4, 5, x = 6, [2.5] = 7 } do
      sum, count = sum + value, count + (key and 1 or 0)
    end
    assert.same({ 22, 4 }, { sum, count })
    assert.is_nil(safe.next {})
    assert.same({ 1, 9 }, { safe.next { 9 } })
  end)

  local is_affected = type(jit) == "table" and jit.version == "LuaJIT 2.1.0-beta3" and
                      jit.arch == "x64"

  if not is_affected then
    it("is Lua's own", function()
      assert.same({ pairs, next }, { safe.pairs, safe.next })
    end)
    return
  end

  -- A chunk each, so that nothing knows of the loops before.
  local function is_compiled(pairs)
    local loop = assert(load [[
      local pairs, t = ...
      local sum = 0
      for _, value in pairs(t) do sum = sum + value end
      return sum
    ]])
    local t = {}
    for i = 1, 999 do t["key " .. i] = 1 end
    local traceinfo = require "jit.util".traceinfo
    jit.flush()
    local sum = loop(pairs, t)
    -- Asked at once: what the assertion calls can become hot too, and be compiled.
    local is_traced = traceinfo(1) ~= nil
    assert.equal(999, sum)
    return is_traced
  end

  it("is left to the interpreter, which does not lose halves of pointers", function()
    local status = { jit.status() }
    jit.on()
    local _, luas = debug.getupvalue(safe.next, 1)
    local builtin = is_compiled(function(t) return luas, t end)
    local ours = is_compiled(safe.pairs)
    if not status[1] then jit.off() end
    assert.same({ true, false }, { builtin, ours })
  end)
end)
