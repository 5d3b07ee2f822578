-- Lua's stack and that of C end while an error is handled, a key is looked up, a list is sorted.
return { ticks = 3, units = 14, limits = { instructions = 1000000, memory = 2 ^ 23 }, code = [[
  local wrap, create = coroutine.wrap, coroutine.create
  local function with(name, f)
    local t = setmetatable({}, {})
    getmetatable(t)[name] = f
    return t
  end
  local tests = {
    function()
      local function loop() assert(pcall(loop)) end
      return xpcall(loop, loop)
    end,
    function()
      local function loop(x, y, z) return 1 + loop(x, y, z) end
      return xpcall(loop, loop)
    end,
    function()
      local function f() return xpcall(f, f) end
      return f()
    end,
    function()
      local t = with("__index", function(t, key) return t[key .. "x"] end)
      return pcall(function() return t.a end)
    end,
    function()
      local t = with("__index", function(t, key) return t[key] end)
      return xpcall(function() return t.a end, function() return t.b end)
    end,
    function()
      local t = with("__add", function(a, b) return a + b end)
      return xpcall(function() return t + 1 end, function(message) return t + message end)
    end,
    function()
      local t = with("__concat", function(a, b) return a .. b end)
      return pcall(function() return t .. t end)
    end,
    function()
      local t = with("__tostring", function(x) return tostring(x) end)
      return pcall(tostring, t), pcall(string.format, "%s", t)
    end,
    function()
      local t = with("__unm", function(x) return -x end)
      return pcall(function() return -t end)
    end,
    function()
      local function f() return f() + 1 end
      return pcall(wrap(f))
    end,
    function()
      local function deep(n)
        if n == 0 then error(("x"):rep(16000)) end
        return (pcall(deep, n - 1))
      end
      return pcall(deep, 180)
    end,
    function()
      local function deep(n) return wrap(deep)(n + 1) end
      return pcall(deep, 1)
    end,
    function()
      local function deep(n) return select(2, coroutine.resume(create(deep), n + 1)) end
      return pcall(deep, 1)
    end,
    function()
      local function f() return f() + 1 end
      return pcall(table.sort, { 3, 2, 1, 4, 5 }, f)
    end,
  }
  return function(unit)
    local test = tests[unit.data.number]
    pcall(test)
    unit:wait(1)
    xpcall(test, test)
  end]] }
