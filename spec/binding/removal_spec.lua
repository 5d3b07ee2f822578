-- Removing anything while anything that was asked of the map is in any state: each removal, each
-- kind of object, each state that it can be in. What is left gives a sound answer, a status or an
-- error in words. Under the address sanitizer this finds whatever is read after it was freed.

local maps = require "support.maps"
local new_random = require "support.random"

local SIZE = 28

-- Terrains by which the automatic search takes another engine each.
local GROUNDS = {
  uniform = { ".", ".", ".", ".", "#" },
  weighted = { ".", ".", ",", ":", "#" },
}

local pictures = {}
for ground, terrains in pairs(GROUNDS) do
  local random, rows = new_random(7), {}
  for y = 1, SIZE do
    local row = {}
    for x = 1, SIZE do
      local near = math.max(math.abs(x - SIZE / 2), math.abs(y - SIZE / 2))
      row[x] = (near < 4 or near > 12) and "." or random:pick(terrains)
    end
    rows[y] = table.concat(row)
  end
  pictures[ground] = table.concat(rows, "\n")
end

-- A map with two units of red and one of blue, and two influence maps that are not 0 everywhere.
local function new_scene(ground)
  local map = maps.read(pictures[ground])
  local scene = { map = map, red = map:player "red", blue = map:player "blue" }
  scene.danger, scene.fear = map:influence "danger", map:influence "fear"
  scene.danger:add(14, 14, 60, 9)
  scene.fear:add(8, 20, 40, 7)
  scene.unit = scene.red:unit { x = 1, y = 1, sight = 5 }
  scene.other = scene.red:unit { x = 1, y = SIZE }
  scene.enemy = scene.blue:unit { x = SIZE, y = 1 }
  scene.walker = scene.red:unit { x = 20, y = 20, speed = 1 }
  scene.red:reveal()
  scene.other:follow_path(scene.other:path(SIZE, 20))
  scene.walker:follow_path(scene.walker:path(21, 20))
  return scene
end

-- ---- removals ----------------------------------------------------------------------------------

-- In its place comes another of that name: what names the old one must not take it for the new one.
local removals = {
  ["the unit"] = function(scene) scene.unit:remove() end,
  ["the unit, another in its place"] = function(scene)
    scene.unit:remove()
    scene.unit = scene.red:unit { x = 1, y = 1 }
  end,
  ["another unit"] = function(scene) scene.other:remove() end,
  ["the player"] = function(scene) scene.red:remove() end,
  ["the player, another in its place"] = function(scene)
    scene.red:remove()
    scene.red = scene.map:player "red"
    scene.unit = scene.red:unit { x = 1, y = 1 }
  end,
  ["another player"] = function(scene) scene.blue:remove() end,
  ["an influence map"] = function(scene) scene.danger:remove() end,
  ["all influence maps, others in their places"] = function(scene)
    scene.danger:remove()
    scene.fear:remove()
    scene.map:influence "fear":add(5, 5, 9, 9)
    scene.map:influence "danger"
  end,
  ["the references to all"] = function(scene)
    for key in pairs(scene) do
      if key ~= "map" then scene[key] = nil end
    end
  end,
  ["the map"] = function(scene) scene.map:close() end,
  everything = function(scene)
    scene.danger:remove()
    scene.fear:remove()
    scene.blue:remove()
    scene.red:remove()
  end,
}

-- ---- sound answers -----------------------------------------------------------------------------

local WORDS = { "was removed", "is closed", "is not on the path", "not explained" }

local function said_in_words(message)
  for _, words in ipairs(WORDS) do
    if tostring(message):find(words, 1, true) then return end
  end
  error("this is no answer: " .. tostring(message), 0)
end

local CODES = { "running", "unreachable", "crowded", "cancelled", "changing", "goal_blocked",
  "start_blocked" }
local is_code = {}
for _, code in ipairs(CODES) do is_code[code] = true end

-- A path leads from its first cell to its last in steps; what explains it adds up to its cost.
local function check_path(path)
  local before_x, before_y
  for x, y in path:cells() do
    local far = before_x and math.max(math.abs(x - before_x), math.abs(y - before_y)) or 1
    assert.equal(1, far)
    before_x, before_y = x, y
  end
  local steps, sum = path:explain(), 0
  for _, step in ipairs(steps or {}) do
    for key, value in pairs(step) do
      if key ~= "x" and key ~= "y" then sum = sum + value end
    end
  end
  if steps then
    assert.equal(path.cost, sum)
    assert.equal(#path - 1, #steps)
  end
end

-- Calls a function; its answer is a path, a code, anything else, or an error in words.
local function answer(call, ...)
  local ok, value, code = pcall(call, ...)
  if not ok then return said_in_words(value) end
  if type(value) == "userdata" and getmetatable(value).__name == "path" then check_path(value) end
  if value == nil and code ~= nil then assert.is_true(is_code[code] or code == "not explained") end
  return value
end

local function field_of(name) return function(object) return object[name] end end

-- ---- what may be in some state -----------------------------------------------------------------

local function to_the_end(search)
  local path, code = search:step(30)
  while code == "running" do path, code = search:step(30) end
  return path, code
end

local function use_search(search)
  answer(search.step, search, 5)
  answer(to_the_end, search)
  answer(search.step, search)
  answer(field_of "expanded", search)
  answer(tostring, search)
  answer(search.close, search)
end

local search_states = {
  begun = function() end,
  ["under way"] = function(search) assert.equal("running", select(2, search:step(6))) end,
  ended = function(search) to_the_end(search) end,
  closed = function(search) search:close() end,
}

local function use_ticket(ticket, scene)
  answer(field_of "path", ticket)
  answer(field_of "code", ticket)
  answer(field_of "done", ticket)
  answer(field_of "expanded", ticket)
  for _ = 1, 9 do answer(scene.map.work, scene.map, 99) end
  answer(scene.map.work, scene.map, 9999)
  answer(field_of "path", ticket)
  answer(tostring, ticket)
  answer(ticket.cancel, ticket)
end

local ticket_states = {
  waiting = function() end,
  ["under way"] = function(ticket, scene)
    scene.map:work(70)
    assert.is_false(ticket.done)
  end,
  ["ended, its path not read"] = function(ticket, scene)
    while not ticket.done do scene.map:work(50) end
  end,
  ["ended, its path read"] = function(ticket, scene)
    while not ticket.done do scene.map:work(50) end
    check_path(ticket.path)
  end,
  cancelled = function(ticket) ticket:cancel() end,
}

local function use_field(field)
  for _, at in ipairs { { 1, 1 }, { 20, 20 }, { SIZE, 1 } } do
    answer(field.cost, field, at[1], at[2])
    answer(field.step, field, at[1], at[2])
    answer(field.path, field, at[1], at[2])
  end
  answer(function()
    for _ in field:cells() do end  -- luacheck: ignore
  end)
  answer(field.update, field)
  answer(field.cost, field, 2, 2)
  answer(field.close, field)
end

local field_states = {
  made = function() end,
  read = function(field) field:cost(20, 20) end,
  ["out of date"] = function(field, scene)
    field:cost(20, 20)
    scene.map:set(20, 21, "wall")
    scene.danger:add(20, 20, 5, 2)
  end,
}

local function use_path(path, scene)
  check_path(path)
  answer(path.blocked, path, { player = scene.red })
  answer(path.smooth, path)
  answer(path.point, path, 3)
  answer(function() return scene.unit and scene.unit:follow_path(path) end)
end

local function use_query(query, scene)
  answer(scene.map.path, scene.map, 1, 1, SIZE, SIZE, query)
  answer(scene.map.nearest, scene.map, 1, 1, { { 9, 9 }, { 23, 23 } }, query)
  answer(scene.map.request_path, scene.map, 1, 1, SIZE, SIZE, query)
  answer(scene.map.search, scene.map, 1, 1, SIZE, SIZE, query)
  answer(scene.map.cost, scene.map, 3, 3, query)
end

local as_it_is = { made = function() end }

-- A list that was begun, and goes on.
local function begin_list(...)
  local list = { ... }
  list[3] = list[1](list[2], list[3])
  return list
end

local function use_list(list)
  for _ = 1, 10 do
    list[3] = answer(list[1], list[2], list[3])
    if list[3] == nil then return end
  end
end

local objects = {
  ["a unit's search"] = { function(scene)
    return scene.unit:search(SIZE, SIZE, { explain = true })
  end, search_states, use_search },
  ["a unit's plain search"] = { function(scene)
    return scene.unit:search(SIZE, SIZE, { explain = true, engine = "astar" })
  end, search_states, use_search },
  ["a search with turns"] = { function(scene)
    return scene.unit:search(SIZE, SIZE, { explain = true, turn_cost = 5 })
  end, search_states, use_search },
  ["a partial search"] = { function(scene)
    return scene.map:search(1, 1, SIZE, SIZE, { player = scene.red, explain = true, partial = true,
      influence = { danger = 2 } })
  end, search_states, use_search },
  ["a unit's ticket"] = { function(scene)
    return scene.unit:request_path(SIZE, SIZE, { explain = true })
  end, ticket_states, use_ticket },
  ["a unit's ticket that explains nothing"] = { function(scene)
    return scene.unit:request_path(SIZE, SIZE)
  end, ticket_states, use_ticket },
  ["a player's ticket"] = { function(scene)
    return scene.map:request_path(1, 1, SIZE, SIZE, { player = scene.red, explain = true,
      influence = { danger = 1, fear = 1 } })
  end, ticket_states, use_ticket },
  ["a field to goals"] = { function(scene)
    return scene.map:field({ to = { { 20, 20 } } }, { unit = scene.unit })
  end, field_states, use_field },
  ["a field from a start"] = { function(scene)
    return scene.map:field({ from = { 1, 1 } }, { player = scene.red, influence = { danger = 1 } })
  end, field_states, use_field },
  ["a field of flight"] = { function(scene)
    return scene.map:field({ flee = { { 20, 20 } } }, { unit = scene.unit })
  end, field_states, use_field },
  ["an explained path"] = { function(scene)
    return scene.unit:path(SIZE, SIZE, { explain = true })
  end, as_it_is, use_path },
  ["a path to the nearest"] = { function(scene)
    return scene.unit:nearest({ { 9, 9 }, { 23, 23 } }, { explain = true }).path
  end, as_it_is, use_path },
  ["the path that a unit follows"] = { function(scene)
    scene.unit:follow_path(scene.unit:path(SIZE, SIZE, { explain = true }))
    return scene.unit.route
  end, as_it_is, use_path },
  ["a query"] = { function(scene)
    return scene.map:query { unit = scene.unit, influence = { danger = 1 }, explain = true }
  end, as_it_is, use_query },
  ["a list of units"] = { function(scene)
    return begin_list(scene.map:units())
  end, as_it_is, use_list },
  ["a list of influence maps"] = { function(scene)
    return begin_list(scene.map:influences())
  end, as_it_is, use_list },
  ["a list of events"] = { function(scene)
    scene.map:tick()
    return begin_list(scene.map:events())
  end, as_it_is, use_list },
  ["a list of tickets"] = { function(scene)
    for _ = 1, 5 do scene.unit:request_path(SIZE, SIZE) end
    return begin_list(scene.map:tickets())
  end, as_it_is, use_list },
}

-- ---- the product -------------------------------------------------------------------------------

-- The map goes on as ever, or says that it is closed.
local function use_map(scene)
  local map = scene.map
  answer(map.influence, map, "new")
  answer(map.path, map, 1, 1, SIZE, SIZE, { explain = true, influence = { new = 1 } })
  answer(map.tick, map)
  answer(map.hash, map)
  answer(map._save, map)
  answer(map.work, map, 9999)
  answer(map.close, map)
end

local function collect()
  collectgarbage()
  collectgarbage()
end

-- One run of the product. `at` does the removal: at once, or from a callback.
local function run(ground, make, state, use, remove)
  local scene = new_scene(ground)
  local object = make(scene)
  state(object, scene)
  remove(scene)
  if scene.unit == nil then collect() end
  use(object, scene)
  use_map(scene)
end

-- The removal is done by the callback of another ticket, in the same work that ends this one.
local function in_callback(remove)
  return function(scene)
    local map, done = scene.map, false
    map:request_path(1, 2, 1, 3, nil, { priority = 9, done = function()
      remove(scene)
      done = true
    end })
    for _ = 1, 1000 do
      if done then return end
      map:work(3000)
    end
    error("the callback was not called")
  end
end

for removal, remove in pairs(removals) do
  describe("when " .. removal .. " is removed, in whatever state it is,", function()
    for name, object in pairs(objects) do
      local make, states, use = object[1], object[2], object[3]
      it(name .. " gives a sound answer", function()
        for _, state in pairs(states) do
          run("uniform", make, state, use, remove)
          run("weighted", make, state, use, remove)
          run("weighted", make, state, use, in_callback(remove))
        end
      end)
    end
  end)
end

describe("a ticket that has ended", function()
  it("has its whole path, explained, whatever has been removed since", function()
    for ground in pairs(GROUNDS) do
      for _, remove in pairs(removals) do
        local scene, kept = new_scene(ground), new_scene(ground)
        local ticket = scene.unit:request_path(SIZE, SIZE, { explain = true })
        local expected = kept.unit:request_path(SIZE, SIZE, { explain = true })
        while not ticket.done do scene.map:work(50) end
        while not expected.done do kept.map:work(50) end
        remove(scene)
        collect()
        local open, path = pcall(field_of "path", ticket)
        if open then
          assert.equal(maps.cells(expected.path), maps.cells(path))
          assert.same(expected.path:explain(), path:explain())
        else
          said_in_words(path)
        end
      end
    end
  end)
end)
