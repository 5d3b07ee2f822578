local astar = require "astar"
local patch = require "support.patch"
local saved_map = require "astar.save.map_fields"

local function house()
  local map = astar.map { levels = { { name = "ground", width = 6, height = 3 },
    { name = "upper", width = 4, height = 2 } } }
  map:player("red"):see(1, 1, 2)
  return map
end

local bytes = house():save()

local function field_of(section, name)
  for _, field in ipairs(saved_map.fields(bytes)) do
    if field.section == section and field.name == name then return field end
  end
end

-- What another value of a field becomes: its hash, or nil and the message.
local function with(section, name, value)
  local map, message = astar.read(patch.map(bytes, field_of(section, name), value))
  return map and map:hash(), message
end

describe("the levels of a saved map #quick", function()
  it("have a name and a place, which are read and make another hash", function()
    assert.equal("upper", field_of("SIZE", "level 2 name").value)
    assert.same({ 0, 4, 4, 2 }, { field_of("SIZE", "level 2 x").value,
      field_of("SIZE", "level 2 y").value, field_of("SIZE", "level 2 width").value,
      field_of("SIZE", "level 2 height").value })
    local other = with("SIZE", "level 2 name", "attic")
    assert.is_string(other)
    assert.not_equal(house():hash(), other)
  end)

  it("are refused where they lie", function()
    local damaged = "text: a saved map, but cut off or changed"
    local lies = { name = { "", "ground", "a\0b", ("n"):rep(64) }, x = { -1, 1, 6 },
      y = { -1, 3, 5, 1e9 }, width = { 0, -1, 3, 7, 5 }, height = { 0, 1, 3 } }
    for name, values in pairs(lies) do
      for _, value in ipairs(values) do
        assert.same({ nil, damaged }, { with("SIZE", "level 2 " .. name, value) })
      end
    end
  end)

  it("are refused where cells are hexagons", function()
    local map = astar.map { diagonal = 10, levels = { { name = "ground", width = 6, height = 3 } } }
    local text = map:save()
    for _, field in ipairs(saved_map.fields(text)) do
      if field.section == "SIZE" and field.name == "grid" then
        assert.equal(0, field.value)
        assert.is_userdata(astar.read(patch.map(text, field, 0)))
        assert.is_nil((astar.read(patch.map(text, field, 1))))
        assert.is_nil((astar.read(patch.map(text, field, 2))))
      end
    end
  end)

  it("are refused where other cells are void, or the void is another terrain", function()
    for _, lie in ipairs {
      { "KIND", "name", "nothing" }, { "KIND", "cost", 10 }, { "KIND", "opaque", 0 },
      { "CELL", "terrain in row 4", { 2, 2, 2, 2, 2, 2 } },
      { "CELL", "terrain in row 1", { 2, 2, 1, 2, 2, 2 } },
      { "PLAY", "known in row 4", { 0, 0, 0, 0, 0, 0 } },
      { "PLAY", "known in row 1", { 1, 1, 1, 1, 1, 1 } },
    } do
      assert.is_nil((with(lie[1], lie[2], lie[3])), lie[2])
    end
  end)
end)
