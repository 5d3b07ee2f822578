local check = require "astar.mods.check"

local function mistakes(text, more, game)
  local files = {
    ["mod.lua"] = "return { name = 'test', version = '1', behaviours = { it = 'it.lua' } }",
    ["it.lua"] = text,
  }
  for name, other in pairs(more or {}) do files[name] = other end
  return (check.list({ name = "test", files = files }, game))
end

describe("trying a mod", function()
  it("finds nothing wrong with one that is right", function()
    assert.same({}, mistakes [[
      local think = require "astar.think"
      local danger = { influence = { ["red fear"] = 2 } }
      return think.interrupt(think.loop(think.sequence(
        think.retry(function(unit) return unit:go(unit.home, danger) end),
        think.succeed(think.act("explore")), think.act("wait", 5))),
        { attacked = function(unit, by) unit:sees(by) end })
    ]])
  end)

  it("lists what fails in loading", function()
    assert.same({ "test/it.lua:1: unexpected symbol near '='" }, mistakes "x = = 1")
  end)

  it("lists what fails in running, each once", function()
    assert.same({ "test/it.lua:2: unit has no field 'stade', the nearest is 'state' (test.it)" },
      mistakes "return function(unit)\n  unit.data.x = unit.stade\nend")
  end)

  it("says what mods have instead of what they miss", function()
    local list = mistakes "return function(unit)\n  unit:wait(math.random(3))\nend"
    assert(list[1]:find("test/it.lua:2: attempt to call .*'random'.* %(test.it%); "
      .. "mods have unit%.world%.random%(low, high%)$"), list[1])
    assert.same({ "test/it.lua:1: there is no 'os'; mods have unit.world.ticks for the time" },
      mistakes "return function(unit) if unit.x == 0 then unit:wait(os.time()) end end")
  end)

  it("says of data that cannot be kept where the script has given way", function()
    assert.same({ "test/it.lua:3: unit.data.f is a function; only plain data can be kept there "
      .. "(test.it)" },
      mistakes "return function(unit)\n  unit.data.f = print\n  unit:wait(1)\nend")
    assert.same({ "unit.data.f is a function; only plain data can be kept there (test.it)" },
      mistakes "return function(unit)\n  unit.data.f = print\nend")
  end)

  it("says what a name may be a slip of the pen for, of what the script declares, too", function()
    assert.same({ "test/it.lua:2: there is no 'whu', the nearest is 'why'",
      "test/it.lua:3: there is no 'zzz'" }, mistakes [[
      return function(unit)
        local _, why = whu, unit:wait(1)
        unit.data.why = zzz
      end]])
  end)

  it("runs every behaviour, however many there are", function()
    local names, files, expected = {}, {}, {}
    local once = "return function(unit) if not unit.data.x then unit.data.x = 1 error 'here' end "
      .. "unit:wait(999) end"
    for i = 1, 241 do                              -- one more than are tried at once
      local name = ("b%03d"):format(i)
      names[i] = ("%s = '%s.lua'"):format(name, name)
      files[name .. ".lua"] = once
      expected[i] = ("test/%s.lua:1: here (test.%s)"):format(name, name)
    end
    files["mod.lua"] = ("return { name = 'test', version = '1', behaviours = { %s } }"):format(
      table.concat(names, ", "))
    files["it.lua"] = files["b001.lua"]
    files["b001.lua"], expected[1] = "return require 'it'", "test/it.lua:1: here (test.b001)"
    table.sort(expected)
    local found = mistakes(files["it.lua"], files)
    table.sort(found)
    assert.same(expected, found)
  end)

  it("blames what the mod has called, not what that has called", function()
    assert.same({ "test/it.lua:1: bad argument to 'go' "
        .. "(x = 500 is outside the map, 1 to 240) (test.it)" },
      mistakes "return function(unit) unit:go(500, 2) end")
  end)

  it("sees that a colon was forgotten", function()
    assert.same({ "test/it.lua:1: calling 'go' on bad self (unit expected, got 3: "
      .. "write unit:go, with a colon) (test.it)" },
      mistakes "return function(unit) unit.go(3, 3) end")
  end)

  it("knows places on maps that the game may have", function()
    assert.same({}, mistakes "return function(unit) unit:go(200, 230) end")
  end)

  it("has come about what the mod waits for", function()
    assert.same({ "test/it.lua:2: oh (test.it)" }, mistakes [[
      return function(unit)
        if unit:await "full" then error("oh", 1) end
      end]])
  end)

  it("finds what fails where there is nothing, or where an enemy is gone", function()
    assert.matches("^test/it.lua:2: attempt to index .*found", mistakes([[
      return function(unit)
        local found = unit:nearest("ore") unit.data.x = found.x
        unit:wait(9)
      end]])[1])
    assert.matches("^test/it.lua:2: attempt to index .*enemy", mistakes([[
      return function(unit)
        local enemy = unit:enemies(200)[1] unit.data.x = enemy.x
        unit:wait(9)
      end]])[1])
    local list = mistakes [[
      return function(unit)
        local _, by = unit:await("attacked")
        unit:wait(20)
        unit.data.x = by.x
      end]]
    assert.matches("^test/it.lua:4: unit %d+ was removed %(test.it%)", list[1])
    assert.equal(1, #list)
    assert.same({}, mistakes [[
      return function(unit)
        local _, by = unit:await("attacked")
        unit:wait(20)
        unit:flee(by, { ticks = 5 })
        local done, why = unit:engage(by)
        if unit:sees(by) then unit.data.x = by.x end
        unit.data.why = why
      end]])
  end)

  it("leaves it to the mod to tell what it tells itself", function()
    assert.same({}, mistakes [[
      local think = require "astar.think"
      local function work(unit)
        for _, friend in ipairs(unit:friends(20)) do
          friend:tell("rally", { x = unit.x, y = unit.y }, 3)
        end
        unit:wait(20)
      end
      return think.interrupt(think.loop(work), { rally = function(unit, place, ticks)
        unit.data.rallied = place.x + place.y
        unit:wait(ticks * 2)
      end })]])
  end)

  it("does not tell what nobody knows how to", function()
    assert.same({}, mistakes [[
      local think = require "astar.think"
      return think.listen(think.loop(think.act("wait", 5)), {
        paid = function(unit, amount) unit.data.sum = (unit.data.sum or 0) + amount end,
        hurt = function(unit, what) unit.data.hurt = what.amount * 2 end,
        sent = function(unit, place) unit.data.x = place.x end,
      })]])
    assert.matches("^test/it.lua:2: attempt to perform arithmetic on", mistakes([[
      return require("astar.think").listen(function(unit) unit:wait(100) end, {
        shot = function(unit) unit.data.sum = unit.data.sum + 1 end })]])[1])
  end)

  it("knows a game's events, data and influence maps from its file", function()
    local game = { events = { paid = { "number" } }, data = { sum = 0 }, influences = { "fear" } }
    local text = [[
      return function(unit)
        local _, amount = unit:await("paid")
        unit.data.sum = unit.data.sum + amount
        unit:go(unit.home, { influence = { %s = 1 } })
      end]]
    assert.same({}, mistakes(text:format("fear"), nil, game))
    assert.matches("influence = 'feer' is no influence of the map, the nearest is 'fear'",
      mistakes(text:format("feer"), nil, game)[1])
    assert.same({}, mistakes((text:format("feer"):gsub("sum %+", "number +"))))
  end)

  it("gives units of a role different data", function()
    for _, condition in ipairs { "number == 4", "hp < 5", "hp > 5", "role == 'it'" } do
      assert.equal(1, #mistakes(("return function(unit) if unit.data.%s then error('x') end end")
        :format(condition)))
    end
  end)

  it("finds names that are nothing where it never gets", function()
    assert.same({ "test/it.lua:2: there is no 'prnt', the nearest is 'print'" }, mistakes
      "return function(unit)\n  if unit.world.ticks > 1e6 then prnt(unit.x) end\nend")
  end)

  it("searches files that no file requires, too, and names them", function()
    local good = "return function(unit) unit:wait(5) end"
    local UNUSED = ":1: the mod never loads this file: no file that it loads requires it by its "
      .. "name"
    assert.same({ "test/old.lua" .. UNUSED }, mistakes(good, { ["old.lua"] = good }))
    assert.same({ "test/old.lua" .. UNUSED,
      "test/old.lua:2: unit has no field 'gathr', the nearest is 'gather'",
      "test/old.lua:3: there is no event 'arived', the nearest is 'arrived'",
      "test/old.lua:4: there is no 'prnt', the nearest is 'print'" },
      mistakes(good, { ["old.lua"] = [[return function(unit)
        unit:gathr("ore")
        unit:await("arived")
        prnt(unit)
      end]] }))
    assert.same({ "test/a.lua" .. UNUSED, "test/tools/b.lua" .. UNUSED,
      "test/tools/b.lua:1: unexpected symbol near '='" },
      mistakes(good, { ["a.lua"] = "return require 'tools.b'", ["tools/b.lua"] = "x = = 1" }))
    assert.same({}, mistakes("require 'b' " .. good, { ["b.lua"] = "require 'c'", ["c.lua"] = "" }))
  end)

  it("tells no events that the mod tells, nor those that only verbs bring about", function()
    assert.same({}, mistakes [[
      return function(unit)
        while true do
          local heard, other = unit:event("salute")
          if heard and other:distance(unit) > 0 then error("nobody has told this") end
          if unit:event("unreached") then error("nothing was patrolled") end
          local friend = unit:friends(9)[1]
          if friend then friend:tell("salute", friend) end
          unit:wait(3)
        end
      end]])
  end)

  it("does not take what such a file tells for told", function()
    local waits = "return function(unit) unit:await 'moorning' unit:await 'morning' end"
    local list = mistakes(waits, { ["old.lua"] =
      "return function(unit) unit:tell('moorning', 1) end" })
    local alone = mistakes(waits)
    assert.equal(#alone + 1, #list)
  end)

  it("gives a mod the influence maps that it names, and others when it asks for them", function()
    assert.same({}, mistakes [[return function(unit)
      unit:wait(1 + unit:influence("old smell", 1, 1))
      unit:go(3, 3, { influence = { ["old smell"] = 2 } })
    end]])
    assert.same({}, mistakes [[return function(unit)
      unit:go(3, 3, { influence = { [unit.data.never or "sme" .. "ll"] = 2 } })
      unit:wait(5)
    end]])
    local list = mistakes("return function(unit) unit:go(3, 3, { influence = { smell = 2 } }) end",
      nil, { influences = { "danger" } })
    assert.equal(1, #list)
    assert.matches("'smell' is no influence of the map", list[1])
    assert.same({}, mistakes(
      "return function(unit) unit:go(3, 3, { influence = { danger = 2 } }) end",
      nil, { influences = { "danger" } }))
  end)

  it("gives a mod the facts that it asks for, as numbers, or those of the game", function()
    local text = "return function(unit) unit:wait(1 + unit.world.facts.gold) end"
    assert.same({}, mistakes(text))
    assert.equal(1, #mistakes(text, nil, { facts = { iron = 1 } }))
    assert.same({}, mistakes(text, nil, { facts = { gold = 1 } }))
    assert.equal(1, #mistakes("return function(unit) local key = unit.speed and 'sp' .. 'eed' "
      .. "unit:wait(1 + unit.world.facts[key]) end"))
  end)
end)
