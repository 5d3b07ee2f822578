--- pcall and xpcall within which a coroutine can give way, whichever Lua this is.
--
-- Stock Lua 5.1 cannot yield across its own pcall. There a protected call runs in a coroutine of
-- its own, which hands on what is yielded, and `running` tells of the coroutine around it.
-- Elsewhere all of this is Lua's own. In a mod's state pcall can be yielded across already: see
-- sandbox/protected.lua.

local create, resume, status = coroutine.create, coroutine.resume, coroutine.status
local running, yield = coroutine.running, coroutine.yield
local raw_pcall, raw_xpcall = pcall, xpcall
local unpack = table.unpack or unpack

local protected = { pcall = pcall, xpcall = xpcall, running = running }

--- The coroutine of a protected call that is under way in a coroutine, or nil.
function protected.within() return nil end

local function is_crossed()
  local thread = create(function() raw_pcall(yield) end)
  resume(thread)
  return status(thread) == "suspended"
end

if is_crossed() then return protected end

-- ---- Lua 5.1 ------------------------------------------------------------------------------------

-- Of a coroutine that a protected call runs in, the one around it; and the reverse.
local around = setmetatable({}, { __mode = "kv" })
local within = setmetatable({}, { __mode = "kv" })

function protected.within(thread) return within[thread] end

--- The coroutine that runs, as the script knows it; nil: the main one.
function protected.running()
  local thread = running()
  while around[thread or false] do thread = around[thread] end
  return thread
end

local function outcome(thread, mine, ok, ...)
  if status(thread) == "suspended" then
    return outcome(thread, mine, resume(thread, yield(...)))
  end
  within[mine] = nil
  return ok, ...
end

local function begin(f, mine)
  local thread = create(function(...) return f(...) end)   -- f may be a function in C
  around[thread], within[mine] = mine, thread
  return thread
end

function protected.pcall(f, ...)
  local mine = running()
  if not mine then return raw_pcall(f, ...) end
  local thread = begin(f, mine)
  return outcome(thread, mine, resume(thread, ...))
end

local function handled(handler, thread, ok, ...)
  if ok then return ok, ... end
  local _, message = raw_pcall(handler, (...), thread)
  return false, message
end

--- xpcall that passes arguments on. A handler is called with the error and, where that is no longer
-- on the stack of the caller, the coroutine in which it happened.
function protected.xpcall(f, handler, ...)
  local mine, n, given = running(), select("#", ...), { ... }
  if not mine then
    return raw_xpcall(function() return f(unpack(given, 1, n)) end, handler)
  end
  local thread = begin(f, mine)
  return handled(handler, thread, outcome(thread, mine, resume(thread, ...)))
end

return protected
