--- What is loaded when it is used for the first time, so that a program neither waits for nor keeps
-- what it never calls.

local lazy = {}

local globals, require, package = _G, require, package

-- Modules are found as the library was: by the functions and the paths that `require` had then.
local SEARCHERS = package and package.searchers and "searchers" or "loaders"
local kept = { path = package and package.path, cpath = package and package.cpath }
kept[SEARCHERS] = {}
for i, searcher in ipairs(package and package[SEARCHERS] or {}) do kept[SEARCHERS][i] = searcher end

-- Puts these fields into the package table; returns those before.
local function exchange(fields)
  local before = {}
  for _, name in ipairs { "path", "cpath", SEARCHERS } do
    before[name], package[name] = package[name], fields[name]
  end
  return before
end

-- Calls f(...) with `require` and `package` as they were when the library was loaded: a game may
-- have changed them since then, or taken them away from its scripts.
local function as_it_was(f, ...)
  local before, had = package and exchange(kept), rawget(globals, "require")
  if not had then rawset(globals, "require", require) end
  local ok, result = pcall(f, ...)
  if not had then rawset(globals, "require", nil) end
  if before then exchange(before) end
  if not ok then error(result, 0) end
  return result
end

-- A module, which is loaded now if it is not yet.
function lazy.load(name)
  local loaded = package and package.loaded[name]
  return loaded or as_it_was(require, name)
end

--- The first that `f(loader)` returns of what `require` would find for a module; nil and what f
-- returned behind nil, a list. f gets what a searcher has returned.
function lazy.find(name, f)
  local problems = {}
  local found = as_it_was(function()
    for i, searcher in ipairs(kept[SEARCHERS]) do
      local result, problem = f((searcher(name)))
      if result then return result end
      problems[i] = problem
    end
  end)
  return found, problems
end

--- A method that calls the function which the module has under that name. `method` is its own name,
-- for messages, where that is another one.
function lazy.method(module, name, method)
  local f
  return function(...)
    if not f then
      f = lazy.load(module)[name]
      lazy.load("astar.core").note(":", { [method or name] = f })
    end
    return f(...)
  end
end

--- Stands for a module: it has the module's fields, and the first look at one loads the module.
-- Fields are only to be read.
function lazy.module(name)
  local meta = {}
  function meta.__index(_, key)
    local module = lazy.load(name)
    meta.__index = module
    return module[key]
  end
  return setmetatable({}, meta)
end

return lazy
