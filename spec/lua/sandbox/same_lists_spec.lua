-- The functions of lists in a sandbox return what Lua 5.4's own do, and complain about the same
-- arguments, whatever they are called with. Only texts are no numbers there.

local new_box = require "support.box"

local LISTS = { "{}", "{ 1 }", "{ 3, 1, 2 }", "{ 'b', 'a', 'c', 'd' }" }
local POSITIONS = { "", ", nil", ", 0", ", 1", ", 2", ", 4", ", 5", ", -1", ", 2.0", ", 1.5",
  ", 'x'", ", print" }

local calls = {}
for _, list in ipairs(LISTS) do
  for _, a in ipairs(POSITIONS) do
    for _, name in ipairs { "remove", "insert", "unpack" } do
      calls[#calls + 1] = ("t = %s r(table.%s(t%s))"):format(list, name, a)
    end
    for k, b in ipairs(POSITIONS) do
      calls[#calls + 1] = ("t = %s r(table.insert(t%s%s))"):format(list, a, b)
      calls[#calls + 1] = ("t = %s r(table.unpack(t%s%s))"):format(list, a, b)
      calls[#calls + 1] = ("t = %s r(table.concat(t, '-'%s%s))"):format(list, a, b)
      calls[#calls + 1] = ("t = %s r(table.move(t%s%s%s))"):format(list, a, b,
        POSITIONS[(k * 5) % #POSITIONS + 1])
    end
  end
end

for _, value in ipairs { "nil", "5", "'ab'" } do
  for _, call in ipairs { "remove(t)", "remove(t, 1)", "insert(t, 1)", "concat(t)" } do
    calls[#calls + 1] = ("t = %s r(table.%s)"):format(value, call)
  end
end

-- Runs calls and lists what each has done: the results and the list, or the message.
local TEXT = [[
  local t
  local function words(value)
    if type(value) == "function" then return "function" end
    if type(value) ~= "table" then return tostring(value) end
    local list = {}
    for i = 1, 8 do list[i] = words(value[i]) end
    return "{" .. table.concat(list, " ") .. "}"
  end
  local said = {}
  local function r(...)
    local list = {}
    for i = 1, select("#", ...) do list[i] = words((select(i, ...))) end
    said[#said + 1] = table.concat(list, " ") .. " of " .. words(t)
  end
  local calls = { %s }
  for i = 1, #calls do
    local ok, message = pcall(calls[i])
    if not ok then said[#said + 1] = message end
  end
  return table.concat(said, "\n")]]

local function text_of(first, last)
  local list = {}
  for i = first, last do list[#list + 1] = ("function() %s end,\n"):format(calls[i]) end
  return TEXT:format(table.concat(list))
end

local function lines(text)
  local list = {}
  for given in (text .. "\n"):gmatch("(.-)\n") do
    local line = given:gsub("^[^:]*:%d+: ", ""):gsub("got no value", "got nil")
      :gsub("number has no integer representation", "a whole number expected")
      :gsub("invalid value %(.-%) ?[^)]*in table", "invalid value in table")
      :gsub("#1 (to 'remove' %(position)", "#2 %1") -- up to Lua 5.4.6
    list[#list + 1] = line
  end
  return list
end

describe("the lists of a sandbox #quick", function()
  if _VERSION ~= "Lua 5.4" then
    it("answer each call, or complain in words", function()
      for first = 1, #calls, 50 do
        local last = math.min(#calls, first + 49)
        local text = new_box().run(text_of(first, last))
        assert.equal(last - first + 1, #lines(text))
      end
    end)
    return
  end

  it("do what Lua's own do", function()
    local differing = {}
    for first = 1, #calls, 50 do
      local text = text_of(first, math.min(#calls, first + 49))
      local expected, got = lines(assert(load(text))()), lines((new_box().run(text)))
      for i = 1, 50 do
        if expected[i] ~= got[i] then
          differing[#differing + 1] = ("%s: %s, and not %s"):format(calls[first + i - 1], got[i],
            expected[i])
        end
      end
    end
    assert.same({}, differing)
  end)
end)
