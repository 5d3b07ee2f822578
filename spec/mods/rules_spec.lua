-- What the demo tells mods: births, deaths, facts, danger, and what is public of enemies.

package.path = "examples/?.lua;" .. package.path

local check = require "astar.mods.check"
local game = require "demo.game"
local rules = require "demo.rules"

-- A skirmish in which all red units run the behaviour.
local function skirmish(text)
  local reports = {}
  local files = { ["it.lua"] = text, ["mod.lua"] = [[
    return { name = "spy", version = "1",
      behaviours = { gatherer = "it.lua", soldier = "it.lua", scout = "it.lua" } } ]] }
  local play = assert(game.new { file = "examples/valley.txt", seed = 1,
    mods = { red = { name = "spy", files = files }, blue = "examples/skirmish/blue" },
    report = function(report) reports[#reports + 1] = report.text end })
  return play, reports
end

local function first_of(play, name)
  return (play.world:units(name)())
end

describe("the demo tells a mod", function()
  it("of deaths and births of its side, and of no others", function()
    local play, reports = skirmish [[
      return require("astar.think").listen(function(unit) unit:wait(10000) end, {
        died = function(unit, x, y, role, number)
          unit.data.died = ("%d %d %s %d"):format(x, y, role, number)
        end,
        born = function(unit, other) unit.data.born = other.data.role end,
      })]]
    play:tick()
    local witness, victim = first_of(play, "red"), nil
    for unit in play.world:units("red") do victim = unit end
    local x, y, number = victim.x, victim.y, victim.data.number
    play:kill(victim, first_of(play, "blue"))
    play:tick()
    assert.equal(("%d %d scout %d"):format(x, y, number), witness.data.died)
    assert.is_nil(first_of(play, "blue").data.died)
    for _ = 1, rules.recruit + 2 do play:tick() end
    assert.equal("scout", witness.data.born)
    assert.same({}, reports)
  end)

  it("the score, and how many units each has left", function()
    local play, reports = skirmish [[return function(unit)
      while true do
        unit.data.facts = unit.world.facts
        unit:wait(1)
      end
    end]]
    local red = play.sides.red
    red.loads, red.kills = 3, 2
    play:tick()
    local facts = first_of(play, "red").data.facts
    assert.equal(3 * rules.points.load + 2 * rules.points.kill, facts.points)
    assert.equal(34, facts.units)
    assert.equal(0, facts.their_points)
    for name in pairs(facts) do assert.is_not_nil(rules.facts[name], name) end
    assert.same({}, reports)
  end)

  it("where its enemies' soldiers are in sight, and what is public of them", function()
    local play, reports = skirmish [[return function(unit)
      while true do
        for _, enemy in ipairs(unit:enemies(9)) do
          local data = enemy.data
          unit.data.seen = data.role .. " " .. data.hp .. " " .. tostring(data.number)
        end
        local enemy = unit:enemies(9)[1]
        local name = unit.player.name .. " danger"
        unit.data.danger = unit:influence(name, enemy and enemy.x, enemy and enemy.y)
        unit:wait(1)
      end
    end]]
    play:tick()
    local unit, enemy = first_of(play, "red"), nil
    assert.equal(0, unit.data.danger)
    for one in play.world:units("blue") do
      if one.data.role == "soldier" then enemy = one end
    end
    for x = unit.x + 3, unit.x + 8 do
      if enemy:place(x, unit.y) then break end
    end
    for _ = 1, rules.danger.every + 1 do
      play:tick()
      enemy.data.hp = 40
    end
    assert.equal("soldier 40 nil", unit.data.seen)
    assert.is_true(unit.data.danger > 0)
    assert.same({}, reports)
  end)

  it("and the check knows it from its rules", function()
    for _, name in ipairs { "red", "blue" } do
      assert.same({}, (check.list("examples/skirmish/" .. name, rules)))
    end
    local list = check.list({ name = "spy", files = {
      ["it.lua"] = "return function(unit) unit:await('healt') end",
      ["mod.lua"] = "return { name = 'spy', version = '1', behaviours = { soldier = 'it.lua' } }",
    } }, rules)
    assert.same({ "spy/it.lua:1: there is no event 'healt', the nearest is 'healed'" }, list)
  end)
end)
