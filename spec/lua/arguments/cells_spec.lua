-- How a cell is written: as arguments x, y; in a table { x, y }, or anything with x and y. Each
-- public function that takes a cell is called with each of these.

local astar = require "astar"
local file = require "support.file"
local modded = require "support.modded"
local protected = require "astar.protected"
local small_world = require "support.small_world"

-- C is the cell, S a unit that stands there.
local FIELD = [[
  . . . . . . . . . . . .
  . . . . # . . . . . . .
  . . . . # S . . . . . .
  . . . . # . . . . . . .
  . . . . . . . . . . . .]]

-- A cell as arguments, where @ stands. Refused in its place: a table, and a unit.
local ARGUMENTS = [[
map:get(@)
map:set(@, "wall")
map:fill(@, 2, 2, "wall")
map:center(@)
map:distance(@, 2, 2)
map:distance(2, 2, @)
hexagons:to_axial(@)
map:level_at(@)
map:line_of_sight(@, 2, 2)
map:line_of_sight(2, 2, @)
map:path(@, 2, 2, free)
map:reachable(@, 2, 2)
map:nearest_free(@)
map:region(@)
map:cost(@)
map:is_dead_end(@, 2, 2)
map:nearest(@, { { 2, 2 } })
map:line(@, 2, 2)
map:line(2, 2, @)
map:breach(@, 2, 2)
map:alternatives(@, 2, 2)
map:clearance(@)
map:positions(@, { from = { within = 3, terrain = "plain" } })
map:search(@, 2, 2)
map:request_path(@, 2, 2)
map:request_nearest(@, { { 2, 2 } })
map:unit_at(@)
map:units_near(@, 3)
level:cell(@)
level:center(@)
influence:get(@)
influence:set(@, 5)
influence:add(@, 5, 2)
influence:flood(@, 5, 2)
influence:max_near(@, 2)
influence:downhill(@)
influence:uphill(@)
influence:gradient(@)
player:traffic_at(@)
player:see(@, 3)
player:knows(@)
player:line_of_sight(@, 2, 2)
sight:count(@)
sight:seen_by(@)
field:cost(@)
field:step(@)
field:path(@)
areas:at(@)
body:place(@)
unit:place(@)
unit:level_at(@)
unit:knows(@)
unit:influence("danger", @)
world:unit_at(@)
world:units_near(@, 3)
world:units_in(@, 2, 2)
world:draw_line(@, 2, 2)
world:draw_circle(@, 2)
]]

-- The same, where a target may stand in its place: anything with x and y. { x, y } may not.
local GOALS = [[
map:path(2, 2, @, free)
map:reachable(2, 2, @)
map:breach(2, 2, @)
map:alternatives(2, 2, @)
map:search(2, 2, @)
map:request_path(2, 2, @)
body:path(@)
body:reachable(@)
body:breach(@)
body:alternatives(@)
body:search(@)
body:request_path(@)
body:clear_shot(@)
unit:path(@)
unit:reachable(@)
unit:breach(@)
unit:alternatives(@)
unit:search(@)
unit:request_path(@)
unit:clear_shot(@)
unit:distance(@)
unit:mark(@)
group:go(@)
unit:go(@)
unit:find(@)
unit:attack_move(@)
]]

-- A cell in a table, and how messages call it.
local TABLES = [[
map:link({ from = @, to = { 2, 2 }, cost = 30 }) -- from
map:link({ from = { 2, 2 }, to = @, cost = 30 }) -- to
map:sight({ { 2, 2, 3 }, @ }, { radius = 3 }) -- observers[2]
player:sight({ @ }, { radius = 3 }) -- observers[1]
map:nearest(2, 2, { @ }, free) -- goals[1]
map:request_nearest(2, 2, { { 1, 1 }, @ }, free) -- goals[2]
map:cut_off({ @ }) -- cells[1]
map:sides({ { { 2, 2 } }, { @ } }) -- side 2[1]
map:field({ to = { @ } }, free) -- to[1]
map:field({ flee = { @ } }, free) -- flee[1]
map:field({ from = @, max_cost = 40 }, free) -- from
map:positions(2, 2, { from = { cells = { @ } }, query = free }) -- from.cells[1]
map:positions(2, 2, { from = { ring = { 1, 2, of = @ } } }) -- from.ring.of
map:positions(2, 2, { from = { cover = { @ }, within = 5 } }) -- from.cover (cover).from[1]
map:positions(2, 2, { from = all, filter = { { "sight", of = { @ } } } }) -- filter[1] (sight).of[1]
map:routes({ places = { a = @, b = { 2, 2 } }, query = free }) -- places.a
astar.waypoints(map, { points = { { 2, 2 }, @ }, query = free }) -- points[2]
body:nearest({ @ }, free) -- goals[1]
body:request_nearest({ @ }, free) -- goals[1]
unit:nearest({ @ }, free) -- goals[1]
unit:request_nearest({ @ }, free) -- goals[1]
unit:flight({ @ }) -- threats[1]
unit:cover({ @ }, 5) -- threats[1]
]]

-- What a unit's behaviour calls, in the game and in a mod. Where the cell is given as a unit it is
-- enough to come next to it, so the result may be another.
local VERBS = [[
unit:patrol({ @ }, 1) -- points[1]
unit:flee({ @ }, { ticks = 5 }) -- threats[1]
unit:retreat({ @ }) -- places[1]
unit:gather({ @ }) -- targets[1]
unit:take_cover({ @ }, { ticks = 5 }) -- threats[1]
unit:flank(scout, { front = @ }) -- front
unit:find_flight({ @ }) -- threats[1]
unit:find_nearest({ @ }) -- goals[1]
unit:find_position({ from = { cells = { @ } } }) -- from.cells[1]
unit:positions({ from = { cells = { @ } } }) -- from.cells[1]
tostring(world:unit({ player = "red", x = 1, y = 1, home = @ }).home.x) -- home
]]

-- What takes no { x, y }, but a target where it cannot be written x, y.
local TARGETS = [[
unit:guard(@)
unit:hold(@)
unit:ambush(@, { ticks = 3 })
unit:flank(@)
unit:defend(@, 3, unit.engage, unit.wait, 3)
unit:units_near(3, "any", @)
unit:enemies(3, @)
unit:friends(3, @)
]]

local WRONG = { ["5"] = " = 5 is not a cell { x, y }", ["{}"] = ".x = nil is not an integer",
  ["{ 6 }"] = ".y = nil is not an integer", ["{ x = 6 }"] = ".y = nil is not an integer" }
local OUTSIDE = { ["{ 99, 3 }"] = ".x = 99 is outside the map, 1 to 12",
  ["{ x = 6, y = 0 }"] = ".y = 0 is outside the map, 1 to 5" }

-- What only a mod may call: in a table, as arguments.
local TABLES_OF_MODS = [[
world:cut_off({ @ }):list() -- cells[1]
world:sides({ { { 2, 2 } }, { @ } }):list() -- side 2[1]
world:sight({ @ }, 3):count(8, 3) -- observers[1]
world:known_enemies({ near = @, radius = 5 }) -- near
]]

local ARGUMENTS_OF_MODS = [[
world:strength(@, 3)
world:line_of_sight(@, 2, 2)
world:draw_line(@, 2, 2)
world:draw_circle(@, 2)
world:areas():at(@)
world:influence({ "own" }):get(@)
world:influence({ "own" }):max_near(@, 3)
world:influence({ "own" }):downhill(@)
world:influence({ "own" }):uphill(@)
unit:level_at(@)
]]

-- Functions of a rectangle that may be left out, in the place of which another table may stand.
local OTHERS = { paint = true, terrain_bytes = true, value_bytes = true, state_bytes = true,
  cost_bytes = true, note = true, sees = true }

-- ---- what they are called with ------------------------------------------------------------------

local function surroundings()
  local world = small_world(FIELD)
  local map, player = world.map, world:player "red"
  local given = { astar = astar, map = map, world = world, player = player,
    setmetatable = setmetatable, all = { reach = 99 },
    hexagons = astar.map { width = 12, height = 5, grid = "hex" },
    level = astar.map { levels = { { name = "a", width = 12, height = 5 } } }:level "a",
    influence = map:influence("danger"):add(8, 3, 30, 4), field = map:field { to = { { 2, 2 } } },
    sight = map:sight { { 9, 4, 6 } }, areas = map:areas(),
    scout = world:unit { player = "red", x = 6, y = 3 },
    unit = world:unit { player = "red", x = 2, y = 4, sight = 20, speed = 1 },
    body = player:unit { x = 2, y = 2 }, free = { occupancy = false } }
  given.group = world:group { units = { given.unit } }
  return given
end

-- The call as a function of what it is called with, which returns a table of what it returned.
local function compiled(call, cell, given)
  local lines = { "local give = ... " }
  for name in pairs(given) do
    lines[#lines + 1] = ("local %s = give.%s "):format(name, name)
  end
  lines[#lines + 1] = "local results = { " .. call:gsub("@", cell) .. " } return results"
  return assert((loadstring or load)(table.concat(lines), "=script"))
end

-- ---- results as text ----------------------------------------------------------------------------

local told

local BY_KIND = {
  path = function(path)
    local list = { tostring(path) }
    for x, y in path:cells() do list[#list + 1] = x .. "," .. y end
    return table.concat(list, " ")
  end,
  field = function(field)
    return (field:cost_bytes():gsub(".", function(c) return c:byte() .. " " end))
  end,
  search = function(search) return told(search:step()) end,
  areas = function(areas) return told(areas:list()) end,
  sight = function(sight)
    local list = {}
    for x, y, count in sight:cells() do list[#list + 1] = ("%d,%d:%d"):format(x, y, count) end
    return table.concat(list, " ")
  end,
}

function told(value)
  local kind = tostring(value):match "^%a+"
  if type(value) == "userdata" and BY_KIND[kind] then return BY_KIND[kind](value) end
  if type(value) ~= "table" or getmetatable(value) then
    return (tostring(value):gsub("0x%x+", "0x"))
  end
  local list = {}
  for key, one in pairs(value) do
    if key ~= "goal" then list[#list + 1] = tostring(key) .. " = " .. told(one) end
  end
  table.sort(list)
  return "{ " .. table.concat(list, ", ") .. " }"
end

-- ---- one call -----------------------------------------------------------------------------------

-- What the call does: its results as text, with the unit's place and the map behind them; or nil,
-- the message. A behaviour makes it where it is a verb's.
local function outcome_of(call, cell, is_verb)
  local given = surroundings()
  local f, ok, result = compiled(call, cell, given), nil, nil
  local function run()
    ok, result = protected.pcall(f, given)
    if ok then result = told(result) end
  end
  if is_verb then given.unit:behave(run) else run() end
  if not is_verb and ok then
    given.map:work(100000)
    for ticket in given.map:tickets() do error("it waits: " .. tostring(ticket)) end
  end
  for _ = 1, is_verb and 60 or 1 do given.world:tick() end
  if ok == false then return nil, result end
  return ("%s, %s at %d, %d, %s"):format(result or "goes on", given.unit.state, given.unit.x,
    given.unit.y, given.map:hash())
end

local function each(lines, use)
  for line in lines:gmatch "[^\n]+" do
    local call, name = line:match "^(.-) %-%- (.*)$"
    use(call or line, name)
  end
end

local function accepts(call, cell, expected, is_verb)
  local result, message = outcome_of(call, cell, is_verb)
  assert(result, ("%s with %s: %s"):format(call, cell, tostring(message)))
  if expected then assert.equal(expected, result, call .. " with " .. cell) end
  return result
end

local function refuses(call, cell, words, is_verb)
  local result, message = outcome_of(call, cell, is_verb)
  assert(not result, ("%s takes %s"):format(call, cell))
  local is_right = message:find("^script:1: bad argument") and message:find(words, 1, true)
  assert(is_right, ("%s with %s: expected '%s' in: %s"):format(call, cell, words, message))
end

local PAIR, NAMED, THING = "{ 6, 3 }", "{ x = 6, y = 3 }",
  "setmetatable({}, { __index = { x = 6, y = 3 } })"

describe("a cell #quick", function()
  each(ARGUMENTS, function(call)
    it("is two arguments, and no table: " .. call, function()
      accepts(call, "6, 3")
      for _, cell in ipairs { PAIR, NAMED, "scout" } do
        refuses(call, cell, ": a cell is written x, y")
      end
    end)
  end)

  each(GOALS, function(call)
    it("is two arguments, or a target: " .. call, function()
      local is_verb = call:find "^unit"
      local expected = accepts(call, "6, 3", nil, is_verb)
      accepts(call, NAMED, expected, is_verb)
      accepts(call, "scout", nil, is_verb)
      refuses(call, PAIR, "x", is_verb)
    end)
  end)

  each(TABLES, function(call, name)
    it("is { x, y } in a table, or what has x and y: " .. call, function()
      local expected = accepts(call, PAIR)
      for _, cell in ipairs { NAMED, "scout", THING } do accepts(call, cell, expected) end
      for cell, words in pairs(WRONG) do refuses(call, cell, name .. words) end
      for cell, words in pairs(OUTSIDE) do refuses(call, cell, name .. words) end
    end)
  end)

  each(VERBS, function(call, name)
    it("is the same to a verb: " .. call, function()
      local expected = accepts(call, PAIR, nil, true)
      for _, cell in ipairs { NAMED, THING } do accepts(call, cell, expected, true) end
      accepts(call, "scout", nil, true)
      for cell, words in pairs(WRONG) do refuses(call, cell, name .. words, true) end
    end)
  end)

  each(TARGETS, function(call)
    it("is no target: " .. call, function()
      local expected = accepts(call, NAMED, nil, true)
      accepts(call, THING, expected, true)
      accepts(call, "scout", nil, true)
      refuses(call, PAIR, " expected, got a table", true)
    end)
  end)
end)

describe("a cell that closes the map when it is read #quick", function()
  it("is no cell of it any more", function()
    for _, call in ipairs { "map:link({ from = @, to = { 2, 2 }, cost = 30 })",
      "map:link({ from = { 2, 2 }, to = @, cost = 30 })",
      "map:sight({ @, { 2, 2 } }, { radius = 3 })",
      "map:field { to = { @, { 2, 2 } } }", "map:nearest(2, 2, { @, { 2, 2 } })" } do
      local map = astar.map { width = 12, height = 5 }
      local closing = setmetatable({}, { __index = function(_, key)
        map:close()
        return key == "radius" and 3 or 2
      end })
      local ok, message = pcall(compiled(call, "closing", { map = map, closing = closing }),
        { map = map, closing = closing })
      assert.is_false(ok)
      assert(message:find("map is closed", 1, true), message)
    end
  end)
end)

-- ---- mods ---------------------------------------------------------------------------------------

-- The same in a mod: what it prints, and where the unit is then; or nil, the message.
local function outcome_in_mod(call, cell)
  local world = small_world(FIELD)
  local mod, lines = modded(world, ([[return function(unit)
      local world, scout = unit.world, unit.world:unit_at(6, 3)
      local function get(value, key) return value[key] end
      local function show(value)
        if type(value) ~= "table" then return tostring(value) end
        local text = ""
        for _, key in ipairs { "x", "y", "size", 1, 2 } do
          local has, one = pcall(get, value, key)
          if has then text = text .. " " .. show(one) end
        end
        return text
      end
      local function run()
        local results = { %s }
        print("done", show(results[1]), show(results[2]))
      end
      local ok, message = pcall(run)
      if not ok then print("failed", message) end
    end]]):format((call:gsub("@", cell))))
  assert(mod, lines)
  world:unit { player = "red", x = 6, y = 3 }
  local unit = world:unit { player = "red", x = 2, y = 4, sight = 20, speed = 1,
    behaviour = "test.it" }
  for _ = 1, 60 do world:tick() end
  assert.same({}, world.reports)
  local text = table.concat(lines, " ")
  if text:find "^failed" then return nil, text end
  return ("%s, %d, %d"):format(text, unit.x, unit.y)
end

local function mod_takes(call, cell, expected)
  local result, message = outcome_in_mod(call, cell)
  assert(result, ("%s with %s: %s"):format(call, cell, tostring(message)))
  if expected then assert.equal(expected, result, call .. " with " .. cell) end
  return result
end

local function mod_refuses(call, cell, words)
  local result, message = outcome_in_mod(call, cell)
  assert(not result, ("%s takes %s"):format(call, cell))
  assert(message:find(words, 1, true),
    ("%s with %s: expected '%s' in: %s"):format(call, cell, words, message))
end

describe("a cell in a mod #quick", function()
  each(ARGUMENTS_OF_MODS, function(call)
    it("is two arguments, and no table: " .. call, function()
      mod_takes(call, "6, 3")
      for _, cell in ipairs { PAIR, NAMED, "scout" } do
        mod_refuses(call, cell, ": a cell is written x, y")
      end
    end)
  end)

  for _, lines in ipairs { TABLES_OF_MODS, VERBS } do
    each(lines, function(call, name)
      if call:find "home" then return end        -- only the game makes units
      it("is { x, y } in a table, or what has x and y: " .. call, function()
        local expected = mod_takes(call, PAIR)
        mod_takes(call, NAMED, expected)
        mod_takes(call, "scout")
        for cell, words in pairs(WRONG) do mod_refuses(call, cell, name .. words) end
      end)
    end)
  end

  each(TARGETS, function(call)
    it("is no target: " .. call, function()
      mod_takes(call, "scout")
      mod_refuses(call, PAIR, " expected, got ")
      mod_takes(call, NAMED)
    end)
  end)
end)

-- ---- none is left out ---------------------------------------------------------------------------

local TAKEN = { "x", "x1", "goals", "cells", "lists", "threats", "points", "places", "eyes",
  "targets", "place", "target", "spot", "post" }

describe("the list of functions that take cells #quick", function()
  it("has all that the annotations for editors have", function()
    local tried, missing = {}, {}
    for _, lines in ipairs { ARGUMENTS, GOALS, TABLES, VERBS, TARGETS, TABLES_OF_MODS,
      ARGUMENTS_OF_MODS } do
      for name in lines:gmatch "[:.]([%a_]+)%(" do tried[name] = true end
    end
    for _, name in ipairs { "game/astar", "mods/mod" } do
      local text = file.read("lua/astar/meta/" .. name .. ".lua")
      for class, method, parameters in text:gmatch "function (%w+)[:.]([%a_]+)%(([^)]*)%)" do
        local takes = false
        for parameter in parameters:gmatch "[%a_%d]+" do
          for i = 1, #TAKEN do takes = takes or parameter == TAKEN[i] end
        end
        if takes and not class:find "Graph" and not tried[method] and not OTHERS[method] then
          missing[#missing + 1] = class .. ":" .. method
        end
      end
    end
    assert.same({}, missing)
  end)
end)
