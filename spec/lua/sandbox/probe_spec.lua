-- What sandboxes know of this Lua's mistakes agrees with what this Lua does.

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
end)
