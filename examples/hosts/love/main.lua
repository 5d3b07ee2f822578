-- A skirmish in a window: the world of examples/demo/, played by the mods in examples/skirmish/,
-- seen, painted and ordered about with mouse and keys. This file hands LÖVE's calls on.
--
-- What to read for a game of one's own: setup.lua (where the library lies), clock.lua and
-- motion.lua (a fixed step and smooth drawing), session.lua (commands), view/fog.lua and
-- view/heat.lua (arrays of cells become pictures), view/routes.lua (paths), news.lua (what mods do
-- wrong).

local words = arg
local stage, input                     -- see stage.lua, input.lua
local script                           -- a test that plays, or nil

-- "--name value" of the command line.
local function option(name)
  for i, word in ipairs(words) do
    if word == "--" .. name then return words[i + 1] end
  end
end

-- --inspect: a page in the browser looks at the game, see docs/inspector.md.
local function inspect()
  local astar, world = require "astar", stage.session.world
  local inspector = assert(astar.inspect(world, { title = "A skirmish in LÖVE", rewind = false }))
  stage.clock.inspector = inspector
  print("inspect: " .. inspector.url)
  io.stdout:flush()                      -- it may be no terminal
end

local function has(name)
  for _, word in ipairs(words) do
    if word == "--" .. name then return true end
  end
end

-- A Lua file plays: it gets the stage, and runs on for a bit in each frame, up to its next
-- coroutine.yield(). A mistake ends the game: there is nobody to read it in the window.
local function read_script(file)
  love.errorhandler = function(text)
    io.stderr:write(debug.traceback(text, 2), "\n")
    os.exit(1)
  end
  script = coroutine.create(assert(loadfile(file)))
end

local function go_on()
  local ok, message = coroutine.resume(script, stage)
  if not ok then error(debug.traceback(script, message), 0) end
  if coroutine.status(script) == "dead" then love.event.quit() end
end

function love.load()
  if option "script" then read_script(option "script") end
  local places = require "setup".prepare()
  require "view.theme".load()
  input = require "input"
  local message
  stage, message = require "stage".new { file = places.file, mods = option "mods" or places.mods,
    seed = tonumber(option "seed" or 1) }
  if not stage then error(message, 0) end              -- LÖVE shows it in the window
  if has "inspect" then inspect() end
end

function love.update(seconds)
  if script and coroutine.status(script) ~= "dead" then go_on() end
  if stage then stage:update(seconds) end
end

function love.draw()
  if stage then stage:draw() end
end

function love.resize(width, height) stage:resize(width, height) end

function love.keypressed(key) input.keypressed(stage, key) end

function love.mousepressed(x, y, button) input.mousepressed(stage, x, y, button) end

function love.mousereleased(x, y) input.mousereleased(stage, x, y) end

function love.mousemoved(x, y, dx, dy) input.mousemoved(stage, x, y, dx, dy) end

function love.wheelmoved(_, notches) input.wheelmoved(stage, notches) end
