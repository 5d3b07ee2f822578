--- Inside a box: the table library. Functions that go over a list are charged by its length, and
-- read-only lists cannot be changed. The length of a list is read once, because `__len` may return
-- anything.

-- luacheck: globals sandbox
return function()
  local error, type, select = error, type, select
  local raw, charge, expect = table, sandbox.charge, sandbox.expect
  local sort, getmetatable, is_less = sandbox.sort, sandbox.metatable, sandbox.before
  local check_writable, contents = sandbox.check_writable, sandbox.contents
  local raw_unpack, raw_move = raw.unpack or unpack, raw.move
  local MOST_RESULTS, LONGEST = 250, 2 ^ 14
  local length_of = sandbox.length               -- `#` would depend on how a table came to be
  local lists = {}
  sandbox.safe.table = lists

  local function check_integer(value, number, name, default)
    if value == nil and default then return default end
    if type(value) ~= "number" then expect(value, "number", number, name, 4) end
    if value % 1 ~= 0 or value - value ~= 0 then
      error(("bad argument #%d to '%s' (a whole number expected)"):format(number, name), 3)
    end
    return value
  end

  local function check_list(t, number, name)
    expect(t, "table", number, name, 4)
    return contents(t)
  end

  -- The elements of a list as its metatable gives them, so that each is paid for once.
  local function elements(t, i, j)
    if not getmetatable(t) then return t end
    local plain = {}
    for at = i, j do plain[at] = t[at] end
    return plain
  end

  -- Elements i to j of `from` to `at` and on. Where metatables answer, each is an instruction.
  local function move(from, i, j, at, to)
    if j < i then return end
    charge(j * 1.0 - i)
    if raw_move and not getmetatable(from) and not getmetatable(to) then
      raw_move(from, i, j, at, to)
    elseif at > j or at <= i or from ~= to then
      for k = 0, j - i do to[at + k] = from[i + k] end
    else
      for k = j - i, 0, -1 do to[at + k] = from[i + k] end
    end
  end

  local function check_target(t, number, name)
    expect(t, "table", number, name, 4)
    check_writable(t, 3)
  end

  function lists.concat(t, separator, i, j)
    t = check_list(t, 1, "concat")
    i, j = check_integer(i, 3, "concat", 1), check_integer(j, 4, "concat", length_of(t))
    separator = separator == nil and "" or separator
    if type(separator) ~= "string" then expect(separator, "string", 2, "concat") end
    local length, parts = 0, elements(t, i, j)
    for at = i, j do
      local value = parts[at]
      if type(value) ~= "string" and type(value) ~= "number" then
        error(("invalid value (at index %d) in table for 'concat'"):format(at), 2)
      end
      length = length + #separator + (type(value) == "string" and #value or 8)
    end
    if length > LONGEST then error("the resulting string is too large", 2) end
    charge(length / 16)
    return raw.concat(parts, separator, i, j)
  end

  function lists.insert(t, ...)
    check_target(t, 1, "insert")
    local count, length = select("#", ...), length_of(t)
    if count == 1 then
      t[length + 1] = (...)
      return
    end
    if count ~= 2 then error("wrong number of arguments to 'insert'", 2) end
    local at, value = ...
    at = check_integer(at, 2, "insert")
    if at < 1 or at > length + 1 then
      error("bad argument #2 to 'insert' (position out of bounds)", 2)
    end
    move(t, at, length, at + 1, t)
    t[at] = value
  end

  function lists.remove(t, at)
    check_target(t, 1, "remove")
    local length = length_of(t)
    at = check_integer(at, 2, "remove", length)
    local is_end = at == length or at == length + 1
    if not is_end and (at < 1 or at > length) then
      error("bad argument #2 to 'remove' (position out of bounds)", 2)
    end
    local value = t[at]
    if not is_end then
      move(t, at + 1, length, at, t)
      at = length
    end
    t[at] = nil
    return value
  end

  function lists.pack(...)
    return { n = select("#", ...), ... }
  end

  function lists.unpack(t, i, j)
    t = check_list(t, 1, "unpack")
    i, j = check_integer(i, 2, "unpack", 1), check_integer(j, 3, "unpack", length_of(t))
    if j - i >= MOST_RESULTS then error(("more than %d results"):format(MOST_RESULTS), 2) end
    return raw_unpack(elements(t, i, j), i, j)
  end

  function lists.move(from, i, j, at, to)
    from = check_list(from, 1, "move")
    i, j = check_integer(i, 2, "move"), check_integer(j, 3, "move")
    at = check_integer(at, 4, "move")
    to = to == nil and from or to
    check_target(to, 5, "move")
    move(from, i, j, at, to)
    return to
  end

  -- ---- sorting ----------------------------------------------------------------------------------

  -- Text byte by byte, and not by the locale of the game.
  local function ascending(a, b)
    if type(a) == "string" and type(b) == "string" then return is_less(a, b) end
    return a < b
  end

  -- Merges the two sorted stretches of `from` that meet before `middle` into `to`.
  local function merge(from, to, low, middle, high, before)
    local left, right = low, middle
    for at = low, high - 1 do
      if left < middle and (right >= high or not before(from[right], from[left])) then
        to[at] = from[left]
        left = left + 1
      else
        to[at] = from[right]
        right = right + 1
      end
    end
  end

  --- Stable: of two that are equal, the one that was before stays before.
  function lists.sort(t, before)
    check_target(t, 1, "sort")
    if before ~= nil then expect(before, "function", 2, "sort") end
    local count, width = length_of(t), 1
    if not getmetatable(t) and sort(t, count, before) then return end
    before = before or ascending
    local from, to = {}, {}
    for i = 1, count do from[i] = t[i] end
    while width < count do
      for low = 1, count, 2 * width do
        local middle, high = low + width, low + 2 * width
        if high > count + 1 then high = count + 1 end
        merge(from, to, low, middle, high, before)
      end
      from, to = to, from
      width = width * 2
    end
    for i = 1, count do t[i] = from[i] end
  end
end
