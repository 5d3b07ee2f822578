-- What sandboxes know of this Lua's mistakes agrees with what this Lua does.

local builds = require "support.builds"
local sandbox = require "astar.sandbox"

local load = loadstring or load

local function knows(text)
  for _, mistake in ipairs(sandbox.mistakes()) do
    if mistake:find(text, 1, true) then return true end
  end
  return false
end

describe("the mistakes of this Lua", function()
  it("are known when it compiles comparisons as keys wrongly", function()
    local t = { [true] = 1, [false] = 2 }
    local get = load "local t = ... return function(a, b) return t[a < b] end" (t)
    local ok, value = pcall(get, 1, 2)
    assert.equal(not (ok and value == 1), knows "a comparison as a key")
  end)

  it("are known when it compiles bits of a condition wrongly", function()
    local text = "local a, b, x = ... "
    for i = 1, 300 do text = text .. ("x = %d.5 "):format(i) end
    local f = load(text .. "return 24 & (a or b)")
    local right = true
    if f then
      local ok, value = pcall(f, 8)
      right = ok and value == 8
    end
    assert.equal(not right, knows "bits of a condition")
  end)

  it("are lists of their own, so that nobody changes what is known", function()
    local list = sandbox.mistakes()
    local count = #list
    list[count + 1] = "?"
    assert.equal(count, #sandbox.mistakes())
  end)

  if _VERSION == "Lua 5.1" then return end       -- there nothing is tried

  -- What is tried reads registers that were never written and memory that was freed. In a process
  -- of its own each, as a state is asked but once; its memory is full of what others have left.
  it("are found without harm, whatever there was in memory before", function()
    local name = os.tmpname()
    local file = assert(io.open(name, "w"))
    file:write [[
      math.randomseed(tonumber(arg[1]))
      local kinds = {
        function(i) return string.rep(string.char(math.random(0, 255)), i) end,
        function(i)
          local t = {}
          for j = 1, math.floor(i / 30) do t[j] = math.random(2) == 1 and {} or math.random() end
          return t
        end,
        function() return coroutine.create(function() end) end,
      }
      local list = {}
      for i = 1, 3000 do list[i] = kinds[math.random(#kinds)](math.random(8000)) end
      for i = 1, 3000 do list[i] = math.random(10) == 1 and list[i] or nil end
      collectgarbage()
      print(#require "astar.core".mistakes())
    ]]
    file:close()
    local expected = #sandbox.mistakes()
    for seed = 1, 12 do
      local pipe = io.popen(("%s %s %d 2>&1"):format(builds.own, name, seed))
      local text = pipe:read "*a"
      pipe:close()
      assert.equal(expected .. "\n", text, "seed " .. seed)
    end
    os.remove(name)
  end)
end)
