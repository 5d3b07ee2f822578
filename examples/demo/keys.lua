-- The keyboard, without waiting for it. The terminal is told not to wait for lines, and asked
-- whether there is a key; Ctrl-C works as ever.

local keys = {}

local saved, tty

local function output_of(command)
  local pipe = io.popen(command .. " </dev/tty 2>/dev/null")
  local output = pipe and pipe:read("*a") or ""
  if pipe then pipe:close() end
  return output
end

function keys.enter()
  saved = output_of("stty -g"):match("^[%w:]+")
  tty = saved and io.open("/dev/tty", "r")
  if tty then
    tty:setvbuf("no")
    output_of("stty -icanon -echo min 0 time 0")
  end
end

function keys.leave()
  if tty then
    output_of("stty " .. saved)
    tty:close()
    tty = nil
  end
end

--- The key that was pressed since, or nil.
function keys.pressed()
  return tty and tty:read(1)
end

return keys
