-- lua/astar/arena/progress.lua: what the bar shows, where a second passes when the spec says so.

local progress = require "astar.arena.progress"

describe("the bar of an arena #quick", function()
  local stderr, time = io.stderr, os.time
  local now, shown

  before_each(function()
    now, shown = 1000, {}
    local shows = { write = function(_, ...) shown[#shown + 1] = table.concat { ... } end }
    io.stderr, os.time = shows, function() return now end -- luacheck: ignore 122
  end)

  after_each(function() io.stderr, os.time = stderr, time end) -- luacheck: ignore 122

  local function bar(done, count) return ("#"):rep(done) .. ("."):rep(count - done) end

  it("shows once a second what is done, and how long the rest takes", function()
    local step, hide = progress.bar("matches", 4, true)
    step()                                       -- the first one is always shown
    step()
    now = 1001
    step()
    now = 1100
    step()
    hide()
    assert.same({ "\rmatches [" .. bar(0, 30) .. "] 0 of 4",
      "\rmatches [" .. bar(7, 30) .. "] 1 of 4",
      "\rmatches [" .. bar(22, 30) .. "] 3 of 4, 1 s",
      "\rmatches [" .. bar(30, 30) .. "] 4 of 4     ",
      "\r" .. (" "):rep(#"matches [] 3 of 4, 1 s" + 30) .. "\r" }, shown)
  end)

  it("shows the last one at once", function()
    local step = progress.bar("m", 2, true)
    step()
    step()
    assert.equal("\rm [" .. bar(30, 30) .. "] 2 of 2", shown[3])
  end)

  it("has seconds, minutes and hours", function()
    for passed, words in pairs { [1] = "1 s", [88] = "88 s", [89.5] = "90 s", [90] = "2 min",
      [121] = "3 min", [5399] = "90 min", [5400] = "1.5 h", [9000] = "2.5 h" } do
      now = 1000
      local step = progress.bar("m", 2, true)
      now = 1000 + passed
      step()
      assert.equal("\rm [" .. bar(15, 30) .. "] 1 of 2, " .. words, shown[#shown])
    end
  end)

  it("is not there without a terminal, or without a match", function()
    for _, given in ipairs { { 3, false }, { 0, true } } do
      local step, hide = progress.bar("m", given[1], given[2])
      step()
      hide()
    end
    assert.same({}, shown)
  end)
end)
