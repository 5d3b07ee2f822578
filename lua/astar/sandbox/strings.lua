--- Inside a box: the string library. It has no patterns, because no hook can interrupt a pattern
-- that takes too long. Functions that make long strings are charged by their length.

-- luacheck: globals sandbox
return function()
  local error, type, select = error, type, select
  local raw, charge, find = string, sandbox.charge, sandbox.find
  local expect, try = sandbox.expect, sandbox.try
  local tostring, tonumber = sandbox.safe.tostring, tonumber
  local floor, min, max = math.floor, math.min, math.max
  local sub, concat, unpack = raw.sub, table.concat, table.unpack or unpack
  local getmetatable = getmetatable
  local MOST_RESULTS, LONGEST = 250, 2 ^ 14
  local NAN = math.abs(0 / 0)                      -- without the sign that it has here and there
  local FAR = 2 ^ 30                               -- LuaJIT has no positions far beyond this
  local text = {}
  sandbox.safe.string = text

  -- Numbers pass for strings, as they do in Lua.
  local function check_text(value, number, name)
    if type(value) == "string" then return value end
    if type(value) == "number" then return tostring(value) end
    return expect(value, "string", number, name, 4) or value
  end

  -- Text that is read as a number is paid for.
  local function number_of(value)
    if type(value) == "string" then charge(#value / 16) end
    return tonumber(value)
  end

  local function check_number(value, number, name, default)
    if value == nil and default then return default end
    local converted = number_of(value)
    if not converted then
      error(("bad argument #%d to '%s' (number expected, got %s)"):format(number, name,
        type(value)), 3)
    end
    if converted % 1 ~= 0 or converted >= 2 ^ 63 or converted < -2 ^ 63 then
      error(("bad argument #%d to '%s' (number has no integer representation)"):format(number,
        name), 3)
    end
    return max(-FAR, min(converted, FAR))
  end

  -- A position counted from the end is negative; see string.sub.
  local function from_start(at, length)
    if at < 0 then at = length + at + 1 end
    return at < 1 and 1 or at
  end

  for _, name in ipairs{ "len", "upper", "lower", "reverse" } do
    local f = raw[name]
    text[name] = function(s)
      s = check_text(s, 1, name)
      charge(#s / 32)
      return f(s)
    end
  end

  function text.sub(s, i, j)
    s = check_text(s, 1, "sub")
    return sub(s, check_number(i, 2, "sub", 1), check_number(j, 3, "sub", -1))
  end

  function text.byte(s, i, j)
    s = check_text(s, 1, "byte")
    i = check_number(i, 2, "byte", 1)
    j = check_number(j, 3, "byte", i)
    local last = j < 0 and #s + j + 1 or min(j, #s)
    if last - from_start(i, #s) >= MOST_RESULTS then
      error(("more than %d results"):format(MOST_RESULTS), 2)
    end
    return raw.byte(s, i, j)
  end

  local char = sandbox.weighed(raw.char)
  function text.char(...)
    return try("char", char, ...)
  end

  -- Lua 5.1 knows no separator.
  local function repeated(s, n, separator)
    if separator == "" then return raw.rep(s, n) end
    return raw.rep(s .. separator, n - 1) .. s
  end
  if raw.rep("x", 2, "-") == "x-x" then repeated = raw.rep end

  function text.rep(s, n, separator)
    s, n = check_text(s, 1, "rep"), check_number(n, 2, "rep")
    separator = separator == nil and "" or check_text(separator, 3, "rep")
    local length = (#s + #separator) * n
    if length > LONGEST then error("the resulting string is too large", 2) end
    if n < 1 or length == 0 then return "" end   -- Lua would repeat nothing as often as it is told
    charge(length / 16)
    return repeated(s, n, separator)
  end

  -- ---- searching text ---------------------------------------------------------------------------

  --- First and last byte of the first place of `wanted` from byte `from` on, or nil. Plain text.
  function text.find(s, wanted, from)
    s, wanted = check_text(s, 1, "find"), check_text(wanted, 2, "find")
    from = from_start(check_number(from, 3, "find", 1), #s)
    if from > #s + 1 then return nil end
    return find(s, wanted, floor(from))
  end

  function text.split(s, separator)
    s, separator = check_text(s, 1, "split"), check_text(separator, 2, "split")
    if separator == "" then error("bad argument #2 to 'split' (it is empty)", 2) end
    local parts, from = {}, 1
    while true do
      local first, last = find(s, separator, from)
      parts[#parts + 1] = sub(s, from, (first or 0) - 1)
      if not first then return parts end
      from = last + 1
    end
  end

  --- Each place of `wanted` replaced; and how many there were.
  function text.replace(s, wanted, by)
    s, wanted = check_text(s, 1, "replace"), check_text(wanted, 2, "replace")
    by = check_text(by, 3, "replace")
    if wanted == "" then error("bad argument #2 to 'replace' (it is empty)", 2) end
    local parts = text.split(s, wanted)
    if #s + #by * #parts > LONGEST then error("the resulting string is too large", 2) end
    charge((#s + #by * #parts) / 16)
    return concat(parts, by), #parts - 1
  end

  function text.starts(s, with)
    s, with = check_text(s, 1, "starts"), check_text(with, 2, "starts")
    return sub(s, 1, #with) == with
  end

  function text.ends(s, with)
    s, with = check_text(s, 1, "ends"), check_text(with, 2, "ends")
    return with == "" or sub(s, -#with) == with
  end

  local SPACE = { [" "] = true, ["\t"] = true, ["\n"] = true, ["\r"] = true, ["\v"] = true,
    ["\f"] = true }

  function text.trim(s)
    s = check_text(s, 1, "trim")
    local first, last = 1, #s
    while first <= last and SPACE[sub(s, first, first)] do first = first + 1 end
    while last >= first and SPACE[sub(s, last, last)] do last = last - 1 end
    return sub(s, first, last)
  end

  -- ---- format -----------------------------------------------------------------------------------

  local CONVERSIONS = {}
  for i = 1, #"aAcdeEfgGiosuxXq" do CONVERSIONS[sub("aAcdeEfgGiosuxXq", i, i)] = true end

  -- What %q writes. Of the rest LuaJIT writes the address.
  local LITERAL = { ["nil"] = true, boolean = true, number = true, string = true }

  -- The letter that ends the directive which begins after the % at `at`, and where it is.
  local function conversion(format, at)
    local last = at
    repeat
      last = last + 1
      local letter = sub(format, last, last)
    until letter == "" or not find("-+ #0123456789.", letter, 1)
    return sub(format, last, last), last
  end

  --- As string.format, but %s writes what tostring does, and there is no %p.
  function text.format(format, ...)
    format = check_text(format, 1, "format")
    local arguments, count, length, at = { ... }, 0, #format, 1
    local given = select("#", ...)
    while true do
      local percent = find(format, "%", at)
      if not percent then break end
      local letter, last = conversion(format, percent)
      at = last + 1
      if letter ~= "%" then
        count = count + 1
        if not CONVERSIONS[letter] then
          error(("bad argument #1 to 'format' (there is no '%%%s')"):format(letter), 2)
        end
        if count > given then
          error(("bad argument #%d to 'format' (no value)"):format(count + 1), 2)
        end
        local value = arguments[count]
        if letter == "s" then
          value = tostring(value)
          length = length + #value
        elseif letter == "q" and type(value) == "string" then
          length = length + 4 * #value
        elseif letter == "q" and not LITERAL[type(value)] then
          error(("bad argument #%d to 'format' (value has no literal form)"):format(count + 1), 2)
        elseif letter ~= "q" and not number_of(value) then
          expect(value, "number", count + 1, "format")
        elseif value ~= value then
          value = NAN
        end
        arguments[count] = value
        length = length + 100
      end
    end
    charge(length / 16)
    return try("format", raw.format, format, unpack(arguments, 1, count))
  end

  -- ---- UTF-8 ------------------------------------------------------------------------------------

  local raw_utf8 = utf8

  -- How many bytes a character has, by its first one; that of a byte amid a character is 1.
  local function width(byte)
    return byte < 0xC0 and 1 or byte < 0xE0 and 2 or byte < 0xF0 and 3 or byte < 0xF8 and 4
      or byte < 0xFC and 5 or 6
  end

  if raw_utf8 then
    local codes = { char = sandbox.weighed(raw_utf8.char) }
    sandbox.safe.utf8 = codes

    function codes.codepoint(s, i, j, lax)
      s = check_text(s, 1, "codepoint")
      i = check_number(i, 2, "codepoint", 1)
      j = check_number(j, 3, "codepoint", i)
      if from_start(j, #s) - from_start(i, #s) >= MOST_RESULTS then
        error(("more than %d results"):format(MOST_RESULTS), 2)
      end
      return try("codepoint", raw_utf8.codepoint, s, i, j, lax)
    end

    -- Lua's own would look through bytes that are no characters, however many there are.
    function codes.codes(s, lax)
      s = check_text(s, 1, "codes")
      local at = 1
      return function()
        local here = at
        local byte = raw.byte(s, here)
        if not byte then return nil end
        local ok, code = pcall(raw_utf8.codepoint, s, here, here, lax)
        if not ok then error("invalid UTF-8 code", 2) end
        at = here + width(byte)
        return here, code
      end
    end

    function codes.len(s, i, j, lax)
      s = check_text(s, 1, "len")
      charge(#s / 16)
      i, j = check_number(i, 2, "len", 1), check_number(j, 3, "len", -1)
      return try("len", raw_utf8.len, s, i, j, lax)
    end

    function codes.offset(s, n, i)
      s, n = check_text(s, 1, "offset"), check_number(n, 2, "offset")
      charge(#s / 16)
      i = check_number(i, 3, "offset", n >= 0 and 1 or #s + 1)
      return try("offset", raw_utf8.offset, s, n, i)
    end
  end

  -- ("x"):upper() finds these too; what was there is not to be had.
  local metatable = getmetatable("")
  for event, f in next, metatable do             -- arithmetic reads text as numbers
    if type(f) == "function" then metatable[event] = sandbox.weighed(f) end
  end
  metatable.__index, metatable.__metatable = text, false
end
