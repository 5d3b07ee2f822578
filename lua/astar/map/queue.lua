--- The queue's side that is in Lua: callbacks, and coroutines that wait for a ticket.

local blame = require "astar.arguments.blame"
local protected = require "astar.protected"

local queue = {}

local running = protected.running

local NO_MEMORY = "not enough memory"

-- The coroutine that runs, or nil in the main one (where LuaJIT gives nil, Lua 5.4 a second true).
local function current()
  local thread, main = running()
  if main then return nil end
  return thread
end

-- An earlier callback may have closed the map: then asking for the path is an error.
local function outcome(ticket)
  return ticket.found or ticket.path, ticket.code
end

local function resume(thread)
  if coroutine.status(thread) ~= "suspended" then return end
  local ok, message = coroutine.resume(thread)
  if not ok then error(message, 0) end
end

-- Hands a ticket's outcome to the next receiver, its callback or a coroutine. False: all have it.
-- If memory runs out before the outcome is handed over, the call can be repeated.
local function hand_over(ticket)
  local waiter = ticket:_waiter()
  local known, path, code
  if waiter then known, path, code = pcall(outcome, ticket) end
  if path == NO_MEMORY then error(path, 0) end
  ticket:_take()
  if type(waiter) == "thread" then resume(waiter)
  elseif known then waiter(path, code, ticket)
  elseif waiter then error(path, 0) end
  return waiter ~= nil
end

-- Tells of all tickets that have ended, and returns how many they were. `note` hears of each error.
-- When memory has run out, the rest are told of in the next call.
local function tell(map, note)
  local count = 0
  local ticket = map:_ended()
  while ticket do
    local ok, more = pcall(hand_over, ticket)
    if not ok then note(more) end
    if more == NO_MEMORY then break end
    if ok and not more then
      ticket = map:_ended()
      count = count + 1
    end
  end
  return count
end

--- ticket:await() -> path | found | nil, code; yields until the ticket has ended.
function queue.await(ticket)
  while not ticket.done do
    local thread = current() or blame.raise("await can only be called in a coroutine")
    ticket:_wait(thread)
    coroutine.yield(ticket)
  end
  return outcome(ticket)
end

--- map:work(nodes [, threads]) -> tickets ended, nodes used. What a callback or a coroutine raises
-- is raised again when all others have had their turn; the first of it, if there is more.
function queue.work(map, nodes, threads)
  local failed, message = false, nil
  local function note(problem)
    if not failed then failed, message = true, problem end
  end
  local worked, used = pcall(map._work, map, nodes, threads)
  if not worked and used ~= NO_MEMORY then error(used, 0) end
  if not worked then note(used) end
  local ended = tell(map, note)
  if failed then error(message, 0) end
  return ended, used
end

return queue
