-- Lists that a mod gives to functions of the library: their length is what `#` is in the mod, also
-- of lists that are read-only since the mod was loaded, and of those with holes, however these came
-- to be.

local modded = require "support.modded"
local small_world = require "support.small_world"

-- What a mod prints in some ticks: the body of a behaviour, behind what its file has for itself.
local function printed(own, body)
  local world = small_world(". . . . . . . .\n. . . . . . . .")
  local _, lines = modded(world, ("%s\nreturn function(unit)\n%s\nend"):format(own, body))
  world:influence("danger", { weight = 0 })
  world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 9, behaviour = "test.it" }
  world.run(40)
  assert.same({}, world.reports)
  return lines
end

local OWN = "points, names = { { x = 3, y = 1 }, { x = 1, y = 1 } }, { 'a', 'b' }"

describe("lists of a mod #quick", function()
  it("may be read-only", function()
    assert.same({ "true", "true", "a b", "1", "2", "2" }, printed(OWN, [[
      print(unit:patrol(points, 1))
      print(unit:flight(points) ~= nil)
      local seen = {}
      for _ = 1, 40 do seen[unit.world.random:pick(names)] = true end
      print((seen.a and "a" or "") .. " " .. (seen.b and "b" or ""))
      local found = unit:nearest({ { x = 2, y = 1, width = 1, height = 2 }, { x = 8, y = 1 } })
      print(found.index)
      print(#unit:path(2, 1))
      print(#points)]]))
  end)

  it("are terms and curves of positions", function()
    local own = [[score = { { "walk", curve = { { 0, 1 }, { 100, 0 } } },
        { "distance", to = { x = 1, y = 1 } } }
      cells = { { x = 2, y = 1 }, { x = 3, y = 1 } }]]
    assert.same({ "2", "true", "true" }, printed(own, [[
      local found = unit:positions{ from = { cells = cells }, score = score, count = 9 }
      print(#found)
      print(found[1].why.walk ~= nil)
      print(found[1].why.distance ~= nil)]]))
  end)

  it("are recipes of influence maps", function()
    local own = [[recipe = { "sum", { "places", list = { { x = 1, y = 1 } }, amount = 5 },
      { "places", list = { { x = 1, y = 1 } }, amount = 2 } }]]
    assert.same({ "7" }, printed(own, [[
      print(unit.world:influence(recipe):get(1, 1))]]))
  end)

  it("have the length of what is in them, however that came to be", function()
    local lines = printed("", [[
      local one, other = { 1, 2, 3, nil, 5 }, {}
      other[5], other[3], other[2], other[1] = 5, 3, 2, 1
      local state = {}
      for _, list in ipairs { one, other } do
        local sum = 0
        for _ = 1, 60 do sum = math.max(sum, unit.world.random:pick(list) or 0) end
        state[#state + 1] = ("%d %d"):format(#list, sum)
      end
      print(state[1] == state[2], state[1])]])
    assert.matches("^true\t%d", lines[1])
  end)
end)
