--- The orders that a mod may send to its host, by name. Each is a function of the instance of the
-- mod that sends it, and of what was sent. A mod orders only units that it runs for the instance's
-- player.

local drawings = require "astar.world.drawings"
local exact = require "astar.save.exact"
local object = require "astar.units.object"
local Account = require "astar.mods.account"
local arguments = require "astar.mods.arguments"
local places = require "astar.mods.places"
local plans = require "astar.positions.plan"
local sightings = require "astar.world.sightings"
local sanitize = require "astar.mods.sanitize"
local visible = require "astar.world.visible_text"
local words = require "astar.world.words"

local orders = {}

local A_NUMBER = 16                              -- bytes of a number that is kept
local A_THREAT = 20                              -- instructions

--- The unit of a number, which this mod runs for the instance's player, and its script.
local function subject(instance, number)
  local id, unit = instance.numbers.ids[number], instance:unit_of(number)
  local script = instance.scripts[id] or unit and instance:running_of(unit)
  if not script or script.unit.player ~= instance.player then
    local owner = unit and sightings.identity(instance.world, unit, instance.player)
    if owner and owner ~= instance.player then
      error(("unit %d is %s's; you order only your own"):format(number, owner.name), 0)
    end
    error(("unit %s is not at a behaviour of this mod; you order only those that are"):format(
      tostring(number)), 0)
  end
  return script.unit, script
end

local function check_waiting(instance, script)
  local most = instance.limits.requests
  if script:waiting() < most then return end
  error(("unit %d has %d requests that wait: a mod's units have no more"):format(script.number,
    most), 0)
end

function orders.request_path(instance, number, goal, query)
  local _, script = subject(instance, number)
  check_waiting(instance, script)
  script:expect_ticket(0)
  instance:check_influence(query)
  local explained = type(query) == "table" and query.explain
  if instance.world._recording then
    query = query or {}
    query.explain = true
  end
  goal = sightings.goal(instance.world, goal, instance.player)
  return script:keep_ticket(script:ask_path(goal, query), explained, goal, query)
end

--- The nearest of several goals, when the world has nodes for them: the number of a ticket.
function orders.request_nearest(instance, number, goals, query, count)
  local _, script = subject(instance, number)
  check_waiting(instance, script)
  script:expect_ticket(0)
  instance:check_influence(query)
  goals, count = arguments.goals(instance, goals), arguments.count(count)
  local explained = type(query) == "table" and query.explain
  return script:keep_ticket(script:ask_nearest(goals, query, count), explained, goals, query, count)
end

--- The way out of reach of threats, x1, y1, x2, y2 …, when the world has nodes for it: a ticket's
-- number.
function orders.request_flight(instance, number, list)
  local _, script = subject(instance, number)
  local problem = arguments.threats(#list / 2)
  if problem then error(problem, 0) end
  check_waiting(instance, script)
  script:expect_ticket(0)
  instance.box:charge(A_THREAT * #list)
  local threats = {}
  for i = 1, #list, 2 do threats[#threats + 1] = { x = list[i], y = list[i + 1] } end
  return script:keep_ticket(script:ask_flight(threats), false, { threats = threats })
end

--- Places for a unit, when the world has nodes for them: the number of a ticket. What they take up
-- is counted as if all were found.
function orders.request_positions(instance, number, list, query, room, labels)
  local unit, script = subject(instance, number)
  check_waiting(instance, script)
  local plan = places.plan(instance, unit, list, arguments.query_of(instance, unit, query), room,
    labels)
  plan.budget = math.max(1, math.min(instance.limits.nodes, 2 ^ 32 - 1))
  local bytes = A_NUMBER * room * (3 + plans.count(list))
  script:expect_ticket(bytes)
  return script:keep_places(script:ask_places(plan, room), bytes)
end

function orders.cancel(instance, number, ticket)
  local _, script = subject(instance, number)
  script:cancel_ticket(ticket)
end

function orders.follow_path(instance, number, path, query)
  instance:check_influence(query)
  subject(instance, number).body:follow_path(instance:path_of(path), query)
end

function orders.stop(instance, number)
  local unit = subject(instance, number)
  if not unit.removed then unit.body:stop() end
end

local SETTABLE = { avoidance = true, home = true }

local function is_whole(value)
  return type(value) == "number" and value % 1 == 0
end

-- A home as it is kept: a place of the map, and nothing beside. The game's verbs go there, and may
-- look at each of its cells.
local function home_of(map, value)
  if object.is_unit(value) then return value end
  if type(value) ~= "table" then value = {} end
  local home = { x = value.x, y = value.y, width = value.width, height = value.height }
  local width, height = home.width or 1, home.height or 1
  if not (is_whole(home.x) and is_whole(home.y) and is_whole(width) and is_whole(height)) then
    error("unit.home is anything with x and y, whole numbers", 0)
  end
  local is_within = home.x >= 1 and home.y >= 1 and width >= 1 and height >= 1
    and home.x + width - 1 <= map.width and home.y + height - 1 <= map.height
  if is_within then return home end
  error(("unit.home: %s × %s cells at %s, %s are not of the map, which has %d × %d"):format(
    exact.digits(width, 14), exact.digits(height, 14), exact.digits(home.x, 14),
    exact.digits(home.y, 14), map.width, map.height), 0)
end

function orders.set(instance, number, key, value)
  local unit = subject(instance, number)
  if not SETTABLE[key] then error(("a mod cannot set '%s'"):format(tostring(key)), 0) end
  local is_ghost = key == "home" and object.is_unit(value) and value.removed
  -- A unit that was removed is no home, but its player must not learn that it was.
  if is_ghost then rawset(unit, "_home", value)
  else unit[key] = key == "home" and home_of(instance.world.map, value) or value end
end

-- What mods have told a unit that it has not heard.
local function unheard(unit)
  local bytes = 0
  for _, event in ipairs(unit._inbox or {}) do bytes = bytes + (event.bytes or 0) end
  return bytes
end

-- What the world says itself: nobody says it in the world's place.
local WORLDS = words.set(words.of_the_game)
for _, event in ipairs(words.events) do
  if not event.by then WORLDS[event.name] = true end
end

--- Foreign units do not hear it, but the game hears that it was told, and by whom. The host has to
-- keep what is told, and so it is paid for by the byte. A unit hears no more at once than a mod can
-- be told. The result is what hears it, "unit" or
-- "game"; or nil and why nobody does.
function orders.tell(instance, number, name, ...)
  local unit = instance:unit_of(number)
  local player, bytes = instance.player, Account.weight { name, ... }
  instance.box:charge(bytes)
  if WORLDS[name] then
    error(("'%s' is an event that the world alone tells of"):format(name), 0)
  end
  if not unit or unit.removed then
    return nil, unit and sightings.of(instance.world, unit.id, player) and "unseen" or "gone"
  end
  if unit.player == player and unheard(unit) + bytes <= sanitize.MOST_NEWS then
    local hears, code = unit:tell(name, ...)
    if not hears then return nil, code end
    unit._inbox[#unit._inbox].bytes = bytes
    return hears
  elseif unit.player == player then
    instance.world:_note(unit, name, ...)
    return nil, "full"
  elseif unit.body:visible_to(player) then
    instance.world:_note(unit, "told", instance.current.unit, name, ...)
    return "game"
  end
  return nil, "unseen"
end

function orders.rouse(instance, number) subject(instance, number):rouse() end

--- May that unit be given that behaviour, which is false where it is a function or none?
function orders.may_behave(instance, number, name)
  subject(instance, number)
  if name then instance.world:_check_behaviour(name, "behave", true) end
end

function orders.behave(instance, number, name, ...)
  local unit, account = subject(instance, number), instance.account
  local bytes = Account.weight { ... }
  instance.box:charge(bytes)
  account:expect_room(bytes, "the arguments of a behaviour")
  for i = 1, select("#", ...) do
    local problem = exact.problem_in((select(i, ...)), ("argument %d of the behaviour"):format(i))
    if problem then error(problem, 0) end
  end
  unit:behave(name, ...)
  if select("#", ...) > 0 then account:hold_arguments(unit, bytes) end
end

--- It goes on with a function of the mod's: what it was told is forgotten. Where it has not begun,
-- it begins with that.
function orders.renew(instance, number)
  local unit, script = subject(instance, number)
  script:touch()
  instance.world:_touch(unit)
  script.renewed = not script.begun
  unit._inbox = false
  unit:rouse()
end

function orders.reserve(instance, number, key)
  local unit, script = subject(instance, number)
  key = instance:key(key)
  if not instance.world:reserve(key, unit) then return false end
  if script:keep_key(key) then return true end
  instance.world:release(key, unit)
  error(("unit %d has reserved too much"):format(number), 0)
end

function orders.release(instance, number, key)
  local unit, script = subject(instance, number)
  key = instance:key(key)
  script:drop_key(key)
  instance.world:release(key, unit)
end

-- ---- ranks --------------------------------------------------------------------------------------

function orders.fall_in(instance, number)
  local unit, script = subject(instance, number)
  if not unit.group then error(("unit %d has no group"):format(number), 0) end
  script:join_ranks()
end

function orders.fall_out(instance, number)
  local _, script = subject(instance, number)
  script:leave_ranks()
end

-- ---- the log ------------------------------------------------------------------------------------

local function current_unit(instance) return instance.current and instance.current.unit end

function orders.print(instance, text)
  instance.box:charge(#text)
  if instance.loading and instance.revision.loaded then return end        -- it was printed once
  local on_print, mod = instance.limits.print, instance.mod
  if on_print then on_print(mod, visible(text)) end
  instance.world:_print(text, mod._name or instance.place:gsub("/+$", ""), current_unit(instance))
end

local DRAWN = { say = true, mark = true, line = true, circle = true }

--- unit:say, unit:mark, world:draw_line, world:draw_circle: the kind, the unit's number or false,
-- and the arguments.
function orders.draw(instance, kind, number, ...)
  if not DRAWN[kind] then error(("nothing is drawn as '%s'"):format(tostring(kind)), 0) end
  local unit = current_unit(instance)
  local owner = unit and unit.player
  if number then
    unit = instance:unit_of(number)
    owner = unit and sightings.identity(instance.world, unit, instance.player)
  end
  if owner and owner ~= instance.player then
    error(("unit %d is %s's: only your own units say or mark anything"):format(number,
      owner.name), 0)
  end
  if not unit or unit.removed then return end
  local drawing = drawings[kind](...)
  instance.box:charge(#drawing.text)
  instance.world:_draw(drawing, instance.mod._name, unit)
end

return orders
