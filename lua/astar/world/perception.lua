--- What a world tells its units of in each tick: that they arrived or met an obstacle, and which
-- enemies came in sight.

local numbers = require "astar.world.numbers"
local pairs = require "astar.pairs".pairs
local sightings = require "astar.world.sightings"

local perception, NOTHING = {}, {}

-- What was told of watched paths of units: with the cost, and what it was compared with.
local function raise_of_watches(self)
  for kind, watch in self._map:watch_events() do
    local body = watch.unit
    local unit = body and self._units[body.id]
    if unit and kind == "costlier" then unit:tell(kind, watch.cost, watch.before)
    elseif unit then unit:tell(kind)
    end
  end
end

--- What happened to bodies in this tick.
function perception.raise_of_bodies(self)
  for kind, body in self._map:events() do
    local unit = self._units[body.id]
    if unit then unit:tell(kind) end
  end
  raise_of_watches(self)
  for _, player in ipairs(self._players) do
    for body, index in player:_cut_units() do
      local unit, route = self._units[body.id], body.route
      if unit and unit._broken ~= route then
        self:_touch(unit)
        unit._broken = route
        unit:tell("blocked", index)
      end
    end
  end
end

-- Tells those of a player's units that see it themselves.
local function reveal(self, player, enemy)
  local units = self._units
  for body in player:_watchers(enemy._body) do
    local unit = units[body.id]
    if unit and unit:distance(enemy) <= unit.sight then unit:tell("revealed", enemy) end
  end
end

-- The world's foreign units that a player sees, by their ids: a list, and by these.
local function in_sight(self, player)
  local list, by, units = {}, {}, self._units
  for body in player:_foreign_units() do
    local unit = units[body.id]
    if unit then list[#list + 1], by[unit._id] = unit, unit end
  end
  return list, by
end

-- For mods: where a player has seen foreign units, and those that it sees and has no number for.
local function note_sightings(self, place, list, by)
  local seen, own, strangers = self._seen[place] or NOTHING, self._numbers[place], {}
  for i = 1, #list do
    sightings.note(self, list[i], place)
    if not (own and own.units[list[i]._id]) then strangers[#strangers + 1] = list[i] end
  end
  for id in pairs(self._sighted[place] or NOTHING) do              -- in any order: each on its own
    if self._units[id] and not by[id] then sightings.miss(self, id, place, seen[id]) end
  end
  if strangers[1] then numbers.discover(self, place, strangers) end
end

-- What a player sees from now on. What it did not see before is added to a list.
local function update_seen(self, place, list, by, revealed)
  local seen = self._seen[place] or {}
  for id in pairs(seen) do                       -- in any order
    if not by[id] then seen[id] = nil end
  end
  for i = 1, #list do
    local id = list[i]._id
    if not seen[id] then
      revealed[#revealed + 1], seen[id] = { place = place, unit = list[i] }, true
    end
  end
  self._seen[place] = seen
end

local function is_told_first(a, b)
  if a.unit ~= b.unit then return a.unit._id < b.unit._id end
  return a.place < b.place
end

--- Which units have come into the sight of which players.
function perception.raise_of_sight(self)
  local players, revealed = self._players, {}
  if #players < 2 then return end
  for place, player in ipairs(players) do
    local list, by = in_sight(self, player)
    if self._mods[1] then note_sightings(self, place, list, by) end
    update_seen(self, place, list, by, revealed)
  end
  table.sort(revealed, is_told_first)
  for _, one in ipairs(revealed) do reveal(self, players[one.place], one.unit) end
  sightings.miss_the_dead(self)
end

return perception
