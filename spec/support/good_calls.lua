--- Right calls of all functions that the declarations have (tools/meta), and functions that make
-- each of their arguments wrong in turn, and each key of their options: of each kind that it does
-- not take, and missing where it is needed. Such a call is refused, and the error names the number
-- of the argument, and the key. What the declarations do not say is in refusals.lua.

local astar = require "astar"
local declared = require "support.declared"
local refusals = require "support.refusals"
local small_world = require "support.small_world"
local sockets = require "support.sockets"
local types = require "meta.types"

local calls = {}

-- ---- right values, as text ----------------------------------------------------------------------

-- Of an argument of a call, else of an argument of that name, else of its type.
local AREA = "areas:list()[1].id"
local OF_CALL = { ["map:read_path"] = { "saved" }, ["world:reload"] = { '"idle"' },
  ["unit:influence"] = { '"danger"' }, ["areas:path"] = { AREA, AREA },
  ["box:run"] = { '"return ..."' }, ["box:trust"] = { '"return ..."' } }
local OF_NAME = { x = "3", source = "f" }
local OF_TYPE = { integer = "1", number = "1", string = '"text"', boolean = "true", table = "{}",
  ["function"] = "f", any = "f", Cell = "{ 3, 1 }", Place = "place", Query = "query",
  Unit = "enemy", WorldUnit = "enemy", NodeKey = '"a"', userdata = "io.stdout" }
local OF_TAG = { fun = "f", table = "{}", shape = "{}" }

-- Options with nothing but what one of their `try` says must not be missing.
local function right_options(item)
  local try = item.tries[1] or ""
  local at = try:find "%f[%w]%l+%(T, "
  return at and try:sub(at):match("^%l+%b()"):gsub("%f[%w]T%f[^%w]", "{}") or "{}"
end

local right

local function right_of(set, node)
  local item = node.tag == "class" and set.by_name[node.name]
  if node.tag == "union" then
    return right_of(set, node[1])
  elseif node.tag == "list" then
    return "{ " .. right_of(set, node.of) .. " }"
  elseif node.tag == "literal" then
    return node.text
  elseif not item or OF_TYPE[node.name] then
    return OF_TYPE[node.name] or OF_TAG[node.tag]
      or error(("the type '%s' needs a right value"):format(node.name), 0)
  elseif item.kind == "type" then
    return right(set, item.type)
  elseif item.kind == "words" then
    return ("%q"):format(item.list[1])
  elseif item.kind == "options" then
    return right_options(item)
  end
  return item.owner or "{}"
end

function right(set, text) return right_of(set, types.read(text)) end

-- ---- wrong values -------------------------------------------------------------------------------

local function wrong_list(kinds, field)
  return "{ " .. table.concat(declared.wrong_values(kinds, field), ", ") .. " }"
end

-- The kinds that any form of a method takes as the argument at this place. Lua itself makes strings
-- of numbers; and where only other forms take a number, what is missing behind it is blamed.
local function kinds_at(set, method, overload, i)
  local kinds = {}
  local own = declared.add_kinds(set, overload.signature.parameters[i].type, {})
  for _, form in ipairs(method.overloads) do
    local one = form.signature.parameters[i]
    if one then declared.add_kinds(set, one.type, kinds) end
    kinds["nil"] = kinds["nil"] or not one or one.optional
  end
  kinds.number = kinds.number or kinds.string or kinds.integer and not own.integer
  return kinds
end

-- The options that a type names, or nil.
local function options_in(set, node)
  for _, one in ipairs(node.tag == "union" and node or { node }) do
    local item = one.tag == "class" and set.by_name[one.name]
    if item and item.kind == "options" then return item end
    if item and item.kind == "type" then
      local inner = options_in(set, types.read(item.type))
      if inner then return inner end
    end
  end
end

-- Text of a table from the names of options to their keys, each with what is wrong for it. Options
-- without a `try` are checked later than in the call: they are left out.
local function keys_of(set)
  local out = {}
  for _, item in ipairs(set.items) do
    local list, is_checked = { '{ "nonsense", { 1 } }' }, item.kind == "options" and item.tries[1]
    for _, field in ipairs(is_checked and item.fields or {}) do
      local kinds = declared.add_kinds(set, field.type, { ["nil"] = true })
      if not field.name:find "^%[" and not item.hidden[field.name] then
        list[#list + 1] = ("{ %q, %s }"):format(field.name, wrong_list(kinds, field))
      end
    end
    if is_checked then
      out[#out + 1] = ("K.%s = { right = function() return %s end, %s }"):format(item.name,
        right_options(item), table.concat(list, ", "))
    end
  end
  return table.concat(out, "\n")
end

-- ---- calls --------------------------------------------------------------------------------------

local OBJECT = { ["game Unit"] = "body" }       -- others are called what pages call them

local function call_of(set, item, method, overload)
  local signature, arguments, names, wrong, keys = overload.signature, {}, {}, {}, {}
  local given = OF_CALL[signature.owner .. signature.sign .. signature.name]
  for i, one in ipairs(signature.parameters) do
    if one.name:find "%.%.%.$" then break end
    arguments[i] = (given or {})[i] or OF_NAME[one.name] or right(set, one.type)
    names[i] = ("%q"):format(one.name)
    wrong[i] = wrong_list(kinds_at(set, method, overload, i))
    local options = options_in(set, types.read(one.type))
    if options then keys[#keys + 1] = ("[%d] = K.%s"):format(i, options.name) end
  end
  if #arguments == 0 then return nil end
  local list, name = table.concat(arguments, ", "), signature.name
  local object = OBJECT[set.name .. " " .. item.name] or item.owner
  local callee = ("%s, %q"):format(object, name)
  if signature.sign ~= ":" then callee = "nil, " .. object .. signature.sign .. name end
  return ("call(%q, %q, { %s }, %s, { %s }, { %s }, %s)"):format(
    ("%s%s%s(%s)"):format(object, signature.sign, name, list), name ~= "" and name or item.owner,
    table.concat(names, ", "), callee, table.concat(wrong, ", "), table.concat(keys, ", "), list)
end

-- Text of the calls of those classes and modules for which `is_meant(item)`.
local function calls_of(set, is_meant)
  local out = {}
  local function add(item, owner)
    for _, method in ipairs(item.methods) do
      for _, overload in ipairs(method.overloads) do
        out[#out + 1] = call_of(set, owner, method, overload)
      end
    end
    local parent = item.parent and set.by_name[item.parent]
    if parent then add(parent, owner) end
  end
  for _, item in ipairs(set.items) do
    if item.owner and is_meant(item) then add(item, item) end
  end
  return table.concat(out, "\n")
end

local FRAME = [[
return function(unit, within_mod, hear)
  local unpack = table.unpack or unpack
  local complaints, refused, NIL, K = {}, 0, {}, {}
  local function f() end
  local function with(t, ...)
    for i = 1, select("#", ...) do t[i] = (select(i, ...)) end
    return t
  end
  local function fill(t, defaults)
    for key, value in pairs(defaults) do
      if t[key] == nil then t[key] = value end
    end
    return t
  end
  local function shown(value)
    return type(value) == "table" and "{}" or value == f and "f" or tostring(value)
  end
  local function outcome(object, name, given)
    -- A mod has only so many instructions a tick.
    if within_mod and refused % 8 == 0 then unit:sleep(1) end
    if object then return pcall(object[name], object, unpack(given, 1, given.n)) end
    return pcall(name, unpack(given, 1, given.n))
  end
  -- Has the message all of these words?
  local function says(message, ...)
    for i = 1, select("#", ...) do
      if not message:find((select(i, ...)), 1, true) then return false end
    end
    return true
  end
  local function try(text, object, name, given, is_right, is_generated)
    local ok, message = outcome(object, name, given)
    refused, message = refused + 1, tostring(message)
    if hear then hear(text, ok, message) end
    -- What the host finds wrong with a mod's call it says without the number.
    local is_hosts = within_mod and is_generated
      and not says(message, "#") and not says(message, "attempt to")
    if ok or not is_hosts and not is_right(message) then
      complaints[#complaints + 1] = text .. ": " .. message
    end
  end
  local function refuse(text, words, object, name, ...)
    local given = { n = select("#", ...), ... }
    if words ~= "taken" then
      return try(text, object, name, given, function(message) return says(message, words) end)
    end
    local ok, message = outcome(object, name, given)
    if not ok then complaints[#complaints + 1] = text .. ": " .. tostring(message) end
  end
  local function call(text, called, names, object, name, wrong, keys, ...)
    local given = { n = select("#", ...), ... }
    local function try_with(i, value, what, key)
      local copy = { n = given.n, unpack(given, 1, given.n) }
      copy[i] = value
      local callee = within_mod and "" or ("to '%s' ("):format(called)
      try(("%s, #%d%s"):format(text, i, what), object, name, copy, function(message)
        return says(message, ("argument #%d %s"):format(i, callee), key or "")
          or says(message, ("argument to '%s' (%s"):format(called, key or names[i]))
          or says(message, ("calling '%s' on bad self ("):format(called))
      end, true)
    end
    for i = 1, given.n do
      for _, value in ipairs(wrong[i]) do
        if value == NIL then value = nil end
        try_with(i, value, " = " .. shown(value))
      end
      for _, one in ipairs(keys[i] or {}) do
        local key, values = unpack(one)
        for _, value in ipairs(values) do
          local options = keys[i].right()
          options[key] = value
          try_with(i, options, (".%s = %s"):format(key, shown(value)), key)
        end
      end
    end
  end
]]

local PLACES = [[
  local place, player, world = { x = 3, y = 1 }, unit.player, unit.world
  local friend, enemy = unit:friends(20)[1], unit:enemies(20)[1]
  local path, query, class = unit:path(8, 2), setmetatable({}, {}), unit.class
  local group, random = world:group { units = { unit } }, world.random
]]
local TASK = "local task = unit:start(function() end)\n"

local OF_MODS = [[
  local many = {}
  for i = 1, 1025 do many[i] = place end
  local areas, influence = world:areas(), world:influence { "own" }
  local sight = world:sight({ place }, 3)
  local think, squads = require "astar.think", require "astar.squads"
]]
local OF_GAME = [[
  local astar = require "astar"
  local think, squads = astar.think, astar.squads
  local map, body = world.map, unit.body
  local influence, areas, sight = map:influence "danger", map:areas(), map:sight { { 3, 1, 3 } }
  local search, field = map:search(3, 1, 5, 1), map:field { to = { place } }
  local ticket, watch = map:request_path(3, 1, 5, 1), map:watch_path(path)
  local link = map:link { from = { 3, 1 }, to = { 9, 1 }, cost = 1 }
  local routes = map:routes { places = { text = { 3, 1 }, other = { 5, 1 } } }
  local level = astar.map { levels = { { name = "a", width = 3, height = 3 } } }:level "a"
  local snapshot, world_snapshot, timeline = map:snapshot(), world:snapshot(), world:timeline()
  local recording = astar.record(world)
  local graph = astar.graph { nodes = { "a", "b" }, edges = { { "a", "b", cost = 1 } } }
  local edge, graph_path = graph:edge("a", "b"), graph:path("a", "b")
  local graph_field, graph_player = graph:field { to = { "b" } }, graph:player "red"
  local graph_unit = graph:unit { at = "a" }
  local mod = assert(world:mod { name = "none", files = {
    ["mod.lua"] = "return { name = 'none', version = '1', behaviours = {} }" } })
  local saved, foreign, closed = path:save(),
    astar.world { map = astar.map { width = 3, height = 3 } }:snapshot(), world:snapshot()
  closed:close()
  world:behaviour("idle", f)
  local sandbox = require "astar.sandbox"
  local box = sandbox.new {}
  local image = box.snapshots and box:snapshot()
  local hexagons = astar.map { width = 3, height = 3, grid = "hex" }
  local function new_map() return astar.map { width = 4, height = 4 } end
]]

local INSPECTOR = sockets.missing and "" or [[
  local inspector = astar.inspect(world)
  inspector:close()
]]

-- Text of the calls of refusals.lua.
local function refusals_of(list)
  local out = {}
  for line in list:gsub("\n  +", " "):gmatch "[^\n]+" do
    local text, object, dot, name, arguments, words = line:match
      "^((%w+)([.:])([%w_]+)%((.*)%)) %-%- (.*)$"
    local callee = (dot == ":" and "%s, %q" or "nil, %s.%s"):format(object, name)
    if arguments ~= "" then callee = callee .. ", " .. arguments end
    out[#out + 1] = ("refuse(%q, %q, %s)"):format(text, words, callee)
  end
  return table.concat(out, "\n")
end

-- Text of a function that makes these calls. It takes the unit that makes them, whether it is in a
-- mod, and a function that hears of each call whether it was taken, and the message, or nil. It
-- returns a list of what is wrong, and how many calls were to be refused.
local function source(set, prologue, is_meant, list)
  return table.concat({ FRAME, PLACES, prologue, keys_of(set), calls_of(set, is_meant),
    refusals_of(list), "return complaints, refused\nend\n" }, "\n")
end

local function loaded(...) return assert((loadstring or load)(source(...)))() end

local IN_BEHAVIOURS = { WorldUnit = true, Task = true }

--- Such a function of all that the game may call outside of behaviours.
function calls.of_game()
  local is_missing = { Inspector = sockets.missing, Image = astar.sandbox == "stock" }
  return loaded(declared.set "game.txt", OF_GAME .. INSPECTOR, function(item)
    return not IN_BEHAVIOURS[item.name] and not is_missing[item.name]
  end, refusals.game)
end

--- Of what a unit of the game may call in its behaviour.
function calls.of_unit()
  return loaded(declared.set "game.txt", TASK, function(item)
    return IN_BEHAVIOURS[item.name]
  end, refusals.unit)
end

--- Text of such a function for a mod.
function calls.of_mod()
  return source(declared.set "mods.txt", TASK .. OF_MODS, function() return true end,
    refusals.unit .. refusals.mod)
end

--- The world of the calls: the unit that makes them.
function calls.new_unit()
  local world = small_world(("................\n"):rep(8))
  world:influence "danger"
  world:unit { player = "red", x = 2, y = 1 }
  world:unit { player = "blue", x = 14, y = 1 }
  return world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 20 }
end

return calls
