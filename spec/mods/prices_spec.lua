-- What the library does in C is paid for. Each function is called with a long argument in each
-- place in turn, and with a short one: the long one must cost more, unless the function is known
-- not to look at it. A new function must be given arguments here, and so is tried as well.
--
-- In the vault nothing is charged but the work itself: what a long one costs more is between
-- nothing and some instructions a byte.

local kind = require "support.sandbox_kind"
local sandbox = require "astar.sandbox"

local TIMES, LONG = 20, 16000
local PRICE = 512                                -- bytes, or elements, that may cost an instruction
local is_jit = type(jit) == "table" or _VERSION == "Lua 5.1"     -- these tell least of their memory

-- Arguments that each function takes, as text of Lua.
local ARGUMENTS = {
  assert = "true, 'x'", error = "'x', 1", getmetatable = "{}", ipairs = "{}", next = "{ 1 }, 1",
  pairs = "{}", pcall = "type, 'x'", print = "'x', 'y'", rawequal = "'x', 'y'",
  rawget = "{}, 'x'", rawlen = "'x'", rawset = "{}, 'x', 'y'", select = "1, 'x'",
  setmetatable = "{}, {}", tonumber = "'1', 10", tostring = "'x'", type = "'x'",
  xpcall = "type, type, 'x'",
  ["coroutine.close"] = "coroutine.create(type)", ["coroutine.create"] = "type",
  ["coroutine.isyieldable"] = "", ["coroutine.resume"] = "coroutine.create(type), 'x'",
  ["coroutine.running"] = "", ["coroutine.status"] = "coroutine.create(type)",
  ["coroutine.wrap"] = "type", ["coroutine.yield"] = "'x'",
  ["string.byte"] = "'x', 1, 1", ["string.char"] = "65, 66", ["string.ends"] = "'x', 'y'",
  ["string.find"] = "'x', 'y', 1", ["string.format"] = "'%d %s', 1, 'x'", ["string.len"] = "'x'",
  ["string.lower"] = "'x'", ["string.rep"] = "'x', 1, 'y'", ["string.replace"] = "'x', 'y', 'z'",
  ["string.reverse"] = "'x'", ["string.split"] = "'x', 'y'", ["string.starts"] = "'x', 'y'",
  ["string.sub"] = "'x', 1, 1", ["string.trim"] = "'x'", ["string.upper"] = "'x'",
  ["table.concat"] = "{ 'x' }, 'y', 1, 1", ["table.insert"] = "{ 'x' }, 1, 'y'",
  ["table.move"] = "{ 'x' }, 1, 1, 1, {}", ["table.pack"] = "'x'", ["table.remove"] = "{ 'x' }, 1",
  ["table.sort"] = "{ 'x', 'y' }", ["table.unpack"] = "{ 'x' }, 1, 1",
  ["utf8.char"] = "65, 66", ["utf8.codepoint"] = "'x', 1, 1", ["utf8.codes"] = "'x'",
  ["utf8.len"] = "'x', 1, 1", ["utf8.offset"] = "'x', 1, 1",
  load = "'x = 1', 'x', 't', {}", ["string.gmatch"] = "'x', 'y', 1",
  ["string.gsub"] = "'x', 'y', 'z', 1", ["string.match"] = "'x', 'y', 1",
  ["string.pack"] = "'z', 'x'", ["string.packsize"] = "'i4'", ["string.unpack"] = "'z', 'x', 1",
}

-- Functions of numbers.
for name in ([[abs acos asin atan atan2 ceil cos deg exp floor fmod log max min modf rad sin sqrt
  tan tointeger type ult]]):gmatch "%S+" do
  ARGUMENTS["math." .. name] = "1, 2"
end
for name in ([[arshift band bnot bor bswap bxor lshift rol ror rshift tobit tohex]]):gmatch "%S+" do
  ARGUMENTS["bit." .. name] = "1, 2"
end

-- Places where a long text is handed on, or refused, but not looked at.
local UNREAD = {
  assert = "1 2", error = "2", getmetatable = "1", ipairs = "1", next = "1 2", pairs = "1",
  pcall = "1 2",
  rawequal = "1 2", rawget = "1 2", rawlen = "1", rawset = "1 2 3", select = "2",
  setmetatable = "1 2", tostring = "1", type = "1", xpcall = "1 2 3",
  ["coroutine.close"] = "1", ["coroutine.create"] = "1", ["coroutine.resume"] = "1 2",
  ["coroutine.status"] = "1", ["coroutine.wrap"] = "1", ["coroutine.yield"] = "1",
  ["string.byte"] = "1", ["string.ends"] = "1 2", ["string.find"] = "2", ["string.replace"] = "2 3",
  ["string.split"] = "2", ["string.starts"] = "1 2", ["string.sub"] = "1", ["string.trim"] = "1",
  ["table.concat"] = "1 3 4", ["table.insert"] = "1 2 3", ["table.move"] = "1 2 3 4 5",
  ["table.pack"] = "1", ["table.remove"] = "1 2", ["table.sort"] = "1",
  ["table.unpack"] = "1 2 3", ["utf8.codepoint"] = "1", ["utf8.codes"] = "1",
}

-- Functions that go over the list which is their first argument.
local OVER_LISTS = { "next", "pairs", "table.concat", "table.insert", "table.move", "table.remove",
  "table.sort" }

local function box_with(prelude)
  local box = sandbox.new{ instructions = 1e9, memory = 2 ^ 26 }
  local ok, failure = box:run(prelude, "@prelude.lua")
  assert.is_true(ok, type(failure) == "table" and failure.message)
  return box
end

-- What a call costs, on average, where arguments are as the text says.
local function cost(prelude, call)
  local box = box_with(prelude)
  local loop = ("for _ = 1, %d do %s end"):format(TIMES, call)
  local ok, failure = box:run(loop, "@loop.lua")
  assert.is_true(ok, type(failure) == "table" and failure.message)
  local used = box.used
  box:close()
  return used / TIMES
end

local function names()
  local list = {}
  local function host(_, name) list[#list + 1] = name end
  local box = sandbox.new{ host = host }
  assert(box:run([[
    for name, value in pairs(_G) do
      if type(value) == "function" then print(name) end
      for inner, f in pairs(type(value) == "table" and name ~= "_G" and value or {}) do
        if type(f) == "function" then print(name .. "." .. inner) end
      end
    end]], "@names.lua"))
  box:close()
  return list
end

-- The arguments one by one: each is text of Lua without commas outside of brackets.
local function split(text)
  local parts, depth, from = {}, 0, 1
  for at = 1, #text do
    local c = text:sub(at, at)
    if c:find "[%(%{]" then depth = depth + 1 elseif c:find "[%)%}]" then depth = depth - 1 end
    if c == "," and depth == 0 then
      parts[#parts + 1] = text:sub(from, at - 1)
      from = at + 1
    end
  end
  if text ~= "" then parts[#parts + 1] = text:sub(from) end
  return parts
end

local function reads(name, place)
  return not (" " .. (UNREAD[name] or "") .. " "):find(" " .. place .. " ", 1, true)
end

local TEXT = "long = ('0'):rep(%d) .. '1'"

describe("the library", function()
  for _, name in ipairs(names()) do
    it("has known arguments: " .. name, function() assert.is_string(ARGUMENTS[name], name) end)

    for place in ipairs(split(ARGUMENTS[name] or "")) do
      local arguments = split(ARGUMENTS[name])
      arguments[place] = "long"
      local call = ("pcall(%s, %s)"):format(name, table.concat(arguments, ","))
      -- LuaJIT has some functions in its interpreter, which read no text as numbers slowly.
      if kind.is_vault then
        local what = ("pays for what is done with a long text: %s, argument %d"):format(name, place)
        it(what, function()
          local more = cost(TEXT:format(LONG), call) - cost(TEXT:format(1), call)
          assert.is_true(more > -8 and more < 32 * LONG, ("%s costs %.1f more"):format(call, more))
        end)
      elseif reads(name, place) and not is_jit then
        it(("pays for a long text: %s, argument %d"):format(name, place), function()
          local more = cost(TEXT:format(LONG), call) - cost(TEXT:format(1), call)
          assert.is_true(more >= LONG / PRICE, ("%s costs %.1f more"):format(call, more))
        end)
      end
    end
  end

  for _, name in ipairs(OVER_LISTS) do
    it("pays for a long list: " .. name, function()
      local list = "long = {} for i = 1, %d do long[i] = '' end target = {}"
      local arguments = name == "table.move" and "long, 1, #long, 1, {}"
        or name == "table.insert" and "long, 1, 'y'" or name == "table.remove" and "long, 1"
        or "long"
      local call = ("pcall(%s, %s)"):format(name, arguments)
      local more = cost(list:format(LONG), call) - cost(list:format(100), call)
      assert.is_true(more >= LONG / 8, ("%s costs %.1f more"):format(call, more))
    end)

    it("pays for each element through a metatable: " .. name, function()
      if name == "next" or name == "pairs" or is_jit then return end -- LuaJIT asks no __len
      local list = [[
        inner = {} for i = 1, %d do inner[i] = '' end
        long = setmetatable({}, { __index = inner, __len = function() return #inner end })]]
      local arguments = name == "table.move" and "long, 1, #long, 1, {}"
        or name == "table.insert" and "long, 1, 'y'" or name == "table.remove" and "long, 1"
        or "long"
      local call = ("pcall(%s, %s)"):format(name, arguments)
      local more = cost(list:format(LONG), call) - cost(list:format(100), call)
      assert.is_true(more >= LONG * (kind.is_vault and 1 / 2 or 3),
        ("%s costs %.1f more"):format(call, more))
    end)
  end

  kind.stock.it("pays for the levels that an error is looked for through", function()
    local call = "pcall(error, 'x', %d)"
    local more = cost("", call:format(100000)) - cost("", call:format(1))
    assert.is_true(more >= 100000 / PRICE, ("it costs %.1f more"):format(more))
  end)

  kind.vault.it("pays for closures by the square of their variables", function()
    local function closures(count)
      local variables = {}
      for i = 1, count do variables[i] = "v" .. i end
      local list = table.concat(variables, ",")
      return ("local %s local f = function() return %s end"):format(list, list)
    end
    assert.is_true(cost("", closures(190)) >= 4 * (cost("", closures(60)) - 60))
  end)
end)
