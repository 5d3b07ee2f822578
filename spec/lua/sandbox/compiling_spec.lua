-- What it costs a mod to have its text compiled. In the stock sandbox `#` is read otherwise, see
-- lengths_spec.lua: all text that Lua takes must still be taken.

local command = require "support.command"
local file = require "support.file"
local kind = require "support.sandbox_kind"
local new_box = require "support.box"
local sandbox = require "astar.sandbox"

-- How compiling the text ends, and what it costs.
local function compile(text)
  local box = sandbox.new{ instructions = 1e9 }
  local ok, failure = box:run("do return end " .. text, "@mod.lua")
  local used = box.used
  box:close()
  return ok, used, not ok and failure.message or nil
end

local function cost(text) return (select(2, compile(text))) end

describe("compiling", function()
  it("takes every file of this library that Lua takes", function()
    local names = command.list("find lua bench examples spec -name '*.lua' | grep -v /attacks/")
    for _, name in ipairs(names) do
      local text = file.read(name)
      if #text < 2 ^ 17 and (loadstring or load)("do return end " .. text) then
        local ok, _, message = compile(text)
        local is_long = message and message:find("a string of more than", 1, true)
        assert.is_true(ok or is_long ~= nil, name .. ": " .. tostring(message))
      end
    end
  end)

  kind.stock.it("costs by the byte", function()
    local text = ("x = 1\n"):rep(1000)
    assert.is_true(cost(text) >= #text and cost(text) < 2 * #text)
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

  it("has no mistakes of the compiler's: comparisons as keys, and bits of conditions", function()
    local box = new_box()
    assert.equal("yes", (box.run "local t, a, b = { [true] = 'yes' }, 1, 2 return t[a < b]"))
    assert.equal(8, (box.run("local a, b, x = 8 "
      .. ("x = 1.5 "):rep(300) .. "return 24 & (a or b)")))
    assert.equal(7, (box.run("local a = {} a.b = a a.n = 7 return a" .. (".b"):rep(90) .. ".n")))
  end)
end)
