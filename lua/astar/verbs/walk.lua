--- unit:walk(path [, query]) -> true | nil, code. Follows a path to its end, or a new one that the
-- unit finds round others in its way, with the query. Codes: "lost", the unit is not at the path's
-- beginning; "blocked", a cell ahead can no longer be entered; "crowded", others have taken its
-- goal, or have stopped it for longer than its wait limit; "stopped", it got another order.
-- @card unit:walk(path [, query]) - follows a path to its end

local check = require "astar.units.values"
local length = require "astar.length"
local object = require "astar.units.object"

local WAIT_LIMIT = 6          -- ticks to stand behind another unit, if the unit only waits
local LONG_WAIT_LIMIT = 48    -- the ticks of this many steps, without a step ahead, for any reason
local PAUSE = 4               -- ticks until it chooses again
local REROUTES = 16           -- new routes: two may show each other out of two ways for ever

local function deadline(unit, waiting, since, wait_limit)
  local till = since + wait_limit / unit.speed
  if waiting and unit.avoidance == "wait" then till = math.min(till, waiting + WAIT_LIMIT) end
  return till
end

-- It stands: why? Another unit may have pushed it aside as soon as it had arrived.
local function outcome(unit, route)
  if unit:event "blocked" then return nil, "blocked" end
  if unit:event "crowded" then return nil, "crowded" end
  local x, y = route:cell(-1)
  if unit.x == x and unit.y == y then return true end
  return nil, "stopped"
end

-- What it has heard since its last activation of those events that a walk depends on, all in one
-- pass.
local function news_of(unit)
  local news, waiting, rerouted, repaired, blocked = object.of(unit)._news, nil, nil, nil, nil
  local better
  for i = 1, #news do
    local name = news[i].name
    if name == "waiting" then waiting = true
    elseif name == "rerouted" then rerouted = true
    elseif name == "better" then better = true
    elseif name == "repaired" then repaired = true
    elseif name == "blocked" then blocked = true
    end
  end
  return waiting, rerouted, repaired, blocked, better
end

-- Unlike unit:stop it does not wake the unit, which is activated.
local function halt(unit)
  if not unit.removed then unit.body:stop() end
end

-- For verbs: given.choose is called when at most given.near steps are left, until it returns true.
-- It may return another path, too, which the unit follows from then on. given.wait_limit: the time
-- of so many steps is LONG_WAIT_LIMIT.
return function(unit, path, query, given)
  check.argument(check.is_path(path), 1, "walk", "a path", path)
  check.argument(check.is_any_query(query), 2, "walk", "a query", query)
  check.passed()
  -- First of all: where no behaviour has called it, this is an error, and the unit stands.
  local taken
  local release = unit:defer(function()
    if taken then halt(unit) end
  end)
  taken = unit:take(path, query)
  if not taken or length(path) == 1 then unit:sleep(1) end
  if not taken then
    release()
    return nil, "lost"
  end
  local route, waiting, reroutes = path, nil, 0    -- since which tick; new routes
  local world = unit.world
  local progress, since = 0, world.ticks
  local wait_limit, choose = given and given.wait_limit or LONG_WAIT_LIMIT, given and given.choose
  while true do
    local state, now = unit.state, world.ticks
    if state == "standing" then
      release()
      return outcome(unit, route)
    end
    local left = unit.route
    local waits, rerouted, repaired, blocked, better = news_of(unit)
    better = better and left ~= route            -- it follows the better path
    route = left or route
    if state == "moving" then
      waiting = nil
    elseif not waiting or waits then
      waiting = now
    end
    if rerouted then progress, reroutes = 0, reroutes + 1 end
    if better then progress = 0 end
    if repaired then progress = 1 end            -- of what was left: it is no step ahead
    local walked = unit.progress
    if walked > progress then progress, since = walked, now end
    local till = deadline(unit, waiting, since, wait_limit)
    local ahead = choose and left and length(left) - walked - given.near
    if ahead and ahead <= 0 then
      local is_chosen, other = choose()
      if is_chosen then choose = nil else till = math.min(till, now + PAUSE) end
      if other and unit:take(other, query) then
        left, route, waiting, progress, since = other, other, nil, 0, now
        till = deadline(unit, nil, now, wait_limit)
      end
    elseif ahead then
      till = math.min(till, now + math.max(1, math.floor(ahead / unit.speed)))
    end
    if blocked or now >= till or reroutes == REROUTES then
      release()
      halt(unit)
      return nil, blocked and "blocked" or "crowded"
    end
    -- Another order has ended the route: the unit stands after the step that it has begun.
    unit:sleep(left and till - now or 1)
  end
end
