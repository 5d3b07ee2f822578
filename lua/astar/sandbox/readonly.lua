--- Inside of a box: tables that cannot be changed, and objects that cannot be looked into.
--
-- A table that is read-only is empty, and its metatable leads to `__contents`. What goes through
-- tables looks there. A metatable with `__sealed` is that of an object of the host's.

-- luacheck: globals sandbox
return function()
  local rawget, rawset, next, type, error = rawget, rawset, next, type, error
  local sub = string.sub
  local getmetatable, setmetatable = sandbox.metatable, setmetatable
  local has_length = #setmetatable({}, { __len = function() return 1 end }) == 1

  -- The table in which the pairs of `t` are; an error where it is none that can be looked into.
  local function contents(t)
    local metatable = getmetatable(t)
    if not metatable then return t end
    if rawget(metatable, "__sealed") then error("an object has no keys to look through", 3) end
    return rawget(metatable, "__contents") or t
  end

  -- Complains where `t` cannot be changed.
  local function check_writable(t, level)
    local metatable = getmetatable(t)
    if not metatable then return end
    if rawget(metatable, "__sealed") then error("an object cannot be changed", level + 1) end
    if rawget(metatable, "__frozen") then error(rawget(metatable, "__frozen"), level + 1) end
  end

  local function metatable_of(inner, message)
    return {
      __index = inner, __contents = inner, __frozen = message, __metatable = false,
      __len = function() return #inner end,
      __newindex = function(_, key)
        error(("%s (key %s)"):format(message, type(key) == "string" and key or type(key)), 2)
      end,
    }
  end

  -- Makes `t` itself read-only. Metamethods stay, since a metatable may be among the globals. Where
  -- # does not ask a metatable, a list stays where it is: then only new keys are refused.
  local function freeze(t, message)
    if getmetatable(t) then return t end
    if not has_length and t[1] ~= nil then
      local metatable = metatable_of(t, message)
      metatable.__index = nil
      return setmetatable(t, metatable)
    end
    local inner = {}
    for key, value in next, t do inner[key] = value end
    for key in next, inner do
      local is_metamethod = type(key) == "string" and sub(key, 1, 2) == "__"
      if not is_metamethod then rawset(t, key, nil) end
    end
    return setmetatable(t, metatable_of(inner, message))
  end

  local function freeze_deep(t, message, seen)
    if seen[t] then return end
    seen[t] = true
    for _, value in next, t do
      if type(value) == "table" then freeze_deep(value, message, seen) end
    end
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
    metatable.__sealed, metatable.__metatable = true, false
    metatable[sandbox.call_name] = metatable.__call
    return metatable
  end

  sandbox.contents, sandbox.check_writable = contents, check_writable
end
