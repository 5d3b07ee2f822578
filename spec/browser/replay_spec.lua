-- The page in a real browser, see replay.mjs. Skipped where there is none.

local astar = require "astar"
local browser = require "support.browser"
local Feed = require "astar.record.feed"
local json = require "astar.replay.json"
local file = require "support.file"
local busy = require "support.busy_world"
local recorded = require "support.recording"

local BUILD = os.getenv("BUILD") or "build"
local FOLDER = BUILD .. "/test/browser"
local ATTACK = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"

local CHECKS = {
  "opens without a complaint", "asks for nothing but itself", "shows units where they were",
  "shows nobody between the levels",
  "knows what each player sees and takes the land for", "knows the links",
  "plays and pauses", "scrubs", "scrubs without a pause", "switches layers",
  "shows the knowledge of a player", "selects the unit that is clicked", "goes to what happened",
  "zooms and moves", "says why a unit does what it does",
  "says which unit has killed one that is gone, and goes there",
  "says that a unit was stopped by an error", "lists what was logged, of all and of one unit",
  "draws what is said, marked and drawn for as long as it lasts",
  "shows names that do not cover one another", "has not complained by the end",
  "grows, and is then the page of all of it", "fits on a phone, upright and on its side",
  "goes back with the recording, and is then the page of what is left",
  "leaves the map most of a window, also one that is very tall", "takes texts for texts",
  "hex opens without a complaint", "hex shows units where they were",
  "hex knows what each player sees", "hex selects the unit that is clicked",
  "hex says which cell the pointer is over", "hex switches layers",
  "flat_hex opens without a complaint", "flat_hex shows units where they were",
  "flat_hex knows what each player sees", "flat_hex selects the unit that is clicked",
  "flat_hex says which cell the pointer is over", "flat_hex switches layers",
}

local HAPPENED = { gone = true, note = true, error = true, reload = true }

local function write(name, text)
  file.write(FOLDER .. "/" .. name, text)
end

-- ---- what is shown ------------------------------------------------------------------------------

local function skirmish()
  local path = package.path
  package.path = "examples/?.lua;" .. path
  local game = require "demo.game"
  package.path = path
  return game, game.new { file = "examples/valley.txt", seed = 3,
    report = function() end,
    mods = { red = "examples/skirmish/red", blue = "examples/skirmish/blue" } }
end

local STATE = { unseen = "0", seen = "1", visible = "2" }

local function knowledge(map, player)
  local cells = {}
  for y = 1, map.height do
    for x = 1, map.width do cells[#cells + 1] = STATE[(player:knows(x, y))] end
  end
  return table.concat(cells)
end

-- What the page has to show in this tick. Numbers alone make a list that is empty an empty list.
local function truth_of(world, players)
  local units, known = {}, {}
  for unit in world:units() do
    units[#units + 1] = { unit.id, unit.x, unit.y, math.floor(unit.fraction * 1024 + 0.5) }
  end
  for i, one in ipairs(players) do known[i] = knowledge(world.map, one.player) end
  local links = {}
  for link in world.map:links() do
    local x1, y1, x2, y2 = link:ends()
    links[#links + 1] = { x1 - 1, y1 - 1, x2 - 1, y2 - 1, link.is_open and 1 or 0,
      link.one_way and 1 or 0 }
  end
  return { tick = world.ticks, units = units, players = known, links = links }
end

local TICKS, LOOKS = 600, { [1] = true, [130] = true, [250] = true, [395] = true, [555] = true }

-- What mods may say, in the tick `tick`; and a unit that fails.
local function say(world, recording, tick, truth)
  local unit
  for one in world:units("red") do
    if one.data.role == "soldier" then unit = unit or one end
  end
  if tick % 10 == 0 then recording:_note { kind = "print", mod = "red", text = "tick " .. tick } end
  if tick == 300 then
    truth.why = { id = unit.id, tick = tick, words = { "unit.data", "number", "heal" } }
    truth.log = { id = unit.id, tick = tick, text = "I am here" }
    truth.drawn = {}
    recording:_note { kind = "print", unit = unit, mod = "red", text = "I am here" }
    for _, kind in ipairs { "say", "mark", "line", "circle" } do
      truth.drawn[#truth.drawn + 1] = { tick = tick + 5, kind = kind }
      recording:_note { kind = kind, shape = kind, unit = unit, mod = "red", text = kind, x = 9,
        y = 9, x2 = 20, y2 = 12, radius = 4, ticks = 15 }
    end
  elseif tick == 310 then
    world.map:link { from = { 20, 30 }, to = { 30, 30 }, cost = 9, one_way = true }:close()
  elseif tick == 320 then
    truth.reload = "took up behaviour 'rest'"
    world:behaviour("rest", function() end)
    world:reload("rest", function() end)
  elseif tick == 350 then
    truth.error = { id = unit.id, tick = tick + 1 }
    unit:behave(function() error("no such enemy") end)
  end
end

local function write_skirmish()
  local game, play = skirmish()
  local recording = astar.record(play.world, { title = "The skirmish", every = 1,
    name = function(unit) return unit.data.role .. " " .. unit.data.number end })
  local truth, observe = { last = TICKS, ticks = {} }, recording._observe
  recording._observe = function(...)
    observe(...)
    if LOOKS[play.world.ticks] then
      truth.ticks[#truth.ticks + 1] = truth_of(play.world, recording._players)
    end
  end
  local feed, grown = nil, {}
  for tick = 1, TICKS do
    play:tick()
    say(play.world, recording, tick, truth)
    if feed and tick % 7 == 0 then grown[#grown + 1] = feed:next() end
    if tick == 245 then
      feed = Feed.new(recording)
      feed:next()                                -- what the page has
      assert(astar.replay(recording, FOLDER .. "/growing.html"))
    end
    for _, side in ipairs(play.sides) do
      recording:value("points", game.score(side), side.player)
    end
  end
  truth.layers = { "layer-terrain", "layer-claims", "layer-paths", "layer-names",
    "layer-links" }
  for i, name in ipairs(recording._layers) do
    if name == "red fear" then truth.layers[6] = ("layer-level-%d"):format(i - 1) end
  end
  for _, note in ipairs(recorded.notes(recording)) do
    if HAPPENED[note.kind] then
      truth.first = truth.first or note.tick
      if note.kind == "gone" and note.by then
        truth.gone = { id = note.unit, tick = note.tick, by = { id = note.by } }
      end
    end
  end
  for _, one in ipairs(recording._cast) do
    if one.id == truth.gone.by.id then truth.gone.by.name = one.name end
  end
  grown[#grown + 1] = feed:next()
  write("growing.json", json(grown))
  astar.replay(recording, FOLDER .. "/skirmish.html")
  write("skirmish.json", json(truth))
end

-- A world that goes back twice while a page shows it: the page as it begins, what it is told, and
-- the page of all that is recorded in the end.
local function write_back()
  local world = busy.world(7)
  local recording = astar.record(world, { title = "There and back", keys = 40 })
  local snapshots, told, feed = {}, {}, nil
  local function play_to(tick)
    while world.ticks < tick do
      busy.play(world)
      recording:value("hits", world.data.hits)
      if world.ticks % 13 == 0 then recording:note("thirteen", world:unit(9)) end
      if world.ticks % 30 == 0 then snapshots[world.ticks] = world:snapshot() end
      if feed and world.ticks % 10 == 0 then told[#told + 1] = feed:next() end
    end
  end
  play_to(90)
  feed = Feed.new(recording)
  feed:next()
  assert(astar.replay(recording, FOLDER .. "/back.html"))
  play_to(150)
  world:restore(snapshots[60])
  told[#told + 1] = feed:next()
  world.random(7)                                -- so that another way is gone
  play_to(130)
  world:restore(snapshots[120])
  play_to(160)
  told[#told + 1] = feed:next()
  write("back.json", json(told))
  astar.replay(recording, FOLDER .. "/forth.html")
end

-- A map as tall as a road is long.
local function write_tall()
  local map = astar.map { width = 30, height = 400 }
  local world = astar.world { map = map }
  local recording = astar.record(world, { title = "A long way" })
  for i = 1, 20 do
    world:unit { player = i % 2 == 0 and "red" or "blue", x = i, y = 100 + i, speed = 0.5,
      behaviour = function(unit) unit:go(31 - i, 300) end }
  end
  for _ = 1, 20 do world:tick() end
  recording:note("half-way", { x = 3, y = 200 })
  astar.replay(recording, FOLDER .. "/tall.html")
end

-- What the page has to show of hexagons.
local function write_hexagons(grid)
  local map = astar.map { grid = grid, width = 24, height = 16,
    terrains = { plain = 10, wood = { cost = 20, opaque = true }, river = false, road = 5,
      bridge = 8, house = false, wall = false, hill = 30, ore = 10 } }
  for y = 1, 16 do map:set(12, y, y == 8 and "bridge" or "river") end
  for x = 1, 24 do if x ~= 12 then map:set(x, 8, "road") end end
  map:fill(3, 2, 3, 3, "wood"):fill(16, 11, 3, 2, "wood"):fill(15, 2, 4, 4, "hill")
  map:set(8, 5, "wall"):set(9, 11, "wall"):set(5, 12, "house"):set(20, 6, "ore")
  map:link { from = { 2, 14 }, to = { 20, 14 }, cost = 500, one_way = true }
  local world = astar.world { map = map }
  local recording = astar.record(world, { title = "Hexagons", every = 1 })
  local truth, observe = { ticks = {} }, recording._observe
  recording._observe = function(...)
    observe(...)
    if world.ticks % 15 == 0 then
      truth.ticks[#truth.ticks + 1] = truth_of(world, recording._players)
    end
  end
  local fear, large = world:influence "fear", map:class { size = 2 }
  for i = 1, 6 do
    world:unit { player = i % 2 == 0 and "red" or "blue", x = i % 2 == 0 and 3 or 21, y = 2 * i,
      speed = 0.2 + 0.05 * i, sight = 2 + i, class = i == 6 and large or nil,
      behaviour = function(unit) unit:go(i % 2 == 0 and 21 or 3, 14 - 2 * i + 1) end }
  end
  for tick = 1, 150 do
    world:tick()
    if tick == 10 then fear:add(10, 8, 300, 4) end
    if tick == 20 then map:fill(14, 9, 2, 2, "wall") end
    if tick == 25 then
      recording:note("half-way", { x = 9, y = 9 })
      for _, kind in ipairs { "mark", "line", "circle" } do
        recording:_note { kind = kind, shape = kind, text = kind, x = 9, y = 9, x2 = 20, y2 = 12,
          radius = 3, ticks = 30 }
      end
    end
  end
  astar.replay(recording, ("%s/%s.html"):format(FOLDER, grid))
  write(grid .. ".json", json(truth))
end

local function write_attack()
  local world = astar.world { map = astar.map { width = 6, height = 4 }, report = function() end }
  local recording = astar.record(world, { title = ATTACK, name = function() return ATTACK end,
    data = { ATTACK } })
  world:influence(ATTACK:sub(1, 60))
  world:behaviour(ATTACK, function(unit) unit:go(6, 4) end)
  for y = 1, 2 do
    world:unit { player = ATTACK:sub(1, 60), x = 1, y = y, speed = 0.3,
      data = { [ATTACK] = ATTACK }, behaviour = y == 1 and ATTACK or function() error(ATTACK) end }
  end
  for _ = 1, 4 do
    world:tick()
    recording:note(ATTACK, { x = 2, y = 2 }):value(ATTACK, world.ticks)
  end
  astar.replay(recording, FOLDER .. "/attack.html")
end

-- ---- the specs ----------------------------------------------------------------------------------

local function write_all()
  assert(browser.succeeds("mkdir -p " .. FOLDER))
  write_skirmish()
  write_attack()
  write_tall()
  write_back()
  write_hexagons "hex"
  write_hexagons "flat_hex"
end

describe("a replay in a browser #extra", function()
  browser.checks(CHECKS, ("replay.mjs %s %s"):format(FOLDER, browser.modules), browser.missing(),
    write_all)
end)
