--- All that the window holds: the session, and how it is looked at. Made once; the other files take
-- it as an argument, and there are no globals.

local banner = require "view.banner"
local camera = require "camera"
local clock = require "clock"
local cursor = require "view.cursor"
local effects = require "view.effects"
local fog = require "view.fog"
local ground = require "view.ground"
local heat = require "view.heat"
local help = require "view.help"
local input = require "input"
local links = require "view.links"
local motion = require "motion"
local news = require "news"
local panel = require "view.panel"
local probe = require "probe"
local routes = require "view.routes"
local selection = require "selection"
local session = require "session"
local theme = require "view.theme"
local toolbar = require "view.toolbar"
local tools = require "tools"
local units = require "view.units"

local stage = {}
stage.__index = stage

local EXPLORED_EVERY = 20              -- ticks

-- The names of the world's influence maps, and "none".
local function heat_names(world)
  local names = { "none" }
  for influence in world.map:influences() do names[#names + 1] = influence.name end
  return names
end

--- given: file, mods (a folder), seed. Returns a stage, or nil and why the game could not begin.
function stage.new(given)
  local self = setmetatable({
    mods = given.mods, news = news.new(), tools = tools.new(), effects = effects.new(),
    eyes = "both", routes = "chosen", heat_name = "none", mouse = { x = 0, y = 0 }, time = 0,
    headings = {}, explored = {},
  }, stage)
  local message
  self.session, message = session.new { file = given.file, seed = given.seed, watch = true,
    mods = { red = given.mods .. "/red", blue = given.mods .. "/blue" },
    report = function(report) self:report(report) end }
  if not self.session then return nil, message end
  local map, world = self.session.map, self.session.world
  self.clock, self.probe = clock.new(love.timer.getTime), probe.new(love.timer.getTime)
  self.camera, self.motion = camera.new(map.width, map.height), motion.new()
  self.selection, self.heat_names = selection.new(world), heat_names(world)
  self.ground, self.fog, self.heat = ground.new(map), fog.new(map), heat.new(map)
  self.motion:note(world)
  self:resize(love.graphics.getDimensions())
  self.camera:show_all()
  self.fog:update(self:player(), 0, true)
  return self
end

function stage:resize(width, height)
  self.width, self.height = width, height
  self.camera:set_screen(0, 0, width - theme.PANEL_WIDTH, height - theme.BAR_HEIGHT)
end

function stage:report(report) self.news:report(report) end

--- The player with whose eyes one sees; nil: there is no fog.
function stage:player()
  local play = self.session.play
  if self.eyes == "both" then return play.spectator end
  return play.sides[self.eyes] and play.sides[self.eyes].player
end

-- The side whose plans are to be seen; nil: those of both.
local function side_of(self) return self.session.play.sides[self.eyes] and self.eyes end

-- ---- time --------------------------------------------------------------------------------------

--- One tick of the game.
function stage:tick()
  self.session:tick()
  self.motion:note(self.session.world)
  self.effects:note(self.session)
end

local function look_around(self)
  local play = self.session.play
  local now = math.floor(self.session.world.ticks / EXPLORED_EVERY)
  if self.explored.at == now then return end
  self.explored.at = now
  for _, side in ipairs(play.sides) do
    self.explored[side.name] = math.floor(play:explored(side.player) * 100)
  end
end

local function influence_of(self)
  return self.heat_name ~= "none" and self.session.world:influence(self.heat_name) or nil
end

--- A frame: the ticks that are due, then all that is drawn from what the game is now.
function stage:update(seconds)
  self.time = self.time + seconds
  input.update(self, seconds)
  self.camera:update(seconds)
  self.clock:advance(seconds, function() self:tick() end)
  if self.clock.paused then self.session.world:reload() end     -- a mod may be edited meanwhile
  input.point(self)
  self.probe:ask(self.selection:units()[1], self.cell_x, self.cell_y)
  self.news:update(seconds)
  self.effects:update(seconds)
  self.ground:update(self:player())
  self.fog:update(self:player(), seconds)
  self.heat:update(influence_of(self))
  look_around(self)
end

-- ---- the picture -------------------------------------------------------------------------------

local function draw_map(self)
  local player, side = self:player(), side_of(self)
  self.ground:draw(self.camera)
  self.heat:draw(self.camera)
  if self.has_grid then cursor.draw_grid(self) end
  self.fog:draw(self.camera)
  links.draw(self)
  routes.draw(self, side)
  routes.draw_probe(self)
  units.draw(self, player)
  self.effects:draw(self, player)
  effects.draw_words(self, side)
  cursor.draw(self)
end

function stage:draw()
  love.graphics.clear(theme.back)
  love.graphics.setScissor(0, 0, self.width - theme.PANEL_WIDTH, self.height - theme.BAR_HEIGHT)
  draw_map(self)
  banner.draw(self)
  love.graphics.setScissor()
  toolbar.draw(self)
  panel.draw(self, self:player())
  if self.help then help.draw(self) end
end

return stage
