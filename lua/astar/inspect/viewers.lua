--- Viewers: the pages that look at a world. While there is one the world is recorded, unless the
-- game records it already; each page has what is new of the recording from a feed of its own.

local Feed = require "astar.record.feed"
local Recording = require "astar.record"

local Viewers = {}
Viewers.__index = Viewers

local MOST, QUIET = 8, 8                         -- pages; seconds after which one is gone
local RELOAD = 2                                 -- seconds in which it may be loaded again
local TICKS = 20000                              -- of a recording; then another one begins
local PIECE = 65536                              -- bytes of it that are told at a time, about

--- `given`: options of the recording.
function Viewers.new(world, given)
  return setmetatable({ world = world, given = given, list = {}, last = 0, own = false,
    asked = false }, Viewers)
end

-- The recording of the world. One of the inspector's gives way to one of the game's.
local function recording_of(self)
  local world, own = self.world, self.own
  if own and world.ticks - own.first >= TICKS then own:stop() end
  if not world._recording then
    self.own = Recording.new(world, self.given)
    self.own._yields = true
  end
  return world._recording
end

local function begin(self, viewer)
  viewer.recording = recording_of(self)
  viewer.feed = Feed.new(viewer.recording)
  return viewer.feed:heading()
end

--- Something was asked, perhaps by a page that was forgotten: for a moment this is like a page.
function Viewers:ask(now) self.asked = now end

--- One page more, since `now`: it, and the heading of its recording.
function Viewers:add(now)
  local list = self.list
  if #list >= MOST then table.remove(list, 1) end
  self.last = self.last + 1
  local viewer = { number = self.last, seen = now, told = now }
  list[#list + 1] = viewer
  return viewer, begin(self, viewer)
end

--- The page of a number, which is there now; nil: it is unknown.
function Viewers:find(number, now)
  for _, one in ipairs(self.list) do
    if one.number == number then
      one.seen = now
      return one
    end
  end
end

--- A page is being left: soon it is gone.
function Viewers:leave(number, now)
  for _, one in ipairs(self.list) do
    if one.number == number then one.seen = math.min(one.seen, now - QUIET + RELOAD) end
  end
end

--- What is new for a page, and a heading, if it is of another recording than before.
function Viewers:news(viewer)
  local heading
  if viewer.recording ~= recording_of(self) then heading = begin(self, viewer) end
  return viewer.feed:next(PIECE), heading
end

local function stop(self)
  if self.own then self.own:stop() end
  self.own = false
end

--- Forgets pages that are gone. Returns whether somebody looks; `asked` is false from when nobody
-- does.
function Viewers:look_after(now)
  local list = self.list
  for i = #list, 1, -1 do
    if now - list[i].seen > QUIET then table.remove(list, i) end
  end
  if list[1] then return true end
  stop(self)
  self.asked = self.asked and now - self.asked <= RELOAD and self.asked
  return self.asked ~= false
end

function Viewers:close()
  self.list = {}
  stop(self)
end

return Viewers
