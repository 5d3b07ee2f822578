-- Runs one operation of operations.lua with memory that ends at its first allocation, then at its
-- second, and so on until it succeeds. Called by sweep.c with the operation's number; returns
-- true, false, or nil where there is no such operation.
--
-- Each failure must be Lua's "not enough memory" and leave the map as it was; the same operation
-- on the same objects must then do what it does undisturbed. Memory ends for good, or for one
-- allocation only: then Lua tries again after a collection, but the core does not.
--
-- An operation that succeeds although an allocation of the core failed has swallowed the failure.
-- Those that may are in operations.forgiven, with the number of places where they do, and why.

local limited = limited   -- luacheck: ignore
local operations = require "memory.operations"

local operation = operations.list[...]
if not operation then return nil end

local MOST = 20000

-- Memory ends for good at one allocation of so many; for one only it ends at each of them.
local STEP_FOR_GOOD = 7

local function state_of(world)
  return world.map and world.map:hash() or ""
end

-- Everything that can be told about the results, and the map afterwards.
local function outcome(world, ...)
  return operations.describe({ ... }) .. " " .. state_of(world)
end

local function undisturbed()
  local world = operation.world()
  return outcome(world, operation.run(world))
end

local expected = undisturbed()
assert(expected == undisturbed(), "the operation is not the same each time")

local function again(world)
  local result = outcome(world, operation.run(world))
  return result == expected, "afterwards it does " .. result .. "\ninstead of " .. expected
end

-- Which allocations failed without a word.
local swallowed

-- true: it succeeded without meeting the limit; false: go on; nil, message: it did wrong.
local function attempt(n, onwards)
  local world = operation.world()
  local before = state_of(world)
  local results = table.pack(limited(n, onwards, operation.run, world))
  local met, borne, ok, message = results[1], results[2], results[3], results[4]
  if ok then
    local result = outcome(world, table.unpack(results, 4, results.n))
    if borne > 0 then swallowed[#swallowed + 1] = n end
    if result == expected then return not met end
    return nil, "it does " .. result .. "\ninstead of " .. expected
  end
  if message ~= "not enough memory" then return nil, tostring(message) end
  if state_of(world) ~= before then return nil, "the map has changed" end
  local good, difference = again(world)
  if good then return false end
  return nil, difference
end

-- With memory that ends for good one failure covers others, so there may be fewer of them.
local function judge_swallowed(onwards)
  local forgiven = operations.forgiven[operation.name]
  local most = forgiven and forgiven.places or 0
  if #swallowed == most or (onwards and #swallowed < most) then return true end
  print(("%s%s: swallowed %d failures, not %d: those of allocations %s"):format(operation.name,
    onwards and ", all after" or "", #swallowed, most, table.concat(swallowed, ", ")))
  return false
end

local function sweep(onwards)
  swallowed = {}
  for n = 1, MOST, onwards and STEP_FOR_GOOD or 1 do
    local done, message = attempt(n, onwards)
    if done then return judge_swallowed(onwards) end
    if message then
      print(("%s, allocation %d%s: %s"):format(operation.name, n,
        onwards and " and all after" or "", message))
      return false
    end
  end
  print(("%s: no end after %d allocations"):format(operation.name, MOST))
  return false
end

local for_good, for_once = sweep(true), sweep(false)
return for_good and for_once
