local check = require "astar.mods.check"
local globals = require "astar.mods.globals"

local function mistakes(text, more)
  local files = {
    ["mod.lua"] = "return { name = 'test', version = '1', behaviours = { it = 'it.lua' } }",
    ["it.lua"] = text,
  }
  for name, other in pairs(more or {}) do files[name] = other end
  return (check.list { name = "test", files = files })
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
    for i = 1, 30 do
      local name = ("b%02d"):format(i)
      names[i] = ("%s = '%s.lua'"):format(name, name)
      files[name .. ".lua"] = "return function() error 'here' end"
      expected[i] = ("test/%s.lua:1: here (test.%s)"):format(name, name)
    end
    files["mod.lua"] = ("return { name = 'test', version = '1', behaviours = { %s } }"):format(
      table.concat(names, ", "))
    local found = mistakes("", files)
    table.sort(found)
    assert.same(expected, found)
  end)

  it("blames what the mod has called, not what that has called", function()
    assert.same({ "test/it.lua:1: bad argument to 'go' "
        .. "(x = 500 is outside the map, 1 to 240) (test.it)" },
      mistakes "return function(unit) unit:go(500, 2) end")
  end)

  it("sees that a colon was forgotten", function()
    assert.same({ "test/it.lua:1: calling 'go' on bad self (a unit expected, got 3: "
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

  it("finds names that are nothing where it never gets", function()
    assert.same({ "test/it.lua:2: there is no 'prnt', the nearest is 'print'" }, mistakes
      "return function(unit)\n  if unit.world.ticks > 1e6 then prnt(unit.x) end\nend")
  end)

  it("is a command, which needs a folder", function()
    local lua = arg and arg[-1] or "lua5.4"
    local pipe = io.popen(lua .. " -l astar.mods.check 2>&1 </dev/null")
    assert.equal("usage: lua5.4 -l astar.mods.check FOLDER\n", pipe:read("*a"))
    pipe:close()
  end)

  it("is a command", function()
    local folder = os.tmpname()
    os.remove(folder)
    local written = {}
    local status = check.command(folder, function(text) written[#written + 1] = text end)
    assert.equal(1, status)
    assert.truthy(written[1]:find("mod.lua: No such file", 1, true))
  end)
end)

describe("names that are nothing", function()
  local KNOWN = { print = true, math = true, require = true, ipairs = true, _G = true }

  local function unknown(text)
    local list = {}
    for i, one in ipairs(globals.unknown(text, KNOWN)) do
      list[i] = one.line .. " " .. one.name
    end
    return table.concat(list, ", ")
  end

  it("are found by line, each once", function()
    assert.equal("1 a, 3 b", unknown "print(a)\n\nprint(b, a)")
  end)

  it("are not those that are declared, in any way", function()
    assert.equal("", unknown [[
      local a, b <const> = 1, 2
      local function f(c, d, ...) return c, d, ... end
      function g() end
      for i = 1, 3 do print(i) end
      for k, v in ipairs {} do print(k, v) end
      h = 1
      print(a, b, f, g, h)
      local t = {}
      function t:method(x) return self, x end
      goto done
      ::done::
    ]])
  end)

  it("are not keys, fields, words in strings and comments, nor numbers", function()
    assert.equal("", unknown [==[
      -- comment here
      --[[ long
      comment ]]
      print("in \" quotes", 'and here', [[ and
      here ]], 0x1f, 1e5, .5, 3 .. 4)
      local t = { key = 1, other = 2; third = 3 }
      print(t.key, t.other.third, t:method())
    ]==])
  end)

  it("are counted by lines over long strings and comments", function()
    assert.equal("4 a", unknown "--[[ x\n]] print [[\n\n]] a()")
  end)
end)
