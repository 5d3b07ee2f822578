-- Heavy mode: worlds that are saved, loaded and compared in each tick.

local kind = require "support.sandbox_kind"
local astar = require "astar"
local busy = require "support.busy_world"
local modded = require "support.modded"
local says = require "support.says"

local function stay(unit) unit:wait(1000) end

local function small_world()
  local map = astar.map { rows = { "........", ".##.....", ".#......", "........" } }
  local world = astar.world { map = map, seed = 7, report = error }
  world:behaviour("stay", stay)
  world:influence("smell", { decay = 0.5 }):set(3, 1, 9)
  world:player("blue"):see(8, 4, 2)
  local unit = world:unit { player = "red", x = 2, y = 1, sight = 2, speed = 0.5,
    data = { name = "Ann", list = { 1, 2 } }, behaviour = "stay" }
  world:group { units = { world:unit { player = "red", x = 5, y = 1 } } }
  return world, unit
end

-- What is said when the loaded world is changed by `f` before it runs.
local function complaint(f, every)
  local world = small_world()
  local function restore(text)
    local other = assert(astar.read_world(text, { behaviours = { stay = stay } }))
    f(other, other:unit_at(2, 1))
    return other
  end
  world.heavy = { restore = restore, every = every }
  local done, message = pcall(world.tick, world)
  assert.is_false(done)
  return message
end

describe("heavy mode", function()
  for _, every in ipairs { 1, 6 } do
    it(("finds nothing in a world with a bit of everything, every %d"):format(every), function()
      local world = busy.world(every)
      world.heavy = { every = every }
      for _ = 1, 60 do busy.play(world) end
      assert.equal(60, world.ticks)
    end)
  end

  it("loads a world again when the one before has run for as many ticks as asked", function()
    for every, times in pairs { [1] = 12, [3] = 4, [6] = 2 } do
      local world, count = small_world(), 0
      world.heavy = { every = every, restore = function(text)
        count = count + 1
        return assert(astar.read_world(text, { behaviours = { stay = stay } }))
      end }
      for _ = 1, 12 do world:tick() end
      assert.equal(times, count)
    end
  end)

  it("makes a run that is as long as without it, and is the same each time", function()
    local hashes = {}
    for i = 1, 2 do
      local world = busy.world(3)
      world.heavy = true
      for _ = 1, 20 do busy.play(world) end
      hashes[i] = world:hash()
    end
    assert.equal(hashes[1], hashes[2])
  end)

  it("plays worlds with mods", function()
    local world = small_world()
    local mod, lines = modded(world, [[
      local turns = 0
      return function(unit)
        turns = turns + 1
        unit.data.turns = (unit.data.turns or 0) + 1
        print(turns)
        unit:go(unit.world.random(8), 4)
      end]])
    assert(mod)
    local unit = world:unit { player = "blue", x = 8, y = 4, speed = 1, behaviour = "test.it" }
    world.heavy = true
    for _ = 1, 12 do world:tick() end
    -- The loaded one prints nothing. In the vault saving starts nothing again.
    local times = kind.pick { stock = 12, vault = 1 }
    assert.same({ times, times }, { unit.data.turns, #lines })
  end)

  it("names a mod that has used more in the world that was loaded", function()
    local world = small_world()
    local text = "return function(unit) while true do for _ = 1, %d do end unit:wait(1) end end"
    assert(modded(world, text:format(500)))
    world:unit { player = "blue", x = 8, y = 4, speed = 1, behaviour = "test.it" }
    local function restore(saved)
      return astar.read_world(saved, { behaviours = { stay = stay },
        setup = function(other) assert(modded(other, text:format(1500))) end })
    end
    world.heavy = { restore = restore }
    local _, message = pcall(world.tick, world)
    assert.matches("^heavy mode, tick 1: instructions of mod 'test' 1 for blue is %d+, and %d+ in "
      .. "the world that was loaded$", message)
  end)

  it("plays worlds that are recorded", function()
    local world = busy.world(2)
    local recording = astar.record(world)
    world.heavy = true
    for _ = 1, 15 do busy.play(world) end
    recording:stop()
    assert.equal(15, world.ticks)
  end)

  it("names unit and field of what a unit's body has lost", function()
    assert.equal("heavy mode, tick 0: unit 1: speed is 0.5, and 0.25 in the world that was loaded "
      .. "just now", complaint(function(_, unit) unit.speed = 0.25 end))
    assert.matches("^heavy mode, tick 0: unit 1: sight is 2, and 1 in",
      complaint(function(_, unit) unit.sight = 1 end))
    assert.matches("unit 1: x is 2, and 1 in", complaint(function(_, unit) unit:place(1, 1) end))
    assert.matches("unit 2 is there, and not there in",
      complaint(function(world) world:unit_at(5, 1):remove() end))
  end)

  local function expect(words, f)
    assert.matches("^heavy mode, tick 0: " .. words, complaint(f))
  end

  it("names what a unit's mind has lost", function()
    expect('unit 1: data%.name is "Ann", and "Bob" in',
      function(_, unit) unit.data.name = "Bob" end)
    expect("unit 1: data%.list%[2%] is 2, and nil in",
      function(_, unit) unit.data.list[2] = nil end)
    expect("unit 1: home%.x is 2, and 3 in", function(_, unit) unit.home.x = 3 end)
    expect('unit 1: behaviour is "stay", and nil in', function(_, unit) unit:behave(nil) end)
    expect('unit 1: given%.n is 0, and 1 in', function(_, unit) unit:behave("stay", 5) end)
    expect("unit 1: inbox is nil, and a table in", function(_, unit) unit:tell("hit") end)
    expect("unit 1: when it wakes is inf, and 4 in",
      function(world, unit) world:_sleep(unit, 4) end)
  end)

  it("names what the rest of the world has lost", function()
    expect("the world: random%[%d%] is ", function(world) world.random() end)
    expect("the world: budget is nil, and 7 in", function(world) world.budget = 7 end)
    expect("the world: groups%[1%]%.formation is ",
      function(world) world:groups()().formation = "wedge" end)
    expect("the world: reserved%.well is nil, and 1 in",
      function(world, unit) world:reserve("well", unit) end)
    expect("influence smell: value at 3, 1 is 9, and 8 in",
      function(world) world.map:influence("smell"):set(3, 1, 8) end)
    expect("the map: terrain at 8, 3 is plain, and wall in",
      function(world) world.map:set(8, 3, "wall") end)
    expect("ticket 1 is not there, and there in",
      function(world) world.map:request_path(1, 1, 2, 1) end)
    expect("player blue: looks is 1, and 2 in",
      function(world) world:player("blue"):see(8, 3, 1) end)
  end)

  it("names tick, unit and field where what is not saved counts", function()
    local world, unit = small_world()
    local turns = 0                              -- of both worlds
    world:behaviour("count", function(one)
      turns = turns + 1
      one.data.turns = turns
    end)
    unit:behave("count")
    world.heavy = true
    local done, message = pcall(world.tick, world)
    assert.same({ false, "heavy mode, tick 1: unit 1: data.turns is 1, and 2 in the world that was "
      .. "loaded" }, { done, message })
  end)

  it("says what the loaded world has reported", function()
    local world, unit = small_world()
    local first = true
    world:behaviour("fail", function()
      if not first then error "no more" end
      first = false
    end)
    unit:behave("fail")
    world.heavy = true
    local done, message = pcall(world.tick, world)
    assert.is_false(done)
    assert.matches("it reports: tick 1, unit 1 .*no more", message)
  end)

  it("says when a world cannot be saved or loaded", function()
    local world, unit = small_world()
    world.heavy = true
    unit.data.f = print
    says("heavy mode, tick 0: the world cannot be saved: unit 1: data.f is a function", world.tick,
      world)
    unit.data.f = nil
    world.heavy = { restore = function(text) return astar.read_world(text) end }
    says("heavy mode, tick 0: the world cannot be loaded: text: there is no behaviour 'stay'",
      world.tick, world)
    world.heavy = true
    assert.equal(1, world:tick().ticks)          -- nothing was lost
  end)

  it("checks the world that there is now", function()
    for _, heavy_too in ipairs { true, false } do
      local world, unit = small_world()
      world.heavy = heavy_too
      assert.equal(world, world:tick():check_heavy())
      assert.equal(2, world:tick().ticks)
      unit.data.f = print
      says("heavy mode, tick 2: the world cannot be saved", world.check_heavy, world)
    end
    local world = small_world()
    world.heavy = { restore = function(text)
      local other = astar.read_world(text, { behaviours = { stay = stay } })
      other.budget = 7
      return other
    end }
    says("heavy mode, tick 0: the world: budget is nil, and 7 in", world.check_heavy, world)
  end)

  it("checks what it is set to", function()
    local map = astar.map { width = 3, height = 3 }
    local world = astar.world { map = map, heavy = true }
    assert.equal(1, world:tick().ticks)
    says("#1 to 'world' (heavy = 5 is not true or a table)", astar.world, { map = map, heavy = 5 })
    says("#1 to 'world' (heavy: unknown key 'evry', the nearest is 'every')", astar.world,
      { map = map, heavy = { evry = 2 } })
    says("#1 to 'world' (heavy: every = 0.5 is not a whole number from 1 on)", astar.world,
      { map = map, heavy = { every = 0.5 } })
    says("world.heavy = 7 is not true, false or a table", function() world.heavy = 7 end)
  end)
end)
