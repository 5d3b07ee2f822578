-- What the demo shows on a terminal.

describe("the demo on a terminal #quick", function()
  local game, view

  setup(function()
    local before = package.path
    package.path = "examples/?.lua;" .. before
    game, view = require "demo.game", require "demo.view"
    package.path = before
  end)

  local function new_game()
    return assert(game.new { file = "examples/valley.txt", seed = 1, mods = {
      red = "examples/skirmish/red", blue = "examples/skirmish/blue" } })
  end

  local function status_of(play, inspected)
    local playing = { ticks = 3000, milliseconds = 1, speed = 1, eyes = "both", paused = true,
      utf8 = true, inspected = inspected }
    local lines = {}
    for line in view.status(play, playing, 80):gmatch("([^\n]*)\n") do lines[#lines + 1] = line end
    return lines
  end

  it("has lines of 80 letters at most, as many as it says", function()
    local play = new_game()
    for _ = 1, 5 do play:tick() end
    local lines = status_of(play)
    assert.equal(view.STATUS_LINES, #lines)
    for _, line in ipairs(lines) do
      local _, letters = line:gsub("[%z\1-\127\194-\244]", "")
      assert.is_true(letters <= 80, line)
    end
    for _, key in ipairs { "q quit", "space pause", "n one tick", "i inspect", "f whose fog",
      "g gate" } do
      assert(lines[7]:find(key, 1, true), key)
    end
  end)

  it("inspects a unit: its behaviour, verbs and data, or its error", function()
    local play = new_game()
    for _ = 1, 5 do play:tick() end
    local unit = play.world:unit(1)
    local lines = view.inspect(unit)
    assert.matches("^unit 1 %(red at %d+, %d+%) red.gatherer > ", lines[1])
    assert.matches("hp=12 .*number=1 role=gatherer side=red", lines[2])
    play.world.report = function() end
    unit:behave(function() error("oh dear") end)
    play:tick()
    assert.matches("^error: demo_spec.lua:%d+: oh dear", view.inspect(unit)[2])
    unit:remove()
    assert.same({ "unit 1 (removed)", "" }, view.inspect(unit))
  end)

  it("shows the end of the log, and what is said and marked", function()
    local play = new_game()
    play:tick()
    local unit = play.world:unit(1)
    unit:say("hello")
    unit:mark(50, 20, "ore")
    for i = 1, 5 do play.world:_print("line " .. i, "red", unit) end
    local lines = status_of(play)
    assert.same({ "1 red 1: line 3", "1 red 1: line 4", "1 red 1: line 5" },
      { lines[#lines - 2], lines[#lines - 1], lines[#lines] })
    local all = { { x = 1, y = 1, width = play.map.width, height = play.map.height } }
    local picture = view.color(play, "both", false, all):gsub("\27%[[%d;]*m", "")
    assert(picture:find("+ore", 1, true))
    assert(picture:find("ghello", 1, true) or picture:find("hello", 1, true))
    picture = view.color(play, "blue", false, all):gsub("\27%[[%d;]*m", "")
    assert.is_nil(picture:find("+ore", 1, true))
  end)
end)
