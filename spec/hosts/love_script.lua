-- A script that plays the game of examples/hosts/love/: love DIR --script FILE. It moves the mouse
-- and presses keys as a person would, and notes what came of it in a Lua file, for the spec.
--
-- In the environment: LOVE_OUT, a folder for results.lua and picture.png; LOVE_MODS, the folder of
-- the mods that the game plays, whose files it breaks and repairs; LOVE_TICKS, how long it plays.

local stage = ...
local OUT, MODS = os.getenv "LOVE_OUT", os.getenv "LOVE_MODS"
local TICKS = tonumber(os.getenv "LOVE_TICKS")
local results = {}

local function frames(count)
  for _ = 1, count do coroutine.yield() end
end

local function ticks(count)
  for _ = 1, count do love.keypressed "n" end
end

-- ---- the mouse, over cells of the map ----------------------------------------------------------

local function point_of(x, y)
  return stage.camera:to_screen(stage.session.map:center(x, y))
end

local function move(x, y)
  local screen_x, screen_y = point_of(x, y)
  love.mousemoved(screen_x, screen_y, 0, 0)
end

local function click(x, y, button)
  local screen_x, screen_y = point_of(x, y)
  love.mousepressed(screen_x, screen_y, button or 1)
  love.mousereleased(screen_x, screen_y, button or 1)
end

local function drag(x1, y1, x2, y2)
  love.mousepressed(point_of(x1, y1))
  move(x2, y2)
  local screen_x, screen_y = point_of(x2, y2)
  love.mousereleased(screen_x, screen_y, 1)
end

-- love.mousepressed takes the button last.
local pressed = love.mousepressed
function love.mousepressed(x, y, button) return pressed(x, y, button or 1) end

-- ---- files -------------------------------------------------------------------------------------

local function write(name, text)
  local file = assert(io.open(name, "wb"))
  assert(file:write(text))
  assert(file:close())
end

local function read(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

-- Numbers, strings, booleans and tables of these, as Lua.
local function text_of(value)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) ~= "table" then return tostring(value) end
  local parts, keys = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for i, key in ipairs(keys) do parts[i] = ("[%s]=%s"):format(text_of(key), text_of(value[key])) end
  return "{" .. table.concat(parts, ",") .. "}"
end

local function picture(name)
  local image
  love.graphics.captureScreenshot(function(taken) image = taken end)
  while not image do coroutine.yield() end
  local colors, count = {}, 0
  for y = 0, image:getHeight() - 1, 7 do
    for x = 0, image:getWidth() - 1, 7 do
      local red, green, blue = image:getPixel(x, y)
      local key = ("%d %d %d"):format(red * 255, green * 255, blue * 255)
      if not colors[key] then colors[key], count = true, count + 1 end
    end
  end
  write(OUT .. "/" .. name, image:encode("png"):getString())
  return { width = image:getWidth(), height = image:getHeight(), colors = count }
end

-- ---- the play ----------------------------------------------------------------------------------

stage.clock.paused = true
frames(1)

-- A battle in which nobody interferes.
ticks(TICKS)
results.untouched = stage.session.map:hash()

-- Choosing by a box, and orders.
love.keypressed "1"
drag(2, 2, 50, 38)
results.chosen = #stage.selection:list()
click(20, 22, 2)
results.ordered = 0
for _, unit in ipairs(stage.selection:units()) do
  if unit:orders()[1] then results.ordered = results.ordered + 1 end
end

-- Dropping and removing.
local before = stage.session.world:count()
love.keypressed "3"
click(60, 30)
results.dropped = stage.session.world:count() - before
love.keypressed "4"
click(60, 30)
results.removed = stage.session.world:count() - before - results.dropped

-- All that was a command: another machine that carries out the same ones has the same game.
love.keypressed "2"
stage.tools.terrain, stage.tools.brush = "water", 3
drag(24, 22, 30, 28)
ticks(40)
results.commanded = { tick = stage.session.world.ticks, hash = stage.session.map:hash(),
  notes = { unpack(stage.session.notes) } }

-- A wall across the way to the mouse.
love.keypressed "f" love.keypressed "f" love.keypressed "f"
love.keypressed "1"
local scout
for unit in stage.session.world:units "red" do
  if unit.data.role == "scout" then scout = unit end
end
assert(scout:place(8, 23))
stage.session.play.sides.red.player:reveal()
stage.motion:note(stage.session.world)
click(8, 23)
move(14, 23)
frames(1)
results.cost_before = stage.probe.path.cost
love.keypressed "2"
stage.tools.terrain, stage.tools.brush = "mountain", 1
drag(11, 19, 11, 26)
move(14, 23)
frames(1)
results.wall = stage.session.map:get(11, 23)
results.cost_after = stage.probe.path.cost

-- A broken mod, which the game survives; then a repaired one.
local file = MODS .. "/red/soldier.lua"
local good = read(file)
write(file, good .. "\nlocal x = = 1\n")
local at = stage.session.world.ticks
ticks(12)
frames(1)
results.error = stage.news:open_errors(stage.session.world)[1]
results.went_on = stage.session.world.ticks - at
results.picture = picture "picture.png"
write(file, good .. "\n-- repaired\n")
frames(2)                              -- the clock is paused: it is read again in each frame
ticks(1)
results.errors_left = #stage.news:open_errors(stage.session.world)
for line in stage.session.world:log() do
  if line.kind == "reload" then results.taken_up = line.text end
end

-- The clock runs, and what is drawn lies between two ticks.
love.keypressed "space"
at = stage.session.world.ticks
frames(10)
results.clock_ran = stage.session.world.ticks > at
for _, key in ipairs { "f5", "h", "p", "p", "m", "g", "x", "+", "-", "b", "q", "e", "home" } do
  love.keypressed(key)
  frames(1)
end
love.wheelmoved(0, 3)
love.keypressed "f1"
frames(2)
results.help = stage.help
write(OUT .. "/results.lua", "return " .. text_of(results))
