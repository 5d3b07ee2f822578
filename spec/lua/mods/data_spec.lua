local modded = require "support.modded"
local plain = require "astar.mods.plain_data"
local small_world = require "support.small_world"

describe("a unit's data in a mod #quick", function()
  local function one_unit(text, data)
    local world = small_world(". . . . . . . .")
    local _, lines = modded(world, text)
    return world, world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 5, data = data,
      behaviour = "test.it" }, lines
  end

  it("is the host's: each sees what the other has changed, in its own table", function()
    local world, unit, lines = one_unit([[
      return function(unit)
        local data = unit.data
        while true do
          print(data.hp, data.pack.ore, data.gone, data == unit.data)
          data.trips = (data.trips or 0) + 1
          data.pack.ore = nil
          unit:wait(2)
        end
      end]], { hp = 7, pack = { ore = 1 }, gone = 1 })
    local data, pack = unit.data, unit.data.pack
    world.run(2)
    assert.same({ hp = 7, pack = {}, gone = 1, trips = 1 }, data)
    data.hp, data.gone, pack.ore = 5, nil, 9
    world.run(1)
    assert.same({ hp = 5, pack = {}, trips = 2 }, unit.data)
    assert.equal(data, unit.data)
    assert.equal(pack, unit.data.pack)
    assert.same({ "7\t1\t1\ttrue", "5\t9\tnil\ttrue" }, lines)
  end)

  it("goes back to the host when a later turn undoes a change", function()
    local world, unit = one_unit([[
      return function(unit)
        for _, n in ipairs { 2, 1, 1, 3 } do
          unit.data.n = n
          unit:sleep(1)
        end
      end]], { n = 1 })
    local seen = {}
    for tick = 1, 4 do
      world:tick()
      seen[tick] = unit.data.n
    end
    assert.same({ 2, 1, 1, 3 }, seen)
  end)

  it("does not show what is not plain, and leaves it where it is", function()
    local world, unit, lines = one_unit([[
      return function(unit)
        print(unit.data.f, unit.data.n)
        unit.data = { n = 2 }
      end]], { f = print, n = 1 })
    world:tick()
    assert.same({ f = print, n = 2 }, unit.data)
    assert.same({ "nil\t1" }, lines)
  end)

  it("can be set before it is read; what is not plain stays", function()
    local world, unit = one_unit("return function(unit) unit.data = { n = 2 } end",
      { f = print, m = 1 })
    world:tick()
    assert.same({ f = print, n = 2 }, unit.data)
    unit.data = nil
    unit.data = { k = 1 }
    assert.same({ k = 1 }, unit.data)
  end)

  it("names the first of several kinds of keys that cannot be kept", function()
    local thread = coroutine.create(function() end)
    for _, case in ipairs { { { [print] = 1 }, "function" },
      { { [{}] = 1, [print] = 1 }, "function" },
      { { [thread] = 1, [{}] = 1 }, "table" }, { { a = 1, [thread] = 1 }, "thread" },
      { { [print] = 1, [{}] = 1, [thread] = 1 }, "function" } } do
      local ok, message = pcall(plain.strict, case[1], "unit.data")
      assert.is_false(ok)
      assert.matches("has a " .. case[2] .. " as a key", message)
    end
  end)

  it("can be set of another unit, too", function()
    local world = one_unit [[return function(unit)
      if unit.x == 1 then unit:friends(9)[1].data = { n = 2 } end
      unit:sleep()
    end]]
    local friend = world:unit { player = "red", x = 2, y = 1, data = { f = print, m = 1 },
      behaviour = "test.it" }
    world.run(2)
    assert.same({}, world.reports)
    assert.same({ f = print, n = 2 }, friend.data)
  end)

  it("takes plain data only, and says which key is wrong", function()
    local function report(text)
      local world, unit = one_unit(
        ("return function(unit) unit.data.a = { b = 1 } %s end"):format(text), { n = 1 })
      world:tick()
      assert.equal(1, unit.data.n)
      return world.reports[1].text
    end
    local function it_says(text, code)
      local said = report(code)
      assert(said:find(text, 1, true), said)
    end
    it_says("unit.data.a.c is a function; only plain data can be kept there",
      "unit.data.a.c = print")
    it_says("unit.data.who is a unit", "unit.data.who = unit")
    it_says("me.me is nested too deeply, or contains itself",
      "local a = unit.data.a a.me = a")
    it_says("unit.data has a table as a key", "unit.data[{}] = 1")
    it_says("holds more than 4096 values", "for i = 1, 5000 do unit.data[i] = i end")
    it_says("unit.data is a table, and not a number", "unit.data = 7")
  end)

  it("is read only where there is more of it than a mod is shown", function()
    local data = { hp = 7 }
    for i = 1, 5000 do data[i] = i end
    local world, unit, lines = one_unit([[
      return function(unit)
        print(#unit.data, unit.data.hp)
        unit:sleep(1)
        unit.data[1] = 6
      end]], data)
    world.run(1)
    assert.same({ "4096\tnil" }, lines)
    world.run(2)
    assert.matches("unit.data holds more than a mod is shown: it can only read them",
      world.reports[1].text)
    assert.same({ 7, 1, 5000 }, { unit.data.hp, unit.data[1], #unit.data })
  end)

  it("is changed by a turn that fails, too", function()
    local world, unit = one_unit("return function(unit) unit.data.n = 1 error 'oh' end")
    world:tick()
    assert.equal(1, unit.data.n)
    assert.equal(1, world.failures)
  end)

  it("of others is read, and changed where they are this mod's", function()
    local world, unit, lines = one_unit([[
      return function(unit)
        unit:sleep(1)
        for other in unit.world:units(unit.player) do
          if other.data.n then
            print(other.id, other.data.n)
            other.data.n = other.data.n + 1
          end
        end
      end]])
    local friend = world:unit { player = "red", x = 3, y = 1, data = { n = 1 },
      behaviour = "test.it" }
    local stranger = world:unit { player = "red", x = 4, y = 1, data = { n = 1 } }
    unit:behave(nil)
    world.run(2)
    assert.same({ "2\t1", "3\t1" }, lines)
    assert.same({ n = 1 }, stranger.data)
    assert.truthy(world.reports[1].text:find("the data of unit 3 are not this mod's to change", 1,
      true))
    assert.equal(2, friend.data.n)
  end)

  it("of foreign units cannot be had", function()
    local world = one_unit([[
      return function(unit)
        unit:sleep(1)
        return unit:enemies(5)[1].data
      end]])
    world:unit { player = "blue", x = 3, y = 1, data = { secret = 1 } }
    world.run(2)
    assert.truthy(world.reports[1].text:find("unit 2 is another player's", 1, true))
  end)
end)

describe("plain data #quick", function()
  it("is copied and compared", function()
    local given = { 1, a = { b = { true } }, n = 0 / 0 }
    local copy = plain.copy(given)
    assert.is_true(plain.same(copy, given))
    given.a.b[2] = 1
    assert.is_false(plain.same(copy, given))
    given.a.b[2] = nil
    given.f = print
    assert.is_true(plain.same(copy, given))
    assert.is_false(plain.same(copy, given, true))
    assert.is_false(plain.same({ a = {} }, { a = 1 }))
    assert.is_false(plain.same({ 1 }, {}))
  end)
end)

describe("data that can be kept #quick", function()
  local function nested(depth)
    local value = 1
    for _ = 1, depth do value = { value } end
    return value
  end

  local function filled(count)
    local list = {}
    for i = 1, count do list[i] = i end
    return list
  end

  it("is nested as deeply, and as much, as the reference says, and no more", function()
    for _, value in ipairs { nested(17), filled(4096) } do
      assert.same(value, plain.strict(value, "data"))
      assert.same(value, plain.copy(value))
    end
    assert.has_error(function() plain.strict(nested(18), "data") end, "data"
      .. (".1"):rep(17) .. " is nested too deeply, or contains itself; only plain data can be "
      .. "kept there")
    assert.has_error(function() plain.strict(filled(4097), "data") end,
      "data holds more than 4096 values; only plain data can be kept there")
    assert.same(filled(4096), plain.copy(filled(4097)))
  end)

  it("holds no number, as a key or a value, that is not the same in every Lua", function()
    local great = math.type and math.tointeger(2 ^ 53)
    for _, value in ipairs { 2.0 ^ 54, -2.0 ^ 60, 2 ^ 53, 1 / 0, great, great and -great } do
      assert.same({ value }, plain.strict({ value }, "data"))
    end
    assert.same({ [2 ^ 53] = 1 }, plain.strict({ [2 ^ 53] = 1 }, "data"))
    for _, value in ipairs(great and { great + 1, -great - 1, math.maxinteger } or {}) do
      local said = "%-?%d+, above 2%^53 and not the same number everywhere;"
      assert.error_matches(function() plain.strict({ a = value }, "data") end,
        "^data.a is " .. said)
      assert.error_matches(function() plain.strict({ [value] = 1 }, "data") end,
        "^data has a key that is " .. said)
    end
  end)
end)

describe("plain.same #quick", function()
  local nan, deep = 0 / 0, { a = { b = { c = { 1, "x", true, 0.5 } } }, [2.5] = false }

  it("says whether a table is what its copy says", function()
    for _, value in ipairs { 1, -0.5, 0.0, -0.0, math.huge, "x", true, false, nan, {},
      deep } do
      assert.is_true(plain.same(plain.copy { value }, { value }))
    end
    for _, pair in ipairs { { 1, 2 }, { 0.0, -1 / math.huge }, { 1, "1" }, { true, 1 }, { {}, 1 },
      { nan, 1 },
      { { 1 }, {} }, { {}, { 1 } }, { { a = { b = 1 } }, { a = { b = 2 } } }, { {}, false } } do
      assert.is_false(plain.same({ pair[1] }, { pair[2] }))
      assert.is_false(plain.same({ pair[2] }, { pair[1] }, true))
    end
    if math.type then assert.is_false(plain.same({ 1 }, { 1.0 })) end
  end)

  it("counts what is not plain if it is to be strict", function()
    local circle = { n = 1 }
    circle.circle = circle
    for _, more in ipairs { print, setmetatable({}, {}), coroutine.create(function() end) } do
      assert.is_true(plain.same({ n = 1 }, { n = 1, more = more }))
      assert.is_false(plain.same({ n = 1 }, { n = 1, more = more }, true))
    end
    assert.is_false(plain.same({ n = 1 }, circle))
    assert.is_false(plain.same(plain.copy { n = 1, circle = {} }, circle))
  end)
end)
