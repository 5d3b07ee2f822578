--- The units of a map and those of a world are one thing to a user: what the first have the others
-- have by the same name, and it means the same. Where they differ on purpose stands in DIFFERENT,
-- and the reference says how.

local core = require "astar.core"
local maps = require "support.maps"
local says = require "support.says"
local small_world = require "support.small_world"
local whole = require "support.file"

-- By name: what docs/reference/unit.md says of it.
local DIFFERENT = {
  nearest = "may be larger than a cell",
  path = "the goal may be anything", reachable = "the goal may be anything",
  request_path = "the goal may be anything", search = "the goal may be anything",
  data = "it may hold only what can be",
}

local function two_units()
  local world = small_world [[
    . . . . . .
    . # # . # .
    . . . . . .
  ]]
  local unit = world:unit { player = "red", x = 1, y = 1, speed = 0.5, sight = 4 }
  local enemy = world:unit { player = "blue", x = 4, y = 1 }
  return unit, unit.body, enemy
end

local function members()
  local list = {}
  local metatable = core.metatables.unit
  for name, f in pairs(metatable.methods) do
    if name:sub(1, 1) ~= "_" then list[name] = f end
  end
  for name in pairs(metatable.fields) do list[name] = "field" end
  return list
end

describe("a world's unit #quick", function()
  it("has all that a map's unit has", function()
    local unit = two_units()
    for name, kind in pairs(members()) do
      local value = unit[name]                   -- which is an error where there is none
      if kind ~= "field" then assert.is_function(value, name) end
    end
  end)

  it("has the same in its fields", function()
    local unit, body = two_units()
    unit:follow_path(unit:path(6, 3))
    unit.world:tick()
    for name, kind in pairs(members()) do
      if kind == "field" and name ~= "data" then
        assert.equal(tostring(body[name]), tostring(unit[name]), name)
      end
    end
  end)

  local SETTABLE = { speed = true, sight = true, avoidance = true, priority = true, data = true }

  it("can be set what a map's unit can", function()
    local unit, body = two_units()
    for name, value in pairs { speed = 0.25, sight = 2, avoidance = "wait", priority = 3 } do
      unit[name] = value
      assert.equal(value, body[name])
    end
    unit.data = { hp = 3 }
    assert.equal(3, unit.data.hp)
    for name, kind in pairs(members()) do
      if kind == "field" and not SETTABLE[name] then
        assert.is_false(pcall(function() body[name] = 1 end), name)
      end
    end
  end)

  it("answers alike", function()
    local unit, body, enemy = two_units()
    local query = { occupancy = false }
    assert.equal(maps.cells(body:path(6, 3, query)), maps.cells(unit:path(6, 3, query)))
    assert.equal(body:reachable(6, 3), unit:reachable(6, 3))
    local goals = { { 6, 1 }, { 1, 3 } }
    assert.equal(body:nearest(goals).index, unit:nearest(goals).index)
    assert.same({ enemy }, unit:units_near(9, "enemies"))
    assert.same({ enemy }, body:units_near(9, "enemies"))
    says("bad argument #3 to 'units_near' (a place expected, got 5)", unit.units_near, unit, 9,
      "enemies", 5)
    assert.equal(unit, unit:follow_path(unit:path(6, 3)))
    assert.equal(maps.cells(body.route), maps.cells(unit.route))
    unit.world.map:set(1, 2, "wall")
    unit.world.map:set(4, 2, "wall")
    unit.world.map:set(6, 2, "wall")
    assert.equal(body:blocked(), unit:blocked())
    assert.equal(unit, unit:stop())
    assert.equal(body:visible_to(enemy.player), unit:visible_to(enemy.player))
    local one, other = body:search(3, 1), unit:search(3, 1)
    assert.equal(maps.cells(one:step(1000)), maps.cells(other:step(1000)))
    local done = 0
    local ticket = unit:request_path(3, 1, query, { done = function() done = done + 1 end })
    unit:request_path({ x = 3, y = 1 }, query, { done = function() done = done + 1 end })
    unit.world:tick()
    assert.equal(maps.cells(body:path(3, 1, query)), maps.cells(ticket.path))
    assert.equal(2, done)
    assert.equal(unit, unit:place(1, 3))
    unit:remove()
    assert.is_true(unit.removed)
  end)

  it("differs where the reference says so", function()
    local section = whole.read "docs/reference/unit.md":match "\n## Units of a world\n(.*)$"
    for name, how in pairs(DIFFERENT) do
      assert(members()[name] and section:gsub("%s+", " "):find(how, 1, true), name)
    end
  end)
end)
