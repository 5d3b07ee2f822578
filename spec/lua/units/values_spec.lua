-- What counts as a place, a list of places, a unit, a number: each of many values is tried for
-- each.

local check = require "astar.units.values"
local options = require "astar.arguments.options"
local small_world = require "support.small_world"

local world = small_world ". . . . ."
local unit = world:unit { player = "red", x = 1, y = 1 }
local other = world:unit { player = "red", x = 2, y = 1 }
local query = world.map:query { within = 2 }
local removed = world:unit { player = "red", x = 3, y = 1 }
removed:remove()

local raising = setmetatable({}, { __index = function(_, key)
  return type(key) == "string" and error("no such field") or nil
end })

-- The values, and the words for what each is.
local VALUES = {
  { unit, "object place unit" }, { other, "object place unit another" },
  { removed, "object place unit another" },
  { query, "object userdata" }, { { x = 1, y = 2 }, "object place table" },
  { { x = 1 }, "object table list" }, { { y = 1 }, "object table list" },
  { { x = "1", y = 1 }, "object table list" }, { { removed = true }, "object place table" },
  { {}, "object table list" }, { { unit }, "object table list" },
  { { unit, { x = 1, y = 2 } }, "object table list" },
  { { 1, 2 }, "object table pair" }, { { { 1, 2 }, unit }, "object table list" },
  { { { 1, 2 }, { 3 } }, "object table" }, { { "1", 2 }, "object table" },
  { { unit, {} }, "object table" }, { { {}, unit }, "object table" }, { { 5 }, "object table" },
  { raising, "object table list" }, { 0, "count" }, { 1, "count" }, { 1.5, "count" }, { -1, "" },
  { -0.5, "" }, { 0 / 0, "" }, { "1", "" }, { true, "" }, { print, "function" },
}

local function is(words, word)
  return (" " .. words .. " "):find(" " .. word .. " ", 1, true) ~= nil
end

describe("an argument #quick", function()
  it("is what it is, and nothing else", function()
    for i, one in ipairs(VALUES) do
      local value, words = one[1], one[2]
      local function says(wanted, got, word)
        assert.equal(wanted, not not got, i .. ", " .. word)
      end
      says(is(words, "object"), check.is_object(value), "an object")
      says(is(words, "place"), check.is_place(value), "a place")
      says(is(words, "unit"), check.is_unit(value), "a unit")
      says(is(words, "another"), check.is_unit(value, unit), "another unit")
      says(is(words, "count"), check.is_count(value), "a count")
      says(is(words, "function"), check.is_function(value), "a function")
      says(is(words, "list"), check.is_list(value), "a list")
      says(is(words, "place") or is(words, "pair"), check.is_cell(value), "a cell")
      says(type(value) == "table", check.is_query(value), "a query")
      says(type(value) == "table" or type(value) == "userdata", check.is_any_query(value), "any")
    end
    assert.is_true(check.is_query(nil))
    assert.is_true(check.is_any_query(nil))
    assert.is_false(check.is_object(nil))
    assert.is_nil(check.field(raising, "x"))
    assert.is_nil(check.field(nil, "x"))
    assert.equal(7, check.field({ x = 7 }, "x"))
  end)

  it("says how near is near enough, unless it has said so", function()
    local given = { within = 3, budget = 9 }
    assert.same({ within = 3, budget = 9 }, check.within(given, 1))
    assert.same({ within = 1, budget = 9 }, check.within({ budget = 9 }, 1))
    assert.same({ within = 0 }, check.within(nil, 0))
    assert.is_false(rawequal(given, check.within(given, 1)))
  end)

  it("is a whole number in a range, ends included", function()
    for _, value in ipairs { 2, 3, 7 } do
      assert.is_nil(options.range_problem("n", value, 2, 7))
    end
    for value, said in pairs { [1] = "1", [8] = "8", [2.5] = "2.5", ["3"] = "'3'" } do
      assert.equal("n = " .. said .. " is not a whole number from 2 to 7",
        options.range_problem("n", value, 2, 7))
    end
  end)
end)
