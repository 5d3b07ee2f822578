--- What the page of the inspector asks, past the network: units, watches, the pace, forks.

local astar = require "astar"
local inspecting = require "support.inspecting"
local json = require "astar.replay.json"
local kind = require "support.sandbox_kind"
local skip = require "support.skip"
local sockets = require "support.sockets"

local SCRIPT = [[
local think = require "astar.think"
local count = 0
return think.utility {
  { name = "rest", evaluate = function(unit) return unit.data.hp < 5 and 2 end,
    execute = think.act("wait", 20) },
  { name = "roam", evaluate = function() return 1 end, execute = function(unit)
    count = count + 1
    return unit:go(unit.world.random(12), unit.world.random(8))
  end },
  every = 5,
}
]]

local MOD = 'return { name = "arms", version = "1", behaviours = { soldier = "soldier.lua" } }'

local function new_world()
  local world = astar.world { map = astar.map { width = 12, height = 8 }, seed = 3,
    report = function() end }
  assert(world:mod { name = "arms", files = { ["mod.lua"] = MOD, ["soldier.lua"] = SCRIPT } })
  world:influence("danger"):add(3, 3, 40, 2)
  for i = 1, 4 do
    world:unit { player = i % 2 == 0 and "red" or "blue", x = 3 * i, y = 2 * i, speed = 0.4,
      sight = 4, behaviour = "arms.soldier", data = { hp = 9, list = { 1, 2, { a = "b" } } } }
  end
  return world
end

local function rows_of(unit)
  local rows = {}
  for _, section in ipairs(unit.sections) do
    for _, row in ipairs(section.rows) do rows[section.title .. "/" .. row.name] = row.words end
  end
  return rows
end

describe("what the page of an inspector asks", function()
  local it = skip.where(sockets.missing)
  local world, inspector, call

  local function begin(given)
    world = new_world()
    inspector = assert(astar.inspect(world, given))
    call = inspecting.caller(inspector)
  end

  local function try(name, f, given)
    it(name, function()
      begin(given)
      f()
      inspector:close()
    end)
  end

  local function play(ticks)
    for _ = 1, ticks do
      for _ = 1, inspector:due() do world:tick() end
    end
  end

  local function watched(text, unit)
    return call("look", { watches = { { unit = unit or 1, text = text } } }).values[1]
  end

  try("all of a unit", function()
    play(12)
    local unit = call("look", { unit = 1 }).unit
    local rows = rows_of(unit)
    assert.equal("blue", rows["Unit/player"])
    assert.equal("arms.soldier", rows["What it does/runs"])
    assert.matches("^roam > go%(%d+, %d+%)$", rows["What it does/verbs"])
    assert.matches("^arms 1, in the ", rows["Mod and account/mod"])
    assert.matches("of 1000000 instructions in this", rows["Mod and account/its player's side"])
    assert.matches("^%d+ of %d+ instructions, %d+ of %d+ nodes left$",
      rows["Mod and account/this unit"])
    assert.matches("^[1-9]%d* of %d+ bytes$", rows["Mod and account/kept for the mod"])
    assert.equal("1", rows["Mod and account/paths kept"])
    assert.equal("{ 1, 2, { a = b } }", rows["unit.data/list"])
    assert.matches("^%d+, %d+$", rows["Path/to"])
    assert.same({ { name = "rest", score = 0, chosen = false },
      { name = "roam", score = 1, chosen = true } }, unit.choice)
  end)

  try("a unit of the game's own Lua, its orders and its error", function()
    world:behaviour("fail", function() error("no way") end)
    local unit = world:unit { player = "red", x = 1, y = 8, behaviour = "fail" }
    play(2)
    local rows = rows_of(call("look", { unit = unit.id }).unit)
    assert.matches("no way", rows["Reports/error, tick 2"])
    unit:order("go", 5, 8)
    rows = rows_of(call("look", { unit = unit.id }).unit)
    assert.equal("go(5, 8)", rows["What it does/order 1"])
    assert.is_nil(rows["Unit/comes from"])
    repeat play(1) until unit.x == 3
    rows = rows_of(call("look", { unit = unit.id }).unit)
    assert.equal("4, of which it has done 2", rows["Path/steps"])
    assert.matches("^2, 8, 0%.%d%d of the step$", rows["Unit/comes from"])
    assert.is_nil(call("look", { unit = 99 }).unit)
    assert.equal(tostring(unit.x + 9), watched("unit.x + 9", unit.id).words)
  end)

  try("the last six lines of its log, the newest first", function()
    assert(world:mod { name = "talk", files = {
      ["mod.lua"] = 'return { name = "talk", version = "1", behaviours = { count = "count.lua" } }',
      ["count.lua"] = "return function() for i = 1, 8 do print(i) end end" } })
    local unit = world:unit { player = "red", x = 1, y = 8, behaviour = "talk.count" }
    play(3)
    local words = ""
    for _, section in ipairs(call("look", { unit = unit.id }).unit.sections) do
      for _, row in ipairs(section.title == "Reports" and section.rows or {}) do
        words = words .. row.words .. " "
      end
    end
    assert.equal("8 7 6 5 4 3 ", words)
  end)

  try("data so deep, so long and so many as a page shows", function()
    local rows = world:unit(1).data
    rows.deep, rows.long, rows.many = { { { { {} } } } }, ("x"):rep(301), {}
    rows.fits = { { { {} } } }
    for i = 1, 41 do rows.many[i] = i end
    rows = rows_of(call("look", { unit = 1 }).unit)
    assert.equal("{ { { {} } } }", rows["unit.data/fits"])
    assert.equal("{ { { { {…} } } } }", rows["unit.data/deep"])
    assert.equal(("x"):rep(300) .. "...", rows["unit.data/long"])
    assert.equal("{ 1, 2, 3, ", rows["unit.data/many"]:sub(1, 11))
    assert.equal(", 39, 40, … }", rows["unit.data/many"]:sub(-15))
  end)

  try("the files of the mods, and the verbs", function()
    local answer = call("files")
    assert.same({ { name = "arms/mod.lua", text = MOD }, { name = "arms/soldier.lua",
      text = SCRIPT } }, answer.files)
    local words = table.concat(answer.verbs, " ")
    assert.matches("^ambush approach ", words)
    local sorted = { (table.unpack or unpack)(answer.verbs) }
    table.sort(sorted)
    assert.same(sorted, answer.verbs)
  end)

  try("how its verb has ended", function()
    world:behaviour("short", function(unit) unit:wait(1) unit:wait(9) unit:await("bell", 1) end)
    local unit = world:unit { player = "red", x = 1, y = 8, behaviour = "short" }
    local function last()
      return rows_of(call("look", { unit = unit.id }).unit)["What it does/last verb"]
    end
    last()
    play(4)
    assert.equal("wait: done", last())
    play(9)
    assert.equal("await: timeout", last())
  end)

  try("watches, in words and on the map", function()
    play(3)
    assert.equal("9", watched("unit.data.hp").words)
    assert.equal('{ 1, { a = "b" } }', watched("{ unit.data.list[1], unit.data.list[3] }").words)
    assert.equal("nil, \"x\"", watched("nil, 'x'").words)
    assert.equal("42", watched("local x = 40 return x + 2").words)
    local unit = world:unit(1)
    assert.same({ { x = unit.x, y = unit.y } }, watched("unit").places)
    assert.equal(2 * #unit:path(8, 8), #watched("unit:path(8, 8)").cells)
    local places = watched("unit:positions { from = { within = 2 }, "
      .. "score = { { 'walk', weight = -1 } }, count = 5 }").places
    assert.equal(5, #places)
    assert.same({ { name = "walk", amount = 0 } }, places[1].parts)
    assert.is_true(places[1].score > places[5].score)
    assert.equal("41", watched("unit:influence('danger', 3, 3) + 1").words)
    local endless = watched("{ x = 1, y = 2, score = 1 / 0, why = { a = 0 / 0, b = -1 / 0 } }")
    assert.same({ { x = 1, y = 2, parts = {} } }, endless.places)   -- JSON has no such numbers
    assert.is_nil(watched("{ x = 1 / 0, y = 2 }").places)
  end)

  try("watches up to what a page shows", function()
    assert.equal('{ [""] = 1, ["0"] = 1, ["@"] = 1, A = 1, Z = 1, ["["] = 1, _ = 1, ["`"] = 1, '
      .. '["a/"] = 1, a0 = 1, a9 = 1, ["a:"] = 1, z = 1, ["{"] = 1 }', watched([[
      local t = { _ = 1, [""] = 1 }
      for _, one in ipairs(("0 @ A Z [ ` a/ a0 a9 a: z {"):split " ") do t[one] = 1 end
      return t]]).words)
    assert.equal("{ { { {…} } } }, { { {} } }, nothing",
      ("%s, %s"):format(watched("{ { { { 1 } } } }, { { {} } }").words, watched("local x").words))
    local function list(count) return ("local t = {} for i = 1, %d do t[i] = %s end return t")
      :format(count, count > 50 and "unit" or "i") end
    assert.equal(", 40 }", watched(list(40)).words:sub(-6))
    assert.equal(", 40, … }", watched(list(41)).words:sub(-11))
    assert.equal(64, #watched(list(65)).places)
    assert.equal('x"', watched("('x'):rep(1998)").words:sub(-2))
    assert.equal("x…", watched("('x'):rep(1999)").words:sub(-4))
  end)

  try("watches that go wrong", function()
    for text, wrong in pairs {
      ["1 +"] = "unexpected symbol", ["x.y"] = "attempt to index a nil value",
      ["error('no')"] = "no", ["while true do end"] = "too many instructions",
      ["unit:say('a')"] = "a watch only looks: 'say'", ["unit.home = { x = 1, y = 1 }"] = "",
      ["world.random(6)"] = "a watch only looks: 'random'", [("a"):rep(3000)] = "more than 2000",
      ["unit:go(1, 1)"] = "a watch only looks: verbs can only be called by the unit's behaviour",
      ["require 'other'"] = "a watch reads no file",
    } do
      local value = watched(text)
      assert.is_nil(value.words, text)
      assert.is_truthy(value.wrong:find(wrong, 1, true), value.wrong)
    end
    assert.equal("the unit is gone", watched("1", 77).wrong)
    assert.equal("9", watched("unit.data.hp").words)
  end)

  try("what the mod has found stays found when a watch has looked at it", function()
    assert(world:mod { name = "areas", files = {
      ["mod.lua"] = 'return { name = "areas", version = "1", behaviours = { look = "look.lua" } }',
      ["look.lua"] = [[return function(unit)
        local areas = unit.world:areas()
        while true do
          unit.data.count = (unit.data.count or 0) + #areas:list()
          unit:wait(1)
        end
      end]] } })
    local unit = world:unit { player = "red", x = 1, y = 8, sight = 20, behaviour = "areas.look" }
    play(3)
    assert.equal(tostring(unit.data.count), watched("unit.data.count", unit.id).words)
    call("open")
    inspector._viewers:close()
    inspector._session:forget()
    local before = unit.data.count
    play(3)
    assert.is_true(unit.data.count > before)
    assert.equal(0, world.failures)
  end)

  try("a watch sees what the game changes while it is paused", function()
    local unit = world:unit { player = "red", x = 1, y = 8, data = { hp = 9 } }
    play(1)
    assert.equal("9", watched("unit.data.hp", unit.id).words)
    unit.data.hp = 8
    local now = sockets.socket.gettime
    inspector._socket = setmetatable({ gettime = function() return now() + 1 end },
      { __index = sockets.socket })
    assert.equal("8", watched("unit.data.hp", unit.id).words)
    unit:remove()
    assert.equal("the unit is gone", watched("unit.data.hp", unit.id).wrong)
  end)

  try("a watch sees what its unit's player does, and no more", function()
    local hidden = world:unit { player = "red", x = 1, y = 8 }
    play(1)
    assert.equal("nil", watched("world:unit_at(1, 8)", 1).words)
    assert.equal("unit 3 (red at 1, 8)", watched("world:unit_at(1, 8)", 2).words)
    assert.equal("9", watched("unit:friends(20)[1].data.hp").words)
    assert.equal("unit 3 is another player's", watched("unit:enemies(20)[1].data").wrong)
    world:mods()():_reload { ["mod.lua"] = MOD, ["soldier.lua"] = "return function() end" }
    assert.equal("9", watched("unit.data.hp").words)
    assert.equal(5, hidden.id)                   -- and the third one that red has had
  end)

  local it_in_vault = kind.is_vault and it or function() end

  it_in_vault("a watch sees what the unit's script has made of its files", function()
    begin()
    play(4)
    assert.equal("9", watched("unit.data.hp").words)
    assert.matches("roam", rows_of(call("look", { unit = 1 }).unit)["What it does/verbs"])
    inspector:close()
  end)

  try("the pace", function()
    assert.is_true(call("pause", { on = true }).paused)
    call("open")
    play(5)
    assert.equal(0, world.ticks)
    call("step", { ticks = 2 })
    play(5)
    assert.equal(2, world.ticks)
    call("pause", { on = false })
    assert.equal(2, call("speed", { speed = 2 }).speed)
    play(3)
    assert.equal(8, world.ticks)
  end)

  try("news, when there are some", function()
    local viewer = call("open").viewer
    assert.is_false(call("news", { viewer = viewer, longest = 5 }))
    play(1)
    assert.equal(1, call("news", { viewer = viewer }).news.last)
    assert.is_true(call("news", { viewer = 55 }).gone)
    call("pause", { on = true })
    assert.is_true(call("news", { viewer = viewer, longest = 5 }).state.paused)
  end)

  try("no more, two seconds after the page was left", function()
    local viewer, now, late = call("open").viewer, sockets.socket.gettime, 0
    inspector._socket = setmetatable({ gettime = function() return now() + late end },
      { __index = sockets.socket })
    inspector._session:answer("POST", "/call", json { name = "close", with = { viewer = viewer } })
    for _, case in ipairs { { 1, world._recording }, { 3, false } } do
      late = case[1]
      inspector:poll()
      assert.equal(case[2], world._recording)
    end
    assert.is_true(call("news", { viewer = viewer }).gone)
  end)

  -- ---- rewind and fork --------------------------------------------------------------------------

  try("the way back", function()
    call("open")
    play(5)
    assert.is_nil(call("fork", { tick = 5 }).kept)
    assert.equal("no snapshots are kept", call("fork", { tick = 5 }).wrong)
    assert.same({ 5 }, call("keep", { on = true }).kept)
    play(35)
    local kept = call("look", {}) and call("pause", { on = true }).kept
    assert.is_true(#kept >= 3)
    local state = call("go_back", { tick = kept[2] })
    assert.is_nil(state.wrong)
    assert.equal(kept[2], state.tick)
    assert.equal(kept[2], world.ticks)
    assert.matches("^tick 9999 is yet to come", call("go_back", { tick = 9999 }).wrong)
    assert.equal("a tick expected, got nil", call("fork", {}).wrong)
    assert.is_nil(call("keep", { on = false }).kept)
    assert.is_false(world._timeline)
  end)

  try("a way back of the game's own, to before the page came", function()
    local line = world:timeline { every = 10 }
    play(30)
    local viewer = call("open").viewer
    play(30)
    assert.equal(60, call("news", { viewer = viewer }).news.last)
    assert.equal(10, line:go_back(10))
    local news = call("news", { viewer = viewer }).news
    assert.equal(10, news.last)
    assert.equal(10, news.cut.first)
    play(5)
    assert.equal(15, call("news", { viewer = viewer }).news.last)
    assert.same({ 0, 10 }, call("keep", { on = true }).kept)
    assert.same({ 0, 10 }, call("keep", { on = false }).kept)
    inspector:close()
    assert.equal(line, world._timeline)
  end)

  try("a way back of the game's own, which takes the place of the page's", function()
    call("open")
    call("keep", { on = true })
    world._timeline:stop()
    assert.equal("no snapshots are kept", call("go_back", { tick = 0 }).wrong)
    local line = world:timeline()
    assert.is_nil(call("fork", { tick = 0 }).wrong)
    call("keep", { on = false })
    assert.equal(line, world._timeline)
    inspector:close()
    assert.equal(line, world._timeline)
  end)

  try("a fork goes another way beside the game, which goes on as without it", function()
    local alone = new_world()
    local viewer = call("open").viewer
    call("keep", { on = true })
    play(30)
    local kept = call("look", {}) and call("pause", { on = false }).kept
    assert.is_nil(call("fork", { tick = kept[2] }).wrong)
    assert.is_nil(call("order", { unit = 1, verb = "go", arguments = "12, 1" }).wrong)
    assert.is_nil(call("edit", { file = "arms/soldier.lua",
      text = "return function(unit) unit:wait(1000) end" }).wrong)
    local broken = call("edit", { file = "arms/soldier.lua", text = "retrun" })
    assert.matches("soldier.lua", broken.wrong)
    assert.matches("there is no verb", call("order", { unit = 1, verb = "run" }).wrong)
    assert.matches("there is no unit 77", call("order", { unit = 1, verb = "chase",
      arguments = "unit 77" }).wrong)
    local fork = call("news", { viewer = viewer }).fork
    assert.equal(kept[2], fork.begun)
    assert.is_true(fork.held)
    assert.equal(kept[2], fork.heading.first)
    assert.same({ ("tick %d: unit 1: go(12, 1)"):format(kept[2]),
      ("tick %d: arms/soldier.lua was changed"):format(kept[2]) }, fork.changes)
    assert.equal("there is no behaviour 'none/x.lua'",
      call("edit", { file = "none/x.lua", text = "" }).wrong)
    assert.matches("^tick 9999 is yet to come", call("fork", { tick = 9999 }).wrong)
    assert.matches("^tick 9999 is yet to come", call("go_back", { tick = 9999 }).wrong)
    assert.equal(fork.number, call("news", { viewer = viewer, longest = 0 }).fork.number)
    local before = call("compare").compared
    assert.matches("no tick in common", before.recorded)
    assert.is_false(before.now)                  -- they are not at one tick
    assert.is_nil(call("go_on", { on = true }).wrong)
    play(30)
    for _ = 1, 50 do inspector:poll() end
    fork = call("news", { viewer = viewer }).fork
    assert.equal(60, fork.tick)
    assert.is_nil(fork.heading)
    assert.are_not.equal(world:hash(), inspector._session.forks.one.world:hash())
    local compared = call("compare").compared
    assert.matches("^tick %d+, unit %d.* in the game, and .* in the fork$", compared.recorded)
    assert.matches("^tick 60, unit 1: .* in the game, and .* in the fork$", compared.now)
    call("drop")
    assert.is_nil(call("news", { viewer = viewer, longest = 0 }).fork)
    if kind.is_vault then
      for _ = 1, 60 do alone:tick() end
      assert.equal(alone:hash(), world:hash())
    end
  end)

  try("a fork that nobody changes stays the same game", function()
    call("open")
    call("keep", { on = true })
    play(25)
    call("fork", { tick = 10 })
    call("go_on", { on = true })
    play(25)
    for _ = 1, 50 do inspector:poll() end
    local twin = inspector._session.forks.one.world
    assert.equal(world.ticks, twin.ticks)
    assert.equal(world.map:hash(), twin.map:hash())
    assert.same({ recorded = false, now = false }, call("compare").compared)
    inspector:close()
    assert.has_error(function() twin.map:get(1, 1) end)
    assert.is_false(world._timeline)
  end)

  try("a fork stops where the game fails in it, and says why", function()
    inspector:close()
    inspector = assert(astar.inspect(world, { play = function(one)
      one:tick()
      if one.ticks == 3 then error("the game is lost", 0) end
    end }))
    call = inspecting.caller(inspector)
    local viewer = call("open").viewer
    call("keep", { on = true })
    play(6)
    call("fork", { tick = 0 })
    call("go_on", { on = true })
    for _ = 1, 20 do inspector:poll() end
    local fork = call("news", { viewer = viewer }).fork
    assert.same({ 3, true }, { fork.tick, fork.held })
    assert.equal("the game is lost", fork.reports[#fork.reports])
  end)

  try("the files of mods, and the names of verbs", function()
    local found = call("files")
    local files = {}
    for i, one in ipairs(found.files) do files[i] = one.name end
    assert.same({ "arms/mod.lua", "arms/soldier.lua" }, files)
    assert.same({ MOD, SCRIPT }, { found.files[1].text, found.files[2].text })
    local before = ""
    for _, verb in ipairs(found.verbs) do
      assert.is_true(before < verb, verb)
      before = verb
    end
    assert.is_true(#found.verbs > 20)
  end)

  try("no way back, if the game says so", function()
    assert.is_false(call("open").state.rewinds)
    assert.matches("no way back", call("keep", { on = true }).failed)
    assert.same({}, call("files").files)
  end, { rewind = false })

  try("what is played in a fork is what the game does in a tick", function()
    inspector:close()
    local played = 0
    inspector = assert(astar.inspect(world, { play = function(one)
      played = played + 1
      one:tick()
    end }))
    call = inspecting.caller(inspector)
    call("open")
    call("keep", { on = true })
    play(4)
    call("fork", { tick = 0 })
    call("go_on", { on = true })
    for _ = 1, 20 do inspector:poll() end
    assert.is_true(played >= 4)
    assert.equal(4, inspector._session.forks.one.world.ticks)
  end)
end)
