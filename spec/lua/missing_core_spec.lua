local command = require "support.command"
local file = require "support.file"

-- Runs f with none of the library's modules loaded, and with another package.cpath.
local function without_library(cpath, f)
  local kept, old = {}, package.cpath
  for name, module in pairs(package.loaded) do
    if name:find("^astar") then kept[name] = module end
  end
  for name in pairs(kept) do package.loaded[name] = nil end
  package.cpath = cpath
  local ok, message = pcall(f)
  package.cpath = old
  for name in pairs(package.loaded) do
    if name:find("^astar") then package.loaded[name] = nil end
  end
  for name, module in pairs(kept) do package.loaded[name] = module end
  if not ok then error(message, 0) end
end

describe("require 'astar' where the compiled module is missing #quick", function()
  it("says how to make it", function()
    without_library("./nowhere/?.so", function()
      local _, message = pcall(require, "astar")
      assert.matches("^astar: astar/core%.so was not found: run `make LUA=lua.*` in the folder of",
        message)
      assert.matches("no file './nowhere/astar/core.so'", message, 1, true)
    end)
  end)

  -- The system cannot load these: only the words in the file tell more.
  local function said_with(text)
    local folder = os.tmpname()
    os.remove(folder)
    command.output_of("mkdir -p " .. folder .. "/astar")
    file.write(folder .. "/astar/core.so", text)
    local message
    without_library(folder .. "/?.so", function()
      message = select(2, pcall(require, "astar"))
    end)
    command.output_of("rm -r " .. folder)
    return (message:gsub(folder:gsub("%p", "%%%0"), "HERE"):match "^.-astar makes [^\n]*"
      or message:gsub(folder:gsub("%p", "%%%0"), "HERE"):match "^.-makes it[^\n]*")
  end

  it("says which Lua it is for, or that it is broken", function()
    local this = type(jit) == "table" and jit.version or _VERSION
    local make = type(jit) == "table" and "luajit" or _VERSION:lower():gsub(" ", "")
    assert.equal(("astar: HERE/astar/core.so is for Lua 4.0, and this is %s: put the folder of "
      .. "build/%s before it in\nLUA_CPATH (`make LUA=%s` makes it)."):format(this, make, make),
      said_with("this core.so is for Lua 4.0, and nothing else"))
    assert.equal(("astar: astar/core.so cannot be loaded by %s: `make LUA=%s` in the folder of "
      .. "astar makes another."):format(this, make), said_with("nothing at all"))
  end)

  it("is there again", function()
    assert.equal("userdata", type(require "astar".map { width = 2, height = 2 }))
  end)
end)
