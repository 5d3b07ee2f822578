-- What a mod's file is refused for before it is compiled, and what its compiling costs.

local file = require "support.file"
local kind = require "support.sandbox_kind"
local new_box = require "support.box"
local sandbox = require "astar.sandbox"

local KEY, BITS, MANY = "a comparison as a key", "bits of a condition", "keys in one expression"

local function failure_of(text)
  local box = sandbox.new{ instructions = 1e9, seconds = math.huge }
  local ok, failure = box:run("do return end " .. text, "@mod.lua")
  box:close()
  return not ok and failure.message or nil
end

local function refused(why, text)
  local message = failure_of(text)
  assert.is_truthy(message and message:find(why, 1, true), text .. "\n" .. tostring(message))
end

local function accepted(text) assert.is_nil(failure_of(text), text) end

local function chain(count, link) return "a" .. (link or ".b"):rep(count) end

-- The text within a function that has many constants already.
local function after_many(text) return ("x.y = 1 "):rep(125) .. text end

-- The vault needs none of this: its Lua has no such mistakes, and fuel pays for compiling.
kind.stock.describe("a file", function()
  it("has no comparison as a key, which some Luas compile wrongly", function()
    for _, text in ipairs{ "x = t[a < b]", "t[a == b] = 1", "x = t[(a ~= b)]", "x = t[not (a > b)]",
      "x = t[f(1) >= 2]", "x = { [a <= b] = 1 }", "f(t[#a == 1])", "x = t[ [[s]] == b ]",
      "x = t[a --[[ ] ]] < b]", "x = 'it\\'s' .. t[a < b]", "x = 0xe+t[a < b]",
      "x = 'a\\\r\n' .. t[a < b]", "-- comment\rx = t[a < b]",
      "x = 'a\\z \n \n' .. t[a < b]", "x = [==[ ]] ]==] .. t[a < b]",
      "for i = 1, 2 do while x do repeat until x end end x = t[a < b]",
      "local f = function() if a then elseif b then else end return t[a < b] end" } do
      refused(KEY, text)
    end
    for _, text in ipairs{ "x = t[a < b and c or d]", "x = t[f(a < b)]", "x = t[#{ a < b }]",
      "x = t[function() return a < b end]", "x = '[a < b]'", "-- t[a < b]", "x = [[ t[a < b] ]]",
      "x = t[a + b]", "x = a < t[b]", "x = t[not a]", "x = (a < b)" } do
      accepted(text)
    end
  end)

  it("says where the comparison is", function()
    local message = failure_of("x = [[\n\n]]\ny = 'a\\\nb'\nz = t[a < b]")
    assert.equal("mod.lua:6:", message:match "^[^ ]+")
    message = failure_of("x = 1\r\ny = 2\rz = 3\n\rw = [[\r\n]]\rz = t[a < b]")
    assert.equal("mod.lua:6:", message:match "^[^ ]+")
  end)

  it("has no bits of a condition where constants are many, for the same reason", function()
    refused(BITS, after_many "z = 8 & (a or b)")
    refused(BITS, after_many "z = 8 << (a and b)")
    refused(BITS, after_many "z = (8) ~ (a < b)")
    refused(BITS, after_many "local k <const> = 8 z = k | (a or b)")
    if not math.type then return end               -- there are no such operators
    accepted "z = 8 & (a or b)"
    for _, text in ipairs{ "z = a & (a or b)", "z = 8 & f(a or b)", "z = 8 & (a + b)",
      "z = 8 & ~(a)", "z = 8 + (a or b)", "local function f() return 8 & (a or b) end" } do
      accepted(after_many(text))
    end
  end)

  it("has at most 32 keys in an expression, each of which an error is named by", function()
    accepted("x = " .. chain(32))
    refused(MANY, "x = " .. chain(33))
    refused(MANY, chain(33) .. " = 1")
    refused(MANY, "x = " .. chain(33, "['b']"))
    refused(MANY, "x = (" .. chain(20) .. ")" .. (".c"):rep(13))
    refused(MANY, "x = a[" .. chain(20) .. "]" .. (".c"):rep(12))
    refused(MANY, chain(33) .. "()")
    accepted("x = { " .. (chain(30) .. ","):rep(50) .. " }")
    accepted("x = { " .. ("[a.b] = 1,"):rep(50) .. " }")
    accepted((chain(30) .. "() "):rep(50))
    accepted("a" .. (".b():c'd'.e{}"):rep(50))
    accepted(("a.b = c.d + e.f\n"):rep(50))
  end)

  it("is not nested too deeply", function()
    refused("nested", ("("):rep(300))
    refused("nested", ("function f() "):rep(300))
    refused("nested too deeply", ("{"):rep(256))
    assert.is_nil(failure_of(("{"):rep(255)):find "nested too deeply")
  end)
end)

-- ---- the files that there are -------------------------------------------------------------------

local function list(command)
  local names, out = {}, assert(io.popen(command))
  for name in out:lines() do names[#names + 1] = name end
  out:close()
  return names
end

describe("every file of this library", function()
  local names = list("find lua bench examples spec -name '*.lua' | grep -v /attacks/")

  it("is accepted if it is Lua", function()
    for _, name in ipairs(names) do
      local text = "do return end " .. file.read(name)
      if #text < 2 ^ 17 and (loadstring or load)(text) then
        local message = failure_of(file.read(name))
        local is_long = message and message:find("a string of more than", 1, true)
        assert.is_true(message == nil or is_long ~= nil, name .. ": " .. tostring(message))
      end
    end
  end)

  kind.stock.it("is read to its end", function()
    for _, name in ipairs(names) do
      local text = file.read(name)
      if #text < 2 ^ 17 - 100 and (loadstring or load)("do return end " .. text) then
        local _, lines = (text .. "\n"):gsub("\n", "")
        local message = failure_of(text .. "\nreturn t[a < b]")
        assert.equal("mod.lua:" .. lines + 1, message:match "^mod.lua:%d+", name)
      end
    end
  end)
end)

-- ---- what it costs ------------------------------------------------------------------------------

local function cost(text)
  local box = sandbox.new{ instructions = 1e9, seconds = math.huge }
  box:run("do return end " .. text, "@mod.lua")
  local used = box.used
  box:close()
  return used
end

kind.stock.describe("compiling", function()
  it("costs by the byte", function()
    local text = ("x = 1\n"):rep(1000)
    assert.is_true(cost(text) >= #text and cost(text) < 2 * #text)
  end)

  -- Twice as much of it costs almost four times as much, for each thing that is looked through.
  for what, pattern in pairs{
    ["conditions of an if"] = { "if a then ", "elseif b then ", "end", 8000 },
    ["parts of a condition"] = { "x = a ", "and b ", "", 16000 },
    ["jumps"] = { "while a do ", "do break end ", "end", 8000 },
    ["labels to go to"] = { "do ", "goto a ", "::a:: end", 8000 },
  } do
    it("costs by the square of " .. what, function()
      local function of(count)
        local text = pattern[1] .. pattern[2]:rep(count) .. pattern[3]
        return cost(text) - #text
      end
      local less, more = of(pattern[4] / 2), of(pattern[4])
      assert.is_true(more > 3 * less and more > 10000, ("%d, twice: %d"):format(less, more))
    end)
  end

  it("costs by the variables in reach of each name", function()
    local function of(functions)
      local names = {}
      for i = 1, 100 do names[i] = "v" .. i end
      local head = ("local " .. table.concat(names, ",") .. " return function() "):rep(functions)
      local text = head .. ("q = q "):rep(1000) .. ("end "):rep(functions)
      return cost(text) - #text
    end
    assert.is_true(of(40) > 1.8 * of(20) and of(20) > 50000)
  end)

  it("costs by parameters and local functions as well, for each function around", function()
    local names = {}
    for i = 1, 100 do names[i] = "v" .. i end
    names = table.concat(names, ",")
    local function of(head, functions)
      local text = head .. ("q = q "):rep(1000) .. ("end "):rep(functions)
      return cost(text) - #text
    end
    local as_variables = of("local " .. names .. " ", 0)
    local within = of("local " .. names .. " return function() ", 1)
    assert.is_true(as_variables > 3000)
    assert.is_true(of(("local function f() end "):rep(100), 0) > as_variables)
    assert.is_true(of("return function(" .. names .. ") ", 1) > within)
    assert.is_true(of("local " .. names .. (" return function() "):rep(20), 20) > 9 * within)
    local ended = ("f(function() end) "):rep(20)
    assert.is_true(of("local " .. names .. " " .. ended, 0) < 1.2 * as_variables)
    assert.is_true(of("f(function() local " .. names .. " end) ", 0) < as_variables / 9)
  end)

  it("lets an error that is caught cost by what it is named from", function()
    local function of(lines, keys)
      local box = new_box{ instructions = 1e9 }
      box.run("function f() " .. ("x = 1 "):rep(lines) .. "local _ = " .. chain(keys) .. " end")
      box.inside:run("for _ = 1, 100 do pcall(f) end", "@mod.lua")
      return box.inside.used - lines * 100
    end
    assert.is_true(of(2000, 30) - of(1000, 30) > 100 * 1000)
    assert.is_true(of(2000, 30) - of(2000, 15) > 100 * 1000)
  end)
end)

kind.vault.describe("compiling in the vault", function()
  it("costs by what the compiler does, however the text is made", function()
    for what, text in pairs {
      ["short lines"] = ("x = 1\n"):rep(4000),
      ["comments"] = "--" .. ("x"):rep(2 ^ 16),
      ["spaces"] = (" "):rep(2 ^ 16),
      ["an if of many"] = "if a then " .. ("elseif b then "):rep(2000) .. "end",
      ["a condition of many"] = "x = a " .. ("and b "):rep(4000),
      ["labels"] = ("do goto a ::a:: end "):rep(2000),
      ["a long string"] = "x = '" .. ("x"):rep(2 ^ 16) .. "'",
    } do
      local paid = cost(text) - cost ""
      assert.is_true(paid > #text / 32, ("%s: %d instructions"):format(what, paid))
      assert.is_true(paid < 400 * #text, ("%s: %d instructions"):format(what, paid))
    end
  end)

  it("has no mistakes to avoid: comparisons as keys, and bits of conditions", function()
    local box = new_box()
    assert.equal("yes", (box.run "local t, a, b = { [true] = 'yes' }, 1, 2 return t[a < b]"))
    assert.equal(8, (box.run("local a, b, x = 8 "
      .. ("x = 1.5 "):rep(300) .. "return 24 & (a or b)")))
    assert.equal(7, (box.run("local a = {} a.b = a a.n = 7 return a" .. (".b"):rep(90) .. ".n")))
  end)
end)
