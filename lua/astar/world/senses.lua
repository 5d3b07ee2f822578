--- Senses: what a unit may know of the world around it, which is what its player knows. They are
-- methods of units; none of them yields.

local check = require "astar.units.values"
local distance = require "astar.units.distance"
local levels = require "astar.units.levels"
local object = require "astar.units.object"
local threatening = require "astar.world.threats"

local senses = {}

local MOST_RADIUS = 2147483647

--- Chebyshev's distance in cells (of hexagons, in steps) to a cell, or to anything with x and y;
-- between the nearest of the cells that both cover. To another level, and to a unit that its player
-- has never seen, in a mod: math.huge.
-- @card unit:distance(x, y), unit:distance(target) - in cells, diagonals as one
function senses:distance(x, y)
  local size, span_x, span_y = self.class.size, 1, 1
  if type(x) == "number" then
    check.point("distance", x, y)
  else
    local target = x
    local is_object = check.is_object(target)
    if is_object then x, y = target.x, target.y end
    if x == nil and object.is_unit(target) then return math.huge end
    check.argument(is_object and type(x) == "number" and type(y) == "number", 1, "distance",
      "x and y, or a target,", target)
    span_x, span_y = target.width or 1, target.height or 1
  end
  local rect = { x = x, y = y, width = span_x, height = span_y }
  return distance.to_rectangle(self.world, self.x, self.y, size, rect)
end

--- The name of the level that a cell of the map is on, and where it is on that level; nil: there is
-- none.
function senses:level_at(x, y)
  check.point("level_at", x, y)
  return levels.at(object.levels(self.world), x, y)
end

--- Is it there, and may the unit's player know of it? Of what is no unit: yes.
-- @card unit:sees(target), unit:clear_shot(target) - does its player see it, and does it exist? is
--   nothing in the way of a shot?
function senses:sees(target)
  check.argument(check.is_object(target), 1, "sees", "a target", target)
  if check.field(target, "removed") then return false end
  return not check.field(target, "visible_to") or target:visible_to(self.player)
end

--- "unseen", "seen" or "visible", and the terrain that the player takes the cell for.
-- @card unit:knows(x, y), unit:level_at(x, y) - `"unseen"`, `"seen"` or `"visible"`, and the
--   terrain; the name of a level, and x, y on it
function senses:knows(x, y)
  return self.player:knows(x, y)
end

local function find_influence(map, name)
  for layer in map:influences() do
    if layer.name == name then return layer end
  end
end

--- The value of an influence map of that name where the unit is, or at a cell; nil, where there is
-- no such map.
-- @card unit:influence(name [, x, y]) - the value of an influence map
function senses:influence(name, x, y)
  check.argument(type(name) == "string", 1, "influence", "the name of an influence map", name)
  local layer = find_influence(self.world.map, name)
  if not layer then return nil end
  if x == nil then return layer:get(self.x, self.y) end
  check.cell(self, 2, x, y)
  return layer:get(x, y)
end

local function units_of(world, bodies)
  local units, list = world._units, {}
  for _, body in ipairs(bodies) do list[#list + 1] = units[body.id] end
  return list
end

--- The units around that its player may know of, the nearest first, equally near ones in reading
-- order. side: "any", "friends", "enemies"; `place`, anything with x and y: around that, the unit
-- included.
-- @card unit:units_near(radius [, side [, place]]) - a list, the nearest first; side: `"any"`,
--   `"friends"`, `"enemies"`
function senses:units_near(radius, side, place)
  check.argument(place == nil or check.is_place(place), 3, "units_near", "a place", place)
  local cell = place and { x = place.x, y = place.y }
  return units_of(self.world, self.body:units_near(radius, side, cell))
end

local function of_side(self, radius, side, place)
  check.integer(1, "radius", radius, 0, MOST_RADIUS)
  check.argument(place == nil or check.is_place(place), 2, nil, "a place", place)
  return self:units_near(radius, side, place)
end

-- @card unit:friends(radius [, place]), unit:enemies(radius [, place]) - those of one side
function senses:friends(radius, place) return (of_side(self, radius, "friends", place)) end
function senses:enemies(radius, place) return (of_side(self, radius, "enemies", place)) end

--- The way out of reach of threats, as a field that flees has it: path | nil, code. One that has a
-- single cell: there is no better place.
-- @card unit:flight(threats), unit:cover(threats, radius) - the path away from a list of threats;
--   to where they cannot see it
function senses:flight(threats)
  local cells = threatening.cells(self.world.map, "flight", threats)
  local path, code = self.world:_flight(self, cells)
  return path, code
end

--- The way to the nearest cover, a place that no threat sees if each sees `radius` cells far: path
-- | nil, code. One that has a single cell: the unit is hidden already.
function senses:cover(threats, radius, query)
  check.query(self, 3, query)
  local eyes = threatening.eyes(self, threats, radius)
  local sight = self.player:sight(eyes, { radius = radius })
  local found, code = self.body:nearest({ hidden_from = sight }, query)
  sight:close()
  if not found then return nil, code end
  return found.path
end

--- Is nothing in the way of a shot, as far as its player knows? true | false, code, x, y.
function senses:clear_shot(x, y, given)
  if type(x) == "number" then return self.body:clear_shot(x, y, given) end
  local target = x
  check.argument(check.is_place(target), 1, "clear_shot", "x and y, or a target,", target)
  if check.field(target, "removed") then return false, "gone" end
  if not self:sees(target) then return false, "unseen" end
  if object.is_unit(target) then return self.body:clear_shot(target, y) end
  local cell = threatening.eye(target)
  return self.body:clear_shot({ x = cell[1], y = cell[2] }, y)
end

return senses
