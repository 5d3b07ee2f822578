-- A skirmish in a valley, played by the mods in examples/skirmish/: two sides dig for ore, scout,
-- fight, hold a bridge and a gate, and walk through a cave. Run by `make demo`.

local here = dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")

local astar = require "astar"
local game = require "demo.game"
local keys = require "demo.keys"
local screen = require "demo.screen"
local view = require "demo.view"

local HELP = [[
Usage: lua examples/demo.lua [options]

On a terminal the skirmish plays in colour, and takes up what is changed in the mods' files
meanwhile. Elsewhere, or with --plain, it prints the first and the last picture, and the score.

  q  quit      space  pause      n  one tick      + -  faster, slower
  i  inspect a unit, the next one with each press      f  through whose eyes
  g  the gate in the pass: open to all, red's, blue's

  --fast       do not play: the first and the last picture at once
  --plain      no colour, no cursor movement; as when NO_COLOR is set
  --ticks N    length of the game, 10 to 100000 (default 3000)
  --seed N     another game, 0 to 2147483646 (default 1)
  --red DIR    another mod for red (default examples/skirmish/red); --blue likewise
  --replay F   where to write the replay, a page for the browser (default build/replay.html)
  --inspect    look at the game in the browser while it plays: the address is printed, and shown
  --help       this text

What a mod may call, hear and read, and the rules of the skirmish: docs/card.md.
]]

local FRAMES_PER_SECOND = 15
local SPEEDS = { 0.2, 0.5, 1, 2, 4, 8, 16 }               -- ticks in a frame
local OVERHEAD = 0.005        -- seconds that starting other programs takes, in a frame
local LEAST_COLUMNS, LEAST_LINES = 80, 24
local ERROR_SHOWN = 300       -- ticks
local PAN = 3                 -- cells that a small screen moves in a frame

local function fail(message)
  io.stderr:write("demo: ", message, " (--help shows the options)\n")
  os.exit(2)
end

local function number_option(name, value, least, most)
  local n = value and value:find("^%d+$") and tonumber(value)
  if not n or n < least or n > most then
    fail(("%s needs a whole number from %d to %d, got %s"):format(name, least, most,
      value and "'" .. value .. "'" or "nothing"))
  end
  return n
end

local TAKES = {
  ticks = function(value) return number_option("--ticks", value, 10, 100000) end,
  seed = function(value) return number_option("--seed", value, 0, 2147483646) end,
  red = function(value) return value or fail("--red needs a folder") end,
  blue = function(value) return value or fail("--blue needs a folder") end,
  replay = function(value) return value or fail("--replay needs a file") end,
}

local function read_options(words)
  local given, i = { ticks = 3000, seed = 1, replay = "build/replay.html" }, 1
  while words[i] do
    local name = words[i]:match("^%-%-(%a+)$")
    if name == "help" then
      io.write(HELP)
      os.exit(0)
    elseif name == "fast" or name == "plain" or name == "inspect" then
      given[name] = true
    elseif TAKES[name] then
      i = i + 1
      given[name] = TAKES[name](words[i])
    else
      fail(("unknown option '%s'"):format(words[i]))
    end
    i = i + 1
  end
  return given
end

local function new_game(given)
  local play, message = game.new {
    file = here .. "valley.txt", seed = given.seed, watch = given.colored and not given.fast,
    mods = {
      red = given.red or here .. "skirmish/red", blue = given.blue or here .. "skirmish/blue",
    },
    report = function(report)
      if report.kind == "error" then given.reports[#given.reports + 1] = report end
    end,
    log = given.log,
  }
  if not play then fail(message) end
  return play
end

-- ---- playing ------------------------------------------------------------------------------------

-- What a small terminal shows: the surroundings of a unit that is inspected, of the last fight, or
-- red's keep.
local function focus_of(play, inspected)
  if inspected and not inspected.removed then return inspected end
  local death = play.last_death
  if death and play.world.ticks - death.tick < 150 then return death end
  return play.sides[1].keep
end

local function nearer(from, to)
  return from + math.max(-PAN, math.min(PAN, to - from))
end

-- The last error that is open, if it is new: one that a reload has fixed is not.
local function error_of(play)
  local last
  for failure in play.world:errors() do last = failure end
  local is_new = last and play.world.ticks - last.last < ERROR_SHOWN
  return is_new and ("%s (%d times): %s"):format(last.behaviour or tostring(last.mod), last.count,
    view.error(last))
end

local TOO_SMALL = "This terminal has %d x %d letters; the demo needs %d x %d."

local function show(play, given, playing)
  local columns, lines = screen.size()
  local camera, focus = playing.camera, focus_of(play, playing.inspected)
  if not view.is_in_cave(play.map, focus) then
    camera.x, camera.y = nearer(camera.x, focus.x), nearer(camera.y, focus.y)
  end
  if columns < LEAST_COLUMNS or lines < LEAST_LINES then
    local words = TOO_SMALL:format(columns, lines, LEAST_COLUMNS, LEAST_LINES)
    return screen.show(words .. "\n")
  end
  local parts = view.parts(play.map, camera, focus, columns, lines - view.STATUS_LINES)
  playing.error = error_of(play) or given.inspector and "inspect: " .. given.inspector.url
  screen.show(view.color(play, playing.eyes, given.utf8, parts, playing.inspected)
    .. view.status(play, playing, columns))
end

-- Seconds that a tick takes, smoothed.
local function timed_tick(play, playing)
  local started = os.clock()
  play:tick()
  local milliseconds = (os.clock() - started) * 1000
  playing.milliseconds = playing.milliseconds * 0.95 + milliseconds * 0.05
end

local function next_in(list, value)
  for i, each in ipairs(list) do
    if each == value then return list[i % #list + 1] end
  end
end

-- The unit behind the one that is inspected, by its id; behind the last one the first.
local function next_unit(play, unit)
  local first
  for one in play.world:units() do
    first = first or one
    if not unit or one.id > unit.id then return one end
  end
  return first
end

-- False: it is to end.
local function obey(key, play, playing)
  if key == "q" then return false end
  if key == "n" or key == "." then
    playing.paused, playing.owed = true, playing.owed + 1
  elseif key == "i" or key == "\t" then
    playing.inspected = next_unit(play, playing.inspected)
  end
  if key == " " then
    playing.paused = not playing.paused
  elseif key == "+" or key == "=" then
    playing.speed_index = math.min(playing.speed_index + 1, #SPEEDS)
  elseif key == "-" then
    playing.speed_index = math.max(playing.speed_index - 1, 1)
  elseif key == "f" then
    playing.eyes = next_in(view.EYES, playing.eyes)
  elseif key == "g" then
    play:set_gate(next_in(game.HOLDERS, play:gate()))
  end
  playing.speed = SPEEDS[playing.speed_index]
  return true
end

-- How many ticks are due; the page of an inspector may want others.
local function due(playing, inspector)
  local count = math.floor(playing.owed)
  playing.owed = playing.owed - count
  return inspector and inspector:due(count) or count
end

local function frame(play, given, playing)
  local started = os.clock()
  local key = keys.pressed()
  while key do
    if not obey(key, play, playing) then return false end
    key = keys.pressed()
  end
  if playing.paused then play.world:reload() end  -- what is edited meanwhile is read
  if not playing.paused then playing.owed = playing.owed + playing.speed end
  for _ = 1, due(playing, given.inspector) do
    if play.world.ticks < given.ticks then timed_tick(play, playing) end
  end
  show(play, given, playing)
  return screen.sleep(1 / FRAMES_PER_SECOND - (os.clock() - started) - OVERHEAD)
end

-- Plays on the terminal; false when it was broken off.
local function play_out(play, given)
  local keep = play.sides[1].keep
  local playing = { camera = { x = keep.x, y = keep.y }, eyes = "both", milliseconds = 0, owed = 0,
    speed_index = 3, speed = SPEEDS[3], ticks = given.ticks, paused = false, utf8 = given.utf8 }
  screen.enter()
  keys.enter()
  local ok, result = pcall(function()
    while play.world.ticks < given.ticks do
      if not frame(play, given, playing) then return false end
    end
    return true
  end)
  keys.leave()
  screen.leave()
  if ok then return result end
  if tostring(result):find("interrupted!", 1, true) then return false end
  error(result, 0)
end

-- ---- elsewhere ----------------------------------------------------------------------------------

local function picture(play, given)
  if not given.colored then return view.plain(play) end
  local columns = screen.size()
  local focus = focus_of(play)
  local parts = view.parts(play.map, focus, focus, columns, math.huge)
  return view.color(play, "both", given.utf8, parts)
end

local SANDBOXES = {
  vault = "The mods run in the vault, each in a machine of its own.",
  bounds = "The mods run in the vault, with bounds checks.",
  stock = "The mods run in the stock sandbox; `make vault` makes the other one.",
}

-- Without a screen: at once, or for the page of an inspector as fast as on a terminal.
local function play_unseen(play, given)
  while play.world.ticks < given.ticks do
    local count = given.inspector and given.inspector:due() or 1
    for _ = 1, count do play:tick() end
    if given.inspector and not screen.sleep(1 / FRAMES_PER_SECOND) then return end
  end
end

local function show_ends(play, given)
  print(SANDBOXES[astar.sandbox])
  print("The beginning: each side knows what its units see.")
  io.write(picture(play, given))
  play_unseen(play, given)
  print(("\nAfter %d ticks; g s o are red's gatherers, soldiers and scouts, G S O are blue's.")
    :format(given.ticks))
  print("n is a mouth of the cave, f the ferry, / the gate; r or b: it lets red or blue through.")
  io.write(picture(play, given))
end

local given = read_options(arg)
given.colored = not given.plain and screen.is_terminal()
given.utf8 = screen.has_utf8()
given.reports = {}
if not given.colored or given.fast then        -- there is no picture that it would tear
  given.log = function(line)
    if line.kind == "print" then print(view.log_line(line)) end
  end
end
local play = new_game(given)
local recording = play:record()
if given.inspect then                            -- the rules keep more than the world does
  if not pcall(require, "socket") then
    fail("--inspect needs LuaSocket: apt-get install lua-socket, or luarocks install luasocket")
  end
  given.inspector = assert(astar.inspect(play.world, { title = recording.title, rewind = false }))
  print("Look at the game in the browser: " .. given.inspector.url)
  io.stdout:flush()
end
if given.colored and not given.fast then
  if not play_out(play, given) then print("Broken off.") end
  io.write(picture(play, given))
else
  show_ends(play, given)
end
print()
io.write(view.summary(play))
local size, message = astar.replay(recording, given.replay)
if size then
  print(("The replay, %.1f MB: %s"):format(size / 1e6, given.replay))
else
  print("The replay could not be written: " .. message)
end
for i, report in ipairs(given.reports) do
  if i <= 10 then print("error: " .. report.text) end
end
if #given.reports > 10 then print(("%d errors in all."):format(#given.reports)) end
-- On a terminal you may have edited the scripts during the demo: mistakes are no failure then.
if #given.reports > 0 and not (given.colored and not given.fast) then os.exit(1) end
