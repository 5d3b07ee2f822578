--- The queue's side that is in Lua: callbacks, and coroutines that wait for a ticket.

local queue = {}

local running = coroutine.running

-- The coroutine that runs, or nil in the main one (where LuaJIT gives nil, Lua 5.4 a second true).
local function current()
  local thread, main = running()
  if main then return nil end
  return thread
end

-- A message about an argument, as it would be had the method been in C.
local function blame(message)
  if type(message) ~= "string" then return message end
  return (message:gsub("^bad argument #(%d+) to '.-'", function(number)
    return ("bad argument #%d to 'work'"):format(number - 1)
  end))
end

-- An earlier callback may have closed the map: then asking for the path is an error.
local function tell(done, ticket)
  done(ticket.path, ticket.code, ticket)
end

local function resume(thread)
  if coroutine.status(thread) ~= "suspended" then return true end
  return coroutine.resume(thread)
end

--- ticket:await() -> path | nil, code; yields until the ticket has ended.
function queue.await(ticket)
  while not ticket.done do
    local thread = current() or error("await can only be called in a coroutine", 2)
    ticket:_wait(thread)
    coroutine.yield(ticket)
  end
  return ticket.path, ticket.code
end

--- map:work(nodes [, threads]) -> tickets ended, nodes used. What a callback or a coroutine raises
-- is raised again when all others have had their turn; the first of it, if there is more.
function queue.work(map, nodes, threads)
  local worked, ended, used = pcall(map._work, map, nodes, threads)
  if not worked then error(blame(ended), ended == "not enough memory" and 0 or 2) end
  local failed, message = false
  local function note(ok, ...)
    if not ok and not failed then failed, message = true, (...) end
  end
  for _, ticket in ipairs(ended) do
    local done, waiters = ticket:_take()
    if done then note(pcall(tell, done, ticket)) end
    for _, thread in ipairs(waiters or {}) do note(resume(thread)) end
  end
  if failed then error(message, 0) end
  return #ended, used
end

return queue
