-- Two sides in a valley: gatherers, patrols and scouts find their ways over terrain, through fog,
-- around danger and around each other. `lua5.4 examples/demo.lua --help` shows the options.

local here = dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local game = require "demo.game"
local screen = require "demo.screen"
local view = require "demo.view"

local HELP = [[
Usage: lua examples/demo.lua [options]

On a terminal the demo plays for about half a minute, in colour. Elsewhere, or with --plain, it
prints the first and the last picture. Ctrl-C ends it.

  --fast       do not play: the first and the last picture at once
  --plain      no colour, no cursor movement; as when NO_COLOR is set
  --ticks N    length of the game, 10 to 100000 (default 1200)
  --seed N     another game, 1 to 2147483646 (default 2)
  --help       this text
]]

local FRAMES_PER_SECOND, TICKS_PER_FRAME = 15, 3
local OVERHEAD = 0.005        -- seconds that starting other programs takes, in a frame
local STATUS_LINES = 4
local PAN = 3                 -- cells that a small screen moves in a frame

local function fail(message)
  io.stderr:write("demo: ", message, " (--help shows the options)\n")
  os.exit(2)
end

local function number_option(name, value, most, least)
  local n = value and value:find("^%d+$") and tonumber(value)
  if not n or n < least or n > most then
    fail(("%s needs a whole number from %d to %d, got %s"):format(name, least, most,
      value and "'" .. value .. "'" or "nothing"))
  end
  return n
end

local function read_options(words)
  local given, i = { ticks = 1200, seed = 2 }, 1
  while words[i] do
    local word = words[i]
    if word == "--help" then
      io.write(HELP)
      os.exit(0)
    elseif word == "--fast" or word == "--plain" then
      given[word:sub(3)] = true
    elseif word == "--ticks" then
      i = i + 1
      given.ticks = number_option(word, words[i], 100000, 10)
    elseif word == "--seed" then
      i = i + 1
      given.seed = number_option(word, words[i], 2147483646, 1)
    else
      fail(("unknown option '%s'"):format(word))
    end
    i = i + 1
  end
  return given
end

local function new_game(given, claims)
  return game.new { file = here .. "valley.txt", seed = given.seed, claims = claims }
end

-- What a small terminal shows: the surroundings of the last fight, or of the first unit.
local function focus_of(play)
  local death = play.last_death
  if death and play.map.ticks - death.tick < 150 then return death end
  return play.sides[1].units[1] or death or { x = 1, y = 1 }
end

local function nearer(from, to)
  return from + math.max(-PAN, math.min(PAN, to - from))
end

-- The part of the map on the screen, which moves smoothly.
local function part_of(play, camera)
  local columns, lines = screen.size()
  local focus = focus_of(play)
  camera.x, camera.y = nearer(camera.x, focus.x), nearer(camera.y, focus.y)
  return view.part(play.map, camera, columns, lines - STATUS_LINES), columns
end

local function frame(play, given, camera)
  local started = os.clock()
  local part, columns = part_of(play, camera)
  screen.show(view.color(play, given.utf8, part) .. view.status(play, given.ticks, columns))
  for _ = 1, TICKS_PER_FRAME do
    if play.map.ticks < given.ticks then play:tick() end
  end
  return screen.sleep(1 / FRAMES_PER_SECOND - (os.clock() - started) - OVERHEAD)
end

-- Plays on the terminal; false when it was broken off.
local function play_out(play, given)
  local first = play.sides[1].units[1]
  local camera = { x = first.x, y = first.y }
  screen.enter()
  local ok, result = pcall(function()
    while play.map.ticks < given.ticks do
      if not frame(play, given, camera) then return false end
    end
    return true
  end)
  screen.leave()
  if ok then return result end
  if tostring(result):find("interrupted!", 1, true) then return false end
  error(result, 0)
end

local function picture(play, given)
  if not given.colored then return view.plain(play) end
  local columns = screen.size()
  return view.color(play, given.utf8, view.part(play.map, focus_of(play), columns, math.huge))
end

local function run(play, ticks)
  while play.map.ticks < ticks do play:tick() end
end

local function show_ends(play, given)
  print("The beginning: each side knows what its units see.")
  io.write(picture(play, given))
  run(play, given.ticks)
  print(("\nAfter %d ticks; g p s are red's gatherers, patrols and scouts, G P S are blue's.")
    :format(given.ticks))
  io.write(picture(play, given))
end

-- The same beginning again, with units that take no notice of their comrades' ways.
local function print_claims(play, given)
  local careless = new_game(given, false)
  run(careless, given.ticks)
  print(("  %d ticks lost to collisions, with claims; without them, from the same beginning, %d")
    :format(play.map.waits, careless.map.waits))
end

local given = read_options(arg)
given.colored = not given.plain and screen.is_terminal()
given.utf8 = screen.has_utf8()
local play = new_game(given, true)
if given.colored and not given.fast then
  if not play_out(play, given) then
    print("Broken off.")
    os.exit(130)
  end
  io.write(picture(play, given))
else
  show_ends(play, given)
end
print()
io.write(view.summary(play))
print_claims(play, given)
