--- What a recording writes down of the map, and of what players know of it.

local cast = require "astar.record.cast"
local stream = require "astar.record.stream"

local landscape = {}

local OP = stream.OP

local function write_plane(self, op, number, plane, before)
  if plane == before then return end
  local out = self._stream
  out:byte(op)
  if number then out:number(number) end
  out:changes(plane, before, self._map.width)
end

local function observe_players(self)
  for i, one in ipairs(self._players) do
    if not one.player.removed then
      local plane = one.player:_plane()
      write_plane(self, OP.KNOWN, i, plane, one.plane or self._empty)
      one.plane = plane
    end
  end
end

-- By their names: one that is removed is calm until another is made.
local function observe_layers(self)
  local planes = {}
  for layer in self._map:influences() do
    local name = layer.name
    planes[name] = layer:_plane()
    if not self._levels[name] then
      self._levels[name] = self._calm
      if not self._known_layers[name] then self._layers[#self._layers + 1] = name end
      self._known_layers[name] = true
    end
  end
  for i, name in ipairs(self._layers) do
    local plane = planes[name] or self._calm
    write_plane(self, OP.LEVELS, i, plane, self._levels[name] or self._calm)
    self._levels[name] = plane
  end
end

--- Writes down which players share their sight with which.
function landscape.write_sharing(self)
  for i, one in ipairs(self._players) do
    local sharers = {}
    for k, other in ipairs(self._players) do
      if k ~= i and not one.player.removed and not other.player.removed
        and other.player:shares(one.player) then
        sharers[#sharers + 1] = k
      end
    end
    self._stream:byte(OP.SEES)
    self._stream:number(i)
    self._stream:number(#sharers)
    for _, k in ipairs(sharers) do self._stream:number(k) end
  end
end

--- Writes down what is different of the terrain, of what players know, and of the influence maps.
function landscape.observe(self)
  for player in self._map:players() do cast.player_number(self, player) end
  local terrain = self._map:_plane()
  write_plane(self, OP.TERRAIN, nil, terrain, self._terrain)
  self._terrain = terrain
  observe_players(self)
  observe_layers(self)
end

return landscape
