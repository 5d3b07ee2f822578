-- The nearest of targets that have more than a cell (lua/astar/world/mind.lua).

local mind = require "astar.world.mind"
local small_world = require "support.small_world"

local function place(x, y, width, height)
  return { x = x, y = y, width = width, height = height }
end

describe("the nearest of targets with several cells #quick", function()
  local FIELD = ("%s\n"):format((". "):rep(20)):rep(12)
  local world, unit

  before_each(function()
    world = small_world(FIELD)
    unit = world:unit { player = "red", x = 1, y = 1 }
  end)

  -- "index x y" of all that was found.
  local function found(...)
    local list = assert(unit:nearest(...))
    local words = {}
    for i, one in ipairs(list) do words[i] = ("%d %d %d"):format(one.index, one.x, one.y) end
    return table.concat(words, ", ")
  end

  it("are as many as are asked for, one cell of each", function()
    local goals = { place(4, 1, 1, 5), { x = 20, y = 1 }, place(9, 1, 3), place(2, 1, 2, 2),
      place(1, 12, nil, 1) }
    assert.equal("4 2 1", found(goals, nil, 1))
    assert.equal("4 2 1, 1 4 1, 3 9 1, 5 1 12, 2 20 1", found(goals, nil, 5))
    assert.equal("4 2 1, 1 4 1, 3 9 1, 5 1 12, 2 20 1", found(goals, nil, 6))
    for count = 2, 4 do
      local _, commas = found(goals, nil, count):gsub(",", "")
      assert.equal(count - 1, commas)
    end
    assert.equal(goals[4], unit:nearest(goals).goal)
  end)

  it("are found in the order of what they cost, if they are searched for one by one", function()
    local goals = { place(8, 1, 13, 12), { x = 9, y = 12 }, place(5, 2, 9, 8), { x = 3, y = 1 },
      place(2, 4, 8, 8) }                        -- the fifth has 64 cells
    assert.equal("4 3 1, 5 2 4, 3 5 2, 1 8 1, 2 9 12", found(goals, nil, 5))
    assert.equal("4 3 1, 5 2 4", found(goals, nil, 2))
    assert.equal("2 2 4, 1 9 12", found({ { x = 9, y = 12 }, place(2, 4, 9, 8) }, nil, 2))
  end)

  it("come in the order of the list, if they cost the same", function()
    local goals = { place(3, 1, 18, 12), { x = 1, y = 3 }, place(1, 3, 13, 10) }
    assert.equal("1 3 1, 2 1 3, 3 1 3", found(goals, nil, 3))
  end)

  it("are given with the cell that is next to the way's end", function()
    local goal = place(8, 3, 9, 9)
    for at, wanted in pairs { ["1 1"] = "1 8 3", ["20 1"] = "1 16 3", ["1 12"] = "1 8 11",
      ["20 12"] = "1 16 11", ["10 1"] = "1 10 3", ["1 7"] = "1 8 7" } do
      unit:place(at:match "%d+" + 0, at:match " (%d+)" + 0)
      assert.equal(wanted, found({ goal }, { within = 1 }, 1))
    end
    for _, cell in ipairs { { 8, 7 }, { 7, 6 }, { 7, 8 } } do
      world.map:set(cell[1], cell[2], "wall")
    end
    world:player("red"):see(8, 7, 2)             -- the last step is past the corner of a wall
    unit = world:unit { player = "red", x = 2, y = 7,
      class = world.map:class { diagonal = "always" } }
    assert.equal("1 8 6", found({ goal }, {}, 1))
  end)

  it("are reached from beside them, if there is a unit among them", function()
    local enemy = world:unit { player = "blue", x = 4, y = 1 }
    for _, one in ipairs { enemy, enemy.body } do
      for _, goals in ipairs { { place(1, 9, 2, 3), one }, { place(12, 4, 9, 9), one } } do
        local nearest = unit:nearest(goals)
        assert.equal(one, nearest.goal)
        assert.same({ 3, 1 }, { nearest.path:cell(-1) })
      end
    end
  end)

  it("are large ones beside which it ends, if there is a unit among them", function()
    local goals = { place(12, 4, 9, 9), world:unit { player = "blue", x = 4, y = 1 } }
    local x, y = unit:nearest(goals, nil, 2)[2].path:cell(-1)
    assert.same({ 11, 3 }, { x, y })
    goals[2] = goals[2].body
    assert.equal(11, (unit:nearest(goals, nil, 2)[2].path:cell(-1)))
  end)

  it("are found by the queue as well", function()
    local goals = { place(8, 1, 13, 12), { x = 9, y = 12 }, place(2, 4, 2, 2) }
    local result = world.outcome(unit, 9, function(one)
      local two = one:find_nearest(goals, nil, 2)
      assert.error_matches(function() one:find_nearest(goals, nil, 0) end,
        "#3 to 'find_nearest' %(count = 0 is out of range, 1 to 2147483647%)")
      return two, one:find_nearest(goals)
    end)
    assert.equal(2, #result[1])
    assert.same({ 3, 2, 4, 1, 8, 1, 3 }, { result[1][1].index, result[1][1].x, result[1][1].y,
      result[1][2].index, result[1][2].x, result[1][2].y, result[2].index })
    assert.equal(goals[3], result[2].goal)
  end)

  it("are not those of a terrain or a function", function()
    world.map:set(3, 1, "wall")
    world:player("red"):see(3, 1, 0)
    assert.equal(3, unit:nearest("wall", { within = 1 }).x)
    assert.equal(5, unit:nearest(function(x) return x == 5 end).x)
  end)

  it("are refused with a query that makes no sense", function()
    local row = (". "):rep(9) .. "# " .. (". "):rep(10) .. "\n"
    local apart = small_world(row:rep(12)):unit { player = "red", x = 1, y = 1 }
    local wide = { place(11, 1, 10, 12) }
    assert.same({ nil, "unreachable" }, { apart:nearest(wide) })
    assert.error_matches(function() apart:nearest(wide, { partial = true }) end,
      "bad argument #2 to 'nearest' %(query: 'partial' means nothing to nearest%)")
    assert.error_matches(function() apart:nearest(wide, { withn = 1 }) end,
      "bad argument #2 to 'nearest' %(query: unknown key 'withn', the nearest is 'within'%)")
  end)

  it("are refused with a size that makes no sense", function()
    for _, size in ipairs { 0, -1, 1.5, "2" } do
      for _, goal in ipairs { place(1, 1, size), place(1, 1, 2, size), place(1, 1, size, 2) } do
        assert.error_matches(function() unit:nearest { unit, goal } end, "bad argument #1 to "
          .. "'nearest' %(goals%[2%]: width and height are not whole numbers from 1 on%)")
      end
    end
  end)
end)

describe("what is asked for the nearest of targets with several cells #quick", function()
  -- The cells that are asked for, and how many of them.
  local function asked(goals, count)
    local cells, many
    mind.nearest({ body = { nearest = function(_, given, _, of_them)
      cells, many = given, of_them
      return nil, "unreachable"
    end } }, goals, nil, count)
    return cells, many
  end

  it("are all their cells", function()
    local cell = { 7, 7 }
    local cells = asked { place(4, 5, 2, 3), cell }
    assert.same({ { 4, 5 }, { 5, 5 }, { 4, 6 }, { 5, 6 }, { 4, 7 }, { 5, 7 }, { 7, 7 } }, cells)
    assert.equal(cell, cells[7])
    assert.equal(65, #asked { place(1, 1, 8, 8), cell })
    local one = place(1, 1, 1, 1)
    assert.same({ one, { 2, 1 }, { 3, 1 } }, (asked { one, place(2, 1, 2) }))
  end)

  it("are as many as there may be before one of each is found", function()
    local goals = { place(1, 1, 1, 2), { 5, 5 }, place(1, 1, 3, 3), place(1, 1, 2, 2) }
    for count, wanted in pairs { 1, 2 + 8, 3 + 8 + 3, 4 + 8 + 3 + 1, 5 + 8 + 3 + 1 } do
      assert.equal(wanted, select(2, asked(goals, count)))
    end
    assert.equal(1, select(2, asked(goals)))
    assert.equal(1, select(2, asked { { 5, 5 }, { 6, 6 } }))
    assert.equal(2, select(2, asked({ { 5, 5 }, { 6, 6 } }, 2)))
  end)

  it("gives the gravest code of all", function()
    local function code_of(...)
      local codes, i = { ... }, 1
      local function answer()
        i = i + 1
        return nil, codes[i - 1] or nil
      end
      local goals = { { 1, 1 } }
      for k = 2, #codes do goals[k] = place(1, 1, 65) end
      return select(2, mind.nearest({ body = { nearest = answer, path = answer } }, goals))
    end
    local codes = { "budget", "limit", "changing", "crowded", "start_blocked", "unreachable" }
    for i, code in ipairs(codes) do
      for k = i, #codes do
        assert.equal(code, code_of(code, codes[k]))
        assert.equal(code, code_of(codes[k], code))
        assert.equal(code, code_of(codes[k], code, codes[k]))
      end
    end
    assert.equal("goal_blocked", code_of("goal_blocked", "unreachable"))
    assert.equal("goal_blocked", code_of(false, "goal_blocked"))
  end)
end)
