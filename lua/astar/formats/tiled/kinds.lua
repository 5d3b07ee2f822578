--- Kinds of terrain, from what tiles and layers are said to be: `terrain`, `cost`, `blocked` and
-- `opaque`. What says none of these has no say.

local core = require "astar.core"
local pairs = require "astar.pairs".pairs
local reject = require("astar.arguments.reject").because

local kinds = {}
kinds.__index = kinds

local PLAIN, MAX_COST, MAX_NAME = 10, 65535, 63

-- What a name costs if nothing says more. What cannot be entered is opaque; as in astar.map.
local USUAL = { plain = PLAIN, wall = false }

-- A property may have any type in Tiled, where "string" is the one that is offered first.
local function truth(value, name, what)
  if value == nil or type(value) == "boolean" then return value end
  if value == "true" or value == "false" then return value == "true" end
  return reject("%s: %s = %s is not true or false", what, name, core.show(value))
end

local function cost_of(value, what)
  if value == nil or value == false then return value end
  local cost = value
  if type(value) == "string" and value:find("^%d+$") then cost = tonumber(value) end
  if type(cost) ~= "number" or cost % 1 ~= 0 or cost < 1 or cost > MAX_COST then
    reject("%s: cost = %s is out of range, 1 to %d; `blocked` is for what cannot be entered", what,
      core.show(value), MAX_COST)
  end
  return math.floor(cost)
end

local function name_of(value, what)
  if value == nil or value == "" then return nil end
  if type(value) ~= "string" or #value > MAX_NAME or value:find("%z") then
    reject("%s: terrain = %s is not a name of 1 to %d bytes", what, core.show(value), MAX_NAME)
  end
  return value
end

-- What is said, or nil. `cost` and `opaque` are nil where nothing is said of them.
local function said(properties, what)
  local name, cost = name_of(properties.terrain, what), cost_of(properties.cost, what)
  local blocked = truth(properties.blocked, "blocked", what)
  local opaque = truth(properties.opaque, "opaque", what)
  if blocked then cost = false end
  if name == nil and cost == nil and blocked == nil and opaque == nil then return nil end
  return { name = name, cost = cost, opaque = opaque, what = what }
end

-- The name of a kind that was given none says what it is.
local function described(cost, opaque)
  if cost == false then return opaque == false and "blocked" or "wall" end
  local name = (cost or PLAIN) == PLAIN and "plain" or ("cost %d"):format(cost)
  return opaque and name .. " opaque" or name
end

--- The kinds of a map. `given` is the game's own table from names to kinds, as astar.map takes it,
-- or nil.
function kinds.new(given)
  return setmetatable({ given = given, found = {} }, kinds)
end

-- Two tiles of one name have to agree. Which of them comes first makes no difference.
local function agree(one, key, value, what)
  if value == nil then return end
  if one[key] ~= nil and one[key] ~= value then
    reject("%s: terrain '%s' has %s = %s, but %s has %s", what, one.name, key, tostring(value),
      one.what, tostring(one[key]))
  end
  one[key] = value
end

--- The kind that properties speak of, a table that is the same for the same terrain; nil: they say
-- nothing.
function kinds:of(properties, what)
  local one = said(properties, what)
  if not one then return nil end
  local own = one.name == nil
  local name = one.name or described(one.cost, one.opaque)
  if self.given and self.given[name] ~= nil then
    self.found[name] = self.found[name] or { name = name, given = true }
    return self.found[name]
  end
  if own then
    if one.cost == nil then one.cost = PLAIN end
    if one.opaque == nil then one.opaque = one.cost == false end
  elseif self.given then
    reject("%s: '%s' is none of `terrains`, the nearest is '%s'", what, name,
      core.nearest(name, core.keys(self.given)))
  end
  local kind = self.found[name] or { name = name, what = what }
  self.found[name] = kind
  agree(kind, "cost", one.cost, what)
  agree(kind, "opaque", one.opaque, what)
  return kind
end

local function complete(kind)
  local cost, opaque = kind.cost, kind.opaque
  if cost == nil then cost = USUAL[kind.name] end
  if cost == nil then cost = PLAIN end
  if opaque == nil then opaque = cost == false end
  return { cost = cost, opaque = opaque }
end

--- All kinds, as astar.map takes them.
function kinds:terrains()
  local result = {}
  for name, kind in pairs(self.found) do
    if not kind.given then result[name] = complete(kind) end
  end
  for name, kind in pairs(self.given or {}) do result[name] = kind end
  return result
end

return kinds
