local says = require "support.says"
local small_world = require "support.small_world"

describe("unit:await #quick", function()
  local function waiting(...)
    local world = small_world ". . ."
    local unit = world:unit { player = "red", x = 1, y = 1 }
    local arguments, log = { ... }, {}
    unit:behave(function(one)
      while true do
        local got = { one:await(arguments[1], arguments[2]) }
        log[#log + 1] = { world.ticks, got[1] or false, got[2] }
      end
    end)
    world:tick()
    return world, unit, log
  end

  it("waits for the next event of a name, and returns what it was told with", function()
    local world, unit, log = waiting("alarm")
    unit:tell("noise")
      unit:tell("alarm", 7)
    world:tick():tick()
    unit:tell("alarm", 8)
    world:tick()
    assert.same({ { 2, true, 7 }, { 4, true, 8 } }, log)
  end)

  it("gives up after so many ticks, whatever else happens", function()
    local world, unit, log = waiting("alarm", 3)
    unit:tell("noise")
    world.run(6)
    assert.same({ { 4, false, "timeout" }, { 7, false, "timeout" } }, log)
  end)

  it("checks its arguments", function()
    local world, unit = waiting("alarm")
    for text, arguments in pairs { ["#1 to 'await' (the event's name"] = { 7 },
        ["#2 to 'await' (a number of ticks"] = { "alarm", "soon" } } do
      unit:behave(function(one) one:await(arguments[1], arguments[2]) end)
      world:tick()
      says(text, error, world.reports[#world.reports].message)
    end
  end)
end)
