-- The skirmish of the examples, with mods beside it that attack in every way at once: it ends as it
-- does with mods that do nothing.

package.path = "examples/?.lua;" .. package.path

local game = require "demo.game"
local hash_beside = require "support.hash_beside"
local trace = require "support.trace"

local TICKS = os.getenv "ASTAR_SANITIZER" and 40 or 150

-- Each is a behaviour's body.
local ATTACKS = {
  "while true do end",
  "while true do pcall(coroutine.wrap(function() while true do end end)) end",
  "local t = {} while true do t[#t + 1] = { #t } end",
  "local s = 'x' while true do s = s .. s end",
  "local function deep() return 1 + deep() end deep()",
  "error(setmetatable({}, { __tostring = function() while true do end end }))",
  "table.sort({ 3, 2, 1 }, function() while true do end end)",
  "for i = 1, 1e9 do unit.body:request_path({ x = 1 + i % 90, y = 5 }, {}) end",
  "while true do unit:path(1, 1) unit:flight({ { x = 1, y = 1 } }) end",
  "for other in unit.world:units() do pcall(other.behave, other, nil) other.data.hp = 0 end",
  "while true do unit:tell('attacked', ('x'):rep(50000)) end",
  "for i = 1, 1e9 do unit:reserve(i, 'mine') end",
  "unit:defer(function() while true do end end) unit:wait(5) error(unit)",
  "unit.data = { [{}] = print }",
  "while true do unit:behave('pest.one') end",
  "unit.world.map:set(1, 1, 'wall')",
  "coroutine.yield({}, unit)",
}

local function text_of(attacks)
  local list = {}
  for i, body in ipairs(attacks) do
    list[i] = ("function(unit) %s end"):format(body)
  end
  return ([[
    local attacks = { %s }
    return { name = "pest", version = "1", behaviours = {
      one = function(unit) return attacks[unit.data.number %% #attacks + 1](unit) end } }
  ]]):format(table.concat(list, ",\n"))
end

-- As much as the game has to know of a unit.
local function data_of(number)
  return { number = number, side = "red", role = "scout", hp = 16 }
end

-- The hash of all but the pests, and how often these have failed. No clock ends a turn of theirs:
-- under a sanitizer it would be most of them.
local function play(attacks)
  local failures, pests = 0, {}
  local skirmish = assert(game.new { file = "examples/valley.txt", seed = 1,
    mods = { red = "examples/skirmish/red", blue = "examples/skirmish/blue" },
    report = function() failures = failures + 1 end })
  local world = skirmish.world
  assert(world:mod({ name = "pest", files = { ["mod.lua"] = text_of(attacks) } },
    { instructions = 50000, memory = 2 ^ 22, nodes = 500,
      readonly = { "side", "role", "hp" } }))
  for i = 1, #ATTACKS do
    pests[i] = assert(world:unit { player = "pest", x = i % 8 + 10,
      y = 1 + math.floor(i / 8), speed = 0.1, sight = 40,
      behaviour = "pest.one", data = data_of(i) })
  end
  for tick = 1, TICKS do
    if tick % 20 == 0 then
      for i, pest in ipairs(pests) do
        pest.data = data_of(i)
        pest:behave("pest.one")
      end
    end
    skirmish:tick()
  end
  local hash = hash_beside(world, "pest")
  trace("hash", hash)
  return hash, failures
end

describe("a skirmish beside attacks", function()
  it("ends with the same hash as without", function()
    local peace = play { "unit:sleep()" }
    local hash, failures = play(ATTACKS)
    assert.equal(peace, hash)
    assert(failures >= #ATTACKS / 2, failures)
  end)
end)
