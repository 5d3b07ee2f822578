--- What a recording writes down of units: where they are and go, what they do, what the game keeps
-- of them.

local id_tables = require "astar.record.id_tables"
local copied = require "astar.copied"
local core = require "astar.core"
local data = require "astar.record.data"
local doing = require "astar.world.doing"
local orders = require "astar.world.orders"
local pairs = require "astar.pairs".pairs
local stream = require "astar.record.stream"
local decisions = require "astar.record.decisions"

local units = {}

local floor, max, min = math.floor, math.max, math.min
local runs = orders._runs
local OP = stream.OP

-- ---- moving -------------------------------------------------------------------------------------

-- Where a unit stands in the list of those that there are, told by the distance from the last one.
local function address(self, op, slot)
  self._stream:byte(op)
  self._stream:number(slot - self._slot)
  self._slot = slot
end

-- How units of the slots from `first` to `last` have moved.
local function write_moves(self, first, last)
  if first > last then return end
  local out = self._stream
  out.n, self._slot = self._map:_recorder_write(self._unit_recorder, first, last, out, out.n,
    self._slot)
end

local function write_if_new(self, op, slot, seen, key, value)
  if seen[key] == value then return end
  seen[key] = value
  address(self, op, slot)
  self._stream:number(value)
end

-- ---- routes -------------------------------------------------------------------------------------

-- What each layer made it pay in all: a list of names and sums.
local function bill_of(path)
  local sums = path:_bill()
  return core.keys(sums), sums
end

-- Kept with the route, for the next key frame.
local function write_bill(self, path, seen)
  if not seen.bill then seen.bill, seen.sums = bill_of(path) end
  self._stream:number(#seen.bill)
  for _, name in ipairs(seen.bill) do
    self._stream:number(id_tables.text_number(self, name))
    self._stream:signed(seen.sums[name])
  end
end

local function write_route(self, body, seen, slot, kept)
  local route = body.route
  if rawequal(route, seen.route) then return end
  self._map:_recorder_route(self._unit_recorder, slot, route)
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
  out.n = route:_recorder_cells(out, out.n, max(1, body.progress or 1))
  write_bill(self, route, seen)
end

-- ---- what it is at ------------------------------------------------------------------------------

-- The verbs as they are now, and the numbers in them.
local function read_doing(self, unit, kept)
  local has_turned = self._turns[unit._id]
  if kept and not has_turned and kept.behaviour == runs(unit) and kept.verbs then
    return kept.verbs, kept.numbers
  end
  local numbers = {}
  local verbs = doing.verbs(unit, numbers)
  if has_turned then decisions.observe(self, unit) end
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
  local behaviour = runs(unit)
  if not (seen.fresh or seen.behaviour ~= behaviour or self._turns[unit._id]) then return end
  local verbs, numbers = read_doing(self, unit, kept)
  if seen.behaviour == behaviour and seen.verbs == verbs and are_equal(seen.numbers, numbers) then
    return
  end
  seen.behaviour, seen.verbs, seen.numbers = behaviour, verbs, numbers
  address(self, OP.DOING, slot)
  local out, _, count = self._stream, verbs:gsub("[\1-\3]", "")
  out:number(id_tables.text_number(self, doing.behaviour(unit)))
  out:number(id_tables.text_number(self, verbs))
  for i = 1, count do out:signed(numbers[i] or 0) end
end

-- Of another player than the list of units says, or of another size.
local function write_owner(self, unit, seen, slot)
  if self._identity_changes == self._world._identity_changes and not seen.fresh then return end
  local player, size = unit._player, unit.class.size
  if seen.owner == player and seen.size == size then return end
  seen.owner, seen.size, seen.player = player, size, player.name
  address(self, OP.BELONGS, slot)
  self._stream:number(id_tables.player_number(self, player))
  self._stream:number(size)
end

-- What the game says of its health, in hundredths.
local function health_of(self, unit)
  local share = id_tables.asked(self, "health", unit)
  if type(share) ~= "number" or share ~= share then return nil end
  return floor(max(0, min(1, share)) * 100 + 0.5)
end

-- `kept`: what was seen of it before a key frame. `health`: nil where the game does not say.
local function write_unit(self, unit, seen, slot, kept, health)
  write_owner(self, unit, seen, slot)
  write_moves(self, slot, slot)
  write_route(self, unit._body, seen, slot, kept)
  write_if_new(self, OP.FAILED, slot, seen, "failed", unit._pause > 0 and 1 or 0)
  write_doing(self, unit, seen, slot, kept)
  data.write(self, unit, seen, slot, address)
  if health then write_if_new(self, OP.HEALTH, slot, seen, "health", health) end
  seen.fresh = false
end

-- ---- coming and going ---------------------------------------------------------------------------

-- What has been seen of units is in `_seen`, in the order of their ids. `_removals`: how much had
-- been taken off the map when the list was last gone through.
local function drop_the_gone(self)
  local list, living, gone = self._seen, self._world._units, 0
  local removals = self._map:_removals()
  if removals == self._removals then return end
  self._removals, self._slot = removals, -1
  for i, seen in ipairs(list) do
    if living[seen.id] then
      list[i - gone] = seen
    else
      address(self, OP.VANISH, i - 1)
      seen.x, seen.y = self._map:_recorder_cell(self._unit_recorder, i - 1 - gone)
      self._map:_recorder_drop(self._unit_recorder, i - 1 - gone)
      decisions.gone(self, seen)
      gone = gone + 1
    end
  end
  for i = #list, #list - gone + 1, -1 do list[i] = nil end
end

local function watch(self, unit)
  local map, names = self._map, self._data or nil
  if map:_recorder_add(self._unit_recorder, unit._body, unit, nil, names) then return end
  self._unit_recorder = map:_unit_recorder(2 * #self._seen + 16, self._unit_recorder)
  map:_recorder_add(self._unit_recorder, unit._body, unit, nil, names)
end

local function appear(self, unit, kept)
  local entry = id_tables.introduce(self, unit)
  local x, y, list, out = unit.x, unit.y, self._seen, self._stream
  local seen = { unit = unit, id = unit.id, fresh = true,
    health = 100, failed = 0, owner = self._players[entry.player].player, size = entry.size,
    player = unit.player.name,
    values = {}, data = {}, data_bytes = 0, keys = 0 }
  out:byte(OP.APPEAR)
  out:number(unit.id - (#list > 0 and list[#list].id or 0))
  out:number(x)
  out:number(y)
  watch(self, unit)
  list[#list + 1] = seen
  if not kept and self._world.ticks > self._first then
    self:_note { kind = "comes", unit = unit, x = x, y = y }
  end
end

-- Those that have come since, each written before the next one appears.
local function write_new(self, kept, last_id)
  local living, list = self._world._units, self._seen
  for id = (list[#list] and list[#list].id or 0) + 1, last_id do
    local unit = living[id]
    if unit then
      appear(self, unit, kept[id])
      write_unit(self, unit, list[#list], #list - 1, kept[id], health_of(self, unit))
    end
  end
end

-- The ids of units in which something may have changed that the recorder does not see; true: all.
local function known_changes(self)
  if self._identity_changes ~= self._world._identity_changes then return true end
  local told = copied(self._turns)
  for id in pairs(self._crowded) do told[id] = true end
  return told
end

-- What the game says of the health of all, by ids. Where that is new, the unit is added to `told`.
local function ask_health(self, told)
  local all = {}
  for _, seen in ipairs(self._seen) do
    local health = health_of(self, seen.unit)
    all[seen.id] = health
    if health and health ~= seen.health and told ~= true then told[seen.id] = true end
  end
  return all
end

-- Most units have only moved. They are written together, up to one that did something else.
local function write_known(self)
  local list, first = self._seen, 0
  local told = known_changes(self)
  local health = self._health and ask_health(self, told) or {}
  local changed, last_id = self._map:_recorder_look(self._unit_recorder, self._world._units, told,
    self._world.ticks % self._every == 0, self._data or nil)
  for _, slot in ipairs(changed) do
    local seen = list[slot + 1]
    write_moves(self, first, slot - 1)
    write_unit(self, seen.unit, seen, slot, nil, health[seen.id])
    first = slot + 1
  end
  write_moves(self, first, #list - 1)
  return last_id
end

--- Begins to look at units: none of them has been written yet.
function units.begin(self)
  self._seen, self._unit_recorder = {}, self._map:_unit_recorder(self._world._count)
  self._crowded = {}                             -- ids, see data.write
end

--- Knows of a unit where it is, and has written nothing of it: for the next key frame.
function units.know(self, unit)
  watch(self, unit)
  self._seen[#self._seen + 1] = { unit = unit, id = unit.id }
end

--- Writes down what is different of the units. `kept`: what was seen of them before a key frame.
function units.write(self, kept)
  drop_the_gone(self)
  self._slot = -1
  write_new(self, kept, write_known(self))
  self._identity_changes = self._world._identity_changes
end

return units
