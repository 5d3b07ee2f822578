-- The demo's cave, ferry and gate, and how a terminal shows them.

package.path = "examples/?.lua;" .. package.path

local game = require "demo.game"
local rules = require "demo.rules"
local view = require "demo.view"

-- A game in which units do nothing, and all know the map.
local function new_game()
  local idle = "return function(unit) unit:sleep() end"
  local mods = {}
  for _, name in ipairs { "red", "blue" } do
    mods[name] = { name = name, files = { ["it.lua"] = idle, ["mod.lua"] = ([[
      return { name = %q, version = "1", behaviours = {
        gatherer = "it.lua", soldier = "it.lua", scout = "it.lua" } }]]):format(name) } }
  end
  local play = assert(game.new { file = "examples/valley.txt", seed = 1, mods = mods })
  for _, side in ipairs(play.sides) do side.player:reveal() end
  return play
end

-- The first unit of a role.
local function first(play, side, role)
  for unit in play.world:units(side) do
    if unit.data.role == role then return unit end
  end
end

-- The terrains that a unit's path leads over, and its levels, as a set; nothing: there is no path.
local function met_by(play, unit, x, y)
  local path, met = unit:path(x, y), {}
  for i = 1, path and #path or 0 do
    local cx, cy = path:cell(i)
    met[play.map:get(cx, cy)], met[play.map:level_at(cx, cy).name] = true, true
  end
  return met
end

describe("the valley #quick", function()
  it("has a cave that is the shorter way under the hill", function()
    local play = new_game()
    local scout = assert(first(play, "red", "scout"):place(50, 22))
    local met = met_by(play, scout, 58, 8)
    assert.is_true(met["cave mouth"] and met.cave)
    assert.is_nil(met_by(play, scout, 60, 20).cave)
  end)

  it("has a ferry that is the shorter way over the river, for both sides", function()
    local play = new_game()
    for _, side in ipairs { "red", "blue" } do
      local scout = assert(first(play, side, "scout"):place(38, 21))
      assert.is_true(met_by(play, scout, 50, 21).landing)
      assert.is_nil(met_by(play, scout, 50, 12).landing)
      scout:place(20, 20)
    end
  end)

  it("has a gate for the side whose soldiers were the last to be there alone", function()
    local play = new_game()
    local red, blue = first(play, "red", "soldier"), first(play, "blue", "soldier")
    local red_scout = assert(first(play, "red", "scout"):place(78, 11))
    local blue_scout = assert(first(play, "blue", "scout"):place(79, 11))
    -- Which side gets through, from north to south, and what the mods are told.
    local function state()
      play:tick()
      local function passes(unit)
        local met = met_by(play, unit, 75, 22)
        return met.gate or met[unit.player.name .. " gate"] or false
      end
      return { passes(red_scout), passes(blue_scout), play:facts(red.player).gate }
    end
    assert.same({ true, true, "open" }, state())
    assert(red:place(75, 20))
    assert.same({ true, true, "open" }, state())  -- too far away
    assert(red:place(77, 19))
    assert.same({ true, false, "red" }, state())
    assert(blue:place(78, 15))
    assert.same({ true, false, "red" }, state())  -- both are there
    assert(red:place(20, 31))
    assert.same({ false, true, "blue" }, state())
    assert(blue:place(20, 33))
    assert.same({ false, true, "blue" }, state())
    play:set_gate("open")
    assert.same({ true, true, "open" }, state())
  end)

  it("has a gate that does not fall shut on anybody", function()
    local play = new_game()
    local scout = assert(first(play, "blue", "scout"):place(rules.gate.x + 1, rules.gate.y))
    play:set_gate("red")
    assert.equal("open", play:gate())
    play:set_gate("blue")
    assert.equal("blue", play:gate())
    scout:place(60, 20)
    play:set_gate("red")
    assert.equal("red", play:gate())
  end)

  it("makes enemies fight that meet head on at a mouth of the cave", function()
    local play = new_game()
    local cave = play.map:level "cave"
    local red, blue = first(play, "red", "soldier"), first(play, "blue", "soldier")
    assert(red:place(54, 18))
    assert(blue:place(cave:cell(5, 6)))
    for _ = 1, 20 do play:tick() end
    assert.equal(rules.kinds.soldier.hp, red.data.hp)
    assert(blue:place(cave:cell(4, 6)))
    for _ = 1, 20 do play:tick() end
    assert(red.data.hp < rules.kinds.soldier.hp)
    assert(blue.data.hp < rules.kinds.soldier.hp)
  end)

  it("is explored when both levels are", function()
    local play = new_game()
    local player = play.sides.red.player
    assert.equal(1, play:explored(player))
    player:forget()
    local seen = play:explored(player)
    assert(seen > 0 and seen < 0.2, seen)
  end)
end)

describe("a terminal #quick", function()
  local function names(play, focus, lines)
    local list = {}
    for i, part in ipairs(view.parts(play.map, { x = 50, y = 20 }, focus, 80, lines)) do
      list[i] = ("%s %dx%d at %d, %d"):format(part.name, part.width, part.height, part.x, part.y)
    end
    return list
  end

  it("shows the cave below the valley, or where there is no room what is looked at", function()
    local play = new_game()
    local outside, inside = { x = 50, y = 20 }, { x = 5, y = 45 }
    assert.same({ "valley 80x12 at 10, 14", "cave 34x7 at 1, 42" }, names(play, outside, 20))
    assert.same({ "valley 80x19 at 10, 10" }, names(play, outside, 19))
    assert.same({ "cave 34x7 at 1, 42" }, names(play, inside, 19))
    assert.same({ "valley 80x40 at 10, 1", "cave 34x7 at 1, 42" }, names(play, inside, 99))
  end)

  it("shows the units in the cave, and whose the gate is", function()
    local play = new_game()
    local scout = first(play, "blue", "scout")
    assert(scout:place(play.map:level("cave"):cell(3, 5)))
    play:set_gate("blue")
    local parts = view.parts(play.map, { x = 50, y = 20 }, scout, 100, 48)
    local picture = view.color(play, "all", false, parts):gsub("\27%[[%d;]*m", "")
    assert(picture:find("\nThe cave under the hill", 1, true))
    assert(picture:find("\n##O,,,,,#####,,####", 1, true))
    assert(picture:find("^^^bbb^^^", 1, true))
    local status = view.status(play, { ticks = 9, milliseconds = 1, speed = 1, eyes = "all" }, 80)
    assert(status:find("b gate, blue's", 1, true))
  end)
end)
