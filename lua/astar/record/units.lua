--- What a recording writes down of units: where they are and go, what they do, what the game keeps
-- of them.

local cast = require "astar.record.cast"
local core = require "astar.core"
local doing = require "astar.world.doing"
local pairs = require "astar.pairs".pairs
local stream = require "astar.record.stream"
local why = require "astar.record.why"
local write_data = require "astar.record.data"

local floor = math.floor
local OP = stream.OP

local STATES = { standing = 0, moving = 1, waiting = 2 }
local STRAIGHT, DIAGONAL, ONE = 1024, 1448, 1024 -- lengths of steps, in 1/1024 of a cell
local DIRECTIONS = {                             -- by 3 * dy + dx
  [-3] = 0, [-2] = 1, [1] = 2, [4] = 3, [3] = 4, [2] = 5, [-1] = 6, [-4] = 7,
}

-- ---- places and steps ---------------------------------------------------------------------------

-- Where a unit stands in the list of those that there are, told by the distance from the last one.
local function address(self, op, slot)
  self._stream:byte(op)
  self._stream:number(slot - self._slot)
  self._slot = slot
end

local function write_step(self, slot, direction)
  local skipped = slot - self._slot - 1
  if skipped > 15 then
    self._stream:byte(OP.SKIP)
    self._stream:number(skipped - 15)
    skipped = 15
  end
  self._stream:byte(OP.STEP + 16 * direction + skipped)
  self._slot = slot
end

-- How far it has come in its step, in 1/1024 of a cell, if it went as fast as it did before.
local function carry(seen, stepped, stride)
  local movement = seen.speed
  local rest = seen.stride - seen.travelled
  if movement <= rest or not stepped then
    return seen.travelled + math.min(movement, rest)
  end
  return math.min(movement - rest, stride)
end

local function stride_of(body)
  return body.x ~= body.from_x and body.y ~= body.from_y and DIAGONAL or STRAIGHT
end

-- One step from where it was, or anything else.
local function write_place(self, body, seen, slot)
  local x, y = body.x, body.y
  if x == seen.x and y == seen.y then return false end
  local out = self._stream
  local from_x, from_y = body.from_x, body.from_y
  local direction = from_x == seen.x and from_y == seen.y and math.abs(x - seen.x) <= 1
    and math.abs(y - seen.y) <= 1 and DIRECTIONS[3 * (y - seen.y) + x - seen.x]
  if direction then
    write_step(self, slot, direction)
  else
    address(self, OP.PLACE, slot)
    out:number(x)
    out:number(y)
    out:number(from_x)
    out:number(from_y)
  end
  seen.x, seen.y, seen.from_x, seen.from_y = x, y, from_x, from_y
  return true
end

-- The smallest that gives this fraction of the step.
local function travelled_of(fraction, stride)
  return math.ceil(floor(fraction * ONE + 0.5) * stride / ONE)
end

local function write_motion(self, body, seen, slot)
  local stepped = write_place(self, body, seen, slot)
  local stride = stepped and stride_of(body) or seen.stride
  if not stepped and seen.travelled == stride and not seen.fresh then return end
  local travelled, fraction = carry(seen, stepped, stride), body.fraction
  seen.stride = stride
  if floor(travelled * ONE / stride) ~= floor(fraction * ONE + 0.5) then
    travelled = travelled_of(fraction, stride)
    address(self, OP.TRAVELLED, slot)
    self._stream:number(travelled)
  end
  seen.travelled = travelled
end

local function write_if_new(self, op, slot, seen, key, value)
  if seen[key] == value then return end
  seen[key] = value
  address(self, op, slot)
  self._stream:number(value)
end

-- ---- routes -------------------------------------------------------------------------------------

-- From a cell of a path to its end: where it begins, and runs of equal directions.
local function write_cells(out, path, first)
  local runs, length, direction = {}, 0, nil
  local x, y = path:cell(first)
  out:number(x)
  out:number(y)
  for i = first + 1, #path do
    local to_x, to_y = path:cell(i)
    local way = DIRECTIONS[3 * (to_y - y) + to_x - x]
    if way ~= direction and direction then
      runs[#runs + 1] = length * 8 + direction
      length = 0
    end
    direction, length, x, y = way, length + 1, to_x, to_y
  end
  if direction then runs[#runs + 1] = length * 8 + direction end
  out:number(#runs)
  for _, run in ipairs(runs) do out:number(run) end
end

-- What each layer made it pay in all: a list of names and sums.
local function bill_of(path)
  local steps = path:explain()
  local sums = {}
  for _, step in ipairs(steps or {}) do
    for name, amount in pairs(step) do
      if name ~= "x" and name ~= "y" and amount ~= 0 then
        sums[name] = (sums[name] or 0) + amount
      end
    end
  end
  return core.keys(sums), sums
end

-- Kept with the route, for the next key frame.
local function write_bill(self, path, seen)
  if not seen.bill then seen.bill, seen.sums = bill_of(path) end
  self._stream:number(#seen.bill)
  for _, name in ipairs(seen.bill) do
    self._stream:number(cast.text_number(self, name))
    self._stream:signed(seen.sums[name])
  end
end

local function write_route(self, body, seen, slot, kept)
  local route = body.route
  if rawequal(route, seen.route) then return end
  if not route then
    seen.route = nil
    address(self, OP.NO_ROUTE, slot)
    return
  end
  if kept and rawequal(kept.route, route) then seen.bill, seen.sums = kept.bill, kept.sums
  else seen.bill = nil end
  seen.route = route
  address(self, OP.ROUTE, slot)
  local out = self._stream
  out:number(2 * route.cost + (route.status == "partial" and 1 or 0))
  out:number(#route)
  write_cells(out, route, math.max(1, body.progress or 1))
  write_bill(self, route, seen)
end

-- ---- what it is at ------------------------------------------------------------------------------

-- The verbs as they are now, and the numbers in them.
local function read_doing(self, unit, kept)
  local has_turned = self._turns[unit._id]
  if kept and not has_turned and kept.behaviour == unit:_runs() and kept.verbs then
    return kept.verbs, kept.numbers
  end
  local numbers = {}
  local verbs = doing.verbs(unit, numbers)
  if has_turned then why.observe(self, unit) end
  return verbs, numbers
end

local function are_equal(list, other)
  for i = 1, math.max(#list, #other) do
    if list[i] ~= other[i] then return false end
  end
  return true
end

-- A letter from 1 to 3 in the text of the verbs stands for a number.
local function write_doing(self, unit, seen, slot, kept)
  local behaviour = unit:_runs()
  if not (seen.fresh or seen.behaviour ~= behaviour or self._turns[unit._id]) then return end
  local verbs, numbers = read_doing(self, unit, kept)
  if seen.behaviour == behaviour and seen.verbs == verbs and are_equal(seen.numbers, numbers) then
    return
  end
  seen.behaviour, seen.verbs, seen.numbers = behaviour, verbs, numbers
  address(self, OP.DOING, slot)
  local out, _, count = self._stream, verbs:gsub("[\1-\3]", "")
  out:number(cast.text_number(self, doing.behaviour(unit)))
  out:number(cast.text_number(self, verbs))
  for i = 1, count do out:signed(numbers[i] or 0) end
end

-- Of another player than the list of units says, or of another size.
local function write_owner(self, unit, seen, slot)
  if self._identity_changes == self._world._identity_changes and not seen.fresh then return end
  local player, size = unit._player, unit.class.size
  if seen.owner == player and seen.size == size then return end
  seen.owner, seen.size, seen.player = player, size, player.name
  address(self, OP.BELONGS, slot)
  self._stream:number(cast.player_number(self, player))
  self._stream:number(size)
end

local function write_health(self, unit, seen, slot)
  local share = cast.asked(self, "health", unit)
  if type(share) ~= "number" or share ~= share then return end
  local percent = floor(math.max(0, math.min(1, share)) * 100 + 0.5)
  write_if_new(self, OP.HEALTH, slot, seen, "health", percent)
end

-- `kept`: what was seen of it before a key frame.
local function write_unit(self, unit, seen, slot, kept)
  local body = unit._body
  write_owner(self, unit, seen, slot)
  write_motion(self, body, seen, slot)
  write_if_new(self, OP.SPEED, slot, seen, "speed", floor(body.speed * ONE + 0.5))
  write_if_new(self, OP.SIGHT, slot, seen, "sight", body.sight and body.sight + 1 or 0)
  write_if_new(self, OP.STATE, slot, seen, "state", STATES[body.state])
  write_route(self, body, seen, slot, kept)
  write_if_new(self, OP.FAILED, slot, seen, "failed", unit._pause > 0 and 1 or 0)
  write_doing(self, unit, seen, slot, kept)
  write_data(self, unit, seen, slot, address)
  write_health(self, unit, seen, slot)
  seen.fresh = false
end

-- ---- coming and going ---------------------------------------------------------------------------

-- What has been seen of units is in `_seen`, in the order of their ids.
local function drop_the_gone(self)
  local list = {}
  self._slot = -1
  for i, seen in ipairs(self._seen) do
    if self._world._units[seen.id] then
      list[#list + 1] = seen
    else
      address(self, OP.VANISH, i - 1)
      why.gone(self, seen)
    end
  end
  self._seen = list
end

local function appear(self, unit, kept)
  local entry = cast.introduce(self, unit)
  local seen = { id = unit.id, x = unit.x, y = unit.y, from_x = unit.x, from_y = unit.y,
    stride = STRAIGHT, travelled = STRAIGHT, speed = 0, sight = 0, state = 0, fresh = true,
    health = 100, failed = 0, owner = self._players[entry.player].player, size = entry.size,
    player = unit.player.name,
    values = {}, data = {}, data_bytes = 0, keys = 0 }
  local out, list = self._stream, self._seen
  out:byte(OP.APPEAR)
  out:number(unit.id - (#list > 0 and list[#list].id or 0))
  out:number(unit.x)
  out:number(unit.y)
  list[#list + 1] = seen
  if not kept and self._world.ticks > self._first then
    self:_note { kind = "comes", unit = unit, x = unit.x, y = unit.y }
  end
  -- In the middle of a step: where it has come from is not to be told by the step.
  if unit.from_x ~= unit.x or unit.from_y ~= unit.y then seen.x, seen.y = 0, 0 end
  return seen
end

--- Writes down what is different of the units. `kept`: what was seen of them before a key frame.
return function(self, kept)
  drop_the_gone(self)
  local slot = 0
  self._slot = -1
  for unit in self._world:units() do
    local seen, before = self._seen[slot + 1], kept[unit._id]
    if not seen then seen = appear(self, unit, before) end
    write_unit(self, unit, seen, slot, before)
    slot = slot + 1
  end
  self._identity_changes = self._world._identity_changes
end
