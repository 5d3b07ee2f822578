-- The game of examples/hosts/love/: its plain parts here, all of it in LÖVE, without a screen.

local builds = require "support.builds"
local command = require "support.command"
local file = require "support.file"
local skip = require "support.skip"

local GAME = "examples/hosts/love"
local MODS = "examples/skirmish"
local TICKS = 120

local paths = package.path

local function in_game(module)
  package.path = GAME .. "/?.lua;examples/?.lua;" .. paths
  local part = require(module)
  package.path = paths
  return part
end

local function new_session()
  return assert(in_game("session").new { file = "examples/valley.txt", seed = 1,
    mods = { red = MODS .. "/red", blue = MODS .. "/blue" } })
end

describe("the game for LÖVE, without LÖVE: #extra", function()
  it("a clock makes whole ticks, and tells what is left over", function()
    local now, count = 0, 0
    local clock = in_game("clock").new(function() return now end)
    local function tick() count = count + 1 end
    clock:advance(0.04, tick)
    assert.equal(0, count)
    assert.near(0.8, clock:share(), 1e-9)
    clock:advance(0.04, tick)
    assert.equal(1, count)
    assert.near(0.6, clock:share(), 1e-9)
    clock.paused = true
    clock:advance(1, tick)
    assert.equal(1, count)
    clock:step(tick)
    assert.equal(2, count)
    clock.paused = false
    for _ = 1, 10 do clock:faster() end
    clock:advance(0.1, function() count, now = count + 1, now + 0.005 end)  -- 5 ms each
    assert.is_true(count < 10)                    -- a slow machine plays slowly, and is not blocked
  end)

  it("a clock makes the ticks that an inspector's page wants, also in a pause", function()
    local asked, count, wanted = {}, 0, 3
    local clock = in_game("clock").new(function() return 0 end)
    clock.inspector = { due = function(_, ticks)
      asked[#asked + 1] = ticks
      return wanted
    end }
    clock:advance(0.05, function() count = count + 1 end)
    assert.equal(3, count)
    clock.paused = true
    clock:advance(0.05, function() count = count + 1 end)
    assert.equal(6, count)
    wanted = 0
    clock:advance(0.05, function() count = count + 1 end)
    assert.equal(6, count)
    assert.same({ 1, 0, 0 }, asked)
  end)

  it("a camera shows where a place is, and zooms around the mouse", function()
    local camera = in_game("camera").new(100, 48)
    camera:set_screen(0, 0, 900, 700)
    camera:show_all()
    local x, y = camera:to_game(camera:to_screen(12.5, 7.25))
    assert.near(12.5, x, 1e-9)
    assert.near(7.25, y, 1e-9)
    local before_x, before_y = camera:to_game(400, 300)
    camera:zoom(3, 400, 300)
    for _ = 1, 60 do camera:update(1 / 60) end
    x, y = camera:to_game(400, 300)
    assert.near(before_x, x, 0.01)
    assert.near(before_y, y, 0.01)
    camera:scroll(1e6, 1e6)
    assert.same({ 100, 48 }, { camera.x, camera.y })
  end)

  it("a brush leaves no gaps", function()
    local tools = in_game("tools").new()
    tools.brush = 1
    local cells = tools:stroke({ width = 20, height = 20 }, 2, 3, 12, 8)
    for i = 3, #cells, 2 do
      assert.is_true(math.abs(cells[i] - cells[i - 2]) <= 1)
      assert.is_true(math.abs(cells[i + 1] - cells[i - 1]) <= 1)
    end
    assert.same({ 12, 8 }, { cells[#cells - 1], cells[#cells] })
    tools.brush = 5
    assert.equal(2 * 9, #tools:stroke({ width = 20, height = 20 }, 1, 1, 1, 1))  -- at the corner
  end)

  it("a unit is drawn between its last two places", function()
    local session, motion = new_session(), in_game("motion").new()
    local unit = session.world:unit(1)
    unit:order("go", unit.x - 4, unit.y)
    for _ = 1, 6 do session:tick() end
    motion:note(session.world)
    local x1, y1 = unit:position()
    session:tick()
    motion:note(session.world)
    local x2, y2 = unit:position()
    assert.is_true(x1 ~= x2 or y1 ~= y2)
    local x, y = motion:position(unit, 0.25)
    assert.near(x1 + (x2 - x1) * 0.25, x, 1e-9)
    assert.near(y1 + (y2 - y1) * 0.25, y, 1e-9)
    assert.near(math.cos(motion:heading(unit)), (x2 - x1)
      / math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2), 1e-9)
  end)

  it("a box chooses the side that has more units in it", function()
    local session = new_session()
    local selection = in_game("selection").new(session.world)
    session:command { kind = "drop", side = "blue", role = "scout", x = 5, y = 26 }
    local function all() return true end
    selection:pick_all(1, 20, 20, 20, all)
    assert.equal(34, #selection:list())
    selection:pick_all(5, 26, 1, 1, all)
    assert.equal("blue", selection:units()[1].data.side)
    selection:pick(session.world:unit(1), true)
    assert.equal(2, #selection:list())
    session.world:unit(1):remove()
    assert.equal(1, #selection:list())
  end)

  it("the news keep what is broken until that mod is taken up", function()
    local news, session = in_game("news").new(), new_session()
    local red, blue = { name = "red" }, { name = "blue" }
    news:report { kind = "error", mod = red, message = "a/b/red/soldier.lua:3: oh", text = "oh" }
    news:report { kind = "reload", mod = blue, text = "tick 3, blue" }
    assert.same({ "red/soldier.lua:3: oh" }, news:open_errors(session.world))
    assert.equal("blue", news:recent()[1].text)
    news:report { kind = "reload", mod = red, text = "red" }
    assert.same({}, news:open_errors(session.world))
    news:update(60)
    assert.same({}, news:recent())
  end)

  it("no wall is built on a unit, and nothing in the void", function()
    local session = new_session()
    local unit = session.world:unit(1)
    session:command { kind = "paint", terrain = "mountain",
      cells = { unit.x, unit.y, 50, 41, 50, 20 } }
    assert.not_equal("mountain", session.map:get(unit.x, unit.y))
    assert.equal("void", session.map:get(50, 41))
    assert.equal("mountain", session.map:get(50, 20))
  end)

  it("commands that are carried out again give the same game", function()
    local first = new_session()
    first:tick()
    first:command { kind = "drop", side = "blue", role = "soldier", x = 40, y = 26 }
    first:command { kind = "order", units = { 1, 2, 3 }, x = 30, y = 30 }
    for _ = 1, 20 do first:tick() end
    first:command { kind = "cancel", units = { 2 } }
    for _ = 1, 20 do first:tick() end
    local second = new_session():repeat_until(first.world.ticks, first.notes)
    assert.equal(first.map:hash(), second.map:hash())
    assert.not_equal(new_session():repeat_until(41, {}).map:hash(), second.map:hash())
  end)
end)

-- ---- in LÖVE ----------------------------------------------------------------------------------

local function why_not()
  local missing = skip.without("love", "zip")
  if missing then return missing end
  local is_11 = command.output_of("love --version 2>&1"):find("LOVE 11", 1, true)
  if not is_11 then return "LÖVE 11 is not installed" end
  if not builds.is_there("luajit") then return "no build for luajit" end
end

local function new_folder()
  local name = os.tmpname()
  os.remove(name)
  command.list("mkdir -p " .. name)
  return name
end

-- Plays a game by the script: results | nil, what it has printed. What the game may write is in
-- `out`, which is its home; mods: the folder whose mods the script breaks and repairs.
local function play(words, out, mods)
  local settings = ("LOVE_OUT=%s LOVE_MODS=%s LOVE_TICKS=%d XDG_DATA_HOME=%s"):format(out, mods,
    TICKS, out)
  local output, status = command.output_of(("env -u LD_PRELOAD %s SDL_AUDIODRIVER=dummy "
    .. "SDL_VIDEODRIVER=offscreen timeout 300 love %s --script spec/hosts/love_script.lua 2>&1")
    :format(settings, words))
  if status ~= 0 then return nil, output end
  return dofile(out .. "/results.lua")
end

local function number_at(text, place)
  local a, b, c, d = text:byte(place, place + 3)
  return ((a * 256 + b) * 256 + c) * 256 + d
end

-- name: how it is started; words(out): what follows `love`; mods: where in `out` its mods are, a
-- copy, which the script changes. For what make love builds that is the folder where the game may
-- write, which lies over its own.
local function describe_game(name, words, mods)
  describe(("the game for LÖVE, %s: #extra"):format(name), function()
    local it, setup, teardown = skip.where(why_not())
    local out, results, output

    setup(function()
      out = new_folder()
      command.list(("mkdir -p %s/%s && cp -R %s/. %s/%s"):format(out, mods, MODS, out, mods))
      results, output = play(words(out), out, out .. "/" .. mods)
    end)

    teardown(function() command.list("rm -rf " .. out) end)

    local function test(what, body)
      it(what, function()
        assert(results, output)
        body()
      end)
    end

    test("the battle is the same as without a window", function()
      assert.equal(new_session():repeat_until(TICKS, {}).map:hash(), results.untouched)
    end)

    test("units are chosen by a box, ordered, dropped and removed", function()
      assert.is_true(results.chosen > 0)
      assert.equal(results.chosen, results.ordered)
      assert.equal(1, results.dropped)
      assert.equal(-1, results.removed)
    end)

    test("mouse and keys become commands, which give the same game elsewhere", function()
      local commanded = results.commanded
      assert.equal(5, #commanded.notes)
      local again = new_session():repeat_until(commanded.tick, commanded.notes)
      assert.equal(commanded.hash, again.map:hash())
    end)

    test("a wall that is painted changes a path", function()
      assert.equal("mountain", results.wall)
      assert.is_true(results.cost_after > results.cost_before)
    end)

    test("a broken mod is shown with file and line, and the game goes on", function()
      local _, lines = file.read(MODS .. "/red/soldier.lua"):gsub("\n", "")
      local place = ("red/soldier.lua:%d:"):format(lines + 2)
      assert.equal(place, results.error:sub(1, #place))
      assert.equal(12, results.went_on)
    end)

    test("a repaired mod is taken up", function()
      assert.equal(0, results.errors_left)
      assert.matches("took up soldier.lua", results.taken_up)
    end)

    test("there is a picture", function()
      local text = file.read(out .. "/picture.png")
      assert.equal("\137PNG\r\n\26\n", text:sub(1, 8))
      assert.same({ 1280, 800 }, { number_at(text, 17), number_at(text, 21) })
      assert.is_true(results.picture.colors > 200, results.picture.colors)
    end)

    test("the clock runs, and there is a help", function()
      assert.is_true(results.clock_ran)
      assert.is_true(results.help)
    end)
  end)
end

describe_game("in the source tree", function(out) return GAME .. " --mods " .. out .. "/mods" end,
  "mods")

local SAVED = "love/astar-skirmish/mods"

-- What make love builds.
local function build(out)
  local output, status = command.output_of("env BUILD=build tools/love.sh " .. out .. "/game 2>&1")
  assert(status == 0, output)
  return out .. "/game/skirmish"
end

describe_game("as a folder", build, SAVED)
describe_game("as an archive", function(out) return build(out) .. ".love" end, SAVED)
