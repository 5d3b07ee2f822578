-- The terminal: whether there is one, how large it is, and pictures that follow each other.
-- Only what a plain Lua has: io, os and escape sequences.

local screen = {}

-- os.execute returned a number before Lua 5.2.
local function succeeded(command)
  local first = os.execute(command)
  return first == true or first == 0
end

function screen.is_terminal()
  local term = os.getenv("TERM")
  if not term or term == "dumb" or (os.getenv("NO_COLOR") or "") ~= "" then return false end
  return succeeded("test -t 1")
end

function screen.has_utf8()
  local locale = os.getenv("LC_ALL")
  if not locale or locale == "" then locale = os.getenv("LC_CTYPE") end
  if not locale or locale == "" then locale = os.getenv("LANG") end
  return (locale or ""):upper():find("UTF%-?8") ~= nil
end

-- Columns and rows.
function screen.size()
  local pipe = io.popen("stty size </dev/tty 2>/dev/null")
  local rows, columns = (pipe and pipe:read("*a") or ""):match("^(%d+) (%d+)")
  if pipe then pipe:close() end
  rows, columns = tonumber(rows) or 0, tonumber(columns) or 0
  return columns > 0 and columns or 80, rows > 0 and rows or 24
end

-- False when the sleep was broken off: Ctrl-C reaches the sleeping program, not this one.
function screen.sleep(seconds)
  return seconds <= 0 or succeeded(("sleep %.3f"):format(seconds))
end

-- A second screen without a cursor, so that the first one is as it was afterwards.
function screen.enter()
  io.write("\27[?1049h\27[?25l\27[2J")
end

function screen.leave()
  io.write("\27[0m\27[?25h\27[?1049l")
  io.flush()
end

-- One picture over the last one. `lines` ends with a newline.
function screen.show(lines)
  io.write("\27[H", (lines:gsub("\n$", ""):gsub("\n", "\27[K\r\n")), "\27[K\27[J")
  io.flush()
end

return screen
