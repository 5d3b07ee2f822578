-- Influence maps that a mod makes itself, from recipes. They lie on a map of the instance's own, of
-- the size of the world's, so the world's map and its hash know nothing of them. What goes into
-- them is what the mod has sent, what its player knows of cells, and the game's influence maps that
-- it may read anyway.
--
-- A map stays as it was when it was made. So reading costs little. When the world is saved, a map
-- keeps its values, and what they were made from is let go (saved_instances.lua).

local core = require "astar.core"
local levels = require "astar.map.level"

local influences = {}

local MOST_LAYERS, DEEPEST = 16, 8
local MOST_STAMPS, MOST_RADIUS, MOST_NEAR, MOST_TIMES = 1024, 255, 32, 16
local LAYER_BYTES, CELL_BYTES = 2048, 9          -- of a layer
local MAP_BYTES, MAP_CELL_BYTES = 65536, 2       -- of the map of the instance
local A_STAMP = 40                               -- instructions, beside a half for each cell
-- Looks at each cell: of any layer; of one that is copied cell by cell; of one spreading.
local LOOKS, A_COPY, A_SPREAD = 2, 10, 6

local TERMS = 8
local ONE = { spread = true, slope = true, near = true }
local RECIPES = { sum = true, product = true, greatest = true, least = true, tension = true,
  vulnerability = true, slope = true, near = true }
local STATES = { unseen = "%z", seen = "\1", visible = "\2" }

-- ---- what is asked for --------------------------------------------------------------------------

-- The number of a key, whole, or what it is when there is none.
local function whole(node, key, least, most, default)
  local value = node[key]
  if value == nil then value = default end
  if type(value) == "number" and value >= least and value <= most and value % 1 == 0 then
    return value
  end
  error(("%s = %s is not a whole number from %d to %d"):format(key, core.show(value), least, most),
    0)
end

local function term_of(node, place)
  local term = node[place]
  if type(term) == "table" and term[1] == nil then return term.map, term.factor end
  return term
end

local function charge_stamps(instance, node)
  local map, list = instance.world.map, node.list
  if type(list) ~= "table" then error("a list of stamps expected", 0) end
  if #list > 3 * MOST_STAMPS then
    error(("at most %d places expected, got %.0f"):format(MOST_STAMPS, #list / 3), 0)
  end
  local width = 2 * whole(node, "radius", 0, MOST_RADIUS, 0) + 1
  local cells = math.min(width, map.width) * math.min(width, map.height)
  instance.box:charge(math.floor(#list / 3 * (A_STAMP + cells / 2)))
end

-- Looks at each cell that a layer takes, without its terms.
local function looks_of(instance, node)
  if type(node) == "string" or STATES[node[1]] then return A_COPY end
  if node[1] == "stamps" then charge_stamps(instance, node) end
  if node[1] == "spread" then
    return A_COPY + A_SPREAD * whole(node, "times", 1, MOST_TIMES, 1)
  end
  if node[1] == "near" then return LOOKS + whole(node, "radius", 1, MOST_NEAR) end
  return LOOKS
end

local function check_terms(node)
  local count = #node - 1
  local most = ONE[node[1]] and 1 or TERMS
  if count >= 1 and count <= most then return end
  error(("'%s' takes %s, got %d"):format(node[1], most == 1 and "one map" or "1 to 8 maps", count),
    0)
end

-- Adds up layers and looks of a tree.
local function weigh(instance, node, sum, depth)
  local kind = type(node) == "table" and node[1]
  local combines = RECIPES[kind] or kind == "spread"
  if type(node) ~= "string" and not (combines or STATES[kind] or kind == "stamps") then
    error("a recipe expected", 0)
  end
  sum.layers = sum.layers + 1
  if sum.layers > MOST_LAYERS then
    error(("a recipe has at most %d maps in it"):format(MOST_LAYERS), 0)
  end
  if depth > DEEPEST then error(("a recipe is at most %d deep"):format(DEEPEST), 0) end
  if combines then check_terms(node) end
  sum.looks = sum.looks + looks_of(instance, node)
  if not combines then return end
  for i = 2, #node do weigh(instance, term_of(node, i), sum, depth + 1) end
end

-- ---- making -------------------------------------------------------------------------------------

-- A map of the size of the world's, without terrain.
local function new_canvas(instance)
  local map, list = instance.world.map, {}
  for level in levels.each(map) do
    list[level.number] = { level.name, level.width, level.height }
  end
  local given = list[1] and list or nil
  local diagonal = map.grid == "square" and 14 or 10
  return core.new(not given and map.width or nil, not given and map.height or nil, 10, diagonal,
    "square", 0, 0, 1, 1, map.grid, given)
end

-- The instance's own one: it may be given, as it was saved.
local function canvas_of(instance, given)
  if instance.canvas then return instance.canvas end
  local map = instance.world.map
  instance.account:keep(MAP_BYTES + MAP_CELL_BYTES * map.width * map.height, "influence maps")
  instance.canvas = given or new_canvas(instance)
  return instance.canvas
end

local Layers = {}
Layers.__index = Layers

local function new_layer(self, options)
  self.last = self.last + 1
  local layer = self.canvas:influence(("%d"):format(self.last), options)
  self[#self + 1] = layer
  return layer
end

-- The last ones first: they name those before them.
function Layers:close()
  for i = #self, 1, -1 do self[i]:remove() end
end

-- Calls f(x, y) for cells whose bytes, so many for each, match.
local function each_match(instance, bytes, size, pattern, f)
  local width = instance.world.map.width
  local at = bytes:find(pattern)
  while at do
    local cell = math.floor((at - 1) / size)
    f(cell % width + 1, math.floor(cell / width) + 1)
    at = bytes:find(pattern, (cell + 1) * size + 1)
  end
end

local function copy(instance, from, layer)
  each_match(instance, from:value_bytes(), 4, "[^%z]", function(x, y)
    layer:set(x, y, from:get(x, y))
  end)
  return layer
end

local function copy_of_game(instance, name, layers)
  if instance.world:_shows_influence(name, instance.player) then
    for layer in instance.world.map:influences() do
      if layer.name == name then return copy(instance, layer, new_layer(layers)) end
    end
  end
  error(("there is no influence map '%s'"):format(name), 0)
end

local function of_state(instance, node, layers)
  local layer, map = new_layer(layers), instance.world.map
  local amount, has_void = whole(node, "amount", -65535, 65535, 1), map:_level_count() > 0
  each_match(instance, instance.player:state_bytes(), 1, STATES[node[1]], function(x, y)
    if not has_void or levels.at(map, x, y) then layer:set(x, y, amount) end
  end)
  return layer
end

local function of_stamps(node, layers)
  local layer, list = new_layer(layers), node.list
  for i = 1, #list, 3 do
    layer:add(list[i], list[i + 1], list[i + 2], node.radius, node.falloff)
  end
  return layer
end

local make

local function of_spread(instance, node, layers)
  local layer = copy(instance, make(instance, (term_of(node, 2)), layers), new_layer(layers))
  for _ = 1, node.times or 1 do layer:spread(node.share) end
  return layer
end

local function of_recipe(instance, node, layers)
  local recipe = { node[1] }
  for i = 2, #node do
    local inner, factor = term_of(node, i)
    recipe[i] = { map = make(instance, inner, layers), factor = factor }
  end
  for _, key in ipairs { "plus", "min", "max", "scale", "radius" } do recipe[key] = node[key] end
  return new_layer(layers, { recipe = recipe })
end

function make(instance, node, layers)
  if type(node) == "string" then return copy_of_game(instance, node, layers) end
  if node[1] == "stamps" then return of_stamps(node, layers) end
  if STATES[node[1]] then return of_state(instance, node, layers) end
  if node[1] == "spread" then return of_spread(instance, node, layers) end
  return of_recipe(instance, node, layers)
end

local function new_layers(instance)
  return setmetatable({ canvas = canvas_of(instance), last = instance.layers }, Layers)
end

local function bytes_of(instance, layers)
  return layers * (LAYER_BYTES + CELL_BYTES * instance.world.map.width * instance.world.map.height)
end

-- The layers of a tree, the one at its top last; an error leaves none.
local function build(instance, node)
  local layers = new_layers(instance)
  local ok, top = pcall(make, instance, node, layers)
  instance.layers = layers.last
  if not ok then
    layers:close()
    error(top, 0)
  end
  layers.top = top
  return layers
end

--- Makes the influence map of a recipe: its number | nil, "budget".
function influences.new_influence(instance, node)
  local map, account, own = instance.world.map, instance.account, instance.own
  local sum = { layers = 0, looks = 0 }
  weigh(instance, node, sum, 1)
  local cells = map.width * map.height
  if own.nodes <= 0 or not account:may_flood(cells * sum.looks / 2, instance.box.used) then
    return nil, "budget"
  end
  canvas_of(instance)                                -- its bytes come first
  account:flood(own, sum.looks * cells)
  local one, number = instance.maps:add(account, bytes_of(instance, sum.layers), nil, {}, function()
    return build(instance, node)
  end)
  one.from.layer = one.object.top.name
  return number
end

-- ---- saving -------------------------------------------------------------------------------------

--- The values of all its maps: a saved map with a layer of the name of each one's top. nil: there
-- is no canvas.
function influences.state(instance)
  if not instance.canvas then return nil end
  local canvas = new_canvas(instance)
  for _, one in ipairs(instance.maps.list) do
    local top = one.object.top
    copy(instance, top, canvas:influence(top.name))
  end
  return { layers = instance.layers, values = canvas:_save() }
end

-- Layers by their names, of a map that was saved for this instance.
local function layers_of(instance, canvas)
  local map, layers = instance.world.map, {}
  local fits = canvas and canvas.width == map.width and canvas.height == map.height
  if not fits or canvas.grid ~= map.grid then
    error("influence maps expected", 0)
  end
  for layer in canvas:influences() do layers[layer.name] = layer end
  return layers
end

--- Maps with these values again, under the numbers that they had; `maps` is the state of
-- instance.maps.
function influences.revive(instance, state, maps)
  instance.maps:close()
  instance.canvas = false
  local layers = {}
  if state then
    local canvas = core.load(state.values)
    layers = layers_of(instance, canvas)
    canvas_of(instance, canvas)
  end
  instance.layers = state and state.layers or 0
  instance.maps:revive(maps, function(from)
    local one = new_layers(instance)
    one.top = layers[from.layer] or error("an influence map expected", 0)
    one[1] = one.top
    instance.maps:add(instance.account, bytes_of(instance, 1), nil, from, function() return one end)
  end)
end

-- ---- reading ------------------------------------------------------------------------------------

local function top_of(instance, number) return instance.maps:get(number).object.top end

function influences.influence_get(instance, number, x, y)
  return top_of(instance, number):get(x, y)
end

--- Charged by the cells of the map, and by how far each may have to be compared.
function influences.influence_peaks(instance, number, most, given)
  local map = instance.world.map
  local apart = type(given) == "table" and given.apart ~= nil and
    whole(given, "apart", 0, MOST_RADIUS) or 1
  instance.box:charge(math.floor(map.width * map.height * (1 + apart) / 4))
  return top_of(instance, number):peaks(most, given)
end

function influences.influence_max_near(instance, number, x, y, radius)
  whole({ radius = radius }, "radius", 0, MOST_RADIUS)
  instance.box:charge(math.floor((2 * radius + 1) ^ 2 / 2))
  return top_of(instance, number):max_near(x, y, radius)
end

function influences.influence_downhill(instance, number, x, y)
  return top_of(instance, number):downhill(x, y)
end

function influences.influence_uphill(instance, number, x, y)
  return top_of(instance, number):uphill(x, y)
end

return influences
