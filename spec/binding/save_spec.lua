local astar = require "astar"
local files = require "support.file"
local says = require "support.says"

local ROWS = { "........", "..####..", "..#.....", "..#..~~.", "........" }

local function peopled()
  local map = astar.map { rows = ROWS, legend = { ["~"] = "swamp" },
    terrains = { plain = 10, swamp = 35, wall = false } }
  local red, blue = map:player "red", map:player "blue"
  map:influence("danger", { weight = 2 }):add(5, 5, 30, 2)
  local big = map:class { size = 2, swamp = 15 }
  local walker = red:unit { x = 1, y = 1, speed = 0.5, sight = 3 }
  blue:unit { x = 7, y = 1, class = big, speed = 1 }
  walker:follow_path(map:path(1, 1, 6, 1))
  map:tick()
  return map, walker
end

local function list(iterator)
  local all = {}
  for one in iterator do all[#all + 1] = tostring(one) end
  return all
end

local function units_of(map)
  local all = {}
  for unit in map:units() do all[#all + 1] = tostring(unit) end
  return all
end

describe("map:save #quick", function()
  it("makes a string that astar.read makes the map of", function()
    local map = peopled()
    local again = astar.read(map:save())
    assert.equal(map:hash(), again:hash())
    local legend = { ["~"] = "swamp" }          -- it is not saved
    assert.same(map:rows(legend), again:rows(legend))
    assert.same(units_of(map), units_of(again))
    assert.equal(map:save(), again:save())
  end)

  it("writes a file that astar.load reads", function()
    local map, file = peopled(), os.tmpname()
    assert.equal(map, map:save(file))
    local again = astar.load(file)
    os.remove(file)
    assert.equal(map:hash(), again:hash())
  end)

  it("says why it cannot be written", function()
    local map, message = peopled():save("no/such/folder/file")
    assert.is_nil(map)
    assert.truthy(message:find("no/such/folder/file", 1, true))
  end)

  it("brings back all objects, in the order of their making", function()
    local map = astar.read(peopled():save())
    assert.same({ "class (size 1)", "class (size 2)" }, list(map:classes()))
    assert.same({ "player (red)", "player (blue)" }, list(map:players()))
    assert.same({ "influence (danger)" }, list(map:influences()))
    assert.equal(2, map:influence("danger").weight)
    assert.equal(30, map:influence("danger"):get(5, 5))
    local unit = map:unit_at(8, 2)
    assert.equal(2, unit.class.size)
    assert.equal(15, unit.class:cost("swamp"))
    assert.equal(map:player("blue"), unit.player)
  end)

  it("brings back routes, and new units get new ids", function()
    local map = astar.read(peopled():save())
    local walker = map:unit_at(2, 1)
    assert.equal("path (6 cells, cost 50, complete)", tostring(walker.route))
    assert.equal(2, walker.progress)
    assert.same({}, walker.data)
    assert.equal(3, map:player("red"):unit { x = 1, y = 5 }.id)
    map:player("red"):remove()
    assert.same({ "unit 2 (blue at 7, 1)" }, units_of(map))
  end)

  it("brings back tickets that wait", function()
    local map, walker = peopled()
    map:request_path(1, 5, 8, 5, { influence = { danger = 2 }, explain = true }, { priority = -1 })
    walker:request_path(1, 5)
    local again = astar.read(map:save())
    assert.equal(2, again.pending_requests)
    local first, second
    for ticket in again:tickets() do first, second = first or ticket, ticket end
    assert.equal(first, again:tickets()())
    collectgarbage()
    again:work(1000)
    assert.is_true(first.done and second.done)
    assert.same({ first.path:cell(-1) }, { 8, 5 })
    assert.truthy(first.path:explain())
    assert.same({ second.path:cell(1) }, { again:unit_at(2, 1).x, 1 })
    assert.is_nil(again:tickets()())
  end)

  it("lists the tickets that still wait when the loop comes to them", function()
    local map = peopled()
    for x = 5, 8 do map:request_path(1, 5, x, 5) end
    local again, goals, others = astar.read(map:save()), {}, {}
    for ticket in again:tickets() do others[#others + 1] = ticket end
    for ticket in again:tickets() do
      goals[#goals + 1] = ticket == others[1] and 1 or ticket == others[4] and 4 or false
      others[2]:cancel()
      others[3]:cancel()
    end
    assert.same({ 1, 4 }, goals)
  end)

  it("ends what is under way in the map itself, too", function()
    local map = peopled()
    local ticket = map:request_path(1, 5, 8, 1)
    map:work(1)
    local again = astar.read(map:save())
    local _, used = map:work(1000)
    assert.same({ 1, used }, { again:work(1000) })
    assert.is_true(ticket.done)
  end)

  it("cancels tickets whose unit is gone", function()
    local map, walker = peopled()
    local ticket = walker:request_path(1, 5)
    walker:remove()
    assert.equal(0, astar.read(map:save()).pending_requests)
    map:work(0)
    assert.equal("cancelled", ticket.code)
  end)

  it("keeps how the map lies in the world", function()
    local map = astar.map { width = 2, height = 2, origin = { 0.1, -7 }, cell = { 3, 5 },
      projection = "isometric" }
    local again, file = astar.read(map:save()), os.tmpname()
    assert.same({ map:center(2, 1) }, { again:center(2, 1) })
    again:save_terrain(file)
    local saved = astar.load(file)
    os.remove(file)
    assert.same({ map:center(2, 1) }, { saved:center(2, 1) })
  end)

  it("refuses what is broken, and says so", function()
    local text = peopled():save()
    local function why(content)
      local map, message = astar.read(content)
      assert.is_nil(map)
      return message
    end
    assert.equal("text: a saved map, but cut off or changed", why(text:sub(1, -2)))
    assert.equal("text: a saved map, but cut off or changed", why(text .. "x"))
    assert.truthy(why("\137ASTAR\r\nmore"))
    assert.truthy(why("\137PNG\r\n"):find("unknown letter", 1, true))
  end)

  it("names the file that is broken", function()
    local file = os.tmpname()
    files.write(file, peopled():save():sub(1, 99))
    local map, message = astar.load(file)
    os.remove(file)
    assert.is_nil(map)
    assert.equal(file .. ": a saved map, but cut off or changed", message)
  end)

  it("is for open maps, and no callback's", function()
    local map = peopled()
    map:path(1, 1, 8, 5, { extra_cost = function()
      says("map is locked", map.save, map)
    end })
    says("bad argument #1 to 'save'", map.save, map, 12)
    map:close()
    says("map is closed", map.save, map)
  end)
end)

describe("map:classes, players and influences #quick", function()
  it("leave out what is removed meanwhile", function()
    local map = peopled()
    local next_player = map:players()
    map:player("red"):remove()
    assert.equal("player (blue)", tostring(next_player()))
    assert.is_nil(next_player())
  end)
end)
