local astar = require "astar"
local says = require "support.says"

local function corridor()
  local map = astar.map{ rows = { "......" } }
  return map, map:player "red"
end

local function events(map)
  local list = {}
  for kind, unit in map:events() do list[#list + 1] = kind .. " " .. unit.id end
  return list
end

describe("map:tick #quick", function()
  it("has events that outlive units", function()
    local map, red = corridor()
    for x = 1, 3 do
      local unit = red:unit{ x = 2 * x - 1, y = 1, speed = 1 }
      unit:follow_path(unit:path(2 * x, 1))
    end
    map:tick()
    map:unit_at(2, 1):remove()
    assert.same({ "arrived 2", "arrived 3" }, events(map))
    for _, unit in map:events() do unit:remove() end
    assert.same({}, events(map))
  end)

  it("may run while its events are gone through", function()
    local map, red = corridor()
    local unit = red:unit{ x = 1, y = 1, speed = 1 }
    unit:follow_path(unit:path(2, 1))
    map:tick()
    local list = {}
    for kind in map:events() do
      map:tick()
      list[#list + 1] = kind
    end
    assert.same({ "arrived" }, list)
  end)

  it("is not for a map that is locked or closed", function()
    local map = corridor()
    says("map is locked while a callback runs", function()
      map:path(1, 1, 6, 1, { extra_cost = function() map:tick() end })
    end)
    local next_event = map:events()
    map:close()
    says("map is closed", next_event)
    says("map is closed", map.tick, map)
    says("map is closed", map.events, map)
  end)
end)
