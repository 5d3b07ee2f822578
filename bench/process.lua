--- Runs the measuring programs, and says on a terminal how far things are.

local process = {}

local on_terminal = os.execute("test -t 2")
on_terminal = on_terminal == true or on_terminal == 0
local CLEAR = "\r\27[K"

--- Shows a line that the next one replaces; nil: none. Nothing where nobody watches.
function process.progress(text)
  if not on_terminal then return end
  io.stderr:write(CLEAR, text or "")
  io.stderr:flush()
end

function process.quote(text)
  return "'" .. tostring(text):gsub("'", "'\\''") .. "'"
end

local function fields_of(line)
  local fields = {}
  for field in line:gmatch("%S+") do
    fields[#fields + 1] = field == "inf" and math.huge or tonumber(field) or field
  end
  return fields
end

--- The command's output as a list of lists of fields, and the fields after the final "end"; nil
-- where that is missing: the program did not come to its end. `...` are quoted and appended.
function process.run(command, ...)
  local parts = { command }
  for _, argument in ipairs({ ... }) do parts[#parts + 1] = process.quote(argument) end
  local pipe = assert(io.popen(table.concat(parts, " ")))
  local rows = {}
  for line in pipe:lines() do rows[#rows + 1] = fields_of(line) end
  pipe:close()
  local last = table.remove(rows)
  if not last or last[1] ~= "end" then return nil end
  table.remove(last, 1)
  return rows, last
end

--- The name of a file from anywhere.
function process.absolute(name)
  return name:find("^/") and name or os.getenv("PWD") .. "/" .. name
end

--- Whether the command runs and says so.
function process.works(command)
  local status = os.execute(command .. " >/dev/null 2>&1")
  return status == true or status == 0
end

return process
