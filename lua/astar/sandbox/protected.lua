--- Inside a box: pcall, xpcall and coroutines, made such that none of them can delay the end of a
-- call. When the allowance is spent or memory runs out, an error is raised that must reach the
-- host: each function here that catches it raises it again.

-- luacheck: globals pcall xpcall coroutine sandbox
return function()
  -- In Lua 5.1 a call in tail position counts as a level of `error`. Here it does not.
  local is_51 = sandbox.lua == "Lua 5.1"
  if is_51 then error = sandbox.raise end        -- luacheck: ignore 121

  local charge, enter, goes_on, has_ended, without_place =
    sandbox.charge, sandbox.enter, sandbox.goes_on, sandbox.has_ended, sandbox.without_place
  local raw_pcall, raw_xpcall, error, type, select = pcall, xpcall, error, type, select
  local raw = coroutine
  local create, status, running, yield = raw.create, raw.status, raw.running, raw.yield
  local raw_resume, raw_close, gsub = raw.resume, raw.close, string.gsub
  local COROUTINE = 50                           -- instructions that a new one is worth

  -- Complains about an argument of the caller; or with `level` 4 of the caller's caller.
  local function expect(value, wanted, number, name, level)
    if type(value) == wanted then return end
    error(("bad argument #%d to '%s' (%s expected, got %s)"):format(number, name,
      wanted == "thread" and "coroutine" or wanted, type(value)), level or 3)
  end

  local function caught(ok, ...)
    goes_on(ok, ...)
    if ok then return ok, ... end
    return ok, without_place((...))
  end

  function pcall(...)
    if select("#", ...) == 0 then error("bad argument #1 to 'pcall' (value expected)", 2) end
    return caught(raw_pcall(...))
  end

  local function guarded(handler)
    return function(message)
      if has_ended() then return message end
      return handler(without_place(message))
    end
  end

  function xpcall(f, handler, ...)
    expect(handler, "function", 2, "xpcall")
    return caught(raw_xpcall(f, guarded(handler), ...))
  end

  -- ---- coroutines -------------------------------------------------------------------------------

  local safe = { running = running, status = status, yield = yield, isyieldable = raw.isyieldable }

  local function new(f, name)
    expect(f, "function", 1, name, 4)
    charge(COROUTINE)
    return create(f)
  end

  function safe.create(f)
    local co = new(f, "create")
    return co
  end

  local function back(ok, ...)
    enter()
    return caught(ok, ...)
  end

  local function resume(co, ...)
    enter(co)
    return back(raw_resume(co, ...))
  end

  -- Each Lua but LuaJIT refuses to nest more, since each takes some of the stack of C.
  local DEEPEST = 190

  local function bound_nesting()
    local nested, further = sandbox.weak "k", resume
    function resume(co, ...)
      local depth = (nested[running()] or 0) + 1
      if depth > DEEPEST then return false, "C stack overflow" end
      nested[co] = depth
      return further(co, ...)
    end
  end

  if sandbox.lua == "LuaJIT 2.1" then bound_nesting() end

  function safe.resume(co, ...)
    expect(co, "thread", 1, "resume")
    return resume(co, ...)
  end

  local function unwrap(ok, ...)
    if ok then return ... end
    error((...), 0)
  end

  function safe.wrap(f)
    local co = new(f, "wrap")
    return function(...) return unwrap(resume(co, ...)) end
  end

  function safe.close(co)
    expect(co, "thread", 1, "close")
    local state = status(co)
    if state == "running" or state == "normal" then
      error("cannot close a " .. state .. " coroutine", 2)
    end
    enter(co)
    return back(raw_close(co))
  end
  if not raw_close then safe.close = nil end

  -- ---- pcall in Lua 5.1 -------------------------------------------------------------------------

  -- There no coroutine can give way within pcall, so that runs what it calls in a coroutine of its
  -- own, which hands on what is yielded. The mod sees the coroutine around it.

  local function cross_protected_calls()
    local around, within = sandbox.weak "kv", sandbox.weak "kv"
    local explain, function_of, variable = sandbox.explain, sandbox.running, sandbox.variable
    local plain_pcall, unpack = pcall, unpack

    local function current()
      local co = running()
      while co and around[co] do co = around[co] end
      return co
    end
    safe.running = current

    function safe.status(co)
      expect(co, "thread", 1, "status")
      return co == current() and "running" or status(co)
    end

    local function outcome(co, mine, ok, ...)
      if status(co) == "suspended" then return outcome(co, mine, resume(co, yield(...))) end
      within[mine] = nil
      return ok, ...
    end

    local function run(mine, f, ...)
      local co = new(function(...) return f(...) end, "pcall")
      around[co], within[mine] = mine, co
      return co, outcome(co, mine, resume(co, ...))
    end

    local function without_coroutine(_, ...) return ... end

    function pcall(...)
      local mine = running()
      if select("#", ...) == 0 then error("bad argument #1 to 'pcall' (value expected)", 2) end
      if not mine then return plain_pcall(...) end
      return without_coroutine(run(mine, ...))
    end

    local function handled(handler, co, ok, ...)
      if ok then return ok, ... end
      local _, message = caught(raw_pcall(handler, (...), co))
      return false, message
    end

    function xpcall(f, handler, ...)
      expect(handler, "function", 2, "xpcall")
      local mine, n, given = running(), select("#", ...), { ... }
      if mine then return handled(handler, run(mine, f, ...)) end
      return caught(raw_xpcall(function() return f(unpack(given, 1, n)) end, guarded(handler)))
    end

    -- What the host wants to know of a coroutine stands on the stacks of those within as well.
    local function innermost(co)
      while within[co] do co = within[co] end
      return co
    end

    local function first_explained(co)
      local file, line, trace = explain(co)
      if file or not around[co] then return file, line, trace end
      return first_explained(around[co])
    end

    function sandbox.explain(co) return first_explained(innermost(co)) end

    -- The coroutine that has such a level, and which of its own levels that is.
    -- In the one that runs there is a function of this file, of which the caller knows nothing.
    local function level_in(co, level)
      co = innermost(co)
      local outer, depth, own = around[co], 0, co == running() and 1 or 0
      while outer do
        while function_of(co, depth) do depth = depth + 1 end
        if level + own < depth - own then break end
        co, level, depth, own = outer, level - depth + 2 * own, 0, 0
        outer = around[co]
      end
      return co, level + own
    end

    function sandbox.running(co, level) return function_of(level_in(co, level)) end

    function sandbox.variable(co, level, index)
      co, level = level_in(co, level)
      return variable(co, level, index)
    end
  end

  local try_pcall = pcall                        -- for what never gives way
  if is_51 then cross_protected_calls() end

  -- ---- Lua's own functions ---------------------------------------------------------------------

  -- A mistake that Lua's own function notices was made by the mod, which is the caller where `try`
  -- is all that a function returns.
  local function results_of(name, ok, ...)
    if ok then return ... end
    error(gsub((...), "'%?'", "'" .. name .. "'"), 2)
  end

  local function try(name, f, ...) return results_of(name, try_pcall(f, ...)) end

  coroutine = safe
  sandbox.expect, sandbox.try = expect, try
end
