--- Rewind and fork: the past of the world that is looked at, and a second world that goes on from a
-- tick of it beside the first one. Both are recorded, so the page draws both and tells where they
-- part.
--
-- The past is a timeline (rewind/timeline.lua): the game's own, if it has one, or one that begins
-- when the page asks for it and ends when nobody looks. Taking snapshots is no mere looking where
-- something of the world cannot be copied: that begins again.

local blame = require "astar.arguments.blame"
local lazy = require "astar.lazy"
local Feed = require "astar.record.feed"
local pairs = require "astar.pairs".pairs
local Recording = require "astar.record"
local verbs = require "astar.verbs"
local visible = require "astar.world.visible_text"

local function compare(...) return lazy.load("astar.compare").of(...) end

local Forks = {}
Forks.__index = Forks

local BUDGET = 0.012                             -- seconds of ticks in a turn of the game's loop
local MOST_REPORTS, MOST_ARGUMENTS = 20, 6
local PIECE = 65536                              -- bytes of its recording that are told at a time
local EVERY, MOST = 10, 300                      -- ticks between snapshots; snapshots

--- `given`: options of recordings. play(world): what the game does in a tick. now(): seconds.
function Forks.new(world, given, play, now)
  return setmetatable({ world = world, given = given, play = play, now = now, own = false,
    one = false, last = 0 }, Forks)
end

-- ---- the past -----------------------------------------------------------------------------------

--- From now on snapshots are kept: true | nil, message.
function Forks:keep()
  local world = self.world
  if world._timeline then return true end
  local ok, made = pcall(world.timeline, world, { every = EVERY, most = MOST })
  if not ok then return nil, blame.reason(made) end
  self.own = made
  return true
end

function Forks:stop_keeping()
  if self.own then self.own:stop() end
  self.own = false
end

--- The ticks that are kept; nil: none are.
function Forks:kept()
  local timeline = self.world._timeline
  if not timeline then return nil end
  local list = {}
  for tick in timeline:ticks() do list[#list + 1] = tick end
  return list
end

--- The game goes back to a tick: the tick at which it is | nil, message.
function Forks:go_back(tick)
  local timeline = self.world._timeline
  if not timeline then return nil, "no snapshots are kept" end
  local ok, now, message = pcall(timeline.go_back, timeline, tick)
  if not ok then return nil, blame.reason(now) end
  self:drop()
  return now, message
end

-- ---- a fork -------------------------------------------------------------------------------------

-- What is told of the fork's world: nobody but the page hears of it.
local function reporter(list)
  return function(report)
    if report.kind == "stopped" then return end
    list[#list + 1] = visible(report.text)
    if #list > MOST_REPORTS then table.remove(list, 1) end
  end
end

--- Another world begins as this one was in a tick; one that there was before is dropped: true |
-- nil, message.
function Forks:begin(tick)
  local timeline = self.world._timeline
  if not timeline then return nil, "no snapshots are kept" end
  local ok, twin, message = pcall(timeline.fork, timeline, tick)
  if not ok then return nil, blame.reason(twin) end
  if not twin then return nil, message end
  self:drop()
  self.last = self.last + 1
  local one = { number = self.last, world = twin, begun = twin.ticks, is_held = true,
    changes = {}, reports = {} }
  twin.report = reporter(one.reports)
  twin._on_line = false
  one.recording = Recording.new(twin, self.given)
  self.one = one
  return true
end

--- Forgets the fork.
function Forks:drop()
  local one = self.one
  self.one = false
  if not one then return end
  for mod in one.world:mods() do mod:_close() end
  one.world.map:close()
end

--- The fork goes on beside the world from now on, or stands still.
function Forks:go_on(on)
  if not self.one then return nil, "there is no fork" end
  self.one.is_held = not on
  return true
end

local function tick(self, one)
  if self.play then return self.play(one.world) end
  one.world:tick()
end

--- Called in each turn of the game's loop: the fork catches up with the world, a bit at a time.
function Forks:advance()
  local one = self.one
  if not one or one.is_held then return end
  local begun = self.now()
  while one.world.ticks < self.world.ticks and self.now() - begun < BUDGET do
    local ok, message = pcall(tick, self, one)
    if not ok then
      one.is_held = true
      one.reports[#one.reports + 1] = visible(blame.in_words(message))
      return
    end
  end
end

--- What a page is told of it: `viewer` has a feed of its own. nil: there is none.
function Forks:news(viewer)
  local one = self.one
  if not one then
    viewer.fork, viewer.fork_feed = nil, nil
    return nil
  end
  local told = { number = one.number, begun = one.begun, tick = one.world.ticks,
    held = one.is_held, changes = one.changes, reports = one.reports }
  if viewer.fork ~= one.number then
    viewer.fork, viewer.fork_feed = one.number, Feed.new(one.recording)
    told.heading = viewer.fork_feed:heading()
  end
  told.news = viewer.fork_feed:next(PIECE)
  return told
end

-- In what two of a kind differ, in words; false: in nothing.
local function difference_words(a, b)
  local found, message = compare(a, b)
  if found then return found:_words("the game", "the fork") end
  return message and ("the recordings cannot be compared: %s"):format(message) or false
end

--- In what the world and the fork differ, in words: { recorded, now }, each false where they do
-- not; nil: there is no fork.
function Forks:compare()
  local one, recording = self.one, self.world._recording
  if not one then return nil, "there is no fork" end
  local words = { recorded = false, now = false }
  if recording then words.recorded = difference_words(recording, one.recording) end
  if self.world.ticks == one.world.ticks then
    words.now = difference_words(self.world, one.world)
  end
  return words
end

-- ---- changing it --------------------------------------------------------------------------------

local function note(one, words)
  one.changes[#one.changes + 1] = ("tick %d: %s"):format(one.world.ticks, visible(words))
end

--- The files of the mods, as the fork has them: a list of { name, text }.
function Forks:files()
  local list = {}
  for mod in self.one and self.one.world:mods() or self.world:mods() do
    local names = {}
    for name in pairs(mod._revision.texts) do names[#names + 1] = name end
    table.sort(names)
    for _, name in ipairs(names) do
      list[#list + 1] = { name = ("%s/%s"):format(mod.name, name),
        text = mod._revision.texts[name] }
    end
  end
  return list
end

--- A file of a mod has another text in the fork: true | nil, message.
function Forks:edit(file, text)
  local one = self.one
  if not one then return nil, "there is no fork" end
  local ok, done, message = pcall(one.world.reload, one.world, file, text)
  if not ok then return nil, blame.reason(done) end
  if not done then return nil, message end
  note(one, ("%s was changed"):format(file))
  return true
end

-- A word of an order: a number, "unit 5", true, false, or a text.
local function argument(world, word)
  local id = word:match "^unit (%d+)$"
  if id then return world:unit(tonumber(id)) or error(("there is no unit %s"):format(id)) end
  if word == "true" or word == "false" then return word == "true" end
  return tonumber(word) or word:match "^['\"](.*)['\"]$" or word
end

local function arguments(world, text)
  local list = {}
  for word in (text .. ","):gmatch "%s*(.-)%s*," do
    if word ~= "" then list[#list + 1] = argument(world, word) end
  end
  if #list > MOST_ARGUMENTS then error("too many arguments") end
  return list
end

--- A unit of the fork gets an order, the name of a verb and what follows it, with commas between:
-- true | nil, message.
function Forks:order(id, verb, text)
  local one = self.one
  local unit = one and one.world:unit(id)
  if not unit then return nil, one and "the unit is not there" or "there is no fork" end
  if not rawget(verbs, verb) then return nil, ("there is no verb '%s'"):format(verb) end
  local ok, message = pcall(function()
    unit:order(verb, (table.unpack or unpack)(arguments(one.world, text)))
  end)
  if not ok then return nil, blame.reason(message) end
  note(one, ("unit %d: %s(%s)"):format(id, verb, text))
  return true
end

--- The names of verbs.
function Forks.verbs()
  local list = {}
  for name in pairs(verbs) do list[#list + 1] = name end
  table.sort(list)
  return list
end

--- Nobody looks any more.
function Forks:close()
  self:drop()
  self:stop_keeping()
end

return Forks
