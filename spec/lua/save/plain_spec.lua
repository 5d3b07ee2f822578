local core = require "astar.core"
local plain = require "astar.save.data_text"
local random = require "astar.world.random"

local OBJECT = newproxy and newproxy() or io.stdout   -- some userdata

local function name_of(value)
  if value == OBJECT then return "o", "it" end
  if type(value) == "userdata" then return nil, "strange" end
end

local function object_of(kind, name)
  return kind == "o" and name == "it" and OBJECT or nil
end

local function again(value)
  local text = assert(plain.write(value, name_of))
  return plain.read(text, object_of), text
end

local function refused(value)
  local text, reason = plain.write(value, name_of)
  assert.is_nil(text)
  return reason
end

describe("plain data #quick", function()
  it("is written or refused; what fails in naming an object is an error", function()
    local asked = 0
    local function fails(value)
      if type(value) ~= "userdata" then return nil end
      asked = asked + 1
      if asked > 1 then error("it has no name today", 0) end
      return nil, "strange"
    end
    local ok, message = pcall(plain.write, { io.stdout }, fails)
    assert.same({ false, "it has no name today" }, { ok, message })
  end)

  it("comes back as it was", function()
    local data = { 1, 2.5, "three", true, [10] = false, name = "x\0\n\"é", deep = { { {} } },
      [-1.5] = "half", [true] = 1, big = 2 ^ 53, small = 5e-324, negative = -7 }
    assert.same(data, again(data))
  end)

  it("keeps infinities and what is no number", function()
    local data = again { math.huge, -math.huge, 0 / 0 }
    assert.same({ math.huge, -math.huge }, { data[1], data[2] })
    assert.is_true(data[3] ~= data[3])
  end)

  it("keeps integers and floats apart where they are", function()
    local data = again { 3, 3.0, -0.0, 1e15 }
    for i, value in ipairs { 3, 3.0, -0.0, 1e15 } do
      assert.equal(tostring(value), tostring(data[i]))
    end
  end)

  it("keeps tables that hang together", function()
    local shared, data = { 5 }, {}
    data.me, data.a, data.list = data, shared, { shared, { up = data } }
    local copy = again(data)
    assert.equal(copy, copy.me)
    assert.equal(copy.a, copy.list[1])
    assert.equal(copy, copy.list[2].up)
  end)

  it("does not go deep", function()
    local list = {}
    for _ = 1, 200000 do list = { list } end
    local copy, depth = again(list), 0
    while copy[1] do copy, depth = copy[1], depth + 1 end
    assert.equal(200000, depth)
  end)

  it("knows objects by their names, as values and as keys", function()
    local copy = again { OBJECT, [OBJECT] = 1 }
    assert.equal(OBJECT, copy[1])
    assert.equal(1, copy[OBJECT])
  end)

  it("is the same text however the table came to be", function()
    local keys, a, b = {}, {}, {}
    for i = 1, 100 do keys[i] = i % 3 == 0 and i * 0.5 or "k" .. i end
    for i = 1, 100 do a[keys[i]] = i end
    for i = 100, 1, -1 do b[keys[i]] = i end
    assert.equal(plain.write(a, name_of), plain.write(b, name_of))
  end)

  it("refuses what could not be read again, and says where it is", function()
    assert.equal("a.b[2] is a function", refused { a = { b = { 1, print } } })
    assert.equal('["two words"].x is a thread',
      refused { ["two words"] = { x = coroutine.create(function() end) } })
    assert.equal("x is a table with a metatable", refused { x = setmetatable({}, {}) })
    assert.equal("list[1] is strange", refused { list = { io.stderr } })
    assert.equal("x is a table with a key that is a table", refused { x = { [{}] = 1 } })
  end)

  it("names the same of several wrong keys, wherever they lie in memory", function()
    for _ = 1, 40 do
      local first, second, third = {}, coroutine.create(function() end), function() end
      assert.equal("x is a table with a key that is a function",
        refused { x = { [first] = 1, [second] = 1, [third] = 1 } })
    end
  end)

  if math.type then
    it("refuses integers that are others elsewhere", function()
      assert.equal("x is 9007199254740993, above 2^53 and not the same number everywhere",
        refused { x = tonumber "9007199254740993" })
    end)
  end

  it("makes do with anything for a hash", function()
    local function loosely(value) return (plain.write(value, name_of, true)) end
    assert.equal(loosely { 3, 0 }, loosely { 3.0, -0.0 })
    assert.equal(loosely { print }, loosely { type })
    assert.truthy(loosely { setmetatable({}, {}), io.stderr, [{}] = 1 })
    assert.not_equal(loosely { 1 }, loosely { 2 })
  end)
end)

-- What is usual is written in C, and all the rest in Lua: one of them is the other's oracle.
describe("data written in C #quick", function()
  local in_c = core.write_data

  -- As it is written without what is in C.
  local function in_lua(...)
    rawset(core, "write_data", function() end)
    local done, text = pcall(plain.write, ...)
    rawset(core, "write_data", in_c)
    assert(done, text)
    return text
  end

  local NUMBERS = { 0, -0.0, 0.1, -1.5, 1e15, 1e15 - 1, -1e15, 123456789, 2 ^ 53, -2 ^ 53, 1e16,
    1e17, 1e300, 5e-324, 1 / 3, -7, 255, math.huge, -math.huge, 0 / 0, 1e15 + 0.5,
    99999999999999.5 }
  local SCALARS = { "", "text", "a:b", ("x"):rep(2000), "\0\255", true, false }

  local function scalar(pick)
    if pick(3) == 1 then return SCALARS[pick(#SCALARS)] end
    if pick(3) == 1 then return NUMBERS[pick(#NUMBERS)] end
    return pick(2) == 1 and pick(1000) or pick(1000000) / 1000
  end

  local function anything(pick, tables, odd)
    local what = pick(odd and 12 or 8)
    if what <= 4 then return scalar(pick) end
    if what <= 6 then return tables[pick(#tables)] end
    if what <= 8 then return OBJECT end
    return ({ print, io.stderr, setmetatable({}, {}), tables[1] })[what - 8]
  end

  local function key(pick, tables, odd)
    local one = scalar(pick)
    if odd and pick(30) == 1 then return pick(2) == 1 and OBJECT or tables[pick(#tables)] end
    local is_far = type(one) == "number" and not (one >= -2 ^ 53 and one <= 2 ^ 53)
    return is_far and "far" or one               -- as keys these are integers
  end

  local function made(pick, odd)
    local tables = {}
    for i = 1, 1 + pick(30) do tables[i] = {} end
    for _, one in ipairs(tables) do
      for i = 1, pick(5) - 1 do one[i] = anything(pick, tables, odd) end
      for _ = 1, pick(6) - 1 do one[key(pick, tables, odd)] = anything(pick, tables, odd) end
    end
    return tables[1]
  end

  it("is as it is written in Lua", function()
    local pick, quick = random.new(8), 0
    for round = 1, 400 do
      local root, odd, loosely = made(pick, round % 2 == 0), round % 2 == 0, round % 3 == 0
      local text = in_c(root, name_of, not loosely)
      if text then quick = quick + 1 end
      assert.is_true(text ~= nil or odd, "round " .. round)
      assert.equal(in_lua(root, name_of, loosely), plain.write(root, name_of, loosely))
    end
    assert.is_true(quick > 200 and quick < 400)
  end)

  it("has the message of what cannot be written", function()
    for _, wrong in ipairs { { print }, { x = { setmetatable({}, {}) } }, { [print] = 1 },
      { io.stderr } } do
      assert.is_nil(in_c(wrong, name_of, true))
      assert.is_string(refused(wrong))
    end
  end)
end)

describe("text that is no plain data #quick", function()
  local function is_refused(text) assert.is_nil(plain.read(text, object_of)) end

  it("is refused wherever it is cut off", function()
    local text = plain.write({ "text", 1.5, { true, OBJECT }, x = "y" }, name_of)
    for size = 0, #text - 1 do is_refused(text:sub(1, size)) end
  end)

  it("is refused where it makes no sense", function()
    for _, text in ipairs { "x", "{", "}", "{}}", "{T}", "{#1;T#1;T}", "{#nan;T}", "{T#0x10;}",
      "{T#1e;}",
      "{@2;T}{}", '{T"9:ab}', '{T"99999999999999999999:}', "{T@2;}", "{T@99999999999999999999;}",
      "{T@0;}", 'To"2:it', '{To"2:is}', "{TZ}", "{Tz1;}", "{T?}", "{T#;}", "{T#1.2.3;}" } do
      is_refused(text)
    end
  end)

  it("is refused where a number is not the same everywhere", function()
    assert.is_table(plain.read("{T#9007199254740992;}", object_of))
    if math.type then is_refused("{T#9007199254740993;}") end
  end)

  it("is refused, or is the text of a table, whatever it is", function()
    local wrong, right = 0, 0
    local text = plain.write({ "text", 1.5, { true, OBJECT, {} }, x = "y", z = { 1, 2 } }, name_of)
    for at = 1, #text do
      for _, byte in ipairs { 0, 34, 35, 48, 57, 59, 64, 84, 123, 125, 255 } do
        local other = text:sub(1, at - 1) .. string.char(byte) .. text:sub(at + 1)
        local value = plain.read(other, object_of)
        if value == nil then wrong = wrong + 1 else right = right + 1 end
        if value ~= nil then
          local written = assert(plain.write(value, name_of))
          assert.equal(written, plain.write(plain.read(written, object_of), name_of))
        end
      end
    end
    assert.is_true(wrong > 100 and right > 20, ("%d, %d"):format(wrong, right))
  end)
end)
