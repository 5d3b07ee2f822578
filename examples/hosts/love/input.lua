--- From keys and mouse to commands for the session, and to what is shown.

local game = require "demo.game"
local minimap = require "view.minimap"
local routes = require "view.routes"
local theme = require "view.theme"
local toolbar = require "view.toolbar"
local tools = require "tools"

local input = {}

local EYES = { "both", "red", "blue", "all" }
local SCROLL = 700                     -- pixels a second
local ZOOM = 1.18                      -- by a notch of the wheel
local CLICK = 5                        -- pixels: a box that is smaller is a click

local function after(list, value)
  for i, each in ipairs(list) do
    if each == value then return list[i % #list + 1] end
  end
  return list[1]
end

local function has_shift() return love.keyboard.isDown("lshift", "rshift") end

local function is_on_map(stage, x, y)
  return x < stage.width - theme.PANEL_WIDTH and y < stage.height - theme.BAR_HEIGHT
end

-- The unit at the cell under the mouse, if those whose eyes one sees with may know of it.
local function unit_there(stage)
  local unit = stage.cell_x and stage.session.map:unit_at(stage.cell_x, stage.cell_y)
  local player = stage:player()
  if unit and (not player or unit:visible_to(player)) then return unit end
end

-- ---- what the tools do -------------------------------------------------------------------------

local press = {}

function press.choose(stage)
  local x, y = stage.camera:to_game(stage.mouse.x, stage.mouse.y)
  stage.box = { x = x, y = y, from_x = stage.mouse.x, from_y = stage.mouse.y }
end

-- All cells since the last time are painted, so that no gaps are left.
local function paint(stage)
  local x, y = stage.cell_x, stage.cell_y
  if not x then return end
  local from = stage.stroke or { x = x, y = y }
  stage.stroke = { x = x, y = y }
  stage.session:command { kind = "paint", terrain = stage.tools.terrain,
    cells = stage.tools:stroke(stage.session.map, from.x, from.y, x, y) }
end

press.paint = paint

function press.drop(stage)
  if not stage.cell_x then return end
  local unit = stage.tools.unit
  local made, code = stage.session:command { kind = "drop", side = unit.side, role = unit.role,
    x = stage.cell_x, y = stage.cell_y }
  if not made then stage.news:say("No unit can stand there: " .. code) end
end

function press.remove(stage)
  if not stage.cell_x then return end
  stage.session:command { kind = "remove", x = stage.cell_x, y = stage.cell_y }
end

local function choose_box(stage)
  local box, map, player = stage.box, stage.session.map, stage:player()
  stage.box = nil
  local is_click = math.abs(stage.mouse.x - box.from_x) < CLICK
    and math.abs(stage.mouse.y - box.from_y) < CLICK
  if is_click then
    local unit = unit_there(stage)
    if unit then return stage.selection:pick(unit, has_shift()) end
    return has_shift() or stage.selection:clear()
  end
  local x, y = stage.camera:to_game(stage.mouse.x, stage.mouse.y)
  local left = math.max(1, math.floor(math.min(x, box.x)) + 1)
  local top = math.max(1, math.floor(math.min(y, box.y)) + 1)
  local right = math.min(map.width, math.floor(math.max(x, box.x)) + 1)
  local bottom = math.min(map.height, math.floor(math.max(y, box.y)) + 1)
  if right < left or bottom < top then return end
  stage.selection:pick_all(left, top, right - left + 1, bottom - top + 1,
    function(unit) return not player or unit:visible_to(player) end, has_shift())
end

local function order(stage)
  local ids = stage.selection:list()
  if not stage.cell_x or #ids == 0 then return end
  local there, first = unit_there(stage), stage.session.world:unit(ids[1])
  local is_enemy = there and there.data.side ~= first.data.side
  stage.session:command { kind = "order", units = ids, x = stage.cell_x, y = stage.cell_y,
    enemy = is_enemy and there.id or nil, queued = has_shift() or nil }
  local x, y = stage.session.map:center(stage.cell_x, stage.cell_y)
  stage.effects:add("order", x, y, is_enemy and theme.bad or theme.accent)
end

-- ---- mouse -------------------------------------------------------------------------------------

--- The cell under the mouse, and the unit there.
function input.point(stage)
  local x, y = stage.mouse.x, stage.mouse.y
  stage.cell_x, stage.cell_y = nil, nil
  if is_on_map(stage, x, y) then
    stage.cell_x, stage.cell_y = stage.session.map:cell_at(stage.camera:to_game(x, y))
  end
  stage.hot = unit_there(stage)
end

function input.mousepressed(stage, x, y, button)
  stage.mouse = { x = x, y = y }
  input.point(stage)
  if stage.help then stage.help = false return end
  local small_x, small_y = minimap.at(stage, x, y)
  if small_x then
    stage.held = "minimap"
    return stage.camera:look_at(small_x, small_y)
  end
  local pressed = toolbar.at(stage, x, y)
  if pressed then return pressed.press() end
  if not is_on_map(stage, x, y) then return end
  if button == 1 then
    stage.held = stage.tools.name
    press[stage.tools.name](stage)
  elseif button == 2 then
    order(stage)
  elseif button == 3 then
    stage.held = "scroll"
  end
end

function input.mousemoved(stage, x, y, dx, dy)
  stage.mouse = { x = x, y = y }
  input.point(stage)
  if stage.held == "scroll" then
    stage.camera:scroll(-dx, -dy)
  elseif stage.held == "paint" then
    paint(stage)
  elseif stage.held == "remove" then
    press.remove(stage)
  elseif stage.held == "minimap" then
    local small_x, small_y = minimap.at(stage, x, y)
    if small_x then stage.camera:look_at(small_x, small_y) end
  end
end

function input.mousereleased(stage, x, y)
  stage.mouse = { x = x, y = y }
  if stage.box then choose_box(stage) end
  stage.held, stage.stroke = nil, nil
end

function input.wheelmoved(stage, notches)
  stage.camera:zoom(ZOOM ^ notches, stage.mouse.x, stage.mouse.y)
end

-- ---- keys --------------------------------------------------------------------------------------

local keys = {}

keys.space = function(stage) stage.clock.paused = not stage.clock.paused end
keys.n = function(stage) stage.clock:step(function() stage:tick() end) end
keys["+"] = function(stage) stage.clock:faster() end
keys["-"] = function(stage) stage.clock:slower() end
keys["="], keys["kp+"], keys["kp-"] = keys["+"], keys["+"], keys["-"]
keys.q = function(stage) stage.tools:turn(-1) end
keys.e = function(stage) stage.tools:turn(1) end
keys.b = function(stage) stage.tools:next_brush() end
keys.home = function(stage) stage.camera:show_all() end
keys.m = function(stage) stage.has_grid = not stage.has_grid end
keys.f = function(stage) stage.eyes = after(EYES, stage.eyes) end
keys.h = function(stage) stage.heat_name = after(stage.heat_names, stage.heat_name) end
keys.p = function(stage) stage.routes = after(routes.MODES, stage.routes) end
keys.f1 = function(stage) stage.help = not stage.help end

keys.f12 = function(stage)
  local name = ("skirmish-%d.png"):format(os.time())
  love.graphics.captureScreenshot(name)
  stage.news:say(("Saved: %s/%s"):format(love.filesystem.getSaveDirectory(), name))
end

keys.x = function(stage)
  stage.session:command { kind = "cancel", units = stage.selection:list() }
end

keys.g = function(stage)
  stage.session:command { kind = "gate", holder = after(game.HOLDERS, stage.session.play:gate()) }
end

keys.f5 = function(stage)
  for mod in stage.session.world:mods() do
    local ok, message = stage.session.world:reload(mod.name)
    if not ok then stage:report { kind = "error", mod = mod, message = message, text = message } end
  end
end

keys.escape = function(stage)
  if stage.help then stage.help = false
  elseif #stage.selection:list() > 0 then stage.selection:clear()
  else love.event.quit() end
end

for i, name in ipairs(tools.NAMES) do
  keys[tostring(i)] = function(stage) stage.tools.name = name end
end

function input.keypressed(stage, key)
  if keys[key] then keys[key](stage) end
end

--- The keys that scroll as long as they are held down.
function input.update(stage, seconds)
  local down, dx, dy = love.keyboard.isDown, 0, 0
  if down("a", "left") then dx = dx - 1 end
  if down("d", "right") then dx = dx + 1 end
  if down("w", "up") then dy = dy - 1 end
  if down("s", "down") then dy = dy + 1 end
  if dx ~= 0 or dy ~= 0 then stage.camera:scroll(dx * SCROLL * seconds, dy * SCROLL * seconds) end
end

return input
