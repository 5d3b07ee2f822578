--- The world in a mod's state: what the player of the unit that is activated knows of it.

local arguments = require "astar.mods.arguments"
local blame = require "astar.arguments.blame"
local bridge = require "astar.mods.guest.bridge"
local drawings = require "astar.world.drawings"
local ground = require "astar.mods.guest.ground"
local influences = require "astar.mods.guest.influences"
local group = require "astar.mods.guest.group"
local object = require "astar.units.object"
local random = require "astar.world.random"
local reconnaissance = require "astar.mods.guest.reconnaissance"
local strict = require "astar.arguments.strict"

local ask = bridge.ask

local module = {}

-- ---- players and classes ------------------------------------------------------------------------

local player = {}
local players, classes = {}, {}
local PLAYER, CLASS = { name = true, knows = true }, { size = true, number = true, cost = true }

local player_meta = bridge.seal {}

function player_meta.__index(self, key)
  if key == "name" then return object.expect(self, "player").name end
  return player[key] or strict.read("player", key, PLAYER)
end

function player_meta.__newindex(_, key)
  strict.write("player", key, PLAYER, {})
end

function player_meta:__tostring() return ("player '%s'"):format(self.name) end

--- "unseen", "seen" or "visible", and the terrain that it takes the cell for.
function player:knows(x, y)
  if self ~= module.own() then error("a mod knows only what the player of its unit knows", 2) end
  return ask("knows", x, y)
end

local NEW_PLAYER = { kind = "player", name = "" }

--- The player of a name. A recorded world has perhaps met it before, and it costs the same.
function module.player(name)
  local self, own = object.remember(players, name, player_meta, NEW_PLAYER)
  own.name = name
  return self
end

--- The player of the unit that is activated.
function module.own() return module.current.player end

group.player, reconnaissance.player = module.own, module.own

function module.is_player(value) return object.inner(value, "player") ~= nil end

local class = {}

function class:cost(name) return ask("class_cost", object.expect(self, "class").number, name) end

local class_meta = bridge.seal {}

function class_meta.__index(self, key)
  if key == "number" or key == "size" then return object.expect(self, "class")[key] end
  return class[key] or strict.read("class", key, CLASS)
end

function class_meta.__newindex(_, key)
  strict.write("class", key, CLASS, {})
end

function class_meta:__tostring() return ("class %d"):format(self.number) end

function ground.current_class() return module.current.class end

--- The class of a number, by which the host knows it.
function module.class(number)
  local self = classes[number]
  if not self then
    self = object.new("class", class_meta, { number = number, size = ask("class_size", number) })
    classes[number] = self
  end
  return self
end

-- ---- the world ----------------------------------------------------------------------------------

local world = {}                                 -- the methods
for _, methods in ipairs { group.world, reconnaissance.world, ground.world,
  influences.world } do
  for name, method in bridge.pairs(methods) do world[name] = method end
end

--- Those of a player, an object or a name, or all; of foreign ones those that can be seen.
-- @card for unit in world:units([player]) - all units that its player sees
function world.units(_, of)
  local name = module.is_player(of) and of.name or of
  if name ~= nil and type(name) ~= "string" then
    blame.fail("units", 1, "a player or a name expected, got %s", type(of))
  end
  local list, i = module.list_of(ask("units", name)), 0
  return function()
    i = i + 1
    return list[i]
  end
end

function reconnaissance.every_unit(of) return world.units(nil, of) end

-- @card world:unit_at(x, y) - the unit there, if it is seen
function world.unit_at(_, x, y)
  local id = ask("unit_at", x, y)
  return id and module.unit_of(id)
end

-- @card world:player(name) - the player of that name: it does not tell whether there is one
function world.player(_, name)
  if type(name) == "string" then return module.player(name) end
  blame.fail("player", 1, "a player's name expected, got %s", type(name))
end

local function check_key(method, key)
  local problem = arguments.key(key)
  if problem then blame.fail(method, 1, "%s", problem) end
end

local function check_unit(method, unit)
  if object.is_unit(unit) then return end
  blame.fail(method, 2, "a unit expected, got %s", type(unit))
end

-- @card world:reserve(key, unit), world:release(key, unit), world:holder(key) - keys that one
--   unit has at a time
function world.holder(_, key)
  check_key("holder", key)
  local id = ask("holder", key)
  return id and module.unit_of(id)
end

function world.reserve(_, key, unit)
  check_key("reserve", key)
  check_unit("reserve", unit)
  return ask("reserve", unit.id, key)
end

function world:release(key, unit)
  check_key("release", key)
  check_unit("release", unit)
  ask("release", unit.id, key)
  return self
end

-- @card world:draw_line(x, y, x2, y2 [, text]), world:draw_circle(x, y, radius [, text]) - shown
function world:draw_line(...)
  drawings.line(...)
  ask("draw", "line", false, ...)
  return self
end

function world:draw_circle(...)
  drawings.circle(...)
  ask("draw", "circle", false, ...)
  return self
end

local CHANCES = { pick = random.pick, shuffle = random.shuffle }

local function draw(_, low, high)
  if type(low) == "table" then blame.fail("random", 0, "write world.random(6), with a dot") end
  return ask("random", low, high)
end

local chance = setmetatable({}, bridge.seal {
  __call = draw,
  __index = function(_, key) return CHANCES[key] or strict.read("random", key, CHANCES) end,
  __newindex = function(_, key) strict.write("random", key, CHANCES, {}) end,
})

local MAP = { width = true, height = true, grid = true }
local grid

local map = setmetatable({}, bridge.seal {
  __index = function(_, key)
    if key == "width" or key == "height" then return ask("map", key) end
    if key ~= "grid" then strict.read("map", key, MAP) end
    grid = grid or ask("map", "grid")                -- asked again and again: for unit:distance
    return grid
  end,
  __newindex = function() error("a mod cannot change the map", 2) end,
})
reconnaissance.map = map

-- @card world.ticks, world.map.width, world.map.height, world.map.grid - now; the size of the map;
--   "square", "hex" or "flat_hex"
-- @card world.random([low, high]), world.random:pick(list), world.random:shuffle(list) - random
--   numbers
-- @card world.facts - what the game tells the player: score, resources
local KEYS = { ticks = true, random = true, map = true, facts = true }
for name in pairs(world) do KEYS[name] = true end

--- What of the world a script finds in a table, where no function has to be called: its methods,
-- and `ticks`, which are set when a unit is activated.
module.shown = { ticks = 0, random = chance, map = map }
for name, method in bridge.pairs(world) do module.shown[name] = method end

setmetatable(module.shown, bridge.seal {
  __index = function(_, key)
    if key == "facts" then return ask("facts") end
    return strict.read("world", key, KEYS)
  end,
})

module.world = setmetatable({}, bridge.seal {
  __index = module.shown,
  __newindex = function() error("a mod cannot change the world", 2) end,
  __tostring = function() return ("world (tick %d)"):format(module.shown.ticks) end,
})

return module
