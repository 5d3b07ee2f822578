-- What is found in a mod's text without running it.

local Parser = require "astar.mods.source.parser"
local source = require "astar.mods.source"
local syntax = require "astar.mods.source.syntax"
local tokens = require "astar.mods.source.tokens"
local whole = require "support.file"

local MAIN = "return { name = 'test', version = '1', behaviours = { it = 'it.lua' } }"

-- What is wrong in it.lua, whose text this is, and in other files: "file:line text, text …".
local function mistakes(text, more, game)
  local files = { ["mod.lua"] = MAIN, ["it.lua"] = text }
  for name, other in pairs(more or {}) do files[name] = other end
  local program = source.program(function(path) return files[path] end, game)
  local list = {}
  for i, one in ipairs(program:check()) do
    list[i] = ("%s:%d %s"):format(one.file, one.line, one.text)
  end
  return table.concat(list, "\n")
end

-- The same of what a behaviour does where it never gets.
local function never(text, more, game)
  return (mistakes(([[
    local think = require "astar.think"
    local function kept(me) return me.data.never end
    return function(me) if kept(me) then
      %s
    end end]]):format(text), more, game):gsub("it%.lua:4 ", ""))
end

describe("a name that is surely meant", function()
  local meant = require("astar.mods.source.mistakes").meant

  it("differs by a letter, or by two where it is long", function()
    for _, case in ipairs {
      { "fle", "flee", false }, { "flea", "flee", true }, { "fele", "flee", true },
      { "gathrr", "gather", true }, { "gxthrr", "gather", false },
      { "abcdefxy", "abcdefgh", true }, { "axxxxxxx", "abcdefgh", false },
      { "xbcdefgh", "abcdefgh", false }, { "loaded", "unloaded", false },
      { "orders", "order", false },
    } do
      local expected = case[3] and case[2] or nil
      assert.equal(expected, meant(case[1], { [case[2]] = true }), case[1])
    end
    assert.is_nil(meant("flea", { flea = true, flee = true }))
  end)
end)

describe("a type of several nodes", function()
  local types = require "astar.mods.source.types"

  local function of(first, last)
    local nodes = {}
    for node = first, last do nodes[#nodes + 1] = node end
    return { kind = "function", nodes = nodes }
  end

  it("has those of both, twelve at the most", function()
    assert.same(of(1, 5), types.join(of(1, 2), of(3, 5)))
    assert.same(of(1, 5), types.join(of(1, 4), of(2, 5)))
    local one = of(1, 6)
    assert.equal(one, types.join(one, of(2, 5)))
    assert.same(of(1, 12), types.join(of(1, 6), of(7, 12)))
    assert.equal(types.any, types.join(of(1, 6), of(7, 13)))
  end)
end)

describe("the text of a mod", function()
  it("that is no Lua is so in the line that Lua says, or in the first", function()
    assert.equal("it.lua:1 this is not Lua", mistakes("\27Lua"))
    assert.matches("^it.lua:2 .*near", mistakes("local x = 1\nlocal = 2"))
  end)

  it("may ask Lua's library for what is no table's field, or is known only when it runs", function()
    assert.equal("", never [[
      local key = me.data.key
      local a, b, c = string[key], print.x, string.format.x
      a() b() c()]])
  end)

  it("calls functions of the library of which nothing is known", function()
    assert.equal("", never "local a, b = select(2, 'x', me) b:distence(me) a:fle()")
  end)

  it("has types as far as all that a name may stand for agrees", function()
    local text = [[local list = me:enemies(9)
      if me.data.here then list = %s end
      for _, one in ipairs(list) do one:distence(me) end]]
    assert.matches("'distence', the nearest is 'distance'", never(text:format("me:friends(9)")))
    assert.equal("", never(text:format("{ me.data.one }")))
    assert.equal("", never "for _, one in ipairs(me.world.map) do one:distence(me) end")
  end)

  it("may add fields to what the library returns as plain tables", function()
    for _, value in ipairs { "me.body:nearest({ { 1, 1 } })[1]", "me.world:known_enemies()[1]",
      "me.world:sites('gold')[1]", "me:positions({})[1]", "me.world:areas():get(1)",
      "me.world:areas():chokes()[1]", "me.world:areas():strength()[1]" } do
      assert.equal("", never(("local one = %s one.mark = 1"):format(value)), value)
    end
  end)

  it("may have names that some file sets, where what they are fields of is a guess", function()
    local text = [[
      local function look(unit) return unit.frends end
      return function(me) end]]
    assert.equal("it.lua:1 unit has no field 'frends', the nearest is 'friends'", mistakes(text))
    assert.equal("", mistakes("local t = {} t.frends = 1 " .. text))
  end)

  describe("shows names that there are not, in code that is never reached", function()
    local CASES = {
      { "me:fle()", "unit has no field 'fle', the nearest is 'flee'" },
      { "local x = me.stade", "unit has no field 'stade', the nearest is 'state'" },
      { "me.foo = 1", "unit has no field 'foo' to set; what is to be kept belongs in unit.data" },
      { "me.x = 1", "a mod cannot set 'x' of a unit" },
      { "me.world:unts()", "world has no field 'unts', the nearest is 'units'" },
      { "local w = me.world.map w.wdth = 3", "map has no field 'wdth' to set" },
      { "me.player:nows(1, 1)", "player has no field 'nows', the nearest is 'knows'" },
      { "me.world.random:pik {}", "random has no field 'pik', the nearest is 'pick'" },
      { "for _, enemy in ipairs(me:enemies(9)) do enemy:distence(me) end",
        "unit has no field 'distence', the nearest is 'distance'" },
      { "for enemy in me.world:units() do enemy:distence(me) end",
        "unit has no field 'distence', the nearest is 'distance'" },
      { "local enemy = me:enemies(9)[1] if enemy and enemy.stat then return end",
        "unit has no field 'stat', the nearest is 'start'" },
      { "local best for _, enemy in ipairs(me:enemies(9)) do best = best or enemy end best:stopp()",
        "unit has no field 'stopp', the nearest is 'stop'" },
      { "local path = me:path(1, 1) local c = path.csot",
        "path has no field 'csot', the nearest is 'cost'" },
      { "local ticket = me.body:request_path(me.home) local c = ticket.dune",
        "ticket has no field 'dune', the nearest is 'done'" },
      { "think.sequnce(kept)", "think has no field 'sequnce', the nearest is 'sequence'" },
      { "think.act('fle')",
        "bad argument #1 to 'act' (there is no verb 'fle', the nearest is 'flee')" },
      { "local verb = 'fle' if kept(me) then verb = 'fle' end think.act(verb)",
        "bad argument #1 to 'act' (there is no verb 'fle', the nearest is 'flee')" },
      { "local function first(u) return u end first(me):fle()",
        "unit has no field 'fle', the nearest is 'flee'" },
      { "local function second(u) return 1, u end local _, one = second(me) one:fle()",
        "unit has no field 'fle', the nearest is 'flee'" },
      { "think.loop(function(u) u:fle() end)", "unit has no field 'fle', the nearest is 'flee'" },
      { "think.utility { { evaluate = function(u) return u.hp end, execute = kept } }",
        "unit has no field 'hp'; what the game keeps of it is in unit.data" },
      { "think.utility { { evalute = kept, execute = kept } }",
        "bad argument #1 to 'utility' (unknown key 'evalute', the nearest is 'evaluate')" },
      { "think.retry(kept, { tims = 3 })",
        "bad argument #2 to 'retry' (unknown key 'tims', the nearest is 'times')" },
      { "me:guard(me.home, { engage = function(u, enemy) u:chas(enemy) end })",
        "unit has no field 'chas', the nearest is 'chase'" },
      { "me:flee(nil, { tciks = 3 })",
        "bad argument #2 to 'flee' (unknown key 'tciks', the nearest is 'ticks')" },
      { "me:go(1, 1, { withn = 3 })",
        "bad argument #3 to 'go' (unknown key 'withn', the nearest is 'within')" },
      { "me:go(me.home, { withn = 3 })",
        "bad argument #2 to 'go' (unknown key 'withn', the nearest is 'within')" },
      { "think.act('explore', { withn = 3 })",
        "bad argument #1 to 'explore' (unknown key 'withn', the nearest is 'within')" },
      { "me:await('arived')", "there is no event 'arived', the nearest is 'arrived'" },
      { "if me:event('reveald') then return end",
        "there is no event 'reveald', the nearest is 'revealed'" },
      { "think.till('attackd', kept)", "there is no event 'attackd', the nearest is 'attacked'" },
      { "think.interrupt(kept, { atacked = kept })",
        "there is no event 'atacked', the nearest is 'attacked'" },
      { "think.listen(kept, { atacked = kept })",
        "there is no event 'atacked', the nearest is 'attacked'" },
      { "think.utility { { evaluate = kept, execute = kept }, events = { 'attakced' } }",
        "there is no event 'attakced', the nearest is 'attacked'" },
      { "me:tell('rally') me:await('raly')", "there is no event 'raly', the nearest is 'rally'" },
      { "me:tell('arrived')", "'arrived' is an event that the world alone tells of" },
      { "local done, why = me:go(1, 1) if why == 'unreachble' then return end",
        "there is no code 'unreachble', the nearest is 'unreachable'" },
      { "local done, why = think.loop(kept)(me) if why == 'unreachble' then return end",
        "there is no code 'unreachble', the nearest is 'unreachable'" },
      { "local done, why = me:go(1, 1) local t = { crowdde = 1 } if t[why] then return end",
        "there is no code 'crowdde', the nearest is 'crowded'" },
      { "if me.state == 'standig' then return end",
        "there is no state of a unit 'standig', the nearest is 'standing'" },
      { "if 'visble' == me:knows(1, 1) then return end",
        "there is no state of a cell 'visble', the nearest is 'visible'" },
      { "if me:path(1, 1).status == 'parital' then return end",
        "there is no status of a path 'parital', the nearest is 'partial'" },
      { "me.go(3, 3)", "'go' is called without its unit: write unit:go, with a colon" },
      { "me.go(tostring(3))", "'go' is called without its unit: write unit:go, with a colon" },
      { "me.go(table.concat {})", "'go' is called without its unit: write unit:go, with a colon" },
      { "prnt(1)", "there is no 'prnt', the nearest is 'print'" },
      { "local a = table.concatt {}", "table has no 'concatt', the nearest is 'concat'" },
      { "me:wait(math.random(3))", "math has no 'random'; mods have unit.world.random(low, high)" },
      { "do local late = 1 end local b = late",
        "there is no 'late' here: it is declared further on, or in another block" },
      { "require 'nowhere'", "require 'nowhere': the mod has no such file" },
      { "pcall(function(a, b) b:fle() end, 1, me)",
        "unit has no field 'fle', the nearest is 'flee'" },
      { "pcall(function(a, b, c, d, e, f, g) g:fle() end, 1, 2, 3, 4, 5, 6, me)",
        "unit has no field 'fle', the nearest is 'flee'" },
      { "xpcall(function(a, b) b:fle() end, print, 1, me)",
        "unit has no field 'fle', the nearest is 'flee'" },
      { "xpcall(function(a, b, c, d, e, f) f:fle() end, print, 1, 2, 3, 4, 5, me)",
        "unit has no field 'fle', the nearest is 'flee'" },
      { "local t = {} table.insert(t, me) t[1]:fle()",
        "unit has no field 'fle', the nearest is 'flee'" },
      { "local t = {} table.insert(t, 1, me) for _, one in ipairs(t) do one:fle() end",
        "unit has no field 'fle', the nearest is 'flee'" },
      { "local t = me:enemies(9) table.sort(t, function(a, b) return a.x < b.stade end)",
        "unit has no field 'stade', the nearest is 'state'" },
      { "local t = me:enemies(9) table.sort(t, function(a, b) return a.stade < b.x end)",
        "unit has no field 'stade', the nearest is 'state'" },
      { "table.remove(me:enemies(9)):fle()", "unit has no field 'fle', the nearest is 'flee'" },
      { "if kept(me) then me.x = me.y else me:fle() end",
        "a mod cannot set 'x' of a unit\nunit has no field 'fle', the nearest is 'flee'" },
      { "if kept(me) then me:chas() elseif me.id then return else me:fle() end",
        "unit has no field 'chas', the nearest is 'chase'\n"
        .. "unit has no field 'fle', the nearest is 'flee'" },
      { "local t = { [kept(me) or me.stade] = 1 }",
        "unit has no field 'stade', the nearest is 'state'" },
      { "repeat me:fle() until kept(me)", "unit has no field 'fle', the nearest is 'flee'" },
      { "repeat local it = me until it:fle()", "unit has no field 'fle', the nearest is 'flee'" },
      { "repeat local late = me until late.x > 1 late:go(1, 1)",
        "there is no 'late' here: it is declared further on, or in another block" },
      { "local a, b a, b = 1, me b:fle()", "unit has no field 'fle', the nearest is 'flee'" },
      { "local t, s = {}, {} t.a, s.b = 1, me s.b:fle()",
        "unit has no field 'fle', the nearest is 'flee'" },
      { "me.go(me, 1, 1, { withn = 3 })",
        "bad argument #3 to 'go' (unknown key 'withn', the nearest is 'within')" },
      { "me:follow(me, { withn = 3 })",
        "bad argument #2 to 'follow' (unknown key 'withn', the nearest is 'within')" },
      { "me.avoidence = 1", "unit has no field 'avoidence' to set, the nearest is 'avoidance'; "
        .. "what is to be kept belongs in unit.data" },
      { "local o = { f = function(self, u) u:fle() end } o:f(me)",
        "unit has no field 'fle', the nearest is 'flee'" },
      { "local o = { u = me, f = function(self) self.u:fle() end } o:f()",
        "unit has no field 'fle', the nearest is 'flee'" },
      { "for i = 1, me.stade do end", "unit has no field 'stade', the nearest is 'state'" },
      { "for i = 1, 3 do me:fle() end", "unit has no field 'fle', the nearest is 'flee'" },
      { "me:defend(me.home, 5, function(u) u:fle() end)",
        "unit has no field 'fle', the nearest is 'flee'" },
      { "me:defend(me.home, 5, function(u, enemy) enemy:fle() end)",
        "unit has no field 'fle', the nearest is 'flee'" },
      { "me:defend(me.home, 5, kept, function(u) u:fle() end)",
        "unit has no field 'fle', the nearest is 'flee'" },
      { "me:flip() me:chas()", "unit has no field 'chas', the nearest is 'chase'\n"
        .. "unit has no field 'flip', the nearest is 'flee'" },
      { "local t = {} t[me.frends] = 1 t[me:flee(1)] = 2",
        "unit has no field 'frends', the nearest is 'friends'" },
      { "me:tell('raly') me:await('rlay')", "there is no event 'rlay', the nearest is 'raly'" },
    }

    for _, case in ipairs(CASES) do
      it(case[1], function() assert.equal(case[2], never(case[1])) end)
    end
  end)

  describe("shows them in other files", function()
    it("what is required, though it never is", function()
      assert.equal("far.lua:2 unit has no field 'fle', the nearest is 'flee'", mistakes([[
        return function(unit) if unit.data.never then require("far").run(unit) end end]],
        { ["far.lua"] = "local far = {}\nfunction far.run(who) who:fle() end\nreturn far" }))
    end)

    it("a function that nobody calls, by the name of its parameter or by its verbs", function()
      assert.equal("it.lua:1 unit has no field 'gahter', the nearest is 'gather'\n"
        .. "it.lua:2 unit has no field 'gahter', the nearest is 'gather'", mistakes(
        "local function a(unit) unit:gahter('ore') end\n"
        .. "local function b(man) man:go(1, 1) man:gahter('ore') end return function() end"))
    end)

    it("a table of another file's", function()
      assert.equal("the table has no field 'carefull', the nearest is 'careful'",
        never("me:go(1, 1, require('habits').carefull)",
          { ["habits.lua"] = "return { careful = { within = 1 } }" }))
    end)

    it("an object of a class", function()
      assert.equal("squad.lua:3 unit has no field 'fle', the nearest is 'flee'", never(
        "require('squad').new(me):run()", { ["squad.lua"] = [[local Squad = {} Squad.__index = Squad
          function Squad.new(u) return setmetatable({ leader = u }, Squad) end
          function Squad:run() self.leader:fle() end
          return Squad]] }))
      assert.equal("unit has no field 'fle', the nearest is 'flee'", never(
        "local Squad = {} Squad.__index = Squad function Squad:run() self.leader:fle() end "
        .. "kept(setmetatable({ leader = me }, Squad))"))
    end)

    it("a file that is no Lua, though it is never reached", function()
      assert.matches("^far%.lua:2 .*near", never("require 'far'", { ["far.lua"] = "\nx = = 1" }))
    end)
  end)

  describe("has nothing wrong in it", function()
    local CASES = {
      { "what the game may tell", "me:await('full') me:await('healed') me:await('loaded')" },
      { "what is found", "local ore = me:nearest('ore') if ore then ore.mine = ore.x end" },
      { "own tables", "local t = {} t.x = 1 t.stade = 2 for k, v in pairs(t) do k = v end" },
      { "own objects with verbs' names", [[local door = { stop = function(d) return d end,
        stopp = function(d) return d end } door:stop() door:stopp()]] },
      { "own codes", [[local function f() if me.x > 1 then return nil, "tired" end
        return me:go(1, 1) end local _, why = f() if why == "tired" then return end]] },
      { "a variable that is now this, now that",
        "local it = me it = { hp = 3 } if it.hp then return end" },
      { "what is in data", "me.data.fle = me.data.stade me.data.post.x = 3 me.data.f = me.id" },
      { "fields that verbs take as values", "me:watch(4, function() end, me.go, 3, 4)" },
      { "verbs called with a dot and their unit", "me.go(me, 3, 4)" },
      { "globals of the mod's", "wide = 3 me:wait(wide)" },
      { "words of its own", "local mode = me.data.mode if mode == 'missing' then return end" },
      { "words near codes that it makes itself, tells, or compares with no word",
        [[me.data.why = 'unreachble' me:tell('crowdde') local why = me.data.why
        if why == 'unreachble' or why == 'crowdde' or me.x == 'changng' then return end]] },
      { "words as long that differ in more than their order",
        "me:tell('rally') me:await('rover') me:await('ralyl' .. 1)" },
      { "a method that is an action: the unit is its self",
        "local o = {} function o:run(x) x:fle() end me:start(o.run)" },
      { "goto", "goto done do me:wait(1) end ::done::" },
      { "fields that a mod may set", "me.avoidance = 'wait' me.home = me me.data = {}" },
      { "the results of what is protected", "local ok, a = pcall(kept) if a.any then a:go() end" },
      { "an event with a letter of another alphabet, however it is written",
        "me:tell('r\195\169l') me:await('r\\u{e9}l') me:await('r\\195\\169l')" },
    }

    for _, case in ipairs(CASES) do
      it(case[1], function() assert.equal("", never(case[2])) end)
    end

    it("in the mods of the examples", function()
      for _, folder in ipairs { "examples/skirmish/red/", "examples/skirmish/blue/" } do
        local program = source.program(function(path)
          local file = io.open(folder .. path)
          local text = file and file:read("*a")
          if file then file:close() end
          return text
        end)
        assert.same({}, program:check())
        assert.is_true(#program.order >= 5)
      end
    end)
  end)

  it("shows every event that a game does not have, where its events are known", function()
    local game = { events = { full = {} } }
    assert.equal("", never("me:await('full')", nil, game))
    assert.matches("there is no event 'empty', the nearest is",
      never("me:await('empty')", nil, game))
    assert.equal("", never([[think.utility { every = 9,
      { name = "look around", evaluate = kept, execute = kept } }]], nil, game))
  end)

  it("tells what it is told with: by the library, and by the mod itself", function()
    assert.equal("unit has no field 'fle', the nearest is 'flee'", never(
      "me:tell('help', me) local done, by = me:await('help') by:fle()"))
    assert.equal("unit has no field 'fle', the nearest is 'flee'",
      never("local done, enemy = me:await('revealed') enemy:fle()"))
    assert.equal("unit has no field 'fle', the nearest is 'flee'",
      never("me:tell('help', me):fle()"))
    assert.equal("", never("me:tell('help', { fle = 1 }) local done, by = me:await('help') "
      .. "if by.fle then return end"))
  end)
end)

describe("syntax", function()
  it("is Lua's, in every file of the library and the examples", function()
    local count, pipe = 0, io.popen("find lua examples -name '*.lua'"
      .. " -not -path '*/attacks/*'")            -- these are made to wreck a compiler
    local names = pipe:read("*a")
    pipe:close()
    for name in names:gmatch("[^\n]+") do
      local text = whole.read(name)
      if (loadstring or load)(text) then
        local tree, line = syntax.tree(text)
        assert(tree, ("%s:%s"):format(name, tostring(line)))
        count = count + 1
      end
    end
    assert.is_true(count > 200)
  end)

  it("is that of Lua 5.4", function()
    for _, text in ipairs {
      "local a <const>, b <close> = 1, nil", "x = 1 // 2 ~ 3 & 4 | 5 << 6 >> 7", "x = ~1",
      "goto a ::a::", "f{...}'x'[[y]]:z{}", "x = 0x.8p-3 + 1e10 + .5 + 3.", "return;", ";;",
      "x = a.b[c].d:e(f)(g)", "x = { [a or b] = c or d, [a and b] = e or f; g or h, i = j or k }",
      "x = a[b or c] f(a or b, c or d) return a or b, c or d",
      "x = -2 ^ -3 .. 'a' .. 'b'", "for i = 1, 2, 3 do end",
      "function a.b.c:d(...) end", "repeat local x = 1 until x", "x = #a == not b",
      "#!/usr/bin/lua\nx = 1", "x = '\\z  \\x41\\u{48}\\065\\\n'", "x = [==[ ]] ]==] --[[ ]]",
    } do
      assert.is_table(syntax.tree(text), text)
    end
  end)

  it("is not that of anything else, and says in which line", function()
    for text, line in pairs {
      ["x = = 1"] = 1, ["\nif x then"] = 2, ["x"] = 1, ["\n\nx = }"] = 3, ["f(\n1"] = 2,
      ["x = @"] = 1, ["end"] = 1, ["return 1 x = 2"] = 1, ["local function a.b() end"] = 1,
    } do
      local tree, where = syntax.tree(text)
      assert.is_nil(tree, text)
      assert.equal(line, where, text)
    end
  end)

  it("has strings for what they hold", function()
    assert.equal("a\nbA\"B", tokens.of([["a\nb\x41\"\z
      \066"]])[1].value)
    assert.equal("a\nb", tokens.of("[=[\na\nb]=]")[1].value)
    if not utf8 then return end
    assert.equal("\127\194\128\226\130\172\200",
      tokens.of([["\u{7f}\u{80}\u{20ac}\200"]])[1].value)
    local is_known, last = pcall(utf8.char, 0x7fffffff)
    local read = tokens.of([["\u{7fffffff}\u{80000000}"]])[1].value
    assert.equal((is_known and last or "?") .. "?", read)
  end)

  it("does not overflow where Lua does not", function()
    assert.is_table(syntax.tree("return " .. ("("):rep(150) .. "1" .. (")"):rep(150)))
    local tree, line = syntax.tree("return " .. ("("):rep(200000))
    assert.is_nil(tree)
    assert.equal(1, line)
  end)
end)

-- ---- operators ----------------------------------------------------------------------------------

-- From the weakest to the strongest, as Lua's manual has them.
local LEVELS = { { "or" }, { "and" }, { "<", ">", "<=", ">=", "~=", "==" }, { "|" }, { "~" },
  { "&" }, { "<<", ">>" }, { ".." }, { "+", "-" }, { "*", "/", "//", "%" }, { "unary" }, { "^" } }
local TO_THE_RIGHT = { [".."] = true, ["^"] = true }

-- The expression with a bracket around all that an operator joins.
local function bracketed(node)
  if node.op and node.left then
    return "(" .. bracketed(node.left) .. node.op .. bracketed(node.right) .. ")"
  elseif node.op then
    return "(" .. node.op .. bracketed(node.value) .. ")"
  end
  return node.name
end

local function read(text) return bracketed(Parser.new(text):expression(0)) end

describe("an operator", function()
  local level_of, all = {}, {}
  for level, operators in ipairs(LEVELS) do
    for _, one in ipairs(operators) do
      level_of[one] = level
      if one ~= "unary" then all[#all + 1] = one end
    end
  end

  it("binds as Lua's do, beside each other one", function()
    for _, first in ipairs(all) do
      for _, second in ipairs(all) do
        local before = level_of[first] > level_of[second] or
          level_of[first] == level_of[second] and not TO_THE_RIGHT[first]
        local expected = before and ("((a%sb)%sc)"):format(first, second)
          or ("(a%s(b%sc))"):format(first, second)
        assert.equal(expected, read(("a %s b %s c"):format(first, second)))
      end
    end
  end)

  it("before one value binds more strongly, but for powers", function()
    for _, sign in ipairs{ "-", "not ", "#", "~" } do
      local word = sign:gsub(" ", "")
      for _, one in ipairs(all) do
        local expected = level_of[one] > level_of.unary and "(%s(a%sb))" or "((%sa)%sb)"
        assert.equal(expected:format(word, one), read(" " .. sign .. "a " .. one .. " b"))
      end
    end
  end)
end)
