--- Inside a box: tables that cannot be changed, and objects whose private fields cannot be read.
--
-- A read-only table is empty, and its metatable leads to the contents, which the functions for
-- tables read. A metatable marks read-only tables, and objects of the host, by keys that no mod
-- has: a mod can neither make such a table nor undo one.

-- luacheck: globals sandbox
return function()
  local rawget, rawset, next, type, error = rawget, rawset, next, type, error
  local sub = string.sub
  local getmetatable, setmetatable = sandbox.metatable, setmetatable
  local length = sandbox.length
  local CONTENTS = sandbox.contents_key          -- which the C side knows, too
  local FROZEN, SEALED = {}, {}

  -- The table in which the pairs of `t` are; an error where it is none that can be looked into.
  local function contents(t)
    local metatable = getmetatable(t)
    if not metatable then return t end
    if rawget(metatable, SEALED) then error("an object has no keys to look through", 3) end
    return rawget(metatable, CONTENTS) or t
  end

  -- Complains where `t` cannot be changed.
  local function check_writable(t, level)
    local metatable = getmetatable(t)
    if not metatable then return end
    if rawget(metatable, SEALED) then error("an object cannot be changed", level + 1) end
    if rawget(metatable, FROZEN) then error(rawget(metatable, FROZEN), level + 1) end
  end

  -- A key that `inner` does not have is read as before.
  local function index_of(t, inner, index)
    if index == nil then return inner end
    return function(_, key)
      local value = rawget(inner, key)
      if value ~= nil then return value end
      if type(index) == "function" then return index(t, key) end
      return index[key]
    end
  end

  -- The metatable of `t` when it is read-only. What it did before it still does, but for writing.
  local function frozen(t, inner, old, message)
    local metatable = { __metatable = false }
    for key, value in next, old or {} do metatable[key] = value end
    if old and metatable.__metatable == nil then metatable.__metatable = old end
    metatable.__index = index_of(t, inner, metatable.__index)
    metatable.__len = metatable.__len or function() return length(inner) end
    metatable[CONTENTS], metatable[FROZEN] = inner, message
    function metatable.__newindex(_, key)
      error(("%s (key %s)"):format(message, type(key) == "string" and key or type(key)), 2)
    end
    return metatable
  end

  local function is_done(t)
    local metatable = getmetatable(t)
    return metatable and (rawget(metatable, SEALED) or rawget(metatable, FROZEN))
  end

  -- Makes `t` itself read-only. Metamethods stay, since a metatable may be among the globals.
  local function freeze(t, message)
    if is_done(t) then return t end
    local inner = {}
    for key, value in next, t do inner[key] = value end
    for key in next, inner do
      local is_metamethod = type(key) == "string" and sub(key, 1, 2) == "__"
      if not is_metamethod then rawset(t, key, nil) end
    end
    return setmetatable(t, frozen(t, inner, getmetatable(t), message))
  end

  -- Also the tables that are reached through metatables.
  local function freeze_deep(t, message, seen)
    if seen[t] or is_done(t) then return end
    seen[t] = true
    for _, value in next, t do
      if type(value) == "table" then freeze_deep(value, message, seen) end
    end
    local metatable = getmetatable(t)
    if metatable then freeze_deep(metatable, message, seen) end
    freeze(t, message)
  end

  --- A table that is read-only, with what is in `t`.
  function sandbox.readonly(t, message)
    return freeze(t, message or "this table is read-only")
  end

  function sandbox.freeze(t, message)
    freeze_deep(t, message, {})
  end

  --- Makes `metatable` that of objects: mods can neither see it nor look into its objects.
  function sandbox.seal(metatable)
    metatable[SEALED], metatable.__metatable = true, false
    return metatable
  end

  sandbox.contents, sandbox.check_writable = contents, check_writable
end
