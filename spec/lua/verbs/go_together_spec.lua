-- unit:go, where many go to one place, or none can get away.

local requests_in = require "support.requests_in"
local small_world = require "support.small_world"

local OPEN = ("."):rep(24) .. "\n"
local HOUSE = ("."):rep(10) .. "###" .. ("."):rep(11) .. "\n"
local PLAZA = OPEN:rep(10) .. HOUSE:rep(3) .. OPEN:rep(10)
local BUILDING = { x = 11, y = 11, width = 3, height = 3 }

local function beside(unit)
  local dx = math.max(BUILDING.x - unit.x, unit.x - BUILDING.x - 2)
  local dy = math.max(BUILDING.y - unit.y, unit.y - BUILDING.y - 2)
  return math.max(dx, dy) == 1
end

-- Units on the borders of the plaza, that each go to the building until they are there.
local function plaza(count, behaviour)
  local world, units = small_world(PLAZA), {}
  world:behaviour("come", behaviour)
  for i = 1, count do
    local x, y = (i * 7) % 24 + 1, i % 2 == 0 and 1 or 23
    while world:unit_at(x, y) do x = x % 24 + 1 end
    units[i] = world:unit { player = "red", x = x, y = y, speed = 0.5, behaviour = "come" }
  end
  return world, units
end

local function places(units)
  local list = {}
  for i, unit in ipairs(units) do list[i] = unit.x .. "," .. unit.y end
  return table.concat(list, " ")
end

describe("units that all go to one building #quick", function()
  it("stand around it, in all of its places, and search for nothing any more", function()
    local arrived, codes = {}, {}
    local world, units = plaza(40, function(unit)
      local _, code = unit:go(BUILDING, { within = 1 })
      arrived[#arrived + 1] = unit
      codes[#codes + 1] = code or "there"
    end)
    world.run(400, function() return #arrived == 40 end)
    world.run(200)
    local near = 0
    for i, code in ipairs(codes) do
      assert(code == "there" or code == "crowded", code)
      if beside(arrived[i]) then near = near + 1 end
    end
    assert.equal(16, near)
    local before = places(units)
    assert.equal(0, requests_in(function() world.run(100) end))
    assert.equal(before, places(units))
  end)

  it("know when they are there with a compiled query, too", function()
    local world, codes = small_world(PLAZA), {}
    local query = world.map:query { within = 2 }
    for i = 1, 6 do
      world:unit { player = "red", x = i, y = 1, speed = 1 }:behave(function(unit)
        codes[i] = { unit:go(8, 8, query) }
      end)
    end
    world.run(200)
    for i = 1, 6 do assert.same({ true }, codes[i]) end
    assert.same({}, world.reports)
  end)

  it("are told why, if the goal is closed while they come", function()
    for tick = 4, 40, 4 do
      local world, codes = small_world(PLAZA), {}
      for i = 1, 8 do
        world:unit { player = "red", x = i, y = 1, speed = 0.5 }:behave(function(unit)
          local done, code = unit:go(8, 12)
          codes[#codes + 1] = done and "there" or code or "no code"
        end)
      end
      world.run(tick)
      world.map:set(8, 12, "wall")
      world.run(300, function() return #codes == 8 end)
      assert.equal(8, #codes)
      local known = { there = true, crowded = true, goal_blocked = true }
      for _, code in ipairs(codes) do assert(known[code], code) end
    end
  end)

  it("gather where the world has few nodes for them", function()
    for _, budget in ipairs { 50, 255, 1000 } do
      local world, codes = small_world(PLAZA, { budget = budget }), {}
      for i = 1, 12 do
        world:unit { player = "red", x = i, y = 1, speed = 0.5 }:behave(function(unit)
          local _, code = unit:go(8, 8)
          codes[#codes + 1] = code or "there"
        end)
      end
      world.run(400, function() return #codes == 12 end)
      assert.equal(12, #codes)
    end
  end)

  it("fail again without a search, and take a place that becomes free", function()
    local left = 40
    local world, units = plaza(40, function(unit)
      while not unit:go(BUILDING, { within = 1 }) do unit:wait(2) end
      left = left - 1
    end)
    world.run(1200)
    assert.equal(0, requests_in(function() world.run(200) end))
    local waiting = left
    for _, unit in ipairs(units) do
      if beside(unit) then
        unit:remove()
        break
      end
    end
    world.run(300)
    assert(left < waiting, "nobody has taken the free place")
    local near = 0
    for unit in world:units() do near = near + (beside(unit) and 1 or 0) end
    assert.equal(16, near)
    assert.equal(0, requests_in(function() world.run(200) end))
  end)

  it("give the code of a search where the goal is not full", function()
    local world = small_world ". . . # . ."
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
    world:unit { player = "red", x = 3, y = 1, speed = 1 }
    local function go(...)
      local goal = { ... }
      return world.outcome(unit, 200, function(one) return one:go(goal[1], goal[2]) end)[2]
    end
    assert.same({ "goal_blocked", 1 }, { go(4, 1), unit.x })
    assert.same({ "unreachable", 1 }, { go(6, 1), unit.x })
    assert.same({ "crowded", 2 }, { go(3, 1), unit.x })
  end)
end)

describe("units that are walled in #quick", function()
  it("look for a way once, and go on when the wall is open", function()
    local world = small_world [[
      . . . . # . . .
      . . . . # . . .
      . . . . # . . .
    ]]
    local out, tries = 0, 0
    for i = 1, 6 do
      world:unit { player = "red", x = (i - 1) % 3 + 1, y = (i - 1) % 2 + 1, speed = 1 }
        :behave(function(unit)
          repeat tries = tries + 1 until unit:go(8, 2, { within = 1 })
          out = out + 1
        end)
    end
    assert.equal(6, requests_in(function() world.run(3) end))
    tries = 0
    assert.equal(0, requests_in(function() world.run(320) end))
    assert(tries <= 6 * 10, ("asked %d times in 320 ticks"):format(tries))
    world.map:set(5, 3, "plain")
    world:player("red"):reveal()
    world.run(120)
    assert.equal(6, out)
  end)
end)
