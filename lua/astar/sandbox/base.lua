--- Inside a box: the functions that are in no library.

-- luacheck: globals sandbox pcall xpcall
return function()
  local type, rawget, rawset, error, select = type, rawget, rawset, error, select
  local raw_getmetatable, raw_setmetatable = sandbox.metatable, setmetatable
  local raw_tostring, tonumber, border = tostring, tonumber, sandbox.border
  local charge, keys, host, expect = sandbox.charge, sandbox.keys, sandbox.host, sandbox.expect
  local contents, check_writable = sandbox.contents, sandbox.check_writable
  local concat, sort, ipairs = table.concat, sandbox.sort, ipairs
  local each, try, LONGEST = sandbox.each, sandbox.try, 2 ^ 14
  local safe = {}
  sandbox.safe = safe

  for _, name in ipairs{ "assert", "type" } do safe[name] = _G[name] end
  for _, name in ipairs{ "rawequal", "select" } do safe[name] = sandbox.weighed(_G[name]) end
  safe.pcall, safe.xpcall, safe.error = pcall, xpcall, sandbox.raise

  -- ---- text of values ---------------------------------------------------------------------------

  -- Without addresses, which differ from run to run.
  local function tostring(...)
    local value = ...
    if select("#", ...) == 0 then error("bad argument #1 to 'tostring' (value expected)", 2) end
    local kind = type(value)
    if kind == "string" then return value end
    if kind == "number" then return value == value and raw_tostring(value) or "nan" end
    if kind == "nil" or kind == "boolean" then return raw_tostring(value) end
    local metatable = raw_getmetatable(value)
    local show = metatable and rawget(metatable, "__tostring")
    if show == nil then return kind == "thread" and "coroutine" or kind end
    local text = show(value)
    if type(text) ~= "string" then error("'__tostring' must return a string", 2) end
    return text
  end
  safe.tostring = tostring

  function safe.tonumber(value, base)
    if type(value) == "string" then charge(#value / 16) end
    if type(base) == "string" then charge(#base / 16) end
    if base == nil then return tonumber(value) end
    return try("tonumber", tonumber, value, base)
  end

  function safe.print(...)
    local parts, length = {}, 0
    for i = 1, select("#", ...) do
      parts[i] = tostring((select(i, ...)))
      length = length + #parts[i] + 1
    end
    if length > LONGEST then error("too much to print at once: more than 16384 bytes", 2) end
    charge(length / 16)
    local text = concat(parts, "\t")
    host("print", text)
  end

  -- ---- metatables -------------------------------------------------------------------------------

  -- When they act, or what they show, depends on when garbage is collected.
  local REFUSED = { "__gc", "__close", "__mode" }

  function safe.setmetatable(t, metatable)
    expect(t, "table", 1, "setmetatable")
    if metatable ~= nil then expect(metatable, "table", 2, "setmetatable") end
    local old = raw_getmetatable(t)
    if old and rawget(old, "__metatable") ~= nil then
      error("cannot change a protected metatable", 2)
    end
    if metatable then
      for i = 1, 3 do
        if rawget(metatable, REFUSED[i]) ~= nil then
          error(("a mod has no %s"):format(REFUSED[i]), 2)
        end
      end
    end
    return raw_setmetatable(t, metatable)
  end

  function safe.getmetatable(t)
    if type(t) ~= "table" then return nil end
    local metatable = raw_getmetatable(t)
    local shown = metatable and rawget(metatable, "__metatable")
    if shown ~= nil then return shown end
    return metatable
  end

  -- ---- raw access -------------------------------------------------------------------------------

  function safe.rawget(t, key)
    expect(t, "table", 1, "rawget")
    return rawget(contents(t), key)
  end

  function safe.rawset(t, key, value)
    expect(t, "table", 1, "rawset")
    check_writable(t, 2)
    return rawset(t, key, value)
  end

  function safe.rawlen(t)
    if type(t) == "string" then return #t end
    expect(t, "table", 1, "rawlen")
    t = contents(t)
    return border(t)
  end

  -- ---- in order ---------------------------------------------------------------------------------

  -- Appends the keys that are objects, by kind and id. Of others the first type is named. All this
  -- takes as long in whatever order they come: that depends on addresses.
  local function append_objects(list, count, objects)
    local encode, kinds, ids, by_id, odd = sandbox.encode, {}, {}, {}, {}
    for _, object in ipairs(objects) do
      local kind, id
      if encode and type(object) ~= "function" then kind, id = encode(object) end
      if kind == nil then
        odd[#odd + 1] = type(object)
      else
        if not ids[kind] then
          kinds[#kinds + 1] = kind
          ids[kind], by_id[kind] = {}, {}
        end
        ids[kind][#ids[kind] + 1], by_id[kind][id] = id, object
      end
    end
    if odd[1] then
      sort(odd, #odd)
      error(("a %s as a key has no place in an order: use names or numbers as keys"):format(odd[1]),
        4)
    end
    sort(kinds, #kinds)
    for _, kind in ipairs(kinds) do
      sort(ids[kind], #ids[kind])
      for _, id in ipairs(ids[kind]) do
        count = count + 1
        list[count] = by_id[kind][id]
      end
    end
    return list, count
  end

  local function keys_of(t)
    local list, count, objects = keys(t)
    if objects then return append_objects(list, count, objects) end
    return list, count
  end

  local function in_order(inner) return each(inner, keys_of(inner)) end

  function safe.pairs(t)
    local metatable = raw_getmetatable(t)
    local own = metatable and rawget(metatable, "__pairs")
    if own then
      local f, state, first = own(t)
      return f, state, first
    end
    expect(t, "table", 1, "pairs")
    return in_order(contents(t)), t, nil
  end

  --- The same for trusted code, to which no metatable of a mod's says what there is in a table.
  function sandbox.pairs(t)
    expect(t, "table", 1, "pairs")
    return in_order(contents(t)), t, nil
  end

  function safe.next(t, key)
    expect(t, "table", 1, "next")
    t = contents(t)
    local list, count = keys_of(t)
    if key == nil then
      if count == 0 then return nil end
      return list[1], rawget(t, list[1])
    end
    for i = 1, count do
      if list[i] == key then
        if i == count then return nil end
        return list[i + 1], rawget(t, list[i + 1])
      end
    end
    error("bad argument #2 to 'next' (there is no such key)", 2)
  end

  local function following(t, i)
    i = i + 1
    local value = t[i]
    if value ~= nil then return i, value end
    return nil
  end

  function safe.ipairs(t)
    if type(t) ~= "table" then expect(t, "table", 1, "ipairs") end
    if not raw_getmetatable(t) then return ipairs(t) end
    return following, t, 0
  end
end
