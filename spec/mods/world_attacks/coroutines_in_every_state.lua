-- Coroutines closed, resumed and left in every state, which give way wherever Lua calls.
return { ticks = 3, same = true, code = [[
  local main = coroutine.running()
  local create, resume, wrap, yield = coroutine.create, coroutine.resume, coroutine.wrap,
    coroutine.yield
  local function try(name, ...)
    local r = { pcall(...) }
    for i = 1, #r do r[i] = tostring(r[i]):sub(1, 80) end
    print(name, table.concat(r, " "))
  end
  return function(unit)
    local close = coroutine.close
    if main then
      try("main", coroutine.status, main)
      try("main", close, main)
      try("main", resume, main)
    end
    try("self", close, coroutine.running())
    try("self", resume, coroutine.running())
    local co
    co = create(function()
      try("inside", close, co)
      try("inside", resume, co)
      yield(1)
      error {}
    end)
    for _ = 1, 3 do try("fails", resume, co) end
    for _ = 1, 2 do try("dead", close, co) end
    local outer = create(function()
      local inner = wrap(function() yield(coroutine.running()) error "deep" end)
      yield(inner())
      inner()
    end)
    local _, thread = resume(outer)
    try("inner", resume, thread)
    try("outer", resume, outer)
    local through = create(function(...) return pcall(pcall, pcall, yield, ...) end)
    for i = 1, 3 do try("through", resume, through, i) end
    local handler = wrap(function()
      return xpcall(function() yield(1) error "e" end, function(m) yield(2) return m end)
    end)
    for _ = 1, 3 do try("handler", handler) end
    local meta = {}
    for _, name in ipairs { "index", "add", "lt", "concat", "eq", "len", "newindex", "call" } do
      meta["__" .. name] = function() return yield(name) end
    end
    local o, p = setmetatable({}, meta), setmetatable({}, meta)
    local everywhere = create(function()
      local _ = o.x, o + 1, o < p, o .. "a" .. "b" .. 1, o == p, #o, o()
      o.z = 1
      return "end"
    end)
    for i = 1, 10 do try("everywhere", resume, everywhere, i) end
    for i = 1, 300 do resume(create(function() yield(("a"):rep(i)) end)) end
    unit.data.done = true
  end]], broken = function(ctx)
  if not ctx.unit.data.done then return "it was not done" end
end }
