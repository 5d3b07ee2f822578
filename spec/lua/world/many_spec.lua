-- What one unit of a world takes does not grow with the number of the others: instructions of Lua
-- are counted, in a world of few units and in one of many. What C does is not counted; for
-- removals spec/c/untouched.c sees to that.

local astar = require "astar"
local says = require "support.says"

local SIDE, FEW, MANY = 40, 40, 640
local MOST = 1.5                -- times as many instructions, for sixteen times the units

-- How many instructions of Lua run in the call; compiled code would not be counted.
local function steps_of(run)
  local count, compiler = 0, rawget(_G, "jit")
  if compiler then
    compiler.off()
    compiler.flush()
  end
  debug.sethook(function() count = count + 1 end, "", 1)
  run()
  debug.sethook()
  if compiler then compiler.on() end
  return count
end

local function crowd(count)
  local world = astar.world { map = astar.map { width = SIDE, height = SIDE } }
  local units = {}
  for i = 1, count do
    units[i] = world:unit { player = "red", x = (i - 1) % SIDE + 1, y = math.ceil(i / SIDE) }
  end
  return world, units
end

-- For each of them: what is made ready in a world of units, and what is counted, for the one in the
-- middle.
local cases = {
  ["removing a unit"] = {
    function() return {} end,
    function(_, unit) unit:remove() end,
  },
  ["removing a unit of many that keep something for themselves"] = {
    function(world, units)
      for i, unit in ipairs(units) do world:reserve("place " .. i, unit) end
    end,
    function(_, unit) unit:remove() end,
  },
  ["removing a unit of a group"] = {
    function(world, units) world:group { units = units } end,
    function(_, unit) unit:remove() end,
  },
  ["adding a unit to a group"] = {
    function(world, units)
      local group = world:group { units = units }
      group:remove(units[#units])
      world.data.group = group
    end,
    function(world, _, units) world.data.group:add(units[#units]) end,
  },
}

local function steps(case, count)
  local world, units = crowd(count)
  case[1](world, units)
  return steps_of(function() case[2](world, units[count / 2], units) end)
end

describe("many units #quick", function()
  for name, case in pairs(cases) do
    it("cost no more for " .. name, function()
      steps(case, FEW)        -- what is made on first use
      local few, many = steps(case, FEW), steps(case, MANY)
      assert.is_true(few > 10)
      assert.is_true(many <= MOST * few, ("%d with few, %d with many"):format(few, many))
    end)
  end
end)

describe("reservations #quick", function()
  it("of a unit that is removed are let go, and no others", function()
    local world, units = crowd(3)
    for i = 1, 3 do
      world:reserve("a" .. i, units[i])
      world:reserve("b" .. i, units[i])
    end
    world:release("b3", units[3])
    world:reserve("b3", units[2])
    units[2]:remove()
    assert.are.same({ units[1], false, units[3], units[1], false, false }, {
      world:holder "a1", world:holder "a2" or false, world:holder "a3",
      world:holder "b1", world:holder "b2" or false, world:holder "b3" or false,
    })
    assert.is_true(world:reserve("b3", units[1]))
  end)

  it("have strings and numbers for keys", function()
    local world, units = crowd(2)
    for _, key in ipairs { "a", 7, 2.5, -math.huge } do
      assert.is_true(world:reserve(key, units[1]))
      assert.is_false(world:reserve(key, units[2]))
      assert.equal(units[1], world:holder(key))
    end
    for _, key in ipairs { 0 / 0, true, false, {}, units[1] } do
      for _, method in ipairs { "reserve", "release", "holder" } do
        says(("bad argument #1 to '%s' (a string or a number expected"):format(method),
          function() world[method](world, key, units[1]) end)
      end
    end
    says("bad argument #1 to 'reserve'", function() world:reserve(nil, units[1]) end)
    for _, unit in ipairs { 7, "red", {} } do
      says("bad argument #2 to 'reserve' (a unit expected, got", function()
        world:reserve("a", unit)
      end)
    end
  end)

  it("are let go in a world that was loaded, too", function()
    local world, units = crowd(2)
    world:reserve("mine", units[1])
    local loaded = assert(astar.read_world(world:save()))
    assert.are.equal(units[1].id, loaded:holder("mine").id)
    loaded:holder("mine"):remove()
    assert.is_nil(loaded:holder("mine"))
  end)
end)
