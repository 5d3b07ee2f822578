local astar = require "astar"
local random = require "support.random"
local says = require "support.says"

-- Whole numbers of four bytes as this machine has them.
local function numbers(text)
  local list = {}
  for i = 1, #text, 4 do
    local a, b, c, d = text:byte(i, i + 3)
    list[#list + 1] = a + b * 2 ^ 8 + c * 2 ^ 16 + d * 2 ^ 24
  end
  return list
end

local function signed(value) return value >= 2 ^ 31 and value - 2 ^ 32 or value end

local STATES = { unseen = 0, seen = 1, visible = 2 }

local function world_of(seed)
  local int = random(seed)
  local map = astar.map { width = int:int(2, 30), height = int:int(2, 20) }
  map:terrain("swamp", 35)
  for _ = 1, 40 do
    map:set(int:int(1, map.width), int:int(1, map.height), int:pick { "wall", "swamp" })
  end
  local red, fear = map:player("red"), map:influence("fear")
  for _ = 1, 4 do
    red:see(int:int(1, map.width), int:int(1, map.height), int:int(0, 6))
    fear:add(int:int(1, map.width), int:int(1, map.height), int:int(-900, 900), int:int(1, 5))
    if int:chance(0.5) then red:end_sight() end
  end
  map:set(1, 1, "plain")
  return map, red, fear, map:field { to = { { x = 1, y = 1 } } }, int
end

local function expected(map, red, fear, field, x, y)
  local numbered = {}
  for number, name in map:terrains() do numbered[name] = number end
  local state, known = red:knows(x, y)
  return numbered[map:get(x, y)], STATES[state], known and numbered[known] or 0, fear:get(x, y),
    field:cost(x, y) or 2 ^ 32 - 1
end

describe("bytes of many cells #quick", function()
  it("are what is read cell by cell", function()
    for seed = 1, 20 do
      local map, red, fear, field, int = world_of(seed)
      local x, y = int:int(1, map.width), int:int(1, map.height)
      local width, height = int:int(1, map.width - x + 1), int:int(1, map.height - y + 1)
      local terrain = map:terrain_bytes(x, y, width, height)
      local states, known = red:state_bytes(x, y, width, height),
        red:terrain_bytes(x, y, width, height)
      local values = numbers(fear:value_bytes(x, y, width, height))
      local costs = numbers(field:cost_bytes(x, y, width, height))
      assert.same({ width * height, width * height }, { #terrain, #costs })
      for i = 1, width * height do
        local at_x, at_y = x + (i - 1) % width, y + math.floor((i - 1) / width)
        assert.same({ expected(map, red, fear, field, at_x, at_y) },
          { terrain:byte(i), states:byte(i), known:byte(i), signed(values[i]), costs[i] })
      end
      assert.equal(map:terrain_bytes(), map:terrain_bytes(1, 1, map.width, map.height))
      assert.equal(map.width * map.height * 4, #fear:value_bytes())
    end
  end)

  it("are refused for what is no rectangle of the map, closed, or no memory", function()
    local map, red, fear, field = world_of(1)
    says("bad argument #3 to 'terrain_bytes' (width = 99 does not fit the map",
      map.terrain_bytes, map, 1, 1, 99, 1)
    says("bad argument #4 to 'state_bytes' (height = nil", red.state_bytes, red, 1, 1, 1)
    says("into = 'x' is not memory, a userdata", red.state_bytes, red, "x")
    says("is not plain memory", red.state_bytes, red, io.stdout)
    says("into = unit is not plain memory", red.state_bytes, red, red:unit { x = 1, y = 1 })
    fear:remove()
    field:close()
    says("the influence was removed", fear.value_bytes, fear)
    says("field is closed", field.cost_bytes, field)
    map:close()
    says("map is closed", red.state_bytes, red)
    says("map is closed", map.terrain_bytes, map)
  end)

  it("run the function of a field, whose errors come through", function()
    local map, fails = astar.map { width = 4, height = 1 }, false
    local field = map:field({ to = { { x = 1, y = 1 } } }, { extra_cost = function()
      if fails then error("no cost today", 0) end
      return 5
    end })
    map:set(4, 1, "wall")
    field:cost_bytes()
    map:set(4, 1, "plain")
    fails = true
    says("no cost today", field.cost_bytes, field)
    local own = map:field({ to = { { x = 1, y = 1 } } }, { extra_cost = function() return 5 end })
    assert.same({ 0, 15, 30, 45 }, numbers(own:cost_bytes()))
  end)
end)

describe("cells that have changed #quick", function()
  it("are those whose state is another one than before", function()
    for seed = 1, 20 do
      local map, red, _, _, int = world_of(seed)
      local unit = red:unit { x = 1, y = 1, sight = 3, speed = 1 }
      local before, cells = red:changed_cells()
      assert.equal(red:state_bytes(), before)
      local unseen = select(2, before:gsub("%z", ""))
      assert.equal(map.width * map.height - unseen, #cells / 2)
      unit:place(int:int(1, 2), int:int(1, 2))
      red:see(int:int(1, map.width), int:int(1, map.height), 3)
      local now, changed = red:changed_cells(before)
      local is_changed = {}
      for i = 1, #changed, 2 do is_changed[(changed[i + 1] - 1) * map.width + changed[i]] = true end
      for i = 1, #now do assert.equal(now:byte(i) ~= before:byte(i), is_changed[i] or false, i) end
      assert.same({}, select(2, red:changed_cells(now)))
    end
  end)

  it("are refused for what are no states of this map", function()
    local _, red = world_of(1)
    says("before has 3 bytes, and the map", red.changed_cells, red, "abc")
    says("before = 7 is not a string of player:state_bytes()", red.changed_cells, red, 7)
  end)
end)

local has_ffi, ffi = pcall(require, "ffi")

if has_ffi then
  describe("bytes for LuaJIT", function()
    it("are copied into an array, or written where a pointer leads", function()
      local map = world_of(3)
      local array = ffi.new("uint8_t[?]", map.width * map.height)
      ffi.copy(array, map:terrain_bytes(), map.width * map.height)
      assert.equal(map:terrain_bytes(), ffi.string(array, map.width * map.height))
    end)
  end)
end
