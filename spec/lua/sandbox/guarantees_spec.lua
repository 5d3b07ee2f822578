local guarantees = require "astar.sandbox.guarantees"
local sandbox = require "astar.sandbox"

describe("what a Lua lacks #quick", function()
  -- From each guarantee of the page to its line.
  local function lines_of_page()
    local file = assert(io.open("docs/mods.md"))
    local page = file:read("*a")
    file:close()
    local lines = {}
    for line in page:gmatch("\n  (|[^\n]*)") do lines[line:match("^| (.-) |") or ""] = line end
    return lines
  end

  it("is what the page says", function()
    local lines = lines_of_page()
    for _, guarantee in ipairs(guarantees.all) do
      local line, column = assert(lines[guarantee[1]], guarantee[1]), 0
      for cell in line:gsub("^|[^|]*|", ""):gmatch("%s*([^|]*)|") do
        column = column + 1
        local lacking = false
        for i = 2, #guarantee do lacking = lacking or guarantee[i] == guarantees.luas[column] end
        assert.equal(lacking, not cell:find("^yes"),
          guarantees.luas[column] .. ": " .. guarantee[1])
      end
      assert.equal(#guarantees.luas, column)
    end
  end)

  it("can be asked for", function()
    assert.same({}, sandbox.lacks "5.4")
    assert.equal(5, #sandbox.lacks "5.1")
    assert.is_table(sandbox.lacks())
  end)

  it("is told by each mod that is loaded", function()
    local astar = require "astar"
    local world = astar.world { map = astar.map { width = 2, height = 2 } }
    local mod = assert(world:mod { files = { ["mod.lua"] =
      "return { name = 'test', version = '1', behaviours = {} }" } })
    assert.same(sandbox.lacks(), mod.lacks)
  end)
end)
