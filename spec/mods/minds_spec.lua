--- Minds of mods that are saved: a world that was saved, and the one that was loaded, go on in the
-- middle of what the units were doing.

local astar = require "astar"
local small_world = require "support.small_world"

local in_vault = astar.sandbox ~= "stock"

local PICTURE = [[
A . . . # . . . . . . .
. # # . # . # # # # . .
. . # . . . . . . # . .
B . # # # # # # . # . .
. . . . . . . . . . . C
]]

local function mod_of(text, more)
  local files = { ["it.lua"] = text, ["mod.lua"] =
    [[return { name = "test", version = "1", behaviours = { it = "it" } }]] }
  for name, content in pairs(more or {}) do files[name] = content end
  return { name = "test", files = files }
end

local function begin(text, more)
  local world, at = small_world(PICTURE)
  assert(world:mod(mod_of(text, more)))
  local units = {}
  for i, place in ipairs { at.A, at.B } do
    units[i] = world:unit { player = "red", x = place.x, y = place.y, speed = 0.5, sight = 5,
      behaviour = "test.it", data = {} }
  end
  world:unit { player = "blue", x = at.C.x, y = at.C.y, sight = 5 }
  return world, units
end

local function said(world)
  local texts = {}
  for i, report in ipairs(world.reports) do texts[i] = report.text end
  return texts
end

local function loaded(saved, text, more, reports)
  return assert(astar.read_world(saved, { mods = { mod_of(text, more) },
    report = function(one) table.insert(reports or {}, one.text) end }))
end

-- A behaviour that counts its turns in a local variable, and tells them in its data.
local COUNTS = [[
return function(unit)
  local n = 0
  unit.data.begun = (unit.data.begun or 0) + 1
  while true do
    n = n + 1
    unit.data.n = n
    unit:wait(1)
  end
end]]

describe("a mind that is saved", function()
  it("goes on where it was, in the world that was saved and in the one that was loaded", function()
    local world, units = begin(COUNTS)
    world.run(7)
    local saved = assert(world:save())
    local other = loaded(saved, COUNTS)
    world.run(4)
    for _ = 1, 4 do other:tick() end
    assert.equal(world:hash(), other:hash())
    assert.equal(in_vault and 1 or 2, units[1].data.begun)
    assert.equal(in_vault and 11 or 4, units[1].data.n)
    assert.same({}, said(world))
  end)

  local IN_THE_MIDDLE = {
    ["of a walk"] = [[
      return function(unit)
        for i = 1, 10 do
          unit.data.at = i
          unit:go(12, 1)
          unit:go(1, 5)
        end
      end]],
    ["of a race"] = [[
      local think = require "astar.think"
      return function(unit)
        local rounds = 0
        while true do
          rounds = rounds + 1
          local first = think.race(
            function() unit:go(9, 5) unit:wait(1) return "there" end,
            function() unit:wait(13) return "late" end)(unit)
          unit.data.won = { rounds, first }
        end
      end]],
    ["of a search"] = [[
      return function(unit)
        local rounds = 0
        while true do
          local ticket = unit.body:request_path({ x = 12, y = 5 })
          while not ticket.done do unit:wait(1) end
          rounds = rounds + 1
          unit.data.rounds, unit.data.cost = rounds, ticket.path and ticket.path.cost
          unit:wait(2)
        end
      end]],
    ["with answers that it has not read"] = [[
      return function(unit)
        local n = 0
        while true do
          n = n + 1
          local near = unit.body:request_nearest({ { 12, 5 }, { 9, 5 } }, nil, { count = 2 })
          local far = unit.body:request_path { x = 12, y = 5 }
          local none = unit.body:request_path { x = 5, y = 1 }
          unit:wait(7)
          local list = {}
          for i, one in ipairs(near.found or {}) do
            list[i] = { one.x, one.y, one.index, one.path and one.path.cost }
          end
          unit.data.seen = { n, list, far.path and far.path.cost, none.path, none.code }
        end
      end]],
    ["with paths"] = [[
      return function(unit)
        local far, near = unit.body:path { x = 12, y = 5 }, unit.body:path { x = 2, y = 1 }
        for i = 1, 100 do
          unit:wait(1)
          local x, y = far:cell(-1)
          unit.data.seen = { i, x, y, far.cost, #near }
        end
      end]],
    ["with keys"] = [[
      return function(unit)
        local n = 0
        local mine = unit:reserve("ore", "dig")
        while true do
          n = n + 1
          unit.data.n, unit.data.mine = n, mine
          unit:wait(3)
          if n % 5 == 0 then unit:release("ore", "dig") mine = unit:reserve("ore", "dig") end
        end
      end]],
    ["with areas, the land of sides, and what is cut off"] = [[
      return function(unit)
        local world = unit.world
        local areas, n = world:areas(), 0
        local other = unit.id % 2 == 0 and world:sides { { { 1, 1 } }, { { x = 12, y = 5 } } }
          or world:cut_off { { 5, 1 }, { 5, 2 } }
        while true do
          n = n + 1
          local list = {}
          for i, area in ipairs(areas:list()) do list[i] = area.size end
          unit.data.seen = { n, areas:at(1, 1), list, other:at(7, 3), #other:list() }
          if n % 4 == 0 then areas = world:areas(n % 8 == 0 and { ratio = 0.3 } or nil) end
          unit:wait(2)
        end
      end]],
    ["with sights"] = [[
      return function(unit)
        local sights = {}
        for n = 1, 100 do
          sights[#sights + 1] = unit.world:sight({ unit, { x = 9, y = 1 } }, 4)
          if #sights > 2 then table.remove(sights, 1) end
          local counts = {}
          for i, sight in ipairs(sights) do
            local cells = 0
            for _ in sight:cells() do cells = cells + 1 end
            counts[i] = { cells, sight:count(9, 1), #sight:seen_by(1, 1) }
          end
          unit.data.counts = counts
          unit:wait(3)
        end
      end]],
    ["with influence maps of its own"] = [[
      return function(unit)
        local world, kept = unit.world, {}
        for n = 1, 100 do
          local near = { "sum", { "own", radius = 3 }, { "seen", amount = n } }
          local spread = { "spread", near, share = 0.2 }
          kept[#kept + 1] = { n, world:influence(near), world:influence(spread) }
          if #kept > 2 then table.remove(kept, 1) end
          local seen = {}
          for i, one in ipairs(kept) do
            local best = one[3]:peaks(2)
            seen[i] = { one[1], one[2]:get(2, 1), one[3]:get(3, 1), #best, best[1] and best[1].x,
              one[2]:max_near(2, 2, 2) }
          end
          unit.data.seen = seen
          unit:wait(2)
        end
      end]],
    ["of waiting for places"] = [[
      return function(unit)
        local n = 0
        while true do
          n = n + 1
          local place, code = unit:find_position { from = { within = 4 },
            score = { { "walk" } } }
          unit.data.found = { n, assert(place, code).x, place.y }
          unit:wait(1)
        end
      end]],
    ["of waiting for ways to flee"] = [[
      return function(unit)
        local n = 0
        while true do
          n = n + 1
          local path, code = unit:find_flight { { x = n % 7 + 1, y = n % 5 + 1 } }
          unit.data.fled = { n, code, path and path.cost, path and (path:cell(-1)) }
          if path then unit:walk(path) end
          unit:wait(1)
        end
      end]],
    ["in the ranks of a group"] = [[
      return function(unit)
        local world, n = unit.world, 0
        local group = world:groups()()
        if not group then
          group = world:group { units = { unit }, name = "all", speed = 0.25 }
        else
          group:add(unit)
        end
        while true do
          n = n + 1
          local x, y = 12, 5
          if n % 2 == 0 then x, y = 2, 2 end
          if group.status ~= "marching" then group:go(x, y) end
          unit.data.at = n
          local done, code = unit:hold_formation()
          unit.data.held = { n, done, code }
          unit:wait(2)
        end
      end]],
    ["of a coroutine, a closure and a protected call"] = [[
      local function numbers()
        local n = 0
        return coroutine.wrap(function() while true do n = n + 1 coroutine.yield(n) end end)
      end
      return function(unit)
        local next_number = numbers()
        while true do
          local ok = pcall(function()
            unit.data.n = next_number()
            unit:wait(2)
            if unit.data.n % 3 == 0 then error("three") end
          end)
          unit.data.ok = ok
        end
      end]],
  }

  -- So few nodes in a tick that units have to wait for places, and for ways.
  local BUDGETS = { ["of waiting for places"] = 8, ["of waiting for ways to flee"] = 8 }

  local BEGINNINGS_COUNTED = [[
    local function text()
      %s
    end
    local behave = text()
    return function(unit)
      unit.data.begun = (unit.data.begun or 0) + 1
      return behave(unit)
    end]]

  local names = {}
  for name in pairs(IN_THE_MIDDLE) do names[#names + 1] = name end
  table.sort(names)

  for _, name in ipairs(names) do
    it("is the same in a loaded world, tick by tick, " .. name, function()
      local text = BEGINNINGS_COUNTED:format(IN_THE_MIDDLE[name])
      local world, units = begin(text)
      world.budget = BUDGETS[name] or world.budget
      for _ = 1, 5 do
        world.run(6)
        local other = loaded(assert(world:save()), text)
        for _ = 1, 5 do
          world:tick()
          other:tick()
          assert.equal(world:hash(), other:hash())
        end
      end
      assert.same({}, said(world))
      for _, unit in ipairs(units) do assert.equal(in_vault and 1 or 6, unit.data.begun) end
    end)

    it("goes back with its world, " .. name, function()
      local world = begin(BEGINNINGS_COUNTED:format(IN_THE_MIDDLE[name]))
      world.budget = BUDGETS[name] or world.budget
      world.run(7)
      local snapshot, hashes = world:snapshot(), {}
      for i = 1, 12 do
        world:tick()
        hashes[i] = world:hash()
      end
      for _, between in ipairs { false, "saved" } do
        if between then
          assert(world:save())
          world.run(3)
        end
        world:restore(snapshot)
        for i = 1, 12 do
          world:tick()
          assert.equal(hashes[i], world:hash())
        end
      end
      assert.same({}, said(world))
    end)

    it("stands heavy mode, " .. name, function()
      local world = begin(IN_THE_MIDDLE[name])
      world.heavy = true
      world.run(25)
      assert.same({}, said(world))
    end)
  end

  it("begins again where a file of the mod has changed, and that is said", function()
    local world = begin(COUNTS)
    world.run(5)
    local reports = {}
    local other = loaded(assert(world:save()), COUNTS .. " -- changed", nil, reports)
    for _ = 1, 3 do other:tick() end
    assert.equal(1, #reports)
    assert.truthy(reports[1]:find("these files have changed: it.lua", 1, true))
    for unit in other:units() do
      if unit.behaviour then assert.equal(2, unit.data.begun) end
    end
  end)

  it("holds a file that was required late", function()
    local text = [[
      return function(unit)
        unit:wait(3)
        local late = require "late"
        while true do unit.data.late = late() unit:wait(1) end
      end]]
    local more = { ["late.lua"] = "local n = 0 return function() n = n + 1 return n end" }
    local world, units = begin(text, more)
    world.run(8)
    local other = loaded(assert(world:save()), text, more)
    world.run(3)
    for _ = 1, 3 do other:tick() end
    assert.equal(world:hash(), other:hash())
    assert.is_true(units[1].data.late > 0)
  end)

  if in_vault then
    -- A saved world whose bytes are other ones at 60 places, which `place_of(i, length)` says.
    local function spoil(text, place_of)
      local save = require "astar.save"
      local core = require "astar.core"
      local world = begin(text)
      world.budget = 8
      world.run(3)
      local body = assert(world:save()):sub(#save.MAGIC + 17)
      for i = 1, 60 do
        local at = place_of(i, body)
        local byte = string.char((body:byte(at) + i) % 256)
        local wrong = body:sub(1, at - 1) .. byte .. body:sub(at + 1)
        local other = astar.read_world(save.MAGIC .. core.checksum(wrong) .. wrong,
          { mods = { mod_of(text) }, report = function() end })
        for _ = 1, other and 5 or 0 do other:tick() end
      end
    end

    it("may have lost its place in a group before its turn", function()
      local text = [[return function(unit)
        while true do
          unit.data.done, unit.data.code = unit:hold_formation()
          unit:wait(1)
        end
      end]]
      local world, units = begin(text)
      local group = world:group { units = units }
      world:tick()
      group:go(6, 5)
      for _ = 1, 4 do world:tick() end
      group:stop()
      local again = assert(astar.read_world(assert(world:save()), { mods = { mod_of(text) } }))
      for _, one in ipairs { world, again } do
        for _ = 1, 2 do one:tick() end
        assert.same({ "stopped", 0.5 }, { one:unit(1).data.code, one:unit(1).speed })
      end
      assert.same({}, said(world))
    end)

    it("can be anything that somebody wrote: the world goes on or is refused", function()
      spoil(COUNTS, function(i, body) return #body - i * 337 end)
    end)

    -- Bytes of the host's side, which is before the image of the machine.
    for _, name in ipairs { "with areas, the land of sides, and what is cut off", "with sights",
      "with influence maps of its own", "of waiting for places", "in the ranks of a group" } do
      it("can be so for what the host keeps, too, " .. name, function()
        spoil(IN_THE_MIDDLE[name], function(i, body)
          local first = assert(body:find("areas", 1, true) or body:find("classes", 1, true))
          return first + (i * 7) % 400
        end)
      end)
    end
  end
end)
