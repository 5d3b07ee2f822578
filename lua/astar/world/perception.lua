--- What a world tells its units of in each tick: that they arrived or met an obstacle, and which
-- enemies came in sight.

local numbers = require "astar.world.numbers"
local pairs = require "astar.pairs".pairs
local sightings = require "astar.world.sightings"

local perception = {}

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
  for unit in self:units(player) do
    if unit.sight and unit:distance(enemy) <= unit.sight then unit:tell("revealed", enemy) end
  end
end

-- A unit that a player sees and has no number for is added to the player's list of these.
local function note_stranger(self, strangers, place, unit)
  local own = self._numbers[place]
  if own and own.units[unit._id] then return end
  local list = strangers[place] or {}
  strangers[place] = list
  list[#list + 1] = unit
end

--- Which units have come into the sight of which players.
function perception.raise_of_sight(self)
  local players, seen, has_mods = self._players, self._seen, self._mods[1]
  local strangers = {}
  if #players < 2 then return end
  for unit in self:units() do
    local id = unit.id
    for i, player in ipairs(players) do
      if player ~= unit.player then
        local visible = unit.body:visible_to(player)
        local by = seen[i] or {}
        if visible and not by[id] then reveal(self, player, unit) end
        if has_mods and visible then
          sightings.note(self, unit, i)
          note_stranger(self, strangers, i, unit)
        elseif has_mods then sightings.miss(self, id, i, by[id])
        end
        by[id], seen[i] = visible or nil, by
      end
    end
  end
  for place, units in pairs(strangers) do        -- in any order
    numbers.discover(self, place, units)
  end
  sightings.miss_the_dead(self)
end

return perception
