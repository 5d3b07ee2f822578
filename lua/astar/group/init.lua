--- Groups: many units under one order.
--
-- A group is plain data: its units, its formation, and the order. march.lua carries out the order.
-- It is activated in the world's tick before the behaviours, group by group in the order in which
-- they were made. So no unit's script leads the others, and no script's error can stop the march;
-- the result does not depend on which unit is activated first.
--
-- A unit takes part while its behaviour is in the verb hold_formation; `go` gives that behaviour to
-- units that are not. So a unit that gets another behaviour, or whose script fails, leaves the
-- ranks in the usual way, and its gap is filled.
--
-- Only the order is kept. The march, with its field, its places and the ranks, is made again from
-- where the units are whenever the order is given again.

local blame = require "astar.arguments.blame"
local check = require "astar.units.values"
local object = require "astar.units.object"
local core = require "astar.core"
local formation = require "astar.group.formation"
local march = require "astar.group.march"
local numbers = require "astar.world.numbers"
local options = require "astar.arguments.options"
local pairs = require "astar.pairs".pairs
local rally = require "astar.group.rally"
local steer = require "astar.group.steer"
local strict = require "astar.arguments.strict"
local visible = require "astar.world.visible_text"

local Group = {}

local LOOK = {
  formation = { "string", "the name of a formation" }, speed = { "number string", "a number" },
  spacing = { "number", "a number of cells" }, influence = { "table", "a table" },
}
local NEW = { units = { "table", "a list of units" }, name = { "string", "a name" } }
local ORDER = { facing = { "string table", "a direction" } }
local REGROUP = { facing = ORDER.facing }
for key, expected in pairs(LOOK) do
  NEW[key], ORDER[key], REGROUP[key] = expected, expected, expected
end
for key, expected in pairs(rally.OPTIONS) do REGROUP[key] = expected end

-- What is wrong with one of these; nil: nothing.
local PROBLEMS = {}

function PROBLEMS.formation(name)
  if type(name) ~= "string" then return ("formation = %s is not a name"):format(core.show(name)) end
  if formation.shape(name) then return end
  return ("there is no formation '%s'%s"):format(name,
    options.hint_of(name, formation.names))
end

function PROBLEMS.spacing(cells)
  if type(cells) == "number" and cells % 1 == 0 and cells >= 1 and cells <= 32 then return end
  return ("spacing = %s is not a whole number from 1 to 32"):format(core.show(cells))
end

function PROBLEMS.speed(given)
  local speed = tonumber(given)
  if speed and speed > 0 and speed <= 64 then return end
  return ("speed = %s is not above 0 and up to 64"):format(core.show(given))
end

function PROBLEMS.influence(given)
  if type(given) == "table" then return end
  return ("influence = %s is not a table"):format(core.show(given))
end

local LONGEST_NAME = 64                          -- bytes

function PROBLEMS.name(name)
  if type(name) ~= "string" then return ("name = %s is not a name"):format(core.show(name)) end
  if #name >= 1 and #name <= LONGEST_NAME and visible(name) == name then return end
  return ("name = '%s' is not of 1 to %d bytes that can be shown"):format(
    visible(name:sub(1, LONGEST_NAME)), LONGEST_NAME)
end

-- Checks `given`, argument `position` of a method, which may have the keys of `valid`.
local function check_look(method, given, valid, position)
  options.check(method, given, valid, position)
  for _, key in ipairs { "formation", "name", "spacing", "speed", "influence" } do
    local problem = given[key] ~= nil and PROBLEMS[key](given[key])
    if problem then blame.fail(method, position, "%s", problem) end
  end
end

--- Made by world:group. `owner`, if a mod makes it: { mod = its name, player = whose units it may
-- have }.
function Group._new(world, id, given, owner)
  check_look("group", given, NEW, 1)
  local self = setmetatable({
    _world = world, _id = id, _formation = given.formation or "box", _name = given.name,
    _speed = tonumber(given.speed), _spacing = given.spacing, _influence = given.influence,
    _owner = owner and owner.mod or nil, _player = owner and owner.player or false,
    _status = "standing", _code = nil, _order = false, _left = {},
    _units = {}, _ranks = {}, _march = false, _is_gone = false,
  }, Group)
  local units = given.units or {}
  if object.is_unit(units) then
    options.reject("group", "units = %s is not a list", tostring(units))
  end
  for _, unit in ipairs(units) do self:add(unit) end
  return self
end

--- One that is disbanded, for save/restore.lua to fill.
function Group._bare(world, id)
  return setmetatable({ _world = world, _id = id, _units = {}, _ranks = {}, _march = false,
    _is_gone = true }, Group)
end

function Group:__tostring()
  local name = self._name and (" '%s'"):format(self._name) or ""
  return ("group %d%s (%d units, %s)"):format(self._id, name, self:count(), self._status)
end

-- ---- members ------------------------------------------------------------------------------------

-- The place of the first unit from an id on, in a list of units in the order of their ids.
local function place_of(list, id)
  local first, last = 1, #list + 1
  while first < last do
    local middle = math.floor((first + last) / 2)
    if list[middle].id < id then first = middle + 1 else last = middle end
  end
  return first
end

-- Those that are gone are forgotten.
local function sift(self)
  local kept = {}
  for _, unit in ipairs(self._units) do
    if not unit.removed then kept[#kept + 1] = unit end
  end
  if #kept < #self._units then self._units = kept end
  return self._units
end

local function check_alive(self, method)
  if not self._is_gone then return end
  blame.raise(("calling '%s' on bad self (the group was disbanded)"):format(method))
end

-- A unit that is not in the ranks is to fall in. The units of a mod's group are told, and their
-- behaviours decide: orders of the game's come before all that a mod wants.
local function call_up(self, unit)
  if self._ranks[unit.id] then return end
  if self._owner then unit:tell("called") else unit:order("hold_formation") end
end

--- Takes a unit into the group, out of the one that it was in. Under an order it falls in. Of a new
-- group the unit is part of the first argument as well, which may be what is wrong.
function Group:add(unit)
  check_alive(self, "add")
  if object.is_body(unit) then
    options.reject(nil, "%s is the map's alone; world:unit makes units for groups",
      tostring(unit))
  elseif not object.is_unit(unit) then
    options.reject(nil, "a unit expected, got %s", core.show(unit))
  elseif unit.removed then
    options.reject(nil, "unit %d was removed", unit.id)
  elseif unit.world ~= self._world then
    options.reject(nil, "unit %d is another world's", unit.id)
  elseif self._player and unit.player ~= self._player then
    options.reject(nil, "unit %d is %s's, and the group %s's", unit.id, unit.player.name,
      self._player.name)
  elseif unit.group == self then
    return self
  end
  if unit.group then unit.group:remove(unit) end
  local is_new = not self._player
  self._player = unit.player
  if is_new then numbers.note_group(self._world, self) end
  self._world:_touch(unit)
  rawset(unit, "_group", self)
  table.insert(self._units, place_of(self._units, unit.id), unit)
  if self._order then call_up(self, unit) end
  return self
end

--- Takes a unit out of the group. It stops if it was in the ranks.
function Group:remove(unit)
  if not object.is_unit(unit) then
    options.reject("remove", "a unit expected, got %s", core.show(unit))
  end
  if unit.group ~= self then return self end
  self:_dismiss(unit, "removed")
  self._world:_touch(unit)
  rawset(unit, "_group", false)
  local place = place_of(self._units, unit.id)
  if self._units[place] == unit then table.remove(self._units, place) end
  if #self._units == 0 and not self._owner then
    self._player = false
    numbers.forget_group(self._world, self._id)
  end
  return self
end

--- for unit in group:units() do: in the order of their ids. They may be removed on the way.
function Group:units()
  local list, i = {}, 0
  for _, unit in ipairs(sift(self)) do list[#list + 1] = unit end
  return function()
    repeat i = i + 1 until not (list[i] and list[i].removed)
    return list[i]
  end
end

--- How many units it has.
function Group:count() return #sift(self) end

-- ---- ranks: the members that take part in an order ----------------------------------------------

--- What the verb hold_formation calls when it begins: the unit's place in the ranks, a table in
-- which `outcome` will be what the verb returns.
function Group:_fall_in(unit)
  local member = steer.member(unit)
  self._ranks[unit.id] = member
  return member
end

--- And when it ends, in whatever way.
function Group:_fall_out(member)
  local unit = member.unit
  if self._ranks[member.id] == member then self._ranks[member.id] = nil end
  if unit.removed then return end
  if not member.outcome then steer.release(member) end
  unit:stop()
end

--- Ends a unit's part in the order: with a code, or assembled.
function Group:_dismiss(unit, code)
  local member = self._ranks[unit.id]
  if code then self._left[unit.id] = code end
  if not member then return end
  if not unit.removed then steer.release(member) end
  member.outcome = code and { nil, code } or { true }
  self._ranks[unit.id] = nil
  unit:rouse()
end

--- A unit that cannot take part in the order: the others go on.
function Group:_leave(unit, code)
  self:_dismiss(unit, code)
  unit:tell("left", code)
end

-- ---- orders -------------------------------------------------------------------------------------

local function end_march(self)
  if self._march then march.close(self._march) end
  self._march = false
end

local function begin(self, order)
  end_march(self)
  self._order, self._left, self._code, self._status = order, {}, nil, "marching"
  local ok, result = pcall(march.new, self, self._world.ticks)
  if not ok then
    self._order, self._status = false, "standing"
    error(result, 0)
  end
  self._march = result
  self:_call_up()
  return self
end

--- Has all units fall in that are not in the ranks.
function Group:_call_up()
  for unit in self:units() do call_up(self, unit) end
end

--- Carries its order out again, from where the units are.
function Group:_restart()
  end_march(self)
  if not self._order then return end
  self._status, self._code = "marching", nil
  local ok, result = pcall(march.new, self, self._world.ticks)
  if ok then self._march = result else self:_break(result) end
end

-- A target, the options, and which argument they are.
local function goal_of(x, y, given)
  if type(x) ~= "number" then
    check.goal_place("go", x)
    return x, y or {}, 2
  end
  check.point("go", x, y)
  return { x = x, y = y }, given or {}, 3
end

-- Why its player does not know where a target is; nil: it does.
local function unknown(self, target)
  if target.removed then return "gone" end
  local unseen = self._player and target.visible_to and not target:visible_to(self._player)
  return unseen and "unseen" or nil
end

local function facing_of(method, given, position)
  if not given.facing then return nil end
  local dx, dy = formation.facing(given.facing)
  if not dx then
    blame.fail(method, position, "facing is not one of the eight directions, nor { dx, dy }")
  end
  return { dx, dy }
end

local function order_of(self, method, x, y, given, position)
  local map = self._world.map
  local is_right = x % 1 == 0 and x >= 1 and x <= map.width
  if not is_right or y % 1 ~= 0 or y < 1 or y > map.height then
    blame.fail(method, is_right and position == 3 and 2 or 1, "%s, %s is no cell of the map",
      tostring(x), tostring(y))
  end
  return {
    x = x, y = y, formation = given.formation or self._formation,
    spacing = given.spacing or self._spacing, speed = tonumber(given.speed) or self._speed,
    influence = given.influence or self._influence, facing = facing_of(method, given, position),
  }
end

--- The order to go somewhere and to stand there in formation: x, y [, options], or anything with x
-- and y. options: formation, facing, speed, spacing, influence.
function Group:go(x, y, given)
  check_alive(self, "go")
  local target, look, position = goal_of(x, y, given)
  check_look("go", look, ORDER, position)
  local code = unknown(self, target)
  if not code then
    begin(self, order_of(self, "go", target.x, target.y, look, position))
    return self
  end
  self._left = {}
  self:_end("failed", code)
  return self
end

--- Orders the members to form up where they are, and to stay so until another order: gaps are
-- filled, and a member that was pushed away returns. options as for go.
function Group:hold(given)
  check_alive(self, "hold")
  given = given or {}
  check_look("hold", given, ORDER, 1)
  local unit = formation.middle(sift(self))
  if not unit then return self end
  local order = order_of(self, "hold", unit.x, unit.y, given, 1)
  order.hold = true
  begin(self, order)
  return self
end

--- Orders the members to gather at a safe place that is near to all of them. options as for go,
-- and `within`, `safe`: see rally.lua.
function Group:regroup(given)
  check_alive(self, "regroup")
  given = given or {}
  check_look("regroup", given, REGROUP, 1)
  local units, look = sift(self), {}
  if not units[1] then return self end
  for key in pairs(ORDER) do look[key] = given[key] end
  local place, code = rally.choose(units, given)
  if place then return self:go(place, look) end
  self._left = {}
  self:_end("failed", code)
  return self
end

--- Ends the order. Units stop.
function Group:stop()
  if self._order then self:_end("standing", "stopped") end
  return self
end

--- The order has come to its end: with a code, or they are assembled.
function Group:_end(status, code)
  self._order, self._status, self._code = false, status, code
  end_march(self)
  for unit in self:units() do
    if self._ranks[unit.id] then self:_dismiss(unit, code) end
  end
end

--- Takes the group away; its units stay.
function Group:disband()
  self:stop()
  for unit in self:units() do self:remove(unit) end
  self._world:_forget_group(self)
  self._is_gone = true
end

-- An error, such as that an influence map which the order counts has been removed, ends the order.
function Group:_break(message)
  self:_end("failed", "error")
  self._world:_deliver { group = self, tick = self._world.ticks, message = message,
    text = ("%s: %s"):format(tostring(self), tostring(message)) }
end

--- Its activation in the tick. `room.nodes`: how many nodes the groups' searches may still expand.
function Group:_turn(now, room)
  if not self._march then return end
  local ok, message = pcall(march.turn, self, self._march, now, room)
  if not ok then self:_break(message) end
end

--- How many fields its march has; one that will need one has it already.
function Group:_fields()
  return math.max(1, self._march and march.count_fields(self._march) or 0)
end

--- Cells that its fields and searches have looked at so far: what a mod pays for.
function Group:_work()
  return self._march and march.work(self._march) or 0
end

local FIELDS = {
  id = "read", world = "read", player = "read", status = "read", code = "read", order = "read",
  left = "read", owner = "read",
}

-- Those that the game may set; nil, which a group begins with, is the usual one.
for key, problem_of in pairs(PROBLEMS) do
  FIELDS[key] = function(value)
    local problem = (value ~= nil or key == "formation") and problem_of(value)
    if problem then blame.raise("group: " .. problem) end
  end
end

return strict.class("group", Group, FIELDS)
