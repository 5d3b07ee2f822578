-- Nothing that a player cannot see decides what its queries answer.

local cases = require "support.cases"
local flow = require "support.flow"
local maps = require "support.maps"
local new_random = require "support.random"
local worlds = require "support.worlds"

local each_cell, knowledge = maps.each_cell, maps.knowledge

--- What the fields and methods of a path show.
local function shown(path, why)
  if not path then return "no path: " .. tostring(why) end
  local parts = { path.status, path.cost, path.expanded, maps.cells(path) }
  for _, step in ipairs(path:explain() or {}) do
    local keys = {}
    for key, value in pairs(step) do keys[#keys + 1] = key .. "=" .. value end
    table.sort(keys)
    parts[#parts + 1] = table.concat(keys, ",")
  end
  return table.concat(parts, " ")
end

local function shown_trace(trace)
  local list = {}
  for i, e in ipairs(trace) do
    list[i] = ("%s %d,%d<%d,%d %d=%d+%d"):format(e.kind, e.x, e.y, e.px, e.py, e.f, e.g, e.h)
  end
  return table.concat(list, " ")
end

--- Options that queries are asked with, one after the other.
local OPTIONS = {
  {}, { engine = "astar" }, { heuristic = "none" }, { heuristic = "euclidean" },
  { heuristic = "manhattan", heuristic_weight = 1.5 }, { within = 2 }, { partial = true },
  { partial = true, engine = "astar" }, { budget = 7 }, { budget = 7, partial = true },
  { explain = true },
}

--- Asks all kinds of things from one cell to another; adds what comes back to the list `told`.
local function ask(told, world, question, x, y, goal)
  local map, random = world.map, new_random(x * 31 + y)
  local function tell(text) told[#told + 1] = text end
  local path
  for _, options in ipairs(OPTIONS) do
    local found, why = map:path(x, y, goal, worlds.query(question, options))
    tell(shown(found, why))
    path = path or found
  end
  local trace, asked = {}, {}
  tell(shown(map:path(x, y, goal, worlds.query(question, { trace = trace }))))
  tell(shown_trace(trace))
  local function extra(cx, cy, name)
    asked[#asked + 1] = ("%d,%d:%s"):format(cx, cy, tostring(name))
    return cx % 4
  end
  tell(shown(map:path(x, y, goal, worlds.query(question, { extra_cost = extra }))))
  tell(table.concat(asked, " "))
  local query = worlds.query(question)
  local reachable, reason = map:reachable(x, y, goal, query)
  tell(tostring(reachable) .. tostring(reason))
  tell(table.concat({ map:region(x, y, query) }, " "))
  local search = map:search(x, y, goal, query)
  local found, why
  repeat
    found, why = search:step(random:int(1, 4))
    tell(tostring(search.expanded))
  until why ~= "running"
  tell(shown(found, why))
  if path then tell(tostring((path:blocked(query)))) end
  each_cell(map, function(cx, cy) tell(table.concat({ map:cost(cx, cy, query) }, "/")) end)
end

--- The questions that the red player asks, the same for every twin of a world.
local function questions(seed, world)
  local random, list = new_random(seed), {}
  local units = {}
  for _, unit in ipairs(world.units) do
    if unit.player == world.players[1] then units[#units + 1] = unit end
  end
  for i = 1, 4 do
    local question = {}
    if #units > 0 and random:chance(0.6) then
      question.unit = random:pick(units)
    else
      question.class, question.player = random:pick(world.classes), world.players[1]
    end
    local x, y = random:cell(world)
    if question.unit and random:chance(0.7) then
      x, y = question.unit.object.x, question.unit.object.y
    end
    list[i] = { question = question, x = x, y = y, goal = random:rect(world, 2) }
  end
  return list, units
end

--- Searches that are under way while the hidden things change.
local function begin_searches(world, list)
  local searches = {}
  for i, one in ipairs(list) do
    searches[i] = world.map:search(one.x, one.y, one.goal, worlds.query(one.question))
    searches[i]:step(i)
  end
  return searches
end

--- Fields of all kinds that are there while the hidden things change.
local function make_fields(world, list)
  local fields, map = {}, world.map
  for _, one in ipairs(list) do
    local query, goal = worlds.query(one.question), { one.goal.x, one.goal.y }
    table.insert(fields, map:field({ to = { goal } }, query))
    table.insert(fields, map:field({ from = { one.x, one.y }, max_cost = 90 }, query))
    table.insert(fields, map:field({ flee = { goal } }, query))
  end
  return fields
end

--- All that the red player can learn by asking.
local function interrogate(world, list, units, searches)
  local told, red = {}, world.players[1]
  for _, field in ipairs(world.fields) do told[#told + 1] = flow.all(world.map, field) end
  for _, field in ipairs(make_fields(world, list)) do
    told[#told + 1] = flow.all(world.map, field)
  end
  for i, search in ipairs(searches) do
    told[#told + 1] = shown(search:step())
    told[#told + 1] = i .. ": " .. search.expanded
  end
  for _, one in ipairs(list) do ask(told, world, one.question, one.x, one.y, one.goal) end
  for _, unit in ipairs(units) do told[#told + 1] = tostring((unit.object:blocked())) end
  for unit, index in red:blocked_units() do
    told[#told + 1] = unit.x .. "," .. unit.y .. "@" .. index
  end
  told[#told + 1] = knowledge(world.map, red)
  return told
end

--- Changes terrain where red does not see it, except in the cells of `spared`. One kind of
-- terrain, cheaper than any other, is new to red.
local function change_terrain(random, world, spared)
  local map, red = world.map, world.players[1]
  each_cell(map, function(x, y)
    local name = random:pick { "plain", "road", "swamp", "wood", "wall", "ice" }
    local unseen = red:knows(x, y) ~= "visible" and not spared[x .. "," .. y]
    if random:chance(0.6) and unseen then map:set(x, y, name) end
  end)
end

--- Would red see nothing of a unit there?
local function hidden(world, x, y, size)
  for cy = y, math.min(y + size - 1, world.height) do
    for cx = x, math.min(x + size - 1, world.width) do
      if world.players[1]:knows(cx, cy) == "visible" then return false end
    end
  end
  return true
end

--- Moves, removes, adds foreign units that red does not see, and gives others other paths.
local function change_units(random, world)
  local red, blue = world.players[1], world.players[2]
  if world.shares["blue>red"] then blue = world.map:player "yellow" end
  for _, unit in ipairs(world.units) do
    local object = unit.object
    if unit.player ~= red and not world.shares[unit.player.name .. ">red"] then
      if object.route then
        local path = object:path(random:cell(world))
        if path and #path > 1 then object:follow_path(path) end
      end
      if not object:visible_to(red) then
        local x, y = random:cell(world)
        if random:chance(0.4) then object:remove()
        elseif hidden(world, x, y, unit.class.size) then object:place(x, y) end
      end
    end
  end
  for _ = 1, 5 do
    local x, y = random:cell(world)
    local unit = hidden(world, x, y, 1) and blue:unit { x = x, y = y }
    local path = unit and random:chance(0.7) and unit:path(random:cell(world))
    if path then unit:follow_path(path) end
  end
end

--- A twin of the world of a seed; `changed` in what red cannot see.
local function twin(seed, changed, spared)
  local world = worlds.random(new_random(seed), 11)
  local list, units = questions(seed, world)
  world.map:terrain("ice", 1)
  if seed % 3 == 0 then
    for _, one in ipairs(list) do world.map:prepare(worlds.preparation(one.question)) end
  end
  local searches = seed % 4 > 0 and begin_searches(world, list) or {}
  world.fields = make_fields(world, list)
  local before = knowledge(world.map, world.players[1])
  if changed then
    local random = new_random(seed + 1)
    change_terrain(random, world, spared)
    change_units(random, world)
    if #searches == 0 then world.map:terrain("ice", random:int(1, 40)) end
  end
  return world, list, units, searches, before
end

--- Cells that red knows in another way than before: a wall that is put up where one sees the air
-- in front of it is not hidden.
local function noticed(world, before)
  local i, cells = 0, {}
  for state in before:gmatch("%S+") do
    local x, y = i % world.width + 1, math.floor(i / world.width) + 1
    local now, name = world.players[1]:knows(x, y)
    if state ~= now .. ":" .. tostring(name) then cells[x .. "," .. y] = true end
    i = i + 1
  end
  return cells
end

--- A twin in which everything hidden differs, nil where that could not be had.
local function changed_twin(seed)
  local spared = {}
  for _ = 1, 6 do
    local world, list, units, searches, before = twin(seed, true, spared)
    local cells = noticed(world, before)
    if not next(cells) then return world, list, units, searches end
    for key in pairs(cells) do spared[key] = true end
  end
end

describe("whatever a player cannot see", function()
  it("changes no answer to it, nor how it was found", function()
    local compared, terrain_differs = 0, 0
    for seed = 1, cases.of(100) do
      local world, list, units, searches = twin(seed, false)
      local other, other_list, other_units, other_searches = changed_twin(seed)
      if other then
        local told = interrogate(world, list, units, searches)
        local told_other = interrogate(other, other_list, other_units, other_searches)
        compared = compared + 1
        if not maps.same(world.map, other.map) then terrain_differs = terrain_differs + 1 end
        if #told ~= #told_other then error(("seed %d: more is told"):format(seed)) end
        for i = 1, #told do
          if told[i] ~= told_other[i] then
            error(("seed %d, answer %d:\n%s\n%s"):format(seed, i, told[i], told_other[i]))
          end
        end
        other.map:close()
      end
      world.map:close()
    end
    assert.is_true(compared >= 40 and terrain_differs >= 40)
  end)
end)
