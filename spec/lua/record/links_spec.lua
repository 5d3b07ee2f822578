-- What a recording says of links, of units that take them, and of levels.

local astar = require "astar"
local reader = require "support.recording"

-- A valley, and a cave that two links lead into.
local function new_world()
  local map = astar.map { levels = {
    { name = "valley", rows = { ".....", "#####", "....." } },
    { name = "cave", rows = { "...", "..." } },
  } }
  local cave = map:level "cave"
  local links = {
    map:link { from = { 5, 1 }, to = { cave:cell(3, 1) }, cost = 35 },
    map:link { from = { cave:cell(1, 2) }, to = { 1, 3 }, cost = 20, one_way = true },
  }
  return astar.world { map = map }, links
end

local function film_of(recording, ticks)
  local film = reader.of(recording)
  for _ = 0, ticks do film:next() end
  return film
end

describe("a recording #quick", function()
  it("says where links are, whether they are open, and one-way", function()
    local world, links = new_world()
    local recording = astar.record(world, { every = 1 })
    local changes = { [2] = function() links[1]:close() end, [3] = function() links[2]:remove() end,
      [4] = function() links[1]:open() end }
    for tick = 1, 5 do
      if changes[tick] then changes[tick]() end
      world:tick()
    end
    local function links_at(tick) return film_of(recording, tick).links end
    local both = { { 5, 1, 3, 5, is_open = true, one_way = false },
      { 1, 6, 1, 3, is_open = true, one_way = true } }
    assert.same(both, links_at(0))
    assert.same(both, links_at(1))
    both[1].is_open = false
    assert.same(both, links_at(2))
    both[2] = nil
    assert.same(both, links_at(3))
    both[1].is_open = true
    assert.same(both, links_at(5))
  end)

  it("says it again in key frames, and else only where something has changed", function()
    local world = new_world()
    local recording = astar.record(world, { every = 1, keys = 20 })
    for _ = 1, 19 do world:tick() end
    local before = recording:size()
    world:tick()
    assert(recording:size() > before + 12)
    assert.equal(2, #film_of(recording, 20).links)
    local last = recording:size()
    world:tick()
    assert.equal(last + 1, recording:size())     -- the end of the tick
  end)

  it("says of every tick where a unit is that takes links to another level and back", function()
    for _, keys in ipairs { 1, 4, 250 } do
      local world = new_world()
      local recording = astar.record(world, { every = 1, keys = keys })
      world:player("red"):reveal()
      world:unit { player = "red", x = 2, y = 1, speed = 0.6,
        behaviour = function(unit) return unit:go(5, 3) end }
      local truths, levels, observe = {}, {}, recording._observe
      recording._observe = function(...)
        observe(...)
        local body = world:unit(1).body
        levels[world:unit(1).level] = true
        truths[world.ticks] = { body.x, body.y, body.from_x, body.from_y,
          math.floor(body.fraction * 1024 + 0.5), body.route and { body.route:cell(-1) } }
      end
      for _ = 1, 40 do world:tick() end
      assert.same({ valley = true, cave = true }, levels)
      local film = reader.of(recording)
      while film:next() do
        local unit = film.units[1]
        local cells = unit and unit.route and unit.route.cells
        assert.same(truths[film.tick], unit and { unit.x, unit.y, unit.from_x, unit.from_y,
          math.floor(unit.travelled * 1024 / unit.stride), cells and cells[#cells] })
      end
      assert.same({ 5, 3 }, { world:unit(1).x, world:unit(1).y })
    end
  end)
end)
