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

  local names = {}
  for name in pairs(IN_THE_MIDDLE) do names[#names + 1] = name end
  table.sort(names)

  for _, name in ipairs(names) do
    it("is the same in a loaded world, tick by tick, " .. name, function()
      local text = IN_THE_MIDDLE[name]
      local world = begin(text)
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
    it("can be anything that somebody wrote: the world goes on or is refused", function()
      local save = require "astar.save"
      local core = require "astar.core"
      local world = begin(COUNTS)
      world.run(3)
      local saved = assert(world:save())
      local body = saved:sub(#save.MAGIC + 17)
      local count = 0
      for i = 1, 60 do
        local at = #body - i * 337
        local byte = string.char((body:byte(at) + i) % 256)
        local wrong = body:sub(1, at - 1) .. byte .. body:sub(at + 1)
        local other = astar.read_world(save.MAGIC .. core.checksum(wrong) .. wrong,
          { mods = { mod_of(COUNTS) }, report = function() end })
        for _ = 1, other and 5 or 0 do other:tick() end
        count = count + 1
      end
      assert.equal(60, count)
    end)
  end
end)
