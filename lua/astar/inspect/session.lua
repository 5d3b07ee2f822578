--- What the page asks, and what it gets. A call is a text in JSON, { name =, with = }, and so is
-- the reply; `failed` in it is a mistake of the page or the inspector. Nothing in it reaches the
-- game as an error.

local cell_of = require "astar.inspect.cell"
local Forks = require "astar.inspect.forks"
local json = require "astar.replay.json"
local literal = require "astar.formats.tiled.literal"
local page = require "astar.inspect.page"
local unit_of = require "astar.inspect.unit"
local Watch = require "astar.inspect.watch"

local Session = {}
Session.__index = Session

local commands = {}

local MOST_WATCHES, MOMENT = 16, 0.5              -- MOMENT: seconds
local HTML, JSON = "text/html; charset=utf-8", "application/json"

function Session.new(inspector)
  return setmetatable({ inspector = inspector, world = inspector._world, pace = inspector._pace,
    viewers = inspector._viewers, watch = Watch.new(inspector._world), values = {}, at = -1,
    since = 0, version = 0, forks = inspector._rewinds and Forks.new(inspector._world,
      inspector._viewers.given, inspector._play, inspector._socket.gettime) }, Session)
end

-- ---- what is the same for all pages -------------------------------------------------------------

local function state_of(self)
  local pace, world = self.pace, self.world
  return { paused = pace.is_paused, speed = pace.speed, tick = world.ticks,
    units = world:count(), viewers = #self.viewers.list, version = self.version,
    rewinds = self.forks and true, kept = self.forks and self.forks:kept() }
end

-- Somebody has changed the pace: pages hear of it at once.
local function changed(self)
  self.version = self.version + 1
  return state_of(self)
end

--- Called in each turn of the game's loop.
function Session:observe()
  if self.forks and self.forks.one then self.forks:advance() end
end

--- Nobody looks any more.
function Session:forget()
  self.watch:close()
  if self.forks then self.forks:close() end
  self.values, self.at = {}, -1
end

function Session:close() self:forget() end

-- ---- looking ------------------------------------------------------------------------------------

local function number_in(given, key)
  local value = given[key]
  return type(value) == "number" and value or nil
end

local function unit_in(self, id) return type(id) == "number" and self.world:unit(id) or nil end

-- What a watch comes to is found once for a tick. The game may change the world between two ticks,
-- so a value is used for a moment only.
local function value_of(self, id, text)
  local unit, now, ticks = unit_in(self, id), self.inspector._socket.gettime(), self.world.ticks
  if not unit then return { wrong = "the unit is gone" } end
  if self.at ~= ticks or now - self.since > MOMENT then
    self.values, self.at, self.since = {}, ticks, now
  end
  local key = ("%d %s"):format(id, text)
  self.values[key] = self.values[key] or self.watch:evaluate(unit, text)
  return self.values[key]
end

local function values_of(self, list)
  local values = {}
  for i, one in ipairs(type(list) == "table" and list or {}) do
    if i > MOST_WATCHES then break end
    local text = type(one) == "table" and type(one.text) == "string" and one.text or ""
    values[i] = value_of(self, one.unit, text)
  end
  return values
end

-- All that a page looks at.
local function look(self, given)
  local unit, cell = unit_in(self, given.unit), given.cell
  local reply = { values = values_of(self, given.watches), unit = unit and unit_of(unit) }
  local x, y = type(cell) == "table" and number_in(cell, "x"), type(cell) == "table"
    and number_in(cell, "y")
  if x and y then reply.cell = { x = x, y = y, rows = cell_of(self.world, x, y) } end
  return reply
end

commands.look = look

--- A page has come: its number, the heading and all of the recording, the state.
function commands.open(self, _, now)
  local viewer, heading = self.viewers:add(now)
  local news = self.viewers:news(viewer)
  viewer.version, viewer.tick = self.version, self.world.ticks
  viewer.has_more = news.last < self.world.ticks
  return { viewer = viewer.number, heading = heading, news = news, state = state_of(self),
    title = self.inspector._title }
end

-- Has the page to wait? It is told something when there is something new, but not more often than
-- it has asked for; and after a while in any case.
local function has_to_wait(self, viewer, given, now)
  local since = now - viewer.told
  local is_new = viewer.tick ~= self.world.ticks or viewer.version ~= self.version
    or viewer.has_more
  if since >= math.min(number_in(given, "longest") or 1, 5) then return false end
  return not is_new or since < math.min(number_in(given, "least") or 0, 2)
end

--- What is new since the last time, and what the page looks at. false: nothing yet.
function commands.news(self, given, now)
  local viewer = self.viewers:find(given.viewer, now)
  if not viewer then return { gone = true } end
  if has_to_wait(self, viewer, given, now) then return false end
  viewer.told, viewer.version, viewer.tick = now, self.version, self.world.ticks
  local reply = look(self, given)
  reply.news, reply.heading = self.viewers:news(viewer)
  viewer.has_more = reply.news.last < self.world.ticks
  reply.state = state_of(self)
  reply.fork = self.forks and self.forks:news(viewer)
  return reply
end

--- A page is being left. It may be loaded again at once.
function commands.close(self, given, now)
  self.viewers:leave(given.viewer, now)
  return {}
end

-- ---- the pace -----------------------------------------------------------------------------------

function commands.pause(self, given)
  self.pace:pause(given.on == true)
  return changed(self)
end

function commands.step(self, given)
  self.pace:step(math.max(1, math.floor(number_in(given, "ticks") or 1)))
  return changed(self)
end

function commands.speed(self, given)
  self.pace:set_speed(number_in(given, "speed") or 1)
  return changed(self)
end

-- ---- rewind and fork ----------------------------------------------------------------------------

-- A command that changes something: the state, and what is wrong, if it could not be done.
local function outcome(self, done, message)
  local state = changed(self)
  state.wrong = not done and (message or "it could not be done") or nil
  return state
end

local function forking(f)
  return function(self, given)
    if not self.forks then return { failed = "this game has no way back" } end
    return outcome(self, f(self.forks, given))
  end
end

commands.keep = forking(function(forks, given)
  if given.on then return forks:keep() end
  forks:drop()
  forks:stop_keeping()
  return true
end)

commands.fork = forking(function(forks, given) return forks:begin(given.tick) end)
commands.go_on = forking(function(forks, given) return forks:go_on(given.on == true) end)
commands.go_back = forking(function(forks, given) return forks:go_back(given.tick) end)

commands.drop = forking(function(forks)
  forks:drop()
  return true
end)

--- In what the world and the fork differ, in words, besides the state.
function commands.compare(self)
  if not self.forks then return { failed = "this game has no way back" } end
  local words, message = self.forks:compare()
  local state = outcome(self, words, message)
  state.compared = words
  return state
end

commands.edit = forking(function(forks, given)
  return forks:edit(tostring(given.file), tostring(given.text))
end)

commands.order = forking(function(forks, given)
  return forks:order(given.unit, tostring(given.verb), tostring(given.arguments or ""))
end)

--- The files of the mods, and the names of verbs.
function commands.files(self)
  if not self.forks then return { files = {}, verbs = {} } end
  return { files = self.forks:files(), verbs = self.forks.verbs() }
end

-- ---- answers ------------------------------------------------------------------------------------

local function obey(self, text, now)
  local call, line, reason = literal.read(text, "json")
  if not call then return { failed = ("line %d: %s"):format(line, reason) } end
  local command = type(call.name) == "string" and rawget(commands, call.name)
  if not command then return { failed = "there is no such call" } end
  return command(self, type(call.with) == "table" and call.with or {}, now)
end

local function reply_to(self, text)
  local now = self.inspector._socket.gettime()
  self.viewers:ask(now)
  local reply = obey(self, text, now)
  return reply and json(reply)
end

--- For the server: a type and a body; nil: there is no such thing; false: not yet.
function Session:answer(method, path, body)
  if method == "GET" then
    local text, kind = page.file(path, self.inspector._title)
    return text and (kind or HTML), text
  elseif path ~= "/call" then
    return nil
  end
  local ok, reply = pcall(reply_to, self, body)
  if not ok then reply = json { failed = tostring(reply) } end
  if not reply then return false end
  return JSON, reply
end

return Session
