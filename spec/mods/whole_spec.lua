-- The whole of Lua, as mods have it in the vault, where fuel and memory bound all that it does. The
-- stock sandbox leaves out what no hook can interrupt.

local kind = require "support.sandbox_kind"
local modded = require "support.modded"
local new_box = require "support.box"
local small_world = require "support.small_world"

local ONLY_IN_THE_VAULT = { "load", "string.gmatch", "string.gsub", "string.match", "string.pack",
  "string.packsize", "string.unpack" }
local NOWHERE = { "collectgarbage", "debug", "dofile", "io", "loadfile", "math.random", "os",
  "package", "string.dump" }

local function has(box, name)
  local parts = {}
  for part in name:gmatch "%w+" do parts[#parts + 1] = part end
  return box.run([[
    local value = _G
    for _, part in ipairs(...) do value = value and value[part] end
    return value ~= nil]], parts)
end

describe("the library of a mod #quick", function()
  it("has what its sandbox can bound, and nothing of files, clocks and code", function()
    local box = new_box()
    for _, name in ipairs(ONLY_IN_THE_VAULT) do
      assert.equal(kind.is_vault, has(box, name), name)
    end
    for _, name in ipairs(NOWHERE) do assert.is_false(has(box, name), name) end
    for _, name in ipairs { "pairs", "string.rep", "table.sort", "math.floor" } do
      assert.is_true(has(box, name), name)
    end
  end)
end)

kind.vault.describe("patterns", function()
  local box, run
  before_each(function()
    box = new_box()
    run = box.run
  end)

  it("are those of Lua", function()
    assert.same({ "2026", "11", 1, 7 }, { run [[
      local year, month = ("2026-11-26"):match "(%d+)-(%d+)"
      return year, month, ("2026-11-26"):find "^%d+%-%d%d"
    ]] })
    assert.equal("a=1;b=22;", (run [[
      local text = ""
      for key, value in ("a = 1, b=22"):gmatch "(%w+)%s*=%s*(%w+)" do
        text = text .. key .. "=" .. value .. ";"
      end
      return text
    ]]))
    assert.same({ "(x (y))", "THE", 3, "" }, { run [[
      return ("f(x (y)) z"):match "%b()", ("see THE end"):match "%f[%u]%u+", ("ab"):match "()$",
        ("abc"):match "^"
    ]] })
    assert.same({ 1, 1, "." }, { run "return ('.x'):find('.', 1, true), 1, ('a.'):match '%.'" })
  end)

  it("replace by text, by tables, by functions, and so often", function()
    assert.same({ "hexxo", 2, "[h]ello", 1, "1-b", 2, "A-B", 2, "%" }, { run [[
      local a, n = ("hello"):gsub("l", "x")
      local b, m = ("hello"):gsub("%w", "[%0]", 1)
      local c, k = ("a-b"):gsub("%w", { a = 1 })
      local d, j = ("a-b"):gsub("%w", function(s) return s:upper() end)
      return a, n, b, m, c, k, d, j, (("x"):gsub("x", "%%"))
    ]] })
  end)

  it("say what is wrong with them, and in which line", function()
    for source, said in pairs {
      ["('a'):match '('"] = "unfinished capture",
      ["('a'):match '[a'"] = "malformed pattern (missing ']')",
      ["('a'):match '%'"] = "malformed pattern (ends with '%')",
      ["('a'):match '%1'"] = "invalid capture index %1",
      ["('a'):gsub('a', '%2')"] = "invalid capture index %2",
      ["('a'):gsub('a', function() return {} end)"] = "invalid replacement value (a table)",
      ["('a'):match()"] = "(string expected, got no value)",
      ["string.gsub('a', 'b')"] = "bad argument #3 to 'gsub' (string/function/table expected",
      ["(('('):rep(40) .. 'a'):match(('('):rep(40))"] = "too many captures",
      ["('x'):rep(300):match(('x?'):rep(300) .. 'y')"] = "pattern too complex",
    } do
      local failure = box.fails(said, "\n\nlocal x = " .. source)
      assert.equal("mod.lua:3", failure.where)
      assert.match("^mod%.lua:3: ", failure.message)
    end
    box.fails("attempt to yield across a C-call boundary", [[
      local co = coroutine.create(function() return ("a"):gsub("a", coroutine.yield) end)
      local _, message = coroutine.resume(co)
      error(message, 0)]])
  end)

  it("that do not end are ended by what they do, with the line", function()
    for _, source in ipairs { "s:find(('a-'):rep(20) .. 'b')", "s:match(('.*'):rep(20) .. 'b')",
      "s:gsub(('a?'):rep(30) .. ('a'):rep(30) .. 'b', '')",
      "for _ in s:gmatch(('.-'):rep(20) .. 'b') do end" } do
      local failure = new_box().fails("too many instructions",
        "local s = ('a'):rep(3000)\nlocal x = 1\n" .. source)
      assert.equal("instructions", failure.kind)
      assert.equal("mod.lua:3", failure.where)
    end
  end)
end)

kind.vault.describe("texts", function()
  it("may be as long as there is memory for", function()
    local box = new_box { memory = 2 ^ 23, instructions = 1e7 }
    assert.same({ 2 ^ 20, 2 ^ 20 }, { box.run [[
      local s = ("x"):rep(2 ^ 20)
      return #s, #s:gsub("x", "y")
    ]] })
    local failure = box.fails("not enough memory", "local s = 'x'\n\nreturn #s:rep(2 ^ 31 - 1)")
    assert.same({ "memory", "mod.lua:3" }, { failure.kind, failure.where })
    box.fails("resulting string too large", "return ('x'):rep(2 ^ 31)")
    box.fails("resulting string too large", "return ('x'):rep(2 ^ 62)")
    assert.equal(3, (box.run "return 1 + 2"))
  end)

  it("collect what is not used before there is no memory", function()
    local box = new_box { memory = 2 ^ 22, instructions = 1e8 }
    assert.equal(2 ^ 20 * 40, (box.run [[
      local sum, piece = 0, ("x"):rep(2 ^ 18)
      for i = 1, 40 do
        sum = sum + #table.concat { piece, piece, piece, piece }
      end
      return sum
    ]]))
  end)

  it("have positions far beyond them, and far before", function()
    assert.same({ "", "", "abc", 0, 0 }, { new_box().run [[
      local far = 2 ^ 32 | 0
      local function count(...) return select("#", ...) end
      return ("abc"):sub(far), ("abc"):sub(far + 1, far + 2), ("abc"):sub(-far, far),
        count(("abc"):byte(far)), count(("abc"):byte(far + 2, far + 3))
    ]] })
  end)

  it("are formatted in all ways that there are", function()
    assert.equal("5    -5|+5|00005|a|ff|FF|377|1.50|1.5e+00|1.5E+00|1.5|0x1.8p+0|abc|   ab|'%'|A",
      (new_box().run [[
        return ("%d %5d|%+d|%05i|%x|%x|%X|%o|%.2f|%.1e|%.1E|%g|%a|%s|%5.2s|'%%'|%c"):format(5, -5,
          5, 5, 10, 255, 255, 255, 1.5, 1.5, 1.5, 1.5, 1.5, "abc", "abc", 65)
      ]]))
    assert.same({ '"a\\\nb\\0"', "0x1.8p+0", "(0/0)", "1e9999", "-0x1p+4" }, { new_box().run [[
      return ("%q"):format("a\nb\0"), ("%q"):format(1.5), ("%q"):format(0 / 0),
        ("%q"):format(1 / 0), ("%a"):format(-16.0)
    ]] })
  end)

  it("show no address, and no sign of a NaN", function()
    local shown = { "table", "function", "coroutine", "(null)", "(null)", "table" }
    assert.same(shown, { new_box().run [[
      local co = coroutine.create(print)
      return ("%s"):format {}, ("%s"):format(print), ("%s"):format(co), ("%p"):format {},
        ("%p"):format "text", tostring({})
    ]] })
    assert.same({ "nan", "nan", "nan", "nan", "nan", true }, { new_box().run [[
      local nan = 0 / 0
      return tostring(nan), tostring(-nan), ("%f"):format(-nan), ("%g"):format(nan),
        ("%a"):format(-nan), string.pack("<d", nan) == string.pack("<d", -nan)
    ]] })
  end)

  it("are packed and unpacked", function()
    assert.same({ 7, 258, "abc", "z", 8 + 3, "01020000" }, { new_box().run [[
      local packed = string.pack("<bi4s2z", 7, 258, "abc", "z")
      local a, b, c, d = string.unpack("<bi4s2z", packed)
      local function digits(c) return ("%02x"):format(c:byte()) end
      local hex = string.pack("<i4", 513):gsub(".", digits)
      return a, b, c, d, string.packsize "<i8i3", hex
    ]] })
  end)
end)

kind.vault.describe("metamethods", function()
  it("close variables in order, whatever way a block is left", function()
    assert.equal("b a; d:oh c:oh; f e; h g", (new_box().run [[
      local text = {}
      local function closing(name)
        return setmetatable({}, { __close = function(_, why)
          text[#text + 1] = name .. (why and ":" .. tostring(why):sub(-2) or "")
        end })
      end
      local function part(f, ...)
        local before = #text
        pcall(f, ...)
        local done = table.concat(text, " ", before + 1)
        for i = before + 1, #text do text[i] = nil end
        text[before + 1] = done
      end
      part(function() local a <close> = closing "a" local b <close> = closing "b" end)
      part(function() local c <close> = closing "c" local d <close> = closing "d" error "oh" end)
      part(function()
        for _ in next, { 1 }, nil, closing "e" do local f <close> = closing "f" break end
      end)
      part(function()
        local co = coroutine.create(function()
          local g <close> = closing "g"
          local h <close> = closing "h"
          coroutine.yield()
        end)
        coroutine.resume(co)
        coroutine.close(co)
      end)
      return table.concat(text, "; ")
    ]]))
    new_box().fails("variable 'x' got a non-closable value", "local x <close> = {}")
    new_box().fails("mod.lua:2: in closing", [[local x <close> = setmetatable({}, { __close =
      function() error "in closing" end })]])
  end)

  it("close where a call ends by its fuel, within what they may", function()
    local box = new_box { instructions = 20000 }
    local failure = box.fails("too many instructions", [[
      local x <close> = setmetatable({}, { __close = function() while true do end end })
      while true do end]])
    assert.equal("mod.lua:2", failure.where)
    assert.is_true(box.inside.used < 300000)
  end)

  it("call through chains", function()
    assert.equal("3:1:2", (new_box().run [[
      local function count(...) return select("#", ...) .. ":" .. (select("#", ...) - 2) .. ":2" end
      local inner = setmetatable({}, { __call = count })
      local outer = setmetatable({}, { __call = inner })
      return (outer(9))
    ]]))
    new_box().fails("attempt to call a table value", "setmetatable({}, { __call = {} })()")
    assert.equal("instructions", new_box { instructions = 20000 }.fails("too many instructions",
      "local t = setmetatable({}, {}) getmetatable(t).__call = t while true do pcall(t) end").kind)
  end)

  -- When the collector runs depends on what was allocated, and on nothing else.
  local FINALIZED = [[
    local said, garbage = {}, {}
    for i = 1, 400 do
      setmetatable({ i }, { __gc = function(t) said[#said + 1] = t[1] .. "@" .. i end })
      garbage[i % 50 + 1] = ("x"):rep(i * 10)
      if i % 100 == 0 then said[#said + 1] = "after " .. i end
    end
    for i = 1, 2000 do garbage = { garbage[1], ("y"):rep(500) .. i } end
    return table.concat(said, " ")]]

  it("finalize in the same order each time, in every kind of machine", function()
    local told = {}
    for i, name in ipairs { "vault", "vault", "bounds" } do
      told[i] = new_box { kind = name, instructions = 1e8 }.run(FINALIZED)
    end
    assert.equal(told[1], told[2])
    assert.equal(told[1], told[3])
    assert.is_true(select(2, told[1]:gsub("@", "")) > 100, told[1])
  end)

  it("finalize without hurting what runs, even if they fail or do not end", function()
    local make = [[
      for i = 1, 50 do setmetatable({}, { __gc = function() %s end }) end
      local n = 0
      for i = 1, 3000 do n = n + #("x"):rep(1000 + i) end
      return n]]
    local n = new_box { instructions = 1e7 }.run(make:format "")
    assert.equal(n, (new_box { instructions = 1e7 }.run(make:format "error 'oh'")))
    local box = new_box { instructions = 1e5 }
    assert.equal("instructions", box.fails("too many instructions",
      make:format "while true do end").kind)
    assert.is_false(box.inside.broken)
  end)

  it("make tables weak", function()
    assert.same({ 0, 1 }, { new_box { instructions = 1e7 }.run [[
      local weak, kept = setmetatable({}, { __mode = "k" }), {}
      for _ = 1, 10 do weak[{}] = true end
      local strong = setmetatable({ [kept] = true }, { __mode = "k" })
      for i = 1, 3000 do local _ = ("x"):rep(1000 + i) end
      local function count(t)
        local n = 0
        for _, value in ipairs { true } do if rawget(t, kept) == value then n = n + 1 end end
        return n
      end
      return count(weak), count(strong)
    ]] })
  end)
end)

kind.vault.describe("load", function()
  local box, run
  before_each(function()
    box = new_box()
    run = box.run
  end)

  it("makes functions of text, with the mod's globals or others", function()
    assert.same({ 3, 42, 7, "nil" }, { run [[
      answer = 42
      local own = { y = 7 }
      return load "return 1 + 2" (), load "return answer" (), load("return y", "own", "t", own)(),
        tostring(load("return print", "own", "t", own)())
    ]] })
    assert.equal(9, (run [[
      local parts, i = { "local a, b = ...", " return a * b" }, 0
      return load(function() i = i + 1 return parts[i] end)(3, 3)
    ]]))
    assert.same({ 5, 5 }, { run [[
      local own = {}
      load("x = 5 y = x", "=own", "t", own)()
      return own.x, own.y
    ]] })
  end)

  it("refuses code, and says what does not compile", function()
    local _, code = run [[return load("\27Lua")]]
    assert.match("attempt to load a binary chunk", code)
    assert.match("a text chunk", select(2, run "return load('return 1', 'x', 'b')"))
    assert.equal("own:2: unexpected symbol near '='",
      select(2, run "return load('\\n= 1', '=own')"))
    assert.equal('[string "x = ="]:1: unexpected symbol near \'=\'',
      select(2, run "return load 'x = ='"))
    box.fails("mod.lua:2: bad argument #1 to 'load' (string expected, got nil)", "\nload()")
    box.fails("mod.lua:2: bad argument #2 to 'load' (string expected, got table)", "\nload('', {})")
    box.fails("mod.lua:2: reader function must return a string",
      "\nload(function() return {} end)")
    box.fails("not enough memory", "local s = 'x' load(function() s = s .. s return s end)")
  end)

  it("gives what it makes a place of its own, by which its mistakes are found", function()
    local failure = box.fails("plan:2: oh", "\n\nload(\"\\nerror 'oh'\", '=plan')()")
    assert.equal("plan:2", failure.where)
    assert.truthy(failure.traceback:find("mod.lua:3", 1, true))
    box.fails("attempt to index a nil value (global 'nothing')", "load 'return nothing.x' ()")
    local endless = box.fails("too many instructions", "load 'while true do end' ()")
    assert.equal("instructions", endless.kind)
  end)

  it("sees globals that cannot be changed once the mod is loaded", function()
    run "count = 1"
    assert.is_true(box.inside:freeze())
    assert.equal(1, (run "return load 'return count' ()"))
    box.fails("a mod cannot set the global 'count'", "load 'count = 2' ()")
  end)
end)

-- Mistakes of Lua 5.4.4 which the vault's Lua has not: see tools/vault/lua.sh.
kind.vault.describe("the vault's Lua", function()
  it("compiles comparisons as keys, and bits of conditions among many constants", function()
    assert.equal("yes", (new_box().run [[
      local t = { [true] = "yes", [false] = "no" }
      local function get(a, b) return t[a < b] end
      return get(1, 2)]]))
    local many = {}
    for i = 1, 300 do many[i] = ("x = %d.5"):format(i) end
    assert.equal(8, (new_box().run("local a, b, x = 8 " .. table.concat(many, " ")
      .. " return 24 & (a or b)")))
  end)

  it("puts texts together where the stack grows meanwhile", function()
    assert.equal("klm?", (new_box().run [[
      local function dig(n) if n == 0 then return 0 end return 1 + dig(n - 1) end
      local grown = setmetatable({}, { __concat = function() dig(3000) return "?" end })
      return "k" .. "l" .. "m" .. "n" .. grown]]))
  end)

  it("names the line of a division by zero", function()
    for _, sum in ipairs { "1 // n", "1 % n", "n // 0", "n % 0" } do
      local failure = new_box().fails("mod.lua:3: attempt to", "local n = 0\n\nreturn " .. sum)
      assert.equal("mod.lua:3", failure.where)
    end
  end)

  it("says where something is nested too deeply", function()
    for _, open in ipairs { "(", "{", "function() return ", "- ", "not " } do
      local failure = new_box().fails("nested too deeply", "\nx = 1\ny = " .. open:rep(300))
      assert.same({ "syntax", "mod.lua:3" }, { failure.kind, failure.where })
    end
  end)
end)

kind.vault.describe("a unit whose text needs gigabytes", function()
  it("is stopped with a report, and the mod's other units go on", function()
    local world = small_world ".."
    modded(world, [[
      return function(unit)
        local long = "x"
        while true do
          if unit.data.greedy and unit.world.ticks == 2 then long = long:rep(2 ^ 31 - 1) end
          unit.data.turns = (unit.data.turns or 0) + 1
          unit:wait(1)
        end
      end]], { memory = 2 ^ 23 })
    local greedy = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it",
      data = { greedy = true } }
    local modest = world:unit { player = "red", x = 2, y = 1, behaviour = "test.it" }
    for _ = 1, 8 do world:tick() end
    assert.equal(1, #world.reports)
    assert.match("not enough memory", world.reports[1].message)
    assert.match("it%.lua:4", world.reports[1].text)
    assert.same({ 8, 7 }, { modest.data.turns, greedy.data.turns })
  end)
end)
