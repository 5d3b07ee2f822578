-- `#` in a mod: the length of a list, and of a table with holes a border that depends on what is in
-- it alone. The compiler is given other text for it, so each place where `#` may stand is tried.

local box_of = require "support.box"

-- What the documents say: doubling from 1 until there is nothing, then halving.
local function border_of(t)
  local there, gone = 0, 1
  while t[gone] ~= nil do there, gone = gone, 2 * gone end
  while gone - there > 1 do
    local middle = math.floor((there + gone) / 2)
    if t[middle] ~= nil then there = middle else gone = middle end
  end
  return there
end

local has_z = load "return '\\z\n'" ~= nil        -- Lua 5.1 has not

describe("# #quick", function()
  it("is read as Lua reads it", function()
    local run = box_of().run
    for source, wanted in pairs {
      ["local t = { 1, 2, 3 } return #t"] = 3,
      ["local t = { 1, 2, 3 } return#t"] = 3,
      ["local t = { 1, 2, 3 } return -#t * 2"] = -6,
      ["local t = { 1, 2, 3 } return 2^#t"] = 8,
      ["local t = { 1, 2, 3 } return #t * 2 + #t"] = 9,
      ["local t = { 1, 2, 3 } return not #t"] = false,
      ["local t = { 1, 2, 3 } return #t == 3 and #t .. '#'"] = "3#",
      ["local t = { { 1 }, { 1, 2 } } return #t[#t]"] = 2,
      ["local t = { a = { b = { 1, 2 } } } return #t.a.b"] = 2,
      ["local function f(...) return #{ ... } end return #{ f(1, 2), #'abc' }"] = 2,
      ["return # 'abc' --[[ # ]] --[==[ ]] # ]==] + #[[#]] + #[=[ ]] ]=] -- #"] = 8,
      ["return '#' .. \"\\\"#\" .. '\\'#' .. [[#]] .. [==[ #]]#]==] .. '\\\\'"] =
        "#\"#'## #]]#\\",
      ["local s = 'x' return #s:rep(3) + #('ab') + # #{ 1 } .. ''"] = false,
      ["local t = { 5, 6 } t[#t + 1] = 7 t[#t] = nil return #t, t[#t]"] = 2,
      ["return #setmetatable({}, { __len = function() return 42 end })"] = 42,
      ["return select('#', 1, nil, nil)"] = 3,
      ["return #'\\\n#' -- #\n + #\"\\z\n  #\""] = has_z and 3 or nil,
    } do
      if wanted == false and source:find("# #", 1, true) then
        assert.has_error(function() run(source) end)      -- the length of a number
      else
        assert.equal(wanted, (run(source)), source)
      end
    end
  end)

  it("makes nothing right that is wrong", function()
    local fails = box_of().fails
    for _, source in ipairs { "local f = print f #t", "return 1 #t", "return t#", "# = 1", "#t = 1",
      "return 'a' #'b'", "return { 1 # 2 }", "local # = 1", "return (#)", "#!/usr/bin/lua",
      "\27Lua #t" } do
      assert.equal("syntax", fails("", source).kind, source)
    end
    fails("attempt to get length of a nil value", "local x return #x")
    fails("mod.lua:3: attempt to get length of a number value", "local x = 1\n\nreturn #x")
    fails("arithmetic on a boolean value", "return 2 ^ true")
    fails("not enough memory", "local s = 'x' while true do s = s .. s .. #s end")
  end)

  it("of a table depends on what is in it alone", function()
    local box = box_of { instructions = 1e8 }
    local lines = box.printed
    box.run [[
      local state = 7
      local function random(n)
        state = state * 16807 % 2147483647
        return state % n + 1
      end
      local function shuffled(list)
        local copy = { n = #list }
        for i = 1, #list do copy[i] = list[i] end
        for i = #list, 2, -1 do
          local k = random(i)
          copy[i], copy[k] = copy[k], copy[i]
        end
        return copy
      end
      for round = 1, 60 do
        local keys, text = {}, {}
        for i = 1, 40 do if random(10) <= round % 10 then keys[#keys + 1] = i end end
        for history = 1, 12 do
          local t = {}
          for i = 1, random(60) do t[random(50)] = i t["k" .. random(50)] = i end
          for key in pairs(t) do t[key] = nil end
          for _, key in ipairs(shuffled(keys)) do t[key] = true end
          text[history] = #t .. " " .. rawlen(t) .. " " .. select("#", table.unpack(t))
        end
        print(table.concat(keys, " ") .. "|" .. table.concat(text, "|"))
      end
    ]]
    assert.equal(60, #lines)
    for _, line in ipairs(lines) do
      local keys, rest = line:match("^([^|]*)|(.*)$")
      local t = {}
      for key in keys:gmatch "%d+" do t[tonumber(key)] = true end
      local border = border_of(t)
      for text in rest:gmatch "[^|]+" do
        assert.equal(("%d %d %d"):format(border, border, border), text)
      end
    end
  end)

  -- Lua keeps lists of these lengths in different ways: full, half full, partly among the keys.
  it("of each length is right however the list is kept", function()
    local box = box_of { instructions = 1e8 }
    box.run [[
      local function appended(n)
        local t = {}
        for i = 1, n do t[#t + 1] = i end
        return t
      end
      local makers = {
        appended,
        function(n) return { table.unpack(appended(n)) } end,
        function(n) local t = {} for i = n, 1, -1 do t[i] = i end return t end,
        function(n) local t = appended(n) t.x = 1 return t end,
        function(n) local t = appended(n) t[n + 2] = 1 return t end,
        function(n)
          local t = appended(2 * n)
          for i = 2 * n, n + 1, -1 do t[i] = nil end
          return t
        end,
        function(n) local t = appended(n) t[n] = nil t[n] = n > 0 and 1 or nil return t end,
      }
      for n = 0, 140 do
        for k, make in ipairs(makers) do
          local t = make(n)
          local keys = {}
          for key in pairs(t) do keys[#keys + 1] = key end
          print(k .. " " .. n .. " " .. #t .. " " .. table.concat(keys, " "))
        end
      end
    ]]
    assert.equal(7 * 141, #box.printed)
    for _, line in ipairs(box.printed) do
      local length, keys = line:match("^%d+ %d+ (%d+) (.*)$")
      local t = {}
      for key in keys:gmatch "%d+" do t[tonumber(key)] = true end
      assert.equal(border_of(t), tonumber(length), line)
    end
  end)

  it("is what the functions of table go by", function()
    local run = box_of().run
    local list = [[local t = { 1, 2, 3, 4, 5, 6, 7 } t[4] = nil ]]
    assert.equal("1 2 3", run(list .. "return table.concat(t, ' ')"))
    assert.equal(3, (run(list .. "return select('#', table.unpack(t))")))
    assert.equal("x", run(list .. "table.insert(t, 'x') return t[4]"))
    assert.equal(3, run(list .. "return table.remove(t)"))
  end)

  it("ends for a list that seems to have no end", function()
    local run = box_of().run
    assert.equal(2 ^ 53, run "local t = {} for i = 0, 53 do t[2 ^ i] = i end return #t")
    assert.equal(2 ^ 40, run "local t = {} for i = 0, 40 do t[2 ^ i] = i end return #t")
  end)
end)
