--- The lines of a text, without their ends, LF or CR LF: lines[n], nil behind the last one. A line
-- is cut out when it is asked for: a file that is refused at its first line costs no more than
-- that, however many it has. Blank lines at the end are none.

local lines = {}

-- The metatable of each holds what is left of the text: its next line begins at `from`, behind
-- `count` others.
local function line(self, number)
  local rest = getmetatable(self)
  while rest.count < number and rest.from <= rest.last do
    local stop = rest.content:find("\n", rest.from, true) or #rest.content + 1
    local last = stop - 1
    if rest.content:byte(last) == 13 then last = last - 1 end
    rest.count = rest.count + 1
    rawset(self, rest.count, rest.content:sub(rest.from, last))
    rest.from = stop + 1
  end
  return rawget(self, number)
end

--- How many lines there are, once one behind the last has been asked for.
function lines.count(self) return getmetatable(self).count end

--- The number of the next line that is not blank, behind the last one that has been asked for; nil:
-- there is none. Blank ones are skipped at once.
function lines.filled(self)
  local rest = getmetatable(self)
  local at = rest.from <= rest.last and rest.content:find("%S", rest.from)
  if not at then return nil end
  local blank = rest.content:sub(rest.from, at - 1)
  rest.count = rest.count + #blank:gsub("[^\n]+", "")
  rest.from = at - #blank:match("[^\n]*$")
  return rest.count + 1
end

--- The lines of a text.
function lines.of(content)
  local from = content:sub(1, 3) == "\239\187\191" and 4 or 1     -- behind a byte order mark
  local blank = content:reverse():find("%S")
  return setmetatable({}, { __index = line, content = content, from = from, count = 0,
    last = blank and #content - blank + 1 or 0 })
end

return lines
