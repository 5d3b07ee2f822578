--- What is loaded when it is used for the first time, so that a program neither waits for nor keeps
-- what it never calls.

local later = {}

local globals, require = _G, require

-- The library's modules find each other with `require`. A game may take that away from its scripts,
-- once it has the library: then it is there while a module loads.
function later.load(name)
  if rawget(globals, "require") then return require(name) end
  rawset(globals, "require", require)
  local ok, module = pcall(require, name)
  rawset(globals, "require", nil)
  if not ok then error(module, 0) end
  return module
end

-- Called last: what comes before it is no tail call, so the stack tells what the script has called.
local function results(...) return ... end

--- A function that calls the one which the module has under that name.
function later.call(module, name)
  local f
  return function(...)
    f = f or later.load(module)[name]
    return results(f(...))
  end
end

--- Stands for a module: it has the module's fields, and the first look at one loads the module.
-- Fields are only to be read.
function later.module(name)
  local meta = {}
  function meta.__index(_, key)
    local module = later.load(name)
    meta.__index = module
    return module[key]
  end
  return setmetatable({}, meta)
end

return later
