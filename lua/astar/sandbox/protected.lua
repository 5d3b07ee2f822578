--- Inside a box: pcall, xpcall and coroutines, made such that none of them can delay the end of a
-- call. When the allowance is spent or memory runs out, an error is raised that must reach the
-- host: each function here that catches it raises it again.

-- luacheck: globals pcall xpcall coroutine sandbox
return function()
  local charge, enter, goes_on, has_ended =
    sandbox.charge, sandbox.enter, sandbox.goes_on, sandbox.has_ended
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
    return ok, ...
  end

  function pcall(...)
    if select("#", ...) == 0 then error("bad argument #1 to 'pcall' (value expected)", 2) end
    return caught(raw_pcall(...))
  end

  function xpcall(f, handler, ...)
    expect(handler, "function", 2, "xpcall")
    return caught(raw_xpcall(f, function(message)
      if has_ended() then return message end
      return handler(message)
    end, ...))
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

  local function back(...)
    enter()
    goes_on(...)
    return ...
  end

  local function resume(co, ...)
    enter(co)
    return back(raw_resume(co, ...))
  end

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

  -- ---- Lua's own functions ---------------------------------------------------------------------

  -- A mistake that Lua's own function notices was made by the mod, which is the caller where `try`
  -- is all that a function returns.
  local function results_of(name, ok, ...)
    if ok then return ... end
    error(gsub((...), "'%?'", "'" .. name .. "'"), 2)
  end

  local function try(name, f, ...) return results_of(name, pcall(f, ...)) end

  coroutine = safe
  sandbox.expect, sandbox.try = expect, try
end
