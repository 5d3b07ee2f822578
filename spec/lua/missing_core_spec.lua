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
    assert.equal("userdata", type(require "astar".map { width = 2, height = 2 }))
  end)
end)
