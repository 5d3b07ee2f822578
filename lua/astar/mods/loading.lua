--- An instance's state: the sandbox in which the mod's files are loaded and run, and what mod.lua
-- says.

local copied = require "astar.copied"
local core = require "astar.core"
local Account = require "astar.mods.account"
local boxes = require "astar.sandbox.boxes"
local calls = require "astar.mods.calls"
local ground = require "astar.mods.ground"
local influences = require "astar.mods.influences"
local state_modules = require "astar.mods.state_modules"
local object = require "astar.units.object"
local orders = require "astar.mods.orders"
local own_groups = require "astar.mods.own_groups"
local pairs = require "astar.pairs".pairs
local queries = require "astar.mods.queries"
local reconnaissance = require "astar.mods.reconnaissance"
local Instance = require "astar.mods.instance"
local visible = require "astar.world.visible_text"

local loading = {}

-- ---- what the mod may ask and order -------------------------------------------------------------

local ops = {}

local A_REFUSAL = 200                            -- instructions

-- What a mod calls them, where that is another name.
local METHODS = { around = "units_near", class_cost = "cost", path_blocked = "blocked",
  path_point = "point", path_smooth = "smooth", path_corners = "corners", new_group = "group",
  add_to_group = "add", remove_from_group = "remove", march = "go", hold_group = "hold",
  stop_group = "stop", area = "get", list_areas = "list", areas_path = "path", areas_at = "at",
  sight_count = "count", sight_seen_by = "seen_by",
  new_influence = "influence", influence_get = "get", influence_peaks = "peaks",
  influence_max_near = "max_near", influence_downhill = "downhill", influence_uphill = "uphill" }

-- A message of the core: for it the game has called the mod's state, or the world's tick.
local function in_words_of(name, message)
  message = calls.without_place(message)
  local said = type(message) == "string" and message:match("^bad argument to '[%a_]+' %((.*)%)$")
  if not said then return message end
  if name == "set" then return "unit." .. said end
  return ("bad argument to '%s' (%s)"):format(METHODS[name] or name, said)
end

local function passed_on(name, instance, ok, ...)
  if ok then return true, ... end
  instance.box:charge(A_REFUSAL)
  error(in_words_of(name, (...)), 0)
end

for _, list in ipairs { queries, orders, reconnaissance, ground, influences,
  own_groups.queries, own_groups.orders } do
  for name, f in pairs(list) do ops[name] = f end
end
local costs = Account.COSTS
for name in pairs(costs) do assert(ops[name], name) end

loading.ops = ops

local IN_LOADING = { source = true, spell = true, print = true }

-- ---- loading ------------------------------------------------------------------------------------

local function encode(instance, value)
  if type(value) == "table" then
    if object.is_unit(value) then return "unit", instance:number_of(value) end
  elseif getmetatable(value) == core.metatables.player then
    if instance.player then instance:meet(value) end
    return "player", value.name
  end
end

-- The player of a name. Whether there is one that its own player has not met is not to be known.
local function player_of(instance, name)
  for player in instance.world.map:players() do
    if player.name == name and instance:knows_player(player) then return player end
  end
  error(("there is no player '%s' that its player has met"):format(tostring(name)), 0)
end

-- What the mod's state calls. Where it asks for something of the world it is a unit's activation.
local function new_box(instance)
  local limits = instance.limits
  local function decode(kind, id)
    if kind == "unit" then return instance:unit_of(id) end
    if kind == "player" then return player_of(instance, id) end
  end
  return boxes.new({
    memory = limits.memory, instructions = limits.instructions, decode = decode,
    encode = function(value) return encode(instance, value) end,
    host = function(op, ...)
      if not instance.current and not IN_LOADING[op] then
        return false, "nothing can be asked or ordered while a mod is loaded"
      end
      local cost = costs[op]                     -- it is paid for before it is done
      if cost then instance.box:charge(cost) end
      return passed_on(op, instance, pcall((instance.ops or ops)[op], instance, ...))
    end,
  }, state_modules.furnish)
end

-- What failed in loading, with its place: at least the file that was read last.
local function blame(place, file, failure)
  local message = visible(failure.message)
  if message:find("^mod%.lua: ") then return place .. message end
  if message:find(":%d+:") then return message end
  if message:sub(1, #place + #file) == place .. file then return message end
  return ("%s: %s"):format(failure.where or place .. file, message)
end

local LONGEST_NAME = 64

local function check_name(mod, name)
  if #name > LONGEST_NAME or not name:find("^[%w_-]+$") then
    return ("name = '%s' is not of letters, digits, _ and -, %d at most"):format(
      name:sub(1, LONGEST_NAME), LONGEST_NAME)
  end
  for _, other in ipairs(mod._world._mods) do
    if other ~= mod and other.name == name then
      return ("there is a mod '%s' in this world"):format(name)
    end
  end
  if mod._name and mod._name ~= name then
    return ("the mod was called '%s' so far"):format(mod._name)
  end
end

-- What is said of the mod in messages is such as can be shown.
local function check_words(said)
  for _, key in ipairs { "version", "author", "description" } do
    said[key] = said[key] and visible(said[key])
  end
  for _, name in ipairs(said.names) do
    if visible(name) ~= name then
      return ("behaviours: '%s' has characters that cannot be shown"):format(visible(name))
    end
  end
end

local TO_LOAD = 1000000                          -- instructions, at least
local A_NAME = 512                               -- bytes that the host needs for a behaviour

-- What the host keeps of a mod as long as it is there: its texts, and what mod.lua says.
local function check_size(instance, said)
  local bytes = Account.weight(instance.texts) + Account.weight(said) + A_NAME * #said.names
  instance.bytes = bytes
  if bytes <= instance.limits.kept / 2 then return end
  return ("the game keeps at most %.0f bytes of a mod's files and names, and these are %.0f")
    :format(instance.limits.kept / 2, bytes)
end

-- A mod's state has checked them, and the host takes nothing from it unchecked.
local function check_parameters(said)
  for _, own in ipairs(said.parameters) do
    local is_right = type(own.name) == "string" and own.name:find("^[%a_][%w_]*$")
    for _, key in ipairs { "least", "most", "default", "value" } do
      is_right = is_right and type(own[key]) == "number"
    end
    if not is_right then return "parameters are not names with numbers" end
  end
end

-- What is wrong with what mod.lua has said; nil: nothing.
local function problem_with(instance, said)
  local problem = check_name(instance.mod, said.name) or check_words(said) or check_parameters(said)
    or check_size(instance, said)
  return problem and "mod.lua: " .. problem
end

-- Runs the mod's files: what mod.lua has said | nil, failure.
local function load_files(instance)
  local box, limits = instance.box, instance.limits
  box:allow(math.max(limits.instructions, TO_LOAD))
  local ok, said = box:call("load", object.levels(instance.world), limits.parameters)
  box:allow(limits.instructions)
  if not ok then return nil, said end
  said.name = limits.name or said.name
  local problem = problem_with(instance, said)
  if problem then return nil, { message = problem } end
  local frozen, failure = box:freeze()
  if not frozen then return nil, failure end
  return said
end

--- A new instance with a revision of the mod loaded in it: instance | nil, message.
function loading.open(mod, revision)
  local instance = Instance.new(mod, revision)
  instance.box = new_box(instance)
  local said, failure = load_files(instance)
  if not said then
    instance:close()
    return nil, blame(instance.place, instance.file or "", failure)
  end
  instance.loading = false
  if not revision.loaded then revision:take(said, copied(instance.texts), instance.bytes) end
  return instance
end

return loading
