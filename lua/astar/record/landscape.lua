--- What a recording writes down of the map, and of what players know of it.

local id_tables = require "astar.record.id_tables"
local stream = require "astar.record.stream"

local landscape = {}

local OP = stream.OP

-- Looks whether `of`, a map, player or influence map, is another than it was when `entry` was
-- written; then writes its plane. An entry has the object, its changes, and the plane.
local function observe(self, op, number, of, entry)
  local changes = of:_changes()
  if entry.of == of and entry.changes == changes then return end
  entry.of, entry.changes = of, changes
  local plane, before, out = of:_plane(), entry.plane, self._stream
  if plane == before then return end
  entry.plane = plane
  out:byte(op)
  if number then out:number(number) end
  out.n = self._map:_recorder_changes(out, out.n, plane, before)
end

local function observe_players(self)
  for i, one in ipairs(self._players) do
    if not one.player.removed then
      one.known = one.known or { plane = self._empty }
      observe(self, OP.KNOWN, i, one.player, one.known)
    end
  end
end

-- What an influence map is that is 0 everywhere.
local function calm(self)
  return { _changes = function() return 0 end, _plane = function() return self._calm end }
end

-- By their names: one that is removed is calm until another is made.
local function observe_layers(self)
  local layers = {}
  for layer in self._map:influences() do
    local name = layer.name
    layers[name] = layer
    if not self._known_layers[name] then self._layers[#self._layers + 1] = name end
    self._known_layers[name] = true
  end
  for i, name in ipairs(self._layers) do
    self._levels[name] = self._levels[name] or { plane = self._calm }
    observe(self, OP.LEVELS, i, layers[name] or calm(self), self._levels[name])
  end
end

-- All links, where one of them is not as it was written: its two ends, is it open, one-way.
local function observe_links(self)
  local list, out = {}, self._stream
  for link in self._map:links() do
    local n, how = #list, (link.is_open and 1 or 0) + (link.one_way and 2 or 0)
    list[n + 1], list[n + 2], list[n + 3], list[n + 4] = link:ends()
    list[n + 5] = how
  end
  local text = table.concat(list, " ")
  if text == self._links then return end
  self._links = text
  out:byte(OP.LINKS)
  out:number(#list / 5)
  for _, number in ipairs(list) do out:number(number) end
end

--- Forgets what was written.
function landscape.begin(self)
  self._terrain, self._levels, self._links = { plane = self._empty }, {}, ""
  for _, one in ipairs(self._players) do one.known = nil end
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

--- Writes down what is different of the terrain and the links, of what players know, and of the
-- influence maps.
function landscape.observe(self)
  for player in self._map:players() do id_tables.player_number(self, player) end
  observe(self, OP.TERRAIN, nil, self._map, self._terrain)
  observe_links(self)
  observe_players(self)
  observe_layers(self)
end

return landscape
