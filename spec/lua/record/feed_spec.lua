--- A recording bit by bit is the same as all at once.

local astar = require "astar"
local busy = require "support.busy_world"
local Feed = require "astar.record.feed"
local new_random = require "support.random"

local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

-- Bytes from letters, see formats/base64.lua.
local function decoded(text)
  local pieces, bits, count = {}, 0, 0
  for letter in text:gmatch "[%w+/]" do
    bits, count = bits * 64 + LETTERS:find(letter, 1, true) - 1, count + 6
    if count >= 8 then
      count = count - 8
      pieces[#pieces + 1] = string.char(math.floor(bits / 2 ^ count))
      bits = bits % 2 ^ count
    end
  end
  return table.concat(pieces)
end

local function new_sum()
  return { parts = {}, notes = "", strings = {}, cast = {}, layers = {}, values = {} }
end

local function append(list, more)
  for _, one in ipairs(more) do list[#list + 1] = one end
end

local function add(sum, news)
  for _, part in ipairs(news.parts) do
    local own = sum.parts[part.number] or { tick = part.tick, bytes = "" }
    own.bytes = own.bytes .. decoded(part.bytes)
    sum.parts[part.number] = own
  end
  sum.notes = sum.notes .. decoded(news.notes)
  for _, key in ipairs { "strings", "cast", "layers" } do append(sum[key], news[key]) end
  for _, one in ipairs(news.values) do
    local line = sum.values[one.line] or { name = one.name, player = one.player, points = {} }
    sum.values[one.line] = line
    for i, tick in ipairs(one.ticks) do line.points[one.from - 1 + i] = { tick, one.numbers[i] } end
  end
  sum.last, sum.players, sum.terrains = news.last, news.players, news.terrains
end

local function play(keys, most, piece)
  local world, random = busy.world(7), new_random(3)
  world._report = function() end
  local recording = astar.record(world, { keys = keys })
  local feed, sum = Feed.new(recording), new_sum()
  local heading = feed:heading()
  local wait = 0
  for tick = 1, 160 do
    busy.play(world)
    if tick % 9 == 0 then recording:note(("tick %d"):format(tick), { x = 2, y = 3 }) end
    recording:value("ticks", math.floor(tick / 4), tick % 2 == 0 and world:player "red" or nil)
    if tick == 70 then world:influence("late"):add(3, 3, 50, 2) end
    if tick == 90 then world.map:player "late" end
    wait = wait - 1
    if wait < 0 then
      add(sum, feed:next(piece))
      wait = random:int(0, most)
    end
  end
  repeat add(sum, feed:next(piece)) until sum.last == 160
  return recording, heading, sum
end

describe("a feed", function()
  local CASES = { { keys = 250, most = 0 }, { keys = 20, most = 5 }, { keys = 7, most = 30 },
    { keys = 7, most = 70, piece = 300 }, { keys = 20, most = 3, piece = 0 } }

  for _, case in ipairs(CASES) do
    local words = case.piece and ", in pieces" or ""
    it(("has all of a recording, key frames every %d ticks%s"):format(case.keys, words), function()
      local recording, heading, sum = play(case.keys, case.most, case.piece)
      local all = new_sum()
      add(all, Feed.new(recording):next())
      assert.same(all, sum)
      assert.same(Feed.new(recording):heading(), heading)
      local parts = recording:_all_parts()
      assert.equal(#parts, #sum.parts)
      for i, part in ipairs(parts) do
        assert.equal(part.tick, sum.parts[i].tick)
        assert.equal(part.bytes, sum.parts[i].bytes)
      end
      assert.equal(160, sum.last)
    end)
  end

  it("has nothing new where nothing has happened", function()
    local recording = play(250, 3)
    local feed = Feed.new(recording)
    feed:next()
    local news = feed:next()
    for _, key in ipairs { "parts", "strings", "cast", "layers" } do assert.same({}, news[key]) end
    assert.equal("", news.notes)
    for _, line in ipairs(news.values) do assert.equal(1, #line.ticks) end
  end)
end)
