-- A game may set a locale, by which `<` then compares text. What is written, hashed and told must
-- not depend on it. Here `<` puts text in reverse order, which no locale does, and all may.

local astar = require "astar"
local command = require "support.command"

local BUILD = os.getenv "BUILD" or "build"
local LIBRARY = BUILD .. "/reversed.so"

local function output_of(line) return (command.output_of(line .. " 2>&1")) end

-- LuaJIT compares text in its own way, whatever the locale.
local function is_made()
  if os.getenv "ASTAR_SANITIZER" or os.getenv "LD_PRELOAD" or type(jit) == "table" then
    return false
  end
  return output_of(("cc -shared -fPIC -o %s spec/support/reversed.c"):format(LIBRARY)) == ""
end

local function run(script, preloaded)
  local words = preloaded and ("env LD_PRELOAD=%s "):format(LIBRARY) or ""
  local text = output_of(words .. command.lua() .. " " .. script)
  return text:match("^([^\n]*)\n(.*)$")
end

local function lines_of(text)
  local lines = {}
  for line in text:gmatch "[^\n]+" do lines[#lines + 1] = line end
  return lines
end

describe("in a locale of its own a game", function()
  local made = is_made()

  for _, script in ipairs { "spec/support/in_order.lua", "spec/support/histories.lua" } do
    it("writes and hears the same: " .. script, function()
      local first, text = run(script)
      local other, reversed = run(script, made)
      assert.is_nil(text:find("traceback", 1, true), text)
      assert.is_true(#text > 4000)
      if made then assert.not_equal(first, other) end
      local lines, others = lines_of(text), lines_of(reversed)
      for i, line in ipairs(lines) do assert.equal(line, others[i]) end
      assert.equal(#lines, #others)
    end)
  end

  -- As in German, where a fraction has a comma.
  local function with_commas(f)
    local format = string.format
    string.format = function(how, ...)           -- luacheck: ignore
      local text = format(how, ...)
      return how:find("^#?%%[%d.]*[gf]$") and text:gsub("%.", ",") or text
    end
    local done, result = pcall(f)
    string.format = format                       -- luacheck: ignore
    return assert(done and result, result)
  end

  it("writes numbers with a point", function()
    local world = astar.world { map = astar.map { rows = { "...." } } }
    local recording = astar.record(world, { data = { "share" } })
    world.data.share, world.data[-2.5e-7] = 1.5, 2 ^ 0.5
    world:unit { player = "red", x = 1, y = 1, speed = 0.3, data = { share = 0.25 } }
    world:tick()
    local name, pages = os.tmpname(), {}
    local function page()
      assert(astar.replay(recording, name))
      local file = assert(io.open(name, "rb"))
      pages[#pages + 1] = file:read("*a")
      return file:close()
    end
    local text, hash = world:save(), world:hash()
    assert.equal("1,5", with_commas(function() return ("%.1f"):format(1.5) end))
    assert.equal(text, with_commas(function() return world:save() end))
    assert.equal(hash, with_commas(function() return world:hash() end))
    page()
    with_commas(page)
    assert.equal(pages[1], pages[2])
    os.remove(name)
    assert.equal(1.5, assert(astar.read_world(text)).data.share)
  end)
end)
