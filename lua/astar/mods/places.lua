--- Position queries that a mod sends to its host, which believes nothing of them: the core checks
-- the numbers (src/binding/position.c); here are the names, and what it may take.

local plans = require "astar.positions.plan"
local source = require "astar.positions.source"

local places = { most = 1024 }                   -- so many are asked for at once

local MOST_NUMBERS = 16384
local A_NUMBER, A_LETTER = 2, 1                  -- instructions that one of the list is worth
local LONGEST_LABEL = 32                         -- bytes

local function check_list(instance, list)
  if type(list) ~= "table" then error("positions: a list expected", 0) end
  if #list > MOST_NUMBERS then
    error(("positions: at most %d numbers expected, got %d"):format(MOST_NUMBERS, #list), 0)
  end
  instance.box:charge(A_NUMBER * #list)
end

-- Names are private as for instance:check_influence.
local function check_names(instance, list)
  plans.each_name(list, function(what, name)
    instance.box:charge(A_LETTER * #name)
    if what == "influence" and not instance.world:_shows_influence(name, instance.player) then
      error(("the influence map '%s' is another player's"):format(name), 0)
    end
  end)
end

-- What terms are called, for a recording: texts, as far as it may have them.
local function labels_of(instance, list, given)
  local labels = {}
  for i = 1, plans.count(list) do
    local label = type(given) == "table" and given[i]
    labels[i] = instance.world._recording and type(label) == "string"
      and instance.account:say(label:sub(1, LONGEST_LABEL))
  end
  return labels
end

--- The plan of a list that a mod has sent, for a unit of its player.
function places.plan(instance, unit, list, query, room, labels)
  if type(room) ~= "number" or not (room >= 1 and room <= places.most) or room % 1 ~= 0 then
    error(("positions: 1 to %d places expected"):format(places.most), 0)
  end
  check_list(instance, list)
  check_names(instance, list)
  local plan = { list = list, query = query, labels = labels_of(instance, list, labels) }
  local problem = source.problem(instance.world.map, unit.x, unit.y, plan, query)
  if problem then error(problem, 0) end
  return plan
end

return places
