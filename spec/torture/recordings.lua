--- torture: build=asan share=1 short=yes cases=9
--
-- Recordings of games at random, read back tick by tick: the film shows the units where they were,
-- and recording has not changed the game.

local astar = require "astar"
local busy = require "support.busy_world"
local kind = require "fuzz.kind"
local reader = require "support.recording"
local Random = require "support.random"

local function places(world)
  local list = {}
  for unit in world:units() do list[#list + 1] = ("%d:%d,%d"):format(unit.id, unit.x, unit.y) end
  return table.concat(list, " ")
end

local function places_of(film)
  local list, ids = {}, {}
  for _, unit in ipairs(film.units) do ids[#ids + 1] = unit end
  table.sort(ids, function(a, b) return a.id < b.id end)
  for i, unit in ipairs(ids) do list[i] = ("%d:%d,%d"):format(unit.id, unit.x, unit.y) end
  return table.concat(list, " ")
end

-- Of kinds that nothing but this file says.
local KINDS = { "first", "second", "third", "fourth", "fifth" }
local is_ours = {}
for _, name in ipairs(KINDS) do is_ours[name] = true end

-- Something said at random: what is to be read of it; nil: nothing was.
local function say(random, recording, world)
  if not random:chance(0.5) then return nil end
  local note = { tick = world.ticks, kind = random:pick(KINDS),
    x = random:chance(0.5) and random:int(-800, 800) / 8 or nil }
  note.y = note.x and random:int(-800, 800) / 8
  if random:chance(0.5) then note.unit = random:int(1, 1e6) end
  if random:chance(0.2) then note.by = random:int(1, 300) end
  if random:chance(0.5) then note.text = ("z"):rep(random:int(1, 200)) end
  if random:chance(0.5) then note.mod = random:pick { "one", "two" } end
  if random:chance(0.5) then note.player = "red" end
  if random:chance(0.3) then
    note.shape, note.color = "line", "red"
    for _, key in ipairs { "x2", "y2", "radius", "width", "height", "ticks" } do
      note[key] = random:int(-9, 90000) / 8
    end
  end
  recording:_note(note)
  return note
end

local function check_notes(recording, said)
  local i = 0
  for _, note in ipairs(reader.notes(recording)) do
    if is_ours[note.kind] then
      i = i + 1
      for _, list in ipairs { { note, said[i] or {} }, { said[i] or {}, note } } do
        for key, value in pairs(list[1]) do
          assert(list[2][key] == value, ("note %d differs in %s"):format(i, key))
        end
      end
    end
  end
  assert(i == #said, ("%d notes of %d"):format(i, #said))
end

kind.run("recordings", function(seed)
  local random = Random(seed)
  local game = random:int(1, 100000)
  local world, other = busy.world(game), busy.world(game)
  local recording = astar.record(world, { every = random:int(1, 7), keys = random:int(1, 40),
    data = { "loads" } })
  local ticks, seen, said = random:int(1, 60), {}, {}
  -- The film ends a tick before the game interferes with it.
  rawset(world, "tick", function(self)
    getmetatable(self).tick(self)
    seen[self.ticks] = places(self)
    return self
  end)
  for _ = 1, ticks do
    busy.play(world)
    busy.play(other)
    if random:chance(0.1) then recording:note("half-time", { x = 1, y = 1 }) end
    if random:chance(0.1) then recording:value("gold", random:int(0, 99), world:player("red")) end
    said[#said + 1] = say(random, recording, world)
    assert(world:hash() == other:hash(), "recording has changed the game")
    kind.count("ticks", 1)
  end
  recording:stop()
  local film = reader.of(recording)
  while film:next() do
    local there = seen[film.tick]
    assert(not there or there == places_of(film),
      ("tick %d: the film shows %s, there were %s"):format(film.tick, places_of(film), there or ""))
  end
  assert(film.tick == world.ticks, "the film ends too early")
  check_notes(recording, said)
  local page = kind.file("page.html")
  assert(astar.replay(recording, page) > 1000)
  world.map:close()
  other.map:close()
end)
