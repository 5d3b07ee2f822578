-- What a mod has used depends on what it does, and on nothing else: not on when its garbage is
-- collected, and not on what its state has done before. Each mod here runs with a collector that is
-- left alone, stopped, stepped and made to collect everything at random between ticks; and in a
-- world that was saved beside the world that was loaded. What it has used is compared after each
-- tick, to the instruction. lockstep_spec does the same with other seeds of hashes.

local astar = require "astar"
local cases = require "support.cases"
local modded = require "support.modded"
local Random = require "support.random"

local TICKS = cases.of(3)
local WIDTH, HEIGHT = 16, 10

-- Bodies of behaviours; each makes garbage of another kind. `unit` is theirs, and `turn` counts.
local GARBAGE = {
  ["short strings"] = [[
    local t = {}
    for i = 1, 200 do t[i % 7] = "name " .. i % 50 .. "/" .. turn % 3 end]],
  ["long strings"] = [[for i = 1, 30 do local s = ("x"):rep(50 + i) .. turn % 4 end]],
  ["text in parts"] = [[
    for _, part in ipairs(("a,bc,def,%d"):format(turn % 5):split(",")) do part:upper() end]],
  ["tables with fields"] = [[for i = 1, 200 do local p = { x = i, y = { i } } end]],
  ["keys that come and go"] = [[
    seen = seen or {}
    for i = 1, 60 do
      seen["k" .. turn % 5 .. "/" .. i] = true
      seen["k" .. (turn + 3) % 5 .. "/" .. i] = nil
      if i % 20 == 0 then for key in pairs(seen) do local _ = #key end end
    end]],
  ["tables as keys"] = [[
    seen, keys = seen or {}, keys or {}
    for i = 1, 40 do
      local old = keys[(turn * 7 + i) % 64]
      if old then seen[old] = nil end
      local key = {}
      keys[(turn * 7 + i) % 64], seen[key] = key, i
    end]],
  closures = [[
    local a, b = turn, {}
    for i = 1, 100 do b[i % 5] = function() return a + i end end]],
  ["coroutines"] = [[
    for i = 1, 10 do
      local co = coroutine.wrap(function(n) while n > 0 do n = n - coroutine.yield(n) end end)
      co(3) co(1) co(1)
    end]],
  ["deep recursion"] = [[
    local function down(n) if n == 0 then return 0 end return 1 + down(n - 1) end
    down(100 + turn % 3 * 300)]],
  ["caught errors"] = [[
    for i = 1, 20 do pcall(error, "wrong " .. i) pcall(function() return nil + i end) end]],
  ["units that come into view"] = [[
    for other in unit.world:units() do
      local _ = other.player, other.class, other.body, other.x, tostring(other)
    end
    local near = unit:units_near(6)
    local _ = near[1] and near[1].data]],
  ["a unit that was removed"] = [[
    local home = unit.home
    if home.id then local _ = home.removed end]],
  routes = [[
    local way = turn % 3 == 1 and unit.body:path { x = turn % 9 + 1, y = 4 }
    if way then unit.body:follow_path(way) end
    local route = unit.route
    if route then for x in route:cells() do local _ = x end end]],
  data = [[
    unit.data.list = unit.data.list or {}
    unit.data.list["n" .. turn % 9] = { turn }
    unit.data.list["n" .. (turn + 4) % 9] = nil]],
  events = [[
    unit:tell("word", { turn, text = "about " .. turn % 4 })
    for name, about in unit:events() do local _ = name == "word" and about.text end]],
  fields = [[unit:flight { { x = turn % 4 + 1, y = 2 } }]],
}

local names = {}
for name in pairs(GARBAGE) do names[#names + 1] = name end
table.sort(names)

local function behaviour(body)
  return ([[
    local seen, keys
    return function(unit)
      local turn = 0
      while true do
        turn = turn + 1
        %s
        unit:wait(1)
      end
    end]]):format(body)
end

-- ---- worlds -------------------------------------------------------------------------------------

local function add_mod(world, text, limits)
  local given = {}
  for key, value in pairs(limits or {}) do given[key] = value end
  assert(modded(world, text, given))
end

local function settle(world)
  local enemy = world:unit { player = "blue", x = 9, y = 5, speed = 1, sight = 4 }
  for i = 1, 3 do
    local unit = world:unit { player = "red", x = i, y = i, speed = 1, sight = 6,
      behaviour = "test.it", data = { number = i } }
    if i == 2 then unit.home = enemy end
  end
  enemy:remove()
  for i = 1, 4 do
    world:unit { player = "blue", x = 3 + i, y = 2, speed = 1, sight = 4,
      behaviour = i == 4 and "test.it" or nil }
  end
end

local function new_world(text, limits)
  local rows, reports = {}, {}
  for y = 1, HEIGHT do rows[y] = ("."):rep(WIDTH) end
  local world = astar.world { map = astar.map { rows = rows }, seed = 3,
    report = function(one) reports[#reports + 1] = ("%d: %s"):format(one.tick, one.text) end }
  add_mod(world, text, limits)
  settle(world)
  return world, reports
end

local function loaded(saved, text, limits)
  local reports = {}
  return assert(astar.read_world(saved, {
    setup = function(world) add_mod(world, text, limits) end,
    report = function(one) reports[#reports + 1] = ("%d: %s"):format(one.tick, one.text) end,
  })), reports
end

local function mod_of(world) return (world:mods()()) end

-- A tick, and what the mod has used in it, by players.
local function tick(world)
  world:tick()
  return mod_of(world):_use()
end

-- ---- collectors ---------------------------------------------------------------------------------

local KINDS = { "full", "stop", "restart", "step", "step" }

local function left_alone() end

local function stopped(world) mod_of(world):_collect("stop") end

local function full(world) mod_of(world):_collect("full") end

local function at_random(seed)
  local random = Random(seed)
  return function(world)
    for _ = 1, random:int(0, 3) do mod_of(world):_collect(random:pick(KINDS)) end
  end
end

-- What is used in each tick, and what is reported.
local function play(text, limits, collect, ticks)
  local world, reports = new_world(text, limits)
  local list = {}
  for i = 1, ticks do
    collect(world)
    list[i] = tick(world)
  end
  local hash = world:hash()
  mod_of(world):_close()
  return list, reports, hash
end

local function expect_same(text, limits, ticks)
  local list, reports, hash = play(text, limits, left_alone, ticks)
  for _, collect in ipairs { stopped, full, at_random(5) } do
    local other, others, another = play(text, limits, collect, ticks)
    assert.same(list, other)
    assert.same(reports, others)
    assert.equal(hash, another)
  end
  return list, reports
end

describe("what a mod has used", function()
  for _, name in ipairs(names) do
    it("does not depend on the collector: " .. name, function()
      local list, reports = expect_same(behaviour(GARBAGE[name]), nil, TICKS)
      assert.same({}, reports)
      assert(list[TICKS].red > 0)
    end)

    it("is the same in a world that was loaded: " .. name, function()
      local text = behaviour(GARBAGE[name])
      local world = new_world(text)
      for _ = 1, 7 do world:tick() end
      local other = loaded(assert(world:save()), text)
      local collect, one, another = at_random(9), {}, {}
      for i = 1, TICKS do
        collect(other)
        one[i], another[i] = tick(world), tick(other)
      end
      assert.same(one, another)
      assert.equal(world:hash(), other:hash())
    end)
  end
end)

-- ---- the edges of limits ------------------------------------------------------------------------

-- Each does a little more in each turn, until it goes beyond a limit.
local EDGES = {
  instructions = { "for i = 1, turn * 250 do local s = 'n' .. i % 100 end",
    { instructions = 30000 }, "too many instructions" },
  ["instructions, with long strings"] = {
    "for i = 1, turn * 30 do local s = ('x'):rep(200) .. i end",
    { instructions = 30000 }, "too many instructions" },
  memory = { [[
    hoard = hoard or {}
    for i = 1, 400 do hoard[#hoard + 1] = { turn, i } end
    local waste = {}
    for i = 1, 300 + turn % 7 * 300 do waste[i % 50] = { i, {} } end]],
    { memory = 2 ^ 21 }, "not enough memory" },
  ["memory, of text"] = { [[
    hoard = hoard or {}
    for i = 1, 8 do hoard[#hoard + 1] = ("%d,%d"):format(turn, i):rep(510) end
    for i = 1, 300 do local waste = ("y"):rep(1200) .. i end]],
    { memory = 2 ^ 21 }, "not enough memory" },
  kept = { "unit.data[turn] = ('x'):rep(1000) .. turn", { kept = 2 ^ 16 }, "no room" },
}

-- What LuaJIT has in use after a collection depends on what it once had: its table of strings grows
-- with them, and shrinks late. A mod whose memory grows slowly is stopped a tick sooner or later.
-- With long strings it is so in Lua 5.5.
local is_exact = { memory = type(jit) ~= "table",
  ["memory, of text"] = type(jit) ~= "table" and _VERSION ~= "Lua 5.5" }

local edges = {}
for name in pairs(EDGES) do
  if is_exact[name] ~= false then edges[#edges + 1] = name end
end
table.sort(edges)

describe("a mod at the edge of a limit", function()
  for _, name in ipairs(edges) do
    local body, limits, words = EDGES[name][1], EDGES[name][2], EDGES[name][3]
    local text = behaviour(body):gsub("^%s*local seen", "local hoard, seen")

    it("is stopped in the same tick, whatever the collector does: " .. name, function()
      local _, reports = expect_same(text, limits, 45)
      assert(reports[1] and reports[1]:find(words, 1, true), reports[1])
    end)

    it("is stopped in the same tick in a world that was loaded: " .. name, function()
      local world, reports = new_world(text, limits)
      for _ = 1, 3 do world:tick() end
      local other, others = loaded(assert(world:save()), text, limits)
      assert.same({}, reports)
      local collect = at_random(11)
      for _ = 1, 45 do
        collect(other)
        assert.same(tick(world), tick(other))
      end
      assert.same(reports, others)
      assert(reports[1] and reports[1]:find(words, 1, true), reports[1])
    end)
  end

  it("lets the same units wait, whatever the collector does", function()
    local text = behaviour "for i = 1, 900 + turn % 5 * 100 do local s = 'n' .. i % 100 end"
    local list, reports = expect_same(text, { instructions = 20000, total = 20000 }, TICKS)
    assert.same({}, reports)
    assert(list[TICKS].red > 0)
  end)
end)
