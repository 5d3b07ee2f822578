--- Position queries of units: where should it stand? unit:positions answers at once;
-- unit:find_position waits until the world has nodes for it, and may keep the place from others.

local blame = require "astar.arguments.blame"
local levels = require "astar.units.levels"
local object = require "astar.units.object"
local plans = require "astar.positions.plan"
local source = require "astar.positions.source"

local positions = {}

local SPARE, MORE, MOST = 16, 4, 1024            -- places beside those asked for, if some are taken

local function asker_of(unit, method)
  if unit.world.map.grid ~= "square" then blame.raise("a position query is for square grids") end
  local map = unit.world.map
  local level = levels.around(object.levels(unit.world), unit.x, unit.y, map)
  return { unit = unit, level = level, x = unit.x, y = unit.y, size = unit.class.size,
    slack = unit.class.size - 1, width = map.width, height = map.height, method = method,
    position = 1 }
end

-- ---- places that units keep from one another ----------------------------------------------------

-- A key for each cell that the unit would cover there.
local function keys_of(unit, name, place)
  local keys, size, owner = {}, unit.class.size, unit.player.name
  for i = 0, size * size - 1 do
    local x, y = place.x + i % size, place.y + math.floor(i / size)
    keys[i + 1] = ("%s %s %d %d"):format(name, owner, x, y)
  end
  return keys
end

local function is_free(unit, name, place)
  local world = unit.world
  for _, key in ipairs(keys_of(unit, name, place)) do
    local holder = world:holder(key)
    if holder ~= nil and holder ~= unit then return false end
  end
  return true
end

local function free_ones(unit, name, list)
  local free = {}
  for _, place in ipairs(list) do
    if is_free(unit, name, place) then free[#free + 1] = place end
  end
  return free
end

-- ---- answers ------------------------------------------------------------------------------------

-- The places of a plan. `fetch(room)`: numbers of so many places, or of as many as there are | nil,
-- code.
local function choose(unit, plan, fetch)
  local room = math.min(plan.count + (plan.reserve and SPARE or 0), MOST)
  while true do
    local numbers, code = fetch(room)
    if not numbers then return nil, code end
    local list = plans.places(plan.labels, numbers)
    local free = plan.reserve and free_ones(unit, plan.reserve, list) or list
    if #free >= plan.count or #list < room or room == MOST then
      for i = #free, plan.count + 1, -1 do free[i] = nil end
      if not free[1] and list[1] then return nil, "taken" end
      return free
    end
    room = math.min(room * MORE, MOST)
  end
end

-- Keeps the best place, if the query says so: the list | nil, code.
local function settle(unit, plan, keep, list, code)
  if not list then return nil, code end
  if not plan.reserve or not list[1] then return list end
  local kept, why = keep(unit, keys_of(unit, plan.reserve, list[1]), plan.reserve)
  if not kept then return nil, why end
  return list
end

--- unit:positions(options) -> list | nil, code. `keep(unit, keys, purpose)` keeps keys from others.
-- `of_rest`: it takes what the tick's nodes have left, or the code is "budget".
function positions.now(unit, given, keep, of_rest)
  local plan, code = plans.read(asker_of(unit, "positions"), given)
  if not plan then return nil, code end
  return settle(unit, plan, keep, choose(unit, plan, function(room)
    return source.now(unit, plan, room, of_rest)
  end))
end

-- Waits for a job: numbers, found | nil, code.
local function await(unit, job)
  local undo = unit:defer(function() job:cancel() end)
  while not job:has_ended() do unit:sleep() end
  undo()
  if job.problem ~= nil then error(job.problem, 0) end
  if not job.numbers then return nil, job.code end
  return job.numbers, job.found
end

--- unit:find_position(options) -> place, list | nil, code. `rouse` gives the unit a turn.
function positions.wait(unit, given, keep, rouse)
  local plan, code = plans.read(asker_of(unit, "find_position"), given)
  if not plan then
    unit:sleep(1)
    return nil, code
  end
  local list, why = settle(unit, plan, keep, choose(unit, plan, function(room)
    return await(unit, source.request(unit, plan, room, rouse))
  end))
  if not list then return nil, why end
  if not list[1] then return nil, "none" end
  return list[1], list
end

return positions
