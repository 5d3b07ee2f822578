--- Units of a world: what behaviours give orders to. The unit's body is the unit of the core, which
-- stands on the map and walks; mind.lua holds what verbs are made of; this file holds a unit's
-- behaviour, its data, and its events.

local blame = require "astar.arguments.blame"
local check = require "astar.units.values"
local drawings = require "astar.world.drawings"
local exact = require "astar.save.exact"
local mind = require "astar.world.mind"
local nearest_of = require "astar.arguments.options".nearest
local object = require "astar.units.object"
local orders = require "astar.world.orders"
local pairs = require "astar.pairs".pairs
local places_left = require "astar.world.places_left"
local senses = require "astar.world.senses"
local strict = require "astar.arguments.strict"
local threatening = require "astar.world.threats"
local verbs = require "astar.verbs"

local Unit = {}                                  -- the methods
for name, method in pairs(mind) do Unit[name] = method end
for name, method in pairs(orders) do Unit[name] = method end
for name, method in pairs(senses) do Unit[name] = method end

local NOTHING = {}
local FOREVER = math.huge

-- Fields of the body that can be read here, and those that can be set.
local READ = {
  x = true, y = true, from_x = true, from_y = true, fraction = true, state = true, route = true,
  progress = true, speed = true, sight = true, class = true, removed = true,
  avoidance = true, priority = true, width = true, height = true, level = true,
}
local WRITE = { speed = true, sight = true, avoidance = true, priority = true }

-- What is wrong with a home, words; nil: nothing. What could not be saved is refused at once.
local function home_problem(home)
  if check.field(home, "removed") then return ("home = %s is no place"):format(tostring(home)) end
  local problem = check.cell_problem("home", home)
  if not problem and not check.is_cell(home) then problem = "home is not a cell { x, y }" end
  if problem or type(home) ~= "table" or object.is_unit(home) then return problem end
  for _, key in ipairs { "x", "y", "width", "height" } do
    problem = exact.problem(home[key])
    if problem then return ("home.%s is %s"):format(key, problem) end
  end
end

-- What can only be read is kept under another name, so that __newindex hears of each write.
local KEPT_AS = {
  world = "_world", body = "_body", id = "_id", player = "_player", behaviour = "_behaviour",
  group = "_group", home = "_home", error = "_error",
}

local SETTABLE = strict.names(WRITE, { home = true, data = true })
local HOW_TO_CHANGE = {
  behaviour = "unit:behave(behaviour) gives it another",
  group = "group:add(unit) and group:remove(unit) change it",
  x = "unit:place(x, y) puts it elsewhere", y = "unit:place(x, y) puts it elsewhere",
}
local names

-- All that can be read, verbs of the game's own included.
local function all_names()
  names = names or strict.names(Unit, READ, KEPT_AS, SETTABLE)
  return strict.names(names, verbs)
end


local metatable = { __name = "unit" }
object.unit = metatable

function metatable.__index(unit, key)
  local method = Unit[key]
  if method then return method end
  local kept = KEPT_AS[key]
  if kept then return unit[kept] end
  if READ[key] then return unit._body[key] end
  local found = verbs[key]
  if found or key == "data" or strict.is_private(key) then return found end
  return strict.read("unit", key, all_names())
end

function metatable.__newindex(unit, key, value)
  if WRITE[key] then
    unit._body[key] = value
  elseif key == "home" then
    local problem = home_problem(value)
    if problem then blame.raise("unit." .. problem) end
    unit._world:_touch(unit)
    rawset(unit, "_home", check.target(value))
  elseif key == "data" then
    rawset(unit, key, value)
  else
    strict.write("unit", key, all_names(), SETTABLE,
      "what is the game's own belongs in unit.data", HOW_TO_CHANGE[key])
  end
end

function metatable.__tostring(unit)
  return tostring(unit._body)
end

--- Made by world:unit.
function Unit._new(world, body, player, home, id)
  local unit = setmetatable({
    _world = world, _body = body, _id = id or body.id, _player = player,
    _home = check.target(home), data = {},
    _behaviour = false, _group = false, _given = false, _orders = orders.NONE,
    _task = false, _current = false, _news = NOTHING, _inbox = false, _wake = FOREVER,
    _roused = false, _begins = false, _rouse = false, _broken = false, _held = {},
    _pause = 0, _again = 0, _error = false,
    _last_verb = false, _last_code = false, _verbs_ended = 0, _choice = false,
  }, metatable)
  if type(body) == "userdata" then body:_show_as(unit) end
  return unit
end

Unit._is = object.is_unit
Unit._home_problem = home_problem

-- ---- events -------------------------------------------------------------------------------------

--- Raises an event: the behaviour is activated, in which unit:event and unit:events tell of it.
-- Told while behaviours are activated, it comes with the next tick. Returns what hears it,
-- "unit"; or nil and why nobody does: "gone", "idle", it is at no behaviour. world:events() has it
-- then.
function Unit:tell(name, ...)
  if type(name) ~= "string" then
    blame.fail("tell", 1, "the event's name expected, got %s", type(name))
  end
  if self._body.removed then return nil, "gone" end
  local event = self._world:_note(self, name, ...)
  if not self._task then return nil, "idle" end
  local inbox = self._inbox
  self._world:_touch(self)
  if inbox then inbox[#inbox + 1] = event else self._inbox = { event } end
  self:rouse()
  return "unit"
end

--- Activates the unit, without an event.
function Unit:rouse()
  if not self._roused and not self._body.removed then
    self._world:_touch(self)
    self._roused = true
    self._world:_roused(self)
  end
  return self
end

-- ---- the body -----------------------------------------------------------------------------------

--- Follows a path from its cell on; `query` is for other ways to its goal, where units are in this
-- one. In a behaviour unit:walk does, and waits for the end.
function Unit:follow_path(path, query)
  check.argument(check.is_path(path), 1, "follow_path", "a path", path)
  check.argument(check.is_any_query(query), 2, "follow_path", "a query", query)
  self._body:follow_path(path, query)
  return self
end

--- Has it told when the path that it follows, whichever that is, is costlier, "costlier", or when
-- there is a better one, "better". given: costlier and better, shares of the cost (0.1), or false;
-- follow: it follows the better one. Returns the watch.
function Unit:watch_path(given)
  return self._body:watch_path(given)
end

--- The first cell ahead on its route that cannot be entered, as its player knows the terrain.
function Unit:blocked()
  return self._body:blocked()
end

--- The way to a goal, from the queue: ticket. Goals as in unit:path; `given`: priority, done.
function Unit:request_path(x, y, query, given)
  return self._body:request_path(self.goal(x, y, query, given))
end

--- The nearest of several goals, from the queue: ticket. Goals as for map:nearest, but for
-- functions and sights; `given`: count, priority, done.
function Unit:request_nearest(goals, query, given)
  return self._body:request_nearest(goals, query, given)
end

function Unit:_path_of_rest(goal, query)
  return self.world:_with_rest(self, query, query.budget, function()
    local path, code = self._body:path(goal, query)
    return path, code
  end)
end

function Unit:_reachable_of_rest(goal, query)
  return self.world:_with_rest(self, query, 0, function()
    local reachable, code = self._body:reachable(goal, query)
    return reachable, code
  end)
end

-- The places that are left for it at a goal, see places_left.lua; others are kept under the name of
-- a purpose with x and y.
function Unit:_places_left(x, y, goal, within, most, purpose)
  local world = self._world
  local list, own = places_left(self, x, y, goal, within, most, function(column, row)
    return world:holder(("%s %d %d"):format(purpose, column, row))
  end)
  return list, own
end

-- The cells to which links lead from its cell: x, y, x, y …
function Unit:_link_ends() return (self._body:_link_ends()) end

-- The way out of reach of threats, from the world's line: like a ticket.
function Unit:_request_flight(threats, done)
  local cells = threatening.cells(self.world.map, "find_flight", threats)
  if not cells[1] then blame.fail("find_flight", 1, "at least one threat expected") end
  return self.world._line:add_flight(self, cells, done)
end

--- A search for the way to a goal, in steps: search. Goals as in unit:path.
function Unit:search(x, y, query)
  return self._body:search(self.goal(x, y, query))
end

--- The cheapest way to a goal if what is in the way can be removed: breach | nil, code. Goals as in
-- unit:path; `options` as in map:breach.
function Unit:breach(x, y, query, options)
  return self._body:breach(self.goal(x, y, query, options))
end

--- Ways to a goal that differ: list | nil, code. Goals as in unit:path; `options` as in
-- map:alternatives.
function Unit:alternatives(x, y, query, options)
  return self._body:alternatives(self.goal(x, y, query, options))
end

--- Where to draw it, in game coordinates: x, y of its middle, on its way between two cells.
function Unit:position() return self._body:position() end

--- Does a player see it?
function Unit:visible_to(player)
  local visible = not self.removed and self._body:visible_to(player)
  return visible
end

--- Puts it elsewhere at once: unit | nil, code. A verb that walks is activated: the walk is over.
function Unit:place(x, y)
  local placed, code = self._body:place(x, y)
  if not placed then return nil, code end
  return self:rouse()
end

--- Puts it in the nearest cell where it can stand, if what was built there has closed its own, and
-- tells where it is: x, y | nil, code. A verb that walks is activated: the walk is over.
function Unit:evict()
  local before_x, before_y = self.x, self.y
  local x, y = self._body:evict()
  if not x then return nil, y end
  if x ~= before_x or y ~= before_y then self:rouse() end
  return x, y
end

-- A player of the unit's map, from an object or a name. A name that no player has is a mistake.
local function player_of(unit, player)
  local players = {}
  for one in unit._world.map:players() do
    if one == player or one.name == player then return one end
    players[one.name] = true
  end
  if type(player) ~= "string" then
    check.argument(false, 1, "set_player", "a player of the unit's map, or a name,", player)
  end
  local nearest = nearest_of(player, players)
  blame.fail("set_player", 1, "there is no player '%s'%s", player,
    nearest and (", the nearest is '%s'"):format(nearest) or "")
end

--- Gives it to another player, an object or a name. What it does is its old player's: its
-- behaviour and its orders end, and it leaves its group.
function Unit:set_player(player)
  if self.removed then blame.fail("set_player", 0, "the unit was removed") end
  local to, from = player_of(self, player), self._player
  if to == from then return self end
  if self.group then self.group:remove(self) end
  self:_give_up()
  if self.removed then return self end           -- by one of its cleanups
  self._body:set_player(to)
  self._world:_touch(self)
  self._player = to
  self._world:_changed_player(self, from)
  return self
end

--- Makes it a unit of another class, in its cell: unit | nil, code. A verb that walks is activated:
-- the walk is over.
function Unit:set_class(class)
  local before = not self.removed and self.class
  local changed, code = self._body:set_class(class)
  if not changed then return nil, code end
  if class == before then return self end
  self._world._identity_changes = self._world._identity_changes + 1
  return self:rouse()
end

--- Shows a text beside it for some ticks (50), on the screen and in the replay.
function Unit:say(text, ticks)
  local drawing = drawings.say(text, ticks)
  self:_check_there "say"
  self._world:_draw(drawing, nil, self)
  return self
end

--- Marks a cell, given as x, y or as anything that has them, with a text.
function Unit:mark(x, y, text, ticks)
  local drawing = drawings.mark(x, y, text, ticks)
  self:_check_there "mark"
  self._world:_draw(drawing, nil, self)
  return self
end

--- Takes it out of the world. Its behaviour ends. `by`: the unit that has done this, where one has;
-- recordings tell it.
function Unit:remove(by)
  check.argument(by == nil or object.is_unit(by), 1, "remove", "a unit, or nothing,", by)
  if self.removed then return end
  local recording = self._world._recording
  if by and recording then recording:_removed(self, by) end
  self:_quit()
  if self.removed then return end                -- by one of its cleanups
  self._body:remove()
  self:_bury()
end

-- Its body is no more.
function Unit:_bury()
  local runs = self:_runs()
  self._world:_touch(self)
  self._behaviour, self._orders = false, orders.NONE
  self:_quit(runs)
  self._world:_forget(self)
end

strict.methods("unit", metatable, Unit, Unit)
Unit.goal = mind.goal                            -- no method: it is called with a dot

return Unit
