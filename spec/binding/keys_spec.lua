-- Which of several mistakes is named depends on the mistakes, not on how the table came to be.

local astar = require "astar"
local box_of = require "support.box"

local map = astar.map { rows = { "....", "....", "...." } }

-- The same pairs, put into a table in another order, after others that are gone.
local function shuffled(pairs_of, turn)
  local t = {}
  for i = 1, turn * 3 do t["gone" .. i] = i end
  for i = 1, turn * 3 do t["gone" .. i] = nil end
  for i = 1, #pairs_of do
    local one = pairs_of[(i + turn) % #pairs_of + 1]
    t[one[1]] = one[2]
  end
  return t
end

local function messages_of(pairs_of, f)
  local messages = {}
  for turn = 1, 40 do
    local ok, message = pcall(f, shuffled(pairs_of, turn))
    assert.is_false(ok)
    messages[message] = true
  end
  return messages
end

local function it_names(what, pairs_of, f)
  local messages = messages_of(pairs_of, f)
  local message = next(messages)
  assert.is_nil(next(messages, message))
  assert(message:find(what, 1, true), message)
end

describe("of several mistakes the same one is named #quick", function()
  local unknown = {}
  for _, name in ipairs { "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta" } do
    unknown[#unknown + 1] = { name, 1 }
  end

  local function path(query) return map:path(1, 1, 2, 2, query) end

  it("among unknown keys: the first byte by byte", function()
    it_names("unknown key 'alpha'", unknown, path)
  end)

  it("unknown keys come before wrong values", function()
    it_names("unknown key 'alpha'", { { "within", "x" }, { "turn_cost", "x" }, unknown[1] }, path)
  end)

  it("among wrong values: the first in the order of the documents", function()
    it_names("claims = 1", { { "within", "x" }, { "turn_cost", "x" }, { "heuristic_weight", "x" },
      { "claims", 1 }, { "partial", 1 } }, path)
  end)

  it("among influence maps and terrains", function()
    it_names("alpha", unknown, function(names) return path { influence = names } end)
    it_names("alpha", unknown, function(names) return map:class { costs = names } end)
    it_names("alpha", unknown, function(names) return map:class(names) end)
  end)
end)

describe("numbers as keys #quick", function()
  it("are in order also where a float has no place of its own among integers", function()
    if not math.type then return end
    local box = box_of()
    box.run [==[
      local list = { math.maxinteger, 2.0 ^ 63, math.maxinteger - 1, -2.0 ^ 63, math.mininteger + 1,
        0.5, 0, 1, -0.5, 2 ^ 53, (1 << 53) + 1, 1 / 0, -1 / 0, 2.0 ^ 62, (1 << 62) + 1 }
      local function order(from, by)
        local t, out = {}, {}
        for i = 0, #list - 1 do t[list[(from + by * i) % #list + 1]] = true end
        for key in pairs(t) do
          out[#out + 1] = (math.type(key) == "float" and "%.14g" or "%d"):format(key)
        end
        return table.concat(out, " ")
      end
      for from = 1, #list do
        for _, by in ipairs { 1, 2, 4, 7 } do print(order(from, by)) end
      end]==]
    local lines = box.printed
    for _, line in ipairs(lines) do assert.equal(lines[1], line) end
    assert.equal("-inf -9223372036854775808 -9223372036854775807 -0.5 0 0.5 1 9007199254740992 "
      .. "9007199254740993 4611686018427387904 4611686018427387905 9223372036854775806 "
      .. "9223372036854775807 9.2233720368548e+18 inf", lines[1])
  end)
end)

describe("values in order #quick", function()
  -- Integers beside floats with the same value, and beside the next ones.
  if math.type then
    it("are those that are less, and not those that are as much", function()
      local before = require("astar.core").before
      local list = { -1 / 0, -2.0 ^ 63, -2.0 ^ 53, -2, -1.5, -1, 0, 0.5, 1, 2.0 ^ 53, 2.0 ^ 63,
        1 / 0 }
      for i, a in ipairs(list) do
        for k, b in ipairs(list) do
          local x, y = math.tointeger(a) or a, math.tointeger(b) or b
          for _, pair in ipairs { { a, b }, { x, b }, { a, y }, { x, y } } do
            assert.equal(i < k, before(pair[1], pair[2]))
          end
        end
      end
      assert.is_true(before(math.maxinteger, 2.0 ^ 63))
      assert.is_false(before(2.0 ^ 63, math.maxinteger))
    end)
  end
end)
