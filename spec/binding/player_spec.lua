local astar = require "astar"
local says = require "support.says"

local function new_map()
  return astar.map{ rows = {
    "......",
    ".####.",
    "......",
  } }
end

describe("map:player #quick", function()
  it("makes one on first use", function()
    local map = new_map()
    local red = map:player "red"
    assert.equal(red, map:player "red")
    assert.not_equal(red, map:player "blue")
    assert.equal("red", red.name)
    assert.equal("player (red)", tostring(red))
  end)

  it("has room for 64", function()
    local map = new_map()
    for i = 1, 64 do map:player("player " .. i) end
    says("bad argument #1 to 'player' (the map has as many players as it can have)", function()
      map:player "one more"
    end)
    assert.equal("player 7", map:player "player 7".name)
  end)

  it("checks the name", function()
    says("bad argument #1 to 'player' (name = nil is not a string)", function()
      new_map():player()
    end)
    says("is not a name of 1 to 63 bytes", function() new_map():player "" end)
  end)
end)

describe("a player #quick", function()
  -- Memory may end while a list grows, and then the player would have seen what nobody is told.
  -- Only of Lua 5.4 it is known what a list takes.
  if _VERSION == "Lua 5.4" then
    it("hears of it in a list that need not grow", function()
      local red = astar.map{ width = 5, height = 4 }:player "red"
      local function descend(depth) if depth > 0 then descend(depth - 1) end return depth end
      local function taken(f, ...)
        collectgarbage()
        collectgarbage "stop"
        descend(20)                                -- the collector gives back what calls take
        local before = collectgarbage "count"
        local list = f(...)
        local bytes = (collectgarbage "count" - before) * 1024
        collectgarbage "restart"
        return bytes, list
      end
      local function again(list) return { table.unpack(list) } end
      for _, place in ipairs{ { 1, 1 }, { 5, 1 }, { 1, 4 }, { 5, 4 } } do
        local bytes, list
        for _ = 1, 2 do                            -- for the first, the core takes memory too
          red:end_sight():forget()
          bytes, list = taken(red.see, red, place[1], place[2], 9)
        end
        assert.equal(2 * 5 * 4, #list)
        taken(again, list)
        assert.equal(taken(again, list), bytes)
      end
    end)
  end

  it("shares what it knows", function()
    local map = new_map()
    local red, blue = map:player "red", map:player "blue"
    assert.equal(red, red:share(blue))
    red:see(1, 1, 1)
    assert.equal("plain", select(2, blue:knows(1, 1)))
    red:share(blue, false)
    red:share(blue, true)
    says("bad argument #1 to 'share' (a player cannot share with itself)", function()
      red:share(red)
    end)
    says("#1 to 'share' (other = 'blue' is not a player)", function() red:share("blue") end)
    says("#2 to 'share' (on = 1 is not a boolean)", function() red:share(blue, 1) end)
    says("the player is of another map", function() red:share(new_map():player "blue") end)
  end)

  it("checks its arguments", function()
    local red = new_map():player "red"
    says("bad argument #1 to 'see' (x = 7 is outside the map, 1 to 6)", function()
      red:see(7, 1, 1)
    end)
    says("bad argument #3 to 'see' (radius = 256 is out of range, 0 to 255)", function()
      red:see(1, 1, 256)
    end)
    says("#3 to 'see' (radius = nil is not an integer)", function() red:see(1, 1) end)
    says("calling 'see' on bad self (player expected, got a table: write player:see, with a colon)",
      function() red.see { 1, 1 } end)
    says("#2 to 'knows' (y = 1.5 is not an integer)", function() red:knows(1, 1.5) end)
    says("field 'name' of player is read-only", function() red.name = "blue" end)
    says("player has no field 'gold' to set", function() red.gold = 7 end)
  end)

  it("is removed with its units", function()
    local map = new_map()
    local red, blue = map:player "red", map:player "blue"
    local mine, other = red:unit{ x = 1, y = 1 }, blue:unit{ x = 2, y = 1 }
    mine.data.gold = 7
    red:remove()
    assert.equal("player (removed)", tostring(red))
    assert.equal("unit 1 (removed)", tostring(mine))
    says("the player was removed", function() return red.name end)
    says("the unit was removed", function() return mine.x end)
    says("the unit was removed", function() return mine.data end)
    assert.is_nil(map:unit_at(1, 1))
    assert.equal(other, map:unit_at(2, 1))
    assert.same({ "unseen" }, { map:player "red":knows(1, 1) })
  end)
end)
