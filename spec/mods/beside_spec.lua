-- Turns of mods on several threads: whatever the mods and the game do, all comes about as on one.

local ahead = require "astar.mods.ahead"
local astar = require "astar"
local cases = require "support.cases"
local core = require "astar.core"
local kind = require "support.sandbox_kind"
local Random = require "support.random"

local SIZE, PLAYERS = 24, { "red", "blue", "green" }

-- ---- what mods do -------------------------------------------------------------------------------

-- Each is a part of a turn, which may end it. `n` is a number that comes of the unit and the tick.
local PARTS = {
  -- computing
  [[for i = 1, 200 + n * 10 do sum = sum + i % 7 end]],
  [[local list = {} for i = 1, 50 + n do list[i] = (i * 7919 + n) % 101 end table.sort(list)
    sum = sum + list[n % 50 + 1] kept[n] = list]],
  -- looking
  [[sum = sum + #unit:units_near(2 + n % 9)]],
  [[for other in unit.world:units() do sum = sum + (other.x or 0) end]],
  [[local other = unit:units_near(20)[1] if other then sum = sum + other.x + other.y
    if other.player == unit.player then sum = sum + (other.data.hp or 1) end end]],
  [[sum = sum + (unit.home.x or 0) + unit.speed + unit.class.size]],
  [[sum = sum + (unit:influence("danger", unit.x, unit.y) or 3)]],
  [[if unit:reachable(1 + n % 24, 1 + n % 7) then sum = sum + 1 end]],
  [[pcall(function() unit.world.map.width = nil end)]],
  [[for _, one in ipairs(unit.world:known_enemies()) do sum = sum + (one.x or 0) end]],
  -- ordering
  [[unit:go(1 + n % 24, 1 + (n * 5) % 24)]],
  [[unit:stop() unit:say("n" .. n)]],
  [[sum = sum + unit.world.random(100)]],
  [[local path = unit:path(1 + n % 24, 3) if path then sum = sum + path.cost end]],
  [[for _, other in ipairs(unit:friends(9)) do
    if other.behaviour == "NAME.it" then other.data.seen = n end end]],
  [[for _, other in ipairs(unit:friends(9)) do other:tell("hello", n) end]],
  [[print("unit " .. unit.id .. " " .. n)]],
  [[unit.world:reserve(n % 5, unit)]],
  [[unit.data.list = { n, n + 1, { n } } unit.data.hp = n]],
  [[for _, other in ipairs(unit:friends(3)) do pcall(other.behave, other, "NAME.it") end]],
  [[unit:behave(function(self) self:wait(3) self:behave("NAME.it") end)]],
  -- ending
  [[error("it failed at " .. n)]],
  [[return n]],
  [[while true do end]],
  [[local s = "x" while true do s = s .. s end]],
  [[local function deep() return 1 + deep() end deep()]],
  [[unit:defer(function() unit.data.left = n end)]],
  [[for name in unit:events() do sum = sum + #name end]],
  [[think.race(function() unit:wait(2) end, function() unit:go(1 + n % 24, 9) end)(unit)]],
  [[kept = {}]],
  [[unit:wait(1 + n % 3)]],
}
-- These come seldom.
local WILD = { ["while true do end"] = true }
for _, part in ipairs(PARTS) do
  if part:find("while true", 1, true) or part:find("error(", 1, true) or part:find("deep", 1, true)
    or part == "return n" then WILD[part] = true end
end

local function text_of(random, name)
  local lines = {}
  while #lines < 14 do
    local part = random:pick(PARTS)
    if not WILD[part] or random:chance(0.4) then
      lines[#lines + 1] = ("if (n + %d) %% %d == 0 then %s end"):format(#lines,
        WILD[part] and 29 or random:int(1, 4), (part:gsub("NAME", name)))
    end
  end
  return ([[
    local kept, think = {}, require "astar.think"
    return function(unit)
      local sum, turns = 0, 0
      while true do
        turns = turns + 1
        local n = (unit.id * 31 + unit.world.ticks * 7 + turns + sum %% 5) %% 97
        n = math.tointeger and math.tointeger(n) or n
        %s
        unit.data.sum = sum %% 1000
        unit:wait(1)
      end
    end]]):format(table.concat(lines, "\n"))
end

-- ---- what the game does -------------------------------------------------------------------------

local function unit_of(world, random)
  local units = {}
  for unit in world:units() do units[#units + 1] = unit end
  return units[random:int(1, #units)]
end

local GAME = {
  function(_, unit) unit.data.hp = unit.world.ticks end,
  function(_, unit) unit:remove() end,
  function(random, unit) unit:place(random:int(1, SIZE), random:int(1, SIZE)) end,
  function(random, unit) unit:set_player(random:pick(PLAYERS)) end,
  function(random, unit) unit:order("go", random:int(1, SIZE), random:int(1, SIZE)) end,
  function(_, unit) unit:tell("attacked", unit) end,
  function(_, unit) unit:behave(nil) end,
  function(random, unit)
    unit.world.map:set(random:int(1, SIZE), random:int(1, SIZE), random:pick { "wall", "plain" })
  end,
  function(random, unit)
    unit.world.map:influence("danger"):add(random:int(1, SIZE), random:int(1, SIZE), 9, 3)
  end,
  function(_, unit) unit.body:remove() end,
}

-- ---- a play -------------------------------------------------------------------------------------

local crews

local function new_world(random, threads, says)
  local map = astar.map { width = SIZE, height = SIZE, terrains = { plain = 10, wall = false } }
  local world = astar.world { map = map, seed = 5, threads = threads,
    report = function(report) says("%s", report.text) end }
  map:influence "danger"
  for _, name in ipairs(PLAYERS) do world:player(name) end
  for _, name in ipairs { "one", "two" } do
    assert(world:mod({ name = name, files = {
      ["mod.lua"] = ('return { name = "%s", version = "1", behaviours = { it = "it" } }')
        :format(name), ["it.lua"] = text_of(random, name) } },
      { instructions = 100000, total = 300000, memory = 2 ^ 21,
        print = function(_, text) says("print %s", text) end }))
  end
  return world
end

local function add_unit(world, random, own)
  local unit = world:unit { player = random:pick(PLAYERS), x = random:int(1, SIZE),
    y = random:int(1, SIZE), speed = 0.5, sight = 6, data = { hp = 3 },
    behaviour = own or random:pick { "one.it", "two.it" } }
  return unit
end

-- What a game's own unit does in its turns, between those of the mods' units.
local function meddler(random)
  return function(unit)
    while true do
      local world = unit.world
      if random:chance(0.3) then random:pick(GAME)(random, unit_of(world, random)) end
      if world:count() < 14 then add_unit(world, random) end
      unit:wait(random:int(1, 2))
    end
  end
end

-- The states of the mods, to the last byte.
local function tell_states(world, says)
  for mod in world:mods() do
    for _, part in ipairs(mod._parts) do
      local side = part.side
      local is_told = side and side.box.kind ~= "stock" and not side.box.broken
      if is_told then says("%s %s %s", mod.name, part.player.name, side:at_rest():hash()) end
    end
  end
end

-- Saves the world, and goes back by some ticks.
local function look_back(world, says, kept)
  if world.ticks == 12 then says("saved %s", core.checksum(world:save())) end
  if world.ticks == 15 then kept.snapshot = world:snapshot() end
  if world.ticks ~= 22 or not kept.snapshot then return end
  world:restore(kept.snapshot)
  kept.snapshot:close()
  kept.snapshot = nil
end

-- All that can be told of a play. The game `meddles`, or is saved and goes back, if that is said.
local function play(seed, threads, ticks, meddles, goes_back, how)
  local random, log, kept = Random(seed), {}, {}
  local function says(text, ...) log[#log + 1] = text:format(...) end
  local world = new_world(random, threads, says)
  if how == "heavy" then world.heavy = true end
  local recording = how == "recorded" and astar.record(world)
  for i = 1, 16 do
    add_unit(world, random, i % 5 == 0 and meddles and meddler(random) or nil)
  end
  for _ = 1, ticks do
    world:tick()
    says("tick %d %s", world.ticks, world:hash())
    for mod in world:mods() do
      for _, name in ipairs(PLAYERS) do says("%s", tostring(mod:_use()[name])) end
    end
    for name, unit in world:events() do says("%s %d", name, unit.id) end
    if world.ticks % 5 == 0 then tell_states(world, says) end
    if goes_back then look_back(world, says, kept) end
  end
  for _, part in ipairs(recording and recording:_all_parts() or {}) do
    says("recording %s", core.checksum(part.bytes))
  end
  return log
end

local function expect_same(one, other, what)
  for i = 1, math.max(#one, #other) do
    if one[i] ~= other[i] then
      error(("%s: line %d: %s | %s"):format(what, i, tostring(one[i]), tostring(other[i])), 2)
    end
  end
end

local function total(key)
  local sum = 0
  for _, crew in ipairs(crews) do sum = sum + crew[key] end
  return sum
end

-- Plays with the seeds first to last. What the threads do besides is up to the machine, so more are
-- played until the crews have done what `key` counts, at most 30.
local function play_until(key, first, last, meddles)
  local seed = first
  local function goes_on()
    return seed <= last or kind.is_vault and total(key) < 1 and seed < first + 30
  end
  while goes_on() do
    local one = play(seed, 1, 40, meddles)
    for _, threads in ipairs { 2, 4 } do
      expect_same(one, play(seed, threads, 40, meddles),
        ("seed %d, %d threads"):format(seed, threads))
    end
    seed = seed + 1
  end
  if kind.is_vault then assert(total(key) >= 1, key .. " is never seen") end
end

describe("turns of mods beside each other", function()
  local many, new = ahead.many, core.crew

  before_each(function()
    ahead.many, crews = 0, {}
    core.crew = function(...)
      local crew = new(...)
      crews[#crews + 1] = crew
      return crew
    end
  end)

  after_each(function() ahead.many, core.crew = many, new end)

  it("come to the same as one after the other, whatever mods do", function()
    play_until("taken", 1, cases.of(1))
  end)

  it("and whatever the game does between them", function()
    play_until("given_up", 101, 100 + cases.of(3), true)
  end)

  it("and when the world is saved and goes back", function()
    for seed = 201, 200 + cases.of(1) do
      local one = play(seed, 1, 40, false, true)
      expect_same(one, play(seed, 3, 40, false, true), ("seed %d"):format(seed))
    end
  end)

  it("and in heavy mode, and when all is recorded", function()
    for seed = 301, 300 + cases.of(1) do
      local one = play(seed, 1, 15)
      for _, how in ipairs { "heavy", "recorded" } do
        expect_same(play(seed, 1, 15, false, false, how), play(seed, 2, 15, false, false, how),
          ("seed %d, %s"):format(seed, how))
      end
      assert(#one > 0)
    end
  end)
end)
