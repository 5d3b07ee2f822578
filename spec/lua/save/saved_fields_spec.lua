-- Each field of a saved map alone: another value is loaded, saved again as it is, and makes
-- another hash; a value that cannot be is refused. A field that is not in the table fails.

local astar = require "astar"
local busy = require "support.busy_world"
local patch = require "support.patch"
local saved_map = require "astar.save.map_fields"

-- ---- the table ----------------------------------------------------------------------------------

local NAN, INFINITE, ZERO, MINUS_ONE =
  "7ff8000000000000", "7ff0000000000000", "0000000000000000", "bff0000000000000"
local HUGE = 2147483647

-- Of a query, all of it except the asker.
local OPTIONS = {
  influences = { alone = false, refused = { 3, -2, HUGE } },
  ["influence #"] = { refused = { 6, 99 } }, ["influence # weight"] = {},
  claims = { refused = { 2 } }, occupancy = { refused = { 2 } },
  claim_radius = { refused = { -1, HUGE } },
  claim_ahead = { refused = { -1, HUGE } }, claim_penalty = { refused = { -2, HUGE } },
  heuristic = { refused = { 99 } }, weight = { refused = { 0, 1023 } },
  engine = { refused = { 99 } }, within = { refused = { -1 } }, turn = { refused = { -1, HUGE } },
  traffic = { refused = { -1, 65536 } },
  partial = { refused = { 4 } }, budget = {},
  explain = { hashed = false, refused = { 2 } },   -- a recorder sets it, and changes nothing
}

-- By section and name; "#" stands for numbers. `refused` are values that cannot be, in whichever
-- place. `alone` = false: no other value goes with the rest; others follow from it. `hashed` =
-- false: it is no part of the hash.
local FIELDS = {
  SIZE = {
    width = { alone = false, refused = { 0, -1, 19, 21, HUGE } },
    height = { alone = false, refused = { 0, -1, 9, 11, HUGE } },
    straight = { refused = { 0, -1, 6, 15, 65536 } },
    diagonal = { refused = { 9, 21, -1 } },
    projection = { refused = { 2, 255 } },
    origin_x = { refused = { NAN, INFINITE } }, origin_y = { refused = { NAN, INFINITE } },
    cell_width = { refused = { NAN, INFINITE, ZERO, MINUS_ONE } },
    cell_height = { refused = { NAN, INFINITE, ZERO, MINUS_ONE } },
    grid = { alone = false, refused = { 3, 255 } },
  },
  KIND = {
    name = { refused = { "", "wall", "a\0b", ("n"):rep(64) } },
    cost = { refused = { -1, 65536 } }, opaque = { refused = { 2, 255 } },
    height = { refused = { -32768, 32768 } }, east = { refused = { -65536, 65536 } },
    south = { refused = { -65536, 65536 } },
  },
  CELL = { ["terrain in row #"] = { refused = { { [1] = 0 }, { [20] = 200 } } } },
  CLAS = {
    size = { refused = { 0, -1, HUGE } }, diagonal = { refused = { 4, 255 } },
    unknown = { refused = { -2, 65536 } }, costs = { alone = false, refused = { 0, 4, 255 } },
    ["cost of terrain #"] = { refused = { -2, 65536 } },
    climb = { refused = { -65536, 65536 } }, descend = { refused = { -65536, 65536 } },
    drift = { refused = { -1, 65537 } },
  },
  PLAY = {
    name = { refused = { "", "blue", "a\0b" } },
    shared_with = { refused = { "0000000000000008", "8000000000000000" } },
    ["known in row #"] = { refused = { { [3] = 200 } } },
    looks = { alone = false, refused = { 5, 4294967295 } },
    ["look # x"] = { refused = { -1, 20 } }, ["look # y"] = { refused = { -1, 10 } },
    ["look # radius"] = { refused = { -1, HUGE } },
  },
  FLOW = {
    player = { alone = false, refused = { 3, 255 } }, memory = { refused = { 0, 65536 } },
    ["cells skipped before #"] = { alone = false, refused = { -1, 200, HUGE } },
    ["came #"] = {}, ["waits #"] = {},
  },
  INFL = {
    name = { refused = { "", "smell", "a\0b" } }, weight = {},
    block = { alone = false, refused = { -1, 2, HUGE } }, ["values of block #"] = {},
  },
  RECI = {
    influence = { alone = false, refused = { 0, 1, 6, 99 } },
    kind = { alone = false, refused = { 10, 255 } },
    half_life = { refused = { 0, -1, 65536 } },
    plus = { refused = { -65536, 65536 } }, least = { refused = { -65536, 65536 } },
    greatest = { refused = { -65536, 65536 } }, scale = { alone = false, refused = { 0, 65536 } },
    radius = { alone = false, refused = { -1, 33 } },
    class = { alone = false, refused = { 99 } }, player = { alone = false, refused = { 3 } },
    terms = { alone = false, refused = { 0, 9, 255 } },
    ["term #"] = { refused = { 5, 99 } }, ["term # weight"] = { refused = { -65537, 65537 } },
  },
  PAST = {
    influence = { alone = false, refused = { 0, 4, 99 } },
    ["cells skipped before #"] = { alone = false, refused = { -1, 200, HUGE } },
    ["part #"] = { alone = false, refused = { -1, 65536 } },
    ["peak #"] = { alone = false, refused = { -1, 65536 } },
    ["since #"] = { alone = false, refused = { HUGE } },
  },
  LINK = {
    number = { alone = false, refused = { 0 } },
    from_x = { refused = { -1, 20 } }, from_y = { refused = { -1, 10 } },
    to_x = { refused = { -1, 20 } }, to_y = { refused = { -1, 10 } }, one_way = { refused = { 2 } },
    is_there = { alone = false, refused = { 2 } }, is_open = { refused = { 2 } },
    cost = { refused = { 0, -1, 65536 } }, classes = { alone = false, refused = { -1, 65 } },
    ["class #"] = { refused = { 9 } },
  },
  LMEM = {
    player = { alone = false, refused = { 3, 255 } }, link = { alone = false, refused = { 0, 99 } },
    is_there = { refused = { 2 } }, is_open = { refused = { 2 } },
    cost = { refused = { 0, -1, 65536 } },
  },
  UNIT = {
    id = { refused = { 0, 4294967295 } }, player = { refused = { 3, 255 } },
    class = { refused = { 9, 4294967295 } },
    x = { refused = { -1, 20 } }, y = { refused = { -1, 10 } },
    from_x = { refused = { -1, 20 } }, from_y = { refused = { -1, 10 } },
    stride = { refused = { 0, -1 } }, travelled = { refused = { -1, 1449 } },
    speed = { refused = { -1, 65537 } },
    sight = { refused = { -2, HUGE } }, state = { refused = { 3, 255 } },
    avoidance_and_priority = { refused = { 4, 255 } }, since = {}, waited = {}, retry = {},
    goal_x = { refused = { -1, 20 } }, goal_y = { refused = { -1, 10 } },
    progress = { refused = { -1, HUGE } }, status = { refused = { 2, 9 } }, cost = {},
    expanded = {}, waypoints = { alone = false, refused = { 0, -1, HUGE } },
    ["waypoint # x"] = { refused = { -1, 20 } }, ["waypoint # y"] = { refused = { -1, 10 } },
    ["waypoint # index"] = { alone = false, refused = { -1, HUGE } },
    ["waypoint # link"] = { alone = false },
    has_query = { alone = false, refused = { 2 } },
  },
  UNUM = {
    waits = {}, last_id = { refused = { 0, 2147483648 } }, rerouting_nodes = { refused = { 0 } },
    rerouting_unit = {},
  },
  TIME = { ticks = {}, last_link = { refused = { 0 } } },
  PLAN = {
    class = { alone = false, refused = { 9 } }, player = { alone = false, refused = { 3 } },
    prepared = { alone = false, refused = { 0, 4 } },
    ["landmarks changed"] = { alone = false, refused = { 4294967295 } },
    ["landmarks skipped before #"] = { refused = { -1, 200, HUGE } },
    ["landmarks kind #"] = { alone = false, refused = { 9, 255 } },
    ["dead ends changed"] = { alone = false, refused = { 4294967295 } },
    ["dead ends skipped before #"] = { refused = { -1, 200, HUGE } },
  },
  ASKS = {
    x = { refused = { -1, 20 } }, y = { refused = { -1, 10 } },
    goal_x = { refused = { -1, 20 } }, goal_y = { refused = { -1, 10 } },
    goal_width = { refused = { 0, 21 } }, goal_height = { refused = { 0, 11 } }, priority = {},
    class = { refused = { 9 } }, player = { refused = { 3 } }, unit = { refused = { 99 } },
    wanted = { refused = { -1 } }, terrain = { refused = { 99 } },
    unseen = { alone = false, refused = { 2 } },
    cells = { alone = false, refused = { -1, HUGE } },
    ["cell # x"] = { refused = { -2, 20 } }, ["cell # y"] = { refused = { -2, 10 } },
  },
  WNUM = {
    last_watch = { refused = { 0, 2147483648 } }, served = { refused = { 99 } },
  },
  WATC = {
    number = { alone = false, refused = { 0, 99 } },
    unit = { alone = false, refused = { 999 } }, costlier = { refused = { -2, 65537 } },
    better = { refused = { -2, 1025 } }, told = { alone = false, refused = { 8, 255 } },
    found = { hashed = false, refused = { 4, 255 } }, offered = {},
    class = { refused = { 9 } }, player = { refused = { 3 } },
    status = { refused = { 2, 9 } }, cost = {},
    expanded = {}, waypoints = { alone = false, refused = { 0, -1, HUGE } },
    ["waypoint # x"] = { refused = { -1, 20 } }, ["waypoint # y"] = { refused = { -1, 10 } },
    ["waypoint # index"] = { alone = false, refused = { -1, HUGE } },
    ["waypoint # link"] = { alone = false },
    has_query = { alone = false, refused = { 2 } },
    steps = { alone = false, refused = { -1, HUGE } }, ["cost of step #"] = {},
  },
  ["END "] = { checksum = { alone = false } },
}

for name, field in pairs(OPTIONS) do
  for _, section in ipairs { "UNIT", "ASKS", "WATC" } do FIELDS[section][name] = field end
end

-- ---- a map with all of them ---------------------------------------------------------------------

-- One is closed, one was removed, while some players were looking elsewhere.
local function add_links(map, class)
  local stairs = map:link { from = { 12, 1 }, to = { 10, 5 }, cost = 30, class = { class } }
  map:link { from = { 2, 6 }, to = { 2, 10 }, cost = 7, one_way = true }
  local bridge = map:link { from = { 1, 1 }, to = { 9, 10 }, cost = 40 }
  for player in map:players() do player.fog = false player.fog = true end
  stairs:close()
  bridge:remove()
end

-- Of a unit, and of a path that has become a little costlier.
local function add_watches(map)
  local path = map:path(2, 9, 3, 10)
  map:watch_path(path, { influence = { danger = 2, smell = 1 }, player = map:player "red" })
  map:influence("danger"):add(3, 10, 3, 0)
  for unit in map:units() do
    if unit.route then unit:watch_path { better = 0.2 } break end
  end
end

-- One that others have pushed aside is not.
local function is_on(path, unit)
  for x, y in path:cells() do
    if x == unit.x and y == unit.y then return true end
  end
end

local function rich_map()
  local world = busy.world(17)
  world:player("red").traffic_memory = 8
  for _ = 1, 116 do busy.play(world) end
  local map = world.map
  map:influence("smell", { weight = 0.5 }):add(3, 3, 9, 1)
  map:influence("fear", { recipe = { "near", "danger", radius = 3, plus = 1, min = -9, max = 99 } })
  map:influence("mixed", { recipe = { "product", "danger", { map = "smell", factor = 2 },
    scale = 10 } })
  local class
  for one in map:classes() do class = one end
  map:influence("smoke", { recipe = { "flow", "smell", radius = 4, player = map:player "red",
    class = class } })
  map:influence("traces", { recipe = { "history", "smell", half_life = 7 } })
  map:_tick()
  map:influence("smell"):set(3, 3, 2)
  map:_tick()
  for player in map:players() do player:reveal() end
  map:player("red"):see(18, 3, 2)
  map:prepare { landmarks = true }
  map:prepare { dead_ends = true }
  map:set(8, 2, "wall")
  for unit in map:units() do
    if unit.route and is_on(unit.route, unit) then
      unit:follow_path(unit.route, { influence = { danger = 2, smell = 1 }, explain = true })
    end
  end
  add_links(map, class)
  add_watches(map)
  map:request_path(1, 1, 9, 9,
    { influence = { danger = 2, smell = 1 }, player = map:player "blue" })
  map:request_nearest(1, 1, { { 9, 9 }, { 4, 4 } }, nil, { count = 2 })
  map:request_nearest(1, 1, "wall")
  return map
end

local bytes = rich_map():save()
local fields = saved_map.fields(bytes)

local function general(name)
  return (name:gsub("%d+", "#"))
end

local function copy(list)
  local new = {}
  for i, value in ipairs(list) do new[i] = value end
  return new
end

-- ---- other values -------------------------------------------------------------------------------

-- A list in which one value is another one, for each place and each of `values`.
local function lists(list, values)
  local all = {}
  for i = 1, #list do
    for _, value in ipairs(values) do
      local new = copy(list)
      new[i] = value
      if value ~= list[i] then all[#all + 1] = new end
    end
  end
  return all
end

local function numbers(value)
  return { value + 1, value - 1, value + 2, value - 2, value + 3, 1 - value, 0, 1, 2, 3 }
end

local others = {
  u8 = numbers, u32 = numbers, i32 = numbers,
  bool = function(value) return { 1 - value } end,
  name = function(value) return { value .. "x" } end,
  u64 = function() return { "0000000000000004", "0000000000000002", "0000000000000001" } end,
  f64 = function() return { "4008000000000000" } end,
  row = function(list) return lists(list, { 1, 2 }) end,
  small = numbers,
  block = function(list) return lists(list, { 77 }) end,
}

local function fits(field, value)
  if value == field.value then return false end
  if type(value) ~= "number" then return true end
  local is_signed = field.kind == "i32"
  return (is_signed or value >= 0)
    and value <= (field.kind == "u8" and 255 or 4294967295)
end

local function hash_of(map) return map:hash() .. map:_queue_hash() end

local hash = hash_of(assert(astar.read(bytes)))

-- A map with another value, if it is loaded and saved again as it was; else nil, and what it says.
local function changed(field, value)
  local patched = patch.map(bytes, field, value)
  local map, message = astar.read(patched)
  if not map then return nil, message end
  local another = hash_of(map)
  local owner, name = saved_map.difference(patched, map:save())
  map:close()
  if owner then return nil, owner .. ": " .. name end
  return another
end

-- The places of a field, by section and name.
local function places_of(section, name)
  local list = {}
  for _, field in ipairs(fields) do
    if field.section == section and general(field.name) == name then list[#list + 1] = field end
  end
  return list
end

-- Hashes of maps in which only that field is another.
local function hashes_with_another(section, name)
  local hashes, why = {}, "none tried"
  for _, field in ipairs(places_of(section, name)) do
    for _, value in ipairs(others[field.kind](field.value)) do
      if fits(field, value) then
        local another, message = changed(field, value)
        hashes[#hashes + 1] = another
        why = message or why
        if #hashes >= 3 then return hashes, why end
      end
    end
  end
  return hashes, why
end

-- Where a ticket begins at its unit, y says nothing.
local function says_nothing(field)
  if field.section ~= "ASKS" or field.name ~= "y" then return false end
  for _, one in ipairs(places_of("ASKS", "x")) do
    if one.owner == field.owner then return one.value == -2147483648 end
  end
end

local function refused_value(field, value)
  if type(value) ~= "table" then return value end
  local list = copy(field.value)
  for i, one in pairs(value) do list[i] = one end
  return list
end

-- ---- the specs ----------------------------------------------------------------------------------

describe("a field of a saved map", function()
  it("is in the table, and what is in the table is saved", function()
    local found = {}
    for _, field in ipairs(fields) do
      local name = general(field.name)
      assert.is_table(FIELDS[field.section] and FIELDS[field.section][name],
        ("%s '%s' is saved and not in the table"):format(field.section, name))
      found[field.section .. name] = true
    end
    for section, list in pairs(FIELDS) do
      for name in pairs(list) do
        assert.is_true(found[section .. name] or false, section .. " " .. name .. " is not saved")
      end
    end
  end)

  for section, list in pairs(FIELDS) do
    for name, field in pairs(list) do
      if field.alone ~= false then
        local words = field.hashed == false and "the same hash" or "another hash"
        it(("is kept and makes %s: %s %s"):format(words, section, name), function()
          local hashes, why = hashes_with_another(section, name)
          assert.is_true(#hashes > 0, "no other value is loaded and saved as it is: " .. why)
          for _, another in ipairs(hashes) do
            assert.equal(field.hashed == false, hash == another)
          end
        end)
      end

      if field.refused then
        it(("is refused where it lies: %s %s"):format(section, name), function()
          for _, place in ipairs(places_of(section, name)) do
            local is_lie = not says_nothing(place)
            for _, value in ipairs(is_lie and field.refused or {}) do
              if value == place.value then value = value .. "\0" end  -- a name that it has
              local map, message =
                astar.read(patch.map(bytes, place, refused_value(place, value)))
              assert.is_nil(map, ("%s: %s = %s"):format(place.owner, place.name, tostring(value)))
              assert.matches("a saved map, but cut off or changed", message)
            end
          end
        end)
      end
    end
  end

  it("is refused where a player shares with itself", function()
    for i, place in ipairs(places_of("PLAY", "shared_with")) do
      local own = ("%016x"):format(2 ^ (i - 1))
      assert.is_nil(astar.read(patch.map(bytes, place, own)))
    end
  end)

  it("is refused where a unit comes twice, or the last id is below one", function()
    local ids = places_of("UNIT", "id")
    assert.is_nil(astar.read(patch.map(bytes, ids[2], ids[1].value)))
    assert.is_nil(astar.read(patch.map(bytes, ids[1], ids[2].value)))
    local last = places_of("UNUM", "last_id")[1]
    assert.is_nil(astar.read(patch.map(bytes, last, ids[#ids].value - 1)))
  end)

  it("is refused where the checksum is another", function()
    local first = bytes:byte(-1)
    assert.is_nil(astar.read(bytes:sub(1, -2) .. string.char((first + 1) % 256)))
    assert.equal(bytes, patch.seal(bytes))
  end)

  it("is what tickets paid for the tables of a large map", function()
    local map = astar.map { width = 600, height = 500 }
    local list = {}
    for _, name in ipairs { "danger", "smell" } do
      map:influence(name, { weight = 1 }):set(9, 9, 1)
      map:request_path(1, 1, 600, 500, { influence = { [name] = 1 } })
    end
    map:work(100)
    for _, field in ipairs(saved_map.fields(map:save())) do
      if field.section == "PAID" then list[#list + 1] = field end
    end
    assert.equal("nodes", list[3].name)
    assert.equal(3, #list)
    assert.equal(100, list[3].value)
    local patched = patch.map(map:save(), list[3], 99)
    assert.not_equal(hash_of(map), hash_of(assert(astar.read(patched))))
    assert.is_nil(astar.read(patch.map(map:save(), list[3], 600 * 500)))
  end)

  it("that says how large the map is makes another hash", function()
    local hashes = {}
    for _, size in ipairs { { 6, 4 }, { 4, 6 }, { 8, 3 }, { 24, 1 } } do
      local map = astar.map { width = size[1], height = size[2] }
      assert.is_nil(hashes[map:hash()])
      hashes[map:hash()] = true
    end
  end)
end)
