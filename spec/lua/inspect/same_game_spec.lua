--- A game that is looked at, and asked everything in each tick, is the same as one that is not.

local astar = require "astar"
local inspecting = require "support.inspecting"
local skip = require "support.skip"
local sockets = require "support.sockets"

local TEXTS = {
  "unit.x + unit.y", "unit.data", "unit.data.hp", "unit:enemies(30)", "unit:friends(10)",
  "unit:path(30, 30)", "unit:path(30, 30, { explain = true }):explain()",
  "unit:nearest({ { 10, 10 }, { 40, 30 } })", "unit:go(1, 1)", "unit:say('here')",
  "world.random(6)", "local data = unit.data data.hp = 1000 return data",
  "unit:positions { from = { within = 6 }, score = { { 'walk', weight = -1 } }, count = 9 }",
  "world.facts", "unit.route", "unit.home", "unit:tell('hello')", "unit:behave('watch')",
  "for i = 1, 1000000 do local x = i end return 1", "require 'habits'", "world:units()",
  "world:reserve('a', unit)", "unit:influence('red danger')", "unit.group", "error('no')",
  "unit:cover({ { 20, 20 } }, 8)", "unit:flight({ { 20, 20 } })", "world:areas()",
  "world:known_enemies()", "world.player", "1 +", "string.rep('x', 100000)", "unit:rouse()",
}

local function asker(play)
  local inspector = assert(astar.inspect(play.world))
  local call, viewer, asked = inspecting.caller(inspector), nil, 0
  return function(tick)
    viewer = viewer or call("open").viewer
    local ids = {}
    for unit in play.world:units() do ids[#ids + 1] = unit.id end
    local watches = {}
    for i = 0, 3 do
      local at = (asked + i) % #TEXTS + 1
      watches[i + 1] = { unit = ids[(asked * 7 + i) % #ids + 1], text = TEXTS[at] }
    end
    asked = asked + 4
    call("news", { viewer = viewer, unit = ids[tick % #ids + 1], watches = watches,
      cell = { x = tick % 90 + 1, y = tick % 40 + 1 } })
    local reply = call("look", { unit = ids[(tick * 3) % #ids + 1], watches = watches,
      cell = { x = tick % 90 + 1, y = tick % 40 + 1 } })
    assert.is_nil(reply.failed)
    assert.equal(4, #reply.values)
    if tick % 60 == 0 then inspector._viewers:close() viewer = nil end      -- nobody looks
  end
end

describe("a game that is looked at", function()
  local it = skip.where(sockets.missing)

  for _, sandbox in ipairs { "stock", astar.features.vault and "vault" or nil } do
    it("is the same game: " .. sandbox, function()
      local before = astar.sandbox
      astar.sandbox = sandbox
      local alone, seen = inspecting.skirmish(3), inspecting.skirmish(3)
      local ask = asker(seen)
      for tick = 1, 130 do
        alone:tick()
        seen:tick()
        ask(tick)
        if tick % 10 == 0 then assert.equal(alone.world:hash(), seen.world:hash(), tick) end
      end
      astar.sandbox = before
    end)
  end
end)
